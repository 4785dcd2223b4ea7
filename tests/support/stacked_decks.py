"""Shoes and packs whose next cards are known, so that a test can deal what it is about."""

import copyreg
import pickle
from collections import Counter, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any
from unittest.mock import patch

from pontoon.engine.cards import PACK, Card, card, cards
from pontoon.engine.decks import NO_SEED, Pack, Shoe


class _Kept:
    """Cards that are as they were when a state of them is restored: no seed tells their order."""

    def state(self) -> dict[str, Any]:
        """Return the cards themselves."""
        return {KEPT: pickle.dumps(self).hex()}


KEPT = "kept"

# Tests copy decks tens of thousands of times, which takes a fifth of the time by names of cards.
copyreg.pickle(Card, lambda each: (card, (str(each),)))


@contextmanager
def cards_kept() -> Iterator[None]:
    """Let cards whose order was chosen still be in it when they are restored."""
    shoe, pack = Shoe.restored, Pack.restored

    def kept(state: Mapping[str, Any]) -> Any:
        return pickle.loads(bytes.fromhex(state[KEPT])) if KEPT in state else None

    with (
        patch.multiple(
            Shoe, restored=lambda decks, marker, state: kept(state) or shoe(decks, marker, state)
        ),
        patch.multiple(Pack, restored=lambda state: kept(state) or pack(state)),
    ):
        yield


class ShoeToCome(Shoe):
    """No shoe yet; the first one that is put in is SHOE, whatever its seed."""

    def __init__(self, shoe: Shoe) -> None:
        super().__init__(shoe.packs, shoe.marker_range, NO_SEED)
        self._shoe = shoe

    def renewed(self, _seed: bytes) -> Shoe:
        """Return the shoe."""
        return self._shoe


class PackToCome(Pack):
    """No pack yet; the first one that is put in is PACK, whatever its seed."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(NO_SEED)
        self._pack = pack

    def renewed(self, _seed: bytes) -> Pack:
        """Return the pack."""
        return self._pack


class StackedShoe(_Kept, Shoe):
    """A shoe that deals the cards written in ``first``, then the others as the seed has them.

    The shoe after it is one like any other. With ``NO_SEED`` it is that one which is stacked.
    """

    def __init__(
        self,
        first: str,
        decks: int = 6,
        marker: tuple[int, int] = (60, 75),
        seed: bytes = bytes(32),
    ) -> None:
        super().__init__(decks, marker, seed)
        self._next = partial(StackedShoe, first, decks, marker)
        if seed == NO_SEED:
            return
        self.cards = [*_with_on_top(first, decks, seed)]

    def renewed(self, seed: bytes) -> Shoe:
        """Return the shoe after this one, which is the same if nothing was dealt."""
        if self.seed != NO_SEED and not (self.is_finished or self.cards_dealt):
            return self
        return self._next(seed) if self.seed == NO_SEED else super().renewed(seed)


@lru_cache(maxsize=100)
def _with_on_top(first: str, decks: int, seed: bytes) -> Sequence[Card]:
    """Return the cards of a shoe, the next one last: the FIRST ones, then the others by SEED."""
    on_top = cards(first)
    rest = Counter(PACK * decks) - Counter(on_top)
    kept = []
    for each in Shoe(decks, (0, 0), seed).cards:
        if rest[each]:
            rest[each] -= 1
            kept.append(each)
    return (*kept, *reversed(on_top))


class StackedPack(_Kept, Pack):
    """A pack that deals the cards written in ``first``, then the others as the seed has them.

    The pack after it is one like any other. With ``NO_SEED`` it is that one which is stacked.
    """

    def __init__(self, first: str, seed: bytes = bytes(32)) -> None:
        super().__init__(seed)
        self._first = first
        if seed != NO_SEED:
            on_top = cards(first)
            self.cards = deque([*on_top, *(card for card in self.cards if card not in on_top)])

    def renewed(self, seed: bytes) -> Pack:
        """Return the pack after this one."""
        return StackedPack(self._first, seed) if self.seed == NO_SEED else super().renewed(seed)

    def lose_all_but(self, number: int) -> None:
        """Take cards from the bottom out of the game, so that only NUMBER are left to deal."""
        while self.left > number:
            self.cards.pop()


class RiggedPack(_Kept, Pack):
    """A pack that has some cards on top, and so have those that come after it.

    They are written in ``stacks``. For the bank the cards in ``cuts`` are drawn; when there are no
    more, both are as the seed has them. With ``NO_SEED`` the pack after it has the first stack.
    """

    def __init__(
        self, stacks: Iterable[str] = (), cuts: Iterable[str] = (), seed: bytes = bytes(32)
    ) -> None:
        super().__init__(seed)
        self._stacks = deque(stacks)
        self._cuts = deque(cuts)
        if seed != NO_SEED:
            on_top = cards(self._stacks.popleft()) if self._stacks else ()
            self.cards = deque([*on_top, *(card for card in self.cards if card not in on_top)])

    def renewed(self, seed: bytes) -> "RiggedPack":
        """Return the pack with the next stack on top; this one if it is untouched."""
        if self.seed != NO_SEED and not (self.is_finished or self.cards_dealt):
            return self
        return RiggedPack(self._stacks, self._cuts, seed)

    def cut(self, people: int) -> tuple[Card, ...]:
        """Let so many PEOPLE draw the next cards."""
        if not self._cuts:
            return super().cut(people)
        drawn = cards(self._cuts.popleft())[:people]
        assert len(drawn) == people
        self.draws += 1
        return drawn
