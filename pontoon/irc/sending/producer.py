"""Sends the lines of a queue, at its pace and no faster than the server reads."""
# ruff: noqa: N802 -- Twisted's transports call a producer by these names

from collections import deque
from collections.abc import Callable
from functools import partial

from twisted.internet.interfaces import IPushProducer
from zope.interface import implementer

from pontoon.irc.outgoing import Told
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.reactor import Clock
from pontoon.irc.sending.queue import SendQueue, Unsent
from pontoon.irc.sending.throttle import SendRate
from pontoon.irc.timing import Timers

MOST_AHEAD = 50
"""Lines ahead of all others, at most; they only wait while the server reads nothing."""

SAME_COMPLAINT_SECONDS = 10.0
"""How long further complaints do not count: they may be about lines sent before the first one."""

LAST_WORDS_SECONDS = 3.5
"""How long it may take at the end to send the lines that must be sent."""

_TURNS = 4
"""Turns of the reactor until a line that was written has left the program.

In the first one TLS gathers lines, and the socket takes them; in the second the server inside the
bot reads them, and in the third people's sockets take them.
"""


@implementer(IPushProducer)
class PacedProducer:
    """Takes lines from QUEUE at PACE and passes them to WRITE, unless the transport has enough.

    LOG gets a line when the pace becomes slower.
    """

    def __init__(
        self,
        queue: SendQueue,
        pace: SendRate,
        clock: Clock,
        write: Callable[[str], None],
        log: Callable[[str], None],
    ) -> None:
        self._queue = queue
        self._pace = pace
        self._clock = clock
        self._write = write
        self._log = log
        self._ahead: deque[str] = deque(maxlen=MOST_AHEAD)
        self._bucket: TokenBucket | None = None
        """None until there is a line to send."""
        self._slowed_at: float | None = None
        self._timers = Timers(clock)
        self._may_write = True
        self._is_stopped = False
        self._leaving: list[Told] = []
        """The receipts of lines that were written, and may not have left yet."""
        self._written: list[Told] = []
        """Those of them whose lines were written in this turn of the reactor."""
        self._done: Callable[[], None] = lambda: None
        self._is_finishing = False
        """Whether only the lines that must be sent go out."""

    def ahead(self, line: str) -> None:
        """Send LINE (PONG, registration) before everything else; it does not count."""
        self._ahead.append(line)
        self.pump()

    def send(self, line: Unsent) -> None:
        """Send LINE when it is its turn: at once if nothing waits."""
        now = self._clock.seconds()
        allowance = self._allowance(now)
        may_go = self._may_write and not self._ahead and allowance.seconds_to_wait(now) <= 0
        if may_go and self._queue.passes(line):
            allowance.spend()
            self._write(line.line)
            self._await_leaving(self._queue.receipts())
        else:
            self._queue.put(line)
            self.pump()

    def pump(self) -> None:
        """Send what may be sent now, and schedule the rest."""
        self._timers.cancel("pump")
        # WRITE may fill the transport, which then pauses us at once.
        while self._may_write and (line := self._next()) is not None:
            self._write(line)
        self._await_leaving(self._queue.receipts())
        if self._may_write and self._queue:
            now = self._clock.seconds()
            seconds = self._allowance(now).seconds_to_wait(now)
            self._timers.after(seconds, "pump", self.pump)
        self._finish_if_empty()

    def slow_down(self, why: str) -> None:
        """Send more slowly, because the server has complained with the words WHY."""
        now = self._clock.seconds()
        passed = None if self._slowed_at is None else now - self._slowed_at
        if passed is None or not 0 <= passed < SAME_COMPLAINT_SECONDS:
            self._slowed_at = now
            self._pace.slow_down(now)
            self._allowance(now).empty(now)
            rate, burst = self._pace.at(now)
            self._log(f"slower: {rate:.3g} lines a second, {burst:.3g} at once: {why}")
        self.pump()

    def finish(self, done: Callable[[], None]) -> None:
        """Send only the lines that must be sent; call DONE after that, or after 3.5 seconds."""
        self._queue.close()
        self._is_finishing, self._done = True, done
        self._timers.after(LAST_WORDS_SECONDS, "finish", self._finished)
        self.pump()

    def pauseProducing(self) -> None:
        """Send nothing: the server has stopped reading."""
        self._may_write = False
        self._timers.cancel("pump")

    def resumeProducing(self) -> None:
        """Send again: the server reads."""
        self._may_write = not self._is_stopped
        leaving, self._leaving = self._leaving, []
        self._await_leaving(leaving)
        self.pump()

    def stopProducing(self) -> None:
        """Drop what waits, and send nothing any more."""
        self._may_write, self._is_stopped, self._is_finishing = False, True, False
        self._timers.stop()
        self._ahead.clear()
        self._queue.clear()

    def _next(self) -> str | None:
        """Return the line to send now, or None if none waits or may go yet."""
        if self._ahead:
            return self._ahead.popleft()
        if not self._queue:
            return None
        now = self._clock.seconds()
        allowance = self._allowance(now)
        if allowance.seconds_to_wait(now) > 0:
            return None
        allowance.spend()
        return self._queue.take().line

    def _allowance(self, now: float) -> TokenBucket:
        rate, burst = self._pace.at(now)
        if self._bucket is None:
            self._bucket = TokenBucket(rate, burst)
            if self._pace.is_slowed:
                self._bucket.empty(now)  # the lines of registration count too
        self._bucket.rate, self._bucket.burst = rate, burst
        return self._bucket

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
        if not self._may_write:
            return
        for told in written:
            if told in self._leaving:
                self._leaving.remove(told)
                told()
        self._finish_if_empty()

    def _finish_if_empty(self) -> None:
        if self._is_finishing and not (self._leaving or self._ahead or self._queue):
            self._finished()

    def _finished(self) -> None:
        self._timers.cancel("finish")
        self._is_finishing = False
        self._done()


def _in_turns(clock: Clock, turns: int, call: Callable[[], None]) -> None:
    """Make CALL so many TURNS of the reactor later."""
    if turns:
        clock.callLater(0, partial(_in_turns, clock, turns - 1, call))
    else:
        call()
