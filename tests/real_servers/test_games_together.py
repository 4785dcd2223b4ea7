"""All five games in one channel, by the whole bot on a real server."""

from random import Random

import pytest

from tests.real_servers.evenings import (
    at_noon,
    check_blackjack,
    check_british,
    check_cutwc,
    check_nothing_private_was_said,
    check_shed,
    check_shoot,
    kitty_at,
)
from tests.real_servers.playersxml import GAMES
from tests.real_servers.rounds import play, randomly
from tests.real_servers.venue import Venue

pytestmark = pytest.mark.real_server


def test_an_evening_of_all_games_adds_up(inspircd_venue: Venue) -> None:
    """Each is played three times; none changes what is kept of another."""
    nicks = ("dave", "kevin", "bob")
    zone = at_noon()
    bot = inspircd_venue.bot(dict.fromkeys(nicks, 100_000), blackjack={"time_zone": zone})
    guests = inspircd_venue.guests(*nicks)
    answer = randomly(Random(8))
    kitty = 0
    for game in GAMES * 3:
        before = bot.entries()
        played = play(f"!{game} {' '.join(nicks)}", guests, answer)
        after = bot.entries()
        match game:
            case "pontoon":
                check_shed(played, before, after)
                check_nothing_private_was_said(played)
            case "british":
                check_british(played, before, after)
            case "shoot":
                kitty = check_shoot(played, before, after, kitty)
            case "cutwc":
                check_cutwc(played, before, after)
            case _:
                check_blackjack(played, before, after)
    assert kitty_at(guests[0]) == kitty
