"""The fields of Shed Pontoon: those that are shipped, and how others are computed."""

from fractions import Fraction
from itertools import islice, pairwise

import pytest
from msgspec.structs import replace

from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedRules
from pontoon.odds.shed_field import (
    MAX_PLAYERS,
    BestResponse,
    Field,
    compute,
    encode,
    evaluated,
    seat_of,
    shipped_field,
    states,
    usual_field,
)
from pontoon.odds.shed_hands import HandState
from pontoon.odds.shed_payoffs import Payoffs
from tests.odds.shed_views import ME, seen, value_of, view
from tests.odds.write_strategy import FIELDS, computed

RULES = ShedRules()

LAST_DIGIT = 1.5e-5
"""By so much numbers may differ: Python adds floats up more exactly from 3.12 on."""

MAX_TIES = 4
"""In so many states moves may differ for the same reason: there two of them are worth the same."""


def shipped(players: int) -> Field:
    field = shipped_field(RULES, players)
    assert field is not None
    return field


def test_fields_of_the_default_rules_are_shipped_for_one_to_ten_players() -> None:
    assert [shipped(players).players for players in range(1, 11)] == [*range(1, 11)]
    assert shipped_field(RULES, MAX_PLAYERS + 1) is None
    assert FIELDS.stat().st_size < 60_000


@pytest.mark.parametrize("players", [1, 2, 5])
def test_a_field_that_is_shipped_is_the_one_that_is_computed(players: int) -> None:
    """If not: ``python -m tests.odds.write_strategy``."""
    found, field = computed(RULES, players), shipped(players)
    assert (found.rules, found.players) == (field.rules, field.players)
    moves = zip(found.policy.split(), field.policy.split(), strict=True)
    assert sum(ours != theirs for ours, theirs in moves) <= MAX_TIES
    assert found.value == pytest.approx(field.value, abs=LAST_DIGIT)
    assert found.gain == pytest.approx(field.gain, abs=LAST_DIGIT)
    assert evaluated(RULES, players, field.policy).levels == pytest.approx(
        field.levels, abs=LAST_DIGIT
    )


@pytest.mark.parametrize("players", range(1, MAX_PLAYERS + 1))
def test_the_best_response_to_a_field_gains_next_to_nothing(players: int) -> None:
    assert 0 <= shipped(players).gain < 0.001
    assert sum(shipped(players).levels) == pytest.approx(1, abs=1e-5)


@pytest.mark.parametrize(("players", "measured"), [(2, -0.023), (3, -0.224), (5, -0.374)])
def test_a_round_is_worth_about_what_was_measured_without_splits(
    players: int, measured: float
) -> None:
    assert shipped(players).value == pytest.approx(measured, abs=0.025)


def test_the_best_response_is_no_worse_than_a_field_that_splits_once() -> None:
    """With a bonus for high cards nearly every pair is split, also into a pair again."""
    field = computed(replace(RULES, max_splits=1, bonus_high=Fraction(1)), 1)
    assert sum(field.levels) == pytest.approx(1, abs=1e-5)
    assert field.gain >= 0


def test_alone_splits_are_worth_something() -> None:
    without = computed(replace(RULES, max_splits=0), 1)
    assert without.value == pytest.approx(0.257, abs=0.025)
    assert shipped(1).value > without.value


def test_the_share_that_is_done_grows_up_to_one() -> None:
    shares = [0.0, *islice(compute(replace(RULES, stick_min=13), 8), 5)]
    assert all(before < after <= 1 for before, after in pairwise(shares))


def test_rules_about_the_shoe_and_the_bets_make_no_other_field() -> None:
    same = replace(RULES, decks=8, marker=(10, 20), max_bet_percent=(100,))
    assert shipped_field(same, 3) == shipped(3)


OTHER = replace(RULES, stick_min=15, bonus_high=Fraction(1), bonus_five_card=Fraction(5, 2))


@pytest.mark.parametrize(
    "rules",
    [
        OTHER,
        replace(RULES, max_splits=3),
        replace(RULES, bonus_clown=Fraction(5, 3)),
        replace(RULES, bonus_five_card=Fraction(2)),
    ],
)
def test_no_field_of_other_rules_is_shipped(rules: ShedRules) -> None:
    assert shipped_field(rules, 3) is None


@pytest.mark.parametrize("players", [2, 3])
def test_the_usual_field_costs_little_by_other_rules(players: int) -> None:
    """Who plays as is best against it loses less than a hundredth of a bet to who knows better."""
    real = computed(OTHER, players)
    ours = BestResponse(OTHER, players, seat_of(usual_field(OTHER, players)).levels)
    payoffs = Payoffs(OTHER, [real.levels] * (players - 1))
    best = BestResponse(OTHER, players, real.levels).value
    assert 0 <= best - ours.seat.result(payoffs).value < 0.01


def test_a_field_that_is_shipped_is_encoded_as_it_is_read() -> None:
    assert encode(shipped(3)) == FIELDS.read_bytes().splitlines()[2]
    assert len(shipped(3).policy.split()) == len(states())


def test_advice_by_other_rules_is_against_people_who_play_as_they_usually_do() -> None:
    """The bonus for three sevens is next to nothing."""
    rules = replace(RULES, bonus_shed=Fraction(70))
    hand, other = seen(ME, "KC 9D"), seen("kevin", "? ?")
    assert value_of(Verb.STICK, view(hand, other, rules=rules)) == value_of(
        Verb.STICK, view(hand, other)
    )


def test_who_may_not_stick_by_other_rules_twists() -> None:
    seventeen = HandState(2, 17, False, False, False, 1)
    usual = dict(usual_field(RULES, 1).chances(seventeen))
    assert usual[Verb.STICK] > 0
    other = dict(usual_field(replace(RULES, stick_min=18), 1).chances(seventeen))
    assert sum(other.values()) == pytest.approx(1)
    assert Verb.STICK not in other


def test_moves_of_a_state_have_their_shares() -> None:
    field = replace(shipped(3), policy=" ".join("s30t70" for _ in states()))
    state = HandState(2, 17, False, False, False, 1)
    assert field.chances(state) == [(Verb.STICK, 0.3), (Verb.TWIST, 0.7)]


def test_after_a_twist_and_after_three_burns_the_stake_makes_no_difference() -> None:
    burned = HandState(2, 17, False, False, False, 3)
    assert shipped(3).chances(burned._replace(bets=9)) == shipped(3).chances(burned)
    twisted = HandState(3, 17, False, False, True, 1)
    assert shipped(3).chances(twisted._replace(bets=4)) == shipped(3).chances(twisted)
