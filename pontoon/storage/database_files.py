"""The files of a database: which they are, whether they are still there, and replacing them."""

from contextlib import suppress
from pathlib import Path

from pontoon.storage import fs
from pontoon.storage.atomic_file import previous

Place = tuple[int, int]
"""Which file it is, whatever its name: its device and its inode."""


def log_of(path: Path) -> Path:
    """Return the path at which SQLite keeps what was written last to the database at PATH."""
    return path.with_name(f"{path.name}-wal")


def _index_of(path: Path) -> Path:
    return path.with_name(f"{path.name}-shm")


def place_of(path: Path) -> Place | None:
    """Return which file is at PATH now; None if there is none."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def remove(path: Path) -> None:
    """Remove the database at PATH with all its files, as far as they are there."""
    for each in (path, log_of(path), _index_of(path)):
        with suppress(FileNotFoundError):
            fs.remove(each)


def put_aside(path: Path) -> None:
    """Rename the database at PATH, and its log, so that both are at the ``previous`` path.

    Nothing is there. If this is interrupted, it can be done again.
    """
    with suppress(FileNotFoundError):
        fs.remove(_index_of(path))
    for source, target in ((log_of(path), log_of(previous(path))), (path, previous(path))):
        with suppress(FileNotFoundError):
            fs.replace(source, target)
