"""Strict Transport Security: who wants TLS gets nothing else (https://ircv3.net/specs/extensions/sts)."""

from pathlib import Path

import pytest

from pontoon.irc.closing import QUIT_SECONDS
from pontoon.irc.transport import (
    MAX_DURATION,
    RENEWAL_SECONDS,
    UPGRADE_SECONDS,
    read_policy,
)
from tests.support.certificates import issued
from tests.support.client_rig import Rig
from tests.support.line import Line
from tests.support.memory_reactor import Net, NetServer

pytestmark = pytest.mark.slow

HOST = "irc.example.org"
DAY = 86400


# What the value of the capability says


@pytest.mark.parametrize(
    ("value", "port", "duration"),
    [
        ("port=6697,duration=2592000", 6697, 2592000),
        ("duration=2592000,port=6697", 6697, 2592000),
        ("port=6697", 6697, None),
        ("duration=0", None, 0),
        ("unknown,duration=31536000,foo=bar,preload", None, 31536000),
        ("preload=port=1,port=6697", 6697, None),
        ("duration=99999999999999999999", None, MAX_DURATION),
        ("", None, None),
        (",,=,==", None, None),
        ("PORT=6697", None, None),
    ],
)
def test_a_value_is_made_of_keys(value: str, port: int | None, duration: int | None) -> None:
    assert read_policy(value) == (port, duration)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "65536",
        "-1",
        "+6697",
        " 6697",
        "6697 ",
        "6_697",
        "٦٦٩٧",
        "66.97",
        "0x1a",
        "1" * 5000,
        "irc",
        "6697=1",
    ],
)
def test_a_port_that_is_none_is_ignored(text: str) -> None:
    assert read_policy(f"port={text},duration=10") == (None, 10)


@pytest.mark.parametrize(
    "text", ["", "-1", "+1", " 1", "1e3", "1.5", "٣", "inf", "1" * 21, "1" * 5000, "0x1"]
)
def test_a_duration_that_is_none_is_ignored(text: str) -> None:
    assert read_policy(f"port=6697,duration={text}") == (6697, None)


@pytest.mark.parametrize("value", ["port=1,port=2,duration=3", "duration=3,port=1,port=1"])
def test_a_key_that_is_there_twice_says_nothing(value: str) -> None:
    assert read_policy(value) == (None, 3)


# On a connection


class Sessions:
    """Begins connections of a line, and has their servers say something of TLS."""

    def __init__(self, folder: Path, **irc: object) -> None:
        self.server = issued(HOST)
        self.net = Net(
            {6667: NetServer(), 6697: NetServer(self.server), 7000: NetServer(self.server)}
        )
        self.irc = {"server": HOST, "tls": "no", "tls_fingerprints": self.server.fingerprint, **irc}
        self.folder = folder
        self.line = self.started()

    def started(self) -> Line:
        """Start the bot, again perhaps."""
        self.line = Line(self.folder, self.net, **self.irc)
        return self.line

    def restarted(self) -> Line:
        """Stop the bot, and start it again."""
        self.line.connection.stop("bye")
        self.line.database.close()
        self.line.visit.hang_up()
        self.line.wait(0.1)
        return self.started()

    @property
    def ports(self) -> list[int]:
        """Where the bot has been connected, in order."""
        return [visit.port for visit in self.net.visits]

    def says(self, value: str) -> None:
        """Have the server that the bot is connected to now list what it can do."""
        self.line.visit.send(f":srv CAP * LS :multi-prefix sts={value} sasl=PLAIN")
        self.line.wait(0.1)

    def lost(self, seconds: float = 3) -> None:
        """Have the connection lost, and so many SECONDS pass."""
        self.line.visit.hang_up()
        self.line.wait(seconds)


@pytest.fixture
def sessions(tmp_path: Path) -> Sessions:
    """Return a bot that has been connected to its server without TLS."""
    return Sessions(tmp_path)


def test_who_wants_tls_is_left_and_connected_to_by_tls_at_once(sessions: Sessions) -> None:
    """Neither as a failure, after which to wait, nor with a word more."""
    plain = sessions.line.visit
    before = list(plain.lines)
    sessions.says("port=6697,duration=2592000")
    assert sessions.ports == [6667, 6697]
    assert plain.is_over
    assert plain.lines == before
    assert "NICK PontoonBot" in sessions.line.visit.lines
    assert sessions.line.said("trying again") == []
    wants = "requires TLS (STS): reconnecting to port 6697"
    assert sessions.line.said(f"{HOST}:6667 ") == [wants]


def test_the_password_is_not_told_to_a_server_that_wants_tls(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path, password="sesame")
    plain = sessions.line.visit
    sessions.says("port=6697")
    assert b"sesame" not in plain.received
    assert "PASS :sesame" in sessions.line.visit.lines


