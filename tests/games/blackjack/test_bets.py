"""What may be wagered in Black Jack For Time: bets, doubling down and insurance."""

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import BadAmount, CannotDeal, CannotSeat, NotOffered, SeatFault
from pontoon.engine.events import (
    DealerShows,
    Doubled,
    HandMade,
    Insured,
    NotInsurable,
    Passed,
)
from pontoon.engine.moves import Bound, Move, Option, Phase, Unit, Verb, WhyNot
from pontoon.games.blackjack_hands import HandType
from tests.support.blackjack_rounds import (
    LETTERS,
    RULES,
    assert_barred,
    begin,
    bob_holding,
    on_offer,
    only_result,
    play,
)
from tests.support.shed_rounds import asked, changes, dealt, of_kind, snapshot

# Bets


@pytest.mark.parametrize(
    ("coins", "most"), [(2, 1), (3, 2), (10, 9), (11, 10), (12, 10), (10**12, 10)]
)
def test_a_bet_is_1_to_max_coins_and_leaves_at_least_1_coin(coins: int, most: int) -> None:
    table = begin("", "bob", coins=coins)
    ask = asked(table)
    assert (ask.phase, ask.unit, ask.chips) == (Phase.BET, Unit.COINS, coins)
    assert ask.options == (Option(Verb.BET, 1, most),)


@pytest.mark.parametrize(("coins", "max_coins", "most"), [(100, 25, 25), (20, 25, 19), (100, 1, 1)])
def test_the_most_coins_of_a_bet_are_config(coins: int, max_coins: int, most: int) -> None:
    table = begin("", "bob", coins=coins, rules=replace(RULES, max_coins=max_coins))
    assert asked(table).options == (Option(Verb.BET, 1, most),)


@pytest.mark.parametrize("coins", [0, -1, 11, 100, 10**30])
def test_a_bet_outside_the_limits_is_refused_and_changes_nothing(coins: int) -> None:
    table = begin("", "bob")
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(Verb.BET, coins))
    assert refusal.value.option == Option(Verb.BET, 1, 10)
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("said", "coins"), [(1, 1), (10, 10), (Bound.MIN, 1), (Bound.MAX, 10), (None, 1)]
)
def test_a_bet_leaves_the_pot_at_once(said: int | Bound | None, coins: int) -> None:
    table = begin("", "bob", "dave")
    assert table.act("bob", Move(Verb.BET, said)) == []
    seat = table.seats[0]
    assert (seat.chips, seat.hands[0].bet, seat.staked) == (100 - coins, coins, coins)


def test_bets_are_asked_before_any_card_is_dealt() -> None:
    table = begin("", "bob", "dave")
    assert asked(table).cards == ()
    play(table, "bob: 1")
    assert (asked(table).player, asked(table).cards) == ("dave", ())


@pytest.mark.parametrize("letter", LETTERS)
def test_no_other_move_is_possible_while_a_bet_is_asked(letter: str) -> None:
    assert_barred(begin("", "bob", "dave"), letter, WhyNot.NOT_NOW)


@pytest.mark.parametrize("coins", [0, 1])
def test_a_seat_needs_2_coins(coins: int) -> None:
    with pytest.raises(CannotDeal) as refusal:
        begin("", "bob", coins=coins)
    assert refusal.value.seats == (CannotSeat("bob", SeatFault.TOO_FEW_CHIPS),)
    assert asked(begin("", "bob", coins=2)).player == "bob"


# Doubling down


def test_doubling_matches_the_bet_and_deals_one_final_card() -> None:
    table = bob_holding("6C 5D", then="4H")
    assert asked(table).option(Verb.DOUBLE) == Option(Verb.DOUBLE, 10, 10)
    events = play(table, "bob: d")
    (doubled,) = of_kind(Doubled, events)
    assert (doubled.player, doubled.hand, doubled.chips, str(doubled.card)) == (
        "bob",
        None,
        10,
        "4H",
    )
    result = only_result(events)
    assert (result.stake, result.total) == (20, 15)
    assert table.ask is None


