"""The server inside the bot. It listens on this machine only, and knows the bot by a secret."""
# ruff: noqa: N802 -- Twisted calls the methods of protocols and factories by these names

import re
import secrets
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress, IPushProducer
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.line import LineBuffer
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.server.commands import obey
from pontoon.irc.server.state import HOST, MOST_BYTES, SERVER, ServerState, User
from pontoon.irc.timing import ANSWER_SECONDS, SILENCE_SECONDS, Heartbeat, Timers

ADDRESS = "127.0.0.1"
"""The address on which the server listens; no other machine can connect to it."""

STOP_SECONDS = 0.3
"""How long clients may take to read that the server stops."""

# The bot itself does not count once it is registered.
MOST_CONNECTIONS = 50  # at once, registered or not
REGISTRATION_SECONDS = 60.0  # from connecting to the welcome
CLOSING_SECONDS = 2.0  # to read the last line, before the connection is aborted
BURST_LINES = 100  # from a client at once
LINES_PER_SECOND = 20.0  # from a client in the long run; more end the connection
MOST_UNREAD = 512 * 1024
"""Bytes that may wait for a client, above what the transport holds itself.

Several clients may send a burst each before the reactor writes to one that reads all the time.
"""

_SECRET_BYTES = 16

_SILENT = f"Ping timeout: {SILENCE_SECONDS + ANSWER_SECONDS:.0f} seconds"

_PART_OF_CHARACTER = re.compile("[\udc80-\udcff]{1,3}$")
"""What remains of a character in UTF-8 that was cut, once it is decoded."""


class LocalServer(Factory):
    """An IRC server on ``ADDRESS`` and PORT, with a session for each connection.

    BOT_NICK is reserved for the bot, which sends ``token`` as the server's password. No limit holds
    back the bot, and it does not become operator of a channel that it joins first. REACTOR is
    Twisted's.
    """

    noisy = False

    def __init__(
        self, *, bot_nick: str, port: int, reactor: Any, log: Callable[[str], None]
    ) -> None:
        self.token = secrets.token_hex(_SECRET_BYTES)
        self.reactor = reactor
        self.log = log
        self.network = ServerState(bot_nick=bot_nick, token=self.token, now=reactor.seconds)
        self._port = port
        self._sessions: dict[ClientSession, None] = {}
        """The open connections, oldest first."""
        self._listening: Any = None
        self._all_gone: Deferred[None] | None = None

    def start(self) -> None:
        """Listen; raise OSError if the port is not free."""
        try:
            self._listening = self.reactor.listenTCP(
                self._port, self, backlog=MOST_CONNECTIONS, interface=ADDRESS
            )
        except CannotListenError as error:
            raise error.socketError from None
        self.log(f"server: listening on {ADDRESS}:{self._port}")

    def greet(self, motd: Sequence[str], topic: str) -> None:
        """Show MOTD to all who connect from now on, and have TOPIC in the channels of the bot."""
        self.network.motd, self.network.topic = motd, topic

    def stop(self, reason: str) -> Deferred[None]:
        """Disconnect everybody with a REASON; fires when they are gone, within ``STOP_SECONDS``.

        The port is free then.
        """
        closed: Deferred[None] = maybeDeferred(self._listening.stopListening)
        gone = self._all_gone = Deferred()
        for session in list(self._sessions):
            session.close(reason)
        self._tell_if_all_are_gone()
        gone.addTimeout(STOP_SECONDS, self.reactor, lambda *_: self._abort_all())
        return gone.addCallback(lambda _: closed)

    def buildProtocol(self, _addr: IAddress | None) -> "ClientSession | None":
        """Accept a client, or refuse it if there are too many.

        The oldest connection that is not registered makes room: it may never be.
        """
        people = [each.user for each in self._sessions if not each.user.is_bot]
        if len(people) >= MOST_CONNECTIONS:
            silent = [each for each in self._sessions if not each.user.is_registered]
            if not silent:
                return None
            self._sessions.pop(silent[0])
            silent[0].abort()
        session = ClientSession(self)
        self._sessions[session] = None
        return session

    def gone(self, session: "ClientSession") -> None:
        """Note that the connection of SESSION is closed."""
        self._sessions.pop(session, None)
        self._tell_if_all_are_gone()

    def _abort_all(self) -> None:
        for session in list(self._sessions):
            session.abort()

    def _tell_if_all_are_gone(self) -> None:
        if self._all_gone is not None and not self._sessions:
            gone, self._all_gone = self._all_gone, None
            gone.callback(None)


