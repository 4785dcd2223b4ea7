"""How a network is reached: its servers in turn, in time, and by TLS that is seen through first."""

from pathlib import Path
from typing import Any

import pytest
from twisted.logger import LogEvent, formatEvent, globalLogPublisher

from pontoon.irc.config import is_loopback
from pontoon.irc.transport import CONNECT_SECONDS
from tests.support.certificates import issued
from tests.support.line import Line
from tests.support.memory_reactor import Net, NetServer

HOST = "irc.example.org"


def test_a_server_is_connected_to_and_said_to_be(tmp_path: Path) -> None:
    line = Line(tmp_path, Net({6667: NetServer()}), server=HOST, tls="no")
    assert line.log[0] == f"connecting to {HOST}:6667"
    assert "NICK PontoonBot" in line.visit.lines


def test_servers_are_tried_in_turn_a_second_apart(tmp_path: Path) -> None:
    """The first to take us is stayed with."""
    net = Net({7003: NetServer()})
    servers = f"a.{HOST}:7001, b.{HOST}, [::1]:7003"
    line = Line(tmp_path, net, server=servers, tls="no", port=7002)
    line.wait(0.9)
    assert [port for _, port in net.attempts] == [7001]
    line.wait(3)
    assert [port for _, port in net.attempts] == [7001, 7002, 7003]
    assert line.said("connecting to ") == [f"a.{HOST}:7001", f"b.{HOST}:7002", "[::1]:7003"]
    line.wait(20)
    assert len(net.visits) == 1


def test_the_wait_grows_when_all_servers_have_failed(tmp_path: Path) -> None:
    """Not for each, and once more with each round."""
    net = Net({})
    line = Line(tmp_path, net, server="a.org, b.org", tls="no")
    line.wait(100)
    delays = [float(each.removesuffix(" s")) for each in line.said("trying again in ")]
    assert delays[::2] == [1] * len(delays[::2])
    assert 1 <= delays[1] <= 2 <= delays[3] <= 4 <= delays[5] <= 8 <= delays[7] <= 16


def test_the_wait_grows_where_a_server_accepts_and_closes_until_it_has_let_the_bot_in(
    tmp_path: Path,
) -> None:
    line = Line(tmp_path, Net({6667: NetServer()}), server=HOST, tls="no")
    for pause in (2, 4, 8):
        line.visit.hang_up()
        line.wait(pause)
    delays = [float(each.removesuffix(" s")) for each in line.said("trying again in ")]
    assert delays[0] <= 2 <= delays[1] <= 4 <= delays[2] <= 8
    line.visit.send(":srv 001 PontoonBot :Welcome", ":srv 422 PontoonBot :no motd")
    line.visit.hang_up()
    assert line.said("trying again in ")[-1] in ("1 s", "2 s")


def test_what_twisted_says_of_its_own_names_the_server(tmp_path: Path) -> None:
    """Those who keep Twisted's whole log, as twist does, read of no objects in memory."""
    told: list[str | None] = []

    def hear(event: LogEvent) -> None:
        told.append(formatEvent(event))

    observer: Any = hear
    globalLogPublisher.addObserver(observer)
    try:
        net = Net({7001: NetServer()})
        line = Line(tmp_path, net, server="a.org:7001", tls="no")
        line.visit.hang_up()
        line.wait(5)
        line.stop()
    finally:
        globalLogPublisher.removeObserver(observer)
    assert line.said("trying again in ")
    (retry,) = told
    assert str(retry).startswith("Scheduling retry 1 to connect a.org:7001 in ")


def test_a_server_that_was_lost_is_not_the_next_one(tmp_path: Path) -> None:
    net = Net({7001: NetServer(), 7002: NetServer()})
    line = Line(tmp_path, net, server="a.org:7001, b.org:7002", tls="no")
    line.visit.hang_up()
    line.wait(1)
    assert [visit.port for visit in net.visits] == [7001, 7002]
    line.visit.hang_up()
    line.wait(3)
    assert [visit.port for visit in net.visits] == [7001, 7002, 7001]


def test_a_server_that_says_nothing_to_tls_is_given_up_in_time(tmp_path: Path) -> None:
    """The handshake is part of it."""
    line = Line(tmp_path, Net({6697: NetServer(is_deaf=True)}), server=HOST)
    line.wait(CONNECT_SECONDS - 1)
    assert line.log == [f"connecting to {HOST}:6697 with TLS"]
    assert not line.visit.client_side.disconnecting
    line.wait(1)
    assert line.visit.client_side.disconnecting
    assert line.log[1] == "cannot connect: no connection within 30 s"
    assert line.log[2].startswith("trying again in ")


