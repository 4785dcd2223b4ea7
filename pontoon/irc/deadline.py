"""Something that has to happen in time."""

from collections.abc import Callable

from pontoon.irc.reactor import Clock, Delayed


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
