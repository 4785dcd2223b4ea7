"""The connection to a network of config.ini: made again whenever it is lost, until stopped."""

from collections.abc import Callable
from typing import Any

from twisted.application.internet import ClientService
from twisted.internet.defer import CancelledError, Deferred, maybeDeferred
from twisted.internet.interfaces import IAddress, IStreamClientEndpoint
from twisted.internet.protocol import Factory, Protocol
from twisted.logger import Logger, LogPublisher
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.client.client import Client
from pontoon.irc.config import IrcConfig, is_loopback
from pontoon.irc.line import plain_reason
from pontoon.irc.sasl.credentials import login_of
from pontoon.irc.sending.throttle import SendRate
from pontoon.irc.timing import Backoff
from pontoon.irc.transport.endpoint import ConnectionRefused, reach
from pontoon.irc.transport.servers import Endpoint, ServerRotation
from pontoon.irc.transport.sts import StsSession
from pontoon.service.bot import Bot
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text.announcements import MORE_THAN_WAITS

CONNECT_SECONDS = 30.0
"""How long a server may take until it can be spoken to, the handshake of TLS included."""

STOP_SECONDS = 4.5
"""How long stopping may take; after that it is over, whatever the server does."""

Log = Callable[[str], None]
Wire = Callable[[str, str], None]


class CannotListen(Exception):
    """The server inside the bot cannot have its port; the text says why, and what to change."""


class Connection:
    """Keeps BOT connected to one server of a network at a time, which are tried in turn.

    REACTOR is Twisted's; WIRE, if given, is told each line. POLICIES are what servers have said of
    TLS; None where no server is to be heeded.
    """

    def __init__(
        self,
        config: IrcConfig,
        bot: Bot,
        reactor: Any,
        log: Log,
        wire: Wire | None,
        policies: StsPolicies | None = None,
    ) -> None:
        self._bot = bot
        self._reactor = reactor
        self._log = log
        self._stopped: Deferred[None] | None = None
        self._servers = ServerRotation(config, policies, reactor.seconds)
        self.pace = SendRate(config.lines_per_second, config.burst)
        """How fast the bot talks on this network, over all its connections."""
        self._clients = _Clients(
            config, bot, self._servers, policies, self.pace, reactor, log, wire
        )
        bot.reconnecting = Backoff(ways=len(config.server))
        bot.when_closed = self._closed
        endpoint: Any = _Servers(config, self._servers, reactor, log)
        factory: Any = self._clients
        self._service = _Reconnecting(endpoint, factory, self._delay, reactor)

    def start(self) -> None:
        """Connect, and go on trying."""
        self._service.startService()

    def adopt(self, config: IrcConfig) -> None:
        """Go by CONFIG in all that does not need another connection, and by all of it after that.

        Where to connect to stays the same.
        """
        self._clients.adopt(config)

    def stop(self, message: str) -> Deferred[None]:
        """Leave the server with MESSAGE, and connect no more; fires when that is done.

        What has to be heard, such as results, is said before.

        It takes no longer than ``STOP_SECONDS``.
        """
        stopped: Deferred[None] = Deferred()
        self._stopped = stopped
        stopped.addTimeout(STOP_SECONDS, self._reactor, lambda *_: None)
        if self._bot.client is None:
            self._disconnect(stopped)
        else:
            self._bot.client.quit(message)
        return stopped

    def _closed(self) -> None:
        self._clients.left()
        if self._stopped is not None:
            # ClientService must have learnt that the connection is gone before it is stopped.
            self._reactor.callLater(0, self._disconnect, self._stopped)

    def _disconnect(self, stopped: Deferred[None]) -> None:
        self._service.stopService().chainDeferred(stopped)

    def _delay(self, _attempts: int) -> float:
        """Return when to try again; ClientService's own count begins anew at each TCP connect."""
        if self._servers.is_waited_for:
            return 0.0
        delay = self._bot.reconnecting.next_delay()
        if self._stopped is None:
            self._log(f"trying again in {delay:.0f} s")
        return delay


