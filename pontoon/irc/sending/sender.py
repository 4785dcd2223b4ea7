"""Sends what waits in a queue, at its pace and no faster than the server reads."""
# ruff: noqa: N802 -- Twisted's transports call a producer by these names

from collections.abc import Callable

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from pontoon.irc.reactor_types import Clock, Delayed
from pontoon.irc.sending.sendqueue import SendQueue


@implementer(IPushProducer)
class Sender:
    """Takes lines from QUEUE and hands them to WRITE, unless the transport has enough to send."""

    def __init__(self, queue: SendQueue, clock: Clock, write: Callable[[str], None]) -> None:
        self._queue = queue
        self._clock = clock
        self._write = write
        self._timer: Delayed | None = None
        self._paused = False
        self._stopped = False

    def pump(self) -> None:
        """Send what may be sent now, and see to it that the rest follows."""
        self._cancel()
        # WRITE may fill the transport, which then pauses us at once.
        while self._may_write() and (line := self._queue.take(self._clock.seconds())) is not None:
            self._write(line)
        seconds = self._queue.seconds_to_wait(self._clock.seconds())
        if seconds is not None and self._may_write():
            self._timer = self._clock.callLater(seconds, self._timed_pump)

    def slow_down(self, why: str) -> None:
        """Send more slowly, the server having said WHY."""
        self._queue.slow_down(self._clock.seconds(), why)
        self.pump()

    def pauseProducing(self) -> None:
        """Hold everything back: the server has stopped reading."""
        self._paused = True
        self._cancel()

    def resumeProducing(self) -> None:
        """Go on: the server reads again."""
        self._paused = False
        self.pump()

    def stopProducing(self) -> None:
        """Drop what waits; nothing is sent any more."""
        self._stopped = True
        self._cancel()
        self._queue.clear()

    def _may_write(self) -> bool:
        return not self._paused and not self._stopped

    def _timed_pump(self) -> None:
        self._timer = None
        self.pump()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
