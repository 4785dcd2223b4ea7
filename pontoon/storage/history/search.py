"""Searching a history: bytes are found first, and only the lines that may fit are parsed.

A million rounds are some 400 MB.
"""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Annotated, NamedTuple

from msgspec import DecodeError, Meta, Struct
from msgspec import json as fast_json

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.history.files import month_of
from pontoon.storage.history.line import LineError, checked

_CHUNK = 1 << 16  # more would not fit into the cache of a processor, and takes longer

_PLAIN = re.compile(r"[\w#&+!.:-]+", re.ASCII)
"""What JSON does not escape, and every casemapping folds in the same way."""


class Summary(Struct, gc=False):
    """What a list of rounds shows of one, as it is in its line."""

    id: str
    table: tuple[str, str, str]
    time: str
    deck: tuple[int, int, int] | None
    people: list[str]
    seats: list[tuple[int, int]]
    results: list[Annotated[list[int], Meta(min_length=4)]]

    @property
    def gains(self) -> list[tuple[str, int]]:
        """The players with what each has won or lost."""
        people = self.people
        return [(people[result[0]], result[1]) for result in self.results]


class Found(NamedTuple):
    """A line of a history: its text, in which file, and how many bytes are before it there."""

    path: Path
    offset: int
    text: bytes

    @property
    def number(self) -> int:
        """The number of the line, counted from 1."""
        with self.path.open("rb") as file:
            return file.read(self.offset).count(b"\n") + 1


class Wanted(Struct, frozen=True):
    """Which rounds are wanted; "" for any. Days are as in ``2026-11-23``, in UTC."""

    player: str = ""
    game: str = ""
    channel: str = ""
    since: str = ""
    until: str = ""
    """The last day."""
    ids: Sequence[str] = ()
    network: str = ""

    def wants(self, found: Summary) -> bool:
        day = found.time[: len("2026-11-23")]
        network, channel, game = found.table
        return (
            self.game in ("", game)
            and self.network in ("", network)
            and (not self.ids or found.id in self.ids)
            and self.since <= day
            and (not self.until or day <= self.until)
            and (not self.channel or rfc1459(channel) == rfc1459(self.channel))
            and (not self.player or self._has_played(found))
        )

    def _has_played(self, found: Summary) -> bool:
        player, people = rfc1459(self.player), found.people
        return any(rfc1459(people[result[0]]) == player for result in found.results)

    def may_have(self, path: Path) -> bool:
        """Tell whether wanted rounds may be in that file of a month."""
        month = month_of(path)
        return self.since[: len(month)] <= month and (not self.until or month <= self.until)

    @property
    def needle(self) -> bytes:
        """What every wanted line has, in small letters; the rarest of what is known."""
        if len(self.ids) == 1:
            return _needle_of(self.ids[0])
        if self.network and _is_plain(self.network) and _is_plain(self.channel):
            return f'["{self.network}","{self.channel}",'.lower().encode()
        needles = [_needle_of(self.player), _needle_of(self.channel)]
        if self.game:
            needles.append(f'"{self.game}"]'.encode())
        return next(filter(None, needles), b"")


def search(paths: Sequence[Path], wanted: Wanted) -> Iterator[tuple[Found, Summary | LineError]]:
    """Yield the lines of the files at PATHS whose rounds are WANTED, in their order.

    If a line that may be one of them is damaged, the error is yielded. OSError if a file cannot be
    read.
    """
    for path in filter(wanted.may_have, paths):
        for found in lines_with(path, wanted.needle):
            try:
                summary = summary_of(found.text)
                is_wanted = wanted.wants(summary)
            except LineError as error:
                yield found, error
            else:
                if is_wanted:
                    yield found, summary


def latest(
    paths: Sequence[Path], wanted: Wanted, most_bytes: int = sys.maxsize
) -> Iterator[tuple[Found, Summary]]:
    """Yield the rounds that are WANTED in the files at PATHS, the last one first.

    Look only at the last MOST_BYTES or some more. Damaged lines are passed over. OSError if a file
    cannot be read.
    """
    for path in filter(wanted.may_have, reversed(paths)):
        if most_bytes <= 0:
            break
        size = path.stat().st_size
        for found in _lines_backwards(path, wanted.needle, max(size - most_bytes, 0)):
            with suppress(LineError):
                summary = summary_of(found.text)
                if wanted.wants(summary):
                    yield found, summary
        most_bytes -= size


def summary_of(line: bytes) -> Summary:
    """Return what LINE has for a list; LineError as in ``read``."""
    try:
        summary = _decode(checked(line))
    except DecodeError as error:
        raise LineError("it is not a round") from error
    people = len(summary.people)
    for result in summary.results:
        if not 0 <= result[0] < people:
            raise LineError("it is not a round")
    return summary


_decode = fast_json.Decoder(Summary).decode


def lines_with(path: Path, needle: bytes = b"") -> Iterator[Found]:
    """Yield the whole lines of the file at PATH that have NEEDLE, in letters of either case."""
    before, rest = 0, b""
    with path.open("rb") as file:
        while block := file.read(_CHUNK):
            block = rest + block
            length = block.rfind(b"\n") + 1
            yield from _lines_in(path, before, block[:length], needle)
            before, rest = before + length, block[length:]


def numbered_lines(path: Path, length: int) -> Iterator[tuple[int, Found]]:
    """Yield the lines in the first LENGTH bytes of the file at PATH, with their numbers from 1."""
    for number, found in enumerate(lines_with(path), 1):
        if found.offset >= length:
            return
        yield number, found


def _lines_backwards(path: Path, needle: bytes, least: int) -> Iterator[Found]:
    """Yield the lines that ``lines_with`` yields, the last one first, from the LEAST byte on."""
    with path.open("rb") as file:
        end = file.seek(0, os.SEEK_END)
        behind, is_torn = b"", True
        while end > least:
            start = max(end - _CHUNK, 0)
            file.seek(start)
            block = file.read(end - start) + behind
            first = block.find(b"\n") + 1 if start else 0
            last = block.rfind(b"\n") + 1 if is_torn else len(block)
            if start and not first:
                behind = block
            else:
                yield from reversed([*_lines_in(path, start + first, block[first:last], needle)])
                behind, is_torn = block[:first], False
            end = start


def _lines_in(path: Path, before: int, lines: bytes, needle: bytes) -> Iterator[Found]:
    folded = lines.lower() if needle else lines
    place = folded.find(needle)
    while 0 <= place < len(lines):
        start, end = lines.rfind(b"\n", 0, place) + 1, lines.find(b"\n", place)
        yield Found(path, before + start, lines[start:end])
        place = folded.find(needle, end + 1)


def plain_part(name: str) -> bytes:
    """Return the longest part of NAME that is plain, in small letters; b"" if none is."""
    return max(_PLAIN.findall(name), key=len, default="").lower().encode()


def _needle_of(name: str) -> bytes:
    """Return what a line with NAME in quotes has, in small letters."""
    plain = plain_part(name)
    return b'"%s"' % plain if _is_plain(name) else plain


def _is_plain(name: str) -> bool:
    return _PLAIN.fullmatch(name) is not None
