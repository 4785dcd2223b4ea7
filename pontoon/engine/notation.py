"""What people type, read as moves and commands. No words are answered here."""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import chain

from pontoon.engine.moves import (
    Accept,
    Bound,
    Cancel,
    Decline,
    Move,
    SellBank,
    TableRequest,
    VagueSale,
    Verb,
)

_VERBS: Mapping[str, tuple[Verb, ...]] = {
    "bet": (Verb.BET,),
    "s": (Verb.STICK, Verb.STAY),
    "stick": (Verb.STICK, Verb.STAY),
    "stay": (Verb.STAY, Verb.STICK),
    "t": (Verb.TWIST, Verb.DRAW),
    "twist": (Verb.TWIST, Verb.DRAW),
    "draw": (Verb.DRAW, Verb.TWIST),
    "b": (Verb.BUY,),
    "buy": (Verb.BUY,),
    "u": (Verb.BURN,),
    "burn": (Verb.BURN,),
    "p": (Verb.SPLIT,),
    "split": (Verb.SPLIT,),
    "h": (Verb.HIT,),
    "hit": (Verb.HIT,),
    "d": (Verb.DOUBLE,),
    "double": (Verb.DOUBLE,),
    "y": (Verb.INSURE, Verb.TAKE),
    "yes": (Verb.INSURE, Verb.TAKE),
    "n": (Verb.PASS,),
    "no": (Verb.PASS,),
    "pass": (Verb.PASS,),
    "o": (Verb.SHOOT,),
    "shoot": (Verb.SHOOT,),
    "kitty": (Verb.KITTY,),
    "bid": (Verb.BID, Verb.BET),
}
"""What a word may mean: the first that is on offer, or that the game has, or the first of all."""

_AMOUNTS = frozenset({Verb.BET, Verb.SHOOT, Verb.KITTY, Verb.BID})
"""What is nothing but an amount, so that a number alone will do, and the word alone will not."""

_EXTREMES = {"min": Bound.LEAST, "max": Bound.MOST}

_DIGITS = re.compile("[0-9]{1,400}")
"""ASCII digits, and no more than a line of IRC could ever hold."""

_TWO_WORDS = re.compile(r"\s*\S+\s+\S+")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")


def is_plain(text: str) -> bool:
    """Tell whether TEXT is free of formatting codes and other control characters."""
    return not _CONTROL.search(text)


def read_amount(word: str) -> int | Bound | None:
    """Return the amount that WORD says, ``50``, ``max`` or ``min``; None if it says none.

    >>> read_amount("050"), read_amount("+5"), read_amount("1e3"), read_amount("٣")
    (50, None, None, None)
    """
    if _DIGITS.fullmatch(word):
        return int(word)
    return _EXTREMES.get(word.lower())


def read_move(
    words: Sequence[str], offered: Collection[Verb] = (), known: Sequence[Verb] = ()
) -> Move | None:
    """Return the move that WORDS say, or None if they say none.

    What a letter stands for depends on what is OFFERED, or else on what is KNOWN in the game, the
    likeliest first. An amount alone is a bet, or whatever else is asked that is only an amount; its
    word alone says nothing.

    >>> read_move(["Buy"]) == Move(Verb.BUY), read_move(["50"]) == Move(Verb.BET, 50)
    (True, True)
    >>> read_move(["s"], [Verb.DRAW, Verb.STAY]) == Move(Verb.STAY)
    True
    >>> read_move(["50"], [Verb.SHOOT, Verb.PASS]) == Move(Verb.SHOOT, 50)
    True
    """
    match words:
        case [word]:
            amount = read_amount(word)
            if amount is not None:
                return Move(_only_amount(offered), amount)
            verb = _meant(word, offered, known)
            return None if verb is None or verb in _AMOUNTS else Move(verb)
        case [word, number]:
            verb = _meant(word, offered, known)
            amount = read_amount(number)
            return None if verb is None or amount is None else Move(verb, amount)
    return None


def _meant(word: str, offered: Collection[Verb], known: Sequence[Verb]) -> Verb | None:
    meanings = _VERBS.get(word.lower(), ())
    on_offer = (verb for verb in meanings if verb in offered)
    in_game = (verb for verb in known if verb in meanings)
    return next(chain(on_offer, in_game, meanings), None)


def _only_amount(offered: Collection[Verb]) -> Verb:
    """Return what a number alone says."""
    wanted = [verb for verb in offered if verb is not Verb.PASS]
    return wanted[0] if len(wanted) == 1 and wanted[0] in _AMOUNTS else Verb.BET


def read_deed(words: Sequence[str]) -> TableRequest | None:
    """Return what WORDS say that can be done on turn or not, or None if they say no such thing.

    >>> read_deed("sell bank to kevin for 200".split())
    SellBank(buyer='kevin', price=200)
    """
    match [word.lower() for word in words]:
        case ["accept"]:
            return Accept()
        case ["decline"]:
            return Decline()
        case ["cancel"]:
            return Cancel()
        case ["sell", "bank", "to", _, "for", price] if isinstance(read_amount(price), int):
            return SellBank(words[3], int(price))
        case ["sell", "bank", *_]:
            return VagueSale()
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


def as_move(words: Sequence[str], games: Collection[str]) -> Sequence[str]:
    """Return WORDS as a move, if they are one of GAMES and a single number.

    No nick starts with a digit, so that they begin no round. A game that is called as a move is
    gives way to the letter of that move, and any other to the number alone.

    >>> as_move(["pontoon", "20"], ["pontoon"]), as_move(["pontoon", "dave"], ["pontoon"])
    (['20'], ['pontoon', 'dave'])
    >>> as_move(["shoot", "20"], ["shoot"])
    ['o', '20']
    """
    match words:
        case [game, amount] if game.lower() in games and _DIGITS.fullmatch(amount):
            meaning = _VERBS.get(game.lower())
            letters = [word for word, verbs in _VERBS.items() if verbs == meaning]
            return [*letters[:1], amount]
    return words


# What is said in private


def without_prefix(said: str, prefix: str) -> str:
    """Return SAID without the PREFIX of commands, which is no sign of a number such as +5.

    >>> without_prefix("!bank", "!"), without_prefix("+5", "+")
    ('bank', '+5')
    """
    command = said.removeprefix(prefix).lstrip(" ")
    return command if command[:1].isalpha() else said


def without_game(words: Sequence[str], games: Collection[str]) -> Sequence[str]:
    """Return WORDS about one of GAMES, as they are said in a channel, as they are in private.

    >>> without_game(["pontoon", "leave"], ["pontoon"])
    ['leave']
    >>> without_game(["pontoon", "stats", "dave"], ["pontoon"])
    ['stats', 'pontoon', 'dave']
    """
    match words:
        case [game, what, *rest] if game.lower() in games:
            match what.lower():
                case "leave" | "stop":
                    return [what, *rest]
                case "stats" | "rules" | "help":
                    return [what, game, *rest]
    return words


def after_two_words(said: str) -> str:
    """Return what stands behind the first two words, as it was typed.

    >>> after_two_words("set nickname  The Boss")
    '  The Boss'
    """
    return _TWO_WORDS.sub("", said, count=1)
