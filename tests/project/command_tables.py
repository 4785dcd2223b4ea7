"""Writes the tables of commands into the documents: ``python -m tests.project.command_tables``."""

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from pontoon.commands.markdown import basic_table, orders_table, players_table
from tests.support.repository import ROOT

TABLES: Mapping[str, Callable[[], str]] = {
    "README.md": basic_table,
    "docs/playing.md": players_table,
    "docs/operating.md": orders_table,
}
"""The table that each document has between its markers."""

_MARKED = re.compile("(<!-- commands -->\n)(.*?)(<!-- /commands -->)", re.DOTALL)


def tables_in(text: str) -> list[str]:
    """Return what stands between the markers in TEXT."""
    return [match[2] for match in _MARKED.finditer(text)]


def with_table(text: str, table: str) -> str:
    """Return TEXT with TABLE between the markers."""
    return _MARKED.sub(lambda match: match[1] + table + match[3], text)


def write(root: Path = ROOT) -> None:
    """Write the tables into all documents that have markers for them."""
    for name, table in TABLES.items():
        path = root / name
        if path.exists():
            path.write_text(with_table(path.read_text("utf-8"), table()), "utf-8")


if __name__ == "__main__":
    write()
