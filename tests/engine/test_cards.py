"""The cards: 52 of them, what each counts, how they are written."""

import doctest
from dataclasses import FrozenInstanceError

import pytest

from pontoon.engine import cards as cards_module
from pontoon.engine.cards import PACK, card, cards


def test_a_pack_has_52_different_cards() -> None:
    assert len(PACK) == len(set(PACK)) == 52


def test_a_new_pack_goes_from_the_ace_of_clubs_to_the_king_of_spades() -> None:
    """The order is part of how a recorded round is dealt again, so it may never change."""
    assert " ".join(map(str, PACK)) == (
        "AC 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC "
        "AD 2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD KD "
        "AH 2H 3H 4H 5H 6H 7H 8H 9H 10H JH QH KH "
        "AS 2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS"
    )


@pytest.mark.parametrize(
    ("rank", "value"),
    [(str(printed), printed) for printed in range(2, 11)]
    + [("J", 10), ("Q", 10), ("K", 10), ("A", 1)],
)
def test_a_card_counts_what_is_printed_a_court_card_10_an_ace_1_at_first(
    rank: str, value: int
) -> None:
    assert {card(rank + suit).value for suit in "CDHS"} == {value}


def test_only_aces_are_aces() -> None:
    assert [str(each) for each in PACK if each.is_ace] == ["AC", "AD", "AH", "AS"]


def test_every_card_is_read_as_it_is_written() -> None:
    assert tuple(card(str(each)) for each in PACK) == PACK
    assert tuple(card(str(each).lower()) for each in PACK) == PACK


@pytest.mark.parametrize("name", ["", "A", "10", "1C", "11C", "C10", "A♥", "AX", " AC", "AC AD"])
def test_what_is_no_card_is_not_read(name: str) -> None:
    with pytest.raises(ValueError, match="no such card"):
        card(name)


def test_cards_are_read_in_the_order_in_which_they_are_written() -> None:
    assert cards("  10C AH\tqd\n7s ") == (card("10C"), card("AH"), card("QD"), card("7S"))
    assert cards("") == ()


@pytest.mark.parametrize("what", ["rank", "suit", "value"])
def test_a_card_cannot_be_marked(what: str) -> None:
    """A card on the table and the same card in the shoe are one object, so none may change."""
    with pytest.raises(FrozenInstanceError):
        setattr(card("AS"), what, "2")


def test_the_examples_in_the_docstrings_hold() -> None:
    """What the docstrings show is what happens."""
    assert doctest.testmod(cards_module).failed == 0
