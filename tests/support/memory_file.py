"""A file of lines that is only in memory, and fails when it is told to."""

import errno
import os
from collections.abc import Sequence


class LinesInMemory:
    """A file of lines as the journal needs it. While it ``is_full``, nothing can be written."""

    def __init__(self, *lines: bytes) -> None:
        self.lines = list(lines)
        self.length = _size(lines)
        """How many bytes there are."""
        self.is_full = False

    def read(self) -> list[bytes]:
        """Return all lines."""
        return list(self.lines)

    def append(self, lines: Sequence[bytes]) -> None:
        """Add LINES."""
        self._need_room()
        self.lines += lines
        self.length += _size(lines)

    append_soon = append

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
