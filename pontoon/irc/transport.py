"""How the servers of a network are reached: in turn, by TCP, with TLS where it is wanted.

config.ini wants TLS, or a server itself, by Strict Transport Security (STS):
https://ircv3.net/specs/extensions/sts
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

import re
from collections.abc import Callable
from functools import partial
from typing import Any
from typing import Protocol as TypingProtocol

from msgspec import Struct
from twisted.internet.defer import CancelledError, Deferred, maybeDeferred
from twisted.internet.endpoints import HostnameEndpoint, wrapClientTLS
from twisted.internet.error import ConnectingCancelledError
from twisted.internet.interfaces import IHandshakeListener, IStreamClientEndpoint
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.config import IrcConfig
from pontoon.irc.line import plain_reason
from pontoon.irc.timing import Timers
from pontoon.irc.tls import connections_to, why_failed, why_refused

CONNECT_SECONDS = 30.0
"""How long connecting to a server may take, including the TLS handshake."""

UPGRADE_SECONDS = 3600.0
"""How long the bot insists on TLS with a server that wanted it over a plain connection.

Somebody between the bot and the server may have forged that, so it does not hold for ever.
"""

MAX_DURATION = 10 * 365 * 86400
"""The longest duration in seconds; a longer one counts as this one, since dates have an end."""

RENEWAL_SECONDS = 86400.0
"""How often the bot renews a policy while it is connected, in case the program is killed."""


class Address(Struct, frozen=True):
    """Where to connect to: ``host`` is a name or an address, as in config.ini."""

    host: str
    port: int
    tls: bool

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}{' with TLS' if self.tls else ''}"


class PolicyStore(TypingProtocol):
    """Which servers have promised TLS, and for how long. The caller stores them on the disk."""

    def port_of(self, host: str) -> int | None:
        """Return the port at which HOST must be connected to by TLS; None without a policy."""

    def keep(self, host: str, port: int, seconds: int) -> None:
        """Note that HOST wants TLS at PORT for this many SECONDS; with 0 forget it."""


class HandshakeFailed(Exception):
    """The TLS handshake failed; the text says why."""


def read_policy(value: str) -> tuple[int | None, int | None]:
    """Return port and duration, in seconds, that VALUE of ``sts`` gives; None if it does not.

    Keys that occur twice, and invalid values, are ignored.
    """
    pairs = [token.partition("=")[::2] for token in value.split(",")]
    keys = [key for key, _ in pairs]
    said = {key: text for key, text in pairs if keys.count(key) == 1}
    port, duration = said.get("port", ""), said.get("duration", "")
    is_port = re.fullmatch("[0-9]{1,5}", port) and 1 <= int(port) <= 65535
    is_duration = re.fullmatch("[0-9]{1,20}", duration)
    return (
        int(port) if is_port else None,
        min(int(duration), MAX_DURATION) if is_duration else None,
    )


@implementer(IStreamClientEndpoint)
class Servers:
    """An endpoint that connects to the servers of CONFIG, another one each time.

    POLICIES are what some of them have promised. LOG gets a line for each attempt, and one for the
    reason if it fails.
    """

    def __init__(
        self, config: IrcConfig, policies: PolicyStore, reactor: Any, log: Callable[[str], None]
    ) -> None:
        self._config = config
        self._policies = policies
        self._reactor = reactor
        self._log = log
        self._turn = -1
        self._upgrades: dict[str, tuple[int, float]] = {}
        """The port for TLS of each server that wanted it over a plain connection, and until when
        the bot insists."""
        self.address = self._address_now()
        """The address of the last attempt, or of the connection."""
        self.must_upgrade = False
        """Whether the last server waits for a new connection, by TLS."""
        self._promise: int | None = None
        """How long the server that the bot is connected to has promised TLS; None if it has not."""
        self._renewal = Timers(reactor)

    def __repr__(self) -> str:
        return str(self.address)  # Twisted logs it

    def connect(self, factory: Any) -> Deferred[Any]:
        """Connect to the next server, or to the last one by TLS if it wants that.

        Fires with the protocol that FACTORY makes when the connection is ready. With TLS that is
        after the handshake: nothing is sent over a connection that is not as config.ini wants it.
        """
        if not self.must_upgrade:
            self._turn = (self._turn + 1) % len(self._config.server)
        self.must_upgrade = False
        self.address = self._address_now()
        self._log(f"connecting to {self.address}")
        attempt: Deferred[Any] = maybeDeferred(self._connect, factory)
        attempt.addTimeout(CONNECT_SECONDS, self._reactor, _too_late)
        return attempt.addCallbacks(self._connected, self._failed)

    def wants(self, value: str) -> bool:
        """Act on VALUE of the capability ``sts``; return whether the bot has to reconnect by TLS.

        A plain connection promises nothing for later, so that only the port counts, and one with
        TLS redirects nobody, so that only the duration counts.
        """
        port, duration = read_policy(value)
        if self.address.tls and duration is not None:
            self._promise = duration
            self._keep_promise()
        elif not self.address.tls and port is not None:
            self._log(f"{self.address} requires TLS (STS): reconnecting to port {port}")
            until = self._reactor.seconds() + UPGRADE_SECONDS
            self._upgrades[self.address.host] = port, until
            self.must_upgrade = True
        return self.must_upgrade

    def lost(self) -> None:
        """Renew the policy as the connection ends."""
        self._keep_promise()
        self._renewal.stop()
        self._promise = None

    def _keep_promise(self) -> None:
        if self._promise is not None:
            self._policies.keep(self.address.host, self.address.port, self._promise)
            self._renewal.after(RENEWAL_SECONDS, "policy", self._keep_promise)

    def _address_now(self) -> Address:
        server = self._config.server[self._turn]
        port = server.port or self._config.port
        if self._config.tls:
            return Address(server.host, port, tls=True)
        secure_port, until = self._upgrades.get(server.host, (None, 0.0))
        if until <= self._reactor.seconds():
            secure_port = self._policies.port_of(server.host)
        return Address(server.host, secure_port or port, tls=secure_port is not None)

    def _connect(self, factory: Any) -> Deferred[Any]:
        host, port, config = self.address.host, self.address.port, self._config
        own = (config.bind, 0) if config.bind else None
        tcp: Any = HostnameEndpoint(self._reactor, host, port, bindAddress=own)
        if not self.address.tls:
            plain: Deferred[Any] = tcp.connect(factory)
            return plain
        handshakes: Any = Factory.forProtocol(partial(_Handshake, host, config, factory))
        handshakes.noisy = False
        tls: Any = wrapClientTLS(connections_to(host, config), tcp, self._reactor)
        connected: Deferred[Any] = tls.connect(handshakes)
        return connected.addCallback(lambda handshake: handshake.ready)

    def _connected(self, protocol: Any) -> Any:
        """Forget the upgrade: the server can ask for it anew."""
        self._upgrades.pop(self.address.host, None)
        # Otherwise lines wait until the server has acknowledged those before, for up to 40 ms.
        protocol.transport.setTcpNoDelay(True)
        return protocol

    def _failed(self, failure: Failure) -> Failure:
        if isinstance(failure.value, (CancelledError, ConnectingCancelledError)):
            self._log(f"no longer connecting to {self.address}")
        else:
            self._log(f"cannot connect: {plain_reason(failure.value)}")
        return failure


def _too_late(_failure: Failure, seconds: float) -> None:
    raise TimeoutError(f"no connection within {seconds:.0f} s")


@implementer(IHandshakeListener)
class _Handshake(Protocol):
    """Gives its place to the protocol that FACTORY makes once the bot trusts the server HOST.

    ``ready`` then fires with that protocol.
    """

    transport: Any

    def __init__(self, host: str, config: IrcConfig, factory: Any) -> None:
        self._host = host
        self._fingerprints = config.tls_fingerprints
        self._factory = factory
        self._why = ""
        self.ready: Deferred[Any] = Deferred(lambda _: self.transport.abortConnection())

    def handshakeCompleted(self) -> None:
        connection = self.transport.getHandle()
        self._why = why_refused(connection, self._host, self._fingerprints)
        if self._why:
            self.transport.loseConnection()  # the server learns that TLS itself is all right
        elif not self.ready.called:
            inside = self._factory.buildProtocol(self.transport.getPeer())
            self.transport.wrappedProtocol = inside
            inside.makeConnection(self.transport)
            self.ready.callback(inside)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Tell why the handshake has failed."""
        if not self.ready.called:
            why = self._why or why_failed(
                self.transport.getHandle(), self._host, plain_reason(reason.value)
            )
            self.ready.errback(HandshakeFailed(f"TLS: {why.removeprefix('TLS: ')}"))
