"""Putting a backup back: both files, or neither, whatever happens meanwhile.

Copies of both are made beside the files, and checked. Then a single rename says that they count. To
put them in place takes several more; where that is interrupted, ``complete`` goes on with it, at
the next start of the bot or the next restore.
"""

from contextlib import closing, suppress
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from pontoon.irc.casemapping import rfc1459
from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.acceptance import why_refused
from pontoon.storage.atomic_file import behind_links, previous
from pontoon.storage.place import connected_beside, path_beside
from pontoon.storage.players.document import Mark, PlayersDocument
from pontoon.storage.players.ledger import new_bank
from pontoon.storage.players.store import RECORDED
from pontoon.storage.rows import DatabaseError
from pontoon.storage.soundness import check, check_rows
from pontoon.storage.sqlite_file import bank_in

INCOMPLETE = (
    "a restore is not complete; the next start of the bot, or the next restore, goes on with it"
)


class Lost(Struct, frozen=True):
    """What the database had that was there, and the backup has not."""

    rounds: int
    changes: int
    decks: int


class _Staged(NamedTuple):
    """Where the copies wait: as a pair that can be checked, and PLAYERS once they count."""

    pair: Path
    database: Path
    players: Path

    @classmethod
    def beside(cls, players_file: Path) -> "_Staged":
        target = behind_links(players_file)
        pair = target.with_name(f".{target.stem}.restored.xml")
        return cls(pair, path_beside(pair), target.with_name(f".{target.name}.restored"))


def restore(players_file: Path, copy: Path) -> Lost | None:
    """Put COPY in the place of the database beside PLAYERS_FILE, and the file beside it in its own.

    What was there is kept at the ``previous`` paths. Return what is lost; None if nobody can tell.
    DatabaseError, or PlayersFileError, if the backup cannot be used, and then nothing has changed.
    No bot may use the files.
    """
    staged = _Staged.beside(players_file)
    players = copy.with_suffix(".xml")
    _refuse(players_file, copy, players)
    try:
        _stage(players_file, copy, players, staged)
        lost = _lost(players_file, staged.pair)
        if lost != Lost(0, 0, 0):
            _begin_another_bank(staged)
        sqlite_files.remove(previous(path_beside(players_file)))
        fs.replace(staged.pair, staged.players)
    except (OSError, *sqlite.ERRORS) as error:
        _discard(staged)
        raise DatabaseError(f"{copy} cannot be copied: {sqlite.reason(error)}") from error
    except BaseException:
        _discard(staged)
        raise
    complete(players_file)
    return lost


def is_incomplete(players_file: Path) -> bool:
    """Tell whether a restore counts that is still to be completed: until then there is no pair."""
    return _Staged.beside(players_file).players.exists()


def refuse_incomplete(players_file: Path) -> None:
    """Raise DatabaseError if the files that are there are not of one moment, but of a restore."""
    if is_incomplete(players_file):
        raise DatabaseError(f"{players_file}: {INCOMPLETE}")


def complete(players_file: Path) -> bool:
    """Go on with a restore that was interrupted; return whether there was one to go on with.

    DatabaseError if that cannot be done now: do it again. No bot may use the files.
    """
    staged = _Staged.beside(players_file)
    if not is_incomplete(players_file):
        _discard(staged)
        return False
    database, target = path_beside(players_file), behind_links(players_file)
    try:
        atomic_file.sync_folder(target.parent)
        if staged.database.exists():
            sqlite_files.put_aside(database)
            fs.replace(staged.database, database)
            atomic_file.sync_folder(target.parent)
        with suppress(FileNotFoundError):
            fs.replace(target, previous(target))
        fs.replace(staged.players, target)
        atomic_file.sync_folder(target.parent)
    except OSError as error:
        raise DatabaseError(
            f"{target.parent} cannot be written ({sqlite.reason(error)}): {INCOMPLETE}"
        ) from error
    return True