def test_doubled_coins_leave_the_pot_at_once() -> None:
    table = begin(dealt("6C 5D", "9H 8S", "10C 7D", then="4H"), "bob", "dave")
    play(table, "bob: 10 dave: 1 bob: d")
    assert (table.seats[0].chips, table.seats[0].staked) == (80, 20)
    assert asked(table).player == "dave"


def test_doubling_may_take_a_bet_past_max_coins() -> None:
    assert RULES.max_coins == 10
    result = only_result(play(bob_holding("6C 5D", bet=10, left=11), "bob: d"))
    assert result.stake == 20


def test_only_the_first_two_cards_may_be_doubled() -> None:
    table = bob_holding("2C 3D", then="4H")
    assert on_offer(table) == "hsd"
    play(table, "bob: h")
    assert on_offer(table) == "hs"
    assert_barred(table, "d", WhyNot.NOT_TWO_CARDS)


@pytest.mark.parametrize(
    ("left", "bar"),
    [(1, WhyNot.TOO_FEW_CHIPS), (9, WhyNot.TOO_FEW_CHIPS), (10, WhyNot.LAST_COIN)],
)
def test_doubling_is_not_offered_without_coins_to_match_the_bet_and_keep_one(
    left: int, bar: WhyNot
) -> None:
    table = bob_holding("6C 5D", left=left)
    assert on_offer(table) == "hs"
    assert_barred(table, "d", bar)


def test_doubling_may_leave_the_last_coin_alone() -> None:
    table = bob_holding("6C 5D", left=11)
    play(table, "bob: d")
    assert table.ask is None


@pytest.mark.parametrize("amount", [1, 9, 11, 20])
def test_doubling_costs_exactly_the_bet(amount: int) -> None:
    table = bob_holding("6C 5D")
    before = snapshot(table)
    with pytest.raises(BadAmount):
        table.act("bob", Move(Verb.DOUBLE, amount))
    assert snapshot(table) == before


@pytest.mark.parametrize("hand", ["10C 10D", "9C AD", "10C 2D", "AC 2D"])
def test_two_cards_under_21_may_be_doubled_soft_or_hard(hand: str) -> None:
    assert "d" in on_offer(bob_holding(hand))


def test_two_cards_of_21_are_not_asked_about() -> None:
    table = bob_holding("AC KD")
    assert table.ask is None


def test_there_is_no_splitting() -> None:
    table = bob_holding("8C 8D")
    with pytest.raises(NotOffered) as refusal:
        table.act("bob", Move(Verb.SPLIT))
    assert refusal.value.why_not is WhyNot.NO_SUCH_MOVE
    assert on_offer(table) == "hsd"


# Insurance


@pytest.mark.parametrize(("bet", "coins"), [(2, 1), (3, 1), (4, 2), (5, 2), (9, 4), (10, 5)])
def test_insurance_is_offered_at_half_the_bet_in_whole_coins(bet: int, coins: int) -> None:
    ask = asked(bob_holding("10C 8D", dealer="AC 5D", bet=bet))
    assert (ask.player, ask.phase) == ("bob", Phase.INSURANCE)
    assert ask.options == (Option(Verb.INSURE, coins, coins), Option(Verb.PASS))
    assert (ask.stake, ask.unit) == (bet, Unit.COINS)


@pytest.mark.parametrize("up", ["2C", "6D", "9H", "10S", "JC", "QD", "KH"])
def test_insurance_is_offered_only_where_the_dealer_shows_an_ace(up: str) -> None:
    assert asked(bob_holding("10C 8D", dealer=f"{up} 9D")).phase is Phase.HAND


def test_an_ace_that_is_down_offers_no_insurance() -> None:
    assert asked(bob_holding("10C 8D", dealer="9C AD")).phase is Phase.HAND


def test_insurance_of_less_than_a_coin_is_not_offered() -> None:
    assert asked(bob_holding("10C 8D", dealer="AC 5D", bet=1)).phase is Phase.HAND


@pytest.mark.parametrize(("left", "step"), [(5, Phase.HAND), (6, Phase.INSURANCE)])
def test_insurance_is_offered_if_one_coin_stays(left: int, step: Phase) -> None:
    assert asked(bob_holding("10C 8D", dealer="AC 5D", bet=10, left=left)).phase is step


