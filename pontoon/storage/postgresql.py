"""PostgreSQL, which can keep the database in place of SQLite, with the same names as ``sqlite``.

A database is named by its URL, ``postgresql://user@host/name``, and its tables are in the schema in
which the server makes new ones. psycopg is an extra of the package: import this module only where
somebody has named such a URL.
"""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import lru_cache
from socket import SHUT_RDWR, socket
from threading import Timer
from typing import Any
from urllib.parse import urlsplit

import psycopg
from psycopg.pq import TransactionStatus

from pontoon.storage.rows import DatabaseError, Statement, in_one_line
from pontoon.storage.schema_scripts import SCHEMA_VERSION, Rows, Table, script_of

ERRORS = (psycopg.Error, UnicodeDecodeError)
"""What a connection raises."""

_CONNECT_SECONDS = 5
"""How long a server may take until it answers, unless the URL says otherwise."""

_ROWS_AT_ONCE = 10_000
"""How many rows of a whole table are in memory at a time."""

_VERSION = "schema_version"
"""The table with the version of all others: one row."""

# Connections


class Connection:
    """Executes SQL with parameters as a connection to SQLite does, each marked by ``?``.

    What is not within a transaction is one of its own.
    """

    def __init__(self, url: str, session: str) -> None:
        self.connected = psycopg.connect(
            url,
            autocommit=True,
            cursor_factory=psycopg.ClientCursor,
            client_encoding="UTF8",
            target_session_attrs=session,
            **_unless_named(url, connect_timeout=_CONNECT_SECONDS, application_name="pontoonbot"),
        )
        """The connection of psycopg."""

    def execute(self, sql: str, parameters: Iterable[Any] = ()) -> psycopg.Cursor[Any]:
        """Execute SQL; return what has its rows or the number of them."""
        return self.connected.execute(_with_marks(sql), tuple(parameters))

    def run(self, statements: Iterable[Statement]) -> str:
        """Send STATEMENTS as one query; return what the server says that the last one has done."""
        with closing(psycopg.ClientCursor(self.connected)) as cursor:
            whole = ";".join(cursor.mogrify(_with_marks(sql), given) for sql, given in statements)
            cursor.execute(whole.encode())
            while cursor.nextset():
                pass
            return cursor.statusmessage or ""

    @property
    def in_transaction(self) -> bool:
        status = self.connected.info.transaction_status
        return status in (TransactionStatus.INTRANS, TransactionStatus.INERROR)

    @property
    def is_lost(self) -> bool:
        return self.connected.closed

    @property
    def process(self) -> int:
        """The server's process for this session."""
        return self.connected.info.backend_pid

    def break_off(self) -> None:
        """Have what another thread waits for here fail at once: it may wait for ever."""
        with suppress(OSError, *ERRORS), socket(fileno=os.dup(self.connected.fileno())) as same:
            same.shutdown(SHUT_RDWR)

    @contextmanager
    def at_most(self, seconds: float | None) -> Iterator[None]:
        """Break off what is waited for here meanwhile if that takes longer than SECONDS, if any."""
        if seconds is None:
            yield
            return
        timer = Timer(seconds, self.break_off)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()

    def rollback(self) -> None:
        self.connected.rollback()

    def close(self) -> None:
        self.connected.close()


@lru_cache(maxsize=1000)
def _with_marks(sql: str) -> bytes:
    """Return SQL with parameters marked as psycopg has them."""
    return _MARK.sub(_marked, sql).encode()


_MARK = re.compile(r"'[^']*'|[?%]")
"""A text in quotes, or what may mark a parameter."""


def _marked(found: re.Match[str]) -> str:
    return "%s" if found[0] == "?" else found[0].replace("%", "%%")


def _unless_named(url: str, **defaults: Any) -> dict[str, Any]:
    """Return DEFAULTS of connections without those that URL names itself."""
    named = psycopg.conninfo.conninfo_to_dict(url)
    return {name: value for name, value in defaults.items() if name not in named}


def opened(url: str) -> Connection:
    """Return a connection to the database at URL, in which tables are made if there are none.

    DatabaseError if it cannot be used, or a later version has made its tables.
    """
    connection = session(url)
    try:
        add_tables(connection)
    except ERRORS as error:
        connection.close()
        raise unusable(url, error) from error
    except BaseException:
        connection.close()
        raise
    return connection


