"""A players.xml that is newer than its database: its chips count, and nothing is done again."""

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from pontoon.storage.database import bank_in, connected, path_beside, viewed
from pontoon.storage.decks import RESTORED, Decks
from pontoon.storage.players.document import Mark
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.players.pair import ALONE, why_no_pair
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import last_number
from pontoon.storage.sqlite import Connection, names_in

_NOT_AGAIN = (
    "UPDATE rounds SET is_given_up = TRUE WHERE ended IS NULL OR number IN (SELECT round FROM due)",
    "DELETE FROM due",
)
"""Give up the rounds that are played, and pay no results: the newer database may have."""


def why_refused(players_file: Path) -> str:
    """Say why no bot can start with PLAYERS_FILE and the database beside it; "" if one can.

    PlayersFileError or DatabaseError if they cannot be read. Nothing is changed.
    """
    store = _read(players_file)
    if not path_beside(players_file).exists():
        return ALONE if store.mark.change is not None else ""
    with viewed(players_file) as database:
        if database.is_current():
            return why_no_pair(store.mark, Ledger(database, _no_time).mark)
    with connected(players_file) as connection:
        return why_no_pair(store.mark, _mark_of_earlier_version(connection))


def _mark_of_earlier_version(connection: Connection) -> Mark:
    """Return the mark of a database to which this version adds tables; Mark() if it is empty."""
    if "changes" not in names_in(connection):
        return Mark()
    ((last,),) = connection.execute("SELECT max(id) FROM changes")
    return Mark(bank_in(connection) or "", last_number(last))


def accept(players_file: Path, now: Callable[[], datetime]) -> None:
    """Have the database beside PLAYERS_FILE go with it: a new one if it is missing.

    The chips in PLAYERS_FILE count. The rounds and decks in play are given up, and both files get
    the id of a new bank. PlayersFileError or DatabaseError if that cannot be done; until the
    database has all of it, nothing is changed.
    """
    store = _read(players_file)
    database = store.database
    ledger = Ledger(database, now)
    decks = Decks(database, ledger.bank, now)
    for deck in decks:
        if not deck.why:
            decks.open(deck, RESTORED)
    for sql in _NOT_AGAIN:
        database.write(sql)
    store.begin_anew(ledger)
    database.close()


def _no_time() -> datetime:
    raise AssertionError("nothing is written")


def _read(players_file: Path) -> PlayerStore:
    store = PlayerStore(players_file)
    store.refresh()
    if store.faults:
        raise PlayersFileError(*store.faults)
    return store
