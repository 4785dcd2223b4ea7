"""Handles received lines a few at a time, so that nothing else has to wait for long."""

from collections import deque
from collections.abc import Callable, Iterable

from pontoon.irc.reactor import Clock, Delayed, Transport

PORTION_SECONDS = 0.1
"""How long lines are handled before timers, signals and other connections have their turn."""


class ReadThrottle:
    """Calls RECEIVE with each line, in order, for at most ``PORTION_SECONDS`` at a time.

    While lines wait, the CONNECTION reads nothing more. A line may cost a write to the disk, and
    a server can send a thousand of them at once.
    """

    def __init__(
        self, clock: Clock, connection: Callable[[], Transport], receive: Callable[[bytes], None]
    ) -> None:
        self._clock = clock
        self._connection = connection
        self._receive = receive
        self._waiting: deque[bytes] = deque()
        self._pending: Delayed | None = None

    def feed(self, lines: Iterable[bytes]) -> None:
        """Handle LINES, after those that wait."""
        self._waiting.extend(lines)
        if self._pending is None:
            self._handle_portion()

    def drop(self) -> None:
        """Drop the lines that wait: the connection is gone."""
        self._waiting.clear()
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    def _handle_portion(self) -> None:
        until = self._clock.seconds() + PORTION_SECONDS
        while self._waiting:
            self._receive(self._waiting.popleft())
            if self._waiting and self._clock.seconds() >= until:
                if self._pending is None:
                    self._connection().pauseProducing()
                self._pending = self._clock.callLater(0, self._handle_portion)
                return
        if self._pending is not None:
            self._pending = None
            self._connection().resumeProducing()