def session(url: str) -> Connection:
    """Return a connection that can write to the database at URL; DatabaseError.

    A replica is refused, which would grant a lock that its primary has granted.
    """
    return _connection_to(url, "read-write")


@contextmanager
def connected_at(url: str) -> Iterator[Connection]:
    """Give a connection to the database at URL, which may be in use; it only reads.

    DatabaseError if it cannot be used, also for what goes wrong meanwhile.
    """
    with closing(_connection_to(url, "any")) as connection:
        try:
            connection.execute("SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY")
            version_of(connection)
            yield connection
        except ERRORS as error:
            raise unusable(url, error) from error


def _connection_to(url: str, session: str) -> Connection:
    check_url(url)
    try:
        connection = Connection(url, session)
    except ERRORS as error:
        raise unusable(url, error) from error
    ((encoding,),) = connection.execute("SELECT current_setting('server_encoding')")
    if encoding != "UTF8":
        connection.close()
        raise DatabaseError(
            f"{shown(url)} cannot be used: it keeps texts as {encoding}; make one with"
            " createdb --encoding=UTF8 --template=template0"
        )
    return connection


def check_url(url: str) -> None:
    """Raise DatabaseError unless URL names a database, and parts of a password are nothing else.

    libpq would say these when it does not find them.
    """
    try:
        parts = urlsplit(url)
        for host in parts.netloc.rpartition("@")[2].split(","):  # a replica may be named, too
            _ = urlsplit(f"//{host}").port
        if parts.netloc.count("@") > 1 or "@" in parts.path + parts.query + parts.fragment:
            raise ValueError
        psycopg.conninfo.conninfo_to_dict(url)
    except (ValueError, psycopg.Error):
        raise DatabaseError(
            "this is no URL of a database, as in postgresql://user@host/name: in a password each of"
            " @ / : ? # % must be written as % with its code, as %40 for @"
        ) from None


def shown(url: str) -> str:
    """Return URL, which was checked, without what could be a password."""
    parts = urlsplit(url)
    user = parts.netloc.rpartition("@")[0].partition(":")[0]
    host = parts.netloc.rpartition("@")[2]
    netloc = f"{user}@{host}" if user else host
    return f"{parts.scheme}://{netloc}{parts.path}"


def watch(_connection: Connection, _progress: object) -> None:
    """Do nothing: the server does not tell how far it is."""


# Transactions


@contextmanager
def transaction(connection: Connection) -> Iterator[None]:
    """Commit what CONNECTION writes meanwhile; nothing of it if anything is raised."""
    connection.execute("BEGIN")
    try:
        yield
        commit(connection)
    finally:
        if connection.in_transaction:
            connection.rollback()


def commit(connection: Connection) -> None:
    """End the transaction of CONNECTION, which then survives a power cut; ERRORS."""
    _check_commit(connection.run([("COMMIT", ())]))


def write(connection: Connection, statements: Iterable[Statement]) -> None:
    """Commit STATEMENTS as one transaction; ERRORS, and then nothing of it.

    All is one query. So the server never waits for the next statement of a bot that the network has
    cut off, with all that it has written locked; and that takes the time of one round trip.
    """
    try:
        _check_commit(connection.run([("BEGIN", ()), *statements, ("COMMIT", ())]))
    finally:
        if connection.in_transaction:
            connection.rollback()


def _check_commit(done: str) -> None:
    """Raise one of ERRORS unless a COMMIT has DONE that: PostgreSQL rolls back in silence."""
    if done != "COMMIT":
        raise psycopg.errors.InFailedSqlTransaction("it was not committed, but rolled back")


def hold(connection: Connection) -> None:
    """Have CONNECTION read the database as it is now, until it is rolled back."""
    connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
    connection.execute("SELECT 1 FROM changes LIMIT 1")  # the snapshot is of now


# The whole database


def all_rows(connection: Connection, table: Table) -> Rows:
    """Yield the rows of TABLE by its key, within a transaction of CONNECTION."""
    columns, key = ", ".join(table.columns), ", ".join(table.key)
    with connection.connected.cursor(f"rows of {table.name}") as cursor:
        cursor.itersize = _ROWS_AT_ONCE
        cursor.execute(f"SELECT {columns} FROM {table.name} ORDER BY {key}".encode())
        yield from cursor


