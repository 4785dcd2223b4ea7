"""Who is let in over a connection, and when; and who has the last word on a certificate."""

from dataclasses import dataclass
from typing import Any

import pytest
from cryptography.x509 import Certificate
from OpenSSL.SSL import X509VerificationCodes
from twisted.internet.error import ConnectionLost
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.testing import StringTransport
from twisted.python.failure import Failure

from pontoon.irc.transport.endpoint import Refused, Threshold
from pontoon.irc.transport.tls import Judge
from tests.support.certificates import authority, issued

HOST = "irc.example.org"
EXPIRED = X509VerificationCodes.ERR_CERT_HAS_EXPIRED

# Twisted does not say what types these take and return.
_Transport: Any = StringTransport
_Failure: Any = Failure
_Lost: Any = ConnectionLost


@dataclass
class Shown:
    """A certificate as OpenSSL shows it; None is one that cannot be read."""

    certificate: Certificate | None

    def to_cryptography(self) -> Certificate:
        """Return it."""
        if self.certificate is None:
            raise ValueError("nonsense")
        return self.certificate


def asks(judge: Judge, certificate: Certificate | None, *, error: int = 0, depth: int = 0) -> bool:
    """Have JUDGE look at CERTIFICATE as OpenSSL does; return whether it may go on."""
    shown: Any = Shown(certificate)
    connection: Any = None
    return judge.look_at(connection, shown, error, depth, int(error == 0))


OURS = authority()
SERVER = issued(HOST, by=OURS)


def test_a_judge_who_was_shown_nothing_is_not_satisfied() -> None:
    judge = Judge(HOST, ())
    assert not judge.is_satisfied
    assert judge.refusal == ""
    assert asks(judge, OURS.certificate, depth=1)
    assert not judge.is_satisfied
    assert asks(judge, SERVER.certificate)
    assert judge.is_satisfied


@pytest.mark.parametrize("depth", [0, 1])
def test_what_cannot_be_read_is_refused_at_once(depth: int) -> None:
    judge = Judge(HOST, ())
    assert not asks(judge, None, depth=depth)
    assert not judge.is_satisfied
    assert judge.refusal == f"the certificate of {HOST} was refused: it cannot be read: nonsense"


def test_a_fault_further_up_is_kept_until_the_servers_own_is_seen() -> None:
    judge = Judge(HOST, ())
    assert asks(judge, OURS.certificate, error=EXPIRED, depth=1)
    assert not judge.is_satisfied
    assert judge.refusal.endswith("was refused: one that it rests on is expired")
    assert not asks(judge, SERVER.certificate)
    assert not judge.is_satisfied
    assert SERVER.fingerprint in judge.refusal


def test_a_fault_that_is_found_after_all_was_well_is_one_too() -> None:
    judge = Judge(HOST, ())
    assert asks(judge, SERVER.certificate)
    assert not asks(judge, OURS.certificate, error=EXPIRED, depth=1)
    assert not judge.is_satisfied


def test_a_fault_without_words_is_told_by_its_name() -> None:
    judge = Judge(HOST, ())
    assert not asks(judge, SERVER.certificate, error=X509VerificationCodes.ERR_CERT_REVOKED)
    assert "it is faulty (ERR_CERT_REVOKED)" in judge.refusal
    judge = Judge(HOST, ())
    assert not asks(judge, SERVER.certificate, error=9999)
    assert "it is faulty (9999)" in judge.refusal


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
    judge = Judge(HOST, ())
    assert not asks(judge, odd, error=EXPIRED)
    assert f"tls_fingerprints = {'ab' * 32} into" in judge.refusal
    assert judge.refusal.endswith("(subject: unreadable; issuer: unreadable)")
    assert asks(Judge(HOST, ["ab" * 32]), odd, error=EXPIRED)


class Door:
    """A threshold on a connection; ``inside`` are those that were let in, ``outcome`` what came."""

    def __init__(self, judge: Judge | None) -> None:
        self.inside: list[Inside] = []
        self.outcome: list[Any] = []
        self.transport = _Transport()
        door = self

        class Insiders(Factory):
            def buildProtocol(self, _addr: Any) -> Protocol:  # noqa: N802 -- Twisted's name
                door.inside.append(Inside())
                return door.inside[-1]

        self.threshold = Threshold(Insiders(), judge)
        self.threshold.crossed.addBoth(self.outcome.append)
        connect: Any = self.threshold.makeConnection
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


def satisfied() -> Judge:
    judge = Judge(HOST, ())
    assert asks(judge, SERVER.certificate)
    return judge


def test_without_tls_one_is_let_in_at_once() -> None:
    door = Door(None)
    assert door.outcome == door.inside
    door.threshold.dataReceived(b"PING\r\n")
    door.threshold.connectionLost(_Failure(_Lost()))
    assert door.inside[0].told == ["made", b"PING\r\n", ConnectionLost]


def test_with_tls_one_is_let_in_after_the_handshake() -> None:
    door = Door(satisfied())
    door.threshold.dataReceived(b"too soon")
    assert door.inside == []
    door.threshold.handshakeCompleted()
    assert [each.told for each in door.inside] == [["made"]]
    assert door.outcome == door.inside


@pytest.mark.parametrize("is_asked", [True, False])
def test_a_handshake_is_not_enough_without_the_judge(is_asked: bool) -> None:
    judge = Judge(HOST, ())
    if is_asked:
        asks(judge, SERVER.certificate, error=EXPIRED)
    door = Door(judge)
    door.threshold.handshakeCompleted()
    assert door.inside == []
    assert door.transport.disconnecting
    door.threshold.connectionLost(_Failure(_Lost()))
    (failure,) = door.outcome
    assert isinstance(failure.value, Refused)


def test_who_does_not_want_to_wait_leaves_and_lets_nobody_in() -> None:
    """Whatever becomes of the connection then."""
    door = Door(satisfied())
    door.threshold.crossed.cancel()
    assert door.transport.disconnecting
    door.threshold.handshakeCompleted()
    door.threshold.connectionLost(_Failure(_Lost()))
    assert door.inside == []
    assert len(door.outcome) == 1
