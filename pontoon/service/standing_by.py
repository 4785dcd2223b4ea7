"""With a PostgreSQL database: wait until this bot is the one that plays (docs/standby.md)."""

import time
from collections.abc import Callable
from functools import partial
from platform import node

from pontoon import __version__
from pontoon.storage.database import Database
from pontoon.storage.place import Server, dialect_of
from pontoon.storage.rows import DatabaseError

_ALONE_SECONDS = 86_400
"""How long what changes a database while no bot plays may take for one statement."""


def stand_by(
    place: Server,
    takeover: float,
    say: Callable[[str], object],
    alive: Callable[[], object],
    wait: Callable[[float], object] = time.sleep,
) -> Database:
    """Return the database at PLACE as soon as no other bot plays with it; DatabaseError.

    SAY is told, once each, what is waited for. ALIVE is called after each look, while it waits.
    TAKEOVER is in seconds, as in config.ini.
    """
    from pontoon.storage.standby import LOOK_SECONDS

    look = _looking(place, takeover, say)
    while (database := look()) is None:
        alive()
        wait(LOOK_SECONDS)
    return database


def take_alone(place: Server) -> Database:
    """Return the database at PLACE, with which no bot may play; DatabaseError says if one does."""
    said: list[str] = []
    database = _looking(place, _ALONE_SECONDS, said.append)()
    if database is None:
        why = said[-1].removeprefix("standby: ").partition("; ")[0]
        raise DatabaseError(f"{dialect_of(place).shown(place.url)} cannot be changed: {why}")
    return database


def _looking(
    place: Server, takeover: float, say: Callable[[str], object]
) -> Callable[[], Database | None]:
    """Return what looks whether no other bot plays, and returns the database then."""
    dialect = dialect_of(place)  # this tells if psycopg is missing
    from pontoon.storage.server import ServerSession
    from pontoon.storage.standby import Me, Standby, Writer

    standby = Standby(place.url, Me(__version__, node()), takeover, say, time.monotonic)

    def look() -> Database | None:
        held = standby.look()
        if held is None:
            return None
        connect = partial(dialect.session, place.url)
        writer = Writer(held, connect, takeover, time.monotonic)
        return Database(ServerSession(place.url, writer))

    return look
