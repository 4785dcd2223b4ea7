"""Which bot plays, if several are started with one PostgreSQL database (docs/standby.md).

The bot is whoever holds the lock, an advisory lock of the session by which it writes. PostgreSQL
releases it when that session ends. All others are standbys: they look each second whether the lock
is free. The holder counts beats, one a second. If they stand still for long, though its session
lives, as behind a network that is cut, a standby ends the session, and takes the lock.
"""

from collections.abc import Callable
from contextlib import suppress
from secrets import token_hex
from typing import NamedTuple

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

BEAT: Statement = ("UPDATE holder SET beat = beat + 1", ())


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
        ending = (found.process, _ENDING_MILLISECONDS)
        connection.execute("SELECT pg_terminate_backend(?, ?)", ending)

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


def _sign(connection: Connection, me: Me, takeover: float) -> str:
    """Write who holds the lock; return its new id.

    The server ends this session if it is silent for TAKEOVER seconds, as a network is that was cut.
    """
    holder = token_hex(_ID_BYTES)
    for name in _SESSION_ENDS:
        connection.execute("SELECT set_config(?, ?, FALSE)", (name, f"{takeover:.0f}s"))
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
    signed = connection.execute("SELECT id, version, host, beat FROM holder").fetchone()
    return Holder(*found, *(signed or ()))
