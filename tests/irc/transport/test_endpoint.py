"""Who is let in over a connection, and when; and who has the last word on a certificate."""

from dataclasses import dataclass
from typing import Any

import pytest
from cryptography.x509 import Certificate
from OpenSSL.SSL import X509VerificationCodes
from twisted.internet.error import ConnectionLost
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.testing import MemoryReactorClock
from twisted.python.failure import Failure

from pontoon.irc.config import IrcConfig
from pontoon.irc.transport.endpoint import ConnectionRefused, HandshakeEndpoint, connect
from pontoon.irc.transport.servers import Endpoint
from pontoon.irc.transport.tls import CertificateVerifier
from tests.support.certificates import authority, issued
from tests.support.sockets import new_socket

HOST = "irc.example.org"
EXPIRED = X509VerificationCodes.ERR_CERT_HAS_EXPIRED

# Twisted does not say what types these take and return.
_Failure: Any = Failure
_Lost: Any = ConnectionLost
_MemoryReactorClock: Any = MemoryReactorClock


@dataclass
class Shown:
    """A certificate as OpenSSL shows it; None is one that cannot be read."""

    certificate: Certificate | None

    def to_cryptography(self) -> Certificate:
        """Return it."""
        if self.certificate is None:
            raise ValueError("nonsense")
        return self.certificate


def asks(
    verifier: CertificateVerifier,
    certificate: Certificate | None,
    *,
    error: int = 0,
    depth: int = 0,
) -> bool:
    """Have VERIFIER look at CERTIFICATE as OpenSSL does; return whether it may go on."""
    shown: Any = Shown(certificate)
    connection: Any = None
    return verifier.look_at(connection, shown, error, depth, int(error == 0))


OURS = authority()
SERVER = issued(HOST, by=OURS)


def test_a_judge_who_was_shown_nothing_is_not_satisfied() -> None:
    verifier = CertificateVerifier(HOST, ())
    assert not verifier.is_satisfied
    assert verifier.refusal == ""
    assert asks(verifier, OURS.certificate, depth=1)
    assert not verifier.is_satisfied
    assert asks(verifier, SERVER.certificate)
    assert verifier.is_satisfied


@pytest.mark.parametrize("depth", [0, 1])
def test_what_cannot_be_read_is_refused_at_once(depth: int) -> None:
    verifier = CertificateVerifier(HOST, ())
    assert not asks(verifier, None, depth=depth)
    assert not verifier.is_satisfied
    assert verifier.refusal == f"the certificate of {HOST} was refused: it cannot be read: nonsense"


def test_a_fault_further_up_is_kept_until_the_servers_own_is_seen() -> None:
    verifier = CertificateVerifier(HOST, ())
    assert asks(verifier, OURS.certificate, error=EXPIRED, depth=1)
    assert not verifier.is_satisfied
    assert verifier.refusal.endswith("was refused: one in its chain is expired")
    assert not asks(verifier, SERVER.certificate)
    assert not verifier.is_satisfied
    assert SERVER.fingerprint in verifier.refusal


def test_a_fault_that_is_found_after_all_was_well_is_one_too() -> None:
    verifier = CertificateVerifier(HOST, ())
    assert asks(verifier, SERVER.certificate)
    assert not asks(verifier, OURS.certificate, error=EXPIRED, depth=1)
    assert not verifier.is_satisfied


def test_a_fault_without_words_is_told_by_its_name() -> None:
    verifier = CertificateVerifier(HOST, ())
    assert not asks(verifier, SERVER.certificate, error=X509VerificationCodes.ERR_CERT_REVOKED)
    assert "it is faulty (ERR_CERT_REVOKED)" in verifier.refusal
    verifier = CertificateVerifier(HOST, ())
    assert not asks(verifier, SERVER.certificate, error=9999)
    assert "it is faulty (9999)" in verifier.refusal


class Odd:
    """A certificate in which nobody can be named."""

    @property
    def subject(self) -> object:
        """Fail."""
        raise ValueError("nonsense")

    def fingerprint(self, _hash: object) -> bytes:
        """Return one."""
        return b"\xab" * 32