def copy_into(connection: Connection, table: Table, rows: Rows) -> None:
    """Put ROWS behind those of TABLE, within a transaction of CONNECTION."""
    sql = f"COPY {table.name} ({', '.join(table.columns)}) FROM STDIN"
    with connection.connected.cursor() as cursor, cursor.copy(sql.encode()) as copy:
        for row in rows:
            copy.write_row(row)


def can_shrink(_connection: Connection) -> bool:
    """Tell that there is nothing to do: the server uses room again that has become free."""
    return False


def compact(connection: Connection) -> None:
    """Rewrite the tables of CONNECTION without what was deleted; ERRORS."""
    for name in _tables_in(connection):
        connection.execute(f"VACUUM (FULL) {name}")


# Its tables


def version_of(connection: Connection) -> int:
    """Return the version of the tables; DatabaseError if a later version of the bot made them."""
    if _VERSION not in names_in(connection):
        return 0
    ((version,),) = connection.execute(f"SELECT version FROM {_VERSION}")
    if version > SCHEMA_VERSION:
        raise DatabaseError(
            f"the database is of a later version ({version}): start the version of the bot that"
            " made it"
        )
    return int(version)


def add_tables(connection: Connection) -> None:
    """Add to the tables what has come since their version."""
    version = version_of(connection)
    if version == SCHEMA_VERSION:
        return
    scripts = [
        _in_words_of_postgresql(script_of(number))
        for number in range(version + 1, SCHEMA_VERSION + 1)
    ]
    if not version:
        scripts.append(f"CREATE TABLE {_VERSION} (version BIGINT NOT NULL)")
        scripts.append(f"INSERT INTO {_VERSION} VALUES (0)")
    statements = [(script, ()) for script in scripts]
    write(connection, [*statements, (f"UPDATE {_VERSION} SET version = ?", (SCHEMA_VERSION,))])


def _in_words_of_postgresql(script: str) -> str:
    """Return SCRIPT, which makes tables for SQLite, as PostgreSQL understands it."""
    for pattern, words in _WORDS:
        script = re.sub(pattern, words, script)
    return script


_WORDS = (
    (r"--.*", ""),
    (r"\) STRICT(, WITHOUT ROWID)?", ")"),
    (r"\b(is_\w+) INTEGER NOT NULL DEFAULT 0", r"\1 BOOLEAN NOT NULL DEFAULT FALSE"),
    (r"\b(is_\w+) INTEGER", r"\1 BOOLEAN"),
    (r"\bINTEGER", "BIGINT"),
    (r"\bTEXT", 'TEXT COLLATE "C"'),  # in the order of SQLite, whatever the server's language is
)
"""What SQLite says otherwise in its definitions of tables, and what PostgreSQL says."""


def names_in(connection: Connection) -> list[str]:
    """Return what the tables of CONNECTION are called, and all else that has a name there."""
    found = connection.execute(
        "SELECT relname FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace"
        " WHERE nspname = current_schema()"
    )
    return [name for (name,) in found]


def _tables_in(connection: Connection) -> list[str]:
    found = connection.execute(
        "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename"
    )
    return [name for (name,) in found]


# The lock of the bot that plays

_KEY = "hashtext('pontoonbot'), hashtext(current_schema())"
"""The key of the lock. Each database has its own locks, and so has each schema here."""

_ENDING_MILLISECONDS = 1000
"""How long ``end_session`` waits until the session has released what it had."""

_SILENCE = ("idle_session_timeout", "idle_in_transaction_session_timeout")
"""After so long without a statement a session ends, outside a transaction and within."""


def try_lock(connection: Connection) -> bool:
    """Tell whether the session of CONNECTION has the lock now; it keeps that until it ends."""
    ((is_mine,),) = connection.execute(f"SELECT pg_try_advisory_lock({_KEY})")
    return bool(is_mine)


