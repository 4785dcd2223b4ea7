"""Starting and stopping the server inside the bot, on a reactor of the test's own."""

import errno
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.error import CannotListenError
from twisted.internet.testing import MemoryReactorClock

from pontoon.irc.server.server import MOST_CONNECTIONS, STOP_SECONDS, LocalServer
from tests.support.sockets import new_socket

_MemoryReactorClock: Any = MemoryReactorClock


class Port:
    """A port that is closed when CLOSED fires."""

    def __init__(self, closed: Deferred[None]) -> None:
        self._closed = closed

    def stopListening(self) -> Deferred[None]:  # noqa: N802 -- Twisted's name
        """Begin to close it."""
        return self._closed


class Opened:
    """A server that listens on a reactor without sockets."""

    def __init__(self) -> None:
        self.reactor = _MemoryReactorClock()
        self.logged: list[str] = []
        self.server = LocalServer(
            bot_nick="Bot", port=6667, reactor=self.reactor, log=self.logged.append
        )

    def visitor(self) -> tuple[Any, Any]:
        """Have somebody connect; return their link and its transport."""
        [(_, visitors, *_)] = self.reactor.tcpServers
        link, socket = visitors.buildProtocol(None), new_socket()
        link.makeConnection(socket)
        return link, socket


def test_it_listens_on_the_loopback_address_alone() -> None:
    opened = Opened()
    opened.server.start()
    [(port, _, _, interface)] = opened.reactor.tcpServers
    assert (port, interface) == (6667, "127.0.0.1")
    assert opened.logged == ["server: listening on 127.0.0.1:6667"]


def test_a_port_that_cannot_be_had_is_an_error_of_the_system() -> None:
    def refuse(*_: object, **__: object) -> None:
        reason = OSError(errno.EADDRINUSE, "Address already in use")
        error: Any = CannotListenError
        raise error("127.0.0.1", 6667, reason)

    opened = Opened()
    opened.reactor.listenTCP = refuse
    with pytest.raises(OSError, match="Address already in use"):
        opened.server.start()
    assert opened.logged == []


def test_who_registers_is_let_in_though_others_never_do() -> None:
    """The one who has been silent for longest makes room."""
    opened = Opened()
    opened.server.start()
    dave, _ = opened.visitor()
    dave.dataReceived(b"NICK dave\r\nUSER d 0 * :d\r\n")
    silent = [opened.visitor()[1] for _ in range(MOST_CONNECTIONS - 1)]
    kevin, socket = opened.visitor()
    kevin.dataReceived(b"NICK kevin\r\nUSER k 0 * :k\r\n")
    assert b" 001 kevin " in socket.value()
    assert [each.aborted for each in silent] == [True] + [False] * (MOST_CONNECTIONS - 2)
    opened.visitor()
    assert [each.aborted for each in silent].count(True) == 2


def test_there_are_only_so_many_people_but_the_bot_comes_in() -> None:
    opened = Opened()
    opened.server.start()
    bot, _ = opened.visitor()
    bot.dataReceived(f"PASS {opened.server.token}\r\nNICK Bot\r\nUSER b 0 * :b\r\n".encode())
    for number in range(MOST_CONNECTIONS):
        link, _ = opened.visitor()
        link.dataReceived(f"NICK p{number}\r\nUSER p 0 * :p\r\n".encode())
    [(_, visitors, *_)] = opened.reactor.tcpServers
    assert visitors.buildProtocol(None) is None
    link.connectionLost()
    assert visitors.buildProtocol(None) is not None


def test_each_server_has_a_token_of_its_own() -> None:
    first, second = Opened().server.token, Opened().server.token
    assert first != second
    assert len(first) >= 32


def test_stopping_waits_until_everybody_is_gone() -> None:
    opened = Opened()
    opened.server.start()
    visitors = [opened.visitor() for _ in range(2)]
    stopped = opened.server.stop("closing time")
    for link, socket in visitors:
        assert not stopped.called
        assert socket.value() == b"ERROR :Closing link: localhost (closing time)\r\n"
        assert socket.disconnecting
        link.connectionLost()
    assert stopped.called
    assert opened.reactor.getDelayedCalls() == []


def test_stopping_does_not_wait_for_whoever_does_not_go() -> None:
    opened = Opened()
    opened.server.start()
    link, socket = opened.visitor()
    stopped = opened.server.stop("closing time")
    opened.reactor.advance(STOP_SECONDS)
    assert stopped.called
    assert socket.aborted
    link.connectionLost()


def test_stopping_an_empty_server_takes_no_time() -> None:
    opened = Opened()
    opened.server.start()
    assert opened.server.stop("closing time").called


def test_stopping_waits_until_the_port_can_be_had_again() -> None:
    opened = Opened()
    closed: Deferred[None] = Deferred()
    opened.reactor.listenTCP = lambda *_, **__: Port(closed)
    opened.server.start()
    stopped: list[None] = []
    opened.server.stop("closing time").addCallback(stopped.append)
    assert stopped == []
    closed.callback(None)
    assert stopped == [None]
