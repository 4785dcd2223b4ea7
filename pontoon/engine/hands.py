"""Hands, which are cards with the stake riding on them, and seats, which own hands."""

from collections.abc import Iterable, Sequence
from enum import Enum

from pontoon.engine.cards import PACK, RANKS, Card
from pontoon.engine.computers import is_computer

BEST_TOTAL = 21
FULL_HAND = 5
"""How many cards make a hand complete."""


def total(cards: Iterable[Card]) -> int:
    """Return the highest value of CARDS that does not exceed 21, or the lowest if they are bust.

    >>> from pontoon.engine.cards import cards
    >>> total(cards("AH 10C")), total(cards("AH AS 10C")), total(cards("10C 7D 5H"))
    (21, 12, 22)
    """
    low = 0
    has_ace = False
    for card in cards:
        value = card.value
        low += value
        if value == 1:
            has_ace = True
    return low + 10 if has_ace and low + 10 <= BEST_TOTAL else low


_BY_TOTAL = 2
"""The value of the kind of hands that go by their total, in every game; bust is before it."""

RANK_OF_KINDS = BEST_TOTAL - 1
"""What is added to the value of a better kind to get its rank."""


def hand_rank(kind: Enum, total: int) -> int:
    """Return the rank of a hand of that KIND and TOTAL; a greater one is better, 0 is bust.

    Up to 21 it is the total; kinds that do not go by their total rank above that.
    """
    if kind.value <= _BY_TOTAL:
        return total if kind.value == _BY_TOTAL else 0
    return RANK_OF_KINDS + int(kind.value)


def ranks_not_bust(cards: Sequence[Card]) -> int:
    """Return how many of the 13 ranks CARDS can be dealt next without going bust.

    >>> from pontoon.engine.cards import cards
    >>> ranks_not_bust(cards("5D 8H")), ranks_not_bust(cards("AH 7C")), ranks_not_bust(cards("5C"))
    (8, 13, 13)
    """
    return sum(total((*cards, each)) <= BEST_TOTAL for each in PACK[: len(RANKS)])


class Hand:
    """Cards played together, with the stake riding on them.

    ``bet`` is the initial bet, ``stake`` that bet and all that was added to it. ``side_bet`` is not
    part of the stake, and is settled apart. ``number`` counts the hands of a seat from 1; it is
    None for an only hand. ``total`` is over 21 if the hand is bust. A hand ``is_soft`` if an ace
    counts 11 in it. ``last_buy`` is what its last card bought has cost, 0 if it has bought none. It
    ``has_shot`` if it has made a shoot bet on three cards.

    >>> from pontoon.engine.cards import card, cards
    >>> hand = Hand(cards("AH 5C"))
    >>> hand.total
    16
    >>> hand.take(card("9D"))
    >>> hand.total, hand.is_bust, hand.is_complete
    (15, False, False)
    """

    def __init__(self, cards: Iterable[Card] = ()) -> None:
        self.bet = 0
        self.stake = 0
        self.side_bet = 0
        self.number: int | None = None
        self.last_buy = 0
        self.has_twisted = False
        self.has_shot = False
        self.is_stuck = False
        self.is_thrown_in = False
        self.cards: tuple[Card, ...] = ()
        self.total = 0
        self.is_soft = False
        self.is_bust = False
        for card in cards:
            self.take(card)

    def __repr__(self) -> str:
        return f"Hand({vars(self)})"

    def take(self, card: Card) -> None:
        self.cards += (card,)
        total = self.total + card.value
        if self.is_soft:
            if total > BEST_TOTAL:
                total -= 10
                self.is_soft = False
        elif card.value == 1 and total + 10 <= BEST_TOTAL:
            total += 10
            self.is_soft = True
        self.total = total
        if total > BEST_TOTAL:
            self.is_bust = True

    def give_up(self) -> Card:
        """Remove the last card from the hand, and return it."""
        *kept, card = self.cards
        self.cards, self.total, self.is_soft, self.is_bust = (), 0, False, False
        for each in kept:
            self.take(each)
        return card

    @property
    def is_complete(self) -> bool:
        return len(self.cards) >= FULL_HAND

    @property
    def is_over(self) -> bool:
        """Tell whether the hand can make no more moves."""
        return self.is_stuck or self.is_bust


class Seat:
    """A player's place in a round, which owns one hand, or several after splitting.

    ``chips`` are the chips that the player can still stake: what they had when the round began,
    less what they have staked since.

    >>> from pontoon.engine.cards import cards
    >>> seat = Seat("dave", 1000)
    >>> hand = seat.add_hand(*cards("10C 6D"))
    >>> seat.place_bet(hand, 50)
    >>> seat.chips, seat.staked, hand.stake
    (950, 50, 50)
    """

    def __init__(self, player: str, chips: int) -> None:
        self.player = player
        self.is_computer = is_computer(player)
        self.chips = self.chips_before = chips
        self.hands: list[Hand] = []
        self.has_resigned = False
        self.live = 0
        """The live stakes of the seat, in games that need cover (RULES 2, Cover)."""

    def __repr__(self) -> str:
        return f"Seat({vars(self)})"

    def add_hand(self, *cards: Card) -> Hand:
        """Give the seat a new hand of CARDS, and number the hands once there are two."""
        hand = Hand(cards)
        self.hands.append(hand)
        if len(self.hands) > 1:
            self.hands[0].number = 1
            hand.number = len(self.hands)
        return hand

    def place_bet(self, hand: Hand, chips: int) -> None:
        hand.bet = chips
        hand.stake += chips
        self.chips -= chips

    def lower_bet(self, hand: Hand, chips: int) -> None:
        """Lower the initial bet of HAND to CHIPS. Nothing may have been added to it yet."""
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
        """Leave the player CHIPS to stake, since they have lost the others elsewhere."""
        self.change_apart(chips - self.chips)

    def change_apart(self, chips: int) -> None:
        """Add CHIPS, or take them if negative, that are no part of what the round changes."""
        self.chips_before += chips
        self.chips += chips

    @property
    def change(self) -> int:
        """What the chips have gained since the round began; negative for a loss."""
        return self.chips - self.chips_before

    @property
    def staked(self) -> int:
        """All chips riding on the hands of the seat, with side bets."""
        staked = 0
        for hand in self.hands:
            staked += hand.stake + hand.side_bet
        return staked
