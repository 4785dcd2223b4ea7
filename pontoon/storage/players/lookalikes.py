"""Names that look alike, by the skeletons of Unicode (UTS #39) and some additions."""

import json
import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from pkgutil import get_data
from typing import Any
from unicodedata import name, normalize

from pontoon.storage.players.nicknames import without_invisible

_REMEMBERED = 20_000
"""The number of names whose skeletons are cached: two for each player who may register."""

_SMALL_CAPITAL = "LATIN LETTER SMALL CAPITAL (?:BARRED )?([A-Z])(?: WITH .*)?"
_PHONETIC = f"{_SMALL_CAPITAL}|LATIN SMALL LETTER (?:SIDEWAYS )?([A-Z])(?: WITH .*)?"
_IN_A_SIGN = (
    "(?:NEGATIVE (?:CIRCLED|SQUARED) LATIN CAPITAL|REGIONAL INDICATOR SYMBOL) LETTER ([A-Z])"
)
"""Patterns of Unicode names; the group is the ASCII letter that the character looks like."""

_BLOCKS = {
    range(0x0250, 0x02B0): _SMALL_CAPITAL,
    range(0x1D00, 0x1DC0): _PHONETIC,
    range(0xA720, 0xA800): _SMALL_CAPITAL,
    range(0x1F100, 0x1F200): _IN_A_SIGN,
}
"""The blocks of Unicode with such characters; the data of Unicode lack some or all of them."""


@lru_cache(maxsize=_REMEMBERED)
def skeletons(text: str) -> tuple[str, ...]:
    """Return the skeletons of TEXT as it is, in small letters, and in capitals.

    Two names look alike, or differ only in case, if they have a skeleton in common.
    """
    if text.isascii():
        words = " ".join(text.split())
        # I is the only capital that looks like another small letter.
        return tuple(map(_skeleton, (words, words.lower()) if "I" in words else (words,)))
    words = " ".join(without_invisible(normalize("NFKD", text)).split())
    capitals = "".join(map(_capital, words))
    return tuple({*map(_skeleton, (words, words.casefold(), capitals))})


def in_ascii(text: str) -> str:
    """Return TEXT with each character replaced by the ASCII that it looks like, if any."""
    prototypes = _prototypes()
    characters = without_invisible(normalize("NFKD", text))
    return "".join(each if each.isascii() else each.translate(prototypes) for each in characters)


@lru_cache(maxsize=1000)
def _capital(character: str) -> str:
    """Return the capital of CHARACTER, unless the capital looks like l, as that of i does."""
    capital = character.upper()
    return character if character.isascii() or _skeleton(capital) == "l" else capital


def _skeleton(text: str) -> str:
    """Return the one spelling of all texts that look like TEXT, in any case."""
    prototypes = _prototypes()
    return text.translate(prototypes).casefold().translate(prototypes)


@cache
def _prototypes() -> Mapping[int, str]:
    """Return the prototype of each character that looks like others."""
    prototypes = dict(_confusables())
    letters: dict[str, str] = {}
    for character, letter in _letters():
        prototype = prototypes.get(character, character)
        if not prototype.isascii():
            letters[prototype] = letter
    written = {each: letters.get(prototype, prototype) for each, prototype in prototypes.items()}
    single = {each: letter for each, letter in letters.items() if len(each) == 1}
    return str.maketrans({**written, **single, "\N{CYRILLIC SMALL LETTER PALOCHKA}": "l"})


def _confusables() -> Iterator[tuple[str, str]]:
    """Yield the confusables of Unicode, each with its prototype of one or more characters.

    In the data a confusable has its prototype, and a prototype all its confusables. The code of the
    package is not imported: it would load OpenSSL, to download the data.
    """
    content = get_data("confusable_homoglyphs", "confusables.json")
    assert content is not None
    data = json.loads(content, object_hook=_without_name)
    alike = {_bare(character): others for character, others in data.items()}
    for character, (first, *more) in alike.items():
        is_pair = len(first) == 1 and len(alike[first]) == 1
        if len(character) == 1 and not more and not (is_pair and first > character):
            yield character, first


def _without_name(data: dict[str, Any]) -> Any:
    """Return only the characters of a confusable: the names of all would take megabytes."""
    return _bare(data["c"]) if data.keys() == {"c", "n"} else data


def _bare(characters: str) -> str:
    """Return CHARACTERS without the marks around right-to-left text in the data."""
    return characters.strip("\u200e")


def _letters() -> Iterator[tuple[str, str]]:
    """Yield the characters that the data lack, each with the small ASCII letter it looks like."""
    for block, pattern in _BLOCKS.items():
        for character in map(chr, block):
            if found := re.fullmatch(pattern, name(character, "")):
                yield character, found[found.lastindex or 0].lower()
