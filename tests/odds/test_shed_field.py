"""RULES 1: how people are expected to play Shed Pontoon."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedRules
from pontoon.odds.shed import (
    FRESH,
    best_response,
    field_of,
)
from tests.odds.shed_views import ME, seen, value_of, view

STICK, TWIST = Verb.STICK, Verb.TWIST

RULES = ShedRules()
CHANGED = replace(
    RULES,
    stick_min=15,
    bonus_high=Fraction(1),
    bonus_clown=Fraction(3),
    bonus_five_card=Fraction(5, 2),
    bonus_pontoon=Fraction(3, 2),
)


@pytest.mark.parametrize("rules", [RULES, CHANGED], ids=["default", "changed"])
@pytest.mark.parametrize("players", range(1, 11))
def test_the_best_response_to_how_people_play_gains_next_to_nothing(
    players: int, rules: ShedRules
) -> None:
    field = field_of(rules, players)
    assert 0 <= field.gain < 0.001
    assert sum(field.levels) == pytest.approx(1)


@pytest.mark.parametrize(("players", "measured"), [(2, -0.023), (3, -0.224), (5, -0.374)])
def test_a_round_is_worth_about_what_was_measured_without_splits(
    players: int, measured: float
) -> None:
    assert field_of(RULES, players).value == pytest.approx(measured, abs=0.025)


def test_what_is_gained_is_what_the_best_response_does() -> None:
    """Here responses come again in turns; none is the best one to itself."""
    field = field_of(RULES, 6)
    best = best_response(RULES, 6, field.levels)
    hands = best.played(FRESH.two_cards(), RULES.max_splits, 100)
    assert best.payoffs.result(hands).value - field.value == pytest.approx(field.gain)
    assert best.payoffs.result(field.hands(FRESH)).value == pytest.approx(field.value)
    assert field.gain > 0


def test_a_pair_that_may_be_split_once_is_never_lost() -> None:
    """With a bonus for high cards nearly every pair is split, also into a pair again."""
    field = field_of(replace(RULES, max_splits=1, bonus_high=Fraction(1)), 1)
    assert sum(field.levels) == pytest.approx(1)
    assert field.gain == 0


def test_alone_splits_are_worth_something() -> None:
    without = field_of(replace(RULES, max_splits=0), 1)
    assert without.value == pytest.approx(0.257, abs=0.025)
    assert field_of(RULES, 1).value > without.value


def test_others_play_by_the_rules_of_the_channel() -> None:
    """Who has stuck has 18 or more where less is not allowed."""
    rules = replace(RULES, stick_min=18)
    hands = seen(ME, "KC 7D 3H", [TWIST]), seen("kevin", "? ?", [STICK])
    assert value_of(STICK, view(*hands, rules=rules)).win < value_of(STICK, view(*hands)).win
