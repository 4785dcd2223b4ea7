"""Backups, and removing old rounds: players.xml and the database are of one moment, and add up."""

import os
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from stat import S_IMODE

from msgspec import Struct

from pontoon.storage import atomic_file, fs, sqlite, sqlite_files
from pontoon.storage.acceptance import why_refused
from pontoon.storage.atomic_file import stamp
from pontoon.storage.place import (
    Connection,
    Place,
    Server,
    connected_beside,
    database_at,
    dialect_of,
    players_at,
)
from pontoon.storage.players.kept_document import content_in
from pontoon.storage.players.player import Fault, PlayersFileError, unusable
from pontoon.storage.restore import refuse_incomplete
from pontoon.storage.rows import DatabaseError, midnight

_TRIES = 100
"""How often the files are read again if a running bot has changed them."""


def snapshot(place: Place, database: Connection) -> bytes:
    """Return what the players.xml of PLACE says, and from that moment on read DATABASE as it is.

    That of a bot on another machine is read from the database, too. PlayersFileError or
    DatabaseError if it cannot be read.
    """
    players_file, hold = players_at(place), dialect_of(place).hold
    if isinstance(place, Server):
        hold(database)
        return content_in(lambda sql, *given: database.execute(sql, given))
    try:
        for _ in range(_TRIES):
            content, before = atomic_file.read(players_file)
            hold(database)
            if stamp(players_file) == before:
                return content
            database.rollback()
    except OSError as error:
        raise PlayersFileError(unusable("read", error)) from error
    raise PlayersFileError(Fault(0, "another program keeps changing it"))


def back_up(
    players_file: Path, target: Path, progress: Callable[[int, int], None] = lambda *_: None
) -> tuple[Path, Path]:
    """Copy the database beside PLAYERS_FILE to TARGET, and that file beside it; return both.

    PROGRESS is told now and then how many pages are copied, of how many. DatabaseError or
    PlayersFileError if that cannot be done; nothing is overwritten.
    """
    copies = target, target.with_suffix(".xml")
    if target == copies[1]:
        raise DatabaseError(f"{target} is for players.xml: name the copy of players.db, as in x.db")
    for copy in copies:
        _refuse_if_there(copy)
    refuse_incomplete(players_file)
    _refuse_no_pair(players_file)
    fresh = atomic_file.fresh_beside(copies[0]), atomic_file.fresh_beside(copies[1])
    try:
        with connected_beside(players_file) as database:
            content = snapshot(players_file, database)
            mode = S_IMODE(players_file.stat().st_mode)
            sqlite_files.remove(fresh[0])  # what a killed backup has left
            atomic_file.write_new(fresh[0], b"")
            sqlite.copy(database, fresh[0], progress)
        atomic_file.write_new(fresh[1], content, mode=mode)
        _put_in_place(fresh, copies)
    except OSError as error:
        raise DatabaseError(f"{target} cannot be written: {sqlite.reason(error)}") from error
    finally:
        _remove(*fresh)
    return copies


def _refuse_no_pair(players_file: Path) -> None:
    """Raise DatabaseError if PLAYERS_FILE and the database are no pair: no restore takes them.

    A file with mistakes is kept as it is: somebody can correct the copy.
    """
    with suppress(PlayersFileError):
        if why := why_refused(players_file):
            raise DatabaseError(f"{players_file}: {why}")


def _put_in_place(fresh: Sequence[Path], copies: Sequence[Path]) -> None:
    """Give the FRESH files the names of COPIES: both, or none of them."""
    done: list[Path] = []
    try:
        for new, copy in zip(fresh, copies, strict=True):
            _refuse_if_there(copy)
            fs.replace(new, copy)
            done.append(copy)
    except BaseException:
        _remove(*done)
        raise
    atomic_file.sync_folder(copies[0].parent)


def _remove(*paths: Path) -> None:
    """Remove what is left of a backup that has failed, as far as that can be done."""
    for each in paths:
        with suppress(OSError):
            sqlite_files.remove(each)


