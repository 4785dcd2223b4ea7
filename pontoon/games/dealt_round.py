"""Rounds that are dealt from a shoe or from a pack, and how pontoon hands are dealt in them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Self, TypeVar

from msgspec import Meta
from msgspec.structs import replace

from pontoon.engine import events
from pontoon.engine.cards import DECK, Card
from pontoon.engine.decks import Gather, Marker, Pack, Shoe
from pontoon.engine.events import Event
from pontoon.engine.hands import Hand, Seat
from pontoon.engine.moves import Option, Verb
from pontoon.engine.round import Conflicts, EquipmentState, EquipmentT, GameRules, Round, RulesT

STICK = Option(Verb.STICK)
TWIST = Option(Verb.TWIST)


class PontoonRound(Round[EquipmentT, RulesT]):
    """A round in which only the player sees the first two cards of a hand."""

    deal: Callable[[], Card]
    """Deals one card."""

    @abstractmethod
    def end_if_over(self, seat: Seat, hand: Hand) -> None:
        """End HAND if its last card has made it bust or complete."""

    def deal_first_card(self, seat: Seat) -> None:
        """Deal SEAT one card, shown to that player alone."""
        hand = seat.add_hand(self.deal())
        self.note(events.FirstCard(seat.player, hand.cards))

    def deal_second_card(self, seat: Seat, hand: Hand) -> None:
        """Deal HAND its second card, shown to its player alone."""
        hand.take(self.deal())
        self.note(events.SecondCard(seat.player, hand.number, hand.cards))

    def stick(self, seat: Seat, hand: Hand, _chips: int = 0) -> None:
        hand.is_stuck = True
        self.note(events.Stuck(seat.player, hand.number))

    def twist(self, seat: Seat, hand: Hand, _chips: int = 0) -> None:
        """Deal one card, shown to the channel; from now on the hand cannot buy."""
        hand.has_twisted = True
        card = self.deal()
        hand.take(card)
        self.note(events.Twisted(seat.player, hand.number, card))
        self.end_if_over(seat, hand)


class ShoeRules(GameRules, frozen=True):
    """The rules of a shoe: its decks, and the least and the most cards behind its marker."""

    decks: Annotated[int, Meta(ge=1, le=100)] = 6
    """The number of packs of 52 cards in the shoe. There have to be enough cards for a full
    table: five for each hand, split hands and the dealer's included."""
    marker: tuple[int, int] = (60, 75)
    """The number of cards behind the marker, drawn from this range at each shuffle. When a deal
    reaches the marker, the shoe is shuffled after the round."""

    def conflicts(self, _max_players: int) -> Conflicts:
        cards = self.decks * DECK
        if self.marker[1] > cards:
            reason = "{}-{} goes beyond the shoe of {} cards".format(*self.marker, cards)
            yield ("marker", "decks"), reason


ShoeRulesT = TypeVar("ShoeRulesT", bound=ShoeRules)


