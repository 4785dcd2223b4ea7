"""SQLite, which keeps the database: connections, transactions, checks, and what its errors mean.

All that another database does otherwise is here, in ``sqlite_files`` and in ``schema``. The SQL of
other modules is what PostgreSQL understands, too, but for ``?``, the mark of a parameter
(``postgresql``). It says ``TRUE`` and ``WHERE is_made``, as if there were a type for that.
"""

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pontoon.storage import schema_scripts
from pontoon.storage.atomic_file import beside
from pontoon.storage.lockfile import NO_LOCKS, can_lock
from pontoon.storage.rows import RESTORE, DatabaseError, Statement, in_one_line
from pontoon.storage.schema_scripts import Rows, Table
from pontoon.storage.sqlite_files import log_of

Connection = sqlite3.Connection
"""Executes SQL with parameters: ``execute`` returns a cursor, with rows or the number of them."""

ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a connection raises: the words that SQLite has for a fault may be damaged, too."""

MODE = 0o600
"""Nobody else may read it: it has the secrets of decks."""

SCHEMA_VERSION = schema_scripts.SCHEMA_VERSION

SYNCHRONOUS = "FULL"
"""What is committed survives a power cut."""

BUSY_SECONDS = 0.01
"""How long the bot waits for another program that has locked the database: it tries again later."""

READ_SECONDS = 5.0
"""How long a program that only reads waits."""

CACHE_KIB = 500
"""What SQLite may keep of it in memory: all that a turn writes to, and not the usual 2 MB."""

LOG_BYTES = 4_000_000
"""What is left of SQLite's log, players.db-wal, when a reader that has kept it growing is gone."""

_STEPS = 10_000_000
"""How many steps of SQLite's machine, about a tenth of a second, are between signs of progress."""

_PAGES_AT_ONCE = 4096
"""The pages that are copied between two calls of what is told the progress."""

_PART_FREE = 20
"""The file can be made smaller if at least one page in this many is free."""

_MIN_FREE = 16
"""Fewer free pages are not worth it: a new file has some already."""

# Connections


def opened(path: Path) -> Connection:
    """Return a connection to the database at PATH, which is created if it is missing.

    One thread after the other may use it. DatabaseError if it cannot be used, or a later version
    has made it.
    """
    # SQLite would create a file that others can read.
    check_file(path, os.O_CREAT)
    try:
        connection = sqlite3.connect(
            path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        try:
            _prepare(connection)
        except BaseException:
            connection.close()
            raise
    except ERRORS as error:
        raise unusable(path, error) from error
    return connection


def opened_to_read(path: Path) -> Connection:
    """Return a connection to the database at PATH, which is open for writing, too; DatabaseError.

    It finds what is committed, and waits for nothing that is being written. One thread after the
    other may use it.
    """
    try:
        connection = _reader(path, "mode=ro", BUSY_SECONDS)
        connection.execute(f"PRAGMA cache_size = {-CACHE_KIB}")
        version_of(connection)  # opens the log, too, while it is at its path
    except ERRORS as error:
        raise unusable(path, error) from error
    return connection


def _prepare(connection: Connection) -> None:
    """Have CONNECTION write as the bot needs it, into the tables of this version."""
    version = version_of(connection)
    for pragma in (
        f"synchronous = {SYNCHRONOUS}",
        "journal_mode = WAL",
        "foreign_keys = ON",
        f"cache_size = {-CACHE_KIB}",
        f"journal_size_limit = {LOG_BYTES}",
        "secure_delete = ON",  # so that who was forgotten is in no free page
    ):
        connection.execute(f"PRAGMA {pragma}")
    _add_tables(connection, version)


def check_file(path: Path, flags: int = 0) -> None:
    """Raise DatabaseError unless PATH is the only name of a file that can be written; no link is.

    It is opened by FLAGS.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CLOEXEC | flags, MODE)
        try:
            names = os.fstat(descriptor).st_nlink
        finally:
            os.close(descriptor)
    except OSError as error:
        is_link = error.errno == errno.ELOOP
        why = "it is a symbolic link; put the file itself there" if is_link else reason(error)
        raise DatabaseError(f"{path} cannot be used: {why}") from error
    if names > 1:  # by which another bot could write to it, with another -wal
        raise DatabaseError(f"{path} cannot be used: it has a hard link; remove that")


@contextmanager
def connected_at(path: Path) -> Iterator[Connection]:
    """Give a connection to the database at PATH, which may be in use; it only reads.

    DatabaseError if it cannot be used, also for what goes wrong meanwhile.
    """
    # Without its log nobody has it open, and to read it needs no files beside it.
    how = "mode=ro" if log_of(path).exists() else "immutable=1"
    try:
        with _reading(path, how) as connection:
            version_of(connection)
            yield connection
    except ERRORS as error:
        raise unusable(path, error) from error


def without_log(path: Path) -> closing[Connection]:
    """Give a connection to the database at PATH as it is without its -wal; ERRORS."""
    return _reading(path, "immutable=1")


def _reading(path: Path, how: str) -> closing[Connection]:
    return closing(_reader(path, how, READ_SECONDS))


def _reader(path: Path, how: str, seconds: float) -> Connection:
    uri = f"{path.absolute().as_uri()}?{how}"
    return sqlite3.connect(
        uri, uri=True, timeout=seconds, isolation_level=None, check_same_thread=False
    )


def watch(connection: Connection, progress: Callable[[], None] | None) -> None:
    """Have PROGRESS called now and then while CONNECTION is at work; None ends that."""
    connection.set_progress_handler(progress, _STEPS)


# Transactions


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Commit what CONNECTION writes meanwhile; nothing of it if anything is raised."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        commit(connection)
    finally:
        if connection.in_transaction:
            connection.rollback()


def write(connection: Connection, statements: Iterable[Statement]) -> None:
    """Commit STATEMENTS as one transaction; ERRORS, and then nothing of it."""
    with transaction(connection):
        for sql, parameters in statements:
            connection.execute(sql, parameters)


def commit(connection: Connection) -> None:
    """End the transaction of CONNECTION, which then survives a power cut; ERRORS."""
    connection.execute("COMMIT")


def hold(connection: Connection) -> None:
    """Have CONNECTION read the database as it is now, until it is rolled back."""
    connection.execute("BEGIN")
    connection.execute("SELECT 1 FROM changes LIMIT 1")  # the transaction begins here


# The whole database


def copy(
    source: Connection, target: Path, progress: Callable[[int, int], None] = lambda *_: None
) -> None:
    """Make the empty file at TARGET what SOURCE reads, past any power cut.

    PROGRESS is told now and then how many pages are copied, of how many. OSError if TARGET cannot
    be written; what is wrong with SOURCE is one of ERRORS.
    """
    try:
        with closing(sqlite3.connect(target)) as copied:
            source.backup(
                copied,
                pages=_PAGES_AT_ONCE,
                progress=lambda _, left, total: progress(total - left, total),
            )
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(_FAULTS_OF_COPY):
            raise OSError(errno.EIO, reason(error)) from error
        raise


_FAULTS_OF_COPY = (
    *("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN"),
    *("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE"),
)
"""How errors begin that only the file can raise that is written, and not the one that is read."""


def all_rows(connection: Connection, table: Table) -> Rows:
    """Yield the rows of TABLE by its key, within a transaction of CONNECTION."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    yield from connection.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key}")