@pytest.mark.parametrize("tls", ["yes", "no"])
def test_stopping_waits_for_no_attempt_to_connect(tmp_path: Path, tls: str) -> None:
    """Not while the server is silent in the handshake, nor before it has taken the connection."""
    silent = {6697: NetServer(is_deaf=True), 6667: NetServer(is_absent=True)}
    line = Line(tmp_path, Net(silent), server=HOST, tls=tls)
    stopped = line.stop()
    assert stopped == [None]
    line.wait(1000)
    place = f"{HOST}:6697 with TLS" if tls == "yes" else f"{HOST}:6667"
    assert line.log == [f"connecting to {place}", f"no longer connecting to {place}"]
    assert len(line.net.attempts) == 1


def test_stopping_waits_for_no_other_attempt(tmp_path: Path) -> None:
    line = Line(tmp_path, Net({}), server=HOST, tls="no")
    line.wait(0.9)
    assert len(line.said("trying again in ")) == 1
    stopped = line.stop()
    assert stopped == [None]
    line.wait(1000)
    assert len(line.net.attempts) == 1


def test_nobody_is_told_of_a_connection_before_tls_is_there(tmp_path: Path) -> None:
    line = Line(tmp_path, Net({6697: NetServer(is_deaf=True)}), server=HOST)
    assert line.bot.client is None
    line.connection.stop("bye")
    assert line.bot.heard == []


def test_the_client_is_let_in_when_tls_is_there(tmp_path: Path) -> None:
    server = issued(HOST)
    net = Net({6697: NetServer(server)})
    line = Line(tmp_path, net, server=HOST, tls_fingerprints=server.fingerprint)
    assert "NICK PontoonBot" in line.visit.lines
    line.visit.send(":srv 001 PontoonBot :Welcome", ":srv 422 PontoonBot :no motd")
    assert line.bot.of("welcomed") == [()]
    line.visit.hang_up()
    assert line.bot.of("closed") != []


def test_stopping_says_farewell_over_tls(tmp_path: Path) -> None:
    server = issued(HOST)
    net = Net({6697: NetServer(server)})
    line = Line(tmp_path, net, server=HOST, tls_fingerprints=server.fingerprint)
    stopped = line.stop()
    line.visit.pump.flush()
    assert line.visit.lines[-1] == "QUIT :bye"
    line.visit.hang_up()
    line.wait(0)
    assert stopped == [None]
    line.wait(1000)
    assert line.said("trying again") == []
    assert len(line.net.visits) == 1


def test_a_server_without_tls_is_not_talked_to(tmp_path: Path) -> None:
    net = Net({6697: NetServer()})
    line = Line(tmp_path, net, server=HOST)
    assert b"NICK" not in line.visit.received
    line.visit.send(":srv 001 PontoonBot :Welcome")
    (why,) = line.said("cannot connect: ")
    assert why.startswith("TLS: ")
    assert b"NICK" not in line.visit.received


@pytest.mark.parametrize(
    ("host", "at_once"), [("127.0.0.1", True), ("::1", True), ("192.0.2.1", False), (HOST, False)]
)
def test_the_password_goes_at_once_where_nobody_is_on_the_way(
    tmp_path: Path, host: str, at_once: bool
) -> None:
    """Elsewhere it waits for what the server has to say of TLS."""
    line = Line(tmp_path, Net({6667: NetServer()}), server=host, tls="no", password="sesame")
    assert ("PASS :sesame" in line.visit.lines) is at_once
    line.visit.send(":srv CAP * LS :")
    assert "PASS :sesame" in line.visit.lines


def test_the_password_goes_at_once_over_tls(tmp_path: Path) -> None:
    server = issued(HOST)
    trust = {"tls_fingerprints": server.fingerprint, "password": "sesame"}
    line = Line(tmp_path, Net({6697: NetServer(server)}), server=HOST, **trust)
    assert "PASS :sesame" in line.visit.lines


def test_a_loopback_address_is_one_by_its_number() -> None:
    for host, loops in [
        ("127.0.0.1", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("::ffff:127.0.0.1", True),
        ("192.0.2.1", False),
        ("::ffff:192.0.2.1", False),
        ("2001:db8::1", False),
        ("localhost", False),
        ("", False),
    ]:
        assert is_loopback(host) is loops
