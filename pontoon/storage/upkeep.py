"""Backups, and removing old rounds: players.xml and the database are of one moment, and add up."""

import os
import sqlite3
from collections.abc import Callable
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

_PAGES_AT_ONCE = 4096
"""The pages of the database that are copied between two calls of what is told the progress."""

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
        if os.path.lexists(copy):
            raise DatabaseError(f"{copy} is there already: a backup overwrites nothing")
    try:
        with connected(players_file) as database:
            content = snapshot(players_file, database)
            os.close(fs.open_to_write(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE))
            with closing(sqlite3.connect(target)) as copied:
                database.backup(
                    copied,
                    pages=_PAGES_AT_ONCE,
                    progress=lambda _, left, total: progress(total - left, total),
                )
            mode = S_IMODE(players_file.stat().st_mode)
            atomic_file.create(copies[1], content, mode=mode)
    except OSError as error:
        _remove(target)
        raise DatabaseError(f"{target} cannot be written: {reason(error)}") from error
    except BaseException:
        _remove(target)
        raise
    return copies


def _remove(path: Path) -> None:
    for suffix in ("", "-wal", "-shm", "-journal"):
        with suppress(OSError):
            fs.remove(path.with_name(path.name + suffix))


_STATEMENTS = (
    # The rounds that go. What is still to be told, or marked in the ledger, stays.
    """CREATE TEMP TABLE pruned AS
    SELECT number, changes.id AS change FROM rounds LEFT JOIN changes ON round = rounds.id
    WHERE ended < ? AND settled IS NOT NULL AND ifnull(is_made, 1)
    AND number NOT IN (SELECT round FROM due)""",
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


def prune(players_file: Path, day: date, progress: Callable[[], None] | None = None) -> Pruned:
    """Remove the rounds that ended before DAY, in UTC, from the database beside PLAYERS_FILE.

    They must be paid and told. No bot may use the database now. PROGRESS is called now and then.
    DatabaseError.
    """
    path = path_beside(players_file)
    with closing(opened(path)) as connection:
        watch(connection, progress)
        try:
            connection.execute("BEGIN IMMEDIATE")
            for sql in _STATEMENTS:
                connection.execute(sql, (midnight(day),) if "?" in sql else ())
            ((rounds,),) = connection.execute("SELECT count(*) FROM pruned")
            ((changes,),) = connection.execute("SELECT count(DISTINCT target) FROM summed")
            connection.execute("COMMIT")
            connection.execute("VACUUM")
        except SQLITE_ERRORS as error:
            raise DatabaseError(f"{path} cannot be changed: {reason(error, path)}") from error
    return Pruned(rounds, changes)