def copy_into(connection: Connection, table: Table, rows: Rows) -> None:
    """Put ROWS behind those of TABLE, within a transaction of CONNECTION."""
    columns, marks = ", ".join(table.columns), ", ".join("?" for _ in table.columns)
    connection.executemany(f"INSERT INTO {table.name} ({columns}) VALUES ({marks})", rows)


def can_shrink(connection: Connection) -> bool:
    """Tell whether a good part of the file is free, be it since an earlier time."""
    ((pages,),) = connection.execute("PRAGMA page_count")
    ((free,),) = connection.execute("PRAGMA freelist_count")
    return bool(free >= _MIN_FREE and free * _PART_FREE >= pages)


def compact(connection: Connection) -> None:
    """Rewrite the database of CONNECTION without its free pages; ERRORS."""
    connection.execute("VACUUM")


# Its tables


def version_of(connection: Connection) -> int:
    """Return the version of the tables; DatabaseError if a later version of the bot made them."""
    ((version,),) = connection.execute("PRAGMA user_version")
    if version > SCHEMA_VERSION:
        raise DatabaseError(
            f"players.db is of a later version ({version}): start the version of the bot that made"
            f" it, or {RESTORE}"
        )
    if version < 0:
        raise sqlite3.DatabaseError(f"its version is {version}")
    return int(version)


def _add_tables(connection: Connection, version: int) -> None:
    """Add to the tables of that VERSION what has come since."""
    for number in range(version + 1, SCHEMA_VERSION + 1):
        script = schema_scripts.script_of(number)
        connection.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


def names_in(connection: Connection) -> list[str]:
    """Return what the tables of CONNECTION are called, and all else that has a name there."""
    return [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]


def check_tables(connection: Connection) -> None:
    """Raise one of ERRORS if a start could not add to the tables, or would lack any of them."""
    with _in_memory() as wanted, _in_memory() as copied:
        for (sql,) in connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ):
            copied.execute(sql)
        _add_tables(copied, version_of(connection))
        _add_tables(wanted, 0)
        for table, columns in wanted.execute(
            "SELECT tables.name, group_concat(columns.name)"
            " FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' GROUP BY 1"
        ):
            copied.execute(f"SELECT {columns} FROM {table}")


