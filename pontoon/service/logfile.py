"""The log as a file: when it is full it is put aside, and a new one begun."""

import os
from contextlib import suppress
from itertools import count
from pathlib import Path

from pontoon.storage import fs

_FLAGS = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MODE = 0o600
"""With --verbose it has what people are told in private."""


class LogFile:
    """The log at PATH, which is put aside before it is longer than MAX_BYTES.

    It is then PATH with ``.1`` added, and the older ones with greater numbers up to KEPT. It is
    opened for each line: whoever removes or renames it while the bot runs has a new one begun.
    """

    def __init__(self, path: Path, max_bytes: int, kept: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._kept = kept

    def write(self, lines: str) -> None:
        """Append LINES, each with its line break, or else nothing, and raise OSError."""
        content = lines.encode(errors="backslashreplace")
        descriptor, length = self._opened()
        try:
            if length and length + len(content) > self._max_bytes:
                self._put_aside()
                fresh = self._opened()
                os.close(descriptor)
                descriptor, length = fresh
            _append(descriptor, content, length)
        finally:
            os.close(descriptor)

    def try_out(self) -> None:
        """Raise OSError if nothing can be written there."""
        self.write("")

    def _opened(self) -> tuple[int, int]:
        """Return a descriptor of the file, and how long it is."""
        descriptor = fs.open_to_write(self._path, _FLAGS, _MODE)
        return descriptor, os.fstat(descriptor).st_size

    def _put_aside(self) -> None:
        for number in count(self._kept + 1):
            try:
                fs.remove(self._older(number))
            except FileNotFoundError:
                break
        for number in range(self._kept - 1, 0, -1):
            with suppress(FileNotFoundError):
                fs.replace(self._older(number), self._older(number + 1))
        with suppress(FileNotFoundError):
            if self._kept:
                fs.replace(self._path, self._older(1))
            else:
                fs.remove(self._path)

    def _older(self, number: int) -> Path:
        return self._path.with_name(f"{self._path.name}.{number}")


def _append(descriptor: int, content: bytes, length: int) -> None:
    """Append CONTENT to a file that has that LENGTH, and nothing of it if it cannot be all."""
    try:
        fs.write(descriptor, content)
    except OSError:
        with suppress(OSError):  # it was no ordinary file, or the disk is gone
            fs.truncate(descriptor, length)
        raise
