"""How long to wait before trying again: longer each time, and never quite the same."""

from collections.abc import Callable
from random import random

FIRST_SECONDS = 2.0
MOST_SECONDS = 300.0
GROWTH = 2.0
LEAST_SHARE = 0.5
"""A delay is drawn between this share of its full length and all of it, so that many bots whose
server comes back do not all come back at once."""


class Patience:
    """Delays between attempts, in seconds, growing from 2 to 300.

    DRAW gives a number from 0 to 1, each equally likely.
    """

    def __init__(self, draw: Callable[[], float] = random) -> None:
        self._draw = draw
        self._failures = 0

    def next_delay(self) -> float:
        """Return how many seconds to wait after one more failure."""
        full = min(FIRST_SECONDS * GROWTH**self._failures, MOST_SECONDS)
        if full < MOST_SECONDS:
            self._failures += 1
        return full * (LEAST_SHARE + (1.0 - LEAST_SHARE) * self._draw())

    def calm(self) -> None:
        """Note that all is well: the next failure counts as the first."""
        self._failures = 0