def tables() -> list[Table]:
    """Return the tables of this version, each behind those that its rows refer to."""
    with _in_memory() as connection:
        _add_tables(connection, 0)
        found = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return [_described(connection, name) for (name,) in found.fetchall()]


def _described(connection: Connection, name: str) -> Table:
    columns = connection.execute("SELECT name FROM pragma_table_info(?)", (name,))
    names = tuple(column for (column,) in columns)
    key = connection.execute("SELECT name FROM pragma_table_info(?) WHERE pk ORDER BY pk", (name,))
    return Table(name, names, tuple(column for (column,) in key) or names)


def _in_memory() -> closing[Connection]:
    return closing(sqlite3.connect(":memory:", isolation_level=None))


# Damage


def check_pages(connection: Connection) -> None:
    """Raise one of ERRORS if anything in the database is damaged."""
    for what in damage(connection, 1):
        raise sqlite3.DatabaseError(what)


def damage(connection: Connection, most: int) -> list[str]:
    """Say what is damaged in the database, as SQLite does: so many faults at MOST.

    ``quick_check`` takes half the time, but finds no index that lacks rows, as after a copy by hand
    over a database whose -wal stays.
    """
    found = [what for (what,) in connection.execute(f"PRAGMA integrity_check({most})")]
    return [] if found == ["ok"] else found


def check_ends(connection: Connection) -> None:
    """Raise one of ERRORS if the first or the last row of a table cannot be read."""
    tables = connection.execute(
        "SELECT tables.name, ifnull(group_concat(columns.name), 'rowid')"
        " FROM sqlite_master AS tables LEFT JOIN pragma_table_info(tables.name) AS columns ON pk"
        " WHERE tables.type = 'table' GROUP BY 1"
    ).fetchall()
    for table, key in tables:
        backwards = key.replace(",", " DESC,")
        for order in (key, f"{backwards} DESC"):
            connection.execute(f"SELECT * FROM {table} ORDER BY {order} LIMIT 1").fetchall()


def orphans(connection: Connection) -> Iterator[tuple[str, str, int]]:
    """Yield a table and the one it refers to, with the number of its rows that refer to nothing."""
    yield from connection.execute(
        'SELECT "table", parent, count(*) FROM pragma_foreign_key_check GROUP BY 1, 2'
    )


# Errors


def reason(error: Exception, path: Path | None = None) -> str:
    """Return in words why ERROR, at the database at PATH if any, has come about, in one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if _is_not_utf_8(error):
        return "it has a text that is not UTF-8"  # which nobody should see: it may be a secret
    name = _name_of(error)
    if name.startswith("SQLITE_BUSY") and path is not None and not can_lock(beside(path, ".lock")):
        return NO_LOCKS
    known = next((why for code, why in _REASONS.items() if name.startswith(code)), None)
    return known or in_one_line(error)


_REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_IOERR_SHMSIZE": "the disk is full",
    "SQLITE_BUSY": "another program has locked it",
    "SQLITE_READONLY_DIRECTORY": "it cannot be written here: look at the permissions of its folder",
    "SQLITE_READONLY": "it cannot be written here",
    "SQLITE_CANTOPEN": "it cannot be opened: look at the permissions of its folder",
}
"""What is told of an error whose name begins so."""


def _name_of(error: Exception) -> str:
    return getattr(error, "sqlite_errorname", "")


def _is_not_utf_8(error: Exception) -> bool:
    """Tell whether a text cannot be decoded, which Python may call an error of the database."""
    return isinstance(error, UnicodeDecodeError) or "Could not decode to UTF-8" in str(error)


def is_damage(error: Exception) -> bool:
    """Tell whether SQLite has found a damaged page."""
    return _name_of(error).startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


def is_contradiction(error: Exception) -> bool:
    """Tell whether rows contradict each other: they are not those that the bot has written."""
    return isinstance(error, sqlite3.IntegrityError)


_OF_OTHER_TABLES = re.compile(
    "no such (table|column)|.* already exists$|duplicate column name|there is already another table"
)


def unusable(path: Path, error: Exception) -> DatabaseError:
    """Say that the database at PATH cannot be used because of ERROR, and what helps."""
    why = reason(error, path)
    if _OF_OTHER_TABLES.match(why):
        return DatabaseError(
            f"{path} is of another version ({why}): start the version of the bot that made it, or"
            f" {RESTORE}"
        )
    if isinstance(error, sqlite3.OperationalError) and not _is_not_utf_8(error):
        return DatabaseError(f"{path} cannot be used: {why}")
    return DatabaseError(
        f"{path} is damaged ({why}): {RESTORE}, or recover what can be read; docs/operating.md"
        " says how"
    )
