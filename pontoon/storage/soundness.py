"""Whether a bot can start with its database: everything is read, and nothing is changed."""

import os
from datetime import UTC, datetime
from math import inf
from pathlib import Path

from pontoon.storage import sqlite
from pontoon.storage.channels import Channels
from pontoon.storage.decks import Decks
from pontoon.storage.old_decks import OldDecks
from pontoon.storage.place import Place, Server, connected, connected_beside, path_beside, viewed
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.rounds import Rounds
from pontoon.storage.rows import RESTORE, DatabaseError
from pontoon.storage.sqlite import Connection
from pontoon.storage.sqlite_file import bank_in, last_change, without_log
from pontoon.storage.sqlite_files import log_of
from pontoon.storage.sts_policies import StsPolicies


def check(place: Place, most_bytes: float = inf) -> None:
    """Raise DatabaseError if the database at PLACE is damaged, or cannot be used.

    Of a file with more than MOST_BYTES only the first and the last row of each table are read. A
    server looks after its own.
    """
    if isinstance(place, Server):
        with connected(place):
            return
    _check_file(place, most_bytes)


def _check_file(players_file: Path, most_bytes: float) -> None:
    path = path_beside(players_file)
    if os.path.lexists(path):
        sqlite.check_file(path)
    alone = without_log(path) if log_of(path).exists() else None
    with connected_beside(players_file) as connection:
        _check_origin(path, connection)
        if alone is not None:
            _check_log(path, connection, *alone)
        sqlite.check_tables(connection)
        if path.stat().st_size <= most_bytes:
            sqlite.check_pages(connection)
        else:
            sqlite.check_ends(connection)


def _check_origin(path: Path, connection: Connection) -> None:
    """Raise DatabaseError if another program has made the database at PATH."""
    names = sqlite.names_in(connection)
    if names and "changes" not in names:
        raise DatabaseError(f"{path} is of another program: move it away, or {RESTORE}")


def _check_log(path: Path, connection: Connection, bank: str | None, change: int) -> None:
    """Raise DatabaseError if the -wal beside PATH is of another database.

    It has what was written last: without it there are the same BANK and no CHANGE that is later.
    """
    if bank not in (None, bank_in(connection)) or change > last_change(connection):
        raise DatabaseError(
            f"{path} and {log_of(path).name} do not belong together: one was copied without the"
            f" other; {RESTORE}"
        )


def check_rows(place: Place) -> None:
    """Raise DatabaseError if a start could not load what is in the database at PLACE.

    What an earlier version has kept is loaded only once it has the tables of this one.
    """
    with viewed(place) as database:
        if not database.is_current():
            return
        ledger = Ledger(database, _now)
        ledger.balances()
        Rounds(database, Decks(database, ledger.bank, _now), _now)
        OldDecks(database)
        Channels(database, _now)
        StsPolicies(database, _now)


def _now() -> datetime:
    return datetime.now(UTC)
