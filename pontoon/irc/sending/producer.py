"""Sends the lines of a queue, at its pace and no faster than the server reads."""
# ruff: noqa: N802 -- Twisted's transports call a producer by these names

from collections.abc import Callable
from functools import partial

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from pontoon.irc.outgoing import Priority, Told
from pontoon.irc.reactor import Clock, Delayed
from pontoon.irc.sending.queue import SendQueue
from pontoon.irc.sending.streams import Unsent

_TURNS = 4
"""Turns of the reactor until a line that was written has left the program.

In the first one TLS gathers lines, and the socket takes them; in the second the server inside the
bot reads them, and in the third people's sockets take them.
"""

LAST_WORDS_SECONDS = 3.5
"""How long it may take at the end to send the lines that must be sent."""


@implementer(IPushProducer)
class PacedProducer:
    """Takes lines from QUEUE and passes them to WRITE, unless the transport has enough to send."""

    def __init__(self, queue: SendQueue, clock: Clock, write: Callable[[str], None]) -> None:
        self._queue = queue
        self._clock = clock
        self._write = write
        self._timer: Delayed | None = None
        self._paused = False
        self._stopped = False
        self._leaving: list[Told] = []
        """The receipts of lines that were written, and may not have left yet."""
        self._written: list[Told] = []
        """Those of them whose lines were written in this turn of the reactor."""
        self._done: Callable[[], None] = lambda: None
        self._finishing: Delayed | None = None
        """Runs while only the lines that must be sent go out."""

    def send(self, line: Unsent, priority: Priority, *, place: str = "") -> None:
        """Send LINE, which is about PLACE, when it is its turn: at once if no line waits."""
        if self._may_write() and self._queue.may_pass(line, self._clock.seconds()):
            self._write(line.line)
            self._await_leaving(self._queue.receipts())
        else:
            self._queue.put(line, priority, place=place)
            self.pump()

    def pump(self) -> None:
        """Send what may be sent now, and schedule the rest."""
        self._cancel()
        # WRITE may fill the transport, which then pauses us at once.
        while self._may_write() and (line := self._queue.take(self._clock.seconds())) is not None:
            self._write(line)
        self._await_leaving(self._queue.receipts())
        seconds = self._queue.seconds_to_wait(self._clock.seconds())
        if seconds is not None and self._may_write():
            self._timer = self._clock.callLater(seconds, self._timed_pump)
        self._finish_if_empty()

    def finish(self, done: Callable[[], None]) -> None:
        """Send only the lines that must be sent; call DONE after that, or after 3.5 seconds."""
        self._queue.close()
        self._finishing = self._clock.callLater(LAST_WORDS_SECONDS, self._finished)
        self._done = done
        self.pump()

    def slow_down(self, why: str) -> None:
        """Send more slowly, because the server has complained with the words WHY."""
        self._queue.slow_down(self._clock.seconds(), why)
        self.pump()

    def pauseProducing(self) -> None:
        """Send nothing: the server has stopped reading."""
        self._paused = True
        self._cancel()

    def resumeProducing(self) -> None:
        """Send again: the server reads."""
        self._paused = False
        leaving, self._leaving = self._leaving, []
        self._await_leaving(leaving)
        self.pump()

    def stopProducing(self) -> None:
        """Drop what waits, and send nothing any more."""
        self._stopped = True
        self._cancel()
        if self._finishing is not None:
            self._finishing.cancel()
            self._finishing = None
        self._queue.clear()

    def _await_leaving(self, written: list[Told]) -> None:
        """Call the receipts WRITTEN once their lines have left."""
        if written:
            self._leaving += written
            if not self._written:
                self._clock.callLater(0, self._end_turn)
            self._written += written

    def _end_turn(self) -> None:
        """Let the lines that were written in one turn of the reactor wait for the next together."""
        written, self._written = self._written, []
        _in_turns(self._clock, _TURNS - 1, partial(self._left, written))

    def _left(self, written: list[Told]) -> None:
        """Call the receipts WRITTEN some turns ago, unless their lines are stuck."""
        if not self._may_write():
            return
        for told in written:
            if told in self._leaving:
                self._leaving.remove(told)
                told()
        self._finish_if_empty()

    def _finish_if_empty(self) -> None:
        if self._finishing is not None and not self._leaving and not len(self._queue):
            self._finishing.cancel()
            self._finished()

    def _finished(self) -> None:
        self._finishing = None
        self._done()

    def _may_write(self) -> bool:
        return not self._paused and not self._stopped

    def _timed_pump(self) -> None:
        self._timer = None
        self.pump()

    def _cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _in_turns(clock: Clock, turns: int, call: Callable[[], None]) -> None:
    """Make CALL so many TURNS of the reactor later."""
    if turns:
        clock.callLater(0, partial(_in_turns, clock, turns - 1, call))
    else:
        call()
