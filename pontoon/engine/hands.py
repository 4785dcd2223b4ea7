"""Hands and seats: the cards played together with the stake riding on them, and whose they are."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from pontoon.engine.cards import Card

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
        value = card.value
        low += value
        if value == 1:
            has_ace = True
    return low + _ACE_MORE if has_ace and low + _ACE_MORE <= BEST_TOTAL else low


@dataclass(slots=True, eq=False)
class Hand:
    """Cards played together, and their stake in chips.

    ``bet`` is the hand's initial bet, which is what buying, burning and splitting cost; ``stake``
    is that bet and all that was added to it; ``side_bet`` is not part of it, and is settled apart.
    ``number`` counts the hands of a seat from 1, and is None as long as there is only the one.
    ``total`` is over 21 where the hand is bust.
    """

    cards: tuple[Card, ...] = ()
    bet: int = 0
    stake: int = 0
    has_twisted: bool = False
    is_stuck: bool = False
    number: int | None = None
    side_bet: int = 0
    total: int = field(init=False)

    def __post_init__(self) -> None:
        self.total = total(self.cards)

    def take(self, card: Card) -> None:
        """Add CARD to the hand."""
        self.cards += (card,)
        self.total = total(self.cards)

    def give_up(self) -> Card:
        """Take the last card out of the hand, and return it."""
        *kept, card = self.cards
        self.cards = tuple(kept)
        self.total = total(self.cards)
        return card

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
        return self.is_stuck or self.total > BEST_TOTAL


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
    live: int = 0
    """What is staked on hands that are not bust, in games that ask how much that is."""
    chips_before: int = field(init=False)
    """Those that the player had when the round began."""

    def __post_init__(self) -> None:
        self.chips_before = self.chips

    def add_hand(self, *cards: Card) -> Hand:
        """Give the seat a new hand of CARDS; hands are numbered once there are two."""
        hand = Hand(cards)
        self.hands.append(hand)
        if len(self.hands) > 1:
            self.hands[0].number = 1
            hand.number = len(self.hands)
        return hand

    def place_bet(self, hand: Hand, chips: int) -> None:
        """Make CHIPS the initial bet of HAND."""
        hand.bet = chips
        self.raise_stake(hand, chips)

    def lower_bet(self, hand: Hand, chips: int) -> None:
        """Lower the initial bet of HAND to CHIPS, before anything is added to it."""
        self.raise_stake(hand, chips - hand.bet)
        hand.bet = chips

    def raise_stake(self, hand: Hand, chips: int) -> None:
        """Move CHIPS from what the player can still stake to HAND's stake."""
        self.chips -= chips
        hand.stake += chips

    def place_side_bet(self, hand: Hand, chips: int) -> None:
        """Move CHIPS from what the player can still stake to HAND's side bet."""
        self.chips -= chips
        hand.side_bet += chips

    def limit_chips(self, chips: int) -> None:
        """Let the player have at most CHIPS left, some being no longer theirs to stake here."""
        self.chips_before += chips - self.chips
        self.chips = chips

    def has_given_up(self, hand: Hand) -> bool:
        """Tell whether HAND was still to be decided, not being bust, when the player left."""
        return self.has_resigned and not hand.is_bust

    @property
    def change(self) -> int:
        """By how much the chips have become more since the round began; below 0 they are fewer."""
        return self.chips - self.chips_before

    @property
    def staked(self) -> int:
        """All the chips riding on the seat's hands, side bets among them."""
        return sum(hand.stake + hand.side_bet for hand in self.hands)
