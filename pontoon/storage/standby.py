"""Which bot plays, if several are started with one PostgreSQL database (docs/standby.md).

The bot is whoever holds the lock, an advisory lock of the session by which it writes. PostgreSQL
releases it when that session ends. All others are standbys: they look each second whether the lock
is free. The holder counts beats, one a second. If they stand still for long, though its session
lives, as behind a network that is cut, a standby ends the session, and takes the lock.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from secrets import token_hex
from typing import Any, NamedTuple

from pontoon.storage import postgresql
from pontoon.storage.postgresql import Connection
from pontoon.storage.rows import DatabaseError, Statement

LOOK_SECONDS = 1.0
"""How often a standby looks for the lock, and a holder writes a beat."""

_ENDING_MILLISECONDS = 1000
"""How long a standby waits until the session that it ends has released the lock."""

_ID_BYTES = 8

_KEY = "hashtext('pontoonbot'), hashtext(current_schema())"
"""The key of the lock. Each database has its own locks, and so has each schema here."""

_SESSION_ENDS = ("idle_session_timeout", "idle_in_transaction_session_timeout")
"""After so long without a statement PostgreSQL ends a session, outside a transaction and within."""


class Holder(NamedTuple):
    """The bot that holds the lock."""

    process: int
    """The server's process for its session."""
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

    def look(self) -> Held | None:
        """Take the lock if it is free; end the session that holds it if its beat stands still.

        None if this bot still waits. DatabaseError if the URL, or what is there, can never be used,
        or if the bot that plays is of another version.
        """
        try:
            return self._look()
        except postgresql.Unreachable as error:
            self._lose(str(error))
        except postgresql.ERRORS as error:
            self._lose(postgresql.reason(error))
        return None

    def _look(self) -> Held | None:
        if self._connection is None:
            self._connection = postgresql.session(self._url)
        connection = self._connection
        if not _try_lock(connection):
            self._watch(connection)
            if not _try_lock(connection):
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
        where = f"the bot on {found.host or 'another machine'}"
        if self._clock() - self._since < self._takeover:
            self._tell(f"standby: {where} plays")
            return
        self._tell(f"{where} has not answered for {self._takeover:.0f} seconds: I take over")
        _end(connection, found.process)

    def _lose(self, why: str) -> None:
        """Go on without a connection."""
        if self._connection is not None:
            with suppress(*postgresql.ERRORS):
                self._connection.close()
        self._connection = self._seen = None
        self._tell(f"standby: {why}; I try again each second")

    def _tell(self, line: str) -> None:
        if line != self._said:
            self._said = line
            self._say(line)


def _try_lock(connection: Connection) -> bool:
    ((is_mine,),) = connection.execute(f"SELECT pg_try_advisory_lock({_KEY})")
    return bool(is_mine)


def _end(connection: Connection, process: int) -> None:
    """End the session that PROCESS of the server is for."""
    connection.execute("SELECT pg_terminate_backend(?, ?)", (process, _ENDING_MILLISECONDS))


def _limit_silence(connection: Connection, seconds: float) -> None:
    """Have the server end this session if it is silent for SECONDS, as when a network is cut."""
    for name in _SESSION_ENDS:
        connection.execute("SELECT set_config(?, ?, FALSE)", (name, f"{seconds:.0f}s"))


def _sign(connection: Connection, me: Me, takeover: float) -> str:
    """Write who holds the lock, which is this bot now; return its new id."""
    holder = token_hex(_ID_BYTES)
    _limit_silence(connection, takeover)
    postgresql.write(
        connection,
        [
            (
                "CREATE TABLE IF NOT EXISTS holder (id TEXT NOT NULL, version TEXT NOT NULL,"
                " host TEXT NOT NULL, beat BIGINT NOT NULL)",
                (),
            ),
            ("DELETE FROM holder", ()),
            ("INSERT INTO holder VALUES (?, ?, ?, 0)", (holder, *me)),
        ],
    )
    return holder


def holder_of(connection: Connection) -> Holder | None:
    """Return the bot that holds the lock; None if none does. ERRORS."""
    found = connection.execute(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND database ="
        " (SELECT oid FROM pg_database WHERE datname = current_database())"
        " AND (CAST(classid AS BIGINT), CAST(objid AS BIGINT)) ="
        " (CAST(hashtext('pontoonbot') AS BIGINT) & 4294967295,"
        " CAST(hashtext(current_schema()) AS BIGINT) & 4294967295)"
    ).fetchone()
    if found is None:
        return None
    if "holder" not in postgresql.names_in(connection):
        return Holder(*found)
    return Holder(*found, *_signed(connection))


def _signed(connection: Connection) -> tuple[Any, ...]:
    """Return what the last bot that took the lock has written: id, version, host and beat."""
    return connection.execute("SELECT id, version, host, beat FROM holder").fetchone() or ()


class LockLost(DatabaseError):
    """Another bot has taken over: this one must write no more, and can only stand by."""


class Writer:
    """The session of the bot that plays, made by CONNECT; it is made anew when it is lost.

    Used by one thread, but for ``abandon``.
    """

    def __init__(self, held: Held, connect: Callable[[], Connection], takeover: float) -> None:
        self._id = held.id
        self._connect = connect
        self._takeover = takeover
        self._session: Connection | None = held.session
        self._process = held.session.process

    def write(self, number: int, statements: Iterable[Statement]) -> None:
        """Commit STATEMENTS as the transaction of that NUMBER; ERRORS.

        After an error the connection may be lost, and nobody knows whether it was committed. It is
        written again with the same number then, and is not done twice. Numbers count from 1.
        LockLost if another bot plays.
        """
        if self._session is None:
            self._session = self._again()
            _, _, _, last = _signed(self._session)
            if last >= number:
                return
        beat: Statement = ("UPDATE holder SET beat = ? WHERE id = ?", (number, self._id))
        try:
            postgresql.write(self._session, [*statements, beat])
        except postgresql.ERRORS:
            if self._session.is_lost:
                self._session = None
            raise

    def _again(self) -> Connection:
        """Return a new session that holds the lock, which no other bot has held meanwhile."""
        session = self._connect()
        try:
            if not _try_lock(session):
                found = holder_of(session)
                if found is not None and found.process == self._process:
                    _end(session, found.process)  # the server has not noticed that it is lost
                if not _try_lock(session):
                    raise LockLost("another bot plays now")
            if _signed(session)[:1] != (self._id,):
                raise LockLost("another bot has played meanwhile")
            _limit_silence(session, self._takeover)
        except BaseException:
            session.close()
            raise
        self._process = session.process
        return session

    def abandon(self) -> None:
        """Have what the thread waits for fail at once: where a network is cut, nothing else does."""
        if self._session is not None:
            self._session.break_off()

    def close(self) -> None:
        """End the session, and so release the lock."""
        if self._session is not None:
            self._session.close()
