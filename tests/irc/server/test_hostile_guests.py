"""People who send too much to the server inside the bot, or nothing, or do not read."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from pontoon.irc.server.limits import MOST_CONNECTIONS, MOST_UNREAD
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

REGISTERING = b"NICK mallory\r\nUSER m 0 * :m\r\nJOIN #pontoon\r\n"

DELUGES = {
    "a line without end": Endless(100),
    "lines too long": Flood(100, lambda _: "x" * 17_000),
    "long lines": Flood(100, lambda _: f"PRIVMSG dave :{'x' * 490}"),
    "empty lines": Flood(100, lambda _: ""),
    "commands that nobody knows": Flood(100, str),
    "tags": Flood(100, lambda _: f"@{'x' * 8100} PING x"),
}


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


@pytest.mark.parametrize("introduction", [b"", REGISTERING], ids=["stranger", "member"])
@pytest.mark.parametrize("deluge", DELUGES.values(), ids=DELUGES.keys())
def test_a_hundred_megabytes_cost_no_memory(
    deluge: Flood | Endless, introduction: bytes, server: OpenedServer, dave: RawClient
) -> None:
    """Whoever sends them is put out on the way, or finds them dropped; dave is served."""
    before = memory_of(server.process_id)
    with connected(server) as mallory:
        mallory.sendall(introduction)
        try:
            for piece in deluge.pieces():
                mallory.sendall(piece)
        except ConnectionError:
            pass
        dave.catch_up()
        assert memory_of(server.process_id).peak - before.peak < MOST_GROWTH


def test_beginnings_of_lines_cost_what_a_line_costs(server: OpenedServer, dave: RawClient) -> None:
    """Fifty people, each with as much of a line as is kept of one."""
    before = memory_of(server.process_id)
    with ExitStack() as people:
        for _ in range(MOST_CONNECTIONS - 1):
            people.enter_context(connected(server)).sendall(b"x" * 16_000)
        dave.catch_up()
        assert memory_of(server.process_id).peak - before.peak < MOST_GROWTH


def test_connections_one_after_the_other_cost_nothing(
    server: OpenedServer, dave: RawClient
) -> None:
    """Silent ones; later there is room for people as before."""
    before = memory_of(server.process_id)
    for _ in range(10):
        for _ in range(MOST_CONNECTIONS):
            connected(server).close()
        dave.catch_up()
    kevin = RawClient(server, "kevin")
    kevin.leave_server()
    assert memory_of(server.process_id).peak - before.peak < MOST_GROWTH


def test_silent_connections_keep_nobody_from_talking(server: OpenedServer, dave: RawClient) -> None:
    """As many as there may be, and more, nor from coming."""
    with ExitStack() as people:
        for _ in range(MOST_CONNECTIONS + 2):
            people.enter_context(connected(server))
        kevin = RawClient(server, "kevin")
        kevin.say("dave", "still there?")
        dave.expect("still there")
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
