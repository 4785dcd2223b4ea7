"""Which version of a file is there, told by its content: a copy of a folder has the same ones."""

import hashlib
from pathlib import Path
from typing import NamedTuple

from pontoon.storage import atomic_file
from pontoon.storage.atomic_file import Stamp

Version = str | Stamp
"""How the SHA-256 of the content begins, in hexadecimal; in a ledger of version 0.1.0 a stamp."""

DIGITS = 32
"""As many as nobody needs more to tell versions apart: they are in the ledger with each change."""


class FileVersions(NamedTuple):
    """The version that was there before a change, and the one that takes its place.

    None stands for one that is not known.
    """

    before: Version | None
    written: Version | None


def digest_of(content: bytes) -> str:
    """Return the version of a file with that CONTENT."""
    return hashlib.sha256(content).hexdigest()[:DIGITS]


def is_in_place(path: Path, versions: FileVersions) -> bool | None:
    """Tell whether a change of the file at PATH was made; None where nothing shows it.

    It was if the file is the version that was written. It was not if the file is still the one from
    before, or the new version waits beside it. Where that is unknown, the previous version tells:
    until the change is made it is kept beside the file, with the same content.
    """
    fresh, previous = atomic_file.next_and_previous(path)
    before, written = versions
    if written is not None and _is(path, written):
        return True
    if before is not None and _is(path, before):
        return False
    if written is None:
        is_waiting = fresh.exists() or _digest_at(path) == _digest_at(previous)
    else:
        is_waiting = _is(fresh, written)
    return False if is_waiting else None


def _is(path: Path, version: Version) -> bool:
    if isinstance(version, str):
        return _digest_at(path) == version
    try:
        # Without devices: they may have other numbers when the machine is started again.
        return atomic_file.stamp(path)._replace(device=version.device) == version
    except OSError:
        return False


def _digest_at(path: Path) -> str | None:
    """Return the version of the file at PATH; None where it cannot be read."""
    try:
        return digest_of(atomic_file.read(path)[0])
    except OSError:
        return None
