"""Which bot plays, if several are started with one PostgreSQL database (docs/standby.md).

The bot is whoever holds the lock, an advisory lock of the session by which it writes. PostgreSQL
releases it when that session ends. All others are standbys: they look each second whether the lock
is free. The holder counts beats, one a second. If they stand still for long, though its session
lives, as behind a network that is cut, a standby ends the session, and takes the lock.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from math import inf
from secrets import token_hex
from threading import Event, Timer
from typing import Any, NamedTuple

from pontoon.storage import postgresql
from pontoon.storage.postgresql import Connection, Unreachable
from pontoon.storage.rows import DatabaseError, Statement

LOOK_SECONDS = 1.0
"""How often a standby looks for the lock, and a holder writes a beat."""

RETURN_SECONDS = 3.0
"""How long a standby leaves the lock to the bot that has played when the server is there again."""

ANSWER_SECONDS = 5.0
"""How long a look may take: a session in a network that is cut would wait for ever."""

_GRACE_SECONDS = 1.0
"""How much longer than a standby waits the server lets a session be silent.

By then the bot has left IRC, where its nick is free for another one.
"""

_ID_BYTES = 8

_OWN_TABLES = (
    "CREATE TABLE IF NOT EXISTS holder (id TEXT NOT NULL, version TEXT NOT NULL,"
    " host TEXT NOT NULL, beat BIGINT NOT NULL)",
    "CREATE TABLE IF NOT EXISTS document (n BIGINT PRIMARY KEY, piece BYTEA NOT NULL)",
)
"""Those that SQLite needs not: who plays, and players.xml (``kept_document``)."""


class Holder(NamedTuple):
    """The bot that holds the lock."""

    process: int
    """The server's process for its session."""
    active: str
    """When that has begun or ended a statement the last time, be it one that has failed."""
    id: str = ""
    """Its own for each time that a bot has taken the lock; "" until it has written one."""
    version: str = ""
    """Of the program."""
    host: str = ""
    """The machine that it runs on."""
    beat: int = 0
    """The number of its last transaction."""


class Me(NamedTuple):
    """The VERSION of the program, and the HOST that it runs on."""

    version: str
    host: str


class Held(NamedTuple):
    """The session that has the lock, and what it has signed with."""

    session: Connection
    id: str


class Standby:
    """A bot that waits until it is the one that plays, with the database at URL.

    TAKEOVER is how many seconds the beat of the bot that plays may stand still by CLOCK. SAY is
    told, once each, what is waited for: another bot, or a server that cannot be reached.
    """

    def __init__(
        self,
        url: str,
        me: Me,
        takeover: float,
        say: Callable[[str], object],
        clock: Callable[[], float],
    ) -> None:
        self._url = url
        self._me = me
        self._takeover = takeover
        self._say = say
        self._clock = clock
        self._connection: Connection | None = None
        self._said = ""
        self._seen: Holder | None = None
        self._since = 0.0
        """When that beat was first seen."""
        self._not_before = -inf
        """Until then the lock is left to the bot that has played."""

    def look(self) -> Held | None:
        """Take the lock if it is free; end the session that holds it if its beat stands still.

        None if this bot still waits. DatabaseError if the URL, or what is there, can never be used,
        or if the bot that plays is of another version.
        """
        try:
            if self._connection is None:
                self._connection = postgresql.session(self._url)
                # Who has played has lost the server, too, and comes back.
                up = 0.0 if self._seen else postgresql.seconds_up(self._connection)
                self._not_before = self._clock() + RETURN_SECONDS - up
            with self._connection.at_most(ANSWER_SECONDS):
                return self._look(self._connection)
        except (Unreachable, *postgresql.ERRORS) as error:
            self._lose(_why(error))
        return None

    def _look(self, connection: Connection) -> Held | None:
        if self._clock() < self._not_before:
            self._tell("standby: the server has just started: who has played may come back")
            return None
        if not postgresql.try_lock(connection):
            self._watch(connection)
            if not postgresql.try_lock(connection):
                return None
        postgresql.add_tables(connection)
        return Held(connection, _sign(connection, self._me, self._takeover))

    def _watch(self, connection: Connection) -> None:
        found = holder_of(connection)
        if found is None:  # it has gone meanwhile
            return
        if found.version not in ("", self._me.version):
            raise DatabaseError(
                f"the bot that plays, on {found.host}, has version {found.version}, and this one"
                f" {self._me.version}: a standby must have the same"
            )
        if found != self._seen:
            self._seen, self._since = found, self._clock()
        where = _where(found)
        if self._clock() - self._since < self._takeover:
            self._tell(f"standby: {where} plays")
            return
        self._tell(f"{where} has not answered for {self._takeover:.0f} seconds: I take over")
        postgresql.end_session(connection, found.process)

    def _lose(self, why: str) -> None:
        """Go on without a connection."""
        if self._connection is not None:
            with suppress(*postgresql.ERRORS):
                self._connection.close()
        self._connection = None
        self._tell(f"standby: no connection to the database: {why}; I try again each second")

    def _tell(self, line: str) -> None:
        if line != self._said:
            self._said = line
            self._say(line)


def _why(error: Exception) -> str:
    return error.why if isinstance(error, Unreachable) else postgresql.reason(error)


def _sign(connection: Connection, me: Me, takeover: float) -> str:
    """Write who holds the lock, which is this bot now; return its new id."""
    holder = token_hex(_ID_BYTES)
    postgresql.end_when_silent(connection, takeover + _GRACE_SECONDS)
    postgresql.write(
        connection,
        [
            *((sql, ()) for sql in _OWN_TABLES),
            ("DELETE FROM holder", ()),
            ("INSERT INTO holder VALUES (?, ?, ?, 0)", (holder, *me)),
        ],
    )
    return holder


