"""Which nicknames and nicks lines of the game can show, and which look alike (RULES 0, Names)."""

import re
from enum import Enum, auto
from functools import cache, lru_cache
from typing import Any
from unicodedata import category, normalize
from unicodedata import name as unicode_name

from pontoon.engine.computers import is_computer
from pontoon.games import GAMES

MAX_LENGTH = 30
"""The longest nickname, in characters."""

MAX_NICK_LENGTH = 64
"""The longest nick that is repeated, in characters: the most that any server allows."""

SIGNS = "_-'.!?"
"""What a nickname may have besides letters, digits and single spaces."""

NICK_SIGNS = "_-[]{}^"
"""What a nick that stands for its player may have besides letters and digits."""

VERBS = (
    *("bets", "bids", "buys", "burns", "busts", "deals", "doubles", "draws", "gets", "hits"),
    *("insures", "shoots", "shows", "splits", "stays", "sticks", "turns", "twists", "wins"),
    *("cuts", "does", "has", "is", "leaves", "passes", "puts", "sits", "takes", "wants"),
)
"""What follows a name in lines of the game itself: ``dave bets 50``."""

WORDS_OF_LINES = (
    *("deck", "chips", "banker", "dealer", "nobody", "everybody", "no", "computer"),
    *VERBS,
)
"""Words that no nickname has: lines of the game say them before, behind or in place of a name."""


class NicknameFault(Enum):
    """Why a text cannot be a nickname."""

    TOO_LONG = auto()
    BAD_CHARACTER = auto()
    BAD_BEGINNING = auto()
    """It does not begin with a letter or a digit."""
    SEVERAL_SCRIPTS = auto()
    OF_COMPUTERS = auto()
    OF_GAME = auto()
    WORD_OF_LINES = auto()
    TAKEN = auto()
    """It looks like the nick or nickname of another player."""
    IS_NICK = auto()
    """It is the nick of somebody else who is there."""


@lru_cache(maxsize=20_000)
def nickname_fault(text: str) -> NicknameFault | None:
    """Say why nobody can have the nickname TEXT; None if somebody can."""
    kinds = _kinds(text, SIGNS)
    if _ends_in_plus(text):
        return NicknameFault.OF_COMPUTERS
    if not re.match("[a0]", kinds):
        return NicknameFault.BAD_BEGINNING
    if not re.fullmatch("(?:am*|[0-]| (?=[^ ]))+", kinds):
        return NicknameFault.BAD_CHARACTER
    if len(text) > MAX_LENGTH:
        return NicknameFault.TOO_LONG
    if not _is_of_one_script(text):
        return NicknameFault.SEVERAL_SCRIPTS
    if any(look_alike(text, game.title) for game in GAMES):
        return NicknameFault.OF_GAME
    return NicknameFault.WORD_OF_LINES if word_of_lines(text) else None


def word_of_lines(text: str) -> str:
    """Return the first word of TEXT that looks like one of WORDS_OF_LINES; "" if none does."""
    return next((word for word in text.split() if not _words().isdisjoint(skeletons(word))), "")


@lru_cache(maxsize=20_000)
def needs_nickname(nick: str) -> bool:
    """Tell whether NICK cannot stand for its player in lines of the game."""
    return not _is_made_of(nick, NICK_SIGNS) or bool(word_of_lines(nick))


def looks_like_nick(word: str) -> bool:
    r"""Tell whether WORD, which was typed as a nick, may be repeated.

    It may have ``|``, backtick and ``\`` besides, as nicks may.
    """
    return len(word) <= MAX_NICK_LENGTH and _is_made_of(word, rf"{NICK_SIGNS}|`\\")


def is_nick_everywhere(word: str) -> bool:
    """Tell whether every network allows WORD, if not too long, as a nick (RFC 2812, 2.3.1)."""
    return re.fullmatch(r"[A-Za-z\[-`{-}][A-Za-z0-9\[-`{-}-]*", word) is not None


def is_like_computer(name: str) -> bool:
    """Tell whether NAME is a computer's, or ends in what looks like the plus of one."""
    return is_computer(name) or _ends_in_plus(name)


