"""A pack that is not shuffled between rounds: what was used goes under it."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from pontoon.cards import PACK, Card, cards
from pontoon.chance import Chance


class Pack:
    """The 52 cards, dealt from the top, shuffled from a seed when that is asked for.

    Shuffle or cut number *n*, counted from 1, takes draw *n* of the seed (see ``chance``). For a
    shuffle the cards lie in the order of ``PACK`` first, and are dealt from the first place.
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
        """Return the pack that was in that STATE; ValueError if it makes no sense."""
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
        """Take the card on top; IndexError where the pack is empty."""
        return self._cards.popleft()

    def put_under(self, used: Iterable[Card]) -> None:
        """Put cards that were USED to the bottom, in that order."""
        self._cards.extend(used)

    def shuffle(self) -> None:
        """Shuffle all 52 cards, wherever they were."""
        shuffled = list(PACK)
        self._next_draw().shuffle(shuffled)
        self._cards = deque(shuffled)

    def cut(self, people: int) -> tuple[Card, ...]:
        """Let so many PEOPLE, at most 52, draw a card each to look at; the pack stays as it is."""
        shuffled = list(PACK)
        self._next_draw().shuffle(shuffled)
        return tuple(shuffled[:people])

    def _next_draw(self) -> Chance:
        self._draws += 1
        return Chance(self._seed, self._draws)
