"""A disk that fails, or on which the power is cut, at the n-th call that changes anything."""

import errno
import itertools
import os
import sqlite3
from collections.abc import Callable, Collection, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from enum import Enum
from typing import Any
from unittest.mock import patch

from pontoon.storage import fs, sqlite

OF_FILES = (
    *("open_to_write", "write", "sync", "sync_folder", "truncate", "give", "set_mode"),
    *("link", "replace", "remove"),
)
OF_DATABASES = ("commit", "copy")
CALLS = {**dict.fromkeys(OF_FILES, fs), **dict.fromkeys(OF_DATABASES, sqlite)}
"""All that changes the disk, each with the module that has it."""


class PowerCut(BaseException):
    """Nothing is done any more: neither this nor whatever is tried to tidy up."""


class Trouble(Enum):
    """What happens at a call."""

    FULL = "No space left on device"
    BROKEN = "Input/output error"
    READ_ONLY = "Read-only file system"
    FULL_HALFWAY = "half of it is written, and then the disk is full"
    DONE_BUT_FAILED = "it is done, and said to have failed"
    POWER_CUT = "the power is cut before it"
    POWER_CUT_HALFWAY = "the power is cut when half of it is written"
    POWER_CUT_AFTER = "the power is cut when it is done"


CUTS = (Trouble.POWER_CUT, Trouble.POWER_CUT_HALFWAY, Trouble.POWER_CUT_AFTER)
FAILURES = tuple(trouble for trouble in Trouble if trouble not in CUTS)

UNLIKE = (Trouble.FULL, Trouble.FULL_HALFWAY, Trouble.DONE_BUT_FAILED, *CUTS)
"""Those that leave something else behind: a full disk stands for all where nothing is done."""

LASTING = tuple(itertools.product(UNLIKE, (0,))) + tuple(
    itertools.product((Trouble.FULL, Trouble.FULL_HALFWAY, Trouble.DONE_BUT_FAILED), (100,))
)
"""Each of them once, and those that do not end everything from then on."""

_NUMBERS = {
    Trouble.FULL: errno.ENOSPC,
    Trouble.FULL_HALFWAY: errno.ENOSPC,
    Trouble.BROKEN: errno.EIO,
    Trouble.DONE_BUT_FAILED: errno.EIO,
    Trouble.READ_ONLY: errno.EROFS,
}

_OF_DATABASES = {
    Trouble.FULL: "SQLITE_FULL",
    Trouble.FULL_HALFWAY: "SQLITE_FULL",
    Trouble.BROKEN: "SQLITE_IOERR",
    Trouble.DONE_BUT_FAILED: "SQLITE_IOERR",
    Trouble.READ_ONLY: "SQLITE_READONLY",
}


@dataclass
class FaultyDisk:
    """Has TROUBLE at the call of that NUMBER, counted from 1, and at as many MORE behind it.

    ``calls`` are those that there were; a number beyond them all brings no trouble. Calls that are
    not COUNTED do what they should.
    """

    trouble: Trouble
    number: int
    more: int = 0
    counted: Collection[str] = tuple(CALLS)
    calls: list[str] = field(default_factory=list)
    is_dead: bool = False

    @property
    def had_trouble(self) -> bool:
        """Tell whether it came to that."""
        return len(self.calls) >= self.number

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Stand in for the disk; after a power cut go on behind this, with new objects."""
        with ExitStack() as stack:
            for name, module in CALLS.items():
                stand_in = self._hooked(name, getattr(module, name))
                stack.enter_context(patch.object(module, name, stand_in))
            try:
                yield
            except PowerCut:
                assert self.is_dead

    def _hooked(self, name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def hooked(*given: Any) -> Any:
            if self.is_dead:
                raise PowerCut
            if name not in self.counted:
                return real(*given)
            self.calls.append(name)
            if 0 <= len(self.calls) - self.number <= self.more:
                return self._fail(name, real, *given)
            return real(*given)

        return hooked

    def _fail(self, name: str, real: Callable[..., Any], *given: Any) -> None:
        if name == "write" and self.trouble in (Trouble.FULL_HALFWAY, Trouble.POWER_CUT_HALFWAY):
            descriptor, content = given
            real(descriptor, content[: len(content) * 2 // 3])
        elif self.trouble is Trouble.POWER_CUT_AFTER or (
            self.trouble is Trouble.DONE_BUT_FAILED and name != "commit"  # SQLite undoes it then
        ):
            done = real(*given)
            if name == "open_to_write":
                os.close(done)
        if self.trouble in CUTS:
            self.is_dead = True
            if name == "commit":
                (connection,) = given
                connection.rollback()  # what is dead has no transaction open
            raise PowerCut
        if name in OF_DATABASES:
            error = sqlite3.OperationalError(self.trouble.value)
            error.sqlite_errorname = _OF_DATABASES[self.trouble]
            raise error
        number = _NUMBERS[self.trouble]
        raise OSError(number, os.strerror(number))
