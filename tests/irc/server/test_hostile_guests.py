"""People who send too much to the server inside the bot, or nothing, or do not read."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pontoon.irc.server.server import MOST_CONNECTIONS, MOST_UNREAD
from tests.real_servers.floods import MEGABYTE, Endless, Flood, memory_of
from tests.real_servers.rawclient import RawClient
from tests.support.local_server import BOT
from tests.support.open_server import OpenedServer, opened

pytestmark = pytest.mark.slow

CHANNEL = "#pontoon"
TIMEOUT_SECONDS = 10.0

MOST_GROWTH = 4 * MEGABYTE
"""Bytes by which the server may grow for anything but what waits for people to read it."""

MOST_WAITING = 2 * MOST_UNREAD + 256 * 1024
"""Bytes that may wait for one of them: what the transport holds before any of it is counted, then
what is counted, and this a second time while the transport joins it."""


@pytest.fixture
def server() -> Iterator[OpenedServer]:
    """Open a server for one test alone."""
    with opened() as running:
        yield running


@pytest.fixture
def dave(server: OpenedServer) -> Iterator[RawClient]:
    """Have dave in the channel."""
    person = RawClient(server, "dave")
    person.join(CHANNEL)
    yield person
    person.leave_server()


def connected(server: OpenedServer) -> socket.socket:
    """Return a connection to SERVER."""
    return socket.create_connection((server.host, server.port), TIMEOUT_SECONDS)


@pytest.mark.parametrize(
    "deluge",
    [Endless(100), Flood(100, lambda _: f"PRIVMSG dave :{'x' * 490}")],
    ids=["a line without end", "long lines"],
)
def test_a_hundred_megabytes_cost_no_memory(
    deluge: Flood | Endless, server: OpenedServer, dave: RawClient
) -> None:
    """Whoever sends them is put out on the way, or finds them dropped; dave is served."""
    before = memory_of(server.process_id)
    with connected(server) as mallory:
        mallory.sendall(b"NICK mallory\r\nUSER m 0 * :m\r\nJOIN #pontoon\r\n")
        try:
            for piece in deluge.pieces():
                mallory.sendall(piece)
        except ConnectionError:
            pass
        dave.catch_up()
        assert memory_of(server.process_id).peak - before.peak < MOST_GROWTH


def test_connections_cost_little_and_keep_nobody_out(server: OpenedServer, dave: RawClient) -> None:
    """Many one after the other, then as many as there may be, each with the beginning of a line."""
    before = memory_of(server.process_id)
    for _ in range(10):
        for _ in range(MOST_CONNECTIONS):
            connected(server).close()
        dave.catch_up()
    with ExitStack() as people:
        for _ in range(MOST_CONNECTIONS + 2):
            people.enter_context(connected(server)).sendall(b"x" * 16_000)
        kevin = RawClient(server, "kevin")
        kevin.say("dave", "still there?")
        dave.expect("still there")
        assert memory_of(server.process_id).peak - before.peak < MOST_GROWTH
    kevin.leave_server()


def test_what_waits_for_people_who_read_nothing_is_bounded(
    server: OpenedServer, dave: RawClient
) -> None:
    """They are cut off one and all, and dave hears everything."""
    before = memory_of(server.process_id)
    bot = RawClient(server, BOT, password=server.token)
    bot.join(CHANNEL)
    number = MOST_CONNECTIONS - 1
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
    assert growth < number * MOST_WAITING + MOST_GROWTH
    bot.leave_server()
