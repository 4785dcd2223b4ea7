"""The connection to the server of config.ini: made again whenever it is lost, until stopped."""

from collections.abc import Callable
from typing import Any

from twisted.application.internet import ClientService
from twisted.internet import endpoints
from twisted.internet.defer import Deferred
from twisted.internet.interfaces import IAddress, IStreamClientEndpoint
from twisted.internet.protocol import Factory, Protocol
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.bot import Bot
from pontoon.irc.client import Client
from pontoon.irc.login import login_of
from pontoon.ircconfig import IrcConfig

STOP_SECONDS = 4.5
"""How long stopping may take; after that it is over, whatever the server does."""

Log = Callable[[str], None]
Wire = Callable[[str, str], None]


class CannotListen(Exception):
    """The server inside the bot cannot have its port; the text says why, and what to change."""


class Connection:
    """Keeps BOT connected. REACTOR is Twisted's; WIRE, if given, is told each line."""

    def __init__(
        self, config: IrcConfig, bot: Bot, reactor: Any, log: Log, wire: Wire | None
    ) -> None:
        self._bot = bot
        self._reactor = reactor
        self._log = log
        self._is_stopping = False
        host, port = config.server[0].host, config.server[0].port or config.port
        self._where = f"{host}:{port}{' with TLS' if config.tls else ''}"
        endpoint: Any = _Logged(_endpoint(config, reactor), log)
        clients: Any = _Clients(config, bot, reactor, log, wire)
        self._service = ClientService(endpoint, clients, self._delay, reactor)

    def start(self) -> None:
        """Connect, and go on trying."""
        self._log(f"connecting to {self._where}")
        self._service.startService()

    def stop(self, message: str) -> Deferred[None]:
        """Leave the server with MESSAGE, and connect no more; fires when that is done.

        It takes no longer than ``STOP_SECONDS``.
        """
        stopped: Deferred[None] = Deferred()
        self._is_stopping = True
        stopped.addTimeout(STOP_SECONDS, self._reactor, lambda *_: None)
        if self._bot.client is None:
            self._disconnect(stopped)
        else:
            # ClientService must have learnt that the connection is gone before it is stopped.
            self._bot.when_closed = lambda: self._reactor.callLater(0, self._disconnect, stopped)
            self._bot.client.quit(message)
        return stopped

    def _disconnect(self, stopped: Deferred[None]) -> None:
        self._service.stopService().chainDeferred(stopped)

    def _delay(self, _attempts: int) -> float:
        """Return when to try again; ClientService's own count begins anew at each TCP connect."""
        delay = self._bot.reconnecting.next_delay()
        if not self._is_stopping:
            self._log(f"trying again in {delay:.0f} s")
        return delay


def _endpoint(config: IrcConfig, reactor: Any) -> Any:
    host, port = config.server[0].host, config.server[0].port or config.port
    plain: Any = endpoints.HostnameEndpoint(reactor, host, port)
    if not config.tls:
        return plain
    # pyOpenSSL takes long to import, and many networks are used without it.
    from twisted.internet.ssl import optionsForClientTLS

    return endpoints.wrapClientTLS(optionsForClientTLS(host), plain)


@implementer(IStreamClientEndpoint)
class _Logged:
    """An endpoint that tells the log why a connection could not be made."""

    def __init__(self, endpoint: Any, log: Log) -> None:
        self._endpoint = endpoint
        self._log = log

    def connect(self, factory: Factory) -> Deferred[Protocol]:
        """Connect, as the endpoint does."""
        connected: Deferred[Protocol] = self._endpoint.connect(factory)
        return connected.addErrback(self._failed)

    def _failed(self, failure: Failure) -> Failure:
        self._log(f"cannot connect: {failure.getErrorMessage()}")
        return failure


class _Clients(Factory):
    """Makes a client for each connection, with the bot as its listener."""

    noisy = False

    def __init__(
        self, config: IrcConfig, bot: Bot, reactor: Any, log: Log, wire: Wire | None
    ) -> None:
        self._config = config
        self._bot = bot
        self._reactor = reactor
        self._log = log
        self._wire = wire

    def buildProtocol(self, _addr: IAddress | None) -> Client:  # noqa: N802 -- Twisted's name
        config = self._config
        self._bot.client = Client(
            nickname=config.nickname,
            realname=config.realname,
            password=config.password,
            notices=config.notices,
            lines_per_second=config.lines_per_second,
            burst=config.burst,
            other_nicks=config.alternatives,
            keys=config.channel_keys,
            regain=config.nickserv_regain,
            login=login_of(config, is_trusted=config.tls or config.server[0].is_on_this_machine),
            listener=self._bot,
            clock=self._reactor,
            log=self._log,
            wire=self._wire,
        )
        return self._bot.client
