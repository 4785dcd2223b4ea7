"""A player's turn in British Pontoon, at both sides of every limit.

The hands are bob's; he has bet 10 of 1000 against dave's bank where nothing else is said.
"""

import pytest

from pontoon.engine.cards import card, cards
from pontoon.engine.errors import BadAmount
from pontoon.engine.events import (
    Bought,
    Busted,
    PontoonDeclared,
    Stuck,
    ThrownIn,
    Twisted,
)
from pontoon.engine.moves import Bound, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from tests.support.banker_rounds import assert_barred, on_offer, play
from tests.support.british_rounds import against_dave, bank_of, bet, british, deal, seat
from tests.support.shed_rounds import asked, dealt, hand, names, not_offered, of_kind, snapshot
from tests.support.stacked_decks import StackedPack


def with_cards_left(held: str, left: int, then: str = "") -> Table:
    """Return a table at which bob is to play HELD while there are so many cards in the pack."""
    pack = StackedPack(dealt(held, "10S 9S", then=then))
    table = british(pack)
    deal(table, "bob", "dave")
    bet(table)
    pack.lose_all_but(left)
    return table


def offered_again(table: Table) -> str:
    """Return what is on offer after the pack was changed under the hand of whoever is asked."""
    running = table._running
    assert running is not None
    this_round = running.round
    running.asks = (this_round.ask(*this_round.hand_asked(asked(table))),)
    return on_offer(table)


# A pontoon


def test_a_pontoon_is_declared_by_itself_and_only_its_ace_is_shown() -> None:
    for held, ace in [("AC KD", "AC"), ("10C AD", "AD"), ("JC AD", "AD"), ("AS QD", "AS")]:
        pack = StackedPack(dealt(held, "10H 9S"))
        table = british(pack)
        deal(table, "bob", "dave")
        events = bet(table)
        assert of_kind(PontoonDeclared, events) == [PontoonDeclared("bob", None, card(ace))]
        assert of_kind(Stuck, events) == []
        assert asked(table).player == "dave"


def test_a_pontoon_is_declared_when_its_turn_has_come() -> None:
    table = against_dave("10C 8C", "AD KD")
    assert asked(table).player == "bob"
    events = play(table, "bob: s")
    assert events[:2] == [Stuck("bob", None), PontoonDeclared("kevin", None, card("AD"))]


def test_no_other_two_cards_are_a_pontoon() -> None:
    for held in ["AC 9D", "10C JD", "AC AD"]:
        assert asked(against_dave(held)).player == "bob"


# Stick


def test_below_15_a_hand_cannot_stick() -> None:
    for held in ["10C 4D", "AC 3D", "2C 2D"]:
        table = against_dave(held)
        assert_barred(table, "s", WhyNot.TOTAL_TOO_LOW, 15)


def test_from_15_on_a_hand_can_stick() -> None:
    for held in ["10C 5D", "AC 4D", "10C JD"]:
        assert play(against_dave(held), "bob: s")[0] == Stuck("bob", None)


def test_the_least_total_to_stick_on_is_config() -> None:
    assert_barred(against_dave("10C 5D", stick_min=16), "s", WhyNot.TOTAL_TOO_LOW, 16)
    assert "s" in on_offer(against_dave("10C 6D", stick_min=16))


# Twist


def test_a_twist_is_a_card_face_up_at_no_cost() -> None:
    table = against_dave("2C 3D", then="2H")
    assert play(table, "bob: t") == [Twisted("bob", None, card("2H"))]
    assert (asked(table).stake, asked(table).chips) == (10, 990)


def test_under_21_a_hand_can_twist() -> None:
    for held in ["2C 2D", "10C JD", "AC 9D"]:
        assert "t" in on_offer(against_dave(held))


def test_after_a_twist_the_hand_cannot_buy() -> None:
    table = against_dave("2C 3D", then="2H")
    play(table, "bob: t")
    assert_barred(table, "b", WhyNot.HAS_TWISTED)


# Buy


def test_a_card_bought_is_face_down_and_its_price_rides_on_the_hand() -> None:
    table = against_dave("2C 3D", then="4H")
    assert play(table, "bob: b15") == [Bought("bob", None, 15, cards("2C 3D 4H"))]
    assert (asked(table).stake, asked(table).chips) == (25, 975)


def test_the_third_card_costs_between_the_initial_bet_and_twice_it() -> None:
    """``b`` alone buys for the least."""
    for said, chips in [(None, 10), (10, 10), (20, 20), (Bound.MIN, 10), (Bound.MAX, 20)]:
        table = against_dave("2C 3D", then="4H")
        assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 20)
        (bought,) = table.act("bob", Move(Verb.BUY, said))
        assert isinstance(bought, Bought)
        assert bought.chips == chips


def test_it_cannot_be_had_for_another_price() -> None:
    for chips in [0, 9, 21, -10]:
        table = against_dave("2C 3D")
        before = snapshot(table)
        with pytest.raises(BadAmount) as refusal:
            table.act("bob", Move(Verb.BUY, chips))
        assert refusal.value.option == Option(Verb.BUY, 10, 20)
        assert snapshot(table) == before


def test_the_fourth_card_costs_between_the_initial_bet_and_the_previous_buy() -> None:
    for third, most in [(10, 10), (15, 15), (20, 20)]:
        table = against_dave("2C 3D", then="4H 2H")
        play(table, f"bob: b{third}")
        assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, most)


def test_the_fifth_card_costs_between_the_initial_bet_and_the_buy_before_it() -> None:
    for fourth, most in [(10, 10), (13, 13), (18, 18)]:
        table = against_dave("2C 3D", then="4H 2H")
        play(table, f"bob: b18 b{fourth}")
        assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, most)


