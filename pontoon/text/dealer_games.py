"""Messages about games against the house, whose cards are face up.

The line with the dealer's hand shows what the dealer turns up and draws.
"""

from pontoon.engine import events
from pontoon.engine.hands import total
from pontoon.text.formatting import Faces, Names, tag

_MADE = {"NATURAL": "a natural", "TWENTY_ONE": "21", "CHARLIE": "a five-card charlie"}


def announcement(event: events.Event, names: Names, faces: Faces) -> str | None:
    """Return the channel's message about EVENT, None if EVENT is not about such a game."""
    return _of_a_hand(event, names, faces) or _of_the_dealer(event, faces)


def _of_a_hand(event: events.Event, names: Names, faces: Faces) -> str | None:
    match event:
        case events.HandDealt(player, hand, cards):
            return f"{names(player)} gets {faces(cards)} = {total(cards)}{tag(hand)}"
        case events.Insured(player, coins):
            return f"{names(player)} insures for {coins}"
        case events.NotInsurable(player, coins):
            why = "too few coins left" if coins else "too small a bet"
            return f"{names(player)} has {why} to insure"
        case events.Hit(player, hand, card):
            return f"{names(player)} hits {faces([card])}{tag(hand)}"
        case events.Doubled(player, hand, coins, card):
            return f"{names(player)} doubles for {coins} and gets {faces([card])}{tag(hand)}"
        case events.Stayed(player, hand):
            return f"{names(player)} stays{tag(hand)}"
        case events.HandMade(player, hand, kind):
            made = _MADE.get(kind.name, kind.name.lower())
            return f"{names(player)} has {made}{tag(hand)}"
    return None


def _of_the_dealer(event: events.Event, faces: Faces) -> str | None:
    match event:
        case events.DealerShows(card):
            return f"the dealer shows {faces([card])}"
        case events.DealerLooked():
            return "the dealer has no natural"
        case events.DealerNatural():
            return "the dealer has a natural"
    return None
