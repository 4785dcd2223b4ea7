"""A server that wants a password, and what the log says of it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import EASY, Server, running_ngircd
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, open_venue

pytestmark = pytest.mark.real_server

PASSWORD = "open-sesame"
WRONG_PASSWORD = "open-barley"


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Server]:
    """Run an ngircd that lets nobody in without PASSWORD."""
    more = f"[Global]\nPassword = {PASSWORD}\n"
    with running_ngircd(EASY, tmp_path, more=more) as server:
        yield server


def test_a_wrong_password_is_told_and_the_right_one_opens(locked: Server, tmp_path: Path) -> None:
    """Neither is ever logged, not even by ``--verbose``: there are stars in its place."""
    with open_venue(locked, tmp_path) as venue:
        bot = venue.arriving_bot(EVERYBODY, "--verbose", irc={"password": WRONG_PASSWORD})
        assert "assword" in bot.wait_for("connection closed: ")
        bot.wait_for(r"trying again in \d s$")
        bot.reload(venue.settings(irc={"password": PASSWORD}))
        bot.wait_for(f"< :{BOT}!.* JOIN :?{CHANNEL}$")
        bot.wait_for(r"> PASS :?\*\*\*$", times=2)
        bot.wait_for(f"> NICK {BOT}$", times=2)
        with RawClient(locked, "dave", password=PASSWORD) as dave:
            dave.join(CHANNEL)
            dave.say(BOT, "bank")
            dave.expect(f"^:{BOT}!.* PRIVMSG dave :dave: chips 1000, bank 0$")
        bot.stop()
        assert PASSWORD not in bot.log
