"""How names and nicks are written, and why somebody cannot have a nickname (RULES 0, Names)."""

import re

from pontoon.storage.players.nicknames import (
    MAX_LENGTH,
    SIGNS,
    NicknameFault,
    looks_like_nick,
    word_of_lines,
)

_NICKNAME_FAULTS = {
    NicknameFault.TOO_LONG: (
        f"A nickname has at most {MAX_LENGTH} characters, and this one has {{length}}."
    ),
    NicknameFault.BAD_CHARACTER: (
        f"A nickname has only letters, digits, single spaces and {' '.join(SIGNS)} in it."
    ),
    NicknameFault.BAD_BEGINNING: "A nickname begins with a letter or a digit.",
    NicknameFault.SEVERAL_SCRIPTS: (
        "The letters of a nickname are of one script: do not mix Latin with Cyrillic, for example."
    ),
    NicknameFault.OF_COMPUTERS: (
        "Names that end in + are those of computer players; choose another."
    ),
    NicknameFault.OF_GAME: "That is the name of a game; choose another.",
    NicknameFault.WORD_OF_LINES: (
        'Lines of the game use the word "{word}" themselves; choose a nickname without it.'
    ),
    NicknameFault.TAKEN: "That is too similar to {nick}'s name; choose another.",
    NicknameFault.IS_NICK: "{nick} is here, and that is their nick; choose another.",
}


def why_no_nickname(fault: NicknameFault, nickname: str, nick: str = "") -> str:
    """Say why somebody cannot have NICKNAME: because of FAULT, for some of them that of NICK."""
    word, length = word_of_lines(nickname), len(nickname)
    return _NICKNAME_FAULTS[fault].format(word=word, length=length, nick=nick)


def called(word: str) -> str:
    """Return WORD behind a noun, without repeating what cannot be a name."""
    can_be_name = len(word) <= MAX_LENGTH and looks_like_nick(word)
    return f" called {word}" if can_be_name else " of that name"


def with_name(nick: str, name: str) -> str:
    """Return NICK with the NAME of its player in brackets, if that is another.

    Only prompts have ``(s)`` and ``(1-200)``.

    >>> with_name("dave", "The Boss"), with_name("dave", "Dave"), with_name("dave", "s")
    ('dave (The Boss)', 'Dave', 'dave')
    """
    if nick.casefold() == name.casefold():
        return name
    return nick if re.fullmatch(r".|\d+-\d+", name) else f"{nick} ({name})"
