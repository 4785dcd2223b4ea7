"""What hands are worth against a banker or dealer who is a player (RULES 2 and 4).

>>> from pontoon.engine.cards import cards
>>> trick, pontoon = Hand(cards("2C 3D 4H 5S 2D")), Hand(cards("AH KD"))
>>> level_of(trick) < level_of(pontoon), level_of(trick) > level_of(Hand(cards("10C 9D 2H")))
(True, True)
"""

from enum import IntEnum, auto

from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand


class HandType(IntEnum):
    """What a hand is called in the results; a greater one is better."""

    BUST = auto()
    POINTS = auto()
    TWENTY_ONE = auto()
    FIVE_CARD_TRICK = auto()
    PONTOON = auto()


BUST, POINTS, TWENTY_ONE, FIVE_CARD_TRICK, PONTOON = HandType

Level = tuple[HandType, int]
"""How good a hand is: its type, and its total if that is 20 or less."""


def is_pontoon(hand: Hand) -> bool:
    """Tell whether HAND is an ace with a ten-value card."""
    return hand.total == BEST_TOTAL and len(hand.cards) == 2


def hand_type_of(hand: Hand) -> HandType:
    """Return the type of HAND. Three sevens are 21 like any other."""
    total, cards = hand.total, len(hand.cards)
    if total > BEST_TOTAL:
        return BUST
    if cards >= FULL_HAND:
        return FIVE_CARD_TRICK
    if total < BEST_TOTAL:
        return POINTS
    return PONTOON if cards == 2 else TWENTY_ONE


def level_of(hand: Hand) -> Level:
    """Return the level of HAND; a greater one is better.

    Hands of one type are on one level. Only totals of 20 and under differ.
    """
    hand_type = hand_type_of(hand)
    return hand_type, hand.total if hand_type is POINTS else 0
