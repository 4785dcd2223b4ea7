"""Over which connections the bot speaks: from which address, and after which handshake."""

from pathlib import Path
from typing import Any

import pytest
from twisted.internet.error import ConnectionLost
from twisted.internet.protocol import Factory, Protocol
from twisted.internet.testing import MemoryReactorClock
from twisted.python.failure import Failure

from pontoon.irc.config import IrcConfig, Server
from pontoon.irc.transport import HandshakeFailed, Servers, _Handshake
from tests.support.certificates import Issued, issued
from tests.support.line import Line
from tests.support.memory_reactor import Net, NetServer
from tests.support.sockets import new_socket

HOST = "irc.example.org"
SERVER = issued(HOST)

# Twisted does not say what types these take and return.
_Lost: Any = ConnectionLost
_Failure: Any = Failure
_MemoryReactorClock: Any = MemoryReactorClock


@pytest.mark.parametrize(("bind", "own"), [("127.0.0.2", ("127.0.0.2", 0)), ("", None)])
def test_the_connection_is_from_the_address_that_the_admin_wants(
    bind: str, own: tuple[str, int] | None
) -> None:
    reactor = _MemoryReactorClock()
    config = IrcConfig(server=(Server("127.0.0.1"),), port=6667, tls=False, bind=bind)
    policies: Any = Promises()
    Servers(config, policies, reactor, lambda _: None).connect(Factory())
    [(_, _, _, _, bound)] = reactor.tcpClients
    assert bound == own


class Promises:
    """The policies of servers that have none."""

    def port_of(self, _host: str) -> None:
        """Return None."""


@pytest.mark.parametrize("tls", ["yes", "no"])
def test_no_line_waits_until_the_server_has_acknowledged_those_before(
    tmp_path: Path, tls: str
) -> None:
    net = Net({6697: NetServer(SERVER), 6667: NetServer()})
    line = Line(tmp_path, net, server=HOST, tls=tls, tls_fingerprints=SERVER.fingerprint)
    assert line.visit.client_side.is_prompt


class Inside(Protocol):
    """A protocol that keeps what it is told."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def connectionMade(self) -> None:  # noqa: N802 -- Twisted's name
        self.told.append("made")


class Handle:
    """The TLS connection to a server that has SHOWN a certificate, nonsense, or nothing."""

    def __init__(self, shown: Issued | str) -> None:
        self._shown = shown

    def get_peer_certificate(self) -> Any:
        return self if self._shown else None

    def to_cryptography(self) -> Any:
        if isinstance(self._shown, str):
            raise ValueError(self._shown)
        return self._shown.certificate


class Attempt:
    """A handshake in which SHOWN was shown. ``ended`` has what became of it."""

    def __init__(self, shown: Issued | str) -> None:
        self.inside = Inside()
        self.ended: list[Any] = []
        self.transport: Any = new_socket()
        self.transport.getHandle = lambda: Handle(shown)
        factory: Any = Factory()
        factory.buildProtocol = lambda _: self.inside
        config = IrcConfig(port=6697, tls=True, tls_fingerprints=(SERVER.fingerprint,))
        self.handshake = _Handshake(HOST, config, factory)
        self.handshake.transport = self.transport
        self.handshake.ready.addBoth(self.ended.append)


def test_the_protocol_takes_over_after_the_handshake() -> None:
    attempt = Attempt(SERVER)
    assert attempt.inside.told == []
    attempt.handshake.handshakeCompleted()
    assert attempt.inside.told == ["made"]
    assert attempt.ended == [attempt.inside]
    assert attempt.transport.wrappedProtocol is attempt.inside


@pytest.mark.parametrize(
    ("shown", "why"),
    [
        ("", "TLS: the server shows no certificate"),
        ("nonsense", f"TLS: the certificate of {HOST} cannot be read: nonsense"),
        (issued(HOST), f"TLS: the certificate of {HOST} was refused: it has none of the fingerp"),
    ],
)
def test_a_handshake_is_not_enough_without_the_right_certificate(
    shown: Issued | str, why: str
) -> None:
    attempt = Attempt(shown)
    attempt.handshake.handshakeCompleted()
    assert attempt.transport.disconnecting
    assert attempt.inside.told == []
    attempt.handshake.connectionLost(_Failure(_Lost()))
    (failure,) = attempt.ended
    assert isinstance(failure.value, HandshakeFailed)
    assert str(failure.value).startswith(why)
    assert attempt.inside.told == []


def test_a_handshake_that_ends_after_its_attempt_was_given_up_lets_nobody_in() -> None:
    attempt = Attempt(SERVER)
    attempt.handshake.ready.cancel()
    assert attempt.transport.aborted
    attempt.handshake.handshakeCompleted()
    attempt.handshake.connectionLost(_Failure(_Lost()))
    assert attempt.inside.told == []
    assert len(attempt.ended) == 1