@implementer(IPushProducer)
class ClientSession(Protocol):
    """The connection of a client to SERVER: cuts bytes into lines, and enforces the limits."""

    transport: Any = None

    def __init__(self, server: LocalServer) -> None:
        self.user = User(self)
        self._server = server
        self._incoming = LineBuffer(lambda _: self._too_long())
        self._allowance = TokenBucket(LINES_PER_SECOND, BURST_LINES)
        self._heartbeat = Heartbeat(
            server.reactor, partial(self.send, f"PING :{SERVER}"), partial(self._put_out, _SILENT)
        )
        self._timers = Timers(server.reactor)
        self._is_paused = False
        self._unread = 0
        self._is_closed = False
        self._why_lost = "Connection closed"

    def connectionMade(self) -> None:
        """Give the client a minute to register."""
        self.transport.registerProducer(self, streaming=True)
        self.transport.setTcpNoDelay(True)
        self._timers.after(REGISTRATION_SECONDS, "deadline", self._not_registered)

    def dataReceived(self, data: bytes) -> None:
        self._heartbeat.heard()
        for line in self._incoming.feed(data):
            self._take(line)

    def connectionLost(self, _reason: Failure = connectionDone) -> None:
        """Remove the user from the network, if still there, and stop all timers."""
        self._stop()
        self._timers.stop()
        self._server.network.remove(self.user, self._why_lost)
        self._server.gone(self)
        # These make reference cycles, which would keep the unread bytes of the transport.
        self.transport = None
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
        if self._unread > MOST_UNREAD and not self.user.is_bot:
            self._server.log(f"server: {self.user.nick} does not read and was disconnected")
            self._why_lost = "SendQ exceeded"
            self.abort()
        else:
            self.transport.write(raw)

    def close(self, reason: str) -> None:
        """Remove the user from the network, send the REASON, and close the connection."""
        if self._is_closed:
            return
        self._stop()
        self._server.network.remove(self.user, reason)
        self.transport.write(as_sent(f"ERROR :Closing link: {HOST} ({reason})"))
        self.transport.unregisterProducer()
        self.transport.loseConnection()
        self._timers.after(CLOSING_SECONDS, "deadline", self.transport.abortConnection)

    def abort(self) -> None:
        """Abort the connection now; ``connectionLost`` follows."""
        self._stop()
        self.transport.abortConnection()

    def _take(self, line: bytes) -> None:
        """Carry out LINE, unless there were too many, or the user has left."""
        if self._is_closed:
            return
        if not self.user.is_bot:
            if self._allowance.seconds_to_wait(self._server.reactor.seconds()) > 0:
                self._put_out("Excess Flood")
                return
            self._allowance.spend()
        if len(line) > MOST_BYTES:
            self._too_long()
        else:
            # Bytes that are not UTF-8 become surrogates, which ``as_sent`` turns back.
            obey(self._server.network, self.user, line.decode(errors="surrogateescape"))

    def _put_out(self, reason: str) -> None:
        """Close the connection for a REASON of the server."""
        if self.user.is_registered:
            self._server.log(f"server: {self.user.nick} was disconnected: {reason}")
        self.close(reason)

    def _too_long(self) -> None:
        self.user.reply("417", "Input line was too long")

    def _not_registered(self) -> None:
        if not self.user.is_registered:
            self.close("Registration timed out")

    def _stop(self) -> None:
        self._is_closed = True
        self._heartbeat.stop()


def as_sent(line: str) -> bytes:
    """Return LINE as bytes, cut between characters to the length of a line, with CR LF."""
    raw = line.encode(errors="surrogateescape")
    if len(raw) > MOST_BYTES:
        text = raw[:MOST_BYTES].decode(errors="surrogateescape")
        raw = _PART_OF_CHARACTER.sub("", text).encode(errors="surrogateescape")
    return raw + b"\r\n"
