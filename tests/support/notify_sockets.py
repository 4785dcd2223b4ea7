"""Where a test listens to what a program tells systemd."""

import os
from pathlib import Path

MAX_BYTES = 107
"""What the path of a socket may have on Linux."""


def address_in(folder: Path) -> str:
    """Return a path in FOLDER, or Linux's own kind of name where that would be too long."""
    path = str(folder / "notify")
    return path if len(path.encode()) <= MAX_BYTES else abstract_address(folder)


def abstract_address(folder: Path) -> str:
    """Return a name of Linux's own kind for the test whose FOLDER this is: it lies in none."""
    return f"@pontoon/{os.getpid()}/{folder.name}"
