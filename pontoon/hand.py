"""Hands and seats: the cards played together with the stake riding on them, and whose they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pontoon.cards import Card

BEST_TOTAL = 21
FULL_HAND = 5
"""A hand of this many cards is complete."""

_ACE_MORE = 10
"""What an ace adds when it counts 11 rather than 1."""


def total(cards: Iterable[Card]) -> int:
    """Return the highest value of CARDS that does not exceed 21, or the lowest if they are bust."""
    low = 0
    has_ace = False
    for card in cards:
        low += card.value
        has_ace = has_ace or card.value == 1
    return low + _ACE_MORE if has_ace and low + _ACE_MORE <= BEST_TOTAL else low


@dataclass(slots=True, eq=False)
class Hand:
    """Cards played together, and their stake in chips.

    ``bet`` is the hand's initial bet, which is what buying, burning and splitting cost; ``stake``
    is that bet and all that was added to it. ``number`` counts a seat's hands from 1.
    """

    number: int
    cards: list[Card]
    bet: int = 0
    stake: int = 0
    has_twisted: bool = False
    is_stuck: bool = False

    @property
    def total(self) -> int:
        """The hand's total; over 21 it is bust."""
        return total(self.cards)

    @property
    def is_bust(self) -> bool:
        """Tell whether every value of the hand exceeds 21."""
        return self.total > BEST_TOTAL

    @property
    def is_complete(self) -> bool:
        """Tell whether the hand holds five cards."""
        return len(self.cards) >= FULL_HAND

    @property
    def is_over(self) -> bool:
        """Tell whether nothing can be done with the hand any more."""
        return self.is_stuck or self.is_bust


@dataclass(slots=True, eq=False)
class Seat:
    """A player's place in a round.

    ``chips`` are those that the player can still stake: what they had when the round began less
    what they have staked since.
    """

    player: str
    chips: int
    hands: list[Hand] = field(default_factory=list)
    has_resigned: bool = False

    def add_hand(self, *cards: Card) -> Hand:
        """Give the seat a new hand of CARDS, with the next free number."""
        hand = Hand(len(self.hands) + 1, list(cards))
        self.hands.append(hand)
        return hand

    def place_bet(self, hand: Hand, chips: int) -> None:
        """Make CHIPS the initial bet of HAND."""
        hand.bet = chips
        self.raise_stake(hand, chips)

    def raise_stake(self, hand: Hand, chips: int) -> None:
        """Move CHIPS from what the player can still stake to HAND's stake."""
        self.chips -= chips
        hand.stake += chips

    def number_of(self, hand: Hand) -> int | None:
        """Return HAND's number where the seat has several hands, None where it is the only one."""
        return hand.number if len(self.hands) > 1 else None

    @property
    def staked(self) -> int:
        """All the chips riding on the seat's hands."""
        return sum(hand.stake for hand in self.hands)