def _refuse_if_there(copy: Path) -> None:
    if os.path.lexists(copy):
        raise DatabaseError(f"{copy} is there already: a backup overwrites nothing")


_PRUNED = """CREATE TEMP TABLE pruned AS
    SELECT number, changes.id AS change FROM rounds LEFT JOIN changes ON round = rounds.id
    WHERE ended < ? AND settled IS NOT NULL AND coalesce(is_made, TRUE)
    AND number NOT IN (SELECT round FROM due)"""
"""The rounds that go. What is still to be told, or marked in the ledger, stays."""

_STATEMENTS = (
    # The changes of these rounds, up to any other change, become one: the last of them. It begins
    # where the first of them began for each account, and ends where the last of them ended.
    """CREATE TEMP TABLE summed AS
    WITH marked AS (
        SELECT id, why = 'pruned' OR id IN (SELECT change FROM pruned) AS goes FROM changes
    ), runs AS (
        SELECT id, goes, max(CASE WHEN goes THEN 0 ELSE id END) OVER (ORDER BY id) AS run
        FROM marked
    )
    SELECT id AS change, max(id) OVER (PARTITION BY run) AS target FROM runs WHERE goes""",
    """CREATE TEMP TABLE sums AS
    SELECT DISTINCT target, kind, name, first_value(before) OVER run AS before,
        last_value(after) OVER run AS after
    FROM entries JOIN summed USING (change)
    WINDOW run AS (PARTITION BY target, kind, name ORDER BY change
        ROWS BETWEEN UNBOUNDED PRECEDING AND UNBOUNDED FOLLOWING)""",
    "DELETE FROM entries WHERE change IN (SELECT change FROM summed)",
    "DELETE FROM changes WHERE id IN (SELECT change FROM summed WHERE change <> target)",
    """INSERT INTO entries (change, kind, name, before, after)
    SELECT target, kind, name, before, after FROM sums""",
    """UPDATE changes SET why = 'pruned', round = NULL, before = NULL, after = NULL
    WHERE id IN (SELECT target FROM summed)""",
    "DELETE FROM round_players WHERE round IN (SELECT number FROM pruned)",
    "DELETE FROM rounds WHERE number IN (SELECT number FROM pruned)",
)


class Pruned(Struct, frozen=True):
    """How many ROUNDS are gone; their changes of chips are CHANGES now, with earlier ones."""

    rounds: int
    changes: int
    why_large: str = ""
    """Why the file has not become smaller, if it could be."""


def prune(place: Place, day: date, progress: Callable[[], None] = lambda: None) -> Pruned:
    """Remove the rounds that ended before DAY, in UTC, from the database at PLACE.

    They must be paid and told. No bot may use the database now. PROGRESS is called now and then.
    DatabaseError, and then nothing is removed.
    """
    dialect, database = dialect_of(place), database_at(place)
    with closing(dialect.opened(database)) as connection:
        dialect.watch(connection, progress)
        try:
            with dialect.transaction(connection):
                rounds, changes = _remove_rounds(connection, midnight(day))
        except dialect.ERRORS as error:
            why = dialect.reason(error, database)
            raise DatabaseError(f"the rounds cannot be removed: {why}") from error
        try:
            if dialect.can_shrink(connection):
                dialect.compact(connection)
        except dialect.ERRORS as error:
            return Pruned(rounds, changes, dialect.reason(error, database))
    return Pruned(rounds, changes)


def _remove_rounds(connection: Connection, before: int) -> tuple[int, int]:
    """Remove the rounds that ended BEFORE then; return how many, and their changes that are left.

    Where there are none, nothing changes.
    """
    connection.execute(_PRUNED, (before,))
    ((rounds,),) = connection.execute("SELECT count(*) FROM pruned")
    if not rounds:
        return 0, 0
    for sql in _STATEMENTS:
        connection.execute(sql)
    ((changes,),) = connection.execute("SELECT count(DISTINCT target) FROM summed")
    return rounds, changes
