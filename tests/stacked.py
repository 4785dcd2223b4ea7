"""Shoes and packs whose next cards are known, so that a test can deal what it is about."""

from collections import Counter, deque

from pontoon.cards import Card, cards
from pontoon.pack import Pack
from pontoon.shoe import Shoe


class StackedShoe(Shoe):
    """A shoe that deals the cards written in ``first``, then the others as the seed has them.

    From its first shuffle on it is a shoe like any other.
    """

    def __init__(
        self,
        first: str,
        decks: int = 6,
        marker: tuple[int, int] = (60, 75),
        seed: bytes = bytes(32),
    ) -> None:
        super().__init__(decks, marker, seed)
        on_top = cards(first)
        self._rest = Counter(self._packs) - Counter(on_top)
        self._cards = [card for card in self._cards if self._is_left(card)]
        self._cards.extend(reversed(on_top))

    def _is_left(self, card: Card) -> bool:
        self._rest[card] -= 1
        return self._rest[card] >= 0


class StackedPack(Pack):
    """A pack that deals the cards written in ``first``, then the others as the seed has them."""

    def __init__(self, first: str, seed: bytes = bytes(32)) -> None:
        super().__init__(seed)
        on_top = cards(first)
        self._cards = deque([*on_top, *(card for card in self._cards if card not in on_top)])

    def lose_all_but(self, number: int) -> None:
        """Take cards from the bottom out of the game, so that only NUMBER are left to deal."""
        while self.left > number:
            self._cards.pop()
