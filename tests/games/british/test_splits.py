"""Splitting in British Pontoon: what may be split, and how the hands that come of it are played.

The hands are bob's; he has bet 10 of 1000 against dave's bank.
"""

import pytest

from pontoon.engine.cards import RANKS, cards
from pontoon.engine.events import (
    Bought,
    Busted,
    PairShown,
    PontoonDeclared,
    SecondCard,
    Split,
    ThrownIn,
)
from pontoon.engine.moves import Option, Verb, WhyNot
from tests.support.banker_rounds import assert_barred, on_offer, play
from tests.support.british_rounds import against_dave, seat
from tests.support.shed_rounds import asked, names, of_kind

# Split: what may be split


def test_two_cards_of_the_same_rank_can_be_split() -> None:
    for rank in RANKS:
        table = against_dave(f"{rank}C {rank}D", bank="10S 8S" if rank == "9" else "9S 8S")
        assert asked(table).option(Verb.SPLIT) == Option(Verb.SPLIT, 10, 10)


def test_two_cards_of_another_rank_cannot_be_split_even_if_they_count_the_same() -> None:
    for held in ["KC JD", "10C QD", "JC QC", "8C 9D"]:
        assert_barred(against_dave(held), "p", WhyNot.NOT_A_PAIR)


def test_a_pair_cannot_be_split_after_a_buy() -> None:
    table = against_dave("5C 5D", then="5H")
    play(table, "bob: b")
    assert_barred(table, "p", WhyNot.HAS_BOUGHT)


def test_only_exactly_two_cards_can_be_split() -> None:
    table = against_dave("5C 5D", then="5H")
    play(table, "bob: t")
    assert_barred(table, "p", WhyNot.NOT_TWO_CARDS)


def test_with_split_aces_only_aces_can_be_split() -> None:
    assert_barred(against_dave("8C 8D", split="aces"), "p", WhyNot.NOT_ACES)
    assert "p" in on_offer(against_dave("AC AD", split="aces"))


def test_a_seat_can_split_into_four_hands() -> None:
    table = against_dave("8C 8D", bank="10S 9S", then="8H 8S 2C 3C 4C 5C")
    play(table, "bob: p p")
    assert len(seat(table, "bob").hands) == 3
    assert asked(table).option(Verb.SPLIT) is None
    play(table, "bob: t")
    assert [names(each.cards) for each in seat(table, "bob").hands] == [
        "8C 2C 4C",
        "8D 8S",
        "8H 3C",
    ]


def test_a_fifth_hand_is_refused() -> None:
    """One pack has a fifth card of a rank only after a bust, so this one is smuggled in."""
    table = against_dave("2C 2D", then="2H 2S 3C 3D KC KD 4H 4S")
    play(table, "bob: p p t t p")
    bob = seat(table, "bob")
    assert [names(each.cards[:2]) for each in bob.hands] == ["2C 3C", "2D 4H", "2H 3D", "2S 4S"]
    bob.hands[1].cards = cards("2D 2S")
    assert_barred(table, "p", WhyNot.NO_MORE_SPLITS, 3)


# Split: what it does


def test_the_pair_is_shown_and_each_hand_gets_a_second_card_face_down_at_once() -> None:
    table = against_dave("8C 8D", then="2H 3H")
    assert play(table, "bob: p") == [
        Split("bob", 1, 10),
        PairShown("bob", 1, cards("8C 8D")),
        SecondCard("bob", 1, cards("8C 2H")),
        SecondCard("bob", 2, cards("8D 3H")),
    ]
    assert asked(table).hand == 1


def test_each_hand_has_a_stake_equal_to_the_initial_bet() -> None:
    table = against_dave("8C 8D", then="2H 3H")
    play(table, "bob: p")
    assert [(each.bet, each.stake) for each in seat(table, "bob").hands] == [(10, 10), (10, 10)]
    assert seat(table, "bob").chips == 980


def test_a_split_hand_buys_for_its_initial_bet() -> None:
    table = against_dave("8C 8D", then="2H 3H 4H 4S")
    play(table, "bob: p b20")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 20)
    play(table, "bob: t")
    table.resign("bob")
    table = against_dave("8C 8D", then="2H 3H 9H")
    play(table, "bob: p b20 s")
    assert (asked(table).hand, asked(table).option(Verb.BUY)) == (2, Option(Verb.BUY, 10, 20))


def test_either_hand_may_split_again_in_its_turn_also_after_the_other_has_bought() -> None:
    table = against_dave("8C 8D", then="9H 8S 4H 2C 3C")
    play(table, "bob: p b")
    assert (asked(table).hand, names(asked(table).cards)) == (2, "8D 8S")
    play(table, "bob: p")
    assert [names(each.cards) for each in seat(table, "bob").hands] == [
        "8C 9H 4H",
        "8D 2C",
        "8S 3C",
    ]


@pytest.mark.parametrize(("pair", "then"), [("AC AD", "KH 9S"), ("KC KD", "AH 9S")])
def test_an_ace_with_a_ten_value_card_on_a_split_hand_is_a_pontoon(pair: str, then: str) -> None:
    table = against_dave(pair, then=then)
    events = play(table, "bob: p")
    (declared,) = of_kind(PontoonDeclared, events)
    assert (declared.hand, declared.card.is_ace) == (1, True)
    assert asked(table).hand == 2


def test_what_happens_to_a_hand_carries_its_number() -> None:
    table = against_dave("2C 2D", then="KH KS QH 9S")
    events = play(table, "bob: p t b")
    assert [event.hand for event in of_kind(Busted, events)] == [1]
    assert [event.hand for event in of_kind(ThrownIn, events)] == [1]
    assert [event.hand for event in of_kind(Bought, events)] == [2]