def _refuse(players_file: Path, copy: Path, players: Path) -> None:
    """Raise DatabaseError if COPY and PLAYERS cannot be a backup of the files that are there."""
    for each, ours in ((copy, path_beside(players_file)), (players, players_file)):
        if not each.is_file():
            raise DatabaseError(f"{each} is missing: name a copy that pontoonbot backup has made")
        if ours.exists() and each.samefile(ours):
            raise DatabaseError(f"{each} is in use by the bot: a backup lies in another folder")


def _stage(players_file: Path, copy: Path, players: Path, staged: _Staged) -> None:
    """Copy both files, and check what comes of it."""
    sqlite_files.remove(staged.database)
    database, target = path_beside(players_file), behind_links(players_file)
    like = database.stat() if database.exists() else None
    atomic_file.write_new(staged.database, b"", like)
    with sqlite.connected_at(copy) as source:
        sqlite.copy(source, staged.database)
    like = target.stat() if target.exists() else players.stat()
    atomic_file.write_new(staged.pair, atomic_file.read(players)[0], like)
    try:
        check(staged.pair)
        check_rows(staged.pair)
    except DatabaseError as error:
        raise DatabaseError(str(error).replace(str(staged.database), str(copy))) from error
    if why := why_refused(staged.pair):
        raise DatabaseError(f"{copy} and {players.name} are not of one backup: {why}")


def _lost(players_file: Path, restored: Path) -> Lost | None:
    """Return what the database beside PLAYERS_FILE has beyond the one beside RESTORED.

    None if that cannot be told.
    """
    try:
        with connected_beside(players_file) as before, connected_beside(restored) as after:
            if _went_on(before, after):
                return None
            return Lost(*(_beyond(before, after, *each) for each in _NUMBERED))
    except DatabaseError:
        return None


def _went_on(before: sqlite.Connection, after: sqlite.Connection) -> bool:
    """Tell whether BEFORE is of another bank than AFTER, and was played on: numbers mean nothing.

    Decks that are in play in AFTER may have been opened since.
    """
    if bank_in(before) == bank_in(after):
        return False
    states = (each.execute(_DECKS).fetchone() for each in (before, after))
    return len({*states}) > 1


_DECKS = "SELECT count(*), sum(length(deck)), count(CASE WHEN is_told THEN 1 END) FROM decks"
"""What changes whenever a deck is sealed, opened or told."""

_NUMBERED = (("rounds", "number"), ("changes", "id"), ("decks", "n"))
"""Where what can be lost is counted."""


def _beyond(before: sqlite.Connection, after: sqlite.Connection, table: str, number: str) -> int:
    """Return how many of those with a NUMBER in TABLE came behind the last one AFTER."""
    ((last,),) = after.execute(f"SELECT coalesce(max({number}), 0) FROM {table}")
    ((more,),) = before.execute(
        f"SELECT count(DISTINCT {number}) FROM {table} WHERE {number} > ?", (last,)
    )
    return int(more)


def _begin_another_bank(staged: _Staged) -> None:
    """Give both copies the id of another bank: lost numbers of decks are given again (FAIR)."""
    document = PlayersDocument(atomic_file.read(staged.pair)[0], rfc1459, RECORDED)
    if document.mark.change is None:  # of a version that knows no banks, as the database is
        return
    bank = new_bank()
    with closing(sqlite.opened(staged.database)) as copy, sqlite.transaction(copy):
        copy.execute("UPDATE bank SET id = ?", (bank,))
    document.sign(Mark(bank, document.mark.change))
    atomic_file.write_new(staged.pair, document.content(), staged.pair.stat())


def _discard(staged: _Staged) -> None:
    """Remove the copies of a restore that has failed; if that fails too, they still count, or not.

    What says that they count goes first.
    """
    with suppress(OSError):
        if staged.players.exists():
            fs.remove(staged.players)
            fs.sync_folder(staged.players.parent)
        sqlite_files.remove(staged.database)
        fs.remove(staged.pair)
