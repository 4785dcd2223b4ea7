"""Rounds of any Pontoon: two cards that only their player sees, then sticking and twisting."""

from abc import abstractmethod
from typing import TypeVar

from pontoon.engine.cards import Card
from pontoon.engine.events import FirstCard, SecondCard, Stuck, Twisted
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.round import GameRules, House, Round

Numbers = TypeVar("Numbers", bound=GameRules)


class PontoonRound(Round[House, Numbers]):
    """A round in which a hand has two cards that its player alone looks at before it is played."""

    @abstractmethod
    def deal(self) -> Card:
        """Deal one card."""

    @abstractmethod
    def end_if_over(self, seat: Seat, hand: Hand) -> None:
        """End HAND if the card it was dealt has made it bust, or as good as can be."""

    def deal_first_card(self, seat: Seat) -> None:
        """Deal SEAT one card, shown to that player alone."""
        hand = seat.add_hand(self.deal())
        self.note(FirstCard(seat.player, hand.cards))

    def deal_second_card(self, seat: Seat, hand: Hand) -> None:
        """Deal HAND its second card, shown to its player alone."""
        hand.take(self.deal())
        self.note(SecondCard(seat.player, hand.number, hand.cards))

    def stick(self, seat: Seat, hand: Hand, _chips: int = 0) -> None:
        """End the hand."""
        hand.is_stuck = True
        self.note(Stuck(seat.player, hand.number))

    def twist(self, seat: Seat, hand: Hand, _chips: int = 0) -> None:
        """Deal one card, shown to the channel; from now on the hand cannot buy."""
        hand.has_twisted = True
        card = self.deal()
        hand.take(card)
        self.note(Twisted(seat.player, hand.number, card))
        self.end_if_over(seat, hand)