def _ends_in_plus(name: str) -> bool:
    return any(prototype(last) == "+" or "PLUS" in unicode_name(last, "") for last in name[-1:])


def _is_made_of(nick: str, signs: str) -> bool:
    return re.fullmatch("(?:am*|[0-])+", _kinds(nick, signs)) is not None


def _kinds(text: str, signs: str) -> str:
    """Return one character for each of TEXT: a letter is a, a mark m, a digit 0, one of SIGNS -.

    A space is itself, and all else is x, also letters and marks of Unicode that nobody sees.
    """
    return "".join(
        "x"
        if _UNSEEN.match(each)
        else _KINDS.get(category(each), " " if each == " " else "-" if each in signs else "x")
        for each in text
    )


_KINDS = {
    **dict.fromkeys(("Lu", "Ll", "Lt", "Lm", "Lo"), "a"),
    **dict.fromkeys(("Mn", "Mc"), "m"),
    "Nd": "0",
}

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180d\u180f\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Letters and marks that show nothing (Default_Ignorable_Code_Point in Unicode)."""

_OF_NO_SCRIPT = {"COMMON", "INHERITED"}
"""Of characters that several scripts share, such as most digits, accents and the ``ー`` of kana."""

_WRITTEN_TOGETHER = (
    {"HAN", "HIRAGANA", "KATAKANA"},
    {"HAN", "HANGUL"},
    {"HAN", "BOPOMOFO"},
)
"""Japanese, Korean and Chinese count as one script each, as they do for Unicode (UTS 39, 5.1)."""


def _is_of_one_script(text: str) -> bool:
    letters = (each for each in text if category(each)[0] in "LMN")
    scripts = {*map(_unicode().categories.alias, letters)} - _OF_NO_SCRIPT
    return len(scripts) <= 1 or any(scripts <= together for together in _WRITTEN_TOGETHER)


# What looks alike


def look_alike(one: str, other: str) -> bool:
    return not skeletons(one).isdisjoint(skeletons(other))


@lru_cache(maxsize=20_000)
def skeletons(text: str) -> frozenset[str]:
    """Return the skeletons (UTS 39) of TEXT as it is, and in small letters.

    Two names look alike, or differ only in case, if they have one in common.
    """
    shown = " ".join(_UNSEEN.sub("", normalize("NFKD", text)).split())
    return frozenset(map(_skeleton, (shown, shown.casefold())))


def _skeleton(text: str) -> str:
    """Return the one spelling, in small letters, of all texts that look like TEXT."""
    first = "".join(map(prototype, text))
    return "".join(map(prototype, first.casefold()))


@lru_cache(maxsize=4096)
def prototype(character: str) -> str:
    """Return what stands for all that look like CHARACTER: one or more characters, or itself.

    Unicode's list of confusables lacks most of the small capitals; they are known by their names.
    """
    first = _first_confusable(character)
    known_as = unicode_name(first, "") if len(first) == 1 else ""
    small = re.fullmatch("LATIN LETTER SMALL CAPITAL ([A-Z])", known_as)
    return small[1].lower() if small else first


def _first_confusable(character: str) -> str:
    """Return the prototype of CHARACTER in the list, where it is the only one confused with it.

    A prototype has all that are like it; of two that have only each other it is the first.
    """
    alike = _confusables(character)
    if len(alike) != 1:
        return character
    is_pair = len(alike[0]) == 1 == len(_confusables(alike[0]))
    return min(character, alike[0]) if is_pair else alike[0]


@cache
def _unicode() -> Any:
    """Return the package with Unicode's lists; its 7 MB are read when the first name is looked at.

    A bot without players, and one that only starts, need none of them.
    """
    import confusable_homoglyphs.categories
    import confusable_homoglyphs.confusables

    return confusable_homoglyphs


def _confusables(text: str) -> list[str]:
    marked = f"\u200e{text}\u200e"  # so the list has what is written from right to left
    data = _unicode().confusables.confusables_data
    found = data.get(text) or data.get(marked) or []
    return [each["c"].strip("\u200e") for each in found]


@cache
def _words() -> frozenset[str]:
    """Return the skeletons of WORDS_OF_LINES."""
    return frozenset(look for word in WORDS_OF_LINES for look in skeletons(word))
