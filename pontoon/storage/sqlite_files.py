"""The files of an SQLite database: which they are, and whether they are still there."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pontoon.storage import fs
from pontoon.storage.atomic_file import Stamp, previous, stamp

SUFFIX = ".db"
_LOG, _INDEX, _JOURNAL = "-wal", "-shm", "-journal"
SUFFIXES = (SUFFIX, SUFFIX + _LOG, SUFFIX + _INDEX)
"""The endings of the files that there are while the database is in use."""

Place = tuple[int, int]
"""Which file it is, whatever its name: its device and its inode."""


def log_of(path: Path) -> Path:
    """Return the path at which SQLite keeps what was written last to the database at PATH."""
    return _with(path, _LOG)


def _with(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def files_of(path: Path) -> Mapping[Path, Place | None]:
    """Return which files a connection to PATH has open: the database, and its log, if any."""
    return {file: _place_of(file) for file in (path, log_of(path))}


def misplaced(files: Mapping[Path, Place | None]) -> str:
    """Say what has happened to the first of FILES that is no longer at its path; "" for nothing."""
    for file, place in files.items():
        if place is not None and (now := _place_of(file)) != place:
            what = "was removed" if now is None else "was replaced by another file"
            return f"{file.name} {what} while the bot runs"
    return ""


def _place_of(path: Path) -> Place | None:
    """Return which file is at PATH now; None if there is none."""
    found = written_at(path)
    return found and (found.device, found.inode)


def written_at(path: Path) -> Stamp | None:
    """Return what changes whenever the file at PATH is written; None if there is none."""
    try:
        return stamp(path)
    except OSError:
        return None


def remove(path: Path) -> None:
    """Remove the database at PATH with all its files, as far as they are there."""
    for ending in ("", _LOG, _INDEX, _JOURNAL):
        with suppress(FileNotFoundError):
            fs.remove(_with(path, ending))


def put_aside(path: Path) -> None:
    """Rename the database at PATH, and its log, so that both are at the ``previous`` path.

    Nothing is there. If this is interrupted, it can be done again.
    """
    with suppress(FileNotFoundError):
        fs.remove(_with(path, _INDEX))
    for source, target in ((log_of(path), log_of(previous(path))), (path, previous(path))):
        with suppress(FileNotFoundError):
            fs.replace(source, target)