def lock_owner(connection: Connection) -> tuple[int, str] | None:
    """Return the process of the session that has the lock, and when it was active; None if none.

    That is when it has begun or ended a statement the last time.
    """
    found: tuple[int, str] | None = connection.execute(
        "SELECT pid, coalesce(CAST(state_change AS TEXT), '')"
        " FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND granted AND database ="
        " (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND (CAST(classid AS BIGINT), CAST(objid AS BIGINT)) ="
        " (CAST(hashtext('pontoonbot') AS BIGINT) & 4294967295,"
        " CAST(hashtext(current_schema()) AS BIGINT) & 4294967295)"
    ).fetchone()
    return found


def seconds_up(connection: Connection) -> float:
    """Return for how many seconds the server has run."""
    sql = "SELECT CAST(extract(epoch FROM clock_timestamp() - pg_postmaster_start_time()) AS FLOAT)"
    ((seconds,),) = connection.execute(sql)
    return float(seconds)


def end_session(connection: Connection, process: int) -> None:
    """End the session that PROCESS of the server is for, and what it has locked."""
    connection.execute("SELECT pg_terminate_backend(?, ?)", (process, _ENDING_MILLISECONDS))


def end_when_silent(connection: Connection, seconds: float) -> None:
    """Have the server end this session if it is silent for SECONDS, as in a network that is cut."""
    for name in _SILENCE:
        connection.execute("SELECT set_config(?, ?, FALSE)", (name, f"{seconds:.0f}s"))


# Damage


def damage(connection: Connection, most: int) -> list[str]:
    """Say what is damaged in the database, as PostgreSQL does: a fault a table, so many at MOST."""
    found: list[str] = []
    for name in _tables_in(connection):
        try:
            connection.execute(f"SELECT sum(length(CAST(each AS TEXT))) FROM {name} AS each")
        except ERRORS as error:
            if not is_damage(error):
                raise
            found.append(reason(error))
    return found[:most]


def orphans(_connection: Connection) -> Iterator[tuple[str, str, int]]:
    """Yield nothing: no edit by hand can take a row away to which another one refers."""
    yield from ()


# Errors


def reason(error: Exception, _place: object = None) -> str:
    """Return in words why ERROR has come about, in one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError):
        return "it has a text that is not UTF-8"
    if not isinstance(error, psycopg.Error):
        return in_one_line(error)
    if known := _REASONS.get(error.sqlstate or ""):
        return known
    # The whole text of an error has values, too, which may be secrets.
    said = error.diag.message_primary
    return in_one_line(Exception(said or str(error).partition("\n")[0]))


_REASONS = {
    "53100": "the disk of the database server is full",
    "25006": "it cannot be written: the database server only reads",
    "57P01": "the database server has ended the connection",
    "57P02": "the database server has ended the connection",
    "57P03": "the database server is starting or stopping",
    "55P03": "another program has locked it",
}
"""What is told of an error with that SQLSTATE."""

_DAMAGED = ("XX001", "XX002")
"""The states of a damaged page, and of a damaged index."""

_OF_OTHER_TABLES = ("42P01", "42703", "42P07", "42701")
"""The states of tables and columns that are missing, or there already."""


def is_damage(error: Exception) -> bool:
    """Tell whether PostgreSQL has found a damaged page."""
    return isinstance(error, psycopg.Error) and error.sqlstate in _DAMAGED


def is_contradiction(error: Exception) -> bool:
    """Tell whether rows contradict each other: they are not those that the bot has written."""
    return isinstance(error, psycopg.IntegrityError | psycopg.DataError)


class Unreachable(DatabaseError):
    """The server cannot be reached, or gives no connection, for now or for ever, and WHY."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} cannot be used: {why}")
        self.why = why


def unusable(url: str, error: Exception) -> DatabaseError:
    """Say that the database at URL cannot be used because of ERROR, and what helps."""
    why, name = reason(error), shown(url)
    if isinstance(error, psycopg.Error) and error.sqlstate in _OF_OTHER_TABLES:
        return DatabaseError(
            f"{name} is of another version ({why}): start the version of the bot that made it"
        )
    if is_damage(error) or is_contradiction(error) or isinstance(error, UnicodeDecodeError):
        return DatabaseError(f"{name} is damaged ({why}): restore a copy of it")
    if isinstance(error, psycopg.OperationalError):
        return Unreachable(name, why)
    return DatabaseError(f"{name} cannot be used: {why}")
