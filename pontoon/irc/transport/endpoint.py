"""From an address to a connection that is ready for IRC: TCP, and TLS if config.ini wants it."""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from functools import partial
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.interfaces import IHandshakeListener
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.config import IrcConfig
from pontoon.irc.line import plain_reason
from pontoon.irc.transport.servers import Endpoint

if TYPE_CHECKING:
    from pontoon.irc.transport.tls import CertificateVerifier


class ConnectionRefused(Exception):
    """The TCP connection was made, but the TLS handshake failed; the text says why."""


def connect(endpoint: Endpoint, config: IrcConfig, factory: Any, reactor: Any) -> Deferred[Any]:
    """Connect to ENDPOINT; fires with the protocol that FACTORY makes when the connection is ready.

    With TLS that is after the handshake: nothing is sent over a connection that is not as CONFIG
    wants it. Fails with ConnectionRefused, with ValueError if a file of CONFIG cannot be used, or
    with a reason of Twisted's.
    """
    own = (config.bind, 0) if config.bind else None
    tcp: Any = HostnameEndpoint(reactor, endpoint.host, endpoint.port, bindAddress=own)
    if not endpoint.tls:
        plain: Deferred[Any] = tcp.connect(factory)
        return plain.addCallback(_without_delay)
    # pyOpenSSL takes long to import, and many networks do not need it.
    from twisted.protocols.tls import TLSMemoryBIOFactory

    from pontoon.irc.transport.tls import CertificateVerifier, connections_to

    verifier = CertificateVerifier(endpoint.host, config.tls_fingerprints)
    encrypting: Any = connections_to(endpoint.host, config, verifier)
    inside: Any = Factory()
    inside.noisy = False
    inside.protocol = partial(HandshakeEndpoint, factory, verifier)
    over_tls = TLSMemoryBIOFactory(encrypting, isClient=True, wrappedFactory=inside, clock=reactor)
    encrypted: Deferred[Any] = tcp.connect(over_tls)
    return encrypted.addCallback(lambda tls: tls.wrappedProtocol.ready)


def _without_delay(protocol: Any) -> Any:
    # Otherwise lines wait until the server has acknowledged those before, for up to 40 ms.
    protocol.transport.setTcpNoDelay(True)
    return protocol


@implementer(IHandshakeListener)
class HandshakeEndpoint(Protocol):
    """Connects the protocol that FACTORY makes once the handshake is done and satisfies VERIFIER.

    ``ready`` then fires with the protocol.
    """

    transport: Any

    def __init__(self, factory: Any, verifier: "CertificateVerifier") -> None:
        self._factory = factory
        self._verifier = verifier
        self._inside: Any = None
        self.ready: Deferred[Any] = Deferred(lambda _: self._abort())

    def connectionMade(self) -> None:
        _without_delay(self)

    def handshakeCompleted(self) -> None:
        if not self._verifier.is_satisfied:
            self._abort()
        elif not self.ready.called:
            self._inside = self._factory.buildProtocol(self.transport.getPeer())
            self._inside.makeConnection(self.transport)
            self.ready.callback(self._inside)

    def dataReceived(self, data: bytes) -> None:
        if self._inside is not None:
            self._inside.dataReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Tell the protocol, or, if there is none yet, why the handshake failed."""
        if self._inside is not None:
            self._inside.connectionLost(reason)
        elif not self.ready.called:
            refusal = self._verifier.refusal
            why = f"TLS: {refusal}" if refusal else plain_reason(reason.value)
            self.ready.errback(ConnectionRefused(why))

    def _abort(self) -> None:
        self.transport.abortConnection()
