"""Backups, and removing old rounds: players.xml and the database are of one moment, and add up."""

import errno
import os
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import date
from pathlib import Path
from stat import S_IMODE

from msgspec import Struct

from pontoon.storage import atomic_file, fs
from pontoon.storage.atomic_file import stamp
from pontoon.storage.database import (
    MODE,
    SQLITE_ERRORS,
    DatabaseError,
    connected,
    midnight,
    opened,
    path_beside,
    reason,
    watch,
)
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.storage.players.store import unusable
from pontoon.storage.restore import refuse_incomplete

_PAGES_AT_ONCE = 4096
"""The pages of the database that are copied between two calls of what is told the progress."""

_FAULTS_OF_COPY = (
    *("SQLITE_FULL", "SQLITE_READONLY", "SQLITE_CANTOPEN"),
    *("SQLITE_IOERR_WRITE", "SQLITE_IOERR_FSYNC", "SQLITE_IOERR_TRUNCATE"),
)
"""How errors begin that only the file can raise that is written, and not the one that is read."""

_TRIES = 100
"""How often the files are read again if a running bot has changed them."""


def snapshot(players_file: Path, database: sqlite3.Connection) -> bytes:
    """Return what PLAYERS_FILE says, and from that moment on read DATABASE as it is then.

    PlayersFileError if the file cannot be read.
    """
    try:
        for _ in range(_TRIES):
            content, before = atomic_file.read(players_file)
            database.execute("BEGIN")
            database.execute("SELECT 1 FROM changes LIMIT 1")  # the transaction begins here
            if stamp(players_file) == before:
                return content
            database.execute("ROLLBACK")
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
    fresh = atomic_file.fresh_beside(copies[0]), atomic_file.fresh_beside(copies[1])
    try:
        with connected(players_file) as database:
            content = snapshot(players_file, database)
            mode = S_IMODE(players_file.stat().st_mode)
            _copy(database, fresh[0], progress)
        atomic_file.write_new(fresh[1], content, mode=mode)
        _put_in_place(fresh, copies)
    except OSError as error:
        raise DatabaseError(f"{target} cannot be written: {reason(error)}") from error
    finally:
        for each in fresh:
            _remove(each)
    return copies


def _copy(database: sqlite3.Connection, target: Path, progress: Callable[[int, int], None]) -> None:
    """Copy DATABASE to TARGET, in place of what a killed backup has left; OSError if that fails.

    What is wrong with DATABASE itself is raised as sqlite3.Error.
    """
    _remove(target)
    os.close(fs.open_to_write(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
    try:
        with closing(sqlite3.connect(target)) as copied:
            database.backup(
                copied,
                pages=_PAGES_AT_ONCE,
                progress=lambda _, left, total: progress(total - left, total),
            )
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname.startswith(_FAULTS_OF_COPY):
            raise OSError(errno.EIO, reason(error)) from error
        raise


def _put_in_place(fresh: Sequence[Path], copies: Sequence[Path]) -> None:
    """Give the FRESH files the names of COPIES: both, or none of them."""
    done: list[Path] = []
    try:
        for new, copy in zip(fresh, copies, strict=True):
            _refuse_if_there(copy)
            fs.replace(new, copy)
            done.append(copy)
    except BaseException:
        for each in done:
            _remove(each)
        raise
    atomic_file.sync_folder(copies[0].parent)


def _refuse_if_there(copy: Path) -> None:
    if os.path.lexists(copy):
        raise DatabaseError(f"{copy} is there already: a backup overwrites nothing")


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            fs.remove(path.with_name(path.name + suffix))


_PART_FREE = 20
"""The file is made smaller if at least one page in this many is free."""

_PRUNED = """CREATE TEMP TABLE pruned AS
    SELECT number, changes.id AS change FROM rounds LEFT JOIN changes ON round = rounds.id
    WHERE ended < ? AND settled IS NOT NULL AND coalesce(is_made, 1)
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


def prune(players_file: Path, day: date, progress: Callable[[], None] | None = None) -> Pruned:
    """Remove the rounds that ended before DAY, in UTC, from the database beside PLAYERS_FILE.

    They must be paid and told. No bot may use the database now. PROGRESS is called now and then.
    DatabaseError, and then nothing is removed.
    """
    path = path_beside(players_file)
    with closing(opened(path)) as connection:
        watch(connection, progress)
        try:
            connection.execute("BEGIN IMMEDIATE")
            rounds, changes = _remove_rounds(connection, midnight(day))
            fs.commit(connection)
        except SQLITE_ERRORS as error:
            raise DatabaseError(f"{path} cannot be changed: {reason(error, path)}") from error
        try:
            if _can_shrink(connection):
                fs.compact(connection)
        except SQLITE_ERRORS as error:
            return Pruned(rounds, changes, reason(error, path))
    return Pruned(rounds, changes)


def _remove_rounds(connection: sqlite3.Connection, before: int) -> tuple[int, int]:
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


def _can_shrink(connection: sqlite3.Connection) -> bool:
    """Tell whether a good part of the file is free, be it since an earlier time."""
    ((pages,),) = connection.execute("PRAGMA page_count")
    ((free,),) = connection.execute("PRAGMA freelist_count")
    return bool(free * _PART_FREE >= pages)