_unheard: Any = LogPublisher()
"""Passes on to nobody what is logged."""


class _Reconnecting(ClientService):
    """Logs nothing: what it would say is in the bot's log already, with the network it is about."""

    _log = Logger(observer=_unheard)


@implementer(IStreamClientEndpoint)
class _Servers:
    """The server whose turn it is; the log is told which, and why it could not be reached."""

    def __init__(self, config: IrcConfig, servers: ServerRotation, reactor: Any, log: Log) -> None:
        self._config = config
        self._servers = servers
        self._reactor = reactor
        self._log = log

    def connect(self, factory: Factory) -> Deferred[Protocol]:
        """Connect to it, in time."""
        place = self._servers.next_place()
        self._log(f"connecting to {place}")
        reached = maybeDeferred(reach, place, self._config, factory, self._reactor)
        reached.addTimeout(CONNECT_SECONDS, self._reactor, _too_late)
        return reached.addErrback(self._failed)

    def _failed(self, failure: Failure) -> Failure:
        match failure.value:
            case ConnectionRefused() as refused:
                self._log(f"connection closed: {refused}")
            case CancelledError():
                pass
            case reason:
                self._log(f"cannot connect: {plain_reason(reason)}")
        return failure


def _too_late(_failure: Failure, seconds: float) -> None:
    raise TimeoutError(f"no answer within {seconds:.0f} s")


class _Clients(Factory):
    """Makes a client for each connection, with the bot as its listener."""

    noisy = False

    def __init__(
        self,
        config: IrcConfig,
        bot: Bot,
        servers: ServerRotation,
        policies: StsPolicies | None,
        pace: SendRate,
        reactor: Any,
        log: Log,
        wire: Wire | None,
    ) -> None:
        self._config = config
        self._bot = bot
        self._servers = servers
        self._policies = policies
        self._reactor = reactor
        self._log = log
        self._wire = wire
        self._pace = pace
        self._sts: StsSession | None = None

    def adopt(self, config: IrcConfig) -> None:
        """Make clients by CONFIG from now on; the one that there is goes by it as far as it can."""
        self._config = config
        self._pace.become(config.lines_per_second, config.burst)
        if self._bot.client is not None:
            self._bot.client.adopt(notices=config.notices, keys=config.channel_keys)

    def buildProtocol(self, addr: IAddress | None) -> Client:  # noqa: N802 -- Twisted's name
        place = self._servers.reached()
        self._sts = self._session(place)
        config = self._config
        trusted = is_trusted(place, getattr(addr, "host", ""))
        self._bot.client = Client(
            nickname=config.nickname,
            realname=config.realname,
            password=config.password,
            notices=config.notices,
            pace=self._pace,
            too_much=MORE_THAN_WAITS,
            other_nicks=config.alternatives,
            keys=config.channel_keys,
            regain=config.nickserv_regain,
            login=login_of(config, has_tls=place.tls, is_trusted=trusted),
            sts_policy=self._sts.heard if self._sts is not None else _heed_nothing,
            listener=self._bot,
            clock=self._reactor,
            log=self._log,
            wire=self._wire,
        )
        return self._bot.client

    def left(self) -> None:
        """Note that the connection is gone."""
        if self._sts is not None:
            self._sts.over()
            self._sts = None

    def _session(self, place: Endpoint) -> StsSession | None:
        if self._policies is None:
            return None
        return StsSession(place, self._policies, self._upgrade, self._reactor)

    def _upgrade(self, place: Endpoint, port: int) -> None:
        """Go on at PORT of the server at PLACE, where TLS is spoken; the client leaves."""
        self._log(f"{place} requires TLS (STS): reconnecting to port {port}")
        self._servers.upgrade(place.host, port)


def _heed_nothing(_sts: str) -> bool:
    return False


def is_trusted(place: Endpoint, address: str) -> bool:
    """Tell whether passwords may be said at PLACE, which has that IP ADDRESS.

    With TLS the server has shown a certificate that is trusted; and whoever could listen on the way
    from this machine to itself has them already.
    """
    return place.tls or is_loopback(address)
