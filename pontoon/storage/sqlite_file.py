"""A database in a file of SQLite, which other programs may move, replace or overwrite meanwhile."""

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import RLock
from typing import Any

from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.atomic_file import fresh_beside, previous
from pontoon.storage.backend import Trouble
from pontoon.storage.rows import RESTORE, DatabaseError, Statement, last_number, rows_of

_CHECKED_WHILE_RUNNING = 10_000_000
"""Bytes of a database that is read whole if another program has written to it: that takes 60 ms."""

_STOP_AND_RESTORE = f"stop the bot, and {RESTORE}"


class SqliteFile:
    """The ``Backend`` in the file at PATH, which READER alone leads to if it is open already.

    DatabaseError is raised if it cannot be opened.
    """

    errors: tuple[type[Exception], ...] = (*sqlite.ERRORS, DatabaseError)
    is_lost = False
    is_watched = False

    def __init__(self, path: Path, reader: sqlite.Connection | None = None) -> None:
        self.name = path.name
        self._path = path
        self._writer = reader or sqlite.opened(path)
        self._reader = reader or sqlite.opened_to_read(path)
        self._files = sqlite_files.files_of(path)
        """Those to which the connections lead."""
        self._misplaced = ""
        """Which of them is no longer at its path, and what became of it; "" for none."""
        self._is_overwritten = False
        """Whether another program has written into the file, and something is lost by that."""
        self._written = sqlite_files.written_at(path)
        """When the bot last wrote to the file, as the file system says it."""
        self._last_change = 0
        """The number of the last change when that was last looked at."""
        self._bank: str | None = None
        """The id of the bank at that time; None if it is not known."""
        self._is_at_work = RLock()
        """Held while the thread writes, looks or rescues: a stop does not interrupt that."""

    def has_file(self, content: bytes) -> bool:  # noqa: ARG002 -- it is on the same disk
        return True

    def take_file_back(self) -> None: ...

    def write(self, statements: Sequence[Statement], file: bytes | None) -> None:  # noqa: ARG002
        with self._is_at_work:
            self._check()
            if (trouble := self.trouble()) is not None:
                raise DatabaseError(trouble.why)
            if not statements:
                return
            try:
                sqlite.write(self._writer, statements)
            finally:
                self._written = sqlite_files.written_at(self._path)

    def read(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            return self._reader.execute(sql, parameters).fetchall()
        except sqlite.ERRORS as error:
            raise sqlite.unusable(self._path, error) from error

    def is_current(self) -> bool:
        return sqlite.version_of(self._reader) == sqlite.SCHEMA_VERSION

    def look(self) -> None:
        with self._is_at_work:
            self._check()
            if self.trouble() is None:
                with suppress(*sqlite.ERRORS, DatabaseError):  # which the next transaction finds
                    self._last_change = last_change(self._writer)
                    self._bank = bank_in(self._writer)

    def _check(self) -> None:
        """Find out what has become of the files."""
        self._misplaced = sqlite_files.misplaced(self._files)
        if not self._misplaced:
            self._look_inside()

    def _look_inside(self) -> None:
        """Read the file again if another program has written to it."""
        now = sqlite_files.written_at(self._path)
        if now == self._written:
            return
        try:
            with sqlite.connected_at(self._path) as connection:
                if self._path.stat().st_size <= _CHECKED_WHILE_RUNNING:
                    sqlite.check_pages(connection)
                else:
                    sqlite.check_ends(connection)
                is_older = last_change(connection) < self._last_change
                self._is_overwritten = is_older or self._is_of_another_bank()
        except (OSError, DatabaseError):
            self._is_overwritten = True
        if not self._is_overwritten:
            self._written = now

    def _is_of_another_bank(self) -> bool:
        """Tell whether the file is of another bank; what its -wal has hides that."""
        bank, _ = without_log(self._path)
        return None not in (bank, self._bank) and bank != self._bank

    def trouble(self) -> Trouble | None:
        if self._misplaced:
            return Trouble(self._misplaced, "the order rescue writes it back")
        if self._is_overwritten:
            return Trouble(f"{self.name} was overwritten while the bot runs", _STOP_AND_RESTORE)
        return None

    def trouble_with(self, error: Exception) -> Trouble:
        if (trouble := self.trouble()) is not None:
            return trouble
        if sqlite.is_damage(error):
            return Trouble(f"{self.name} is damaged", _STOP_AND_RESTORE)
        if sqlite.is_contradiction(error):
            return Trouble(f"{self.name} is damaged ({sqlite.reason(error)})", _STOP_AND_RESTORE)
        return Trouble(sqlite.reason(error, self._path))

    @property
    def can_be_rescued(self) -> bool:
        return bool(self._misplaced)

    def rescue(self) -> None:
        """Write the database to its path, as it is open here, and go on with that.

        What is at the path stays as the ``previous`` database. DatabaseError if that cannot be
        done, or the open database is damaged.
        """
        with self._is_at_work:
            self._check()
            if self._misplaced:  # they may have come back
                self._write_back()
                self._check()

    def _write_back(self) -> None:
        fresh = fresh_beside(self._path)
        try:
            atomic_file.write_new(fresh, b"")
            sqlite.copy(self._writer, fresh)
            with sqlite.connected_at(fresh) as copy:
                sqlite.check_pages(copy)
            sqlite_files.remove(previous(self._path))
            sqlite_files.put_aside(self._path)
            fs.replace(fresh, self._path)
        except (OSError, *sqlite.ERRORS) as error:
            why = sqlite.reason(error)
            raise DatabaseError(f"{self._path} cannot be written: {why}") from error
        atomic_file.sync_folder(self._path.parent)
        writer, reader = sqlite.opened(self._path), sqlite.opened_to_read(self._path)
        self.close()
        self._writer, self._reader = writer, reader
        self._files = sqlite_files.files_of(self._path)
        self._written = sqlite_files.written_at(self._path)

    def hurry(self) -> None: ...

    def close(self) -> None:
        with self._is_at_work:
            self._reader.close()
            self._writer.close()


def last_change(connection: sqlite.Connection) -> int:
    """Return the number of the last change of chips that no start takes back; DatabaseError."""
    with rows_of("changes"):
        ((last,),) = connection.execute("SELECT max(id) FROM changes WHERE is_made")
        return last_number(last)


def bank_in(connection: sqlite.Connection) -> str | None:
    """Return the id of the bank; None if the database has none yet."""
    if "bank" not in sqlite.names_in(connection):
        return None
    (found,) = connection.execute("SELECT id FROM bank").fetchone() or (None,)
    return found


def without_log(path: Path) -> tuple[str | None, int]:
    """Return the bank and the last change of the database at PATH, as it is without its -wal.

    No bank, and 0, if it cannot be read: a kill may have left it so, while the -wal was being
    written into it.
    """
    try:
        with sqlite.without_log(path) as connection:
            return bank_in(connection), last_change(connection)
    except (*sqlite.ERRORS, DatabaseError):
        return None, 0
