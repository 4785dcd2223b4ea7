"""The files that versions up to 0.3.0 kept beside players.xml in place of the database."""

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pontoon.storage.atomic_file import beside, previous
from pontoon.storage.players.store import PlayerStore

_SUFFIXES = (".journal", ".journal~", ".ledger", ".ledger.*", ".history-*", ".sts", ".sts~")


def why_not_upgraded(players_file: Path) -> str:
    """Return why the database must not be created beside PLAYERS_FILE yet; "" if it may be.

    The results of rounds that only the old journal has would never be paid or told.
    """
    journal = beside(players_file, ".journal")
    due = _due(journal)
    if not due:
        return ""
    which = "a round that is" if due == 1 else f"{due} rounds that are"
    return (
        f"{journal} has the result of {which} not paid or told yet: start the version before once"
        " more, wait until the channel has heard the result, stop it, and start this version again"
    )


def told(store: PlayerStore, players_file: Path) -> Iterator[str]:
    """Yield lines about the database, which is new, beside PLAYERS_FILE with the players of STORE.

    Nothing is said where nobody has played yet.
    """
    patterns = [beside(players_file, suffix) for suffix in _SUFFIXES]
    if old := {each.name for pattern in patterns for each in pattern.parent.glob(pattern.name)}:
        yield (
            f"{', '.join(sorted(old))}: no longer read, since players.db has what they were for;"
            " the ledger and the history begin anew, and you may move them away"
        )
        return
    records = [each for player in store.players() for each in player.records.values()]
    if previous(players_file).exists() or any(record.played for record in records):
        yield (
            f"players.db was missing beside {players_file}: the ledger and the history begin anew"
            " with the chips found; if you have a backup of players.db, stop the bot and restore"
            " it"
        )


def _due(journal: Path) -> int:
    """Return how many results JOURNAL has that are not paid and told."""
    due: set[str] = set()
    with suppress(FileNotFoundError, NotADirectoryError):
        for line in journal.read_bytes().splitlines():
            with suppress(ValueError):  # a torn or damaged line; the bot of that time skips it, too
                match json.loads(line):
                    case {"ended": str(name)}:
                        due.add(name)
                    case {"round": str(name), "told": True}:
                        due.discard(name)
    return len(due)
