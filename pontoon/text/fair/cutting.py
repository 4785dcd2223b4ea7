"""What is said about cutting sealed decks, besides the lines by which anybody can check them."""

from collections.abc import Sequence

from pontoon.engine.sealed_deck import MOST_WORDS_BYTES, CutFault
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.text.names import as_named

ONLY_OPERATORS_SHUFFLE = "Only a channel operator can have a new deck put in."
AFTER_THIS_ROUND = "A round is being played. Say that again when it is over."
CUT_ALREADY = "Your words do not cut, since the deck is cut already."
SEAL_UNHEARD = "Your words do not cut, since they came before the seal was heard."
OPERATOR = "operator"
"""Why a deck is given up that an operator has replaced."""

MOST_NICKS = 8
"""So many nicks have room in one line: those who cut last."""

_FAULTS = {
    CutFault.NOTHING: "say any words behind it",
    CutFault.TOO_LONG: f"say at most {MOST_WORDS_BYTES} bytes: I cut nothing short",
    CutFault.CONTROL: "say words without colours and other codes",
    CutFault.NOT_UTF8: "have your client send UTF-8",
}


def not_a_cut(nick: str, fault: CutFault) -> str:
    """Say why the words of NICK do not cut.

    >>> not_a_cut("dave", CutFault.NOTHING)
    'dave, that does not cut: say any words behind it.'
    """
    return f"{as_named(nick)}, that does not cut: {_FAULTS[fault]}."


def cannot_be_acknowledged(nick: str) -> str:
    """Say that no line can say that NICK cuts: other programs could obey it.

    >>> cannot_be_acknowledged("dave")
    'dave, that does not cut: no line of mine can begin with your nick. Take another one.'
    """
    why = "no line of mine can begin with your nick"
    return f"{as_named(nick)}, that does not cut: {why}. Take another one."


def nothing_to_cut(nick: str, decks: Sequence[DeckNote], prefix: str) -> str:
    """Say why NICK cannot cut one of DECKS, those in play, now, and when somebody can."""
    name = as_named(nick)
    if not all(each.is_closed for each in decks) or not decks:
        return f"{name}, say {prefix}cut again once I have said the seal: words count behind it."
    numbers = " or ".join(str(each.terms.number) for each in decks)
    return f"{name}, it is too late to cut deck {numbers}. You can cut the next one once I seal it."


def fair(deck: DeckNote | None, title: str, prefix: str, url: str) -> str:
    """Say what is sealed for the game TITLE, whose cuts count, and how to check its DECK.

    People can read more at URL, if that is not "".
    """
    how = f"Keep your log: docs/fair.md says how to check it{f' ({url})' if url else ''}"
    if deck is None:
        return f"No deck of {title} is sealed yet: it is when somebody plays or cuts. {how}."
    name = f"Deck {deck.terms.number} of {title} is sealed"
    if deck.is_closed:
        return f"{name} and {_whose_cuts(deck)}. I open it when it is dealt. {how}."
    return (
        f"{name}, {_whose_cuts(deck)} so far. Say {prefix}cut and any words, last of all if you "
        f"can: they stay in a public file for ever. {how}."
    )


def _whose_cuts(deck: DeckNote) -> str:
    nicks = [nick for nick, _ in deck.cuts]
    if not nicks:
        return "not cut"
    shown = nicks[-MOST_NICKS:]
    others = f" and {len(nicks) - len(shown)} more" if len(nicks) > len(shown) else ""
    return f"cut by {', '.join(shown)}{others}"
