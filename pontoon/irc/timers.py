"""Things that are due later, by name."""

from collections.abc import Callable

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
