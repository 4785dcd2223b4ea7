"""What a player of CUTwC Pontoon may do with a hand, and what it does."""

import pytest

from pontoon.engine.cards import card, cards
from pontoon.engine.errors import BadAmount
from pontoon.engine.events import (
    BankerDrew,
    BankerStayed,
    Bought,
    Busted,
    HandResult,
    PontoonDeclared,
    SecondCard,
    Split,
    Stuck,
    Twisted,
)
from pontoon.engine.moves import Option, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from tests.support.banker_rounds import assert_barred, gains, on_offer, play
from tests.support.cutwc_rounds import against_dave, table_of
from tests.support.shed_rounds import asked, dealt, hand, names, of_kind, snapshot
from tests.support.stacked_decks import StackedPack


def with_cards_left(left: int, *hands: str, then: str = "") -> Table:
    """Return a table at which HANDS are held, dave's last; so many cards are left in the pack."""
    pack = StackedPack(dealt(*hands, then=then))
    pack.lose_all_but(2 * len(hands) + left)
    players = [*("bob", "kevin")[: len(hands) - 1], "dave"]
    table = table_of(pack)
    table.deal([(player, 0) for player in players])
    for player in players[:-1]:
        play(table, f"{player}: 1")
    return table


# Stick


def test_a_hand_may_stick_at_any_total() -> None:
    for held in ["2C 3D", "10C 4D", "10C 5D", "KC QD", "AC 9D"]:
        table = against_dave(held)
        assert play(table, "bob: s") == [Stuck("bob", None)]
        assert asked(table).player == "dave"


# Twist


def test_a_twist_is_face_up_and_costs_nothing() -> None:
    table = against_dave("2C 3D", then="2H")
    assert play(table, "bob: t") == [Twisted("bob", None, card("2H"))]
    assert asked(table).stake == 2


def test_only_a_hand_under_21_may_twist() -> None:
    for held, card_to_come, letters in [
        ("10C 7D", "3H", "st"),
        ("10C 7D", "4H", "s"),
        ("AC 7D", "3H", "s"),
        ("AC 7D", "2H", "st"),
    ]:
        table = against_dave(held, then=card_to_come)
        play(table, "bob: t")
        assert on_offer(table) == letters
        if "t" not in letters:
            assert_barred(table, "t", WhyNot.TOTAL_TOO_HIGH, 21)


# Buy


def test_a_card_bought_is_face_down_and_raises_the_bid_by_one() -> None:
    table = against_dave("2C 3D", then="4H", bids="3")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 1, 1)
    assert play(table, "bob: b") == [Bought("bob", None, 1, cards("2C 3D 4H"))]
    assert asked(table).stake == 4


def test_buying_raises_the_bid_past_four_if_need_be() -> None:
    table = against_dave("2C 3D", then="2H 3H 4H", bids="4")
    play(table, "bob: b b")
    assert asked(table).stake == 6
    play(table, "bob: b1 dave: s")
    assert table.ask is None


def test_a_card_is_bought_for_one_finger_and_no_other_amount() -> None:
    for amount in [0, 2, 4]:
        table = against_dave("2C 3D", bids="4")
        before = snapshot(table)
        with pytest.raises(BadAmount):
            play(table, f"bob: b{amount}")
        assert snapshot(table) == before


def test_who_loses_drinks_what_was_bought_for_too() -> None:
    table = against_dave("2C 3D", then="2H 3H", bids="4")
    assert gains(play(table, "bob: b b s dave: s")) == [-6]


@pytest.mark.parametrize(
    ("card_to_come", "letters"), [("3H", "stb"), ("4H", "s")], ids=["on 20", "on 21"]
)
def test_only_a_hand_under_21_may_buy(card_to_come: str, letters: str) -> None:
    table = against_dave("10C 7D", then=card_to_come)
    play(table, "bob: b")
    assert on_offer(table) == letters
    if "b" not in letters:
        assert_barred(table, "b", WhyNot.TOTAL_TOO_HIGH, 21)


