"""Whether a bot can start with its database: everything is read, and nothing is changed."""

import os
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from math import inf
from pathlib import Path

from pontoon.storage.channels import Channels
from pontoon.storage.database import (
    SCHEMA_VERSION,
    SQLITE_ERRORS,
    add_tables,
    check_file,
    check_pages,
    connected,
    last_change,
    path_beside,
    version_of,
    viewed,
)
from pontoon.storage.database_files import log_of
from pontoon.storage.decks import deck_file
from pontoon.storage.decks.deck_file import DeckFile
from pontoon.storage.decks.deck_notes import DeckNotes
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.rounds import Rounds
from pontoon.storage.rows import RESTORE, DatabaseError
from pontoon.storage.sts_policies import StsPolicies

_ANY_ID = "0" * 32


def check(players_file: Path, most_bytes: float = inf) -> None:
    """Raise DatabaseError if the database beside PLAYERS_FILE is damaged, or cannot be used.

    Of one with more than MOST_BYTES only the first and the last row of each table are read.
    """
    path = path_beside(players_file)
    if os.path.lexists(path):
        check_file(path)
    without_log = _without_log(path) if log_of(path).exists() else None
    with connected(players_file) as connection:
        _check_origin(path, connection)
        if without_log is not None:
            _check_log(path, connection, *without_log)
        _check_tables(connection)
        if path.stat().st_size <= most_bytes:
            check_pages(connection)
        else:
            _check_ends(connection)


def _check_origin(path: Path, connection: sqlite3.Connection) -> None:
    """Raise DatabaseError if another program has made the database at PATH."""
    tables = [name for (name,) in connection.execute("SELECT name FROM sqlite_master")]
    if tables and "changes" not in tables:
        raise DatabaseError(f"{path} is of another program: move it away, or {RESTORE}")


def _without_log(path: Path) -> tuple[str | None, int]:
    """Return the bank and the last change of the database at PATH, as it is without its -wal."""
    uri = f"{path.absolute().as_uri()}?immutable=1"
    try:
        with closing(sqlite3.connect(uri, uri=True)) as connection:
            return _bank(connection), last_change(connection)
    except (*SQLITE_ERRORS, DatabaseError):
        return None, 0  # a kill may have left it so, while the -wal was being written into it


def _check_log(path: Path, connection: sqlite3.Connection, bank: str | None, change: int) -> None:
    """Raise DatabaseError if the -wal beside PATH is of another database.

    It has what was written last: without it there are the same BANK and no CHANGE that is later.
    """
    if bank not in (None, _bank(connection)) or change > last_change(connection):
        raise DatabaseError(
            f"{path} and {log_of(path).name} do not belong together: one was copied without the"
            f" other; {RESTORE}"
        )


def _bank(connection: sqlite3.Connection) -> str | None:
    """Return the id of the bank; None if the database has none yet."""
    if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'bank'").fetchone():
        return None
    (found,) = connection.execute("SELECT id FROM bank").fetchone() or (None,)
    return found


def _check_tables(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.Error if a start could not add to the tables, or would lack any of them."""
    with _in_memory() as wanted, _in_memory() as copy:
        for (sql,) in connection.execute(
            "SELECT sql FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'"
        ):
            copy.execute(sql)
        add_tables(copy, version_of(connection))
        add_tables(wanted, 0)
        for table, columns in wanted.execute(
            "SELECT tables.name, group_concat(columns.name)"
            " FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns"
            " WHERE tables.type = 'table' GROUP BY 1"
        ):
            copy.execute(f"SELECT {columns} FROM {table}")


def _in_memory() -> closing[sqlite3.Connection]:
    return closing(sqlite3.connect(":memory:", isolation_level=None))


def _check_ends(connection: sqlite3.Connection) -> None:
    """Raise sqlite3.Error if the first or the last row of a table cannot be read."""
    tables = connection.execute(
        "SELECT tables.name, ifnull(group_concat(columns.name), 'rowid')"
        " FROM sqlite_master AS tables LEFT JOIN pragma_table_info(tables.name) AS columns ON pk"
        " WHERE tables.type = 'table' GROUP BY 1"
    ).fetchall()
    for table, key in tables:
        backwards = key.replace(",", " DESC,")
        for order in (key, f"{backwards} DESC"):
            connection.execute(f"SELECT * FROM {table} ORDER BY {order} LIMIT 1").fetchall()


def check_rows(players_file: Path) -> None:
    """Raise DatabaseError if a start could not load what is in the database beside PLAYERS_FILE.

    What an earlier version has kept is loaded only once it has the tables of this one.
    """
    with viewed(players_file) as database:
        if database.read("PRAGMA user_version") < [(SCHEMA_VERSION,)]:
            return
        Ledger(database, _now).balances()
        Rounds(database, DeckNotes(database), _now)
        Channels(database, _now)
        StsPolicies(database, _now)
        DeckFile(deck_file.path_beside(players_file), database, _now, _ANY_ID)


def _now() -> datetime:
    return datetime.now(UTC)
