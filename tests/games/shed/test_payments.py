"""What the hands of Shed Pontoon are paid: bonuses, whole chips, the clown wagon."""

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from pontoon.engine.events import HandResult, Settled
from pontoon.engine.moves import Move, Verb
from pontoon.engine.table import Table
from pontoon.games.shed import HandType, ShedRules
from tests.support.shed_rounds import (
    RULES,
    begin,
    bob_holding,
    changes,
    dealt,
    of_kind,
    play,
    settled,
)

WINS = [
    ("bonus_shed", "7C 7D", "7H", "t s", 7, HandType.SHED_PONTOON),
    ("bonus_five_card_21", "2C 3D", "4H 5S 7C", "t t t", 4, HandType.FIVE_CARD_21),
    ("bonus_five_card", "2C 3D", "4H 5S 6C", "t t t", 3, HandType.FIVE_CARD_TRICK),
    ("bonus_pontoon", "AC KD", "", "s", 2, HandType.PONTOON),
    ("bonus_high", "10C JD", "", "s", 0, HandType.HIGH_CARDS),
]


def result_of(table: Table, moves: str) -> HandResult:
    """Return how bob's only hand ended, having checked that the balance says the same."""
    events = play(table, f"bob: {moves}")
    (result,) = of_kind(HandResult, events)
    assert changes(events) == {"bob": result.gain}
    assert settled(events).house == -result.gain
    return result


def test_a_winner_gets_the_stake_back_and_the_bonus() -> None:
    for key, held, then, moves, bonus, kind in WINS:
        assert getattr(RULES, key) == bonus
        result = result_of(bob_holding(held, then=then), moves)
        assert (result.type, result.stake, result.gain) == (kind, 10, 10 * bonus)


@pytest.mark.parametrize("bonus", ["0", "1", "5", "2.5", "1.99"])
@pytest.mark.parametrize(("key", "held", "then", "moves", "default", "kind"), WINS)
def test_each_bonus_is_config_and_none_is_another_ones(
    key: str, held: str, then: str, moves: str, default: int, kind: HandType, bonus: str
) -> None:
    changed: dict[str, Any] = {key: Fraction(bonus)}
    result = result_of(bob_holding(held, then=then, bet=100, **changed), moves)
    assert (result.type, result.gain) == (kind, int(100 * Fraction(bonus)))
    others: dict[str, Any] = {each: Fraction(9) for each, *_ in WINS if each != key}
    table = bob_holding(held, then=then, bet=100, bonus_clown=Fraction(9), **others)
    assert result_of(table, moves).gain == 100 * default


def test_a_payment_is_rounded_down_to_a_whole_chip() -> None:
    for bonus, bet, gain in [
        ("1.5", 1, 1),
        ("1.5", 3, 4),
        ("0.5", 1, 0),
        ("2.99", 1, 2),
        ("0.1", 10, 1),
        ("0.1", 9, 0),
    ]:
        table = bob_holding("AC KD", bet=bet, bonus_pontoon=Fraction(bonus))
        assert result_of(table, "s").gain == gain


def test_a_payment_is_exact_however_many_chips_ride() -> None:
    """More than a floating-point number could tell apart."""
    bet = 10**20 + 1
    assert result_of(bob_holding("AC KD", bet=bet), "s").gain == 2 * bet


def test_every_buy_and_burn_adds_to_the_stake_that_is_paid() -> None:
    table = bob_holding("10C 4D", then="2C 3D 4H 5S 6C")
    result = result_of(table, "u b b t")
    assert (result.type, result.stake, result.gain) == (HandType.FIVE_CARD_TRICK, 40, 120)


def test_a_bust_hand_loses_its_whole_stake() -> None:
    result = result_of(bob_holding("10C 4D", then="9C 5D 10H"), "u b")
    assert (result.type, result.stake, result.gain) == (HandType.BUST, 30, -30)


def test_a_hand_that_is_beaten_loses_its_whole_stake() -> None:
    table = begin(dealt("10C 2D", "10H 9S", then="6H"), "bob", "dave")
    events = play(table, "bob: 10 dave: 20 bob: b s dave: s")
    assert changes(events) == {"bob": -20, "dave": 0}


