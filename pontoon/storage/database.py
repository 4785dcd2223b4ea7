"""players.db: what must last, and is not in players.xml (docs/decisions/0025).

There is one writer, the bot. What a turn of the reactor writes is one transaction: statements wait
until the turn ends, and what people are to hear waits until the transaction is on the disk. If that
fails, both wait on, and the transaction is tried again. So nobody hears of anything that could
still be lost, and nothing has to be undone.

A thread writes it, and the reactor goes on meanwhile. There is one transaction at a time: what
turns write while one is on its way goes together in the next. Another thread reads, by a connection
of its own: neither the reactor nor a transaction waits for that.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, Concatenate, ParamSpec, TypeVar

from pontoon.engine.errors import NeedsAdmin, NotRecorded
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.reactor import Background, Clock
from pontoon.storage import atomic_file
from pontoon.storage.backend import Backend, Trouble
from pontoon.storage.future import Future, work_out
from pontoon.storage.rows import DatabaseError, Read, Statement
from pontoon.storage.transaction import FileVersion, Transaction

P = ParamSpec("P")
T = TypeVar("T")

SOON_SECONDS = 0.1
"""How long what nobody waits for may wait for a transaction: it is written with others, if any."""

SLOW_SECONDS = 5.0
"""After so long a transaction that is on its way pauses play: people would hear nothing."""

_OF_FILE = (OSError, atomic_file.Overtaken)
"""What a file raises that cannot be written now."""


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
    """The database that BACKEND keeps.

    While a transaction cannot be committed, ``trouble`` says why, and ``remedy`` what an admin must
    do, "" if it ends by itself.
    """

    def __init__(self, backend: Backend) -> None:
        self._clock: Clock | None = None
        """Ends the turns of the reactor; None while there are none."""
        self._thread: Background = _AtOnce()
        """Writes."""
        self._reader: Background = _AtOnce()
        """Reads."""
        self._backend = backend
        self.name = backend.name
        self.who_else: Callable[[], str] = lambda: ""
        """Returns which other bot uses the database, "" for none."""
        self._other = ""
        """The bot that has used it, too: what this one knows of it no longer holds."""
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
        self._is_beat_due = False
        """Whether a transaction is due for those alone who watch that there are any."""
        self._is_looking = False
        """Whether the thread looks after the database, or is about to."""
        self.trouble = ""
        self.remedy = ""
        self._when_mended: list[Callable[[], object]] = []
        """What is to be done when that is over."""

    def run_by(self, clock: Clock, writing: Background, reading: Background) -> None:
        """Have WRITING write at the end of each turn of CLOCK, and what waits already.

        From now on READING reads, in a thread of its own: ``look_up``.
        """
        self._clock, self._thread, self._reader = clock, writing, reading
        if self._waiting or self._before:
            self.end_turn_soon()

    # What this turn writes

    def require(self) -> None:
        """Raise NotRecorded if nothing can be written now: what is about to be done is not done."""
        if not self.try_again():
            raise self._in_trouble(Trouble(self.trouble, self.remedy))

    def try_again(self) -> bool:
        """Tell whether all can be written; if the last time it could not, begin another try."""
        if self.trouble:
            self._send()
        return not self.trouble

    def _in_trouble(self, trouble: Trouble) -> NotRecorded:
        """Note the TROUBLE; return what refuses an action."""
        self.trouble, self.remedy = trouble
        return NeedsAdmin(trouble.why) if trouble.remedy else NotRecorded(trouble.why)

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

    def has_file(self, content: bytes) -> bool:
        """Tell whether the database needs no transaction for that CONTENT of players.xml."""
        return self._backend.has_file(content)

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

    def hurry(self) -> None:
        """Have a transaction fail within seconds from now on, rather than wait for an answer."""
        self._backend.hurry()

    def commit(self) -> bool:
        """Have all that waits on the disk; tell whether it is. ``trouble`` says why it is not.

        Who calls this waits for the disk: not in a turn of the reactor.
        """
        self._await()
        self._backend.look()
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
                trouble = Trouble(error.strerror or str(error))
                raise self._refused(self._in_trouble(trouble)) from error

    def _put_together(self) -> Transaction | None:
        """Return a transaction of all that waits, None if that is nothing.

        NotRecorded if nothing can be written.
        """
        try:
            self._check()
        except NotRecorded as failure:
            raise self._refused(failure) from None
        (file, self._file), of_file = (self._file, None), None
        if file is not None:
            of_file = file.statements()
        if of_file is None:
            file = None
        calls, self._after = self._after, deque()
        if not (self._waiting or file or self._is_beat_due):
            self._is_awaited = False
            self._due += calls
            self._is_mended()
            return None
        transaction = Transaction(
            self._backend.write,
            self._waiting,
            file,
            of_file or (),
            calls,
            is_awaited=self._is_awaited,
        )
        self._waiting, self._is_awaited, self._is_beat_due = [], False, False
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
        error = transaction.error
        failure: NotRecorded | None = None
        if transaction.is_committed:
            self._due += transaction.calls
            with suppress(NotRecorded):  # the files may have been put elsewhere by now
                self._check()
                self._is_mended()
        else:
            self._waiting[:0] = transaction.statements
            self._is_awaited = self._is_awaited or transaction.is_awaited
            self._after.extendleft(reversed(transaction.calls))
            if isinstance(error, self._backend.errors):
                failure = self._in_trouble(self._backend.trouble_with(error))
        if transaction.file is not None:
            if error is None:
                transaction.file.written()
            else:
                self._file = None  # what was decided meanwhile rests on that version
                is_committed, file = transaction.is_committed, transaction.file
                if is_committed:
                    self._backend.take_file_back()
                (file.not_in_place if is_committed else file.failed)(failure or error)
        if error is not None and not isinstance(error, (*self._backend.errors, *_OF_FILE)):
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

    # Where it is

    def look(self, then: Callable[[], object] = do_nothing) -> None:
        """Write nothing from now on if other programs use it or, as a thread finds, have moved it.

        It is trouble, too, if what was written last has not reached the disk for long. THEN is
        called when the thread has looked, unless it was at that already.
        """
        self._other = self._other or self.who_else()
        if not self._is_looking:
            self._is_looking = True
            looked = partial(self._looked, then)
            self._thread.work_out(self._backend.look, lambda _: looked(), looked)
        if not self.trouble and self._has_been_on_its_way() >= SLOW_SECONDS:
            self._in_trouble(Trouble(f"{self.name} does not answer"))
        if self.is_watched:
            self._is_beat_due = True
            self._send()

    def _looked(self, then: Callable[[], object]) -> None:
        self._is_looking = False
        with suppress(NotRecorded):
            self._check()
        then()

    @property
    def is_watched(self) -> bool:
        """Whether other bots watch that it is written to, each second."""
        return self._backend.is_watched

    @property
    def is_lost(self) -> bool:
        """Whether another bot may write now, so that this one must not play."""
        return self._backend.is_lost

    def _has_been_on_its_way(self) -> float:
        """Return for how many seconds the thread has had a transaction; 0 if it has none."""
        if self._on_its_way is None or self._clock is None:
            return 0.0
        return self._clock.seconds() - self._sent_at

    def _check(self) -> None:
        """Raise NotRecorded if nothing can be written."""
        if self._other:
            remedy = "stop both bots, and start one again"
            raise self._in_trouble(Trouble(f"{self._other} uses {self.name} too", remedy))
        if trouble := self._backend.trouble():
            raise self._in_trouble(trouble)

    @property
    def can_be_rescued(self) -> bool:
        return self._backend.can_be_rescued

    async def rescue(self) -> None:
        """Put the database back to where it belongs; DatabaseError."""
        self.look()
        if self._other:
            with suppress(NotRecorded):
                self._check()
            raise DatabaseError(f"{self.trouble}: {self.remedy}")
        await self._in_thread(self._backend.rescue)
        self._send()
        await self._in_thread(do_nothing)  # which is behind what was sent

    def _in_thread(self, work: Callable[[], T]) -> Future[T]:
        """Have the thread that writes do WORK, behind all that it was given before."""
        future: Future[T] = Future()
        work_out(self._thread, work, future)
        return future

    # Reading

    def read(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        """Return the rows that SQL finds, with PARAMETERS, on the disk; DatabaseError.

        Who calls this waits for the disk, or for a server: only where there is no reactor yet.
        """
        if self._clock is not None:
            raise RuntimeError("the reactor would wait for the database: have a thread look up")
        return self._backend.read(sql, parameters)

    def look_up(
        self, find: Callable[Concatenate[Read, P], T], *given: P.args, **named: P.kwargs
    ) -> Future[T]:
        """Have a thread call FIND with what reads the disk, and with all that is GIVEN and NAMED.

        It finds all that was written before, which is on the disk by then. The future has what it
        returns, or else what it raises: DatabaseError if the disk, or a server, does not answer.
        FIND must share nothing with the reactor's thread that changes.
        """
        future: Future[T] = Future()
        work = partial(find, self._read_rows, *given, **named)
        self.when_kept(partial(work_out, self._reader, work, future))
        return future

    def _read_rows(self, sql: str, *parameters: Any) -> list[tuple[Any, ...]]:
        return self._backend.read(sql, parameters)

    def is_current(self) -> bool:
        """Tell whether its tables are those of this version of the bot."""
        return self._backend.is_current()

    def close(self) -> None:
        self.commit()
        self._backend.close()
