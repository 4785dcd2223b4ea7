"""RULES 1: what is predicted of a round of Shed Pontoon beside rounds that the game has dealt."""

from fractions import Fraction
from statistics import mean

import pytest
from msgspec.structs import replace

from pontoon.games.shed import ShedRules
from pontoon.odds.shed_field import Field, shipped_field
from tests.odds.field_rounds import foretold, gains, sigmas_off
from tests.odds.write_strategy import computed

pytestmark = pytest.mark.slow

SIGMAS = 4


def field_of(players: int, rules: ShedRules | None = None) -> Field:
    field = shipped_field(rules or ShedRules(), players)
    assert field is not None
    return field


@pytest.mark.parametrize("players", [1, 2, 3, 5])
def test_players_of_the_field_gain_what_is_predicted(players: int) -> None:
    field = field_of(players)
    played = [mean(each.values()) for each in gains(field, 1000, players)]
    assert abs(sigmas_off(played, field.value)) < SIGMAS


CHANGED = replace(
    ShedRules(),
    stick_min=15,
    bonus_high=Fraction(1),
    bonus_clown=Fraction(3),
    bonus_five_card=Fraction(5, 2),
    bonus_pontoon=Fraction(3, 2),
)


@pytest.mark.parametrize("players", [1, 2])
def test_players_gain_what_is_predicted_of_other_rules(players: int) -> None:
    field = computed(CHANGED, players)
    played = [mean(each.values()) for each in gains(field, 1000, players)]
    assert abs(sigmas_off(played, field.value)) < SIGMAS


@pytest.mark.parametrize(("players", "rounds"), [(1, 300), (3, 150)])
def test_who_takes_advice_gains_what_it_has_promised(players: int, rounds: int) -> None:
    found = foretold(field_of(players), rounds, players)
    off = [gained - promised for promised, gained in found]
    assert abs(sigmas_off(off, 0)) < SIGMAS
