"""A lock that lets only one bot run at a time, and ends with the process that holds it."""

import errno
import fcntl
import os
from contextlib import suppress
from pathlib import Path

from pontoon.storage import fs

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MAX_DIGITS = 20

_UNKNOWN_TO_FILE_SYSTEM = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)

NO_LOCKS = (
    "its file system gives no locks: mount it with locks, or keep the files of the bot elsewhere,"
    " as on a local disk"
)


class InUse(Exception):
    """Another process holds the lock; the message names it."""


class Lock:
    """A lock on the file at PATH, which names the process that holds it, until ``release``.

    Raises InUse if another process holds the lock, and OSError if the file cannot be locked. The
    file is never removed: if it were, a second process could lock a new file of the same name.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._descriptor = fs.open_to_write(path, _FLAGS, 0o644)
        try:
            fcntl.flock(self._descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            number = os.read(self._descriptor, _MAX_DIGITS).decode("ascii", "replace").strip()
            self.release()
            raise InUse(f"the bot with process id {number}" if number else "another bot") from error
        except OSError as error:
            self.release()
            if error.errno in _UNKNOWN_TO_FILE_SYSTEM:
                raise OSError(error.errno, NO_LOCKS) from error
            raise
        self.sign()

    def sign(self) -> None:
        """Write the id of this process into the file; a child that takes over calls it again."""
        with suppress(OSError):  # on a full disk the file names nobody, but the lock holds
            fs.truncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            fs.write(self._descriptor, b"%d\n" % os.getpid())

    def look(self) -> str:
        """Return which other process holds the lock, after somebody removed the file; "" for none.

        If none does, the file that is there now is locked, or a new one.
        """
        with suppress(OSError):
            if os.path.samestat(self._path.stat(), os.fstat(self._descriptor)):
                return ""
        try:
            renewed = Lock(self._path)
        except InUse as error:
            return str(error)
        except OSError:
            return ""  # the next look tries again
        self.release()
        self._descriptor = renewed._descriptor
        return ""

    def release(self) -> None:
        os.close(self._descriptor)

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_raised: object) -> None:
        self.release()


def can_lock(path: Path) -> bool:
    """Tell whether the file system gives locks of the kind that SQLite takes, on the file at PATH.

    SQLite does not say: to it a file system without locks is one whose file somebody else has
    locked. PATH must not be a file that it has open, as to close it here would end its locks there.
    """
    try:
        with path.open("rb") as file:
            fcntl.lockf(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in _UNKNOWN_TO_FILE_SYSTEM
    return True
