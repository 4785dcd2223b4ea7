"""A server that wants a password, and what the log says of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import EASY, Server, running_ngircd
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, open_venue

pytestmark = pytest.mark.real_server

PASSWORD = "open-sesame"


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Server]:
    """Run an ngircd that lets nobody in without PASSWORD."""
    more = f"[Global]\nPassword = {PASSWORD}\n"
    with running_ngircd(EASY, tmp_path, more=more) as server:
        yield server


def test_the_right_password_opens_and_is_never_logged(locked: Server, tmp_path: Path) -> None:
    """Not even by ``--verbose``, which shows every line: there are stars in its place."""
    with open_venue(locked, tmp_path) as venue:
        bot = venue.bot(EVERYBODY, "--verbose", irc={"password": PASSWORD})
        bot.wait_for(r"> PASS :?\*\*\*$")
        bot.wait_for(f"> NICK {BOT}$")
        bot.wait_for(f"< :{BOT}!.* JOIN :?{CHANNEL}$")
        with RawClient(locked, "dave", password=PASSWORD) as dave:
            dave.join(CHANNEL)
            dave.say(BOT, "bank")
            dave.expect(f"^:{BOT}!.* PRIVMSG dave :dave: chips 1000, bank 0$")
        bot.stop()
        assert PASSWORD not in bot.log


@pytest.mark.parametrize("options", [(), ("--verbose",)], ids=["plain", "verbose"])
def test_a_wrong_password_is_told_and_tried_again(
    locked: Server, tmp_path: Path, options: tuple[str, ...]
) -> None:
    with open_venue(locked, tmp_path) as venue:
        bot = venue.arriving_bot(EVERYBODY, *options, irc={"password": "open-barley"})
        reason = bot.wait_for("connection closed: ")
        assert "assword" in reason
        bot.wait_for(r"trying again in \d s$")
        bot.stop()
