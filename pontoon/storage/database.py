"""players.db: what must last, and is not in players.xml (docs/decisions/0025).

There is one writer, the bot. What a turn of the reactor writes is one transaction: statements wait
until the turn ends, and what people are to hear waits until the transaction is on the disk. If that
fails, both wait on, and the transaction is tried again. So nobody hears of anything that could
still be lost, and nothing has to be undone.
"""

import errno
import os
import re
import sqlite3
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec import MsgspecError, json

from pontoon.engine.errors import NeedsAdmin, NotRecorded
from pontoon.irc.reactor import Clock
from pontoon.storage import atomic_file, database_files, fs
from pontoon.storage.atomic_file import beside, fresh_beside, previous
from pontoon.storage.database_files import Files, log_of
from pontoon.storage.lockfile import NO_LOCKS, can_lock

SUFFIX = ".db"
MODE = 0o600
"""Nobody else may read it: it has the secrets of decks."""

SYNCHRONOUS = "FULL"
"""What is committed survives a power cut."""

BUSY_SECONDS = 0.01
"""How long the bot waits for another program that has locked the database: it tries again later."""

READ_SECONDS = 5.0
"""How long a program that only reads waits."""

SOON_SECONDS = 0.1
"""How long what nobody waits for may wait for a transaction: it is written with others, if any."""

CACHE_KIB = 500
"""What SQLite may keep of it in memory: all that a turn writes to, and not the usual 2 MB."""

LOG_BYTES = 4_000_000
"""What is left of SQLite's log, players.db-wal, when a reader that has kept it growing is gone."""

SCHEMA_VERSION = 5

RESTORE = "restore a backup (pontoonbot restore FILE)"
"""What helps whatever has happened to the database; the bot must not run then."""

_STOP_AND_RESTORE = f"stop the bot, and {RESTORE}"

_STEPS = 10_000_000
"""How many steps of SQLite's machine, about a tenth of a second, are between signs of progress."""

SQLITE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What a fault of the database raises: the words that SQLite has for it may be damaged, too."""

MAKES_NO_SENSE = (
    *(MsgspecError, ValueError, TypeError, AttributeError, LookupError, ArithmeticError),
)
"""What is raised for rows that somebody has edited, or that are damaged."""

Statement = tuple[str, tuple[Any, ...]]
"""SQL, and its parameters."""

Read = Callable[..., Iterable[tuple[Any, ...]]]
"""Returns the rows that SQL finds, with its parameters."""

_encode = json.Encoder().encode
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def text_of(value: Any) -> str:
    """Return VALUE as JSON."""
    return _encode(value).decode()


def milliseconds(time: datetime) -> int:
    """Return TIME as the database has it: milliseconds since 1970, UTC."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


def midnight(day: date) -> int:
    """Return when DAY begins, in UTC, as the database has it."""
    return milliseconds(datetime(day.year, day.month, day.day, tzinfo=UTC))


def moment(milliseconds: int) -> datetime:
    try:
        return _EPOCH + timedelta(milliseconds=milliseconds)
    except (OverflowError, TypeError):
        raise ValueError(f"{milliseconds!r} is no time") from None


class DatabaseError(Exception):
    """The database cannot be used; the message says why, and what to do, in one line."""


@contextmanager
def rows_of(tables: str) -> Iterator[None]:
    """Raise DatabaseError if a row of TABLES makes no sense to what reads it."""
    try:
        yield
    except MAKES_NO_SENSE as error:
        raise DatabaseError(
            f"players.db has what this version cannot read ({tables}: {_in_one_line(error)}):"
            f" start the version of the bot that made it, or {RESTORE}"
        ) from error


def last_number(found: Any) -> int:
    """Return the last number that was FOUND in a column that counts, 0 for none; ValueError."""
    if found is None:
        return 0
    if isinstance(found, int) and 0 <= found < _BEYOND:
        return found
    raise ValueError(f"the bot has not counted to {found!r}")


_BEYOND = 1 << 53


