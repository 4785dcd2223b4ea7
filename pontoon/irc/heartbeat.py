"""Finds out that a server is gone although the connection looks alive."""

from collections.abc import Callable

from pontoon.irc.reactor import Clock, Delayed

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
