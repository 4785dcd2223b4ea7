"""A reactor with servers on it, in memory: names, TCP, TLS, and a clock, but no sockets."""

from dataclasses import dataclass
from typing import Any

from cryptography.x509 import Certificate
from OpenSSL import SSL
from twisted.internet import ssl
from twisted.internet.address import IPv4Address
from twisted.internet.error import ConnectionRefusedError as Nobody
from twisted.internet.interfaces import IOpenSSLServerConnectionCreator
from twisted.internet.protocol import Protocol
from twisted.internet.testing import MemoryReactorClock
from twisted.protocols.tls import TLSMemoryBIOFactory
from twisted.python.failure import Failure
from twisted.test.iosim import FakeTransport, IOPump
from zope.interface import implementer

from pontoon.irc.config import is_address
from tests.support.certificates import Issued

# Twisted does not say what types these take and return.
_Reactor: Any = MemoryReactorClock
_Transport: Any = FakeTransport
_Pump: Any = IOPump
_Failure: Any = Failure
_Nobody: Any = Nobody


class Visit(Protocol):
    """One connection, from the server's side."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.received = b""
        self.is_over = False
        self.client_side: Any = None
        self.looked_at: dict[int, Certificate] = {}
        self.pump: Any = None

    @property
    def lines(self) -> list[str]:
        """All that was received."""
        return self.received.decode().split("\r\n")[:-1]

    @property
    def shown(self) -> list[Certificate]:
        """The certificate that the client has shown, and those on which it rests."""
        return [self.looked_at[depth] for depth in sorted(self.looked_at)]

    def look_at(self, _connection: Any, shown: Any, _error: int, depth: int, _ok: int) -> bool:
        """Keep a certificate of the client's; whatever it is, it will do."""
        self.looked_at[depth] = shown.to_cryptography()
        return True

    @property
    def name_asked_for(self) -> str | None:
        """The name of a server that the client has asked for (RFC 6066, section 3)."""
        transport: Any = self.transport
        name = transport.getHandle().get_servername()
        return None if name is None else name.decode()

    def send(self, *lines: str) -> None:
        """Send LINES, and have what comes of it happen."""
        transport: Any = self.transport
        transport.write("".join(f"{line}\r\n" for line in lines).encode())
        self.pump.flush()

    def hang_up(self) -> None:
        """Close the connection."""
        transport: Any = self.transport
        transport.loseConnection()
        self.pump.flush()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 -- Twisted's name
        """Keep it."""
        self.received += data

    def connectionLost(self, _reason: Any = None) -> None:  # noqa: N802 -- Twisted's name
        """Note it."""
        self.is_over = True


@dataclass
class NetServer:
    """A server with a CERTIFICATE and a CHAIN behind it, or with none, that speaks no TLS.

    It wants to see one of the client's, and speaks TLS up to the version MOST. One that IS_DEAF
    answers nothing; where it IS_ABSENT, connections are neither made nor refused.
    """

    certificate: Issued | None = None
    chain: tuple[Issued, ...] = ()
    most: str = "TLSv1_3"
    is_deaf: bool = False
    is_absent: bool = False

    def protocol(self, visit: Visit, clock: Any) -> Any:
        """Return what VISIT is behind."""
        if self.certificate is None:
            return visit
        own: Any = self.certificate.certificate
        key: Any = self.certificate.key
        most: Any = getattr(ssl.TLSVersion, self.most)
        context = ssl.CertificateOptions(
            privateKey=key,
            certificate=own,
            extraCertChain=[each.certificate for each in self.chain],  # type: ignore[misc]
            insecurelyLowerMinimumTo=ssl.TLSVersion.TLSv1_0,
            lowerMaximumSecurityTo=most,
        )
        asking: Any = _Asking(context, visit)
        inside: Any = _Ready(visit)
        factory: Any = TLSMemoryBIOFactory(asking, False, inside, clock=clock)
        return factory.buildProtocol(None)


class _ClientSide(_Transport):  # type: ignore[misc]
    """The end of a connection that the program has; ``is_prompt`` if no line waits for others."""

    is_prompt = False

    def setTcpNoDelay(self, enabled: bool) -> None:  # noqa: N802 -- Twisted's name
        """Note it."""
        self.is_prompt = enabled


class Net(_Reactor):  # type: ignore[misc]
    """A reactor; SERVERS are those that there are, by port. ``visits`` has all connections."""

    def __init__(self, servers: dict[int, NetServer]) -> None:
        super().__init__()
        self.servers = servers
        self.visits: list[Visit] = []
        self.attempts: list[tuple[str, int]] = []
        self.nameResolver = _Names()

    def connectTCP(  # noqa: N802 -- Twisted's name
        self, host: str, port: int, factory: Any, timeout: int = 30, **more: Any
    ) -> Any:
        """Connect, or be refused, at once; nothing comes of it where the server is deaf."""
        self.attempts.append((host, port))
        connector = super().connectTCP(host, port, factory, timeout, **more)
        server = self.servers.get(port)
        if server is None:
            factory.clientConnectionFailed(connector, _Failure(_Nobody()))
        elif not server.is_absent:
            self._meet(server, factory, IPv4Address("TCP", host, port))
        return connector

    def _meet(self, server: NetServer, factory: Any, address: IPv4Address) -> None:
        client = factory.buildProtocol(address)
        client_side = _ClientSide(client, isServer=False, peerAddress=address)
        visit = Visit(address.port)
        visit.client_side = client_side
        self.visits.append(visit)
        if server.is_deaf:
            client.makeConnection(client_side)
            return
        protocol = server.protocol(visit, self)
        server_side = _Transport(protocol, isServer=True)
        visit.pump = _Pump(client, protocol, client_side, server_side, debug=False, clock=self)
        protocol.makeConnection(server_side)
        client.makeConnection(client_side)
        self.callLater(0, visit.pump.flush)


class _Names:
    """Resolves each name to an address of its own, and an address to itself."""

    def __init__(self) -> None:
        self._known: dict[str, str] = {}

    def resolveHostName(  # noqa: N802 -- Twisted's name
        self, receiver: Any, name: str, **more: Any
    ) -> None:
        found = self._known.setdefault(name, f"192.0.2.{len(self._known) + 1}")
        receiver.resolutionBegan(None)
        address = name if is_address(name) else found
        receiver.addressResolved(IPv4Address("TCP", address, more.get("portNumber", 0)))
        receiver.resolutionComplete()


@dataclass(frozen=True)
class _Ready:
    """A factory of one protocol, which is there already."""

    protocol: Protocol

    def buildProtocol(self, _addr: Any) -> Protocol:  # noqa: N802 -- Twisted's name
        """Return it."""
        return self.protocol

    def doStart(self) -> None:  # noqa: N802 -- Twisted's name
        """Do nothing."""

    def doStop(self) -> None:  # noqa: N802 -- Twisted's name
        """Do nothing."""


@implementer(IOpenSSLServerConnectionCreator)
@dataclass(frozen=True)
class _Asking:
    """Makes connections by OPTIONS on which the client may show VISIT a certificate."""

    options: Any
    visit: Visit

    def serverConnectionForTLS(self, protocol: Any) -> Any:  # noqa: N802 -- Twisted's name
        """Make one."""
        connection = self.options.serverConnectionForTLS(protocol)
        connection.set_verify(SSL.VERIFY_PEER, self.visit.look_at)
        return connection