def holder_of(connection: Connection) -> Holder | None:
    """Return the bot that holds the lock; None if none does. ERRORS."""
    found = postgresql.lock_owner(connection)
    if found is None:
        return None
    if "holder" not in postgresql.names_in(connection):
        return Holder(*found)
    return Holder(*found, *_signed(connection))


def _signed(connection: Connection) -> tuple[Any, ...]:
    """Return what the last bot that took the lock has written: id, version, host and beat."""
    return connection.execute("SELECT id, version, host, beat FROM holder").fetchone() or ()


@contextmanager
def without_bots(url: str) -> Iterator[None]:
    """Have no bot play with the database at URL meanwhile; DatabaseError if one does already."""
    with closing(postgresql.session(url)) as session:
        if not postgresql.try_lock(session):
            where = _where(holder_of(session))
            raise DatabaseError(f"{postgresql.shown(url)} is in use by {where}: stop that first")
        yield


def host_that_plays(url: str) -> str | None:
    """Return the machine of the bot that plays with the database at URL; None if none does.

    DatabaseError if that cannot be found out.
    """
    with postgresql.connected_at(url) as connection:
        found = holder_of(connection)
        return None if found is None else found.host


def _where(found: Holder | None) -> str:
    return f"the bot on {(found and found.host) or 'another machine'}"


class LockLost(DatabaseError):
    """Another bot has taken over: this one must write no more, and can only stand by."""


class OlderDatabase(DatabaseError):
    """The server lacks what was committed, as a replica does that lagged when it was promoted."""


class Writer:
    """The session of the bot that plays, made by CONNECT; it is made anew when it is lost.

    TAKEOVER is how many seconds by CLOCK a standby waits for an answer. One thread writes.
    """

    def __init__(
        self,
        held: Held,
        connect: Callable[[], Connection],
        takeover: float,
        clock: Callable[[], float],
    ) -> None:
        self._id = held.id
        self._connect = connect
        self._takeover = takeover
        self._clock = clock
        self._session: Connection | None = held.session
        self._process = held.session.process
        self._number = 0
        """The number of the last transaction, which is the beat."""
        self._answered_at = clock()
        """No later than when the server had the last beat that it has acknowledged."""
        self._is_superseded = False
        self._is_writing = False
        self._is_given_up = Event()
        self.trouble = ""
        """Why the server cannot be reached; "" if it can."""

    @property
    def is_lost(self) -> bool:
        """Whether another bot plays, or may: a standby has seen no beat for long enough."""
        return self._is_superseded or self._clock() - self._answered_at >= self._takeover

    def write(self, statements: Sequence[Statement]) -> None:
        """Commit STATEMENTS as one transaction; ERRORS, and then nothing of it.

        If the session is lost, nobody knows whether it was committed. A new session tells, and what
        was not is written again: this waits until the server can be reached, or for ``hurry``.
        LockLost if another bot plays; OlderDatabase if the server lacks what was committed before.
        """
        self._is_writing = True
        try:
            self._write_or_wait(self._number + 1, statements)
        finally:
            self._is_writing = False

    def _write_or_wait(self, number: int, statements: Sequence[Statement]) -> None:
        while True:
            began = self._clock()
            try:
                self._write(number, statements)
                self._number = number
            except (Unreachable, *postgresql.ERRORS) as error:
                if self._session is not None and not self._session.is_lost:
                    self._answered_at, self.trouble = began, ""
                    raise
                self._session = None
                self.trouble = _why(error)
            except LockLost:
                self._is_superseded = True
                raise
            else:
                self._answered_at, self.trouble = began, ""
                return
            if self._is_given_up.wait(LOOK_SECONDS):
                raise LockLost(self.trouble)

    def _write(self, number: int, statements: Sequence[Statement]) -> None:
        """Commit STATEMENTS as the transaction of that NUMBER, unless a lost session has."""
        if self._session is None:
            self._session, last = self._again()
            if last == number:
                return
        beat: Statement = ("UPDATE holder SET beat = ? WHERE id = ?", (number, self._id))
        with self._session.at_most(ANSWER_SECONDS if self._is_given_up.is_set() else None):
            postgresql.write(self._session, [*statements, beat])

    def _again(self) -> tuple[Connection, int]:
        """Return a new session that holds the lock, which no other bot has held meanwhile.

        With it comes the number of the last transaction that is in the database.
        """
        session = self._connect()
        try:
            if not postgresql.try_lock(session):
                found = holder_of(session)
                if found is not None and found.process == self._process:
                    # The server has not noticed that the session is lost.
                    postgresql.end_session(session, found.process)
                if not postgresql.try_lock(session):
                    raise LockLost("another bot plays now")
            signed = _signed(session)
            if signed[:1] != (self._id,):
                raise LockLost("another bot has played meanwhile")
            last: int = signed[-1]
            if last < self._number:
                raise OlderDatabase(f"the database lacks {self._number - last} transactions")
            postgresql.end_when_silent(session, self._takeover + _GRACE_SECONDS)
        except BaseException:
            session.close()
            raise
        self._process = session.process
        return session, last

    def hurry(self) -> None:
        """Have ``write`` fail within ``ANSWER_SECONDS`` from now on, be it in a cut network."""
        self._is_given_up.set()
        timer = Timer(ANSWER_SECONDS, self._break_off, [self._number])
        timer.daemon = True
        timer.start()

    def _break_off(self, number: int) -> None:
        """End the session if it waits for what comes behind the transaction of that NUMBER."""
        if self._is_writing and self._number == number and self._session is not None:
            self._session.break_off()

    def close(self) -> None:
        """End the session, and so release the lock."""
        if self._session is not None:
            self._session.close()
