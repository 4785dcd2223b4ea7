"""A file of lines that grows only at its end, and the rotation of such files.

Several lines are appended in one durable step. If the step fails, or the power does, a part of it
may be on the disk. A last line without its line break does not count. Whole lines of an unfinished
step can be told only by their content. What does not count is cut off before the next step. All
errors of the operating system are raised as OSError.
"""

import errno
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from pontoon.storage import fs
from pontoon.storage.atomic_file import (
    content_of,
    fresh_beside,
    regular,
    sync_folder,
    write_new,
)

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK

CHANGED = "another program has changed it"


class AppendFile:
    """The lines in the file at PATH, which is created with that MODE by the first step.

    Call ``read`` first, even if there is no file yet. From then on the file belongs to this object:
    if another program changes it, nothing is appended until it is read again or rewritten. Anything
    but a regular file is refused, a symbolic link too.
    """

    def __init__(self, path: Path, mode: int = 0o600) -> None:
        self.path = path
        self.length = 0
        """The bytes that count."""
        self.needs_repair = False
        """Whether the file may have more bytes than ``length``."""
        self.torn = b""
        """What ``read`` found behind the last line break: the beginning of a line, "" for none."""
        self._mode = mode
        self._inode: int | None = None
        """The inode number of the file that was read or written last; None if there was none."""

    def read(self) -> list[bytes]:
        """Return the whole lines of the file, without line breaks; none if there is no file."""
        try:
            descriptor = os.open(self.path, _READ)
        except FileNotFoundError:
            self.length, self.needs_repair, self.torn, self._inode = 0, False, b"", None
            return []
        try:
            content, found = content_of(descriptor)
        finally:
            os.close(descriptor)
        *lines, self.torn = content.split(b"\n")
        self.length, self._inode = len(content) - len(self.torn), found.inode
        self.needs_repair = bool(self.torn)
        return lines

    def read_through(self) -> Iterator[bytes]:
        """Yield what ``read`` returns, one line at a time: the file may be too long for memory.

        It counts as read when the last line has been taken.
        """
        try:
            descriptor = os.open(self.path, _READ)
        except FileNotFoundError:
            self.length, self.needs_repair, self.torn, self._inode = 0, False, b"", None
            return
        length, torn = 0, b""
        with os.fdopen(descriptor, "rb") as file:
            inode = regular(descriptor).st_ino
            for line in file:
                if not line.endswith(b"\n"):
                    torn = line
                    break
                length += len(line)
                yield line[:-1]
        self.length, self.torn, self._inode = length, torn, inode
        self.needs_repair = bool(torn)

    @property
    def is_as_it_was(self) -> bool:
        """Whether nobody else has changed the file; an end that needs repair does not count."""
        try:
            status = self.path.lstat()
        except FileNotFoundError:
            return self._inode is None
        return self._is_ours(status)

    def append(self, lines: Sequence[bytes]) -> None:
        """Append LINES, durably, in one step; if that fails, the file may need repair."""
        self._append(lines, fs.sync)

    def append_soon(self, lines: Sequence[bytes]) -> None:
        """Append LINES, which survive a power cut only after the next ``append``."""
        self._append(lines, lambda _descriptor: None)

    def _append(self, lines: Sequence[bytes], sync: Callable[[int], None]) -> None:
        if self._inode is None and self.is_as_it_was:
            self.rewrite(lines)
            return
        self.repair()
        descriptor = self._opened_again()
        try:
            self._append_to(descriptor, _joined(lines), sync)
        finally:
            os.close(descriptor)

    def repair(self) -> None:
        """Cut off what does not count, if there may be anything."""
        if self.needs_repair:
            self.cut(self.length)

    def cut(self, length: int) -> None:
        """Keep only the first LENGTH bytes, which are whole lines.

        If that fails, the file ``needs_repair``; but a file that another program has changed is
        left alone.
        """
        try:
            descriptor = self._opened_again()
        except OSError:
            if self.is_as_it_was:
                self.length, self.needs_repair = length, True
            raise
        self.length, self.needs_repair = length, True
        try:
            self._cut(descriptor)
        finally:
            os.close(descriptor)

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Replace the whole file by LINES in one step, whatever was there before."""
        fresh, content = fresh_beside(self.path), _joined(lines)
        try:
            written = write_new(fresh, content, mode=self._mode)
            fs.replace(fresh, self.path)
        except OSError:
            with suppress(OSError):
                fs.remove(fresh)
            raise
        self.length, self.needs_repair, self._inode = len(content), False, written.inode
        sync_folder(self.path.parent)

    def _append_to(self, descriptor: int, content: bytes, sync: Callable[[int], None]) -> None:
        self.needs_repair = True  # until all is done
        try:
            fs.write(descriptor, content)
            sync(descriptor)
        except OSError:
            with suppress(OSError):
                self._cut(descriptor)
            raise
        self.length, self.needs_repair = self.length + len(content), False

    def _cut(self, descriptor: int) -> None:
        fs.truncate(descriptor, self.length)
        fs.sync(descriptor)
        self.needs_repair = False

    def _opened_again(self) -> int:
        """Return a descriptor of the file; OSError if another program has changed it."""
        descriptor = fs.open_to_write(self.path, _APPEND, self._mode)
        if self._is_ours(os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)
        raise OSError(errno.ESTALE, CHANGED)

    def _is_ours(self, status: os.stat_result) -> bool:
        size = status.st_size
        is_as_long = size >= self.length if self.needs_repair else size == self.length
        return S_ISREG(status.st_mode) and status.st_ino == self._inode and is_as_long


def _joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def older(path: Path, number: int) -> Path:
    """Return the path of an old version of the file at PATH; a higher NUMBER is older."""
    return path.with_name(f"{path.name}.{number}")


def rotate(path: Path, kept: int) -> None:
    """Rename the file at PATH to number 1, and each old version to the next number, up to KEPT."""
    for number in reversed(range(1, kept)):
        with suppress(FileNotFoundError):
            fs.replace(older(path, number), older(path, number + 1))
    fs.replace(path, older(path, 1))
