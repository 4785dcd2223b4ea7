"""What outlasts a round at a table: a deck, and in some games a bank and a kitty."""

from collections.abc import Callable
from typing import Any, Protocol

from msgspec import Struct

from pontoon.engine.decks import Deck


class Equipment(Protocol):
    """The equipment of a table. In most games it is the deck and nothing else."""

    @property
    def deck(self) -> Deck:
        """The deck in play, or the one that is finished."""

    def renewed(self, seed: bytes) -> "Equipment":
        """Return the equipment with a new deck, made from SEED, and all else as it was."""

    def state(self) -> dict[str, Any]:
        """Return the equipment between rounds as JSON values."""


class Unmade(Struct, frozen=True):
    """Equipment that ``make`` makes when a table first needs it."""

    make: Callable[[], Equipment]
