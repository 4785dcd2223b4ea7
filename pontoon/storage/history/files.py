"""The files of a history, one a month: ``players.history-2026-11`` beside players.xml.

A line goes into the file of the month in which its round began, in UTC, behind those that are there
already. It is not synced: the journal keeps it until the file is. A torn last line is cut off
before the next one is written.
"""

import errno
import mmap
import os
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from stat import S_ISREG

from msgspec import Struct

from pontoon.storage import fs
from pontoon.storage.atomic_file import beside, sync_folder

MODE = 0o600
"""Others must not read it: cards that nobody has seen go under a pack, and come again."""

SUFFIX = ".history"

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
_BLOCK = 1 << 16

_MONTH = re.compile(r"-\d{4}-\d{2}")


class HistoryLine(Struct, frozen=True):
    """The line of the round with that ID, which began at TIME; ``text`` has no line break."""

    id: str
    time: datetime
    text: bytes


class History:
    """The history beside PLAYERS_FILE. No method raises an error of the disk.

    While a file cannot be written its lines wait, and ``trouble`` says why.
    """

    def __init__(self, players_file: Path) -> None:
        self._players_file = players_file
        self._base = beside(players_file, SUFFIX)
        self._waiting: dict[str, HistoryLine] = {}
        """The lines that may not be in their files, by the id of the round."""
        self._unsynced: set[Path] = set()
        self.trouble = ""

    @property
    def waiting(self) -> Sequence[HistoryLine]:
        """The lines that are not in their files yet."""
        return tuple(self._waiting.values())

    def files(self) -> list[Path]:
        """Return its files, the earliest month first; OSError if the folder cannot be read."""
        return files_beside(self._players_file)

    def mend(self) -> None:
        """Try again to add the lines that wait."""
        if self._waiting:
            self.add_missing(())

    def add(self, line: HistoryLine) -> None:
        """Add LINE, of a round that has just been settled."""
        if self._waiting:
            self.add_missing([line])
        else:
            self._append(self._file_of(line), [line])

    def add_missing(self, lines: Iterable[HistoryLine]) -> None:
        """Add those of LINES, and of the lines that wait, whose rounds are not there yet."""
        self._waiting |= {line.id: line for line in lines}
        by_file: dict[Path, list[HistoryLine]] = {}
        for line in self._waiting.values():
            by_file.setdefault(self._file_of(line), []).append(line)
        for path, wanted in by_file.items():
            try:
                there = ids_there(path, [line.id for line in wanted])
            except OSError as error:
                self._note(error)
            else:
                self._unsynced.add(path)
                self._append(path, [line for line in wanted if line.id not in there])
                self._drop(line.id for line in wanted if line.id in there)

    def sync(self) -> bool:
        """Have all lines survive a power cut; tell whether none waits."""
        self.mend()
        for path in tuple(self._unsynced):
            try:
                _sync(path)
            except OSError as error:
                self._note(error)
            else:
                self._unsynced.discard(path)
        return not (self._waiting or self._unsynced)

    def _append(self, path: Path, lines: Sequence[HistoryLine]) -> None:
        self._unsynced.add(path)
        try:
            append(path, [line.text for line in lines])
        except OSError as error:
            self._waiting |= {line.id: line for line in lines}
            self._note(error)
        else:
            self._drop(line.id for line in lines)

    def _drop(self, ids: Iterable[str]) -> None:
        for each in ids:
            self._waiting.pop(each, None)
        if not self._waiting:
            self.trouble = ""

    def _note(self, error: OSError) -> None:
        self.trouble = error.strerror or str(error)

    def _file_of(self, line: HistoryLine) -> Path:
        return self._base.with_name(f"{self._base.name}-{line.time.astimezone(UTC):%Y-%m}")


def files_beside(players_file: Path) -> list[Path]:
    """Return the files of the history beside PLAYERS_FILE, the earliest month first.

    OSError if the folder cannot be read.
    """
    base = beside(players_file, SUFFIX)
    length = len(base.name)
    return sorted(
        path
        for path in base.parent.iterdir()
        if path.name.startswith(base.name) and _MONTH.fullmatch(path.name[length:])
    )


def files_with_lengths(players_file: Path) -> list[tuple[Path, int]]:
    """Return what ``files_beside`` does, each with its length in bytes by now."""
    return [(path, path.stat().st_size) for path in files_beside(players_file)]


def month_of(path: Path) -> str:
    """Return the month of a file of a history: ``2026-11``."""
    return path.name[-len("2026-11") :]


def append(path: Path, texts: Sequence[bytes]) -> None:
    """Append lines to the file at PATH, without syncing them; OSError if that fails.

    A part of them may be there then. What is left of a torn line is cut off first.
    """
    if not texts:
        return
    descriptor = fs.open_to_write(path, _FLAGS, MODE)
    try:
        end = _whole_end(descriptor)
        if os.fstat(descriptor).st_size > end:
            fs.truncate(descriptor, end)
        fs.write(descriptor, b"".join(text + b"\n" for text in texts))
    finally:
        os.close(descriptor)


def _whole_end(descriptor: int) -> int:
    """Return the length of the whole lines in an open file; OSError unless it is a regular one."""
    status = os.fstat(descriptor)
    if not S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "Not a regular file")
    end = status.st_size
    while end:
        start = max(end - _BLOCK, 0) if end < status.st_size else end - 1
        found = os.pread(descriptor, end - start, start).rfind(b"\n")
        if found >= 0:
            return start + found + 1
        end = start
    return 0


def ids_there(path: Path, ids: Iterable[str]) -> set[str]:
    """Return those of IDS whose rounds are in the file at PATH; OSError if it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return set()
    try:
        end = _whole_end(descriptor)
        if not end:
            return set()
        with mmap.mmap(descriptor, end, access=mmap.ACCESS_READ) as content:
            return {each for each in ids if content.rfind(b'"id":"%s"' % each.encode()) >= 0}
    finally:
        os.close(descriptor)


def _sync(path: Path) -> None:
    try:
        descriptor = fs.open_to_write(path, os.O_RDWR | os.O_NOFOLLOW | os.O_NONBLOCK, MODE)
    except FileNotFoundError:
        return
    try:
        fs.sync(descriptor)
    finally:
        os.close(descriptor)
    sync_folder(path.parent)
