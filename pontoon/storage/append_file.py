"""A file of lines that only ever grows at its end, and keeps what was appended.

Several lines are appended in one durable step. Where that fails, or the power does, half a step may
be on the disk: a last line without its line break is none, and whole lines of a step that did not
come to its end have to be told by what is in them. Whatever is not wanted is cut off before
anything else is appended. All errors of the operating system come out as OSError.
"""

import errno
import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from stat import S_ISREG

from pontoon.storage import fs
from pontoon.storage.atomic_file import content_of, sync_folder

_READ = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
_APPEND = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL

CHANGED = "another program has changed it"


class AppendFile:
    """The lines in the file at PATH, which is made with that MODE when there is something for it.

    ``read`` comes first, even where there is no file yet. The file is ours alone from then on:
    where anybody else has changed it since, nothing is appended until it was read again or
    rewritten. Whatever is no ordinary file, a symbolic link too, is refused.
    """

    def __init__(self, path: Path, mode: int = 0o600) -> None:
        self.path = path
        self.length = 0
        """How many bytes of it are whole lines that are wanted."""
        self.is_ill = False
        """Whether there may be more in it than is wanted, behind ``length``."""
        self.torn = b""
        """What was read behind the last line break: the beginning of a line, "" for none."""
        self._mode = mode
        self._inode: int | None = None
        """The number of the file that was read or written last; None where there was none."""

    def read(self) -> list[bytes]:
        """Return the whole lines in the file, without line breaks; none if there is no file."""
        try:
            descriptor = os.open(self.path, _READ)
        except FileNotFoundError:
            self.length, self.is_ill, self.torn, self._inode = 0, False, b"", None
            return []
        try:
            content, found = content_of(descriptor)
        finally:
            os.close(descriptor)
        *lines, self.torn = content.split(b"\n")
        self.length, self._inode = len(content) - len(self.torn), found.inode
        self.is_ill = bool(self.torn)
        return lines

    @property
    def is_as_it_was(self) -> bool:
        """Tell whether the file is still as it was read or written last, but for an ill end."""
        try:
            status = self.path.lstat()
        except FileNotFoundError:
            return self._inode is None
        return self._is_ours(status)

    def append(self, lines: Sequence[bytes]) -> None:
        """Append LINES, without line breaks in them, all at once and for good.

        Where that cannot be they are not in the file afterwards, or it ``is_ill``.
        """
        self._append(lines, fs.sync)

    def append_soon(self, lines: Sequence[bytes]) -> None:
        """Append LINES likewise; but a power cut may take them until others are appended for good.

        They outlast the program, however that ends.
        """
        self._append(lines, _leave_to_the_next)

    def _append(self, lines: Sequence[bytes], sync: Callable[[int], None]) -> None:
        if self._inode is None and self.is_as_it_was:
            self.rewrite(lines)
            return
        self.mend()
        descriptor = self._opened_again()
        try:
            self._append_to(descriptor, _joined(lines), sync)
        finally:
            os.close(descriptor)

    def mend(self) -> None:
        """Cut off what is not wanted, if there is anything."""
        if self.is_ill:
            self.cut(self.length)

    def cut(self, length: int) -> None:
        """Keep only the first LENGTH bytes, which are whole lines; it ``is_ill`` if that fails.

        But not where somebody else has changed it: then it is left alone.
        """
        try:
            descriptor = self._opened_again()
        except OSError:
            if self.is_as_it_was:
                self.length, self.is_ill = length, True
            raise
        self.length, self.is_ill = length, True
        try:
            self._cut(descriptor)
        finally:
            os.close(descriptor)

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Let LINES be all that is in the file, in one step, whatever was there before."""
        fresh, content = fresh_beside(self.path), _joined(lines)
        try:
            inode = self._write(fresh, content)
            fs.replace(fresh, self.path)
        except OSError:
            with suppress(OSError):
                fs.remove(fresh)
            raise
        self.length, self.is_ill, self._inode = len(content), False, inode
        sync_folder(self.path.parent)

    def _write(self, fresh: Path, content: bytes) -> int:
        """Write a new file, safely on the disk, and return its number."""
        with suppress(FileNotFoundError):
            fs.remove(fresh)  # what a killed program has left
        descriptor = fs.open_to_write(fresh, _NEW, self._mode)
        try:
            fs.write(descriptor, content)
            fs.sync(descriptor)
            return os.fstat(descriptor).st_ino
        finally:
            os.close(descriptor)

    def _append_to(self, descriptor: int, content: bytes, sync: Callable[[int], None]) -> None:
        self.is_ill = True  # until all is done
        try:
            fs.write(descriptor, content)
            sync(descriptor)
        except OSError:
            with suppress(OSError):
                self._cut(descriptor)
            raise
        self.length, self.is_ill = self.length + len(content), False

    def _cut(self, descriptor: int) -> None:
        fs.truncate(descriptor, self.length)
        fs.sync(descriptor)
        self.is_ill = False

    def _opened_again(self) -> int:
        """Return a descriptor of the file as it is known, or else raise OSError."""
        descriptor = fs.open_to_write(self.path, _APPEND, self._mode)
        if self._is_ours(os.fstat(descriptor)):
            return descriptor
        os.close(descriptor)
        raise OSError(errno.ESTALE, CHANGED)

    def _is_ours(self, status: os.stat_result) -> bool:
        size = status.st_size
        is_as_long = size >= self.length if self.is_ill else size == self.length
        return S_ISREG(status.st_mode) and status.st_ino == self._inode and is_as_long


def _leave_to_the_next(_descriptor: int) -> None:
    """Sync nothing: whoever appends next does."""


def fresh_beside(path: Path) -> Path:
    """Return where what is to be the file at PATH is written first."""
    return path.with_name(f".{path.name}.new")


def _joined(lines: Sequence[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)
