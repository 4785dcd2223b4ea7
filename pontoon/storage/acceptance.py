"""A players.xml that is newer than its database: its chips count, and nothing is done again."""

from collections.abc import Callable, Collection
from datetime import datetime
from pathlib import Path

from pontoon.storage.database import Database
from pontoon.storage.decks import RESTORED, Decks
from pontoon.storage.place import (
    Connection,
    Place,
    connected,
    dialect_of,
    is_missing,
    players_at,
    viewed,
)
from pontoon.storage.players.document import Mark
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.players.pair import ALONE, why_no_pair
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import last_number

_NOT_AGAIN = (
    "UPDATE rounds SET is_given_up = TRUE WHERE ended IS NULL OR number IN (SELECT round FROM due)",
    "DELETE FROM due",
)
"""Give up the rounds that are played, and pay no results: the newer database may have."""


def why_refused(place: Place) -> str:
    """Say why no bot can start with the players.xml and the database of PLACE; "" if one can.

    PlayersFileError or DatabaseError if they cannot be read. Nothing is changed.
    """
    store = _read(players_at(place))
    if is_missing(place):
        return ALONE if store.mark.change is not None else ""
    with viewed(place) as database:
        if database.is_current():
            return why_no_pair(store.mark, Ledger(database, _no_time).mark)
    with connected(place) as connection:
        mark = _mark_of_earlier_version(connection, dialect_of(place).names_in(connection))
        return why_no_pair(store.mark, mark)


def _mark_of_earlier_version(connection: Connection, names: Collection[str]) -> Mark:
    """Return the mark of a database with the tables NAMES, to which this version adds others."""
    if "changes" not in names:
        return Mark()
    ((last,),) = connection.execute("SELECT max(id) FROM changes")
    found = connection.execute("SELECT id FROM bank").fetchone() if "bank" in names else None
    return Mark(found[0] if found else "", last_number(last))


def accept(
    players_file: Path, now: Callable[[], datetime], database: Database | None = None
) -> None:
    """Have DATABASE go with PLAYERS_FILE, or the one beside it: a new one if it is missing.

    The chips in PLAYERS_FILE count. The rounds and decks in play are given up, and both files get
    the id of a new bank. PlayersFileError or DatabaseError if that cannot be done; until the
    database has all of it, nothing is changed.
    """
    store = _read(players_file, database)
    is_opened_here, database = database is None, store.database
    ledger = Ledger(database, now)
    decks = Decks(database, ledger.bank, now)
    for deck in decks:
        if not deck.why:
            decks.open(deck, RESTORED)
    for sql in _NOT_AGAIN:
        database.write(sql)
    store.begin_anew(ledger)
    if is_opened_here:
        database.close()


def _no_time() -> datetime:
    raise AssertionError("nothing is written")


def _read(players_file: Path, database: Database | None = None) -> PlayerStore:
    store = PlayerStore(players_file, database=database)
    store.refresh()
    if store.faults:
        raise PlayersFileError(*store.faults)
    return store
