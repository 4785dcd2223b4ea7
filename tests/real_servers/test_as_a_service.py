"""The bot as operators keep it running: under systemd, twist and twistd, and with logs in files."""

import re
from pathlib import Path
from signal import SIGHUP, SIGINT, SIGTERM

import pytest

from tests.real_servers.runningbot import LOOK_SECONDS, STOP_SECONDS
from tests.real_servers.servicemanager import Manager
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import Venue, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

RELOADING = r"RELOADING=1\nMONOTONIC_USEC=[0-9]+"


def test_systemd_is_told_how_the_bot_is(venue: Venue, manager: Manager) -> None:
    """When it has read config.ini again, too, whatever was wrong: systemd would wait for that."""
    bot = venue.bot()
    manager.hears("READY=1")
    for _ in range(3):
        manager.hears("WATCHDOG=1")
    manager.hears(f"STATUS={venue.server.host}: in #pontoon")
    config = bot.players_file.with_name("config.ini")
    for line in ("", "[nonsense]\n"):
        with config.open("a") as file:
            file.write(line)
        bot.send(SIGHUP)
        manager.hears(RELOADING)
        manager.hears("READY=1")
    bot.send(SIGTERM)
    manager.hears("STOPPING=1")
    assert bot.exit_status(STOP_SECONDS) == 0


def test_the_bot_is_ready_although_the_network_is_down(tmp_path: Path, manager: Manager) -> None:
    """Else systemd would start it again and again, and each time it would be further from in.

    The log says why it is not in and when it will try again. A signal ends it meanwhile.
    """
    with strange_server() as server:
        address = server
    with open_venue(address, tmp_path) as venue:
        bot = venue.arriving_bot()
        assert "refused" in bot.wait_for("cannot connect: ")
        bot.wait_for(r"trying again in \d s$")
        manager.hears("READY=1")
        manager.hears("STATUS=.*: not connected")
        manager.hears("WATCHDOG=1")
        bot.send(SIGINT)
        assert bot.exit_status(STOP_SECONDS) == 0
        assert bot.log.endswith(" stopped\n")


def test_a_bot_that_cannot_start_says_why_in_a_line_and_is_never_ready(
    venue: Venue, manager: Manager
) -> None:
    bot = venue.arriving_bot(irc={"port": 99999})
    assert bot.exit_status(LOOK_SECONDS) == 2
    assert re.fullmatch(r"pontoonbot: .*config\.ini, line 3, \[irc\] port: .*\n", bot.log)
    assert not manager.has_heard()
