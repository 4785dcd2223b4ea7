"""Reading a file that somebody has named, of which nobody knows what it is."""

import os
from pathlib import Path
from stat import S_ISREG


def content_of(path: Path, most: int, what: str) -> bytes:
    """Return the content of the file at PATH, MOST bytes of WHAT; ValueError says what is wrong.

    Only a regular file is read: a device may never end, and nobody may write to a pipe.
    """
    try:
        with open(path, "rb", opener=_without_waiting) as file:
            if not S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("cannot be read: it is not a regular file")
            content = file.read(most + 1)
    except OSError as wrong:
        raise ValueError(f"cannot be read: {wrong.strerror}") from None
    if len(content) > most:
        raise ValueError(f"is too large for {what}")
    return content


def _without_waiting(name: str, flags: int) -> int:
    return os.open(name, flags | os.O_NONBLOCK | os.O_NOCTTY)
