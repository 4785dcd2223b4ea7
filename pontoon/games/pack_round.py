"""Rounds that are dealt from a pack which is used up and not shuffled in between."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeVar

from pontoon.engine.cards import Card
from pontoon.engine.events import Shuffled
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.pack import Pack
from pontoon.engine.round import GameRules, House
from pontoon.games.pontoon_round import PontoonRound


@dataclass(frozen=True, slots=True)
class PackRules(GameRules):
    """The numbers of a game that is dealt from a pack.

    ``gather`` says how the cards of a round go under the pack: each hand whole, the hands in an
    order that is drawn; all cards mixed among themselves; or each hand whole in the order of the
    seats.
    """

    gather: Literal["hands", "mixed", "seats"] = field(default="hands", kw_only=True)


Numbers = TypeVar("Numbers", bound=PackRules)


class PackRound(PontoonRound[House, Numbers]):
    """A round with one PACK, under which its cards go: those of a bust at once, the others later.

    Where cards are mixed those of a bust lie aside until the round is over.
    """

    def __init__(self, seats: Sequence[Seat], house: House, rules: Numbers, pack: Pack) -> None:
        super().__init__(seats, house, rules)
        self.pack = pack
        self.face_down: tuple[Card, ...] = ()
        """What lies on the table and is in no hand yet."""
        self.aside: list[Card] = []
        """What was thrown in, where it does not go under the pack at once."""
        self._thrown_in: set[Hand] = set()
        self._has_dealt = False

    def deal(self) -> Card:
        """Deal one card; IndexError where the pack is empty, which no move on offer lets happen."""
        self._has_dealt = True
        return self.pack.deal()

    def throw_in(self, hand: Hand) -> None:
        """Take the cards of HAND off the table, unless that is done already.

        They stay in the hand only to be looked at.
        """
        if hand in self._thrown_in:
            return
        self._thrown_in.add(hand)
        if self.rules.gather == "mixed":
            self.aside += hand.cards
        else:
            self.pack.put_under(hand.cards)

    def gather(self) -> None:
        """Put the cards of the round, which is settled, under the pack.

        In the order seat, hand, the hand that all others play against last, unless chance is to
        have a say in it.
        """
        hands = [hand.cards for _, hand in self.hands() if hand not in self._thrown_in]
        if self.rules.gather == "mixed":
            self.pack.put_under_mixed([*self.aside, *(card for hand in hands for card in hand)])
        elif self.rules.gather == "hands":
            self.pack.put_under_in_drawn_order(hands)
        else:
            for hand in hands:
                self.pack.put_under(hand)

    def clear_table(self) -> None:
        """Shuffle all cards after a round that was not settled, if any has been dealt.

        Or else whoever deals and stops would learn in which order they lie.
        """
        if self._has_dealt:
            self.shuffle()

    def shuffle(self) -> None:
        """Shuffle all cards, wherever they are."""
        self.pack.shuffle()
        self.note(Shuffled())