def test_under_21_a_hand_that_has_not_twisted_can_buy() -> None:
    for held in ["2C 3D", "10C 5D", "10C JD", "AC 9D"]:
        assert "b" in on_offer(against_dave(held))


def test_a_hand_that_has_bought_can_twist_and_then_not_buy() -> None:
    table = against_dave("2C 3D", then="4H 2H")
    play(table, "bob: b t")
    assert names(hand(table).cards) == "2C 3D 4H 2H"
    assert_barred(table, "b", WhyNot.HAS_TWISTED)


# A hand of five cards, or of 21, is complete


@pytest.mark.parametrize("way", ["t t t", "b b b"])
def test_a_hand_of_five_cards_is_complete(way: str) -> None:
    table = against_dave("2C 2D", then="2H 3C 3D")
    events = play(table, f"bob: {way}")
    assert events[3] == Stuck("bob", None)
    assert asked(table).player == "dave"


@pytest.mark.parametrize("way", ["t", "b"])
def test_a_hand_of_21_is_complete(way: str) -> None:
    table = against_dave("10C 6D", then="5H")
    events = play(table, f"bob: {way}")
    assert events[1] == Stuck("bob", None)
    assert asked(table).player == "dave"


@pytest.mark.parametrize("way", ["t", "b"])
def test_a_hand_of_four_cards_under_21_is_not_complete(way: str) -> None:
    table = against_dave("2C 8D", then="2H 8H")
    play(table, f"bob: {way} {way}")
    assert (asked(table).player, hand(table).total) == ("bob", 20)


# Bust


def test_a_bust_hand_is_thrown_in_face_up_and_the_banker_collects_at_once() -> None:
    for held, then, script, stake in [
        ("10C 5D", "7H", "t", 10),
        ("10C 5D", "7H", "b15", 25),
        ("2C 3D", "4H 3H KS", "b20 b15 t", 45),
        ("2C 2D", "KC 3H 10D", "t t t", 10),
    ]:
        table = against_dave(held, "10H 8H", then=then)
        events = play(table, f"bob: {script}")
        thrown = cards(f"{held} {then}")
        assert events[-2:] == [Busted("bob", None, thrown), ThrownIn("bob", None, thrown)]
        assert seat(table, "dave").chips == 1000 + stake
        assert seat(table, "bob").chips == 1000 - stake
        assert asked(table).player == "kevin"


def test_the_cards_of_a_bust_hand_go_to_the_bottom_of_the_pack_at_once() -> None:
    table = against_dave("10C 5D", "10H 8H", then="7H")
    play(table, "bob: t")
    pack = bank_of(table).pack
    assert pack.left == 52 - 4
    assert names([pack.deal() for _ in range(48)][-3:]) == "10C 5D 7H"


# With the pack empty


def test_with_the_pack_empty_twist_and_buy_are_not_on_offer_and_any_hand_may_stick() -> None:
    table = with_cards_left("2C 3D", 0)
    assert offered_again(table) == "s"
    assert_barred(table, "t", WhyNot.PACK_EMPTY)
    assert_barred(table, "b", WhyNot.PACK_EMPTY)
    assert play(table, "bob: s")[0] == Stuck("bob", None)


def test_with_one_card_left_there_is_still_one_to_be_had() -> None:
    table = with_cards_left("2C 3D", 1)
    assert offered_again(table) == "tb"
    play(table, "bob: t")
    assert on_offer(table) == "s"


def test_a_split_needs_two_cards_in_the_pack() -> None:
    for left, can_split in [(2, True), (1, False), (0, False)]:
        table = with_cards_left("8C 8D", left)
        assert ("p" in offered_again(table)) is can_split
        if not can_split:
            assert_barred(table, "p", WhyNot.PACK_EMPTY)


def test_with_the_pack_empty_the_banker_cannot_draw() -> None:
    table = against_dave("10C 8C")
    pack = bank_of(table).pack
    pack.cards.clear()
    play(table, "bob: s")
    assert asked(table).phase is Phase.BANKER
    assert on_offer(table) == "s"
    assert_barred(table, "t", WhyNot.PACK_EMPTY)


def test_the_cards_of_somebody_who_resigns_can_be_had_at_once() -> None:
    """And where there are any a hand below 15 cannot stick."""
    table = against_dave("2C 3D", "10C 8C")
    pack = bank_of(table).pack
    pack.cards.clear()
    pack.put_under(cards("4H"))
    play(table, "bob: t")
    assert on_offer(table) == "s"
    play(table, "kevin: resigns")
    assert on_offer(table) == "t"


def test_cards_thrown_in_can_be_dealt_again() -> None:
    table = against_dave("10C 6C", "2H 3H", then="KC")
    pack = bank_of(table).pack
    for _ in range(pack.left):
        pack.deal()
    pack.put_under(cards("KC"))
    play(table, "bob: t")
    play(table, "kevin: t")
    assert names(seat(table, "kevin").hands[0].cards) == "2H 3H 10C"


# What is asked


def test_exactly_the_allowed_moves_are_on_offer() -> None:
    for held, letters in [("8C 8D", "stbp"), ("7C 7D", "tbp"), ("10C 5D", "stb"), ("2C 3D", "tb")]:
        assert on_offer(against_dave(held)) == letters


def test_a_bet_or_a_bankers_move_is_not_for_now() -> None:
    table = against_dave("8C 7D")
    for verb in (Verb.SHOOT, Verb.KITTY, Verb.BID, Verb.PASS):
        assert asked(table).option(verb) is None
    for verb in (Verb.BET, Verb.DRAW, Verb.STAY):
        assert not_offered(table, Move(verb)).why_not is WhyNot.NOT_NOW
