"""All by which the program changes anything on the disk, a call at a time.

Whoever wants to know what becomes of the files when the disk fails, or the power, at any of these
moments has them all here. Each raises OSError, and does nothing else that could fail.
"""

import os
from pathlib import Path


def open_to_write(path: Path, flags: int, mode: int) -> int:
    """Return a descriptor for writing the file at PATH, opened as FLAGS say; no child gets it.

    Where they have it created, it has that MODE but for what the umask takes away.
    """
    return os.open(path, flags | os.O_CLOEXEC, mode)


def write(descriptor: int, content: bytes) -> None:
    """Write all of CONTENT."""
    written = 0
    while written < len(content):
        written += os.write(descriptor, content[written:])


def sync(descriptor: int) -> None:
    """Have what was written so far outlast a power cut."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Have the names in FOLDER, as they are now, outlast a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def truncate(descriptor: int, length: int) -> None:
    """Cut an open file to LENGTH bytes."""
    os.ftruncate(descriptor, length)


def give(descriptor: int, user: int, group: int) -> None:
    """Give an open file to USER and GROUP, by their numbers; -1 leaves either as it is."""
    os.fchown(descriptor, user, group)


def set_mode(descriptor: int, mode: int) -> None:
    """Let an open file have that MODE."""
    os.fchmod(descriptor, mode)


def link(source: Path, target: Path) -> None:
    """Give the file SOURCE another name, TARGET, which must not be there yet."""
    target.hardlink_to(source)


def replace(source: Path, target: Path) -> None:
    """Rename SOURCE to TARGET, in place of what is there."""
    source.replace(target)


def remove(path: Path) -> None:
    """Remove the file, or the link, at PATH."""
    path.unlink()
