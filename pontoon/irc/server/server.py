"""The server inside the bot. It listens on this machine only, and knows the bot by a secret."""
# ruff: noqa: N802 -- Twisted calls a factory's methods by these names

import secrets
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.defer import Deferred, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory

from pontoon.irc.server.limits import MOST_CONNECTIONS
from pontoon.irc.server.session import ClientSession
from pontoon.irc.server.state import ServerState

ADDRESS = "127.0.0.1"
"""The address on which the server listens; no other machine can connect to it."""

STOP_SECONDS = 0.3
"""How long clients may take to read that the server stops."""

_SECRET_BYTES = 16


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
        self._port = port
        self._reactor = reactor
        self._log = log
        self._network = ServerState(bot_nick=bot_nick, token=self.token, now=reactor.seconds)
        self._sessions: dict[ClientSession, None] = {}
        """The open connections, oldest first."""
        self._listening: Any = None
        self._all_gone: Deferred[None] | None = None

    def start(self) -> None:
        """Listen; raise OSError if the port is not free."""
        try:
            self._listening = self._reactor.listenTCP(
                self._port, self, backlog=MOST_CONNECTIONS, interface=ADDRESS
            )
        except CannotListenError as error:
            raise error.socketError from None
        self._log(f"server: listening on {ADDRESS}:{self._port}")

    def greet(self, motd: Sequence[str], topic: str) -> None:
        """Show MOTD to all who connect from now on, and have TOPIC in the channels of the bot."""
        self._network.motd, self._network.topic = motd, topic

    def stop(self, reason: str) -> Deferred[None]:
        """Disconnect everybody with a REASON; fires when they are gone, within ``STOP_SECONDS``.

        The port is free then.
        """
        closed: Deferred[None] = maybeDeferred(self._listening.stopListening)
        gone = self._all_gone = Deferred()
        for session in list(self._sessions):
            session.close(reason)
        self._tell_if_all_are_gone()
        gone.addTimeout(STOP_SECONDS, self._reactor, lambda *_: self._abort_all())
        return gone.addCallback(lambda _: closed)

    def buildProtocol(self, _addr: IAddress | None) -> ClientSession | None:
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
        session = ClientSession(self._network, self._reactor, self._log, self._gone)
        self._sessions[session] = None
        return session

    def _abort_all(self) -> None:
        for session in list(self._sessions):
            session.abort()

    def _gone(self, session: ClientSession) -> None:
        self._sessions.pop(session, None)
        self._tell_if_all_are_gone()

    def _tell_if_all_are_gone(self) -> None:
        if self._all_gone is not None and not self._sessions:
            gone, self._all_gone = self._all_gone, None
            gone.callback(None)
