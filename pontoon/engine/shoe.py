"""The shoe: several packs shuffled together, with a marker in front of its last cards."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from pontoon.engine.cards import PACK, Card
from pontoon.engine.rng import Chance


class Place(NamedTuple):
    """Where a shoe stands between rounds: enough, with its seed, to find the same cards again."""

    shuffles: int
    dealt: int


class Shoe:
    """Packs of cards dealt from the top, shuffled from a seed.

    ``marker`` is the least and the most cards that may lie behind the marker; how many they are is
    drawn at each shuffle, every number in between equally likely.

    Shuffle number *n*, counted from 1, takes draw *n* of the seed (see ``chance``): the packs lie
    one behind the other in the order of ``PACK``, are shuffled, and are dealt from the last place;
    the next number of the same draw, below *most* - *least* + 1, is added to the least for the
    marker. A shoe that is replenished takes a draw too; its cards lie in the order of ``PACK``, the
    copies of each together, and there is no marker to draw.
    """

    def __init__(self, decks: int, marker: tuple[int, int], seed: bytes) -> None:
        self._packs = PACK * decks
        self._marker_range = marker
        self._seed = seed
        self._shuffles = 0
        self._cards: list[Card] = []
        self.marker = 0
        """How many cards lie behind the marker."""
        self.shuffle()

    @classmethod
    def at(cls, place: Place, decks: int, marker: tuple[int, int], seed: bytes) -> "Shoe":
        """Return the shoe of this seed as it stood at PLACE, which must be one between rounds."""
        shoe = cls(decks, marker, seed)
        shoe._shuffles = place.shuffles - 1
        shoe.shuffle()
        del shoe._cards[len(shoe._cards) - place.dealt :]
        return shoe

    @property
    def place(self) -> Place:
        """Where the shoe stands; good for ``at`` as long as no round is running."""
        return Place(self._shuffles, len(self._packs) - len(self._cards))

    def state(self) -> dict[str, Any]:
        """Return what ``restored`` needs, as JSON values; good as long as no round is running."""
        return {"seed": self._seed.hex(), **self.place._asdict()}

    @classmethod
    def restored(cls, decks: int, marker: tuple[int, int], state: Mapping[str, Any]) -> "Shoe":
        """Return the shoe that was in that STATE; ValueError if it makes no sense."""
        try:
            place = Place(int(state["shuffles"]), int(state["dealt"]))
            return cls.at(place, decks, marker, bytes.fromhex(state["seed"]))
        except (KeyError, TypeError) as error:
            raise ValueError(state) from error

    @property
    def left(self) -> int:
        """How many cards can still be dealt."""
        return len(self._cards)

    @property
    def marker_hit(self) -> bool:
        """Tell whether dealing has come to the marker, so that a shuffle is due after the round."""
        return len(self._cards) <= self.marker

    def deal(self) -> Card:
        """Take the card on top; IndexError where the shoe is empty."""
        return self._cards.pop()

    def shuffle(self) -> None:
        """Shuffle all the cards together and place a new marker."""
        chance = self._next_draw()
        self._cards = list(self._packs)
        chance.shuffle(self._cards)
        least, most = self._marker_range
        self.marker = least + chance.below(most - least + 1)

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Shuffle every card that is not ON_TABLE into a new shoe, without a new marker.

        The marker stays hit, so that the shuffle after the round is still due: it is moved to the
        front, since a shoe that runs dry has been dealt past it.
        """
        self._cards = list((Counter(self._packs) - Counter(on_table)).elements())
        self._next_draw().shuffle(self._cards)
        self.marker = len(self._packs)

    def _next_draw(self) -> Chance:
        self._shuffles += 1
        return Chance(self._seed, self._shuffles)
