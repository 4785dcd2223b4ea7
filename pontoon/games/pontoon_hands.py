"""What hands are worth in the games in which all play against one of the players."""

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
"""How good a hand is: its type, and the total where that tells hands of one type apart."""


def is_pontoon(hand: Hand) -> bool:
    """Tell whether HAND is an ace with a ten-value card."""
    return hand.total == BEST_TOTAL and len(hand.cards) == 2


def hand_type_of(hand: Hand) -> HandType:
    """Return what HAND is; three sevens or a pontoon with a king are nothing special."""
    total, cards = hand.total, len(hand.cards)
    if total > BEST_TOTAL:
        return BUST
    if cards >= FULL_HAND:
        return FIVE_CARD_TRICK
    if total < BEST_TOTAL:
        return POINTS
    return PONTOON if cards == 2 else TWENTY_ONE


def level_of(hand: Hand) -> Level:
    """Return the level of HAND: a greater one is better.

    Hands of one type are on one level; only those of 20 and under are told apart, by their total.
    """
    hand_type = hand_type_of(hand)
    return hand_type, hand.total if hand_type is POINTS else 0


def beats(hand: Hand, banker: Hand) -> bool:
    """Tell whether HAND, of which the banker has not taken the stake yet, beats the banker's.

    A tie is the banker's.
    """
    return level_of(hand) > level_of(banker)