class ShoeRound(Round[Shoe, ShoeRulesT]):
    """A round that is dealt from a shoe.

    What dealing does to the shoe is noted after the event for which the card was dealt.
    """

    @classmethod
    def new_equipment(cls, rules: ShoeRulesT, seed: bytes) -> Shoe:
        return Shoe(rules.decks, rules.marker, seed)

    @classmethod
    def restored(cls, rules: ShoeRulesT, state: EquipmentState) -> Shoe:
        return Shoe.restored(rules.decks, rules.marker, state)

    @classmethod
    def is_equipment_kept(cls, before: ShoeRulesT, after: ShoeRulesT) -> bool:
        return (before.decks, before.marker) == (after.decks, after.marker)

    def __init__(self, seats: Sequence[Seat], equipment: Shoe, rules: ShoeRulesT) -> None:
        super().__init__(seats, equipment, rules)
        self._shoe_events: list[Event] = []
        self._has_told_marker = False

    def _note_after_next(self, event: Event) -> None:
        """Note EVENT, which dealing has caused, but only after the next one."""
        self._shoe_events.append(event)
        self.note = self._note_with_shoe

    def _note_with_shoe(self, event: Event) -> None:
        self._events += [event, *self._shoe_events]
        self._shoe_events.clear()
        self.note = self._events.append

    def deal(self) -> Card:
        """Deal one card. A shoe that is empty is replenished first (RULES 1, Shoe)."""
        shoe = self.equipment
        try:
            card = shoe.deal()
        except IndexError:
            shoe.replenish(self._cards_on_table())
            self._note_after_next(events.ShoeRanDry())
            card = shoe.deal()
        if len(shoe.cards) <= shoe.marker and not self._has_told_marker:
            self._has_told_marker = True
            self._note_after_next(events.MarkerHit())
        return card

    def dismiss_those_without_a_bet(self) -> None:
        """Resign the seats without a bet, whose chips have run out since the deal.

        Computers that the last person has left have chips, and were not asked.
        """
        if self.is_deserted():
            return
        for seat in self.seats:
            if not (seat.has_resigned or seat.staked):
                self.resign(seat)

    def clear_table(self) -> None:
        if self.equipment.marker_hit:
            self.equipment.finish()
            self.note(events.Shuffled())

    def _cards_on_table(self) -> Iterator[Card]:
        for seat in self.seats:
            for hand in seat.hands:
                yield from hand.cards


class PackRules(GameRules, frozen=True):
    """The rules of a game that is dealt from a pack (RULES 2, Seats, pack, bank)."""

    gather: Gather = "hands"
    """How the cards of a round go back under the pack. hands: each hand stays together, and the
    order of the hands is random. mixed: all cards are mixed, so that a log does not show which
    cards follow each other."""

    @property
    def marker(self) -> Marker:
        return self.gather

    def of_deck(self, marker: Marker) -> Self:
        return replace(self, gather=marker)


PackRulesT = TypeVar("PackRulesT", bound=PackRules)


class PackRound(PontoonRound[EquipmentT, PackRulesT]):
    """A round that is dealt from PACK. Used cards go to its bottom after the round.

    The cards of a bust go there at once. With ``gather = mixed`` they lie aside until the round is
    over.
    """

    face_down: tuple[Card, ...] = ()
    """Cards on the table that are in no hand yet."""
    aside: tuple[tuple[Card, ...], ...] = ()
    """Hands thrown in that wait for the end of the round."""

    def __init__(
        self, seats: Sequence[Seat], equipment: EquipmentT, rules: PackRulesT, pack: Pack
    ) -> None:
        super().__init__(seats, equipment, rules)
        self.pack = pack
        self.deal = pack.deal

    def throw_in(self, hand: Hand) -> None:
        """Throw in HAND, once: its cards go to the bottom of the pack, or aside.

        The hand keeps them so that they can be shown.
        """
        if hand.is_thrown_in:
            return
        hand.is_thrown_in = True
        if self.rules.gather == "mixed":
            self.aside += (hand.cards,)
        else:
            self.pack.put_under(hand.cards)

    def gather(self) -> None:
        """Put the cards of a settled round to the bottom of the pack, as ``gather`` says."""
        hands = [each.cards for seat in self.seats for each in seat.hands if not each.is_thrown_in]
        if self.aside:
            hands = [*self.aside, *hands]
        self.pack.gather(hands, self.rules.gather)

    def clear_table(self) -> None:
        """Finish the pack after a round that was not settled, if anything was taken from it.

        Otherwise somebody could deal and stop to learn the order of the cards. What was drawn for
        the bank alone is not told as a shuffle: nobody has seen a card of the pack.
        """
        if self.pack.left < DECK:
            self.finish_pack()
        elif self.pack.is_touched:
            self.pack.finish()

    def finish_pack(self) -> None:
        self.pack.finish()
        self.note(events.Shuffled())
