"""The server inside the bot over real sockets."""

import socket
from collections.abc import Iterator

import pytest

from tests.real_servers.rawclient import RawClient
from tests.real_servers.servers import HOST
from tests.support.local_server import BOT
from tests.support.open_server import OpenedServer, opened

pytestmark = pytest.mark.slow

CHANNEL = "#pontoon"
TIMEOUT_SECONDS = 10.0


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
    kevin.catch_up()
    dave.catch_up()
    assert b":kevin!kevin@localhost PRIVMSG dave :caf\xe9" in dave.raw
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
