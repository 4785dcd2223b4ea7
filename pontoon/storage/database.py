"""players.db: what must last, and is not in players.xml (docs/decisions/0025).

There is one writer, the bot. What a turn of the reactor writes is one transaction: statements wait
until the turn ends, and what people are to hear waits until the transaction is on the disk. If that
fails, both wait on, and the transaction is tried again. So nobody hears of anything that could
still be lost, and nothing has to be undone.

A thread writes it, and the reactor goes on meanwhile. There is one transaction at a time: what
turns write while one is on its way goes together in the next. The reactor reads by a connection of
its own, which waits for none: it finds what is on the disk.
"""

from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pontoon.engine.errors import NeedsAdmin, NotRecorded
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.reactor import Background, Clock
from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.atomic_file import beside, fresh_beside, previous
from pontoon.storage.rows import RESTORE, DatabaseError, Read, Statement, last_number, rows_of
from pontoon.storage.transaction import FileVersion, Transaction

T = TypeVar("T")

SOON_SECONDS = 0.1
"""How long what nobody waits for may wait for a transaction: it is written with others, if any."""

SLOW_SECONDS = 5.0
"""After so long a transaction that is on its way pauses play: people would hear nothing."""

_CHECKED_WHILE_RUNNING = 10_000_000
"""Bytes of a database that is read whole if another program has written to it: that takes 60 ms."""

_FORESEEN = (*sqlite.ERRORS, OSError, atomic_file.Overtaken)
"""What a database or a file raises that cannot be written now."""

_LAST_CHANGE = "SELECT max(id) FROM changes WHERE is_made"

_STOP_AND_RESTORE = f"stop the bot, and {RESTORE}"


class _AtOnce:
    """A ``Background`` where there is no reactor yet: nobody would be kept waiting."""

    def work_out(
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        failed: Callable[[], object],  # noqa: ARG002 -- what WORK raises comes out
    ) -> None:
        then(work())


