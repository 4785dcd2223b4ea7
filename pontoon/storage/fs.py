"""Every system call by which the program changes the disk, one in each function.

A test can make each of them fail, or cut the power at it. Each function raises OSError, and does
nothing else that can fail. SQLite makes those on its own files: a commit, or a copy, is one call in
``sqlite``.
"""

import os
from pathlib import Path


def open_to_write(path: Path, flags: int, mode: int) -> int:
    """Return a descriptor of the file at PATH, which child processes do not inherit."""
    return os.open(path, flags | os.O_CLOEXEC, mode)


def write(descriptor: int, content: bytes) -> None:
    """Write all of CONTENT."""
    written = 0
    while written < len(content):
        written += os.write(descriptor, content[written:])


def sync(descriptor: int) -> None:
    """Make what was written to an open file survive a power cut."""
    os.fsync(descriptor)


def sync_folder(folder: Path) -> None:
    """Make the names in FOLDER, as they are now, survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def truncate(descriptor: int, length: int) -> None:
    os.ftruncate(descriptor, length)


def give(descriptor: int, user: int, group: int) -> None:
    """Give an open file to USER and GROUP, by their numbers; -1 leaves either as it is."""
    os.fchown(descriptor, user, group)


def set_mode(descriptor: int, mode: int) -> None:
    os.fchmod(descriptor, mode)


def link(source: Path, target: Path) -> None:
    """Give the file SOURCE a second name, TARGET, which must not exist yet."""
    target.hardlink_to(source)


def replace(source: Path, target: Path) -> None:
    source.replace(target)


def make_folder(path: Path, mode: int) -> None:
    """Make a folder at PATH with that MODE, and those above it, where there are none."""
    path.mkdir(mode=mode, parents=True, exist_ok=True)


def remove(path: Path) -> None:
    path.unlink()