def test_the_house_pays_the_bonuses_and_keeps_what_is_lost() -> None:
    """Players do not pay each other: what dave loses is not what bob gets."""
    table = begin(dealt("AC KD", "10H 9S"), "bob", "dave")
    events = play(table, "bob: 10 dave: 50 bob: s dave: s")
    assert changes(events) == {"bob": 20, "dave": -50}
    assert settled(events).house == 30


# The clown wagon


def wagon(table: Table, script: str) -> list[tuple[int, bool]]:
    """Play SCRIPT; return what each hand gains, and whether it is on the clown wagon."""
    return [
        (result.gain, result.on_clown_wagon) for result in of_kind(HandResult, play(table, script))
    ]


def bob_16_dave_bust(bet: int = 10, rules: ShedRules = RULES) -> Table:
    """Return a table where bob will have 16 and dave will bust, once bob sticks and dave twists."""
    table = begin(dealt("10C 6D", "9C 6S", then="QD"), "bob", "dave", rules=rules)
    table.act("bob", Move(Verb.BET, bet))
    table.act("dave", Move(Verb.BET, 10))
    return table


def test_the_clown_wagon_pays_one_and_a_half_stakes_rounded_down() -> None:
    for bet, gain in [(1, 1), (2, 3), (3, 4), (10, 15), (11, 16), (99, 148)]:
        assert wagon(bob_16_dave_bust(bet), "bob: s dave: t") == [(gain, True), (-10, False)]


def test_what_the_clown_wagon_pays_is_config() -> None:
    for bonus, gain in [("0", 0), ("1", 10), ("2.55", 25)]:
        table = bob_16_dave_bust(rules=replace(RULES, bonus_clown=Fraction(bonus)))
        assert wagon(table, "bob: s dave: t") == [(gain, True), (-10, False)]


def test_the_clown_wagon_is_instead_of_the_bonus_of_high_cards() -> None:
    table = bob_16_dave_bust(rules=replace(RULES, bonus_high=Fraction(1)))
    assert wagon(table, "bob: s dave: t") == [(15, True), (-10, False)]


