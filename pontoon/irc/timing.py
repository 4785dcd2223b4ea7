"""Timers, a heartbeat for silent connections, and growing delays between attempts."""

from collections.abc import Callable, Hashable
from random import random

from pontoon.irc.reactor import Clock, Delayed


class Timers:
    """Calls that are due later, each for a key: a new call replaces one for the same key."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[Hashable, Delayed] = {}

    def __contains__(self, key: Hashable) -> bool:
        return key in self._timers

    def after(self, seconds: float, key: Hashable, call: Callable[[], object]) -> None:
        """Call CALL in this many SECONDS, unless KEY is used again or cancelled before that."""
        self.cancel(key)

        def due() -> None:
            del self._timers[key]
            call()

        self._timers[key] = self._clock.callLater(seconds, due)

    def cancel(self, key: Hashable) -> None:
        if (timer := self._timers.pop(key, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


SILENCE_SECONDS = 60.0
"""How long the other side may be silent before it is asked for an answer."""

ANSWER_SECONDS = 30.0
"""How long it then has to send anything at all."""


class Heartbeat:
    """Calls ASK after 60 seconds of silence, and LOST after 30 more."""

    def __init__(self, clock: Clock, ask: Callable[[], None], lost: Callable[[], None]) -> None:
        self._clock = clock
        self._ask = ask
        self._lost = lost
        self._timer: Delayed | None = None
        self._has_asked = False

    def heard(self) -> None:
        if self._timer is not None and not self._has_asked:
            self._timer.reset(SILENCE_SECONDS)  # takes a third of the time of a new timer
        else:
            self.stop()
            self._timer = self._clock.callLater(SILENCE_SECONDS, self._silent)

    def stop(self) -> None:
        self._has_asked = False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _silent(self) -> None:
        self._has_asked = True
        self._timer = self._clock.callLater(ANSWER_SECONDS, self._unanswered)
        self._ask()

    def _unanswered(self) -> None:
        self._timer = None
        self._lost()


FIRST_SECONDS = 2.0
MAX_SECONDS = 300.0
GROWTH = 2.0
MIN_SHARE = 0.5
"""A delay is random between this share of its full length and all of it, so that many bots do not
all come back at the same moment as their server."""

BETWEEN_SECONDS = 1.0
"""The delay before the next of several ways is tried."""


class Backoff:
    """Delays between attempts, in seconds, growing from 2 to 300.

    DRAW returns a random number from 0 to 1. If there are several WAYS to try in turn, the delay
    is one second until all of them have failed.
    """

    def __init__(self, draw: Callable[[], float] = random, ways: int = 1) -> None:
        self._draw = draw
        self._ways = ways
        self._failures = 0
        self._tried = 0

    def next_delay(self) -> float:
        self._tried += 1
        if self._tried < self._ways:
            return BETWEEN_SECONDS
        self._tried = 0
        full = min(FIRST_SECONDS * GROWTH**self._failures, MAX_SECONDS)
        if full < MAX_SECONDS:
            self._failures += 1
        return full * (MIN_SHARE + (1.0 - MIN_SHARE) * self._draw())

    def calm(self) -> None:
        """Begin again: the next failure counts as the first."""
        self._failures = 0
        self._tried = 0