def test_there_is_no_buying_after_a_twist() -> None:
    table = against_dave("2C 3D", then="2H 2S")
    play(table, "bob: b")
    assert on_offer(table) == "stb"
    play(table, "bob: t")
    assert on_offer(table) == "st"
    assert_barred(table, "b", WhyNot.HAS_TWISTED)


# Split


def test_two_cards_of_the_same_rank_may_be_split_each_hand_with_the_bid() -> None:
    """Both hands get their second cards at once, face down."""
    table = against_dave("8C 8D", then="2H 3H", bids="3")
    assert asked(table).option(Verb.SPLIT) == Option(Verb.SPLIT, 3, 3)
    assert play(table, "bob: p") == [
        Split("bob", 1, 3),
        SecondCard("bob", 1, cards("8C 2H")),
        SecondCard("bob", 2, cards("8D 3H")),
    ]
    assert (asked(table).hand, asked(table).stake) == (1, 3)
    play(table, "bob: s")
    assert (asked(table).hand, asked(table).stake) == (2, 3)


def test_cards_of_another_rank_may_not_be_split_though_they_count_the_same() -> None:
    for held in ["KC QD", "10C JD", "7C 8D", "AC 2D"]:
        assert_barred(against_dave(held), "p", WhyNot.NOT_A_PAIR)


def test_a_pair_of_any_rank_may_be_split() -> None:
    for held in ["AC AD", "10C 10D", "KC KD", "2C 2D"]:
        assert "p" in on_offer(against_dave(held))


def test_a_pair_may_be_split_repeatedly() -> None:
    """In one hand and in the other, and with no limit but the cards."""
    table = against_dave("8C 8D", then="8H 8S 9C 10D 9D 10H")
    play(table, "bob: p p")
    assert names(asked(table).cards) == "8C 9C"
    play(table, "bob: s")
    assert names(asked(table).cards) == "8D 8S"
    play(table, "bob: p")
    held = [names(each.cards) for each in table.seats[0].hands]
    assert held == ["8C 9C", "8D 9D", "8H 10D", "8S 10H"]
    assert len(gains(play(table, "bob: s s s dave: s"))) == 4


def test_a_hand_split_off_carries_the_initial_bid_whatever_another_has_bought() -> None:
    table = against_dave("8C 8D", then="2H 8H 3H 4S 5S 6S", bids="3")
    play(table, "bob: p b s")
    assert asked(table).option(Verb.SPLIT) == Option(Verb.SPLIT, 3, 3)
    play(table, "bob: p")
    assert [each.stake for each in table.seats[0].hands] == [4, 3, 3]


@pytest.mark.parametrize("way", ["t", "b"])
def test_only_the_two_initial_cards_of_a_hand_may_be_split(way: str) -> None:
    table = against_dave("2C 2D", then="2H")
    play(table, f"bob: {way}")
    assert_barred(table, "p", WhyNot.NOT_TWO_CARDS)


# The ends of a hand


@pytest.mark.parametrize(("way", "kind"), [("t t t", Twisted), ("b b b", Bought)])
def test_five_cards_complete_a_hand(way: str, kind: type[Twisted | Bought]) -> None:
    table = against_dave("2C 2D", then="2H 3C 3D")
    events = play(table, f"bob: {way}")
    assert [type(event) for event in events] == [kind, kind, kind, Stuck]
    assert asked(table).player == "dave"


def test_four_cards_or_21_do_not() -> None:
    table = against_dave("2C 2D", then="7H 10C")
    play(table, "bob: t t")
    assert hand(table).total == 21
    assert (asked(table).player, on_offer(table)) == ("bob", "s")


