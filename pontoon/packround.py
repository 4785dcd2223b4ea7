"""Rounds that are dealt from a pack which is used up and not shuffled in between."""

from collections.abc import Sequence
from typing import TypeVar

from pontoon.cards import Card
from pontoon.hand import Hand, Seat
from pontoon.pack import Pack
from pontoon.pontoonround import PontoonRound
from pontoon.round import GameRules, House

Numbers = TypeVar("Numbers", bound=GameRules)


class PackRound(PontoonRound[House, Numbers]):
    """A round with one PACK: the cards of a bust hand go under it at once, the others at the end.

    In the order seat, hand, card; the hand that all others play against comes last.
    """

    def __init__(self, seats: Sequence[Seat], house: House, rules: Numbers, pack: Pack) -> None:
        super().__init__(seats, house, rules)
        self.pack = pack
        self.face_down: tuple[Card, ...] = ()
        """What lies on the table and is in no hand yet."""
        self._thrown_in: set[Hand] = set()

    def deal(self) -> Card:
        """Deal one card; IndexError where the pack is empty, which no move on offer lets happen."""
        return self.pack.deal()

    def throw_in(self, hand: Hand) -> None:
        """Put the cards of HAND under the pack, unless they are there already.

        They stay in the hand only to be looked at.
        """
        if hand not in self._thrown_in:
            self._thrown_in.add(hand)
            self.pack.put_under(hand.cards)

    def clear_table(self) -> None:
        """Put all the cards that are still on the table under the pack."""
        for _, hand in self.hands():
            if hand not in self._thrown_in:
                self.pack.put_under(hand.cards)
        self.pack.put_under(self.face_down)
