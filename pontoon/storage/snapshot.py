"""players.xml and the database of the same moment, while the bot may be running."""

import os
import sqlite3
from contextlib import closing, suppress
from pathlib import Path
from stat import S_IMODE

from pontoon.storage import atomic_file, fs
from pontoon.storage.atomic_file import stamp
from pontoon.storage.database import MODE, DatabaseError, connected, reason
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.storage.players.store import unusable

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


def back_up(players_file: Path, target: Path) -> tuple[Path, Path]:
    """Copy the database beside PLAYERS_FILE to TARGET, and that file beside it; return both.

    DatabaseError or PlayersFileError if that cannot be done; nothing is overwritten.
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
                database.backup(copied)
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
