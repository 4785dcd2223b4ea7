"""Rotation of a file that is full: the old versions keep its name, with a number added."""

from contextlib import suppress
from pathlib import Path

from pontoon.storage import fs


def older(path: Path, number: int) -> Path:
    """Return the path of an old version of the file at PATH; a higher NUMBER is older."""
    return path.with_name(f"{path.name}.{number}")


def rotate(path: Path, kept: int) -> None:
    """Rename the file at PATH to number 1, and each old version to the next number, up to KEPT."""
    for number in reversed(range(1, kept)):
        with suppress(FileNotFoundError):
            fs.replace(older(path, number), older(path, number + 1))
    fs.replace(path, older(path, 1))
