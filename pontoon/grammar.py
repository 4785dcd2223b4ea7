"""What people type, read as moves and commands. No words are answered here."""

import re
from collections.abc import Sequence

from pontoon.moves import Extreme, Move, Verb

_VERBS = {
    "bet": Verb.BET,
    "s": Verb.STICK,
    "stick": Verb.STICK,
    "t": Verb.TWIST,
    "twist": Verb.TWIST,
    "b": Verb.BUY,
    "buy": Verb.BUY,
    "u": Verb.BURN,
    "burn": Verb.BURN,
    "p": Verb.SPLIT,
    "split": Verb.SPLIT,
}

_EXTREMES = {"min": Extreme.LEAST, "max": Extreme.MOST}

_DIGITS = re.compile("[0-9]{1,400}")
"""ASCII digits, and no more than a line of IRC could ever hold."""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def is_plain(text: str) -> bool:
    """Tell whether TEXT is free of formatting codes and other control characters."""
    return not _CONTROL.search(text)


def read_amount(word: str) -> int | Extreme | None:
    """Return the amount that WORD says, ``50``, ``max`` or ``min``; None if it says none.

    >>> read_amount("050"), read_amount("+5"), read_amount("1e3"), read_amount("٣")
    (50, None, None, None)
    """
    if _DIGITS.fullmatch(word):
        return int(word)
    return _EXTREMES.get(word.lower())


def read_move(words: Sequence[str]) -> Move | None:
    """Return the move that WORDS say, or None if they say none.

    An amount alone is a bet. ``bet`` alone says nothing, since the amount is what is asked.

    >>> read_move(["Buy"]), read_move(["50"])
    (Move(verb=<Verb.BUY: 'buy'>, amount=None), Move(verb=<Verb.BET: 'bet'>, amount=50))
    """
    match words:
        case [word]:
            amount = read_amount(word)
            if amount is not None:
                return Move(Verb.BET, amount)
            verb = _VERBS.get(word.lower())
            return None if verb in (None, Verb.BET) else Move(verb)
        case [word, number]:
            verb = _VERBS.get(word.lower())
            amount = read_amount(number)
            return None if verb is None or amount is None else Move(verb, amount)
    return None


def looks_like_move(words: Sequence[str]) -> bool:
    """Tell whether WORDS begin as a move does, even where they go on in a way that is none."""
    return bool(words) and (words[0].lower() in _VERBS or read_amount(words[0]) is not None)


def read_command(text: str, prefix: str) -> list[str] | None:
    """Return the words of a command said in a channel, or None where TEXT is none.

    A command begins with PREFIX and a word right behind it, and holds no formatting codes.

    >>> read_command("!pontoon dave kevin", "!")
    ['pontoon', 'dave', 'kevin']
    """
    if not text.startswith(prefix) or not is_plain(text):
        return None
    said = text[len(prefix) :]
    return said.split() if said[:1].strip() else None
