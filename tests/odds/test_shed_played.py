"""RULES 1: what is predicted of a round of Shed Pontoon beside rounds that the game has dealt."""

from statistics import mean

import pytest

from pontoon.games.shed import ShedRules
from pontoon.odds.shed import field_of
from tests.odds.field_rounds import foretold, gains, sigmas_off
from tests.odds.test_shed_field import CHANGED, RULES

pytestmark = pytest.mark.slow

SIGMAS = 4


@pytest.mark.parametrize(
    ("rules", "players"),
    [(RULES, 1), (RULES, 2), (RULES, 3), (RULES, 5), (CHANGED, 1), (CHANGED, 2)],
)
def test_players_gain_what_is_predicted(rules: ShedRules, players: int) -> None:
    field = field_of(rules, players)
    played = [mean(each.values()) for each in gains(field, 1000, players)]
    assert abs(sigmas_off(played, field.value)) < SIGMAS


@pytest.mark.parametrize(("players", "rounds"), [(1, 300), (3, 150)])
def test_who_takes_advice_gains_what_it_has_promised(players: int, rounds: int) -> None:
    found = foretold(field_of(RULES, players), rounds, players)
    off = [gained - promised for promised, gained in found]
    assert abs(sigmas_off(off, 0)) < SIGMAS
