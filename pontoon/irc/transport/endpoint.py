"""From an address to a connection that can be spoken on: TCP, and where wanted TLS."""

from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred
from twisted.internet.endpoints import HostnameEndpoint
from twisted.internet.interfaces import IAddress, IHandshakeListener
from twisted.internet.protocol import Factory, Protocol, connectionDone
from twisted.python.failure import Failure
from zope.interface import implementer

from pontoon.irc.config import IrcConfig
from pontoon.irc.line import plain_reason
from pontoon.irc.transport.servers import Endpoint

if TYPE_CHECKING:
    from pontoon.irc.transport.tls import CertificateVerifier


class ConnectionRefused(Exception):
    """There was a connection, but TLS did not come about; the text says why."""


def reach(place: Endpoint, config: IrcConfig, factory: Any, reactor: Any) -> Deferred[Any]:
    """Connect to PLACE; fires with the protocol that FACTORY makes once it can be spoken on.

    Where TLS is wanted that is after its handshake: nothing is sent, and nobody made to wait, over
    a connection that is not what CONFIG asks for. Fails with Refused, with ValueError where a file
    of CONFIG cannot be used, and with Twisted's reasons.
    """
    endpoint: Any = HostnameEndpoint(reactor, place.host, place.port)
    if not place.tls:
        plain: Deferred[Any] = endpoint.connect(_Handshakes(factory, None))
        return plain.addCallback(lambda threshold: threshold.crossed)
    # pyOpenSSL takes long to import, and many networks are used without it.
    from twisted.protocols.tls import TLSMemoryBIOFactory

    from pontoon.irc.transport.tls import CertificateVerifier, connections_to

    verifier = CertificateVerifier(place.host, config.tls_fingerprints)
    encrypting: Any = connections_to(place.host, config, verifier)
    inside: Any = _Handshakes(factory, verifier)
    thresholds = TLSMemoryBIOFactory(
        encrypting, isClient=True, wrappedFactory=inside, clock=reactor
    )
    encrypted: Deferred[Any] = endpoint.connect(thresholds)
    return encrypted.addCallback(lambda tls: tls.wrappedProtocol.crossed)


class _Handshakes(Factory):
    noisy = False

    def __init__(self, factory: Any, verifier: "CertificateVerifier | None") -> None:
        self._factory = factory
        self._verifier = verifier

    def buildProtocol(self, _addr: IAddress | None) -> "HandshakeEndpoint":  # noqa: N802 -- Twisted's name
        return HandshakeEndpoint(self._factory, self._verifier)


@implementer(IHandshakeListener)
class HandshakeEndpoint(Protocol):
    """Lets the protocol that FACTORY makes in when there is nothing to be waited for any more.

    That is at once, or, where there is a VERIFIER, when the handshake of TLS is done and the judge
    has seen nothing wrong. ``crossed`` fires with the protocol then.
    """

    def __init__(self, factory: Any, verifier: "CertificateVerifier | None") -> None:
        self._factory = factory
        self._verifier = verifier
        self._inside: Any = None
        self.crossed: Deferred[Any] = Deferred(lambda _: self._leave())

    def connectionMade(self) -> None:  # noqa: N802 -- Twisted's name
        """Go on, unless TLS is to come."""
        if self._verifier is None:
            self._cross()

    def handshakeCompleted(self) -> None:  # noqa: N802 -- Twisted's name
        """Go on, if the judge was asked; it would be a fault of OpenSSL's if it was not."""
        if self._verifier is not None and self._verifier.is_satisfied:
            self._cross()
        else:
            self._leave()

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 -- Twisted's name
        """Pass it on."""
        if self._inside is not None:
            self._inside.dataReceived(data)

    def connectionLost(self, reason: Failure = connectionDone) -> None:  # noqa: N802 -- Twisted's
        """Tell whoever is inside, or else why nobody is."""
        if self._inside is not None:
            self._inside.connectionLost(reason)
        elif not self.crossed.called:
            refusal = "" if self._verifier is None else self._verifier.refusal
            why = f"TLS: {refusal}" if refusal else plain_reason(reason.value)
            self.crossed.errback(ConnectionRefused(why))

    def _cross(self) -> None:
        if self.crossed.called:
            return
        self._inside = self._factory.buildProtocol(self._peer())
        self._inside.makeConnection(self.transport)
        self.crossed.callback(self._inside)

    def _leave(self) -> None:
        transport: Any = self.transport
        transport.abortConnection()

    def _peer(self) -> Any:
        transport: Any = self.transport
        return transport.getPeer()
