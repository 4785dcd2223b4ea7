"""players.db: what must last, and is not in players.xml (docs/decisions/0025).

There is one writer, the bot. What a turn of the reactor writes is one transaction: statements wait
until the turn ends, and what people are to hear waits until the transaction is on the disk. If that
fails, both wait on, and the transaction is tried again. So nobody hears of anything that could
still be lost, and nothing has to be undone.
"""

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from pontoon.engine.errors import NeedsAdmin, NotRecorded
from pontoon.irc.reactor import Clock
from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.atomic_file import beside, fresh_beside, previous
from pontoon.storage.rows import RESTORE, DatabaseError, Read, Statement, last_number, rows_of

SOON_SECONDS = 0.1
"""How long what nobody waits for may wait for a transaction: it is written with others, if any."""

_CHECKED_WHILE_RUNNING = 10_000_000
"""Bytes of a database that is read whole if another program has written to it: that takes 60 ms."""

_STOP_AND_RESTORE = f"stop the bot, and {RESTORE}"


class Database:
    """The database at PATH, to which CONNECTION leads if it is open already.

    DatabaseError is raised if it cannot be opened. While a transaction cannot be committed,
    ``trouble`` says why, and ``remedy`` what an admin must do, "" if it ends by itself.
    """

    def __init__(self, path: Path, connection: sqlite.Connection | None = None) -> None:
        self._clock: Clock | None = None
        """Ends the turns of the reactor; None while there are none."""
        self._path = path
        self._connection = connection or sqlite.opened(path)
        self._files = sqlite_files.files_of(path)
        """Those to which the connection leads."""
        self.who_else: Callable[[], str] = lambda: ""
        """Returns which other bot uses the database, "" for none."""
        self._other = ""
        """The bot that has used it, too: what this one knows of it no longer holds."""
        self._is_overwritten = False
        """Whether another program has written into the file, and something is lost by that."""
        self._written = sqlite_files.written_at(path)
        """When the bot last wrote to the file, as the file system says it."""
        self._last_change = 0
        """The number of the last change when that was last looked at."""
        self._bank: str | None = None
        """The id of the bank at that time; None if it is not known."""
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
                    self._in_trouble(sqlite.reason(error))
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
        if not (self.misplaced or sqlite_files.misplaced(self._files)):
            self._look_inside()  # of files that are elsewhere, ``look`` tells
        self._check_place()
        statements = self._waiting + more
        if not statements:
            self.trouble = self.remedy = ""
            return
        try:
            sqlite.write(self._connection, statements)
        except sqlite.ERRORS as error:
            raise self._failed(error) from error
        finally:
            self._written = sqlite_files.written_at(self._path)
        self._waiting, self._is_awaited = [], False
        self.trouble = self.remedy = ""

    def _failed(self, error: Exception) -> NotRecorded:
        """Note one of the ERRORS; return what refuses an action."""
        if sqlite.is_damage(error):
            return self._in_trouble(f"{self._path.name} is damaged", _STOP_AND_RESTORE)
        if sqlite.is_contradiction(error):
            why = f"{self._path.name} is damaged ({sqlite.reason(error)})"
            return self._in_trouble(why, _STOP_AND_RESTORE)
        return self._in_trouble(sqlite.reason(error, self._path))

    # Where it is

    def look(self) -> None:
        """Write nothing from now on if other programs have put the files elsewhere, or use them.

        What is written to a file that was removed, or moved away, is lost with the next start.
        """
        self._other = self._other or self.who_else()
        self.misplaced = sqlite_files.misplaced(self._files)
        if not self.misplaced:
            self._look_inside()
            if not self._is_overwritten:
                self._note_last_change()
        with suppress(NotRecorded):
            self._check_place()

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

    def _note_last_change(self) -> None:
        with suppress(*sqlite.ERRORS, DatabaseError):  # which the next transaction finds
            self._last_change = last_change(self._connection)
            self._bank = bank_in(self._connection)

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
            sqlite.copy(self._connection, fresh)
            with sqlite.connected_at(fresh) as copy:
                sqlite.check_pages(copy)
            sqlite_files.remove(previous(self._path))
            sqlite_files.put_aside(self._path)
            fs.replace(fresh, self._path)
        except (OSError, *sqlite.ERRORS) as error:
            why = sqlite.reason(error)
            raise DatabaseError(f"{self._path} cannot be written: {why}") from error
        atomic_file.sync_folder(self._path.parent)
        before, self._connection = self._connection, sqlite.opened(self._path)
        before.close()
        self._files = sqlite_files.files_of(self._path)
        self._written = sqlite_files.written_at(self._path)
        self.look()
        self.commit()

    # Reading

    def read(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows that SQL finds, with PARAMETERS, on the disk; DatabaseError."""
        try:
            return self._connection.execute(sql, parameters).fetchall()
        except sqlite.ERRORS as error:
            raise sqlite.unusable(self._path, error) from error

    def is_current(self) -> bool:
        """Tell whether its tables are those of this version of the bot."""
        return sqlite.version_of(self._connection) == sqlite.SCHEMA_VERSION

    def close(self) -> None:
        self.commit()
        self._connection.close()


def path_beside(players_file: Path) -> Path:
    return beside(players_file, sqlite_files.SUFFIX)


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


@contextmanager
def connected(players_file: Path) -> Iterator[sqlite.Connection]:
    """Give a connection to the database beside PLAYERS_FILE, which may be in use; it only reads.

    DatabaseError if there is none, or it cannot be used, also for what goes wrong meanwhile.
    """
    path = path_beside(players_file)
    if not path.exists():
        raise DatabaseError(f"{path} is missing: {RESTORE}, unless the bot has never run")
    with sqlite.connected_at(path) as connection:
        yield connection


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