@pytest.mark.parametrize("way", ["t", "b"])
def test_a_bust_is_said_at_once_with_its_cards_for_its_player(way: str) -> None:
    table = against_dave("10C 6D", "10H 7H", then="6H")
    last, busted = play(table, f"bob: {way}")
    assert isinstance(last, Twisted | Bought)
    assert busted == Busted("bob", None, cards("10C 6D 6H"))
    assert asked(table).player == "kevin"


def test_a_bust_on_the_fifth_card_is_no_five_card_trick() -> None:
    table = against_dave("2C 2D", then="10H 3C 10D")
    events = play(table, "bob: t t t")
    assert of_kind(Busted, events) == [Busted("bob", None, cards("2C 2D 10H 3C 10D"))]
    assert of_kind(Stuck, events) == []


# Pontoons


@pytest.mark.parametrize("ten", ["10C", "JC", "QC", "KC"])
@pytest.mark.parametrize("order", ["{} AD", "AD {}"])
def test_a_pontoon_is_shown_by_turning_the_card_that_is_not_the_ace(ten: str, order: str) -> None:
    """Once it is that player's turn; and the hand is over."""
    table = against_dave("9C 8C", order.format(ten), then="2H")
    assert asked(table).player == "bob"
    events = play(table, "bob: t s")
    assert events[-1] == PontoonDeclared("kevin", None, card(ten))
    assert asked(table).player == "dave"


def test_a_pontoon_is_not_shown_before_the_turn_comes() -> None:
    table = table_of(StackedPack(dealt("9C 8C", "AD KD", "10S 9S")))
    table.deal([("bob", 0), ("kevin", 0), ("dave", 0)])
    events = play(table, "bob: 1 kevin: 1")
    assert of_kind(PontoonDeclared, events) == []


def test_21_on_three_cards_is_not_shown() -> None:
    table = against_dave("AC 5D", then="5H")
    assert of_kind(PontoonDeclared, play(table, "bob: t s")) == []


def test_a_pontoon_on_a_split_hand_is_shown_when_that_hand_is_to_be_played() -> None:
    table = against_dave("AC AD", then="KH QH 7H")
    events = play(table, "bob: p")
    assert [event for event in events if not isinstance(event, SecondCard)] == [
        Split("bob", 1, 2),
        PontoonDeclared("bob", 1, card("KH")),
        PontoonDeclared("bob", 2, card("QH")),
    ]
    table = against_dave("AC AD", then="7H QH 2H")
    assert of_kind(PontoonDeclared, play(table, "bob: p t")) == []
    assert play(table, "bob: s")[-1] == PontoonDeclared("bob", 2, card("QH"))


# The dealer


def test_the_dealer_plays_last_and_may_draw_or_stay_at_any_total() -> None:
    table = against_dave("10C 8C", dealer="2S 3S", then="2H 10H 4H")
    play(table, "bob: s")
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.BANKER)
    assert on_offer(table) == "st"
    assert play(table, "dave: t") == [BankerDrew("dave", card("2H"))]
    assert on_offer(table) == "st"
    events = play(table, "dave: t s")
    assert events[:2] == [BankerDrew("dave", card("10H")), BankerStayed("dave")]


def test_the_dealer_may_draw_on_21_to_make_five_cards() -> None:
    table = against_dave("2C 2D", then="2H 3C 3D 5H 5C 2S", dealer="AS 5S")
    events = play(table, "bob: t t t dave: t")
    assert hand_of_dealer(table) == "AS 5S 5H"
    assert on_offer(table) == "st"
    events = play(table, "dave: t t")
    assert BankerStayed("dave") in events
    assert gains(events) == [-2]


def hand_of_dealer(table: Table) -> str:
    return names(table.seats[-1].hands[0].cards)


def test_the_dealer_may_neither_split_nor_buy() -> None:
    table = against_dave("10C 8C", dealer="8S 8H")
    play(table, "bob: s")
    assert asked(table).options == (Option(Verb.STAY), Option(Verb.DRAW))


