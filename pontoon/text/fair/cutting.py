"""What is said about cutting sealed decks, besides the lines by which anybody can check them."""

from collections.abc import Sequence

from pontoon.engine.sealed_deck import MOST_CUTS, MOST_WORDS_BYTES, CutFault
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.text.formatting import count

ONLY_OPERATORS_SHUFFLE = "Only a channel operator can have a new deck put in."
AFTER_THIS_ROUND = "A round is being played. Say that again when it is over."
CUT_ALREADY = "Your words do not cut, since the deck is cut already."
SEAL_UNHEARD = "Your words do not cut, since they came before the seal was heard."
OPERATOR = "operator"
"""Why a deck is given up that an operator has replaced."""

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
    return f"{nick}, that does not cut: {_FAULTS[fault]}."


def is_cut_by(nick: str, decks: Sequence[DeckNote]) -> str:
    """Say that NICK has cut DECKS."""
    found = [f"deck {each.terms.number} ({count(len(each.cuts), 'cut')})" for each in decks]
    return f"{nick} cuts {', '.join(found)}"


def nothing_to_cut(decks: Sequence[DeckNote], prefix: str) -> str:
    """Say why nobody can cut one of DECKS, those in play, now."""
    if any(not each.is_closed for each in decks):
        return f"The seal has to be heard first. Say {prefix}cut again in a moment."
    numbers = ", ".join(str(each.terms.number) for each in decks)
    return f"It is too late to cut deck {numbers}. The next one can be cut when it is sealed."


def fair(decks: Sequence[DeckNote], titles: Sequence[str], prefix: str) -> list[str]:
    """Say what is sealed, whose cuts count, and how to check; TITLES are the games of DECKS."""
    how_to_cut = (
        f"Cut it with {prefix}cut any words, last of all if you can: "
        "the words stay in a public file for ever. "
    )
    is_too_late = bool(decks) and all(each.is_closed for each in decks)
    how = (
        "Each deck is sealed before it is cut, and opened when it is finished. "
        f"{'' if is_too_late else how_to_cut}"
        "Keep your log, and check it with contrib/check_deck.py; docs/fair.md says what it proves."
    )
    found = [_state(deck, title) for deck, title in zip(decks, titles, strict=True)]
    return [*(found or ["No deck is sealed here yet."]), how]


def _state(deck: DeckNote, title: str) -> str:
    nicks = ", ".join(nick for nick, _ in deck.cuts)
    if not nicks:
        state = "not cut by anybody" if deck.is_closed else "waiting to be cut"
    elif deck.is_closed:
        state = f"cut by {nicks}"
    else:
        state = f"cut so far by {nicks} (of more than {MOST_CUTS} nicks those count who cut last)"
    return f"Deck {deck.terms.number} ({title}): {state}"
