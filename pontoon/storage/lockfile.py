"""A lock that lets only one bot run at a time, and ends with the process that holds it."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path

from pontoon.storage import fs

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MOST_DIGITS = 20


class InUse(Exception):
    """Another process holds the lock; the message names it."""


class Lock:
    """A lock on the file at PATH, which names the process that holds it, until ``release``.

    Raises InUse if another process holds the lock, and OSError if the file cannot be locked. The
    file is never removed: if it were, a second process could lock a new file of the same name.
    """

    def __init__(self, path: Path) -> None:
        self._descriptor = fs.open_to_write(path, _FLAGS, 0o644)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            number = os.read(self._descriptor, _MOST_DIGITS).decode("ascii", "replace").strip()
            self.release()
            raise InUse(f"the bot with process id {number}" if number else "another bot") from error
        except OSError:
            self.release()
            raise
        self.sign()

    def sign(self) -> None:
        """Write the id of this process into the file; a child that takes over calls it again."""
        with suppress(OSError):  # on a full disk the file names nobody, but the lock holds
            fs.truncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            fs.write(self._descriptor, b"%d\n" % os.getpid())

    def release(self) -> None:
        os.close(self._descriptor)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_raised: object) -> None:
        self.release()