def test_five_cards_complete_the_dealers_hand() -> None:
    table = against_dave("10C 8C", dealer="2S 2H", then="2D 2C 3C")
    events = play(table, "bob: s dave: t t t")
    assert [type(event) for event in events[1:5]] == [BankerDrew] * 3 + [BankerStayed]
    assert table.ask is None


def test_a_dealer_who_busts_is_said_to() -> None:
    table = against_dave("10C 8C", dealer="10S 6S", then="10H")
    events = play(table, "bob: s dave: t")
    busted = Busted("dave", None, cards("10S 6S 10H"))
    assert events[1:3] == [BankerDrew("dave", card("10H")), busted]
    assert table.ask is None


def test_nobody_left_in_the_dealer_does_not_play() -> None:
    table = against_dave("10C 6C", "10D 6D", then="10H 9H")
    events = play(table, "bob: t kevin: t")
    assert table.ask is None
    assert of_kind(BankerStayed, events) == []
    assert gains(events) == [-2, -2]


def test_one_hand_left_in_is_enough_for_the_dealer_to_play() -> None:
    table = against_dave("8C 8D", "10D 6D", then="10H 3H 9H 6H")
    play(table, "bob: p t s kevin: t")
    assert asked(table).phase is Phase.BANKER


def test_a_dealers_pontoon_is_shown_when_the_turn_comes_and_nothing_more_is_asked() -> None:
    table = against_dave("10C 8C", dealer="AS QS")
    assert of_kind(PontoonDeclared, play(table, "")) == []
    events = play(table, "bob: s")
    assert events[1] == PontoonDeclared("dave", None, card("QS"))
    assert len(of_kind(HandResult, events)) == 1


def test_a_dealers_pontoon_is_not_shown_where_the_dealer_does_not_play() -> None:
    table = against_dave("10C 6C", dealer="AS QS", then="10H")
    assert of_kind(PontoonDeclared, play(table, "bob: t")) == []


# The pack runs out


def test_with_the_pack_empty_twist_and_buy_are_not_on_offer_and_any_hand_may_stick() -> None:
    table = with_cards_left(1, "2C 3C", "10S 9S", then="2D")
    assert on_offer(table) == "stb"
    play(table, "bob: t")
    assert on_offer(table) == "s"
    assert_barred(table, "t", WhyNot.PACK_EMPTY)


def test_with_the_pack_empty_buy_is_not_on_offer() -> None:
    table = with_cards_left(0, "2C 3C", "10S 9S")
    assert on_offer(table) == "s"
    assert_barred(table, "b", WhyNot.PACK_EMPTY)


def test_with_the_pack_empty_the_dealer_cannot_draw() -> None:
    table = with_cards_left(0, "2C 3C", "2S 3S")
    play(table, "bob: s")
    assert on_offer(table) == "s"
    assert_barred(table, "t", WhyNot.PACK_EMPTY)


def test_a_split_needs_two_cards_in_the_pack() -> None:
    for left, letters in [(2, "stbp"), (1, "stb"), (0, "s")]:
        table = with_cards_left(left, "8C 8D", "10S 9S")
        assert on_offer(table) == letters
        if "p" not in letters:
            assert_barred(table, "p", WhyNot.PACK_EMPTY)


def test_the_cards_of_a_bust_hand_are_dealt_again_when_the_pack_has_run_out() -> None:
    table = with_cards_left(1, "10C 6C", "2D 3D", "10S 9S", then="10H")
    play(table, "bob: t")
    events = play(table, "kevin: t")
    assert events == [Twisted("kevin", None, card("10C"))]


# What is asked


def test_another_kind_of_move_is_not_for_now() -> None:
    table = against_dave("10C 8C")
    assert_barred_now(table, "4")
    play(table, "bob: s")
    assert_barred_now(table, "4")


def assert_barred_now(table: Table, word: str) -> None:
    assert_barred(table, word, WhyNot.NOT_NOW)
