"""docs/operating.md quotes messages as the program says them."""

import ast
import re
from collections.abc import Iterator

import pytest

from tests.support.repository import ROOT

MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")

SECTIONS = ("What happens when…", "Troubleshooting")
"""Those whose tables quote messages."""

_PUT_IN = (
    r"\.\.\.|\d+|#pontoon|irc\.example\.org|players\.\w+~?"
    r"|\b(?:kevin|dave|Shed Pontoon|PLAIN)\b"
)
_JOINED = r"\\\||: |\bby\b"
_GAP = re.compile(f"{_PUT_IN}|{_JOINED}")
"""What parts a quote: what the program puts in, and what joins two of its strings."""


def quotes() -> Iterator[str]:
    """Yield what has a blank and stands in backticks in a table, but for settings and commands."""
    for section in SECTIONS:
        text = MANUAL.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        for quote in re.findall("`([^`]+)`", text):
            if " " in quote and not re.search("^mv | = ", quote):
                yield quote


def strings() -> Iterator[str]:
    """Yield all strings of the program, of formatted ones their fixed parts, but no docstrings."""
    for path in (ROOT / "pontoon").rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_bytes()))]
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield str(node.value)


PROGRAM = "\n".join(strings())


def unsaid(quote: str) -> list[str]:
    """Return the fixed parts of QUOTE that no string of the program has."""
    return [part for each in _GAP.split(quote) if (part := each.strip()) and part not in PROGRAM]


@pytest.mark.parametrize("quote", [*quotes()])
def test_the_manual_quotes_what_the_program_says(quote: str) -> None:
    assert unsaid(quote) == []


def test_messages_are_found() -> None:
    assert len([*quotes()]) >= 30
    assert unsaid("kevin is departed: they have 60 s to come back") == ["is departed"]
