"""Splitting in Shed Pontoon: what may be split, and how the hands that come of it are played."""

import pytest

from pontoon.engine.cards import RANKS, card, cards
from pontoon.engine.events import (
    Bought,
    Burned,
    Busted,
    HandResult,
    SecondCard,
    Split,
    Stuck,
    Twisted,
)
from pontoon.engine.moves import Option, Verb, WhyNot
from pontoon.games.shed import HandType
from tests.support.shed_rounds import (
    asked,
    assert_barred,
    begin,
    bob_holding,
    changes,
    dealt,
    hand,
    names,
    of_kind,
    on_offer,
    play,
)

# What may be split


def test_two_cards_of_the_same_rank_can_be_split() -> None:
    for rank in RANKS:
        assert asked(bob_holding(f"{rank}C {rank}D")).option(Verb.SPLIT) == Option(
            Verb.SPLIT, 10, 10
        )


def test_two_cards_of_another_rank_cannot_be_split_even_if_they_count_the_same() -> None:
    for held in ["KC QD", "10C JD", "JC QC", "10H KS", "8C 9D", "AC KD"]:
        assert_barred(bob_holding(held), "p", WhyNot.NOT_A_PAIR)


@pytest.mark.parametrize("way", ["t", "b"])
@pytest.mark.parametrize("third", ["2H", "5H"])
def test_three_cards_cannot_be_split_not_even_three_of_a_rank(way: str, third: str) -> None:
    table = bob_holding("5C 5D", then=third)
    play(table, f"bob: {way}")
    assert_barred(table, "p", WhyNot.NOT_TWO_CARDS)


def test_splitting_takes_as_many_chips_as_the_bet() -> None:
    table = bob_holding("8C 8D", then="8H", chips_left=10)
    play(table, "bob: p")
    assert asked(table).chips == 0
    assert_barred(table, "p", WhyNot.TOO_FEW_CHIPS)


def test_with_fewer_chips_than_the_bet_a_pair_cannot_be_split() -> None:
    assert_barred(bob_holding("8C 8D", chips_left=9), "p", WhyNot.TOO_FEW_CHIPS)


def test_a_fourth_split_is_allowed_and_a_fifth_is_not() -> None:
    table = bob_holding("8C 8D", then="8H 8S 8C 8D")
    for hands in (2, 3, 4, 5):
        assert "p" in on_offer(table)
        play(table, "bob: p")
        assert len(table.seats[0].hands) == hands
    assert names(hand(table).cards) == "8C 8D"
    assert asked(table).chips == 950
    assert_barred(table, "p", WhyNot.NO_MORE_SPLITS)


def test_splits_are_counted_over_all_the_hands_of_a_seat() -> None:
    """Four splits, one on each hand in turn, and the fifth hand may not be split either."""
    table = bob_holding("8C 8D", then="9H 8S 9C 8H 9D 8C 9S 8D")
    play(table, "bob: p s p s p s p s")
    assert (asked(table).hand, names(asked(table).cards)) == (5, "8C 8D")
    assert_barred(table, "p", WhyNot.NO_MORE_SPLITS)


def test_each_seat_has_splits_of_its_own() -> None:
    table = begin(dealt("8C 8D", "9C 9D", then="8H 8S 8C 2D 10H 10H 10H 10H 10H 9H"), "bob", "dave")
    play(table, "bob: 10 dave: 10 bob: p p p p t s s s s s dave: p")
    assert (asked(table).player, names(asked(table).cards)) == ("dave", "9C 9H")
    assert "p" in on_offer(table)


def test_how_many_splits_are_allowed_is_config() -> None:
    for most in [0, 1, 2, 6]:
        table = bob_holding("8C 8D", then="8H 8S 8C 8D 8H 8S", max_splits=most)
        play(table, "bob: " + "p " * most)
        assert len(table.seats[0].hands) == most + 1
        assert_barred(table, "p", WhyNot.NO_MORE_SPLITS)


# What a split does


def test_a_split_moves_one_card_to_a_new_hand_with_a_stake_of_one_bet() -> None:
    table = bob_holding("8C 8D", then="5H")
    events = play(table, "bob: p")
    assert events == [Split("bob", 1, 10), SecondCard("bob", 1, cards("8C 5H"))]
    first, second = table.seats[0].hands
    assert (names(first.cards), first.stake, first.bet) == ("8C 5H", 10, 10)
    assert (names(second.cards), second.stake, second.bet) == ("8D", 10, 10)
    assert (asked(table).hand, asked(table).stake, asked(table).chips) == (1, 10, 980)


def test_a_new_hand_is_staked_with_one_bet_whatever_rides_on_the_old_one() -> None:
    table = bob_holding("7C 7D", then="8H 8S 10C")
    events = play(table, "bob: u p")
    assert of_kind(Split, events) == [Split("bob", 1, 10)]
    assert [each.stake for each in table.seats[0].hands] == [20, 10]
    assert asked(table).chips == 970


def test_a_new_hand_gets_its_second_card_only_when_its_turn_comes() -> None:
    table = bob_holding("8C 8D", then="5H 3C 9S")
    play(table, "bob: p t")
    assert names(hand(table, 2).cards) == "8D"
    assert play(table, "bob: s") == [Stuck("bob", 1), SecondCard("bob", 2, cards("8D 9S"))]
    assert (asked(table).hand, names(asked(table).cards)) == (2, "8D 9S")


