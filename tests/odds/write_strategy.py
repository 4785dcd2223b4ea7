"""Writes the tables and pictures of docs/strategy.md: ``python -m tests.odds.write_strategy``."""

import re
from contextlib import redirect_stdout
from io import StringIO

from pontoon.cli import main
from pontoon.text.strategy import picture_name
from tests.support.repository import ROOT

PAGE = ROOT / "docs" / "strategy.md"
PICTURES = ROOT / "docs" / "pictures"

PLAYERS = (1, 2, 3, 5)
"""The numbers of players that the page is about."""

_MARKED = re.compile("(<!-- strategy -->\n)(.*?)(<!-- /strategy -->)", re.DOTALL)


def marked() -> str:
    """Return what the page has of the command's output."""
    found = _MARKED.search(PAGE.read_text("utf-8"))
    assert found is not None
    return found[2]


def printed() -> str:
    """Return what the command prints for the page."""
    with redirect_stdout(StringIO()) as out:
        assert main(["odds", "shed", "--players", *map(str, PLAYERS), "--markdown"]) == 0
    return out.getvalue()


def write() -> None:
    page = _MARKED.sub(lambda found: found[1] + printed() + found[3], PAGE.read_text("utf-8"))
    PAGE.write_text(page, "utf-8")
    for players in PLAYERS:
        file = PICTURES / picture_name(players)
        main(["odds", "shed", "--players", str(players), "--svg", str(file)])


if __name__ == "__main__":
    write()
