"""The two kinds of deck: a shoe with a marker, and a pack whose used cards go to the bottom."""

from collections import Counter, deque
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.rng import Item, SeededRandom


class Shoe:
    """DECKS of 52 cards shuffled together from SEED, and dealt one by one.

    MARKER is the least and the most cards that may lie behind the marker. Each shuffle draws how
    many, every number equally likely.

    Shuffle number *n*, counted from 1, takes draw *n* of the seed (see ``rng``). The decks lie one
    behind the other in the order of ``PACK``; they are shuffled, and dealt from the last place. The
    next number of the same draw, below *most* - *least* + 1, is added to the least for the marker.
    Replenishing takes a draw too: the cards lie in the order of ``PACK``, the copies of each
    together, and the marker is not drawn.

    >>> shoe = Shoe(decks=6, marker=(60, 75), seed=bytes(32))
    >>> shoe.left, 60 <= shoe.marker <= 75
    (312, True)
    >>> Shoe(decks=6, marker=(60, 75), seed=bytes(32)).deal() == shoe.deal()
    True
    """

    def __init__(self, decks: int, marker: tuple[int, int], seed: bytes) -> None:
        self._packs = PACK * decks
        self._marker_range = marker
        self._seed = seed
        self._shuffles = 0
        self.cards: list[Card] = []
        """The cards that are left, the next one last."""
        self.marker = 0
        """How many cards lie behind the marker."""
        self.shuffle()

    def state(self) -> dict[str, Any]:
        """Return what ``restored`` needs, as JSON values. Call it only between rounds."""
        dealt = len(self._packs) - len(self.cards)
        return {"seed": self._seed.hex(), "shuffles": self._shuffles, "dealt": dealt}

    @classmethod
    def restored(cls, decks: int, marker: tuple[int, int], state: Mapping[str, Any]) -> "Shoe":
        shoe = cls(decks, marker, bytes.fromhex(state["seed"]))
        shoe._shuffles = int(state["shuffles"]) - 1
        shoe.shuffle()
        del shoe.cards[len(shoe.cards) - int(state["dealt"]) :]
        return shoe

    @property
    def left(self) -> int:
        return len(self.cards)

    @property
    def marker_hit(self) -> bool:
        """Tell whether dealing has reached the marker: the shoe is shuffled after the round."""
        return len(self.cards) <= self.marker

    def deal(self) -> Card:
        """Take the next card; IndexError if the shoe is empty."""
        return self.cards.pop()

    def shuffle(self) -> None:
        chance = self._next_draw()
        self.cards = list(self._packs)
        chance.shuffle(self.cards)
        least, most = self._marker_range
        self.marker = least + chance.randbelow(most - least + 1)

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Shuffle every card that is not ON_TABLE into a new shoe, without a new marker.

        The marker stays hit, so that the shoe is still shuffled after the round.
        """
        self.cards = list((Counter(self._packs) - Counter(on_table)).elements())
        self._next_draw().shuffle(self.cards)
        self.marker = len(self._packs)

    def _next_draw(self) -> SeededRandom:
        self._shuffles += 1
        return SeededRandom(self._seed, self._shuffles)


class Pack:
    """The 52 cards, shuffled from SEED and dealt from the top. Used cards go to the bottom.

    Each shuffle, cut and gathering takes the next draw of the seed, counted from 1 (see ``rng``).
    Before a shuffle the cards lie in the order of ``PACK``; they are dealt from the first place.

    >>> pack = Pack(seed=bytes(32))
    >>> used = [pack.deal(), pack.deal()]
    >>> pack.left
    50
    >>> pack.put_under(used)
    >>> pack.left
    52
    """

    def __init__(self, seed: bytes) -> None:
        self._seed = seed
        self._draws = 0
        self.cards: deque[Card] = deque()
        """The cards that are left, the next one first."""
        self.shuffle()

    def state(self) -> dict[str, Any]:
        cards = " ".join(map(str, self.cards))
        return {"seed": self._seed.hex(), "draws": self._draws, "cards": cards}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> "Pack":
        pack = cls(bytes.fromhex(state["seed"]))
        pack._draws, pack.cards = int(state["draws"]), deque(cards(state["cards"]))
        return pack

    @property
    def left(self) -> int:
        return len(self.cards)

    def deal(self) -> Card:
        """Take the card on top; IndexError if the pack is empty."""
        return self.cards.popleft()

    def put_under(self, used: Iterable[Card]) -> None:
        """Put the USED cards to the bottom, in their order."""
        self.cards.extend(used)

    def put_under_in_drawn_order(self, hands: Iterable[Sequence[Card]]) -> None:
        """Put HANDS to the bottom, each hand whole, the hands in an order that is drawn."""
        self.put_under(chain.from_iterable(self._shuffled(hands)))

    def put_under_mixed(self, used: Iterable[Card]) -> None:
        """Put the USED cards to the bottom, mixed among themselves."""
        self.put_under(self._shuffled(sorted(used, key=PACK.index)))

    def shuffle(self) -> None:
        """Shuffle all 52 cards, wherever they were."""
        self.cards = deque(self._shuffled(PACK))

    def cut(self, people: int) -> tuple[Card, ...]:
        """Draw a card for each of so many PEOPLE, at most 52. The pack itself does not change."""
        return tuple(self._shuffled(PACK)[:people])

    def _shuffled(self, items: Iterable[Item]) -> list[Item]:
        """Return ITEMS in an order that the next draw of the seed gives."""
        self._draws += 1
        shuffled = list(items)
        if len(shuffled) > 1:  # often a single hand is left to gather
            SeededRandom(self._seed, self._draws).shuffle(shuffled)
        return shuffled
