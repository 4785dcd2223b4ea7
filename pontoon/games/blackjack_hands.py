"""What hands are worth in games against the house."""

from enum import IntEnum, auto

from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand


class HandType(IntEnum):
    """What a hand is called in the results; a greater one is better."""

    BUST = auto()
    POINTS = auto()
    TWENTY_ONE = auto()
    CHARLIE = auto()
    NATURAL = auto()


BUST, POINTS, TWENTY_ONE, CHARLIE, NATURAL = HandType

Level = tuple[HandType, int]
"""How good a hand is: its type, and its total."""


def is_natural(hand: Hand) -> bool:
    """Tell whether HAND is 21 in its first two cards."""
    return hand.total == BEST_TOTAL and len(hand.cards) == 2


def hand_type_of(hand: Hand) -> HandType:
    """Return what HAND is: 21 in five cards is 21, and no charlie."""
    total, cards = hand.total, len(hand.cards)
    if total > BEST_TOTAL:
        return BUST
    if total == BEST_TOTAL:
        return NATURAL if cards == 2 else TWENTY_ONE
    return CHARLIE if cards >= FULL_HAND else POINTS


def level_of(hand: Hand) -> Level:
    """Return the level of HAND: a greater one is better, and equal ones stand off."""
    return hand_type_of(hand), hand.total
