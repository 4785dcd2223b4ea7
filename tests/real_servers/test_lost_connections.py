"""What becomes of a round, and of the bot, when the server goes away."""

from itertools import pairwise
from pathlib import Path

import pytest

from tests.real_servers.servers import EASY, HOST, Server, free_port, running_ngircd
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import CHANNEL, Venue, open_venue

pytestmark = pytest.mark.real_server

DELAYS_SECONDS = [(1.0, 2.0), (2.0, 4.0)]
"""The least and the most that the bot waits after the first failure, and after the second."""

SLACK_SECONDS = 1.0
"""How much later a busy machine may be."""


def test_a_round_goes_on_when_the_bot_has_come_back(
    ngircd: Server, venue: Venue, tmp_path: Path
) -> None:
    """The server dies and is started again: what was bet is bet, and who is asked is asked again.

    People and bot come back in any order.
    """
    bot = venue.bot()
    before = bot.players_file.read_bytes()
    dave, kevin = venue.guests("dave", "kevin")
    dave.command("!pontoon dave kevin")
    dave.told(r"\(1-100\)")
    kevin.told(r"\(1-100\)")
    dave.whisper("100")
    dave.told("You bet 100")
    ngircd.kill()
    with running_ngircd(EASY, tmp_path, port=ngircd.port):
        dave, kevin = venue.guests("dave", "kevin")
        kevin.told(r"Your card: .*\(1-100\)\?")
        bot.wait_for("connection closed: ")
        bot.wait_for(f"in {CHANNEL}$", times=2)
        kevin.whisper("10")
        kevin.sees(r"dave bets 100 \| kevin bets 10 \| second cards are out \| dave to play")
        dave.told("Stake 100, chips 900")
        assert bot.players_file.read_bytes() == before
        dave.whisper("leave")
        dave.sees("dave leaves the round, losing 100")
        bot.stop()


def test_a_server_that_hangs_up_at_once_is_tried_ever_more_rarely(tmp_path: Path) -> None:
    """What it lasts from one connection to the next grows, and the log says so each time."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot()
        accepted_at: list[float] = []
        for _ in range(3):
            visit = server.accept()
            accepted_at.append(visit.accepted_at)
            visit.close()
        for (one, other), (least, most) in zip(pairwise(accepted_at), DELAYS_SECONDS, strict=True):
            assert least <= other - one <= most + SLACK_SECONDS
        bot.wait_for(r"connection closed: \w.*", times=3)
        bot.wait_for(r"trying again in \d+ s$", times=3)


def test_a_server_that_is_down_is_passed_over_and_the_next_one_carries_the_round_on(
    tmp_path: Path,
) -> None:
    """Two servers of one network: what was begun on one goes on on the other."""
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    one, other = folders
    with running_ngircd(EASY, one) as first, running_ngircd(EASY, other) as second:
        places = ", ".join(f"{HOST}:{port}" for port in (free_port(), first.port, second.port))
        with open_venue(first, one) as venue, open_venue(second, other) as elsewhere:
            bot = venue.bot(irc={"server": places})
            dave, kevin = venue.guests("dave", "kevin")
            dave.command("!pontoon dave kevin")
            dave.told(r"\(1-100\)")
            kevin.told(r"\(1-100\)")
            dave.whisper("100")
            dave.told("You bet 100")
            first.kill()
            bot.wait_for(f"connecting to {HOST}:{second.port}$")
            dave, kevin = elsewhere.guests("dave", "kevin")
            kevin.told(r"Your card: .*\(1-100\)\?")
            kevin.whisper("10")
            dave.told("Stake 100, chips 900")
            dave.whisper("leave")
            dave.sees("dave leaves the round, losing 100")
            bot.stop()
            assert "trying again in 1 s" in bot.log