def test_the_clown_wagon_pays_the_whole_stake() -> None:
    table = begin(dealt("10C 2D", "9C 6S", then="4D QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: b s dave: t") == [(30, True), (-10, False)]


def test_nobody_is_on_the_clown_wagon_alone() -> None:
    assert wagon(bob_holding("10C 6D"), "bob: s") == [(0, False)]


def test_a_second_hand_of_ones_own_is_no_company() -> None:
    table = bob_holding("8C 8D", then="8H 7S KC")
    assert wagon(table, "bob: p s t") == [(0, False), (-10, False)]


@pytest.mark.parametrize("held", ["10C 7D", "AC 6D"])
def test_the_clown_wagon_is_for_16_only(held: str) -> None:
    table = begin(dealt(held, "9C 6S", then="QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: s dave: t") == [(0, False), (-10, False)]


def test_any_high_cards_of_16_ride_soft_ones_too() -> None:
    for held in ["10C 6D", "AC 5D", "9C 7D"]:
        table = begin(dealt(held, "9C 6S", then="QD"), "bob", "dave")
        assert wagon(table, "bob: 10 dave: 10 bob: s dave: t") == [(15, True), (-10, False)]


def test_a_five_card_trick_of_16_is_not_high_cards() -> None:
    table = begin(dealt("2C 3D", "9C 6S", then="4H 5S 2H QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: t t t dave: t") == [(30, False), (-10, False)]


def test_two_hands_of_16_of_one_player_are_not_one_hand() -> None:
    table = begin(dealt("8C 8D", "9C 6S", then="8H 8S QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: p s s dave: t") == [
        (0, False),
        (0, False),
        (-10, False),
    ]


def test_a_16_that_is_not_the_best_does_not_ride() -> None:
    """It may win all the same, below a better hand of the same player."""
    table = begin(dealt("8C 8D", "9C 6S", then="AH 8S QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: p s s dave: t") == [
        (0, False),
        (0, False),
        (-10, False),
    ]


def test_puppets_that_bet_1_and_resign_bring_no_clown_wagon() -> None:
    """Neither before nor after the second cards."""
    table = begin(dealt("10C 6D", "9C 6S"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 1 dave: resigns bob: s") == [(0, False), (-1, False)]
    table = begin(dealt("10C", "9C", then="6D"), "bob", "dave")
    assert wagon(table, "dave: 1 resigns bob: 10 bob: s") == [(0, False), (-1, False)]


def test_who_leaves_after_a_bust_takes_nobodys_clown_wagon_away() -> None:
    """The hand that has bust is company, whatever its player does then."""
    table = begin(dealt("9C 6S", "10C 6D", then="QD"), "dave", "bob")
    assert wagon(table, "dave: 10 bob: 10 dave: t resigns bob: s") == [(-10, False), (15, True)]


@pytest.mark.parametrize("kevin", ["", "9H 6S"])
def test_nobody_rides_while_somebody_else_still_stands_on_less(kevin: str) -> None:
    """As one can where config lets people stick on less than 16; be a third player bust or not."""
    hands = filter(None, ["10C 6D", "10H 3S", kevin])
    players = ("bob", "dave", "kevin") if kevin else ("bob", "dave")
    table = begin(dealt(*hands, then="QD"), *players, rules=replace(RULES, stick_min=11))
    bets = " ".join(f"{player}: 10" for player in players)
    bust = "kevin: t" if kevin else ""
    gains = wagon(table, f"{bets} bob: s dave: s {bust}")
    assert gains == [(0, False), *[(-10, False)] * (len(players) - 1)]


def test_a_hand_of_ones_own_that_stands_on_less_does_not_matter() -> None:
    rules = replace(RULES, stick_min=11)
    table = begin(dealt("8C 8D", "9C 6S", then="8H 3S QD"), "bob", "dave", rules=rules)
    assert wagon(table, "bob: 10 dave: 10 bob: p s s dave: t") == [
        (15, True),
        (0, False),
        (-10, False),
    ]


@pytest.mark.parametrize("order", ["bob dave kevin", "kevin dave bob"])
def test_a_resigned_hand_does_not_stand_so_that_a_bust_one_is_company_enough(order: str) -> None:
    table = begin(dealt("10C 6D", "KC KD", "9C 6S", then="QD"), "bob", "dave", "kevin")
    bets = " ".join(f"{player}: 10" for player in order.split())
    assert wagon(table, f"{bets} bob: s dave: resigns kevin: t") == [
        (15, True),
        (-10, False),
        (-10, False),
    ]


def test_somebody_who_resigned_before_betting_was_no_company() -> None:
    table = begin(dealt("10C", "9C", then="6D"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: resigns bob: s") == [(0, False)]


def test_among_three_one_who_stayed_is_company_enough() -> None:
    table = begin(dealt("10C", "9C", "8C", then="6D 6S QD"), "bob", "dave", "kevin")
    assert wagon(table, "bob: 10 dave: resigns kevin: 10 bob: s kevin: t") == [
        (15, True),
        (-10, False),
    ]


def test_one_who_resigned_with_a_16_does_not_ride() -> None:
    table = begin(dealt("10C 6D", "9C 6S", then="QD"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: s resigns dave: t") == [(-10, False), (-10, False)]


def test_a_16_that_is_given_up_is_no_company_for_another() -> None:
    table = begin(dealt("10C 6D", "9C 7S"), "bob", "dave")
    assert wagon(table, "bob: 10 dave: 10 bob: s resigns dave: s") == [(-10, False), (0, False)]


def test_a_settled_round_names_everybody_in_the_order_of_the_seats() -> None:
    table = begin(dealt("10C", "9C", "8C", then="8D 9S"), "kevin", "bob", "dave")
    events = play(table, "bob: resigns kevin: 10 dave: 10 kevin: s dave: s")
    (end,) = of_kind(Settled, events)
    assert [result.player for result in end.results] == ["kevin", "bob", "dave"]
    assert events[-1] is end
