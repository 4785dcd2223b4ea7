"""Rounds that are dealt from a shoe: the marker, the shuffle after it, and a shoe that runs dry."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from pontoon.engine.cards import DECK, Card
from pontoon.engine.events import Event, MarkerHit, ShoeRanDry, Shuffled
from pontoon.engine.hands import Seat
from pontoon.engine.round import Clashes, GameRules, Round, State
from pontoon.engine.shoe import Shoe


@dataclass(frozen=True, slots=True)
class ShoeRules(GameRules):
    """The numbers of a shoe: its decks, and the least and the most cards behind its marker."""

    decks: int = field(default=6, metadata={"least": 1, "most": 100})
    marker: tuple[int, int] = (60, 75)

    def clashes(self, _max_players: int) -> Clashes:
        """Yield what cannot be together."""
        cards = self.decks * DECK
        if self.marker[1] > cards:
            reason = "{}-{} goes beyond the shoe of {} cards".format(*self.marker, cards)
            yield ("marker", "decks"), reason


Numbers = TypeVar("Numbers", bound=ShoeRules)


class ShoeRound(Round[Shoe, Numbers]):
    """A round of a game whose tables have a shoe, and nothing else that lasts.

    What a deal does to the shoe is noted behind what the card was dealt for.
    """

    @classmethod
    def furnish(cls, rules: Numbers, seed: bytes) -> Shoe:
        """Return a shoe with its marker, shuffled."""
        return Shoe(rules.decks, rules.marker, seed)

    @classmethod
    def state_of(cls, house: Shoe) -> State:
        """Return where the shoe stands, and what its cards follow from."""
        return house.state()

    @classmethod
    def restored(cls, rules: Numbers, state: State) -> Shoe:
        """Return a shoe that stands there."""
        return Shoe.restored(rules.decks, rules.marker, state)

    @classmethod
    def is_house_kept(cls, before: Numbers, after: Numbers) -> bool:
        """Tell whether the shoe has as many packs, and its marker where it may be."""
        return (before.decks, before.marker) == (after.decks, after.marker)

    def __init__(self, seats: Sequence[Seat], house: Shoe, rules: Numbers) -> None:
        super().__init__(seats, house, rules)
        self._news_of_shoe: list[Event] = []
        self._has_told_marker = False

    def note(self, event: Event) -> None:
        """Note that EVENT has happened, and behind it what dealing has done to the shoe."""
        self.events.append(event)
        if self._news_of_shoe:
            self.events += self._news_of_shoe
            self._news_of_shoe.clear()

    def deal(self) -> Card:
        """Deal one card from the shoe, which never fails for want of cards."""
        shoe = self.house
        try:
            card = shoe.deal()
        except IndexError:
            shoe.replenish(self._cards_on_table())
            self._news_of_shoe.append(ShoeRanDry())
            card = shoe.deal()
        if shoe.marker_hit and not self._has_told_marker:
            self._has_told_marker = True
            self._news_of_shoe.append(MarkerHit())
        return card

    def clear_table(self) -> None:
        """Shuffle the shoe if its marker was hit."""
        if self.house.marker_hit:
            self.house.shuffle()
            self.note(Shuffled())

    def _cards_on_table(self) -> Iterator[Card]:
        for _, hand in self.hands():
            yield from hand.cards
