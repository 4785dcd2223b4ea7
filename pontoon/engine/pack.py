"""A pack that is not shuffled between rounds: what was used goes under it."""

from collections import deque
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pontoon.engine.cards import PACK, Card, cards
from pontoon.engine.rng import Chance


class Pack:
    """The 52 cards, dealt from the top, shuffled from a seed when that is asked for.

    Whatever is left to chance takes the next draw of the seed, counted from 1 (see ``chance``). For
    a shuffle the cards lie in the order of ``PACK`` first, and are dealt from the first place.
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

    def put_under_in_drawn_order(self, hands: Iterable[Sequence[Card]]) -> None:
        """Put HANDS to the bottom, each of them whole, in an order that is drawn."""
        drawn = list(hands)
        self._next_draw().shuffle(drawn)
        for hand in drawn:
            self.put_under(hand)

    def put_under_mixed(self, used: Collection[Card]) -> None:
        """Put cards that were USED to the bottom, shuffled among themselves."""
        mixed = sorted(used, key=PACK.index)
        self._next_draw().shuffle(mixed)
        self.put_under(mixed)

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
