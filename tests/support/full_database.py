"""A database with something in every table, and damage to any column of it."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec.structs import replace

from pontoon.storage.channels import Ban, Channels, ChannelSettings
from pontoon.storage.place import path_beside
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rounds import RoundRecord, Rounds
from pontoon.storage.sts_policies import StsPolicies
from tests.support.kept_rounds import TWIST, a_round
from tests.support.ledger_checks import started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import HERE, a_shed_round, keep
from tests.support.sealed_decks import SHED, decks_in, secret_of

OLD_DECK = (
    '{"terms":{"network":"libera","channel":"#den","game":"cutwc","packs":1,"marker":"hands",'
    '"number":1,"before":"nnoUQ6meIzyBzjiVDaSKcJhd5H4"},"secret":"96Udh3Q89PN7uG9A0sDJog",'
    '"cuts":[["dave","years ago"]],"acknowledged":["dave"]}'
)
"""A deck as version 0.5 has it."""


def filled(path: Path) -> None:
    """Write a players.xml at PATH, and a database beside it with rows in every table.

    One round is settled, one is still to be told, and one is being played.
    """
    write(path, file_of(full("dave"), full("kevin")))
    store = started(path)
    store.move_to_bank("kevin", 10)
    keep(store, a_shed_round("0" * 16))
    keep(store, a_shed_round("1" * 16), is_told=False)
    _fill(store)
    assert store.database.commit()
    store.database.close()


def _fill(store: PlayerStore) -> None:
    database, at = store.database, datetime.now
    decks = decks_in(database, store.ledger.bank)
    decks.seal(SHED, secret_of(1))
    database.write("INSERT INTO decks_of_0_5 (number, note) VALUES (1, ?)", OLD_DECK)
    rounds = Rounds(database, decks, lambda: at(UTC))
    playing: RoundRecord = a_round("2" * 16, HERE)
    rounds.begin(replace(playing, began=at(UTC)))
    rounds.add(playing.id, TWIST)
    channels = Channels(database, lambda: at(UTC))
    channels.keep("libera", "#den", settings=ChannelSettings(turn_timeout=60))
    channels.ban(Ban("libera", "mal", "", "evil.example", ""))
    StsPolicies(database, lambda: at(UTC)).keep("irc.example.org", 6697, 10**6)
    database.write("UPDATE changes SET is_made = 0, before = 'x', after = 'y' WHERE id = 4")


def columns(path: Path) -> list[tuple[str, str]]:
    """Return each table of the database beside PATH with each of its columns, all with rows."""
    with closing(sqlite3.connect(path_beside(path))) as database:
        found = [
            *database.execute(
                "SELECT tables.name, columns.name FROM sqlite_master AS tables,"
                " pragma_table_info(tables.name) AS columns WHERE tables.type = 'table'"
            )
        ]
        for table, _ in found:
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() > (0,), table
        return found


def damage(path: Path, table: str, column: str, value: str) -> None:
    """Set COLUMN in the rows of TABLE, or in the last one, to VALUE, which is SQL for anything.

    What it may be by the definition of the table does not matter, as if the disk had changed it.
    """
    with _without_types(path) as database:
        sql = f"UPDATE {table} SET {column} = {value}"
        last = f"WHERE {column} = (SELECT max({column}) FROM {table})"
        for rows in ("", last):  # no two may have the same key, and some keys are numbers always
            with suppress(sqlite3.IntegrityError):
                database.execute(f"{sql} {rows}")
                break
        database.commit()


@contextmanager
def _without_types(path: Path) -> Iterator[sqlite3.Connection]:
    """Give a connection to which the columns of all tables are of any type, and may be empty."""
    file = path_beside(path)
    with closing(sqlite3.connect(file)) as database:
        before = database.execute("SELECT sql, name FROM sqlite_master").fetchall()
        database.execute("PRAGMA writable_schema = ON")
        for old, new in (
            *((") STRICT, WITHOUT ROWID", ") WITHOUT ROWID"), (") STRICT", ")"), (" NOT NULL", "")),
            *(("INTEGER PRIMARY", "@"), (" INTEGER", " BLOB"), (" TEXT", " BLOB")),
            ("@", "INTEGER PRIMARY"),
        ):
            database.execute(
                "UPDATE sqlite_master SET sql = replace(sql, ?, ?) WHERE type = 'table'", (old, new)
            )
        database.commit()
    with closing(sqlite3.connect(file)) as database:
        yield database
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA writable_schema = ON")
        database.executemany("UPDATE sqlite_master SET sql = ? WHERE name = ?", before)
        database.commit()
