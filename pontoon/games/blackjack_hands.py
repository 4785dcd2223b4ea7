"""What hands are worth against the dealer, and what they are paid (RULES 5, The round).

>>> from pontoon.engine.cards import cards
>>> hand_type_of(Hand(cards("AH KD"))).name, hand_type_of(Hand(cards("2C 3D 4H 5S 2D"))).name
('NATURAL', 'CHARLIE')
"""

from collections.abc import Sequence
from enum import IntEnum, auto

from pontoon.engine.events import PlayerResult
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
"""How good a hand is: its type and its total."""


def is_natural(hand: Hand) -> bool:
    """Tell whether HAND is 21 in its first two cards."""
    return hand.total == BEST_TOTAL and len(hand.cards) == 2


def hand_type(total: int, cards: int) -> HandType:
    """Return the type of a hand of so many CARDS. Five cards of 21 are 21, not a charlie."""
    if total > BEST_TOTAL:
        return BUST
    if total == BEST_TOTAL:
        return NATURAL if cards == 2 else TWENTY_ONE
    return CHARLIE if cards >= FULL_HAND else POINTS


def hand_type_of(hand: Hand) -> HandType:
    return hand_type(hand.total, len(hand.cards))


def level_of(hand: Hand) -> Level:
    """Return the level of HAND; a greater one is better, and equal ones stand off."""
    return hand_type_of(hand), hand.total


BETTER_PAYS = 2
"""Coins handed back for each coin bet on a hand that beats the dealer's: 2 for 1."""
BEST_PAYS = 3
"""Coins handed back for a natural, 21 or a five-card charlie: 3 for 1."""
PAID_AT_ONCE = (NATURAL, CHARLIE)
"""The hands that are paid at once, whatever the dealer gets."""


def result_of(player: str, gains: Sequence[int]) -> PlayerResult:
    """Return the result of PLAYER. GAINS are those of the bet and of the insurance, if any.

    >>> result_of("dave", [10, -5])
    PlayerResult(player='dave', chips=5, played=1, won=1, losses=5)
    """
    played, won = (1, 1 if gains[0] > 0 else 0) if gains else (0, 0)
    return PlayerResult(player, sum(gains), played, won, -sum(gain for gain in gains if gain < 0))


def is_doubled(hand: Hand) -> bool:
    return hand.stake > hand.bet


def is_paid(hand: Hand) -> bool:
    """Tell whether HAND is paid at once."""
    return hand.is_stuck and hand_type_of(hand) in PAID_AT_ONCE
