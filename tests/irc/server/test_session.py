"""Connections to the server inside the bot: pieces of lines, limits and clocks."""

import gc
from collections.abc import Iterator
from typing import Any
from weakref import ref

import pytest
from twisted.internet.error import ConnectionDone
from twisted.internet.task import Clock
from twisted.python.failure import Failure

from pontoon.irc.line import LONGEST_RECEIVED
from pontoon.irc.server.server import (
    BURST_LINES,
    CLOSING_SECONDS,
    LINES_PER_SECOND,
    MOST_UNREAD,
    REGISTRATION_SECONDS,
    LocalServer,
)
from pontoon.irc.timing import ANSWER_SECONDS, SILENCE_SECONDS
from tests.support.local_server import BOT, TOKEN, LocalNetwork, Person
from tests.support.sockets import new_socket

# Twisted does not say what types this takes.
_Failure: Any = Failure


class Line:
    """A link with its transport, on a network and a clock of the test's own."""

    def __init__(self, floor: LocalNetwork | None = None, clock: Clock | None = None) -> None:
        self.floor = floor or LocalNetwork()
        self.clock = clock or Clock()
        self.socket = new_socket()
        self.logged: list[str] = []
        server = LocalServer(bot_nick=BOT, port=6667, reactor=self.clock, log=self.logged.append)
        server.network = self.floor.network
        build: Any = server.buildProtocol
        self.link = build(None)
        self.link.makeConnection(self.socket)

    def receive(self, *lines: str) -> list[str]:
        """Let LINES come in; return what goes out."""
        self.link.dataReceived(b"".join(line.encode() + b"\r\n" for line in lines))
        return self.sent()

    def sent(self) -> list[str]:
        """Return what has gone out since the last time."""
        raw: bytes = self.socket.value()
        self.socket.clear()
        assert raw == b"" or raw.endswith(b"\r\n")
        return raw.decode().split("\r\n")[:-1]

    def lose(self) -> None:
        """Have the connection gone."""
        self.link.connectionLost(_Failure(ConnectionDone()))

    def forget(self) -> None:
        """Refer to the link and its transport no more, as the reactor does not."""
        del self.link, self.socket


def registered(nick: str = "dave", *, floor: LocalNetwork | None = None) -> Line:
    """Return the link of somebody who has been welcomed and is in #a."""
    line = Line(floor)
    line.receive(f"NICK {nick}", f"USER {nick} 0 * :{nick}", "JOIN #a")
    return line


def the_house(floor: LocalNetwork | None = None) -> Line:
    """Return the link of the bot, which is in #a."""
    line = Line(floor)
    line.receive(f"PASS {TOKEN}", f"NICK {BOT}", "USER bot 0 * :Bot", "JOIN #a")
    return line


def neighbours() -> tuple[Line, Person]:
    """Return the link of dave, and kevin, both in #a, who have heard nothing yet."""
    floor = LocalNetwork()
    line = registered(floor=floor)
    kevin = floor.person("kevin", "#a")
    kevin.heard()
    line.sent()
    return line, kevin


# Bytes


def test_a_line_may_come_in_any_pieces() -> None:
    """A character of several bytes may be split between two reads."""
    line, kevin = neighbours()
    for byte in "PRIVMSG #a :♠♥\r\n".encode():
        line.link.dataReceived(bytes([byte]))
    assert kevin.heard() == [":dave!dave@localhost PRIVMSG #a :♠♥"]


def test_what_is_not_utf_8_drops_nobody() -> None:
    floor = LocalNetwork()
    line, other = registered(floor=floor), registered("kevin", floor=floor)
    line.sent(), other.sent()
    line.link.dataReceived(b"PRIVMSG #a :caf\xe9\xff\n")
    assert other.socket.value() == b":dave!dave@localhost PRIVMSG #a :caf\xe9\xff\r\n"
    assert line.receive("PING x") == [":pontoon.localhost PONG pontoon.localhost :x"]


def test_a_line_too_long_is_dropped_alone_and_told() -> None:
    for size in [511, LONGEST_RECEIVED, LONGEST_RECEIVED + 1, 100_000]:
        assert registered().receive("PING a", "x" * size, "PING b") == [
            ":pontoon.localhost PONG pontoon.localhost :a",
            ":pontoon.localhost 417 dave :Input line was too long",
            ":pontoon.localhost PONG pontoon.localhost :b",
        ]


def test_a_line_too_long_that_comes_slowly_is_told_once() -> None:
    line = registered()
    for _ in range(20):
        line.link.dataReceived(b"x" * 8192)
    line.link.dataReceived(b"xxx\r\nPING b\r\n")
    assert [each.split()[1] for each in line.sent()] == ["417", "PONG"]


# Too much


def test_a_flood_puts_its_sender_out_after_a_burst() -> None:
    floor = LocalNetwork()
    line = Line(floor)
    kevin = floor.person("kevin", "#a")
    sent = line.receive("NICK dave", "USER dave 0 * :D", "JOIN #a", *["PING x"] * BURST_LINES)
    assert sum(" PONG " in each for each in sent) == BURST_LINES - 3
    assert sent[-1] == "ERROR :Closing link: localhost (Excess Flood)"
    assert line.socket.disconnecting
    assert kevin.heard()[-1] == ":dave!dave@localhost QUIT :Excess Flood"
    assert line.logged == ["server: dave was disconnected: Excess Flood"]


def test_blank_lines_are_a_flood_too_but_strangers_do_not_fill_the_log() -> None:
    line = Line()
    line.link.dataReceived(b"\n" * (BURST_LINES + 1))
    assert line.socket.disconnecting
    assert line.logged == []