def test_of_a_certificate_with_odd_names_the_fingerprint_is_told() -> None:
    odd: Any = Odd()
    verifier = CertificateVerifier(HOST, ())
    assert not asks(verifier, odd, error=EXPIRED)
    assert f"tls_fingerprints = {'ab' * 32} into" in verifier.refusal
    assert verifier.refusal.endswith("(subject: unreadable; issuer: unreadable)")
    assert asks(CertificateVerifier(HOST, ["ab" * 32]), odd, error=EXPIRED)


class Handshake:
    """A handshake on a connection; ``inside`` are those that were let in, ``outcome`` what came."""

    def __init__(self, verifier: CertificateVerifier) -> None:
        self.inside: list[Inside] = []
        self.outcome: list[Any] = []
        self.transport = new_socket()
        handshake = self

        class Insiders(Factory):
            def buildProtocol(self, _addr: Any) -> Protocol:  # noqa: N802 -- Twisted's name
                handshake.inside.append(Inside())
                return handshake.inside[-1]

        self.endpoint = HandshakeEndpoint(Insiders(), verifier)
        self.endpoint.ready.addBoth(self.outcome.append)
        connect: Any = self.endpoint.makeConnection
        connect(self.transport)


class Inside(Protocol):
    """Keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[object] = []

    def connectionMade(self) -> None:  # noqa: N802 -- Twisted's name
        """Keep it."""
        self.told.append("made")

    def dataReceived(self, data: bytes) -> None:  # noqa: N802 -- Twisted's name
        """Keep it."""
        self.told.append(data)

    def connectionLost(self, reason: Any = None) -> None:  # noqa: N802 -- Twisted's name
        """Keep it."""
        self.told.append(type(reason.value))


def satisfied() -> CertificateVerifier:
    verifier = CertificateVerifier(HOST, ())
    assert asks(verifier, SERVER.certificate)
    return verifier


@pytest.mark.parametrize(("bind", "own"), [("127.0.0.2", ("127.0.0.2", 0)), ("", None)])
def test_the_connection_is_from_the_address_that_the_admin_wants(
    bind: str, own: tuple[str, int] | None
) -> None:
    reactor = _MemoryReactorClock()
    config = IrcConfig(port=6667, tls=False, bind=bind)
    connect(Endpoint("127.0.0.1", 6667, tls=False), config, Factory(), reactor)
    [(_, _, _, _, bound)] = reactor.tcpClients
    assert bound == own


def test_no_line_waits_until_the_server_has_acknowledged_those_before() -> None:
    assert Handshake(satisfied()).transport.is_prompt


def test_with_tls_one_is_let_in_after_the_handshake() -> None:
    handshake = Handshake(satisfied())
    handshake.endpoint.dataReceived(b"too soon")
    assert handshake.inside == []
    handshake.endpoint.handshakeCompleted()
    assert [each.told for each in handshake.inside] == [["made"]]
    assert handshake.outcome == handshake.inside


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_handshake_is_not_enough_without_the_judge(is_asked: bool) -> None:
    verifier = CertificateVerifier(HOST, ())
    if is_asked:
        asks(verifier, SERVER.certificate, error=EXPIRED)
    handshake = Handshake(verifier)
    handshake.endpoint.handshakeCompleted()
    assert handshake.inside == []
    assert handshake.transport.aborted
    handshake.endpoint.connectionLost(_Failure(_Lost()))
    (failure,) = handshake.outcome
    assert isinstance(failure.value, ConnectionRefused)


def test_who_does_not_want_to_wait_leaves_and_lets_nobody_in() -> None:
    """Whatever becomes of the connection then."""
    handshake = Handshake(satisfied())
    handshake.endpoint.ready.cancel()
    assert handshake.transport.aborted
    handshake.endpoint.handshakeCompleted()
    handshake.endpoint.connectionLost(_Failure(_Lost()))
    assert handshake.inside == []
    assert len(handshake.outcome) == 1
