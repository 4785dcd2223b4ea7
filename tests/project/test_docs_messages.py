"""docs/operating.md quotes messages as the program says them."""

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.support.repository import ROOT

pytestmark = pytest.mark.slow

MANUAL = (ROOT / "docs" / "operating.md").read_text("utf-8")

SECTIONS = ("What happens when…", "Troubleshooting")
"""The sections whose tables quote messages."""

_FILE = r"players\.\w+~?"
_VALUE = (
    rf"\.\.\.|\\\||\d+|#pontoon|irc\.example\.org|{_FILE}"
    r"|\b(?:kevin|dave|NickServ|PLAIN|Shed Pontoon|TLS: )"
)
"""What a quote has where the program puts in a value, or joins two messages."""

_PART = re.compile(f"(.*?)({_VALUE}|$)")


def quotes() -> Iterator[str]:
    """Yield what stands in backticks and has a blank, except settings and commands."""
    for section in SECTIONS:
        text = MANUAL.partition(f"\n## {section}\n")[2].partition("\n## ")[0]
        for quote in re.findall("`([^`]+)`", text):
            if " " in quote and not re.search("^mv | = ", quote):
                yield quote


def bare(text: str) -> str:
    return text.strip(" :;,.()")


@cache
def strings() -> frozenset[str]:
    """Return the fixed parts of the program's strings, without docstrings."""
    return frozenset(("", *_strings()))


def _strings() -> Iterator[str]:
    for path in (ROOT / "pontoon").rglob("*.py"):
        nodes = [*ast.walk(ast.parse(path.read_bytes()))]
        docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
        for node in nodes:
            if isinstance(node, ast.Constant) and id(node) not in docstrings:
                yield from map(bare, re.split(rf"{{.*?}}|{_FILE}", str(node.value)))


def is_said(text: str, value: str) -> bool:
    """Tell whether one or two strings of the program make TEXT, the last cut if VALUE is dots."""
    for end in [0, *(match.end() for match in re.finditer(" ", text))]:
        first, last = bare(text[:end]), bare(text[end:])
        whole = last in strings() or (value == "..." and any(s.startswith(last) for s in strings()))
        if first in strings() and whole:
            return True
    return False


def unsaid(quote: str) -> list[str]:
    """Return the fixed parts of QUOTE that the program does not say."""
    return [text for text, value in _PART.findall(quote) if not is_said(text, value)]


def test_the_manual_quotes_what_the_program_says() -> None:
    assert {quote: unsaid(quote) for quote in quotes() if unsaid(quote)} == {}


def test_messages_are_found_and_compared() -> None:
    assert len([*quotes()]) >= 30
    assert unsaid("kevin is a king: they have 60 s to come back") == [" is a king: they have "]