def test_nothing_after_a_flood_is_obeyed() -> None:
    line, kevin = neighbours()
    line.receive(*["PING x"] * BURST_LINES, "PRIVMSG #a :hi")
    line.receive("PRIVMSG #a :hi")
    assert [each.split()[1] for each in kevin.heard()] == ["QUIT"]


def test_a_lively_talker_is_no_flood() -> None:
    line = registered()
    for _ in range(100):
        line.clock.advance(1)
        line.receive(*["PING x"] * int(LINES_PER_SECOND))
    assert not line.socket.disconnecting


def test_the_bot_may_talk_as_fast_as_it_likes() -> None:
    line = the_house()
    line.receive(*["PING x"] * (BURST_LINES * 10))
    assert not line.socket.disconnecting


def test_whoever_does_not_read_is_cut_off() -> None:
    line, kevin = neighbours()
    line.link.pauseProducing()
    text = "x" * 400
    for _ in range(MOST_UNREAD // 400):
        kevin.says(f"PRIVMSG dave :{text}")
    assert line.socket.aborted
    assert len(line.socket.value()) <= MOST_UNREAD
    assert line.logged == ["server: dave does not read and was disconnected"]
    line.lose()
    assert kevin.heard()[-1] == ":dave!dave@localhost QUIT :SendQ exceeded"


def test_whoever_reads_on_is_sent_any_amount() -> None:
    line, kevin = neighbours()
    for _ in range(4):
        line.link.pauseProducing()
        for _ in range(MOST_UNREAD // 800):
            kevin.says(f"PRIVMSG dave :{'x' * 400}")
        line.link.resumeProducing()
    for _ in range(MOST_UNREAD // 200):
        kevin.says(f"PRIVMSG dave :{'x' * 400}")
    assert not line.socket.aborted


def test_the_bot_is_not_cut_off_for_what_people_send() -> None:
    """It reads as soon as the reactor comes round; how much they send is limited."""
    floor = LocalNetwork()
    line = the_house(floor)
    kevin = floor.person("kevin")
    line.link.pauseProducing()
    for _ in range(MOST_UNREAD // 200):
        kevin.says(f"PRIVMSG {BOT} :{'x' * 400}")
    assert not line.socket.aborted


# Clocks


def test_whoever_does_not_register_is_sent_away() -> None:
    line = Line()
    line.receive("NICK dave")
    guest = registered()
    for each in (line, guest):
        each.clock.advance(REGISTRATION_SECONDS - 0.1)
    assert line.sent() == []
    for each in (line, guest):
        each.clock.advance(0.1)
    assert not guest.socket.disconnecting
    assert line.sent() == ["ERROR :Closing link: localhost (Registration timed out)"]
    assert line.socket.disconnecting
    assert line.floor.person("dave").user.is_registered


def test_whoever_is_silent_is_asked_for_a_sign_and_then_put_out() -> None:
    line, kevin = neighbours()
    line.clock.advance(SILENCE_SECONDS)
    assert line.sent() == ["PING :pontoon.localhost"]
    line.receive("PONG pontoon.localhost")
    line.clock.advance(SILENCE_SECONDS)
    assert line.sent() == ["PING :pontoon.localhost"]
    assert not line.socket.disconnecting
    line.clock.advance(ANSWER_SECONDS)
    assert line.socket.disconnecting
    assert kevin.heard() == [":dave!dave@localhost QUIT :Ping timeout: 90 seconds"]


# The end


def test_a_quit_closes_the_connection() -> None:
    line, kevin = neighbours()
    assert line.receive("QUIT :bye", "PRIVMSG #a :still here") == [
        "ERROR :Closing link: localhost (Quit: bye)"
    ]
    assert line.socket.disconnecting
    assert line.socket.producer is None  # or Twisted would wait for it
    line.lose()
    assert kevin.heard() == [":dave!dave@localhost QUIT :Quit: bye"]


def test_whoever_has_quit_does_nothing_more() -> None:
    """Lines may come while what was said to somebody still waits to be read."""
    line, kevin = neighbours()
    line.receive("QUIT")
    assert line.receive("JOIN #a", "PRIVMSG #a :still here") == []
    line.lose()
    assert kevin.says("NAMES #a")[0] == "@ 353 kevin = #a :kevin"


def test_whoever_does_not_take_the_last_line_is_cut_off() -> None:
    line = registered()
    line.receive("QUIT")
    assert not line.socket.aborted
    line.clock.advance(CLOSING_SECONDS)
    assert line.socket.aborted


def test_a_connection_that_is_lost_is_a_quit() -> None:
    line, kevin = neighbours()
    line.lose()
    assert kevin.heard() == [":dave!dave@localhost QUIT :Connection closed"]


@pytest.fixture
def without_collector() -> Iterator[None]:
    """Have only those objects freed to which nothing refers."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_collector")
def test_what_waits_for_whoever_has_gone_is_freed_at_once() -> None:
    """The transport holds up to half a megabyte for somebody who does not read."""
    line, _ = neighbours()
    line.receive("PRIVMSG kevin :hi", "x" * 999)
    link, socket = ref(line.link), ref(line.socket)
    line.clock.advance(SILENCE_SECONDS)
    line.lose()
    line.forget()
    assert link() is None
    assert socket() is None


def test_no_clock_outlives_its_connection() -> None:
    for last_line in ["NICK kevin", "PING x", "QUIT :bye"]:
        line = registered()
        line.receive(last_line)
        line.lose()
        assert line.clock.getDelayedCalls() == []
