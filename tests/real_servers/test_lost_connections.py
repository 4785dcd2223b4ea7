"""What becomes of a round, and of the bot, when the server goes away."""

from pathlib import Path

import pytest

from tests.real_servers.servers import EASY, HOST, free_port, running_ngircd
from tests.real_servers.venue import open_venue

pytestmark = pytest.mark.real_server


def test_a_server_that_is_down_is_passed_over_and_the_next_one_carries_the_round_on(
    tmp_path: Path,
) -> None:
    """Two servers of one network: what was begun on one goes on on the other.

    What was bet is bet, and who is asked is asked again.
    """
    folders = [tmp_path / name for name in ("one", "other")]
    for folder in folders:
        folder.mkdir()
    one, other = folders
    with running_ngircd(EASY, one) as first, running_ngircd(EASY, other) as second:
        places = ", ".join(f"{HOST}:{port}" for port in (free_port(), first.port, second.port))
        with open_venue(first, one) as venue, open_venue(second, other) as elsewhere:
            bot = venue.bot(irc={"server": places})
            before = bot.players_file.read_bytes()
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
            kevin.sees(r"dave bets 100 \| kevin bets 10 \| second cards are out \| dave to play")
            dave.told("Stake 100, chips 900")
            assert bot.players_file.read_bytes() == before
            dave.whisper("resign")
            dave.sees("dave leaves the round, losing 100")
            bot.stop()
            assert "trying again in 1 s" in bot.log
