"""Which nicknames and nicks are allowed, and which names look alike.

Names look alike by the skeletons of Unicode (UTS #39) and some additions.
"""

import json
import re
from bisect import bisect_left
from collections.abc import Sequence
from enum import Enum, auto
from functools import cache, lru_cache
from pkgutil import get_data
from unicodedata import category, name, normalize

MAX_LENGTH = 30
"""The longest nickname, in characters."""

MAX_NICK_LENGTH = 64
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
    if not 0 < len(word) <= MAX_NICK_LENGTH or " " in word or _INVISIBLE.search(word):
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


_IN_ASCII = str.maketrans(
    {"`": "'", '"': "''", "|": "l", "1": "l", "I": "l", "0": "O", "m": "rn", "%": "\u00ba/\u2080"}
)
"""The prototypes of ASCII characters, of which most names are: these need no data."""

_MARK = "\u200e"
"""What the data have around right-to-left text."""

_MAX_CHARACTERS = 4096
"""How many characters are remembered with their prototypes: no network writes with more."""


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
    characters = without_invisible(normalize("NFKD", text))
    return "".join(each if each.isascii() else prototype(each) for each in characters)


@lru_cache(maxsize=1000)
def _capital(character: str) -> str:
    """Return the capital of CHARACTER, unless the capital looks like l, as that of i does."""
    capital = character.upper()
    return character if character.isascii() or _skeleton(capital) == "l" else capital


def _skeleton(text: str) -> str:
    """Return the one spelling of all texts that look like TEXT, in any case."""
    return _prototypes(_prototypes(text).casefold())


def _prototypes(text: str) -> str:
    return text.translate(_IN_ASCII) if text.isascii() else "".join(map(prototype, text))


@lru_cache(maxsize=_MAX_CHARACTERS)
def prototype(character: str) -> str:
    """Return what stands for all that look like CHARACTER: one or more characters, or itself.

    Only the characters that occur are looked up, each when it does: to read all of the data would
    hold up everybody for the first name of a process.
    """
    if character.isascii():
        return character.translate(_IN_ASCII)
    if character == "\N{CYRILLIC SMALL LETTER PALOCHKA}":
        return "l"
    first = _first_prototype(character)
    return _letter_for(character) or _letter_for(first) or first


def _letter_for(text: str) -> str:
    """Return the ASCII letter that TEXT, a prototype, looks like though the data lack it, or ""."""
    if text.isascii():
        return ""
    alike = {text, *_confusables(text)}
    letters = {each: _letter(each) for each in alike if _first_prototype(each) == text}
    return max((each for each in letters.items() if each[1]), default=("", ""))[1]


def _first_prototype(text: str) -> str:
    """Return the prototype of TEXT in the data; TEXT itself if it has none, or is one."""
    alike = _confusables(text) if len(text) == 1 else []
    if len(alike) != 1:
        return text
    [first] = alike
    is_pair = len(first) == 1 and len(_confusables(first)) == 1
    return text if is_pair and first > text else first


def _letter(text: str) -> str:
    """Return the small ASCII letter that TEXT looks like by its name in Unicode; "" if none."""
    for block, pattern in _BLOCKS.items():
        if len(text) == 1 and ord(text) in block:
            found = re.fullmatch(pattern, name(text, ""))
            return found[found.lastindex or 0].lower() if found else ""
    return ""


def _confusables(text: str) -> list[str]:
    """Return what the data have for TEXT: its prototype or, if it is one, all its confusables.

    The data are JSON, an object with an array for each text. It is searched as it is: to parse it
    takes longer than all names of an evening.
    """
    entries = _entries()
    for key in (text, f"{_MARK}{text}{_MARK}"):
        beginning = f"{json.dumps(key)[1:]}: [".encode()
        place = bisect_left(entries, beginning)
        if place < len(entries) and entries[place].startswith(beginning):
            found = json.loads(b"[%b]" % entries[place].removeprefix(beginning))
            return [each["c"].strip(_MARK) for each in found]
    return []


@cache
def _entries() -> Sequence[bytes]:
    """Return the entries of the data in order, each without the quotation mark before its text.

    The code of the package is not imported: it would load OpenSSL, to download the data.
    """
    content = get_data("confusable_homoglyphs", "confusables.json")
    assert content is not None
    return sorted(content.removeprefix(b'{"').removesuffix(b"]}").split(b'], "'))
