"""What hands are worth in games against the house."""

from collections.abc import Sequence
from enum import IntEnum, auto

from pontoon.engine.events import CoinResult
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


# What is paid

BETTER_PAYS = 2
"""How many coins are handed back for each one bet, by a hand that is better than the dealer's."""
BEST_PAYS = 3
"""The same for a natural, 21 or a five-card charlie."""
PAID_AT_ONCE = (HandType.NATURAL, HandType.CHARLIE)
"""What is paid when its turn has come, whatever the dealer gets afterwards."""


def result_of(player: str, gains: Sequence[int]) -> CoinResult:
    """Return what a round did to PLAYER, to whom a bet and the insurance brought GAINS, if any."""
    winnings = losses = 0
    for gain in gains:
        if gain > 0:
            winnings += gain
        else:
            losses -= gain
    has_won = bool(gains) and gains[0] > 0
    return CoinResult(player, winnings - losses, int(bool(gains)), int(has_won), winnings, losses)


def is_doubled(hand: Hand) -> bool:
    """Tell whether the bet on HAND was matched."""
    return hand.stake > hand.bet


def is_paid(hand: Hand) -> bool:
    """Tell whether HAND was paid when its turn had come."""
    return hand.is_stuck and hand_type_of(hand) in PAID_AT_ONCE