def test_over_the_tls_that_a_server_wants_the_bot_logs_in_by_its_certificate(
    tmp_path: Path,
) -> None:
    """As if config.ini had said ``tls = yes``."""
    mine = issued()
    certificate, key = mine.written(tmp_path)
    sessions = Sessions(tmp_path, tls_certificate=certificate, tls_key=key)
    sessions.says("port=6697")
    visit = sessions.line.visit
    visit.send(":srv CAP * LS :sasl=EXTERNAL", ":srv CAP * ACK :sasl")
    assert visit.shown == [mine.certificate]
    assert "AUTHENTICATE EXTERNAL" in visit.lines


def test_the_port_is_where_tls_is_spoken(sessions: Sessions) -> None:
    sessions.says("port=7000")
    assert sessions.ports == [6667, 7000]


def test_a_duration_alone_says_nothing_without_tls(sessions: Sessions) -> None:
    """Whoever is in between could shut the bot out with it."""
    sessions.says("duration=2592000")
    sessions.lost()
    assert sessions.ports == [6667, 6667]


def test_what_is_said_without_tls_is_not_kept(sessions: Sessions) -> None:
    sessions.says("port=6697,duration=2592000")
    assert sessions.line.promises() == []


def test_a_port_says_nothing_to_whom_has_tls(sessions: Sessions) -> None:
    sessions.says("port=6697")
    sessions.says("port=7000")
    assert sessions.ports == [6667, 6697]


def test_it_counts_as_well_when_it_comes_later(sessions: Sessions) -> None:
    """By CAP NEW, when the bot has been let in long since."""
    line = sessions.line
    line.visit.send(":srv CAP * LS :", ":srv 001 PontoonBot :hi", ":srv 422 PontoonBot :none")
    assert line.bot.of("welcomed") == [()]
    line.visit.send(":srv CAP PontoonBot NEW :sts=port=6697")
    line.wait(0.1)
    assert sessions.ports == [6667, 6697]


def test_a_server_that_does_not_let_go_is_left_all_the_same() -> None:
    """The connection is closed in good order, but not waited for."""
    rig = Rig(sts_policy=lambda _: True).register()
    rig.receive(":srv CAP Bot NEW :sts=port=6697")
    assert (rig.transport.disconnecting, rig.transport.disconnected) == (True, False)
    rig.clock.advance(QUIT_SECONDS)
    assert rig.transport.disconnected


def test_with_cap_new_a_promise_is_given_or_taken_back(sessions: Sessions) -> None:
    """CAP DEL takes nothing back."""
    sessions.says("port=6697")
    for message, promised in [
        ("NEW :sts=duration=1000", 6697),
        ("DEL :sts", 6697),
        ("NEW :sts=duration=0", None),
        ("NEW :sts=duration=10", 6697),
    ]:
        sessions.line.visit.send(f":srv CAP PontoonBot {message}")
        sessions.line.wait(0.1)
        assert sessions.line.policies.port_of(HOST) == promised


def test_without_a_promise_the_server_is_gone_to_as_before(sessions: Sessions) -> None:
    """It may say the same again."""
    sessions.says("port=6697")
    sessions.says("")
    sessions.lost()
    assert sessions.ports == [6667, 6697, 6667]


def test_a_promise_holds_for_later_connections_and_after_a_restart(sessions: Sessions) -> None:
    sessions.says("port=6697")
    sessions.says(f"duration={30 * DAY}")
    sessions.lost()
    assert sessions.ports == [6667, 6697, 6697]
    sessions.restarted()
    assert sessions.ports == [6667, 6697, 6697, 6697]


def test_a_promise_ends(sessions: Sessions) -> None:
    sessions.says("port=6697")
    sessions.says("duration=100")
    sessions.line.connection.stop("bye")
    sessions.line.visit.hang_up()
    sessions.net.advance(99)
    assert sessions.line.policies.port_of(HOST) == 6697
    sessions.net.advance(1)
    assert sessions.line.policies.port_of(HOST) is None
    sessions.started()
    assert sessions.ports == [6667, 6697, 6667]


def test_a_promise_begins_anew_when_the_connection_ends(sessions: Sessions) -> None:
    """However long that has lasted."""
    sessions.says("port=6697")
    sessions.says("duration=1000")
    sessions.net.advance(5000)
    sessions.line.visit.hang_up()
    sessions.net.advance(999)
    assert sessions.line.policies.port_of(HOST) == 6697


def test_a_promise_of_earlier_does_not_begin_anew(sessions: Sessions) -> None:
    """It was not given in the connection that ends."""
    sessions.says("port=6697")
    sessions.says("duration=1000")
    sessions.lost(10)
    sessions.lost(980)
    assert sessions.line.policies.port_of(HOST) == 6697
    sessions.lost(20)
    assert sessions.line.policies.port_of(HOST) is None


