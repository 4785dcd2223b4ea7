"""Which nicknames and nicks are allowed, and which names look alike.

Names look alike by the skeletons of Unicode (UTS #39) and some additions.
"""

import json
import re
from collections.abc import Iterator, Mapping
from enum import Enum, auto
from functools import cache, lru_cache
from pkgutil import get_data
from typing import Any
from unicodedata import category, name, normalize

MAX_LENGTH = 30
"""The longest nickname, in characters."""

LONGEST_NICK = 64
"""The longest nick that is repeated, in characters: the most that any server allows."""

FORBIDDEN = frozenset(":,=|()")
"""The characters that the lines of a game use around names."""

_BARS = (
    "\u00a6\u01c0\u01c1\u02c8\u02cc\u05c0\u0964\u0965\u1175\u2016\u205d\u205e\u20d2\u20d3\u20e6"
    "\u2223\u2225\u22ee\u237f\u239c\u239f\u23a2\u23a5\u23aa\u23ae\u23b8\u23b9\u23d0\u23f8\u23fd"
    "\u2500-\u259f\u2758-\u275a\u2980\u2af4\u2afc\u2afe\u2aff\u2e20\u2e21\u2e3e\u3021\u3163\u4e28"
    "\ua8ce\ua8cf\uaa5d-\uaa5f\ufe31-\ufe34\uffe8\U0001d100-\U0001d105\U0001fb00-\U0001fbaf"
)
"""What looks like ``|``: bars, strokes, ends of sentences, and box drawing characters."""

_OTHER_SIGNS = (
    "\u00b8\u02d0\u02ed\u02f8\u0589\u05c3\u060c\u060d\u066b\u0703\u0704\u1400\u16ec\u1803\u1809"
    "\u201a\u205a\u2236\u2768\u2769\u2772\u2773\u27ee\u27ef\u2982\u2985\u2986\u2af6\u2e28\u2e29"
    "\u2e32\u2e34\u2e40\u2e41\u3001\u3014\u3015\u3018\u3019\u30a0\ua4f9\ua4fd\ua4ff\ua789\ua78a"
    "\ufd3e\ufd3f\ufe30\uff3b\uff3d"
)
"""What looks like one of the other forbidden characters."""

_LIKE_FORBIDDEN = re.compile(f"[{_BARS}{_OTHER_SIGNS}]")

_BLANK = re.compile("[\u115f\u1160\u2800\u3164\uffa0\U0001d159\U00013441\U00013442]")
"""Letters and signs that look like a space; spaces themselves are of category Z."""

_INVISIBLE = re.compile(
    "[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U00016fe4\U000e0100-\U000e01ef]"
)
"""Marks that show nothing (Default_Ignorable in Unicode) and are not of category C."""

_NICK_EVERYWHERE = re.compile(r"[A-Za-z\[-`{-}][A-Za-z0-9\[-`{-}-]*")


class NicknameFault(Enum):
    """Why a text cannot be a nickname."""

    BLANK = auto()
    TOO_LONG = auto()
    BAD_CHARACTERS = auto()
    BAD_BEGINNING = auto()
    """It does not begin with a letter or a digit: other programs could take it for an order."""


def nickname_fault(text: str) -> NicknameFault | None:
    if not without_invisible(text).strip(" "):
        return NicknameFault.BLANK
    if len(text) > MAX_LENGTH:
        return NicknameFault.TOO_LONG
    if _has_bad_characters(text):
        return NicknameFault.BAD_CHARACTERS
    begins_well = text[0].isalnum() and normalize("NFKC", text)[0].isalnum()
    return None if begins_well else NicknameFault.BAD_BEGINNING


def same_name_key(text: str) -> str:
    """Return a key that is equal for names that differ only in case or kind of letters."""
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    return " ".join(normalize("NFKC", without_invisible(folded)).split())


def without_invisible(text: str) -> str:
    """Return TEXT with a space for each blank, and without characters that show nothing."""
    return _BLANK.sub(" ", _INVISIBLE.sub("", text))


def looks_like_nick(word: str) -> bool:
    """Tell whether WORD, which was typed as a nick, may be repeated in a line of the game.

    Nobody can misread it there. A ``|`` in it does no harm: nicks may have one.
    """
    if not 0 < len(word) <= LONGEST_NICK or " " in word or _INVISIBLE.search(word):
        return False
    return not _has_bad_characters(word.replace("|", ""))


def is_nick_everywhere(word: str) -> bool:
    """Tell whether every network allows WORD, if not too long, as a nick (RFC 2812, 2.3.1)."""
    return _NICK_EVERYWHERE.fullmatch(word) is not None


def _has_bad_characters(text: str) -> bool:
    """Tell whether TEXT has characters that would be misread in a line of the game.

    These are the forbidden characters and those that look like them, blanks other than the space,
    category C (control, unassigned), and a combining mark at the beginning of a word.
    """
    if text.isascii():
        return not (text.isprintable() and FORBIDDEN.isdisjoint(text))
    shown = normalize("NFKC", text)
    if not FORBIDDEN.isdisjoint(shown) or _LIKE_FORBIDDEN.search(text + shown):
        return True
    if _BLANK.search(text) or any(category(word[0])[0] == "M" for word in text.split()):
        return True
    return any(each != " " and category(each)[0] in "CZ" for each in text)


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
