"""The connection to a network: it reconnects whenever the connection is lost, until stopped."""

from collections.abc import Callable
from typing import Any, Protocol

from twisted.application.internet import ClientService
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory

from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig, is_loopback
from pontoon.irc.pace import SendRate
from pontoon.irc.session import ClientEvents, Session, WireLog
from pontoon.irc.timing import Backoff
from pontoon.irc.transport import Servers
from pontoon.service.config.changes import NetworkSettings
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text.announcements import MORE_THAN_WAITS


class CannotListen(Exception):
    """The port of the server inside the bot is not available. The text says what to change."""


class Connected(ClientEvents, Protocol):
    """The bot, as its connection knows it. It learns what happens."""

    client: Client | None
    reconnecting: Backoff
    when_closed: Callable[[], object]
    """Called when the client is no longer connected."""
    when_entered: Callable[[], object]
    """Called whenever the bot has joined a channel."""


class Connection(Factory):
    """Keeps BOT connected to one server of a network. It tries the servers in turn.

    REACTOR is Twisted's. LOG takes a line for each event, and WIRE, if given, each line of IRC.
    POLICIES are the STS policies of servers.
    """

    noisy = False

    def __init__(
        self,
        settings: NetworkSettings,
        bot: Connected,
        reactor: Any,
        log: Callable[[str], None],
        wire: WireLog | None,
        policies: StsPolicies,
    ) -> None:
        self._settings = settings
        self._bot = bot
        self._reactor = reactor
        self._log = log
        self._wire = wire
        self._left: Deferred[None] | None = None
        """Fires when the connection that the bot is leaving is closed."""
        irc = self._irc
        self._pace = SendRate(irc.lines_per_second, irc.burst)
        self._servers = Servers(irc, policies, reactor, log)
        client_service: Any = ClientService  # its types are zope interfaces
        self._service = client_service(self._servers, self, self._next_delay, reactor)
        bot.reconnecting = Backoff(ways=len(irc.server))
        bot.when_closed = self._closed

    def start(self) -> None:
        """Connect to the server whose turn it is, and reconnect whenever the connection is lost."""
        self._service.startService()

    def apply_settings(self) -> None:
        """Apply the send rate, ``notices`` and ``channel_keys`` to the connection that is there.

        The next client reads all settings when it is made.
        """
        self._pace.become(self._irc.lines_per_second, self._irc.burst)
        if self._bot.client is not None:
            self._bot.client.configure(self._irc)

    def stop(self, message: str) -> Deferred[None]:
        """Leave the server with MESSAGE for good; fires within ``QUIT_SECONDS`` of ``Closing``.

        The bot first sends what people must not miss, such as results: ``stopService`` alone would
        close the connection before that, and wait without end for a server that does not read.
        """
        if self._bot.client is None:
            stopped: Deferred[None] = self._service.stopService()
            return stopped
        self._left = Deferred()
        self._bot.client.quit(message)
        return self._left

    @property
    def _irc(self) -> IrcConfig:
        """What applies to the connection now."""
        return self._settings.irc

    def _closed(self) -> None:
        self._servers.lost()
        if self._left is not None:
            self._service.stopService().chainDeferred(self._left)

    def _next_delay(self, _failures: int) -> float:
        """Return how many seconds to wait before the next attempt.

        The service counts only failures to connect; here all count until the bot has stayed on a
        server for a while.
        """
        if self._servers.must_upgrade:
            return 0.0
        delay = self._bot.reconnecting.next_delay()
        self._log(f"trying again in {delay:.0f} s")
        return delay

    def buildProtocol(self, addr: IAddress | None) -> Client:  # noqa: N802 -- Twisted's name
        """Return a client for the connection to ADDR, with the bot as its listener."""
        has_tls = self._servers.address.tls
        # With TLS the certificate was checked. A loopback connection does not leave this machine.
        is_trusted = has_tls or is_loopback(getattr(addr, "host", ""))
        session = Session(
            self._irc,
            self._bot,
            self._reactor,
            self._log,
            self._wire,
            has_tls=has_tls,
            is_trusted=is_trusted,
        )
        self._bot.client = Client(
            session, self._pace, too_much=MORE_THAN_WAITS, sts_policy=self._servers.wants
        )
        return self._bot.client
