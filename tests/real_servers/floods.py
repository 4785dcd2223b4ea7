"""Lines that a server sends without end, and what it costs a program to receive them."""

import re
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from tests.real_servers.venue import BOT, CHANNEL

MEGABYTE = 1_000_000

_PIECE = 2**16
"""Bytes that are sent at once."""


class Memory(NamedTuple):
    """What a process takes, in bytes: now, and at most so far."""

    now: int
    peak: int


def memory_of(process_id: int) -> Memory:
    """Return what the process takes (proc(5): VmRSS and VmHWM)."""
    status = Path(f"/proc/{process_id}/status").read_text()
    now, peak = (
        1024 * int(re.findall(rf"^{name}:\s+(\d+) kB$", status, re.MULTILINE)[0])
        for name in ("VmRSS", "VmHWM")
    )
    return Memory(now, peak)


class Flood(NamedTuple):
    """So many MEGABYTES of lines: the first is LINE of 0, then of 1, and so on."""

    megabytes: float
    line: Callable[[int], str]

    def pieces(self) -> Iterator[bytes]:
        """Yield what is to be sent, piece by piece."""
        numbers = count()
        sent = 0
        while sent < self.megabytes * MEGABYTE:
            piece = bytearray()
            while len(piece) < _PIECE:
                piece += self.line(next(numbers)).encode() + b"\r\n"
            sent += len(piece)
            yield bytes(piece)


class Endless(NamedTuple):
    """So many MEGABYTES of a line that never ends."""

    megabytes: float

    def pieces(self) -> Iterator[bytes]:
        """Yield what is to be sent, piece by piece."""
        for _ in range(int(self.megabytes * MEGABYTE / _PIECE)):
            yield b"x" * _PIECE


ALL_NAMED = f":srv 366 {BOT} {CHANNEL} :End"


def new_people(number: int) -> str:
    """Return the beginning of NAMES: forty people who were never heard of."""
    nicks = (f"n{number * 40 + each:08}" for each in range(40))
    return f":srv 353 {BOT} = {CHANNEL} :{' '.join(nicks)}"


def new_words(number: int) -> str:
    """Return a round for 771 people whom nobody knows."""
    nicks = (str(each) for each in range(1000, 1770))
    return f":dave!dave@home PRIVMSG {CHANNEL} :!pontoon {' '.join(nicks)} {number}"


FLOODS: dict[str, Flood | Endless] = {
    "a line without end": Endless(100),
    "junk": Flood(2, lambda _: ":x" * 30),
    "empty lines": Flood(2, lambda _: ""),
    "lines that mean nothing": Flood(4, lambda _: ":srv XYZZY a b c :what is this to you?"),
    "tags": Flood(6, lambda _: "@" + "\\s" * 8000 + f" :eve!e@h PRIVMSG {CHANNEL} :hello"),
    "chat": Flood(3, lambda n: f":eve!e@h PRIVMSG {CHANNEL} :{n}: how are you? Very well, thanks"),
    "questions": Flood(0.5, lambda n: f":eve{n}!e@h PRIVMSG {BOT} :help"),
    "commands": Flood(
        0.5, lambda n: f":dave!dave@home PRIVMSG {CHANNEL} :!pontoon stats nobody{n}"
    ),
    "rounds begun and stopped": Flood(
        0.5, lambda n: f":dave!dave@home PRIVMSG {CHANNEL} :!pontoon {('dave', 'leave')[n % 2]}"
    ),
    "a round for everybody": Flood(0.5, new_words),
    "new nicks": Flood(3, lambda n: f":n{n:08}!u@host NICK n{n + 1:08}"),
    "the bot's new nicks": Flood(2, lambda n: f":{BOT}{n or ''}!b@h NICK {BOT}{n + 1}"),
    "what the server supports": Flood(6, lambda n: f":srv 005 {BOT} T{n}={'x' * 400} :yes"),
    "casemappings": Flood(
        5, lambda n: f":srv 005 {BOT} CASEMAPPING={('ascii', 'rfc1459')[n % 2]} :yes"
    ),
    "ranks": Flood(2, lambda _: f":srv MODE {CHANNEL} +{'o' * 1000}{' dave' * 500}"),
    "replies": Flood(3, lambda n: f":srv 401 {BOT} nobody{n} :No such nick"),
    "channels": Flood(2, lambda n: f":{BOT}!b@h JOIN #c{n}\r\n:srv 366 {BOT} #c{n} :End"),
    "kicks": Flood(
        2, lambda _: f":srv KICK {CHANNEL} {BOT} :out\r\n:{BOT}!b@h JOIN {CHANNEL}\r\n{ALL_NAMED}"
    ),
    "pings": Flood(1, lambda n: f"PING :{n}"),
}
"""What a server may be made to send, or send of its own accord. A bot on a server that lets it talk
at any pace answers some of it, line by line: less of that is enough."""

CROWDS: dict[str, Flood | Endless] = {
    "people who come": Flood(6, lambda n: f":n{n:08}!u{n}@host{n}.example JOIN {CHANNEL}"),
    "people who come and go": Flood(
        5, lambda n: f":n{n // 2:08}!u@host {('JOIN', 'PART')[n % 2]} {CHANNEL}"
    ),
    "people who are there": Flood(6, new_people),
    "people with long addresses": Flood(12, lambda n: f":n{n:08}!{'♠' * 480} JOIN {CHANNEL}"),
}
"""People of whom the bot takes note, as far as there can be so many."""
