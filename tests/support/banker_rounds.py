"""Rounds against a banker or dealer as tests write them: moves are words."""

from collections.abc import Iterable

from pontoon.engine.events import Event, HandResult
from pontoon.engine.moves import Move, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from tests.support.shed_rounds import asked, follow, not_offered, of_kind

LETTERS = {
    "s": Verb.STICK,
    "t": Verb.TWIST,
    "b": Verb.BUY,
    "p": Verb.SPLIT,
    "o": Verb.SHOOT,
    "k": Verb.KITTY,
    "i": Verb.BID,
    "n": Verb.PASS,
}
BANKERS_LETTERS = {"s": Verb.STAY, "t": Verb.DRAW}


def play(table: Table, script: str) -> list[Event]:
    """Make the moves of a SCRIPT such as ``bob: 2 dave: b5 t s``; return what happened.

    A number is a bet and a letter a move, with a number behind it for so much; ``resigns`` gives up
    the seat of whoever was named.
    """
    return follow(table, script, lambda word: move(table, word))


def letters(table: Table) -> dict[str, Verb]:
    """Return what letters mean to whoever is asked."""
    return BANKERS_LETTERS if asked(table).phase is Phase.BANKER else LETTERS


def move(table: Table, word: str) -> Move:
    """Return the move that WORD says to what TABLE asks."""
    if word.isdigit():
        return Move(Verb.BET, int(word))
    return Move(letters(table)[word[0]], int(word[1:]) if word[1:] else None)


def on_offer(table: Table) -> str:
    """Return the letters of the moves on offer."""
    ask = asked(table)
    return "".join(letter for letter, verb in letters(table).items() if ask.option(verb))


def assert_barred(table: Table, letter: str, bar: WhyNot, limit: int = 0) -> None:
    """Check that the move is refused for this reason, says what is allowed and changes nothing."""
    refusal = not_offered(table, move(table, letter))
    assert (refusal.reason, refusal.limit) == (bar, limit)
    assert letter not in on_offer(table)


def gains(events: Iterable[Event]) -> list[int]:
    """Return what each hand won or lost, in the order of the results."""
    return [result.gain for result in of_kind(HandResult, events)]
