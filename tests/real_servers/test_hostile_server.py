"""A server that means no good costs the bot neither its memory nor its disk nor its connection."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from signal import SIGTERM
from threading import Thread
from typing import NamedTuple
from xml.etree.ElementTree import canonicalize

import pytest

from tests.real_servers.floods import CROWDS, FLOODS, MEGABYTE, Endless, Flood, memory_of
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.strangeservers import Visit, strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, MAX_LINE_BYTES, open_venue
from tests.support.players_files import unsigned

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

MAX_GROWTH = 5 * MEGABYTE
"""Bytes by which the bot may grow, which has several times as many to begin with."""

MAX_GROWTH_OF_ROSTERS = 48 * MEGABYTE
"""The same where it takes note of as many people as it ever does."""

MAX_LOGGED = 60_000
"""Characters that the log may have: 50 lines of each kind."""

FLOOD_SECONDS = 60.0
"""How long a busy machine may take."""

ALL = "PONTOON_EXAMPLES" in os.environ
"""Whether to try all of them, as ``make fuzz`` does."""

SOME_FLOODS = ("a line without end", "tags", "chat", "commands")
"""One for each of the ways in which a program can be made to keep what it is sent."""


class Siege(NamedTuple):
    """A bot in the channel with dave and kevin, on a server that the test plays."""

    bot: RunningBot
    visit: Visit

    def pour(self, flood: Flood | Endless) -> None:
        """Send all of FLOOD."""
        for piece in flood.pieces():
            self.visit.pour(piece)

    def growth_by(self, flood: Flood | Endless) -> int:
        """Send all of FLOOD, and have it dealt with; return the bytes that this took at most."""
        before = memory_of(self.bot._process.pid)
        self.pour(flood)
        self.is_alive()
        return memory_of(self.bot._process.pid).peak - before.peak

    def is_alive(self) -> None:
        """Wait until the bot has been through all that was sent."""
        self.visit.pour(b"\r\nPING :still here\r\n")
        self.visit.expect("PONG :still here\r\n", FLOOD_SECONDS)

    def let_in(self) -> None:
        """Have the bot be in the channel with dave, an operator, and kevin.

        It has read the data on look-alikes, which it does once, when it first needs them.
        """
        self.visit.let_in(BOT, CHANNEL)
        for nick in ("dave", "kevin"):
            self.visit.send(f":{nick}!{nick}@home JOIN {CHANNEL}")
        self.visit.expect(r"PING .+\r\n")  # whether the seal of the first deck was heard
        self.visit.send(f":dave!dave@home PRIVMSG {BOT} :set nickname k\u0435vin")
        self.is_alive()

    def check_lines(self) -> None:
        """Check all that the bot has sent so far."""
        for line in self.visit.received.split(b"\r\n"):
            assert len(line) + len(b"\r\n") <= MAX_LINE_BYTES
            assert not re.search(b"[\0\n\r]", line)


def players_in(bot: RunningBot) -> str:
    """Return what players.xml of BOT says, whoever has written it last."""
    return canonicalize(unsigned(bot.players_file.read_bytes()).decode())


@contextmanager
def siege(folder: Path, **irc: object) -> Iterator[Siege]:
    """Start a bot with IRC as its settings, await it, and send it home in the end.

    It must have written little, and players.xml must be as it was.
    """
    with strange_server() as server, open_venue(server, folder) as venue:
        bot = venue.arriving_bot(EVERYBODY, irc=irc)
        before = players_in(bot)
        laid = Siege(bot, server.accept())
        yield laid
        bot.send(SIGTERM)
        laid.visit.expect("QUIT :", FLOOD_SECONDS)
        laid.visit.close()
        assert bot.exit_status() == 0
        assert players_in(bot) == before
        assert len(bot.log) < MAX_LOGGED


@pytest.mark.parametrize("name", FLOODS if ALL else SOME_FLOODS)
def test_a_flood_is_borne(name: str, tmp_path: Path) -> None:
    """The server reads nothing until it is over: of the answers only so many wait."""
    with siege(tmp_path) as laid:
        laid.let_in()
        assert laid.growth_by(FLOODS[name]) < MAX_GROWTH
        laid.check_lines()


@pytest.mark.parametrize("name", CROWDS if ALL else ["people with long addresses"])
def test_a_crowd_is_borne(name: str, tmp_path: Path) -> None:
    """Those who were there before are known still."""
    with siege(tmp_path) as laid:
        laid.let_in()
        assert laid.growth_by(CROWDS[name]) < MAX_GROWTH_OF_ROSTERS
        laid.visit.send(f":kevin!kevin@home PRIVMSG {CHANNEL} :!pontoon dave kevin")
        laid.visit.expect(r"PRIVMSG dave :Your card: .*Bet \(1-100\)\?.*\r\n")


@pytest.mark.parametrize("name", ["a line without end", "chat"] if ALL else ["chat"])
def test_a_flood_is_borne_before_the_bot_is_let_in(name: str, tmp_path: Path) -> None:
    with siege(tmp_path) as laid:
        laid.visit.expect(r"USER .*\r\n")
        assert laid.growth_by(FLOODS[name]) < MAX_GROWTH


@pytest.mark.parametrize("name", ["questions", "pings"] if ALL else ["pings"])
def test_a_flood_is_borne_by_a_bot_that_says_a_line_a_second(name: str, tmp_path: Path) -> None:
    """Which is as it is set up for most networks. PINGs are answered all the same."""
    with siege(tmp_path, lines_per_second=1, burst=8) as laid:
        laid.let_in()
        assert laid.growth_by(FLOODS[name]) < MAX_GROWTH


def test_what_was_not_logged_is_counted(tmp_path: Path) -> None:
    with siege(tmp_path) as laid:
        laid.let_in()
        laid.pour(FLOODS["junk"])
        laid.is_alive()
    assert re.search(r"… and \d+,\d{3} more like this: a malformed line was dropped", laid.bot.log)


def test_a_signal_is_obeyed_in_the_middle_of_a_flood(tmp_path: Path) -> None:
    """The server neither reads the goodbye nor stops."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        laid = Siege(venue.arriving_bot(), server.accept())
        laid.let_in()
        flood = Thread(target=flood_on, args=[laid])
        flood.start()
        laid.bot.wait_for("pontoon is dealt to dave")
        laid.bot.send(SIGTERM)
        assert laid.bot.exit_status() == 0
        flood.join()
        laid.visit.close()


def flood_on(laid: Siege) -> None:
    """Have rounds begun and stopped until the bot hangs up."""
    with suppress(OSError):
        while True:
            laid.pour(FLOODS["rounds begun and stopped"])


A_TLS_RECORD = b"\x16\x03\x03\x40\x00"
"""What stands before 16 kB of a handshake (RFC 8446, 5.1)."""


def test_a_tls_handshake_of_nonsense_is_a_connection_that_failed(tmp_path: Path) -> None:
    """The next attempt is made as after any other failure."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(irc={"tls": True})
        visit = server.accept()
        visit.receive()
        with suppress(ConnectionError):
            visit.pour(A_TLS_RECORD + b"x" * 10 * MEGABYTE)
        bot.wait_for("cannot connect: TLS: ")
        bot.wait_for(r"trying again in \d s$")
        visit.close()


def test_a_tls_handshake_that_is_never_finished_does_not_hold_the_bot(tmp_path: Path) -> None:
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(irc={"tls": True})
        visit = server.accept()
        visit.receive()
        visit.pour(A_TLS_RECORD)
        bot.send(SIGTERM)
        assert bot.exit_status() == 0
        visit.close()