class Database:
    """The database at PATH, to which CONNECTION leads if it is open already.

    DatabaseError is raised if it cannot be opened. While a transaction cannot be committed,
    ``trouble`` says why, and ``remedy`` what an admin must do, "" if it ends by itself.
    """

    def __init__(self, path: Path, connection: sqlite3.Connection | None = None) -> None:
        self._clock: Clock | None = None
        """Ends the turns of the reactor; None while there are none."""
        self._path = path
        self._connection = connection or opened(path)
        self._files = Files.at(path)
        """Those to which the connection leads."""
        self.who_else: Callable[[], str] = lambda: ""
        """Returns which other bot uses the database, "" for none."""
        self._other = ""
        """The bot that has used it, too: what this one knows of it no longer holds."""
        self._is_overwritten = False
        """Whether another program has written into the file, and something is lost by that."""
        self._written = database_files.written_at(path)
        """When the bot last wrote to the file, as the file system says it."""
        self._last_change = 0
        """The number of the last change when that was last looked at."""
        self.misplaced = ""
        """Which of the files is no longer at its path, and what became of it; "" for none."""
        self._waiting: list[Statement] = []
        """What this turn has written, and what earlier ones could not."""
        self._is_awaited = False
        """Whether people hear nothing until that is on the disk."""
        self._before: deque[Callable[[], object]] = deque()
        """What is to be done before the turn is committed."""
        self._after: deque[Callable[[], object]] = deque()
        """What waits until all that is written is on the disk."""
        self._is_ending = False
        """Whether the end of this turn is scheduled."""
        self._is_write_due = False
        """Whether a transaction for what nobody waits for is scheduled."""
        self.trouble = ""
        self.remedy = ""

    def run_by(self, clock: Clock) -> None:
        """Commit at the end of each turn of CLOCK from now on, and what waits already."""
        self._clock = clock
        if self._waiting or self._before:
            self.end_turn_soon()

    # What this turn writes

    def require(self) -> None:
        """Raise NotRecorded if nothing can be written now: what is about to be done is not done."""
        if self.trouble and not self.commit():
            raise self._in_trouble(self.trouble, self.remedy)

    def _in_trouble(self, why: str, remedy: str = "") -> NotRecorded:
        """Note WHY nothing can be written, and the REMEDY; return what refuses an action."""
        self.trouble, self.remedy = why, remedy
        return NeedsAdmin(why) if remedy else NotRecorded(why)

    def write(self, sql: str, *parameters: Any) -> None:
        """Write what SQL says, with PARAMETERS, before people hear of anything else."""
        self._is_awaited = True
        self._waiting.append((sql, parameters))
        self.end_turn_soon()

    def write_soon(self, sql: str, *parameters: Any) -> None:
        """Write what SQL says, with PARAMETERS, soon: nobody waits for it."""
        self._waiting.append((sql, parameters))
        if self._clock is not None and not self._is_write_due and not self.trouble:
            self._is_write_due = True
            self._clock.callLater(SOON_SECONDS, self._write_now)

    def before_commit(self, call: Callable[[], object]) -> None:
        """Make CALL once, before this turn is committed: it may write, too.

        If it raises OSError, nothing is committed, and it is made again at the next try.
        """
        if call not in self._before:
            self._before.append(call)
        self.end_turn_soon()

    def when_kept(self, call: Callable[[], object]) -> None:
        """Make CALL as soon as all that is written is on the disk: at once, if it is."""
        if self._is_awaited or self._before or self._after:
            self._after.append(call)
        else:
            call()

    def end_turn_soon(self) -> None:
        """Commit when this turn ends, if there is anything to commit."""
        if self._clock is not None and not self._is_ending and not self.trouble:
            self._is_ending = True
            self._clock.callLater(0, self._end_turn)

    def _end_turn(self) -> None:
        self._is_ending = False
        self.commit()

    def _write_now(self) -> None:
        self._is_write_due = False
        self.commit()

    def commit(self) -> bool:
        """Have all that waits on the disk; tell whether it is. ``trouble`` says why it is not."""
        is_prepared = bool(self._before)
        try:
            while self._before:
                call = self._before.popleft()
                try:
                    call()
                except OSError as error:
                    self._before.appendleft(call)
                    self._in_trouble(reason(error))
                    return False
            if self._is_awaited or not is_prepared:
                self._transact([])
        except NotRecorded:
            return False
        try:
            while self._after:
                self._after.popleft()()
        finally:
            if self._after:  # one of them had a fault: the others are not lost
                self.end_turn_soon()
        return True

    def commit_with(self, statements: Iterable[Statement]) -> None:
        """Commit what waits together with STATEMENTS; NotRecorded, and then these are forgotten.

        What people are to hear waits on: the turn is not over.
        """
        had_trouble = bool(self.trouble)
        self._transact([*statements])
        if had_trouble:  # otherwise the end of this turn is still to come
            self.end_turn_soon()

    def _transact(self, more: list[Statement]) -> None:
        self._check_place()
        statements = self._waiting + more
        if not statements:
            self.trouble = self.remedy = ""
            return
        connection = self._connection
        try:
            connection.execute("BEGIN IMMEDIATE")
            for sql, parameters in statements:
                connection.execute(sql, parameters)
            fs.commit(connection)
        except SQLITE_ERRORS as error:
            raise self._failed(error) from error
        finally:
            if connection.in_transaction:  # also after a value that SQLite cannot have
                connection.rollback()
            self._written = database_files.written_at(self._path)
        self._waiting, self._is_awaited = [], False
        self.trouble = self.remedy = ""

    def _failed(self, error: sqlite3.Error | UnicodeDecodeError) -> NotRecorded:
        if _is_damage(error):
            return self._in_trouble(f"{self._path.name} is damaged", _STOP_AND_RESTORE)
        return self._in_trouble(reason(error, self._path))

    # Where it is

    def look(self) -> None:
        """Write nothing from now on if other programs have put the files elsewhere, or use them.

        What is written to a file that was removed, or moved away, is lost with the next start.
        """
        self._other = self._other or self.who_else()
        self.misplaced = self._files.misplaced(self._path)
        if not self.misplaced:
            self._look_inside()
        with suppress(NotRecorded):
            self._check_place()

    def _look_inside(self) -> None:
        """Read the file again if another program has written to it."""
        now = database_files.written_at(self._path)
        if now == self._written:
            with suppress(*SQLITE_ERRORS, DatabaseError):  # which the next transaction finds
                self._last_change = last_change(self._connection)
            return
        try:
            with connected_at(self._path) as connection:
                check_pages(connection)
                self._is_overwritten = last_change(connection) < self._last_change
        except DatabaseError:
            self._is_overwritten = True
        if not self._is_overwritten:
            self._written = now

    def _check_place(self) -> None:
        name = self._path.name
        if self._other:
            remedy = "stop both bots, and start one again"
            raise self._in_trouble(f"{self._other} uses {name} too", remedy)
        if self.misplaced:
            raise self._in_trouble(self.misplaced, "the order rescue writes it back")
        if self._is_overwritten:
            raise self._in_trouble(f"{name} was overwritten while the bot runs", _STOP_AND_RESTORE)

    def rescue(self) -> None:
        """Write the database to its path, as it is open here, and go on with that.

        What is at the path stays as the ``previous`` database. DatabaseError if that cannot be
        done, or the open database is damaged.
        """
        self.look()
        if self._other:
            raise DatabaseError(f"{self.trouble}: {self.remedy}")
        fresh = fresh_beside(self._path)
        try:
            atomic_file.write_new(fresh, b"")
            fs.copy_database(self._connection, fresh)
            with connected_at(fresh) as copy:
                check_pages(copy)
            database_files.remove(previous(self._path))
            database_files.put_aside(self._path)
            fs.replace(fresh, self._path)
        except (OSError, *SQLITE_ERRORS) as error:
            raise DatabaseError(f"{self._path} cannot be written: {reason(error)}") from error
        atomic_file.sync_folder(self._path.parent)
        before, self._connection = self._connection, opened(self._path)
        before.close()
        self._files = Files.at(self._path)
        self._written = database_files.written_at(self._path)
        self.look()
        self.commit()

    # Reading

    def read(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows that SQL finds, with PARAMETERS, on the disk; DatabaseError."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except SQLITE_ERRORS as error:
            raise DatabaseError(_what_to_do(self._path, error)) from error

    def close(self) -> None:
        self.commit()
        self._connection.close()


def path_beside(players_file: Path) -> Path:
    return beside(players_file, SUFFIX)


def opened(path: Path) -> sqlite3.Connection:
    """Return a connection to the database at PATH, which is created if it is missing.

    DatabaseError if it cannot be used, or a later version has made it.
    """
    # SQLite would create a file that others can read.
    check_file(path, os.O_CREAT)
    try:
        connection = sqlite3.connect(path, timeout=BUSY_SECONDS, isolation_level=None)
    except sqlite3.Error as error:
        raise DatabaseError(f"{path} cannot be used: {reason(error)}") from error
    try:
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
        add_tables(connection, version)
    except SQLITE_ERRORS as error:
        connection.close()
        raise DatabaseError(_what_to_do(path, error)) from error
    except DatabaseError:
        connection.close()
        raise
    return connection


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


def version_of(connection: sqlite3.Connection) -> int:
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


def last_change(connection: sqlite3.Connection) -> int:
    """Return the number of the last change of chips that no start takes back; DatabaseError."""
    with rows_of("changes"):
        ((last,),) = connection.execute("SELECT max(id) FROM changes WHERE is_made")
        return last_number(last)


def check_pages(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.Error if anything in the database is damaged.

    ``quick_check`` takes half the time, but finds no index that lacks rows, as after a copy by hand
    over a database whose -wal stays.
    """
    ((found,),) = connection.execute("PRAGMA integrity_check(1)")
    if found != "ok":
        raise sqlite3.DatabaseError(found)


def add_tables(connection: sqlite3.Connection, version: int) -> None:
    """Add to the tables of that VERSION what has come since."""
    for number in range(version + 1, SCHEMA_VERSION + 1):
        script = (Path(__file__).with_name("schema") / f"{number:04}.sql").read_text("utf-8")
        connection.executescript(f"BEGIN;\n{script}\nPRAGMA user_version = {number};\nCOMMIT;")


@contextmanager
def connected(players_file: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to the database beside PLAYERS_FILE, which may be in use; it only reads.

    DatabaseError if there is none, or it cannot be used, also for what goes wrong meanwhile.
    """
    path = path_beside(players_file)
    if not path.exists():
        raise DatabaseError(f"{path} is missing: the bot creates it when it starts")
    with connected_at(path) as connection:
        yield connection


@contextmanager
def connected_at(path: Path) -> Iterator[sqlite3.Connection]:
    """Do the same for the database at PATH, which is there."""
    # Without its log nobody has it open, and to read it needs no files beside it.
    how = "mode=ro" if log_of(path).exists() else "immutable=1"
    uri = f"{path.absolute().as_uri()}?{how}"
    try:
        with closing(
            sqlite3.connect(uri, uri=True, timeout=READ_SECONDS, isolation_level=None)
        ) as connection:
            version_of(connection)
            yield connection
    except SQLITE_ERRORS as error:
        raise DatabaseError(_what_to_do(path, error)) from error


def watch(connection: sqlite3.Connection, progress: Callable[[], None] | None) -> None:
    """Have PROGRESS called now and then while CONNECTION is at work; None ends that."""
    connection.set_progress_handler(progress, _STEPS)


@contextmanager
def reading(players_file: Path) -> Iterator[Read]:
    """Give what reads the database beside PLAYERS_FILE, which may be in use; DatabaseError."""
    with connected(players_file) as connection:
        yield lambda sql, *parameters: connection.execute(sql, parameters)


@contextmanager
def viewed(players_file: Path) -> Iterator[Database]:
    """Give the database beside PLAYERS_FILE to whatever loads it; what that writes is not done."""
    with connected(players_file) as connection:
        yield Database(path_beside(players_file), connection)


def reason(error: OSError | sqlite3.Error | UnicodeDecodeError, path: Path | None = None) -> str:
    """Return in words why ERROR, at the database at PATH if any, has come about, in one line."""
    if isinstance(error, OSError):
        return error.strerror or str(error)
    if isinstance(error, UnicodeDecodeError) or _NOT_UTF_8 in str(error):
        return "it has a text that is not UTF-8"  # which nobody should see: it may be a secret
    name = getattr(error, "sqlite_errorname", "")
    if name.startswith("SQLITE_BUSY") and path is not None and not can_lock(beside(path, ".lock")):
        return NO_LOCKS
    known = next((why for code, why in _REASONS.items() if name.startswith(code)), None)
    return known or _in_one_line(error)


def _is_damage(error: sqlite3.Error | UnicodeDecodeError) -> bool:
    name = getattr(error, "sqlite_errorname", "")
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB"))


_NOT_UTF_8 = "Could not decode to UTF-8"  # as Python says it

_REASONS = {
    "SQLITE_FULL": "the disk is full",
    "SQLITE_BUSY": "another program has locked it",
    "SQLITE_READONLY_DIRECTORY": "it cannot be written here: look at the permissions of its folder",
    "SQLITE_READONLY": "it cannot be written here",
    "SQLITE_CANTOPEN": "it cannot be opened: look at the permissions of its folder",
}
"""What is told of an error whose name begins so."""

_OF_OTHER_TABLES = re.compile("no such (table|column)|.* already exists$|duplicate column name")


def _in_one_line(error: Exception) -> str:
    """Return what ERROR says; what it quotes of a damaged file may have any characters."""
    return "".join(each if each.isprintable() else "?" for each in " ".join(str(error).split()))


def _what_to_do(path: Path, error: sqlite3.Error | UnicodeDecodeError) -> str:
    """Say that the database at PATH cannot be used because of ERROR, and what helps."""
    why = reason(error, path)
    if _OF_OTHER_TABLES.match(why):
        return (
            f"{path} is of another version ({why}): start the version of the bot that made it, or"
            f" {RESTORE}"
        )
    if isinstance(error, sqlite3.OperationalError) and _NOT_UTF_8 not in str(error):
        return f"{path} cannot be used: {why}"
    return (
        f"{path} is damaged ({why}): {RESTORE}, or recover what can be read; docs/operating.md"
        " says how"
    )
