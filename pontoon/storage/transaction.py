"""A transaction: what goes to the disk as a whole, with a new version of a file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from threading import Lock
from typing import Protocol

from pontoon.storage.rows import Statement


class FileVersion(Protocol):
    """A new version of a file, which takes its place as soon as its transaction is committed."""

    @property
    def content(self) -> bytes:
        """What the file will say; it does not change any more once ``statements`` was called."""

    def statements(self) -> Sequence[Statement] | None:
        """Return what the transaction says of it; None if there is no new version after all."""

    def write(self, committed: AbstractContextManager[object]) -> None:
        """Write the file, and put it in place within COMMITTED, which commits; in any thread.

        What that raises is told to ``failed``.
        """

    def written(self) -> None:
        """Note that the transaction is committed, and the file in place."""

    def failed(self, error: Exception) -> None:
        """Note that neither is so, because of ERROR: NotRecorded if nothing can be committed."""

    def not_in_place(self, error: Exception) -> None:
        """Note that the transaction is committed, and the file not in place, because of ERROR."""


class Transaction:
    """What WRITE commits as a whole: STATEMENTS, and with them FILE.

    IS_AWAITED tells whether people hear nothing before; CALLS are made when it is on the disk.
    """

    def __init__(
        self,
        write: Callable[[Sequence[Statement], bytes | None], object],
        statements: Sequence[Statement],
        file: FileVersion | None,
        of_file: Sequence[Statement],
        calls: Sequence[Callable[[], object]],
        *,
        is_awaited: bool,
    ) -> None:
        self._write = write
        self.statements = statements
        self.file = file
        self._of_file = of_file
        self.calls = [*calls]
        self.is_awaited = is_awaited
        self._turn = Lock()
        self._is_over = False
        self.is_committed = False
        self.error: Exception | None = None
        """Why it is not committed, or why the file is not in place."""

    def run(self) -> None:
        """Write it, unless that is done: whichever thread comes first does it, the other waits."""
        with self._turn:
            if self._is_over:
                return
            try:
                if self.file is not None:
                    self.file.write(self._committed())
                else:
                    with self._committed():
                        pass
            except Exception as error:
                self.error = error
            self._is_over = True

    @contextmanager
    def _committed(self) -> Iterator[None]:
        """Commit; nothing is written if that raises anything."""
        content = None if self.file is None else self.file.content
        self._write([*self.statements, *self._of_file], content)
        self.is_committed = True
        yield
