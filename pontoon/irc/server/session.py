"""A connection to the server inside the bot: bytes, limits and timers."""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.interfaces import IPushProducer
from twisted.internet.protocol import Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.line import LineBuffer
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.reactor import Clock
from pontoon.irc.server import limits, replies
from pontoon.irc.server.commands import obey
from pontoon.irc.server.lines import MOST_BYTES, as_sent, decoded
from pontoon.irc.server.state import ServerState, User
from pontoon.irc.timing import ANSWER_SECONDS, SILENCE_SECONDS, Heartbeat, Timers

_SILENT = f"Ping timeout: {SILENCE_SECONDS + ANSWER_SECONDS:.0f} seconds"


@implementer(IPushProducer)
class ClientSession(Protocol):
    """The connection of a client: cuts bytes into lines, and enforces the limits.

    GONE is called once, when the connection is closed.
    """

    def __init__(
        self,
        network: ServerState,
        clock: Clock,
        log: Callable[[str], None],
        gone: Callable[["ClientSession"], None],
    ) -> None:
        self.user = User(self)
        self._network = network
        self._clock = clock
        self._log = log
        self._gone = gone
        self._socket: Any = None
        self._incoming = LineBuffer(lambda _: self._too_long())
        self._allowance = TokenBucket(limits.LINES_PER_SECOND, limits.BURST_LINES)
        self._heartbeat = Heartbeat(
            clock, partial(self.send, f"PING :{replies.SERVER}"), partial(self._disconnect, _SILENT)
        )
        self._timers = Timers(clock)
        self._is_paused = False
        self._unread = 0
        self._is_closed = False
        self._why_lost = "Connection closed"

    def connectionMade(self) -> None:
        """Give the client a minute to register."""
        self._socket = self.transport
        self._socket.registerProducer(self, streaming=True)
        self._socket.setTcpNoDelay(True)
        self._timers.after(limits.REGISTRATION_SECONDS, "deadline", self._not_registered)

    def dataReceived(self, data: bytes) -> None:
        self._heartbeat.heard()
        for line in self._incoming.feed(data):
            self._take(line)

    def connectionLost(self, _reason: Failure = connectionDone) -> None:
        """Remove the user from the network, if still there, and stop all timers."""
        self._stop()
        self._timers.stop()
        self._network.remove(self.user, self._why_lost)
        self._gone(self)
        # These make reference cycles, which would keep the unread bytes of the transport.
        self.transport = self._socket = None
        del self.user.link, self._incoming, self._heartbeat

    def pauseProducing(self) -> None:
        """Count unread bytes: the client has stopped reading."""
        self._is_paused = True

    def resumeProducing(self) -> None:
        """Stop counting: the client has read everything."""
        self._is_paused = False
        self._unread = 0

    def stopProducing(self) -> None:
        """Do nothing: ``connectionLost`` does it."""

    def send(self, line: str) -> None:
        """Send LINE; abort the connection if the client leaves too much unread."""
        if self._is_closed:
            return
        raw = as_sent(line)
        self._unread += len(raw) if self._is_paused else 0
        if self._unread > limits.MOST_UNREAD and not self.user.is_bot:
            self._log(f"server: {self.user.nick} does not read and was disconnected")
            self._why_lost = "SendQ exceeded"
            self.abort()
        else:
            self._socket.write(raw)

    def close(self, reason: str) -> None:
        """Remove the user from the network, send the REASON, and close the connection."""
        if self._is_closed:
            return
        self._stop()
        self._network.remove(self.user, reason)
        self._socket.write(as_sent(f"ERROR :Closing link: {replies.HOST} ({reason})"))
        self._socket.unregisterProducer()
        self._socket.loseConnection()
        self._timers.after(limits.CLOSING_SECONDS, "deadline", self._socket.abortConnection)

    def abort(self) -> None:
        """Abort the connection now; ``connectionLost`` follows."""
        self._stop()
        self._socket.abortConnection()

    def _take(self, line: bytes) -> None:
        """Carry out LINE, unless there were too many, or the user has left."""
        if self._is_closed:
            return
        if not self.user.is_bot:
            if self._allowance.seconds_to_wait(self._clock.seconds()) > 0:
                self._disconnect("Excess Flood")
                return
            self._allowance.spend()
        if len(line) > MOST_BYTES:
            self._too_long()
        else:
            obey(self._network, self.user, decoded(line))

    def _disconnect(self, reason: str) -> None:
        """Close the connection for a REASON of the server."""
        if self.user.is_registered:
            self._log(f"server: {self.user.nick} was disconnected: {reason}")
        self.close(reason)

    def _too_long(self) -> None:
        self.user.reply(replies.INPUT_TOO_LONG)

    def _not_registered(self) -> None:
        if not self.user.is_registered:
            self.close("Registration timed out")

    def _stop(self) -> None:
        self._is_closed = True
        self._heartbeat.stop()
