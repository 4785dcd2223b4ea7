"""What a server sends, taken a little at a time, so that nothing else has to wait for long."""

from collections import deque
from collections.abc import Callable, Iterable

from pontoon.irc.reactor import Clock, Delayed, Transport

PORTION_SECONDS = 0.1
"""How long lines are acted on before timers, signals and other connections have their turn."""


class ReadThrottle:
    """Has ACT called with each line, in order, but not for longer than a portion takes at once.

    While lines wait nothing more is read from the CONNECTION. CLOCK is the reactor. A line that
    begins or stops a round has the disk waited for, and a server can send a thousand of them at
    once.
    """

    def __init__(
        self, clock: Clock, connection: Callable[[], Transport], act: Callable[[bytes], None]
    ) -> None:
        self._clock = clock
        self._connection = connection
        self._act = act
        self._waiting: deque[bytes] = deque()
        self._pending: Delayed | None = None

    def feed(self, lines: Iterable[bytes]) -> None:
        """Take LINES, behind those that wait."""
        self._waiting.extend(lines)
        if self._pending is None:
            self._take_a_portion()

    def drop(self) -> None:
        """Forget all that waits: the connection is gone."""
        self._waiting.clear()
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    def _take_a_portion(self) -> None:
        until = self._clock.seconds() + PORTION_SECONDS
        while self._waiting:
            self._act(self._waiting.popleft())
            if self._waiting and self._clock.seconds() >= until:
                if self._pending is None:
                    self._connection().pauseProducing()
                self._pending = self._clock.callLater(0, self._take_a_portion)
                return
        if self._pending is not None:
            self._pending = None
            self._connection().resumeProducing()
