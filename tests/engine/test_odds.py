"""How often hands come up from six decks, against what combinatorics says they must.

Hands are dealt one after the other from whole shoes, so no card is looked at twice. The seed is
fixed: these tests find the same numbers each time.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import sqrt

import pytest

from pontoon.engine.cards import Card
from pontoon.engine.decks import Shoe, next_seed
from pontoon.engine.hands import Hand, total
from pontoon.games.shed import HandType, hand_type_of

pytestmark = pytest.mark.slow

SHOES = 1600
SIGMAS = 4

Hands = Callable[[int], Iterator[Sequence[Card]]]
"""Returns hands of so many cards."""


@pytest.fixture(scope="module")
def hands() -> Hands:
    shoe = Shoe(6, (60, 75), b"the odds of six decks in a shoe.")
    dealt: list[list[Card]] = []
    for _ in range(SHOES):
        dealt.append([shoe.deal() for _ in range(shoe.left)])
        shoe = shoe.renewed(next_seed(shoe.seed))

    def hands_of(size: int) -> Iterator[Sequence[Card]]:
        for cards in dealt:
            for first in range(0, len(cards) - size + 1, size):
                yield cards[first : first + size]

    return hands_of


def assert_seen(seen: list[bool], probability: Fraction) -> None:
    """Check that what was SEEN is as often true as PROBABILITY says, within some sigmas."""
    expected = len(seen) * probability
    sigma = sqrt(expected * (1 - probability))
    assert sigma * SIGMAS < expected / 2, "too few hands to tell anything"
    assert abs(sum(seen) - expected) < SIGMAS * sigma


def is_burnable(cards: Sequence[Card]) -> bool:
    return total(cards) == 14 and not any(card.is_ace for card in cards)


def test_a_player_is_dealt_21_in_two_cards_as_often_as_192_in_4043(hands: Hands) -> None:
    assert_seen([total(cards) == 21 for cards in hands(2)], Fraction(192, 4043))


def test_a_player_is_dealt_a_pair_as_often_as_23_in_311(hands: Hands) -> None:
    """That is 7.39550 %: of the 311 other cards 23 have the rank of the first."""
    assert_seen([one.rank == other.rank for one, other in hands(2)], Fraction(23, 311))


def test_a_player_is_dealt_a_14_to_burn_as_often_as_1_in_13(hands: Hands) -> None:
    assert_seen([is_burnable(cards) for cards in hands(2)], Fraction(1, 13))


def test_three_cards_are_a_shed_pontoon_as_often_as_253_in_626665(hands: Hands) -> None:
    seen = [hand_type_of(Hand((*cards,))) is HandType.SHED_PONTOON for cards in hands(3)]
    assert_seen(seen, Fraction(253, 626_665))


def test_five_cards_are_not_over_21_in_6_06107_per_cent(hands: Hands) -> None:
    assert_seen([total(cards) <= 21 for cards in hands(5)], Fraction("0.0606107"))


def test_five_cards_are_21_in_1_54437_per_cent(hands: Hands) -> None:
    seen = [hand_type_of(Hand((*cards,))) is HandType.FIVE_CARD_21 for cards in hands(5)]
    assert_seen(seen, Fraction("0.0154437"))
