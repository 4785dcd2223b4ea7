"""The scripts that make the tables of the database: one for each version, in ``schema``.

They are written for SQLite; ``postgresql`` reads the same ones with the words of its own.
"""

from collections.abc import Generator
from pathlib import Path
from typing import Any, NamedTuple

SCHEMA_VERSION = 7


class Table(NamedTuple):
    """A table of this version, with the columns by which its rows are found in order."""

    name: str
    columns: tuple[str, ...]
    key: tuple[str, ...]


Rows = Generator[tuple[Any, ...], None, None]
"""The rows of a table, which are not all in memory; ``close`` ends reading them."""


def script_of(version: int) -> str:
    """Return what makes the tables of that VERSION from those of the version before."""
    return (Path(__file__).with_name("schema") / f"{version:04}.sql").read_text("utf-8")
