"""The server inside the bot: listens on this machine only, and knows the bot by a secret."""
# ruff: noqa: N802 -- Twisted calls a factory's methods by these names

import secrets
from collections.abc import Callable, Iterable
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory, Protocol

from pontoon.irc.server.limits import MOST_CONNECTIONS
from pontoon.irc.server.session import ClientSession, farewell
from pontoon.irc.server.state import ServerState

ADDRESS = "127.0.0.1"
"""Where the server listens; nobody from another machine can reach it."""

STOP_SECONDS = 0.3
"""How long people may take to read that the server stops."""

_SECRET_BYTES = 16

Log = Callable[[str], None]


class LocalServer:
    """An IRC server on ``ADDRESS`` and PORT.

    HOUSE_NICK is kept for the bot, which must give ``token`` as the server's password: so it can
    be held back by no limit, and is never made operator of a channel for coming first. MOTD greets
    everybody. REACTOR is Twisted's.
    """

    def __init__(
        self, *, bot_nick: str, port: int, motd: Iterable[str], reactor: Any, log: Log
    ) -> None:
        self.token = secrets.token_hex(_SECRET_BYTES)
        self._port = port
        self._reactor = reactor
        self._log = log
        self._network = ServerState(
            bot_nick=bot_nick, token=self.token, motd=motd, now=reactor.seconds
        )
        self._visitors = _Visitors(self._network, reactor, log)
        self._listening: Any = None

    def start(self) -> None:
        """Listen; raise OSError where the port cannot be had."""
        try:
            self._listening = self._reactor.listenTCP(
                self._port, self._visitors, backlog=MOST_CONNECTIONS, interface=ADDRESS
            )
        except CannotListenError as error:
            raise error.socketError from None
        self._log(f"server: listening on {ADDRESS}:{self._port}")

    def greet(self, motd: Iterable[str]) -> None:
        """Have MOTD greet whoever comes from now on."""
        self._network.motd = tuple(motd)

    def stop(self, reason: str) -> Deferred[None]:
        """Send everybody home, with a REASON; fires when they are gone, in ``STOP_SECONDS``.

        Another program, or another server of this one, can have the port then.
        """
        closed: Deferred[None] = maybeDeferred(self._listening.stopListening)
        gone = self._visitors.close(reason)
        gone.addTimeout(STOP_SECONDS, self._reactor, lambda *_: self._visitors.abort())
        return gone.addCallback(lambda _: closed)


class _Visitors(Factory):
    """Makes a link for each connection, as long as there are not too many."""

    noisy = False

    def __init__(self, network: ServerState, reactor: Any, log: Log) -> None:
        self._network = network
        self._reactor = reactor
        self._log = log
        self._links: set[ClientSession] = set()
        self._all_gone: Deferred[None] | None = None

    def buildProtocol(self, _addr: IAddress | None) -> Protocol:
        """Let somebody in, or turn them away."""
        people = sum(not link.user.is_bot for link in self._links)
        if people >= MOST_CONNECTIONS:
            return _TurnedAway()
        link = ClientSession(self._network, self._reactor, self._log, self._gone)
        self._links.add(link)
        return link

    def close(self, reason: str) -> Deferred[None]:
        """Close every link; fires when all are gone."""
        gone: Deferred[None] = Deferred()
        self._all_gone = gone
        for link in list(self._links):
            link.close(reason)
        self._tell_if_all_are_gone()
        return gone

    def abort(self) -> None:
        """Cut every link off."""
        for link in list(self._links):
            link.abort()

    def _gone(self, link: ClientSession) -> None:
        self._links.discard(link)
        self._tell_if_all_are_gone()

    def _tell_if_all_are_gone(self) -> None:
        if self._all_gone is not None and not self._links:
            gone, self._all_gone = self._all_gone, None
            gone.callback(None)


class _TurnedAway(Protocol):
    """A connection too many: it is told so, and closed."""

    def connectionMade(self) -> None:
        """Say why, and close."""
        transport: Any = self.transport
        transport.write(farewell("Too many connections"))
        transport.loseConnection()
