"""What a nickname may look like, and when two names are too much alike."""

import re
from enum import Enum, auto
from unicodedata import category, normalize

MAX_LENGTH = 30
"""The longest nickname, in characters."""

LONGEST_NICK = 64
"""The longest nick that is said, in characters: what the most generous servers allow."""

FORBIDDEN = frozenset(":,=|()")
"""Characters that the lines of a game use around names."""

_INVISIBLE = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Letters, marks and signs that show nothing by themselves (Unicode's Default_Ignorable), and the
blank of Braille; those of category C are refused anyway."""

_ALIKE = {
    **str.maketrans("асԁеԍһіјкӏмоԛрѕтуѵԝхвнг", "acdeghijklmoqpstyvwxbhr"),
    **str.maketrans("αβεζηικμνορτυχ", "abezhikmvoptyx"),
    **str.maketrans("ıɡ", "ig"),
}
"""Small letters, Cyrillic and Greek, and the Latin ones that they or their capitals look like."""


class NicknameFault(Enum):
    """Why a text cannot be a nickname."""

    BLANK = auto()
    TOO_LONG = auto()
    BAD_CHARACTERS = auto()


def nickname_fault(text: str) -> NicknameFault | None:
    """Return what is wrong with TEXT as a nickname to be shown; None where it will do."""
    if not _INVISIBLE.sub("", text).strip(" "):
        return NicknameFault.BLANK
    if len(text) > MAX_LENGTH:
        return NicknameFault.TOO_LONG
    if any(map(_is_bad, text)) or _is_mark(text[0]):
        return NicknameFault.BAD_CHARACTERS
    return None


def same_name_key(text: str) -> str:
    """Return what is equal for names that people would take for the same, such as two cases."""
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    seen = _INVISIBLE.sub("", folded).translate(_ALIKE)
    return " ".join(normalize("NFKC", seen).split())


def looks_like_nick(word: str) -> bool:
    """Tell whether WORD, which somebody typed as a nick, may be said again in a line of the game.

    It cannot be taken for more than a name there; that nicks may contain ``|`` does no harm.
    """
    if not 0 < len(word) <= LONGEST_NICK or _INVISIBLE.search(word) or _is_mark(word[0]):
        return False
    return not any(character == " " or _is_bad(character) for character in word.replace("|", ""))


def _is_mark(character: str) -> bool:
    """Tell whether it is written over or under what stands before it: it cannot come first."""
    return category(character)[0] == "M"


def _is_bad(character: str) -> bool:
    """Tell whether it is forbidden, category C (control, unassigned), or a space but for " "."""
    return character in FORBIDDEN or (character != " " and category(character)[0] in "CZ")