def test_a_promise_begins_anew_every_day_as_well(sessions: Sessions) -> None:
    """The power may be cut at any time."""
    sessions.says("port=6697")
    sessions.says(f"duration={2 * DAY}")
    sessions.net.advance(RENEWAL_SECONDS)
    written = sessions.line.promises()
    sessions.net.advance(RENEWAL_SECONDS)
    assert sessions.line.promises() != written
    sessions.line.visit.hang_up()
    written = sessions.line.promises()
    sessions.net.advance(2 * RENEWAL_SECONDS)
    assert sessions.line.promises() == written


def test_a_duration_of_0_takes_the_promise_back(sessions: Sessions) -> None:
    sessions.says("port=6697")
    sessions.says("duration=1000")
    sessions.says("duration=0")
    sessions.line.wait(0.1)
    assert sessions.line.promises() == []
    sessions.lost()
    assert sessions.ports == [6667, 6697, 6667]


def test_a_server_of_tls_promises_something_too(tmp_path: Path) -> None:
    """If the admin writes tls = no later it holds."""
    sessions = Sessions(tmp_path, tls="yes", port=7000)
    sessions.says("duration=1000")
    sessions.irc |= {"tls": "no", "port": 6667}
    sessions.restarted()
    assert sessions.ports == [7000, 7000]


def test_it_is_the_name_that_counts_however_it_is_written(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path)
    sessions.says("port=6697")
    sessions.says("duration=1000")
    sessions.irc["server"] = HOST.upper()
    sessions.restarted()
    assert sessions.ports[-1] == 6697
    sessions.irc["server"] = "irc.example.com"
    sessions.restarted()
    assert sessions.ports[-1] == 6667


# When TLS does not come about


def test_where_a_promise_holds_no_certificate_makes_it_go_without_tls(sessions: Sessions) -> None:
    """Not one connection to the other port is made, for as long as it holds."""
    sessions.says("port=6697")
    sessions.says(f"duration={DAY}")
    sessions.net.servers[6697] = NetServer(issued(HOST))
    sessions.lost(3600)
    assert len(sessions.ports) > 10
    assert set(sessions.ports[1:]) == {6697}
    assert sessions.line.said("cannot connect: TLS: the certificate of ") != []


def test_where_a_promise_holds_and_nobody_is_there_it_does_not_go_without_tls(
    sessions: Sessions,
) -> None:
    sessions.says("port=6697")
    sessions.says(f"duration={DAY}")
    del sessions.net.servers[6697]
    sessions.lost(3600)
    assert {port for _, port in sessions.net.attempts[1:]} == {6697}


def test_an_upgrade_that_fails_is_tried_again_for_an_hour(sessions: Sessions) -> None:
    """And not without end: it was not said over TLS, and so perhaps by somebody else."""
    sessions.net.servers[6697] = NetServer(issued(HOST))
    sessions.says("port=6697,duration=2592000")
    sessions.line.wait(UPGRADE_SECONDS - 1)
    assert sessions.ports[0] == 6667
    assert set(sessions.ports[1:]) == {6697}
    sessions.line.wait(310)
    assert sessions.ports[-1] == 6667


def test_an_upgrade_that_fails_lets_the_others_have_their_turn(tmp_path: Path) -> None:
    sessions = Sessions(tmp_path, server=f"{HOST}:6667, other.{HOST}:7000")
    del sessions.net.servers[6697]
    sessions.net.servers[7000] = NetServer()
    sessions.says("port=6697")
    sessions.line.wait(2)
    assert [port for _, port in sessions.net.attempts] == [6667, 6697, 7000]


def test_the_wait_grows_where_upgrades_come_to_nothing(sessions: Sessions) -> None:
    """A server that sends the bot in circles is not visited faster and faster."""
    for _ in range(4):
        sessions.says("port=6697")
        sessions.line.visit.hang_up()
        while sessions.ports[-1] != 6667:
            sessions.line.wait(0.1)
    assert sessions.ports == [6667, 6697] * 4 + [6667]
    delays = [float(each.removesuffix(" s")) for each in sessions.line.said("trying again in ")]
    assert delays[0] <= 2 <= delays[1] <= 4 <= delays[2] <= 8 <= delays[3]


def test_a_server_that_says_a_million_things_is_remembered_by_one(sessions: Sessions) -> None:
    sessions.says("port=6697")
    sessions.says("duration=1")
    waiting = len(sessions.net.getDelayedCalls())
    for number in range(1000):
        sessions.line.visit.send(f":srv CAP PontoonBot NEW :sts=duration={number + 1}")
    assert len(sessions.line.promises()) == 1
    assert len(sessions.net.getDelayedCalls()) == waiting
