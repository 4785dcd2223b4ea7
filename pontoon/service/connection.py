"""The connection to a network: it reconnects whenever the connection is lost, until stopped."""

from collections.abc import Callable
from typing import Any, Protocol

from twisted.internet.defer import CancelledError, Deferred, maybeDeferred
from twisted.internet.interfaces import IAddress
from twisted.internet.protocol import Factory
from twisted.python.failure import Failure

from pontoon.irc.client import Client
from pontoon.irc.config import IrcConfig, is_loopback
from pontoon.irc.line import plain_reason
from pontoon.irc.pace import SendRate
from pontoon.irc.reactor import Delayed
from pontoon.irc.session import ClientEvents, Session, WireLog
from pontoon.irc.timing import Backoff
from pontoon.irc.transport.endpoint import ConnectionRefused, connect
from pontoon.irc.transport.servers import Endpoint, ServerRotation
from pontoon.service.config.changes import NetworkSettings
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text.announcements import MORE_THAN_WAITS

CONNECT_SECONDS = 30.0
"""How long connecting to a server may take, including the TLS handshake."""

STOP_SECONDS = 4.5
"""How long stopping may take. After that the bot does not wait for the server."""


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
    POLICIES are the STS policies of servers; None if the bot ignores them.
    """

    noisy = False

    def __init__(
        self,
        settings: NetworkSettings,
        bot: Connected,
        reactor: Any,
        log: Callable[[str], None],
        wire: WireLog | None,
        policies: StsPolicies | None = None,
    ) -> None:
        self._settings = settings
        self._bot = bot
        self._reactor = reactor
        self._log = log
        self._wire = wire
        self._attempt: Deferred[Any] | None = None
        """The attempt to connect that is under way."""
        self._retry: Delayed | None = None
        self._stopped: Deferred[None] | None = None
        irc = self._irc
        self._servers = ServerRotation(irc, policies, reactor, log)
        self._pace = SendRate(irc.lines_per_second, irc.burst)
        bot.reconnecting = Backoff(ways=len(irc.server))
        bot.when_closed = self._closed

    def start(self) -> None:
        """Connect to the server whose turn it is, and reconnect whenever the connection is lost."""
        self._retry = None
        place = self._servers.next_endpoint()
        self._log(f"connecting to {place}")
        self._attempt = maybeDeferred(connect, place, self._irc, self, self._reactor)
        self._attempt.addTimeout(CONNECT_SECONDS, self._reactor, _too_late)
        self._attempt.addCallbacks(self._connected, self._failed)

    def apply_settings(self) -> None:
        """Apply the send rate, ``notices`` and ``channel_keys`` to the connection that is there.

        The next client reads all settings when it is made.
        """
        self._pace.become(self._irc.lines_per_second, self._irc.burst)
        if self._bot.client is not None:
            self._bot.client.configure(self._irc)

    def stop(self, message: str) -> Deferred[None]:
        """Leave the server with MESSAGE for good; fires within ``STOP_SECONDS``.

        The bot first sends what people must not miss, such as results.
        """
        stopped: Deferred[None] = Deferred()
        self._stopped = stopped
        stopped.addTimeout(STOP_SECONDS, self._reactor, lambda *_: None)
        if self._bot.client is not None:
            self._bot.client.quit(message)
        elif self._attempt is not None:
            self._attempt.cancel()
        else:
            if self._retry is not None:
                self._retry.cancel()
            stopped.callback(None)
        return stopped

    @property
    def _irc(self) -> IrcConfig:
        """What applies to the connection now."""
        return self._settings.irc

    def _connected(self, _client: object) -> None:
        self._attempt = None

    def _failed(self, failure: Failure) -> None:
        self._attempt = None
        if isinstance(failure.value, ConnectionRefused):
            self._log(f"connection closed: {failure.value}")
        elif not isinstance(failure.value, CancelledError):
            self._log(f"cannot connect: {plain_reason(failure.value)}")
        self._retry_or_stop()

    def _closed(self) -> None:
        self._servers.lost()
        self._retry_or_stop()

    def _retry_or_stop(self) -> None:
        if self._stopped is not None:
            if not self._stopped.called:
                self._stopped.callback(None)
            return
        delay = 0.0
        if not self._servers.is_waited_for:
            delay = self._bot.reconnecting.next_delay()
            self._log(f"trying again in {delay:.0f} s")
        self._retry = self._reactor.callLater(delay, self.start)

    def buildProtocol(self, addr: IAddress | None) -> Client:  # noqa: N802 -- Twisted's name
        """Return a client for the connection to ADDR, with the bot as its listener."""
        place = self._servers.reached()
        session = Session(
            self._irc,
            self._bot,
            self._reactor,
            self._log,
            self._wire,
            has_tls=place.tls,
            is_trusted=is_trusted(place, getattr(addr, "host", "")),
        )
        self._bot.client = Client(
            session, self._pace, too_much=MORE_THAN_WAITS, sts_policy=self._servers.wants
        )
        return self._bot.client


def _too_late(_failure: Failure, seconds: float) -> None:
    raise TimeoutError(f"no connection within {seconds:.0f} s")


def is_trusted(place: Endpoint, address: str) -> bool:
    """Tell whether the bot may send passwords to PLACE, which has that IP ADDRESS.

    With TLS it has checked the certificate. A loopback connection does not leave this machine.
    """
    return place.tls or is_loopback(address)
