"""A file of lines that is only in memory, and fails when it is told to."""

import errno
import os
from collections.abc import Sequence
from pathlib import Path

from pontoon.storage.append_file import AppendFile


class LinesInMemory(AppendFile):
    """A file of lines as the journal needs it. While it ``is_full``, nothing can be written."""

    def __init__(self, *lines: bytes) -> None:
        super().__init__(Path("in memory"))
        self.lines = list(lines)
        self.length = _size(lines)
        self.is_full = False

    def read(self) -> list[bytes]:
        """Return all lines."""
        return list(self.lines)

    def append(self, lines: Sequence[bytes]) -> None:
        """Add LINES."""
        self._need_room()
        self.lines += lines
        self.length += _size(lines)

    def append_soon(self, lines: Sequence[bytes]) -> None:
        """Add LINES."""
        self.append(lines)

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Have LINES, and no others."""
        self._need_room()
        self.lines = list(lines)
        self.length = _size(lines)

    def _need_room(self) -> None:
        if self.is_full:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _size(lines: Sequence[bytes]) -> int:
    return sum(len(line) + 1 for line in lines)
