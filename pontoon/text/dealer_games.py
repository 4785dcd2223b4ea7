"""Messages about games against the house, whose cards are face up.

The line with the dealer's hand shows what the dealer turns up and draws.
"""

from collections.abc import Callable, Sequence
from enum import Enum

from pontoon.engine.cards import Card
from pontoon.engine.events import (
    DealerLooked,
    DealerNatural,
    DealerShows,
    Doubled,
    Event,
    HandDealt,
    HandMade,
    Hit,
    Insured,
    NotInsurable,
    Stayed,
)
from pontoon.engine.hands import total
from pontoon.text.formatting import tag

Names = Callable[[str], str]
Faces = Callable[[Sequence[Card]], str]

_MADE = {"NATURAL": "a natural", "TWENTY_ONE": "21", "CHARLIE": "a five-card charlie"}


def announcement(event: Event, names: Names, faces: Faces) -> str | None:
    """Return the channel's message about EVENT, None if EVENT is not about such a game."""
    return _of_a_hand(event, names, faces) or _of_the_dealer(event, faces)


def _of_a_hand(event: Event, names: Names, faces: Faces) -> str | None:
    match event:
        case HandDealt(player, hand, cards):
            return f"{names(player)} gets {faces(cards)} = {total(cards)}{tag(hand)}"
        case Insured(player, coins):
            return f"{names(player)} insures for {coins}"
        case NotInsurable(player, coins):
            why = "too few coins left" if coins else "too small a bet"
            return f"{names(player)} has {why} to insure"
        case Hit(player, hand, card):
            return f"{names(player)} hits {faces([card])}{tag(hand)}"
        case Doubled(player, hand, coins, card):
            return f"{names(player)} doubles for {coins} and gets {faces([card])}{tag(hand)}"
        case Stayed(player, hand):
            return f"{names(player)} stays{tag(hand)}"
        case HandMade(player, hand, kind):
            return f"{names(player)} has {_made(kind)}{tag(hand)}"
    return None


def _of_the_dealer(event: Event, faces: Faces) -> str | None:
    match event:
        case DealerShows(card):
            return f"the dealer shows {faces([card])}"
        case DealerLooked():
            return "the dealer has no natural"
        case DealerNatural():
            return "the dealer has a natural"
    return None


def _made(kind: Enum) -> str:
    return _MADE.get(kind.name, kind.name.lower())
