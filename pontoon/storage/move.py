"""Moving a database: all that is in one is copied into another that is empty, and compared.

One of them is a file of SQLite, the other is PostgreSQL's. No bot may use either meanwhile. What is
copied counts only when all of it is there, and is the same.
"""

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, closing, contextmanager
from itertools import zip_longest
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.atomic_file import behind_links, beside, fresh_beside
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.rows import DatabaseError
from pontoon.storage.schema_scripts import SCHEMA_VERSION, Rows, Table

_SCHEMES = ("postgresql://", "postgres://")


class Moved(Struct, frozen=True):
    """So many ROWS of so many TABLES of SOURCE are in TARGET; no password is in either name."""

    source: str
    target: str
    rows: int
    tables: int


def move(source: str, target: str, progress: Callable[[int, int], None] = lambda *_: None) -> Moved:
    """Copy the database SOURCE, which stays as it is, to TARGET, and compare both.

    Each is the path of a players.db or the URL of a PostgreSQL database. PROGRESS is told how many
    tables are copied, of how many. DatabaseError if that cannot be done: TARGET is empty then.
    """
    if source.startswith(_SCHEMES) == target.startswith(_SCHEMES):
        raise DatabaseError(
            "a database moves from a file to PostgreSQL, or back: name players.db and"
            " postgresql://user@host/name; pontoonbot backup copies a file"
        )
    before, after = _place_of(source), _place_of(target)
    tables, rows = sqlite.tables(), 0
    with before.locked(), after.locked(), before.read() as old, after.filled() as new:
        for number, table in enumerate(tables):
            progress(number, len(tables))
            with closing(old.rows(table)) as copied:
                new.put(table, copied)
            with closing(old.rows(table)) as copied, closing(new.rows(table)) as found:
                rows += _compare(table, copied, found)
    return Moved(before.name, after.name, rows, len(tables))


def _compare(table: Table, before: Iterable[object], after: Iterable[object]) -> int:
    """Return how many rows TABLE has; DatabaseError unless those AFTER are those from BEFORE."""
    number = 0
    for number, (old, new) in enumerate(zip_longest(before, after), 1):
        if old != new:
            raise DatabaseError(f"row {number} of {table.name} is another one in the copy")
    return number


class _Dialect(Protocol):
    """What ``sqlite`` and ``postgresql`` have in common for whole tables."""

    def all_rows(self, connection: Any, table: Table, /) -> Rows: ...
    def copy_into(self, connection: Any, table: Table, rows: Rows, /) -> None: ...


class _Tables(NamedTuple):
    """The tables at the end of CONNECTION, in the words of DIALECT."""

    connection: Any
    dialect: _Dialect

    def rows(self, table: Table) -> Rows:
        return self.dialect.all_rows(self.connection, table)

    def put(self, table: Table, rows: Rows) -> None:
        self.dialect.copy_into(self.connection, table, rows)


class _Place(Protocol):
    """Where a database is, or can be; its NAME has no password."""

    name: str

    def locked(self) -> AbstractContextManager[object]:
        """Keep bots away."""

    def read(self) -> AbstractContextManager[_Tables]:
        """Give what is there, as it is at one moment."""

    def filled(self) -> AbstractContextManager[_Tables]:
        """Give empty tables; what is put into them counts if nothing is raised."""


def _place_of(name: str) -> _Place:
    return _Server(name) if name.startswith(_SCHEMES) else _File(Path(name))


def _refuse_other_version(name: str, version: int) -> None:
    if version != SCHEMA_VERSION:
        raise DatabaseError(
            f"{name} is of an earlier version ({version}): start this version of the bot once"
            if version
            else f"{name} has nothing in it"
        )


class _File:
    """A players.db at PATH."""

    def __init__(self, path: Path) -> None:
        self.name = str(path)
        self._path = behind_links(path)

    def locked(self) -> Lock:
        try:
            return Lock(beside(self._path, ".lock"))
        except InUse as error:
            raise DatabaseError(f"{self.name} is in use by {error}") from error
        except OSError as error:
            raise DatabaseError(f"{self.name} cannot be locked: {error.strerror}") from error

    @contextmanager
    def read(self) -> Iterator[_Tables]:
        if not self._path.exists():
            raise DatabaseError(f"{self.name} is missing")
        with sqlite.connected_at(self._path) as connection:
            _refuse_other_version(self.name, sqlite.version_of(connection))
            sqlite.check_pages(connection)
            sqlite.hold(connection)
            yield _Tables(connection, sqlite)

    @contextmanager
    def filled(self) -> Iterator[_Tables]:
        for file in (self._path, sqlite_files.log_of(self._path)):
            if os.path.lexists(file):
                raise DatabaseError(f"{file} is there already: nothing is overwritten")
        fresh = fresh_beside(self._path)
        try:
            sqlite_files.remove(fresh)  # what a killed move has left
            with closing(sqlite.opened(fresh)) as connection, sqlite.transaction(connection):
                yield _Tables(connection, sqlite)
            fs.replace(fresh, self._path)
        except (OSError, *sqlite.ERRORS) as error:
            why = sqlite.reason(error)
            raise DatabaseError(f"{self.name} cannot be written: {why}") from error
        finally:
            sqlite_files.remove(fresh)
        atomic_file.sync_folder(self._path.parent)


class _Server:
    """A database of a PostgreSQL server at URL."""

    def __init__(self, url: str) -> None:
        try:
            from pontoon.storage import postgresql  # which few have
        except ImportError as error:
            raise DatabaseError(
                "PostgreSQL needs psycopg: pip install 'psycopg[binary]'"
            ) from error
        postgresql.check_url(url)
        self._postgresql = postgresql
        self._url = url
        self.name = postgresql.shown(url)

    def locked(self) -> AbstractContextManager[object]:
        from pontoon.storage.standby import without_bots

        return without_bots(self._url)

    @contextmanager
    def read(self) -> Iterator[_Tables]:
        with self._postgresql.connected_at(self._url) as connection:
            _refuse_other_version(self.name, self._postgresql.version_of(connection))
            self._postgresql.hold(connection)
            yield _Tables(connection, self._postgresql)

    @contextmanager
    def filled(self) -> Iterator[_Tables]:
        postgresql = self._postgresql
        with postgresql.connected_at(self._url) as connection:
            if postgresql.names_in(connection) and not postgresql.version_of(connection):
                raise DatabaseError(f"{self.name} has tables of another program")
        try:
            with (
                closing(postgresql.opened(self._url)) as connection,
                postgresql.transaction(connection),
            ):
                self._refuse_rows(connection)
                yield _Tables(connection, postgresql)
        except postgresql.ERRORS as error:
            raise postgresql.unusable(self._url, error) from error

    def _refuse_rows(self, connection: Any) -> None:
        for table in sqlite.tables():
            if connection.execute(f"SELECT 1 FROM {table.name} LIMIT 1").fetchall():
                raise DatabaseError(f"{self.name} is in use already: nothing is overwritten")