@pytest.mark.parametrize(
    ("up", "bet", "left", "told"),
    [("AC", 1, 90, 0), ("AC", 10, 5, 5), ("AC", 10, 6, None), ("KC", 1, 90, None)],
)
def test_that_somebody_cannot_insure_is_told_where_the_dealer_shows_an_ace(
    up: str, bet: int, left: int, told: int | None
) -> None:
    table = begin(dealt("10C 8D", f"{up} 5D"), "bob", coins=bet + left)
    events = of_kind(NotInsurable, play(table, f"bob: {bet}"))
    assert events == ([] if told is None else [NotInsurable("bob", told)])


def test_insurance_is_offered_to_naturals_too() -> None:
    assert asked(bob_holding("AH KD", dealer="AC 5D")).phase is Phase.INSURANCE


def test_insurance_is_offered_in_the_order_of_the_seats_before_any_hand_is_played() -> None:
    table = begin(dealt("10C 8D", "AH KD", "9C 9D", "AC 5D"), "bob", "dave", "eve")
    events = play(table, "bob: 10 dave: 1 eve: 4")
    assert of_kind(DealerShows, events)
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.INSURANCE)
    events = play(table, "bob: y")
    assert events == [Insured("bob", 5), NotInsurable("dave", 0)]
    assert (asked(table).player, asked(table).phase) == ("eve", Phase.INSURANCE)
    events = play(table, "eve: n")
    assert events[0] == Passed("eve")
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.HAND)


def test_insured_coins_leave_the_pot_at_once_and_are_no_part_of_the_bet() -> None:
    table = bob_holding("6C 5D", dealer="AC 5D", left=90)
    play(table, "bob: y")
    seat = table.seats[0]
    assert (seat.chips, seat.staked) == (85, 15)
    ask = asked(table)
    assert (ask.stake, ask.chips) == (10, 85)
    assert ask.option(Verb.DOUBLE) == Option(Verb.DOUBLE, 10, 10)


def test_no_insurance_costs_nothing() -> None:
    table = bob_holding("6C 5D", dealer="AC 5D")
    play(table, "bob: n")
    assert (table.seats[0].chips, table.seats[0].staked) == (90, 10)


@pytest.mark.parametrize("letter", "hsd")
def test_no_hand_is_played_while_insurance_is_asked(letter: str) -> None:
    assert_barred(bob_holding("10C 8D", dealer="AC 5D"), letter, WhyNot.NOT_NOW)


@pytest.mark.parametrize("letter", "yn")
def test_insurance_cannot_be_had_later(letter: str) -> None:
    table = bob_holding("10C 8D", dealer="AC 5D")
    play(table, "bob: n")
    assert_barred(table, letter, WhyNot.NOT_NOW)


@pytest.mark.parametrize("amount", [0, 1, 4, 6, 10])
def test_insurance_is_for_half_the_bet_and_nothing_else(amount: int) -> None:
    table = bob_holding("10C 8D", dealer="AC 5D")
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(Verb.INSURE, amount))
    assert refusal.value.option == Option(Verb.INSURE, 5, 5)


@pytest.mark.parametrize("amount", [None, 5, Bound.MIN, Bound.MAX])
def test_half_the_bet_may_be_named(amount: int | Bound | None) -> None:
    table = bob_holding("10C 8D", dealer="AC 5D")
    assert table.act("bob", Move(Verb.INSURE, amount))[0] == Insured("bob", 5)


def test_who_is_insured_may_lack_the_coins_to_double() -> None:
    table = bob_holding("6C 5D", dealer="AC 5D", bet=10, left=15)
    play(table, "bob: y")
    assert_barred(table, "d", WhyNot.LAST_COIN)


def test_a_bet_that_loses_is_gone_and_there_is_no_credit() -> None:
    """With his last coin alone bob is not seated again."""
    table = bob_holding("10C 8D", dealer="10H 9D", bet=1, left=1)
    assert changes(play(table, "bob: s")) == {"bob": -1}
    with pytest.raises(CannotDeal):
        table.deal([("bob", 1)])


def test_a_doubled_21_ends_like_any_doubled_hand() -> None:
    events = play(bob_holding("6C 5D", then="10H"), "bob: d")
    assert of_kind(HandMade, events) == [HandMade("bob", None, HandType.TWENTY_ONE)]
