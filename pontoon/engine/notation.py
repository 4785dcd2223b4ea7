"""Moves, and what else a player may do at a table, as people type them."""

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
    word: meanings
    for words, meanings in {
        "bet": (Verb.BET,),
        "s stick": (Verb.STICK, Verb.STAY),
        "stay stand hold": (Verb.STAY, Verb.STICK),
        "t twist": (Verb.TWIST, Verb.DRAW),
        "card": (Verb.TWIST, Verb.HIT, Verb.DRAW),
        "draw": (Verb.DRAW, Verb.TWIST),
        "b buy": (Verb.BUY,),
        "u burn": (Verb.BURN,),
        "p split": (Verb.SPLIT,),
        "h": (Verb.HIT,),
        "hit": (Verb.HIT, Verb.TWIST, Verb.DRAW),
        "d double": (Verb.DOUBLE,),
        "y yes": (Verb.INSURE, Verb.TAKE),
        "n no pass": (Verb.PASS,),
        "o shoot": (Verb.SHOOT,),
        "kitty": (Verb.KITTY,),
        "bid": (Verb.BID, Verb.BET),
    }.items()
    for word in words.split()
}
"""What a word may mean: the first that is on offer, or that the game has, or the first of all."""

_AMOUNTS = frozenset({Verb.BET, Verb.SHOOT, Verb.KITTY, Verb.BID})
"""The moves that a number alone makes, and the word alone does not."""

_EXTREMES = {"min": Bound.MIN, "max": Bound.MAX, "all": Bound.MAX}

_LETTER = re.compile(r"\((\w)\)")
"""The letter of a move as prompts have it: ``(t)wist``."""

_DIGITS = re.compile("[0-9]{1,400}")
"""ASCII digits, and no more than a line of IRC could ever hold."""


def parse_amount(word: str) -> int | Bound | None:
    """Return the amount that WORD says, ``50``, ``max``, ``all`` or ``min``; None if it says none.

    >>> parse_amount("050"), parse_amount("+5"), parse_amount("1e3"), parse_amount("٣")
    (50, None, None, None)
    """
    if _DIGITS.fullmatch(word):
        return int(word)
    return _EXTREMES.get(word.lower())


def plain_word(word: str) -> str:
    """Return WORD without what people copy from a prompt, or what a phone adds to it.

    >>> [*map(plain_word, ["(t)wist", "t!", "Stick.", "“Twist”", "10.", "+5"])]
    ['twist', 't', 'Stick', 'Twist', '10', '+5']
    """
    return _LETTER.sub(r"\1", word).strip("\"'“”‘’").rstrip(".!")


def parse_move(
    words: Sequence[str], offered: Collection[Verb] = (), known: Sequence[Verb] = ()
) -> Move | None:
    """Return the move that WORDS say, or None if they say none.

    What a letter stands for depends on what is OFFERED, or else on what is KNOWN in the game, the
    likeliest first. A number alone is a bet, or the only other amount that is asked.

    >>> parse_move(["Buy"]) == Move(Verb.BUY), parse_move(["50"]) == Move(Verb.BET, 50)
    (True, True)
    >>> parse_move(["s"], [Verb.DRAW, Verb.STAY]) == Move(Verb.STAY)
    True
    >>> parse_move(["50"], [Verb.SHOOT, Verb.PASS]) == Move(Verb.SHOOT, 50)
    True
    """
    match [*map(plain_word, words)]:
        case [word]:
            amount = parse_amount(word)
            if amount is not None:
                return Move(_only_amount(offered), amount)
            verb = _meant(word, offered, known)
            return None if verb is None or verb in _AMOUNTS else Move(verb)
        case [word, number]:
            verb = _meant(word, offered, known)
            amount = parse_amount(number)
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


def parse_request(words: Sequence[str]) -> TableRequest | None:
    """Return what WORDS say that can be done on turn or not, or None if they say no such thing.

    >>> parse_request("sell bank to kevin for 200".split())
    SellBank(buyer='kevin', price=200)
    """
    match [word.lower() for word in words]:
        case ["accept"]:
            return Accept()
        case ["accept", *game, price] if len(game) < 2 and _DIGITS.fullmatch(price):
            return Accept(int(price), *game)
        case ["decline"]:
            return Decline()
        case ["cancel"]:
            return Cancel()
        case ["sell", "bank", "to", _, "for", price] if isinstance(parse_amount(price), int):
            return SellBank(words[3], int(price))
        case ["sell", "bank", *_]:
            return VagueSale()
    return None


def looks_like_move(words: Sequence[str]) -> bool:
    """Tell whether WORDS begin as a move does."""
    word = plain_word(words[0]) if words else ""
    return word.lower() in _VERBS or parse_amount(word) is not None


def letter_of(word: str) -> str | None:
    """Return the shortest way to say the move that WORD says; None if it says none.

    >>> letter_of("shoot"), letter_of("pontoon")
    ('o', None)
    """
    meaning = _VERBS.get(word.lower())
    return next((each for each, verbs in _VERBS.items() if verbs == meaning), None)
