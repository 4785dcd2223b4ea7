"""The two kinds of deck: a shoe with a marker, and a pack whose used cards go to the bottom."""

from collections import Counter, deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.rng import SeededRandom


class ShoePosition(NamedTuple):
    """The position of a shoe between rounds. With the seed it gives the same cards again."""

    shuffles: int
    dealt: int


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
    >>> first = shoe.deal()
    >>> shoe.position
    ShoePosition(shuffles=1, dealt=1)
    >>> Shoe(decks=6, marker=(60, 75), seed=bytes(32)).deal() == first
    True
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
    def at(cls, position: ShoePosition, decks: int, marker: tuple[int, int], seed: bytes) -> "Shoe":
        """Return the shoe of SEED as it stood at POSITION, which is one between rounds."""
        shoe = cls(decks, marker, seed)
        shoe._shuffles = position.shuffles - 1
        shoe.shuffle()
        del shoe._cards[len(shoe._cards) - position.dealt :]
        return shoe

    @property
    def position(self) -> ShoePosition:
        """The position of the shoe; ``at`` can use it if no round is running."""
        return ShoePosition(self._shuffles, len(self._packs) - len(self._cards))

    def state(self) -> dict[str, Any]:
        """Return what ``restored`` needs, as JSON values. Call it only between rounds."""
        return {"seed": self._seed.hex(), **self.position._asdict()}

    @classmethod
    def restored(cls, decks: int, marker: tuple[int, int], state: Mapping[str, Any]) -> "Shoe":
        """Return the shoe that had STATE; ValueError if STATE makes no sense."""
        try:
            position = ShoePosition(int(state["shuffles"]), int(state["dealt"]))
            return cls.at(position, decks, marker, bytes.fromhex(state["seed"]))
        except (KeyError, TypeError) as error:
            raise ValueError(state) from error

    @property
    def left(self) -> int:
        """How many cards can still be dealt."""
        return len(self._cards)

    @property
    def marker_hit(self) -> bool:
        """Tell whether dealing has reached the marker: the shoe is shuffled after the round."""
        return len(self._cards) <= self.marker

    def deal(self) -> Card:
        """Take the next card; IndexError if the shoe is empty."""
        return self._cards.pop()

    def shuffle(self) -> None:
        """Shuffle all cards together, and place a new marker."""
        chance = self._next_draw()
        self._cards = list(self._packs)
        chance.shuffle(self._cards)
        least, most = self._marker_range
        self.marker = least + chance.randbelow(most - least + 1)

    def replenish(self, on_table: Iterable[Card]) -> None:
        """Shuffle every card that is not ON_TABLE into a new shoe, without a new marker.

        The marker stays hit, so that the shoe is still shuffled after the round.
        """
        self._cards = list((Counter(self._packs) - Counter(on_table)).elements())
        self._next_draw().shuffle(self._cards)
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
        self._cards: deque[Card] = deque()
        self.shuffle()

    def state(self) -> dict[str, Any]:
        """Return what ``restored`` needs, as JSON values."""
        cards = " ".join(map(str, self._cards))
        return {"seed": self._seed.hex(), "draws": self._draws, "cards": cards}

    @classmethod
    def restored(cls, state: Mapping[str, Any]) -> "Pack":
        """Return the pack that had STATE; ValueError if STATE makes no sense."""
        try:
            pack = cls(bytes.fromhex(state["seed"]))
            pack._draws, pack._cards = int(state["draws"]), deque(cards(state["cards"]))
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(state) from error
        return pack

    @property
    def left(self) -> int:
        """How many cards can still be dealt."""
        return len(self._cards)

    def deal(self) -> Card:
        """Take the card on top; IndexError if the pack is empty."""
        return self._cards.popleft()

    def put_under(self, used: Iterable[Card]) -> None:
        """Put the USED cards to the bottom, in their order."""
        self._cards.extend(used)

    def put_under_in_drawn_order(self, hands: Iterable[Sequence[Card]]) -> None:
        """Put HANDS to the bottom, each hand whole, the hands in an order that is drawn."""
        drawn = list(hands)
        self._next_draw().shuffle(drawn)
        for hand in drawn:
            self.put_under(hand)

    def put_under_mixed(self, used: Collection[Card]) -> None:
        """Put the USED cards to the bottom, mixed among themselves."""
        mixed = sorted(used, key=PACK.index)
        self._next_draw().shuffle(mixed)
        self.put_under(mixed)

    def shuffle(self) -> None:
        """Shuffle all 52 cards, wherever they were."""
        shuffled = list(PACK)
        self._next_draw().shuffle(shuffled)
        self._cards = deque(shuffled)

    def cut(self, people: int) -> tuple[Card, ...]:
        """Draw a card for each of so many PEOPLE, at most 52. The pack itself does not change."""
        shuffled = list(PACK)
        self._next_draw().shuffle(shuffled)
        return tuple(shuffled[:people])

    def _next_draw(self) -> SeededRandom:
        self._draws += 1
        return SeededRandom(self._seed, self._draws)
