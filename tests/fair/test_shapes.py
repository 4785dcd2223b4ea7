"""docs/fair.md lists all shapes of lines of the game; the transcripts have no others."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.engine.events import BankerResult, HandResult
from pontoon.games.bank_events import BankLooked
from pontoon.tables.narrator import REMARKS
from tests.support.repository import ROOT
from tests.support.sample_events import OF_BANKERS_AND_DEALERS, WORDS, events

TRANSCRIPTS = sorted((ROOT / "tests" / "wire").glob("*.txt"))
SECTION = (ROOT / "docs" / "fair.md").read_text("utf-8").partition("\n### Lines of the game\n")[2]
SECTION = SECTION.partition("\n### ")[0]

GAME, OTHER, DECK = "[♠=] ", "[♢~] ", "Deck "

NAME = r"[\w\[{}^][\w\[\]{}^'.!?+ -]*?"
CARD = "(?:[2-9AJQK]|10)[♣♦♥♠CDHS]"
TITLE = "(?:Shed|British|Shoot|CUTwC) Pontoon|Black Jack For Time"
PLACES = {
    "NAMES": rf"{NAME}(?: \(computer\))?(?:, {NAME}(?: \(computer\))?)*",
    "NAME": NAME,
    "WHO": rf"{NAME}(?: \({NAME}\))?(?:, {NAME}(?: \({NAME}\))?)*",
    "CARDS": f"{CARD}(?: {CARD})*",
    "CARD": CARD,
    "N": r"\d+",
    "TITLE": f"(?:{TITLE})",
    "CUTS": r"(?:[\w-]{27}|‹\d+›)",
    "WORDS": "[A-Za-z0-9 ]{1,40}",
    "HOW": "(?:as before|after (?:the cut|a pontoon|the sale|the auction))",
    "REASON": "[A-Za-z ,]+",
    "KIND": (
        "(?:bust|pontoon|five-card trick|high cards|five-card 21|shed pontoon|points|twenty-one"
        "|natural|five-card charlie)"
    ),
    "OUTCOME": (
        r"(?:wins \d+|loses \d+|breaks even|wins the stake back|wins \d+ on the clown wagon"
        r"|drinks \d+|ties)"
    ),
}
"""What the words in capitals stand for."""


def shapes() -> list[str]:
    """Return the shapes in the table."""
    rows = re.findall(r"^\| (`.*?) \|", SECTION, re.M)
    return [shape for row in rows for shape in re.findall("`(.+?)`", row)]


def pattern(shape: str) -> re.Pattern[str]:
    """Return what an item of SHAPE matches."""
    before, more, after = shape.partition("[, …]")
    if more:
        heading, colon, each = before.rpartition(": ")
        return re.compile(f"{heading}{colon}{_filled(each)}(?:, {_filled(each)})*{after}")
    return re.compile(_filled(shape))


def _filled(shape: str) -> str:
    """Return SHAPE as a regular expression."""
    optional = re.escape(shape).replace(r"\[", "(?:").replace(r"\]", ")?")
    words = "|".join(sorted(PLACES, key=len, reverse=True))
    return re.sub(rf"\b(?:{words})\b", lambda word: PLACES[word[0]], optional)


def in_channels(transcript: Path) -> Iterator[str]:
    """Yield what the bot says in channels in TRANSCRIPT, without invisible characters."""
    for line in transcript.read_text("utf-8").splitlines():
        if said := re.fullmatch(r"<PontoonBot(?: [^>]+)?> +(?:\(notice\) )?(.*)", line):
            yield re.sub(r"␃(?:\d\d)?|[·␏␂␝]", "", said[1])


def of_the_game(transcript: Path) -> Iterator[str]:
    """Yield each item that has the mark of the game in TRANSCRIPT."""
    for line in in_channels(transcript):
        if marked := re.match(GAME, line):
            yield from line[marked.end() :].split(" | ")


UNSEEN = {
    "WHO to bid",
    "WHO to say whether they want the bank",
}
"""Whose turn it is, said where it rarely is."""

PATTERNS = {shape: pattern(shape) for shape in shapes()}


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda each: each.stem)
def test_each_line_in_a_channel_has_a_mark(transcript: Path) -> None:
    begins = re.compile(f"{GAME}|{OTHER}|{DECK}")
    assert [line for line in in_channels(transcript) if not begins.match(line)] == []


@pytest.mark.parametrize("transcript", TRANSCRIPTS, ids=lambda each: each.stem)
def test_each_item_of_the_game_has_a_listed_shape(transcript: Path) -> None:
    listed = PATTERNS.values()
    items = of_the_game(transcript)
    assert [each for each in items if not any(shape.fullmatch(each) for shape in listed)] == []


def of_events() -> Iterator[str]:
    """Yield each item that the channel is told of an event, of each kind, that is of a game."""
    for event in (*events(None), *events(2), *OF_BANKERS_AND_DEALERS):
        if not isinstance(event, (*REMARKS, BankLooked)):
            yield from (WORDS.announcement(event) or "").split(" | ")
        if isinstance(event, HandResult):
            yield WORDS.result(event)
        if isinstance(event, BankerResult):
            yield WORDS.banker_result(event)


def test_each_event_of_a_game_has_a_listed_shape() -> None:
    """There are some of which no transcript tells."""
    listed = PATTERNS.values()
    items = set(of_events()) - {""}
    assert [each for each in items if not any(shape.fullmatch(each) for shape in listed)] == []


def test_each_listed_shape_is_seen() -> None:
    items = {item for transcript in TRANSCRIPTS for item in of_the_game(transcript)}
    items.update(of_events())
    unseen = {shape for shape, like in PATTERNS.items() if not any(map(like.fullmatch, items))}
    assert unseen <= UNSEEN
