"""The server inside the bot over real sockets: people, and what it costs to survive the others."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, suppress

import pytest

from pontoon.irc.server.server import MAX_CONNECTIONS, MAX_UNREAD
from tests.real_servers.floods import MEGABYTE, Endless, Flood, memory_of
from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import HOST
from tests.support.local_server import BOT
from tests.support.open_server import OpenedServer, opened

pytestmark = pytest.mark.slow

CHANNEL = "#pontoon"
TIMEOUT_SECONDS = 10.0

MAX_GROWTH = 4 * MEGABYTE
"""Bytes by which the server may grow for anything but what waits for people to read it."""

MAX_WAITING = 2 * MAX_UNREAD + 256 * 1024
"""Bytes that may wait for one of them: what the transport holds before any of it is counted, then
what is counted, and this a second time while the transport joins it."""


@pytest.fixture
def server() -> Iterator[OpenedServer]:
    """Open a server."""
    with opened() as running:
        yield running


def test_what_people_say_and_how_they_go_is_seen(server: OpenedServer) -> None:
    dave, kevin, bob = (RawClient(server, nick) for nick in ("dave", "kevin", "bob"))
    for person in (dave, kevin, bob):
        person.join(CHANNEL)
    kevin.send(b"PRIVMSG dave :caf\xe9")
    dave.expect("^:kevin!kevin@localhost PRIVMSG dave :café$")
    kevin.leave_server("good night ♥")
    assert kevin.log[-1] == "ERROR :Closing link: localhost (Quit: good night ♥)"
    dave.expect(r"^:kevin!kevin@localhost QUIT :Quit: good night ♥$")
    bob.close()
    dave.expect(r"^:bob!bob@localhost QUIT :Connection closed$")
    dave.leave_server()


def test_only_this_machine_is_listened_to(server: OpenedServer) -> None:
    """127.0.0.2 is the same machine by another address; it stands for all others."""
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.2", server.port)) != 0
    with socket.socket() as probe:
        assert probe.connect_ex((HOST, server.port)) == 0


def test_shutting_down_is_told_and_soon_done(server: OpenedServer) -> None:
    """Also with somebody who does not read, and somebody who has not registered."""
    bot = RawClient(server, BOT, password=server.token)
    deaf = RawClient(server, "deaf")
    with socket.create_connection((server.host, server.port), TIMEOUT_SECONDS) as stranger:
        for _ in range(10):
            bot.send("\r\n".join(["PRIVMSG deaf :" + "x" * 450] * 50))
            bot.catch_up()
        server.shut_down()
        assert stranger.makefile("rb").read() == (
            b"ERROR :Closing link: localhost (closing time)\r\n"
        )
    bot.expect(r"^ERROR :Closing link: localhost \(closing time\)$")
    deaf.close()
    bot.close()


def connected(server: OpenedServer) -> socket.socket:
    """Return a connection to SERVER."""
    return socket.create_connection((server.host, server.port), TIMEOUT_SECONDS)


@pytest.mark.parametrize(
    "deluge",
    [Endless(100), Flood(100, lambda _: f"PRIVMSG dave :{'x' * 490}")],
    ids=["a line without end", "long lines"],
)
def test_a_hundred_megabytes_cost_no_memory(deluge: Flood | Endless, server: OpenedServer) -> None:
    """Whoever sends them is put out on the way; dave is served."""
    dave = RawClient(server, "dave")
    before = memory_of(server.process_id)
    with connected(server) as mallory:
        mallory.sendall(b"NICK mallory\r\nUSER m 0 * :m\r\nJOIN #pontoon\r\n")
        with suppress(ConnectionError):
            for piece in deluge.pieces():
                mallory.sendall(piece)
        dave.catch_up()
    assert memory_of(server.process_id).peak - before.peak < MAX_GROWTH
    dave.leave_server()


def test_connections_cost_little(server: OpenedServer) -> None:
    """Many one after the other, then more than there may be, each with the beginning of a line."""
    bot = RawClient(server, BOT, password=server.token)
    before = memory_of(server.process_id)
    for _ in range(10):
        for _ in range(MAX_CONNECTIONS):
            connected(server).close()
        bot.catch_up()
    with ExitStack() as people:
        for _ in range(2 * MAX_CONNECTIONS):
            person = people.enter_context(connected(server))
            with suppress(ConnectionError):
                person.sendall(b"x" * 16_000)
            bot.catch_up()
        assert people.enter_context(connected(server)).recv(1) == b""
    assert memory_of(server.process_id).peak - before.peak < MAX_GROWTH
    for _ in range(MAX_CONNECTIONS):
        bot.catch_up()
    RawClient(server, "kevin").leave_server()
    bot.leave_server()


def test_what_waits_for_people_who_read_nothing_is_bounded(server: OpenedServer) -> None:
    """They are cut off one and all, and dave hears everything."""
    dave = RawClient(server, "dave")
    dave.join(CHANNEL)
    before = memory_of(server.process_id)
    bot = RawClient(server, BOT, password=server.token)
    bot.join(CHANNEL)
    number = MAX_CONNECTIONS - 2
    with ExitStack() as people:
        for each in range(number):
            deaf = people.enter_context(connected(server))
            deaf.sendall(f"NICK deaf{each}\r\nUSER d 0 * :d\r\nJOIN {CHANNEL}\r\n".encode())
            dave.expect(rf"^:deaf{each}!.* JOIN ")
        gone = 0
        while gone < number:
            bot.send("\r\n".join([f"PRIVMSG {CHANNEL} :{'x' * 450}"] * 500))
            bot.catch_up()
            gone += sum(" QUIT :SendQ exceeded" in line for line in dave.catch_up())
        growth = memory_of(server.process_id).peak - before.peak
    assert growth < number * MAX_WAITING + MAX_GROWTH
    bot.leave_server()
    dave.leave_server()
