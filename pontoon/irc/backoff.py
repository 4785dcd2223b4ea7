"""How long to wait before trying again: longer each time, and never quite the same."""

from collections.abc import Callable
from random import random

FIRST_SECONDS = 2.0
MOST_SECONDS = 300.0
GROWTH = 2.0
LEAST_SHARE = 0.5
"""A delay is drawn between this share of its full length and all of it, so that many bots whose
server comes back do not all come back at once."""

BETWEEN_SECONDS = 1.0
"""How long to wait before something else is tried that may well succeed."""


class Patience:
    """Delays between attempts, in seconds, growing from 2 to 300.

    DRAW gives a number from 0 to 1, each equally likely. Where there are several WAYS to try in
    turn, there is no longer wait than a second before all of them have failed.
    """

    def __init__(self, draw: Callable[[], float] = random, ways: int = 1) -> None:
        self._draw = draw
        self._ways = ways
        self._failures = 0
        self._tried = 0

    def next_delay(self) -> float:
        """Return how many seconds to wait after one more failure."""
        self._tried += 1
        if self._tried < self._ways:
            return BETWEEN_SECONDS
        self._tried = 0
        full = min(FIRST_SECONDS * GROWTH**self._failures, MOST_SECONDS)
        if full < MOST_SECONDS:
            self._failures += 1
        return full * (LEAST_SHARE + (1.0 - LEAST_SHARE) * self._draw())

    def calm(self) -> None:
        """Note that all is well: the next failure counts as the first."""
        self._failures = 0
        self._tried = 0
