"""Whether a bot can start with its database: what it loads is read, and nothing is changed."""

from datetime import UTC, datetime
from pathlib import Path

from pontoon.storage.channels import Channels
from pontoon.storage.database import SCHEMA_VERSION, viewed
from pontoon.storage.decks import deck_file
from pontoon.storage.decks.deck_file import DeckFile
from pontoon.storage.decks.deck_notes import DeckNotes
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.rounds import Rounds
from pontoon.storage.sts_policies import StsPolicies

_ANY_ID = "0" * 32


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
