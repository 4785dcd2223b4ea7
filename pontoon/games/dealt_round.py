"""Rounds dealt from a shoe or a pack, and the pontoon hands that are played in them."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Literal, TypeVar

from pontoon.engine.cards import DECK, Card
from pontoon.engine.decks import Pack, Shoe
from pontoon.engine.events import (
    Event,
    FirstCard,
    HandResult,
    MarkerHit,
    SecondCard,
    ShoeRanDry,
    Shuffled,
    Stuck,
    Twisted,
)
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Unit
from pontoon.engine.round import Conflicts, EquipmentT, GameRules, Round, RulesT, State


class PontoonRound(Round[EquipmentT, RulesT]):
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


@dataclass(frozen=True, slots=True)
class ShoeRules(GameRules):
    """The numbers of a shoe: its decks, and the least and the most cards behind its marker."""

    decks: int = field(default=6, metadata={"least": 1, "most": 100})
    marker: tuple[int, int] = (60, 75)

    def conflicts(self, _max_players: int) -> Conflicts:
        """Yield what cannot be together."""
        cards = self.decks * DECK
        if self.marker[1] > cards:
            reason = "{}-{} goes beyond the shoe of {} cards".format(*self.marker, cards)
            yield ("marker", "decks"), reason


ShoeRulesT = TypeVar("ShoeRulesT", bound=ShoeRules)


class ShoeRound(Round[Shoe, ShoeRulesT]):
    """A round of a game whose tables have a shoe, and nothing else that lasts.

    What a deal does to the shoe is noted behind what the card was dealt for.
    """

    @classmethod
    def new_equipment(cls, rules: ShoeRulesT, seed: bytes) -> Shoe:
        """Return a shoe with its marker, shuffled."""
        return Shoe(rules.decks, rules.marker, seed)

    @classmethod
    def state_of(cls, equipment: Shoe) -> State:
        """Return where the shoe stands, and what its cards follow from."""
        return equipment.state()

    @classmethod
    def restored(cls, rules: ShoeRulesT, state: State) -> Shoe:
        """Return a shoe that stands there."""
        return Shoe.restored(rules.decks, rules.marker, state)

    @classmethod
    def is_equipment_kept(cls, before: ShoeRulesT, after: ShoeRulesT) -> bool:
        """Tell whether the shoe has as many packs, and its marker where it may be."""
        return (before.decks, before.marker) == (after.decks, after.marker)

    def __init__(self, seats: Sequence[Seat], equipment: Shoe, rules: ShoeRulesT) -> None:
        super().__init__(seats, equipment, rules)
        self._shoe_events: list[Event] = []
        self._has_told_marker = False

    def note(self, event: Event) -> None:
        """Note that EVENT has happened, and behind it what dealing has done to the shoe."""
        self.events.append(event)
        if self._shoe_events:
            self.events += self._shoe_events
            self._shoe_events.clear()

    def deal(self) -> Card:
        """Deal one card from the shoe, which never fails for want of cards."""
        shoe = self.equipment
        try:
            card = shoe.deal()
        except IndexError:
            shoe.replenish(self._cards_on_table())
            self._shoe_events.append(ShoeRanDry())
            card = shoe.deal()
        if shoe.marker_hit and not self._has_told_marker:
            self._has_told_marker = True
            self._shoe_events.append(MarkerHit())
        return card

    def dismiss_those_without_a_bet(self) -> None:
        """Let those leave whose stakes have run down so far that they could not bet."""
        for seat in self.seats:
            if not (seat.has_resigned or seat.staked):
                self.resign(seat)

    def clear_table(self) -> None:
        """Shuffle the shoe if its marker was hit."""
        if self.equipment.marker_hit:
            self.equipment.shuffle()
            self.note(Shuffled())

    def _cards_on_table(self) -> Iterator[Card]:
        for _, hand in self.hands():
            yield from hand.cards


@dataclass(frozen=True, slots=True)
class PackRules(GameRules):
    """The numbers of a game that is dealt from a pack.

    ``gather`` says how the cards of a round go under the pack: each hand whole, the hands in an
    order that is drawn; all cards mixed among themselves; or each hand whole in the order of the
    seats.
    """

    gather: Literal["hands", "mixed", "seats"] = field(default="hands", kw_only=True)


PackRulesT = TypeVar("PackRulesT", bound=PackRules)


class PackRound(PontoonRound[EquipmentT, PackRulesT]):
    """A round with one PACK, under which its cards go: those of a bust at once, the others later.

    Where cards are mixed those of a bust lie aside until the round is over.
    """

    def __init__(
        self, seats: Sequence[Seat], equipment: EquipmentT, rules: PackRulesT, pack: Pack
    ) -> None:
        super().__init__(seats, equipment, rules)
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


def hand_result(
    seat: Seat,
    hand: Hand,
    hand_type: Enum,
    gain: int,
    unit: Unit = Unit.CHIPS,
    *,
    shot: int = 0,
    on_clown_wagon: bool = False,
) -> HandResult:
    """Return how HAND of SEAT ended: it is of HAND_TYPE, and won or lost GAIN of UNIT."""
    return HandResult(
        seat.player,
        hand.number,
        hand.cards,
        hand.total,
        hand_type,
        hand.stake,
        gain,
        on_clown_wagon,
        shot,
        unit,
        resigned=seat.has_given_up(hand),
    )