class Database:
    """The database at PATH, which READER alone leads to if it is open already.

    DatabaseError is raised if it cannot be opened. While a transaction cannot be committed,
    ``trouble`` says why, and ``remedy`` what an admin must do, "" if it ends by itself.
    """

    def __init__(self, path: Path, reader: sqlite.Connection | None = None) -> None:
        self._clock: Clock | None = None
        """Ends the turns of the reactor; None while there are none."""
        self._thread: Background = _AtOnce()
        self._path = path
        self._writer = reader or sqlite.opened(path)
        self._reader = reader or sqlite.opened_to_read(path)
        self._files = sqlite_files.files_of(path)
        """Those to which the connections lead."""
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
        self._is_noting = False
        """Whether the thread reads both."""
        self.misplaced = ""
        """Which of the files is no longer at its path, and what became of it; "" for none."""
        self._waiting: list[Statement] = []
        """What this turn has written, and what earlier ones could not."""
        self._file: FileVersion | None = None
        """The new version of a file that belongs to that."""
        self._is_awaited = False
        """Whether people hear nothing until that is on the disk."""
        self._before: deque[Callable[[], object]] = deque()
        """What is to be done before the turn is committed."""
        self._after: deque[Callable[[], object]] = deque()
        """What waits until all that is written is on the disk."""
        self._on_its_way: Transaction | None = None
        """What the thread writes."""
        self._sent_at = 0.0
        """When that was, in the seconds of the clock."""
        self._due: deque[Callable[[], object]] = deque()
        """What has waited for what is on the disk now."""
        self._is_telling = False
        """Whether one of those is being made: what it tells has its place in the order."""
        self._is_ending = False
        """Whether the end of this turn is scheduled."""
        self._is_write_due = False
        """Whether a transaction for what nobody waits for is scheduled."""
        self.trouble = ""
        self.remedy = ""
        self._when_mended: list[Callable[[], object]] = []
        """What is to be done when that is over."""

    def run_by(self, clock: Clock, thread: Background) -> None:
        """Have THREAD write at the end of each turn of CLOCK, and what waits already."""
        self._clock, self._thread = clock, thread
        if self._waiting or self._before:
            self.end_turn_soon()

    # What this turn writes

    def require(self) -> None:
        """Raise NotRecorded if nothing can be written now: what is about to be done is not done."""
        if not self.try_again():
            raise self._in_trouble(self.trouble, self.remedy)

    def try_again(self) -> bool:
        """Tell whether all can be written; if the last time it could not, begin another try."""
        if self.trouble:
            self._send()
        return not self.trouble

    def _in_trouble(self, why: str, remedy: str = "") -> NotRecorded:
        """Note WHY nothing can be written, and the REMEDY; return what refuses an action."""
        self.trouble, self.remedy = why, remedy
        return NeedsAdmin(why) if remedy else NotRecorded(why)

    def write(self, sql: str, *parameters: Any) -> None:
        """Write what SQL says, with PARAMETERS, before people hear of anything else."""
        self._is_awaited = True
        self._waiting.append((sql, parameters))
        self.end_turn_soon()

    def write_file(self, version: FileVersion) -> None:
        """Write the new VERSION of a file with what this turn writes; there is one such file.

        Where there is no reactor, all is written at once.
        """
        self._is_awaited = True
        self._file = version
        if self._clock is None:
            self.commit()
        else:
            self.end_turn_soon()

    def write_soon(self, sql: str, *parameters: Any) -> None:
        """Write what SQL says, with PARAMETERS, soon: nobody waits for it."""
        self._waiting.append((sql, parameters))
        self._write_soon()

    def _write_soon(self) -> None:
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
        on_its_way = self._on_its_way
        if self._is_awaited or self._before or self._after:
            self._after.append(call)
        elif on_its_way is not None and (on_its_way.is_awaited or on_its_way.calls):
            on_its_way.calls.append(call)
        elif self._due and not self._is_telling:
            self._due.append(call)
        else:
            call()

    def when_mended(self, call: Callable[[], object]) -> None:
        """Make CALL, once, as soon as there is no trouble any more."""
        if call not in self._when_mended:
            self._when_mended.append(call)

    def end_turn_soon(self) -> None:
        """Commit when this turn ends, if there is anything to commit."""
        if self._clock is not None and not self._is_ending and not self.trouble:
            self._is_ending = True
            self._clock.callLater(0, self._end_turn)

    def _end_turn(self) -> None:
        self._is_ending = False
        self._send()

    def _write_now(self) -> None:
        self._is_write_due = False
        self._send()

    # Transactions

    def _send(self) -> None:
        """Have the thread write all that waits, unless it is at work: then that goes next."""
        if self._on_its_way is not None:
            return
        try:
            self._prepare()
            transaction = None if self._on_its_way else self._put_together()
        except NotRecorded:
            return
        if transaction is None:
            self._tell()
            return
        self._on_its_way = transaction
        if self._clock is not None:
            self._sent_at = self._clock.seconds()
        acknowledged = partial(self._acknowledge, transaction)
        self._thread.work_out(transaction.run, lambda _: acknowledged(), acknowledged)

    def _acknowledge(self, transaction: Transaction) -> None:
        """Go on after the TRANSACTION, which the thread has run."""
        if self._on_its_way is not transaction:
            return  # somebody could not wait for the thread
        failure = self._finish(transaction)
        self._tell()
        if failure is None and not transaction.is_committed:
            self._send()  # what cannot be written is the file
        elif self._is_awaited or self._before or self._after:
            self.end_turn_soon()
        elif self._waiting:
            self._write_soon()

    def commit(self) -> bool:
        """Have all that waits on the disk; tell whether it is. ``trouble`` says why it is not.

        Who calls this waits for the disk: not in a turn of the reactor.
        """
        self._await()
        try:
            is_written = False
            while not is_written:
                self._prepare()
                transaction = self._put_together()
                if transaction is not None and self._run(transaction) is not None:
                    return False
                is_written = transaction is None or not (self._is_awaited or self._before)
        except NotRecorded:
            return False
        self._tell()
        return True

    def _await(self) -> None:
        """Wait until nothing is on its way."""
        if self._on_its_way is not None:
            self._run(self._on_its_way)

    def _run(self, transaction: Transaction) -> NotRecorded | None:
        transaction.run()
        return self._finish(transaction)

    def _prepare(self) -> None:
        """Do what is to be done before a commit; NotRecorded if that fails."""
        while self._before:
            call = self._before.popleft()
            try:
                call()
            except OSError as error:
                self._before.appendleft(call)
                raise self._refused(self._in_trouble(sqlite.reason(error))) from error

    def _put_together(self) -> Transaction | None:
        """Return a transaction of all that waits, None if that is nothing.

        NotRecorded if nothing can be written.
        """
        if not (self.misplaced or sqlite_files.misplaced(self._files)):
            self._look_inside()  # of files that are elsewhere, ``look`` tells
        try:
            self._check_place()
        except NotRecorded as failure:
            raise self._refused(failure) from None
        (file, self._file), of_file = (self._file, None), None
        if file is not None:
            of_file = file.statements()
        if of_file is None:
            file = None
        calls, self._after = self._after, deque()
        if not (self._waiting or file):
            self._is_awaited = False
            self._due += calls
            self._is_mended()
            return None
        transaction = Transaction(
            self._writer,
            self._path,
            self._waiting,
            file,
            of_file or (),
            calls,
            is_awaited=self._is_awaited,
        )
        self._waiting, self._is_awaited = [], False
        return transaction

    def _refused(self, failure: NotRecorded) -> NotRecorded:
        """Have the file that was to be written know of the FAILURE; return that."""
        file, self._file = self._file, None
        if file is not None:
            file.failed(failure)
        return failure

    def _finish(self, transaction: Transaction) -> NotRecorded | None:
        """Note what became of TRANSACTION; return why it is to be tried again, None if it is not.

        If only its file cannot be written, all else is tried again without it.
        """
        if self._on_its_way is transaction:
            self._on_its_way = None
        self._written, error = transaction.written_at, transaction.error
        failure: NotRecorded | None = None
        if transaction.is_committed:
            self._due += transaction.calls
            with suppress(NotRecorded):  # the files may have been put elsewhere by now
                self._check_place()
                self._is_mended()
        else:
            self._waiting[:0] = transaction.statements
            self._is_awaited = self._is_awaited or transaction.is_awaited
            self._after.extendleft(reversed(transaction.calls))
            if isinstance(error, sqlite.ERRORS):
                failure = self._failed(error)
        if transaction.file is not None:
            if error is None:
                transaction.file.written()
            else:
                self._file = None  # what was decided meanwhile rests on that version
                is_committed, file = transaction.is_committed, transaction.file
                (file.not_in_place if is_committed else file.failed)(failure or error)
        if error is not None and not isinstance(error, _FORESEEN):
            raise error
        return failure

    def _is_mended(self) -> None:
        """Note that all can be written."""
        self.trouble = self.remedy = ""
        self._due += self._when_mended
        self._when_mended = []

    def _tell(self) -> None:
        """Make the calls that are due."""
        self._is_telling = True
        try:
            while self._due:
                self._due.popleft()()
        finally:
            self._is_telling = False
            if self._due:  # one of them had a fault: the others are not lost
                self.end_turn_soon()

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

        What is written to a file that was removed, or moved away, is lost with the next start. It
        is trouble, too, if what was written last has not reached the disk for long.
        """
        self._other = self._other or self.who_else()
        self.misplaced = sqlite_files.misplaced(self._files)
        if not self.misplaced and self._on_its_way is None:  # what the bot writes now looks alike
            self._look_inside()
            if not self._is_overwritten:
                self._note_last_change()
        with suppress(NotRecorded):
            self._check_place()
        if not self.trouble and self._has_been_on_its_way() >= SLOW_SECONDS:
            self._in_trouble(f"{self._path.name} does not answer")

    def _has_been_on_its_way(self) -> float:
        """Return for how many seconds the thread has had a transaction; 0 if it has none."""
        if self._on_its_way is None or self._clock is None:
            return 0.0
        return self._clock.seconds() - self._sent_at

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
        """Have the thread read which change is the last one, unless it is at that already."""
        if not self._is_noting:
            self._is_noting = True
            self.read_aside(_last_of_bank, self._noted)

    def _noted(self, found: tuple[int, str | None] | None) -> None:
        self._is_noting = False
        if found is not None:
            self._last_change, self._bank = found

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
        done, or the open database is damaged. Who calls this waits for the disk.
        """
        self._await()
        self.look()
        if self._other:
            raise DatabaseError(f"{self.trouble}: {self.remedy}")
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
        for before in (self._reader, self._writer):
            before.close()
        self._writer, self._reader = writer, reader
        self._files = sqlite_files.files_of(self._path)
        self._written = sqlite_files.written_at(self._path)
        self.look()
        self.commit()

    # Reading

    def read(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows that SQL finds, with PARAMETERS, on the disk; DatabaseError."""
        try:
            return self._reader.execute(sql, parameters).fetchall()
        except sqlite.ERRORS as error:
            raise sqlite.unusable(self._path, error) from error

    def read_aside(self, work: Callable[[Read], T], then: Callable[[T], object]) -> None:
        """Have the thread read: call THEN with what WORK returns, which gets what reads the disk.

        WORK has to expect DatabaseError. THEN is not called if it raises an exception.
        """
        self._thread.work_out(lambda: work(self._read_as_writer), then, do_nothing)

    def _read_as_writer(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        try:
            return self._writer.execute(sql, parameters).fetchall()
        except sqlite.ERRORS as error:
            raise sqlite.unusable(self._path, error) from error

    def is_current(self) -> bool:
        """Tell whether its tables are those of this version of the bot."""
        return sqlite.version_of(self._reader) == sqlite.SCHEMA_VERSION

    def close(self) -> None:
        self.commit()
        self._reader.close()
        self._writer.close()


def path_beside(players_file: Path) -> Path:
    return beside(players_file, sqlite_files.SUFFIX)


def last_change(connection: sqlite.Connection) -> int:
    """Return the number of the last change of chips that no start takes back; DatabaseError."""
    with rows_of("changes"):
        ((last,),) = connection.execute(_LAST_CHANGE)
        return last_number(last)


def _last_of_bank(read: Read) -> tuple[int, str | None] | None:
    """Return the number of the last change, and the id of the bank; None if that cannot be read."""
    with suppress(DatabaseError), rows_of("changes"):  # which the next transaction finds
        ((last,),) = read(_LAST_CHANGE)
        ((bank,),) = read("SELECT max(id) FROM bank")
        return last_number(last), bank
    return None


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
