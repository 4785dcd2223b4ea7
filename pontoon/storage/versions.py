"""Versions of a file, told apart by its content, so that a copy of the folder has the same ones."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pontoon.storage import atomic_file

Version = str
"""The first digits of the SHA-256 of the content."""

_DIGITS = 32
"""Enough to tell versions apart; the ledger has two versions for each change."""


class FileVersions(NamedTuple):
    """The version that a change replaces, and the version that it writes."""

    before: Version
    written: Version


LARGE_BYTES = 2**18
"""From here on a file has its digest from OpenSSL where that can be had."""


def digest_of(content: bytes) -> str:
    sha256 = hashlib.sha256 if len(content) < LARGE_BYTES else _fast_sha256()
    return sha256(content).hexdigest()[:_DIGITS]


def _fast_sha256() -> Callable[[bytes], "hashlib._Hash"]:
    # With ten thousand players each change waits for this. Python's own hash, which the bot starts
    # with to save 3 MB, takes 7 ms for them; that of OpenSSL takes 1 ms.
    try:
        from _hashlib import openssl_sha256
    except ImportError:  # while the bot starts, or in a Python without OpenSSL
        return hashlib.sha256
    return openssl_sha256


def digest_at(path: Path) -> str | None:
    """Return the version of the file at PATH; None if it cannot be read."""
    try:
        return digest_of(atomic_file.read(path)[0])
    except OSError:
        return None
