"""What a nickname may look like, and when two names are too much alike."""

from enum import Enum, auto
from unicodedata import category, normalize

MAX_LENGTH = 30
"""The longest nickname, in characters."""

FORBIDDEN = frozenset(":,=|()")
"""Characters that the lines of a game use around names."""


class NicknameFault(Enum):
    """Why a text cannot be a nickname."""

    BLANK = auto()
    TOO_LONG = auto()
    BAD_CHARACTERS = auto()


def nickname_fault(text: str) -> NicknameFault | None:
    """Return what is wrong with TEXT as a nickname to be shown; None where it will do."""
    if not text.strip(" "):
        return NicknameFault.BLANK
    if len(text) > MAX_LENGTH:
        return NicknameFault.TOO_LONG
    if any(map(_is_bad, text)):
        return NicknameFault.BAD_CHARACTERS
    return None


def same_name_key(text: str) -> str:
    """Return what is equal for names that people would take for the same, such as two cases."""
    folded = normalize("NFKC", normalize("NFKC", text).casefold())
    return " ".join(folded.split())


def _is_bad(character: str) -> bool:
    """Tell whether it is forbidden, category C (control, unassigned), or a space but for " "."""
    return character in FORBIDDEN or (character != " " and category(character)[0] in "CZ")
