"""Waiting: a timer, a deadline, a heartbeat that asks for signs of life, and ever longer pauses."""

from collections.abc import Callable
from random import random

from pontoon.irc.reactor import Clock, Delayed


class Timers:
    """Does things later, each of them known by a name, of which there is one at a time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[str, Delayed] = {}

    def after(self, seconds: float, name: str, act: Callable[[], object]) -> None:
        """ACT in so many SECONDS, unless NAME is used again before."""
        self.never_mind(name)

        def due() -> None:
            del self._timers[name]
            act()

        self._timers[name] = self._clock.callLater(seconds, due)

    def never_mind(self, name: str) -> None:
        """Forget what is called NAME, if anything is."""
        if (timer := self._timers.pop(name, None)) is not None:
            timer.cancel()

    def stop(self) -> None:
        """Forget everything."""
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()


class Deadline:
    """Tells MISSED why, unless what is waited for happens in time. One thing is waited for."""

    def __init__(self, clock: Clock, missed: Callable[[str], None]) -> None:
        self._clock = clock
        self._missed = missed
        self._timer: Delayed | None = None

    def set(self, seconds: float, why: str) -> None:
        """Wait so many SECONDS, and for nothing else any more; WHY is what is told afterwards."""
        self.lift()
        self._timer = self._clock.callLater(seconds, lambda: self._passed(why))

    def lift(self) -> None:
        """Wait no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _passed(self, why: str) -> None:
        self._timer = None
        self._missed(why)


SILENCE_SECONDS = 60.0
"""How long a server may be silent before it is asked whether it is there."""

ANSWER_SECONDS = 30.0
"""How long it then has to say anything at all; both together are well below two minutes."""


class Heartbeat:
    """Calls ASK after 60 seconds of silence, and LOST if 30 seconds later it still lasts."""

    def __init__(self, clock: Clock, ask: Callable[[], None], lost: Callable[[], None]) -> None:
        self._clock = clock
        self._ask = ask
        self._lost = lost
        self._timer: Delayed | None = None

    def heard(self) -> None:
        """Note that the server sent something."""
        self.stop()
        self._timer = self._clock.callLater(SILENCE_SECONDS, self._silent)

    def stop(self) -> None:
        """Watch no longer."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _silent(self) -> None:
        self._timer = self._clock.callLater(ANSWER_SECONDS, self._unanswered)
        self._ask()

    def _unanswered(self) -> None:
        self._timer = None
        self._lost()


FIRST_SECONDS = 2.0
MOST_SECONDS = 300.0
GROWTH = 2.0
LEAST_SHARE = 0.5
"""A delay is drawn between this share of its full length and all of it, so that many bots whose
server comes back do not all come back at once."""

BETWEEN_SECONDS = 1.0
"""How long to wait before something else is tried that may well succeed."""


class Backoff:
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