def test_the_next_hand_has_its_turn_however_the_one_before_ended() -> None:
    for then, script, ended in [
        ("2H 6S 9S", "p t s", Stuck("bob", 1)),
        ("5H 10C 9S", "p t", Busted("bob", 1, cards("8C 5H 10C"))),
        ("2H 2S 2C 2D 9S", "p t t t", Stuck("bob", 1)),
    ]:
        table = bob_holding("8C 8D", then=then)
        events = play(table, f"bob: {script}")
        assert events[-2:] == [ended, SecondCard("bob", 2, cards("8D 9S"))]


def test_a_hand_split_again_is_played_after_all_the_hands_there_already() -> None:
    """The first hand makes hands 2 and 3, the second then makes hand 4."""
    table = bob_holding("8C 8D", then="8H 9C 8S 10C 10D 10H")
    events = play(table, "bob: p p s p s s s")
    assert of_kind(Split, events) == [
        Split("bob", 1, 10),
        Split("bob", 1, 10),
        Split("bob", 2, 10),
    ]
    assert [event.hand for event in of_kind(Stuck, events)] == [1, 2, 3, 4]
    results = of_kind(HandResult, events)
    assert [(result.hand, names(result.cards)) for result in results] == [
        (1, "8C 9C"),
        (2, "8D 10C"),
        (3, "8H 10D"),
        (4, "8S 10H"),
    ]


def test_another_seat_plays_when_every_split_hand_is_over() -> None:
    table = begin(dealt("8C 8D", "9C 7D", then="10C 10D"), "bob", "dave")
    play(table, "bob: 10 dave: 10 bob: p s")
    assert asked(table).player == "bob"
    play(table, "bob: s")
    assert (asked(table).player, asked(table).hand) == ("dave", None)


def test_hands_have_numbers_only_once_there_are_several() -> None:
    table = begin(dealt("7C 7D", "9C 7D", then="8H 8S 10C 2H 3C 5D"), "bob", "dave")
    events = play(table, "bob: 10 dave: 10 bob: u p s b t s dave: s")
    told = (Burned, Split, Stuck, Twisted, Bought)
    assert [
        (type(event), event.player, event.hand) for event in events if isinstance(event, told)
    ] == [
        (Burned, "bob", None),
        (Split, "bob", 1),
        (Stuck, "bob", 1),
        (Bought, "bob", 2),
        (Twisted, "bob", 2),
        (Stuck, "bob", 2),
        (Stuck, "dave", None),
    ]
    assert [event.hand for event in of_kind(HandResult, events)] == [1, 2, None]


# What a split hand may do: all that any hand may


def test_aces_are_split_like_any_pair_and_may_be_split_again() -> None:
    table = bob_holding("AC AD", then="AH 5S")
    assert "p" in on_offer(table)
    play(table, "bob: p")
    assert (names(hand(table).cards), on_offer(table)) == ("AC AH", "tbp")
    play(table, "bob: p")
    assert (names(hand(table).cards), on_offer(table)) == ("AC 5S", "stb")


@pytest.mark.parametrize(("pair", "then"), [("AC AD", "KH 10S"), ("KC KD", "AH AS")])
def test_a_split_hand_can_be_a_pontoon(pair: str, then: str) -> None:
    table = bob_holding(pair, then=then)
    events = play(table, "bob: p s s")
    results = of_kind(HandResult, events)
    assert [(result.type, result.gain) for result in results] == [(HandType.PONTOON, 20)] * 2
    assert changes(events) == {"bob": 40}


def test_a_split_hand_can_buy_for_its_initial_bet() -> None:
    table = bob_holding("2C 2D", then="3H 4H 5S")
    assert play(table, "bob: p b")[2:] == [Bought("bob", 1, 10, cards("2C 3H 4H"))]
    assert [each.stake for each in table.seats[0].hands] == [20, 10]


def test_a_twist_on_one_hand_leaves_the_others_free_to_buy() -> None:
    table = bob_holding("8C 8D", then="2H 6S 4C 5D")
    play(table, "bob: p t")
    assert_barred(table, "b", WhyNot.HAS_TWISTED)
    play(table, "bob: s b")
    assert names(hand(table, 2).cards) == "8D 4C 5D"


def test_a_split_hand_of_14_can_be_burned() -> None:
    table = bob_holding("8C 8D", then="6H 10C 9S 6C")
    events = play(table, "bob: p u s")
    assert of_kind(Burned, events) == [Burned("bob", 1, 10, cards("10C 9S"))]
    assert [each.stake for each in table.seats[0].hands] == [20, 10]
    assert (asked(table).hand, on_offer(table)) == (2, "tbu")


def test_a_split_hand_can_be_five_cards() -> None:
    table = bob_holding("2C 2D", then="3H 4H 3S 3C 10C 10D")
    events = play(table, "bob: p t t t")
    assert Twisted("bob", 1, card("3C")) in events
    assert Stuck("bob", 1) in events
    assert asked(table).hand == 2


def test_every_stake_of_a_split_hand_is_settled_on_its_own() -> None:
    table = bob_holding("AC AD", then="KH 5S 10C 10D")
    events = play(table, "bob: p s b t")
    results = of_kind(HandResult, events)
    assert [(result.hand, result.stake, result.gain) for result in results] == [
        (1, 10, 20),
        (2, 20, -20),
    ]
    assert changes(events) == {"bob": 0}
