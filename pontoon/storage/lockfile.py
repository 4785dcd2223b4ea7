"""One bot at a time: a lock that ends with the process that has it, however that ends."""

import fcntl
import os
from contextlib import suppress
from pathlib import Path
from types import TracebackType

from pontoon.storage import fs

_FLAGS = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_NONBLOCK
_MOST_DIGITS = 20


class InUse(Exception):
    """Another process has the lock; the message says who."""


class Lock:
    """The lock at PATH, a file that says which process has it, until ``release``.

    Raises InUse where another process has it, and OSError where there can be none. The file stays:
    if it were removed, two could have the lock, one of them of a file that nobody sees any more.
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
        """Write which process has it: that which got it, or a child that goes on in its place."""
        with suppress(OSError):  # on a full disk nobody is told who has it, but it is had
            fs.truncate(self._descriptor, 0)
            os.lseek(self._descriptor, 0, os.SEEK_SET)
            fs.write(self._descriptor, b"%d\n" % os.getpid())

    def release(self) -> None:
        """Let another process have it."""
        os.close(self._descriptor)

    def __enter__(self) -> None:
        pass

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _traceback: TracebackType | None,
    ) -> None:
        self.release()
