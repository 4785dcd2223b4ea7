"""Voice for those who have minutes, on a real server."""

import pytest

from tests.real_servers.venue import BOT, CHANNEL, Venue

pytestmark = pytest.mark.real_server


def test_whoever_comes_with_minutes_left_gets_voice(venue: Venue) -> None:
    """From a bot that is an operator, if the channel wants it; a stranger gets none."""
    dave = venue.guest("dave")
    venue.bot(blackjack={"voice": True})
    dave.send(f"MODE {CHANNEL} +mo {BOT}")
    dave.expect(rf"MODE {CHANNEL} \+m?o {BOT}")
    venue.guest("stranger")
    kevin = venue.guest("kevin")
    kevin.expect(rf"^:{BOT}!\S+ MODE {CHANNEL} \+v kevin")
    assert not [line for line in kevin.log if "stranger" in line and " MODE " in line]
