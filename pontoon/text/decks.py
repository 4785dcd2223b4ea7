"""What people read about sealed decks: lines by which anybody can check them, and answers."""

from collections.abc import Callable, Iterator

from pontoon.engine.computers import is_computer, shown
from pontoon.engine.events import DeckCut, DeckNamed
from pontoon.engine.sealed_deck import MAX_WORDS, CutFault, terms_text
from pontoon.games import game_named
from pontoon.storage.decks import FINISHED, SealedDeck
from pontoon.storage.old_decks import OldDeck
from pontoon.text.announcements import as_computer
from pontoon.text.formatting import count

# Lines in the channel (FAIR, Lines in the channel). They are never shortened: people check decks by
# them.


def is_sealed(deck: SealedDeck, prefix: str) -> str:
    """Return the line that seals DECK."""
    return f"Deck {deck.terms.number} of {deck.terms.channel} {_seal(deck, prefix)}"


def next_is_sealed(deck: SealedDeck, prefix: str) -> str:
    """Return the same for DECK behind the line that opens the one before."""
    return f"deck {deck.terms.number} {_seal(deck, prefix)}"


def _seal(deck: SealedDeck, prefix: str) -> str:
    return f"sealed: {deck.seal} ({prefix}cut any words)"


def is_opened(deck: SealedDeck) -> str:
    """Return the line with all that SEAL is the hash of, and what was dealt."""
    name = f"Deck {deck.terms.number} of {deck.terms.channel}"
    if not deck.secret:
        return f"{name} cannot be opened: its secret is lost"
    given_up = "" if deck.why == FINISHED else f", given up ({deck.why})"
    dealt = f"{count(deck.rounds_begun, 'round')}, {count(deck.cards, 'card')}"
    return f"{name} opened{given_up}: {deck.secret} ({terms_text(deck.terms)}) after {dealt}"


def old_is_opened(deck: OldDeck) -> str:
    """Return the line that opens DECK, one of version 0.5, as that did."""
    terms = deck.terms
    if not deck.secret:
        return f"Deck {terms.number} cannot be opened: its secret is lost"
    marker = terms.marker if isinstance(terms.marker, str) else "{}-{}".format(*terms.marker)
    where = f"{_old_quoted(terms.network)} {_old_quoted(terms.channel)} {terms.game}"
    sealed = f"{where} {terms.packs} {marker} {terms.before}"
    given_up = "" if deck.opening == FINISHED else f", given up ({deck.opening or 'new version'})"
    return f"Deck {terms.number} opened{given_up}: {deck.secret} ({sealed})"


def _old_quoted(name: str) -> str:
    """Return NAME as pontoon-deck-2 has it.

    >>> _old_quoted("#den 100%")
    '#den%20100%25'
    """
    return "".join(f"%{ord(each):02x}" if each in "%\x7f" or each <= " " else each for each in name)


def is_cut_by(name: str, deck: int, number: int, words: str) -> str:
    """Acknowledge the cut with that NUMBER of a DECK, by NAME with WORDS."""
    return f'{name} cuts deck {deck} ({number}): "{words}"'


def deck_of_round(event: DeckNamed | DeckCut) -> str:
    """Return the part of an opening line that names the deck of the round."""
    if isinstance(event, DeckNamed):
        return f"deck {event.number}, card {event.card}"
    if not event.cuts:
        return f"deck {event.number}, not cut"
    return f"deck {event.number}, {count(event.cuts, 'cut')}: {event.hashed}"


def opening(deck: SealedDeck) -> str:
    """Return the first part of the opening line of the first round of DECK."""
    names = (
        as_computer(shown(each)) if is_computer(each) else deck.names.get(each, each)
        for each in deck.players or ()
    )
    return f"{game_named(deck.terms.game).title}: {', '.join(names)}"


def deck_cut(deck: SealedDeck) -> str:
    """Return the part of it that names DECK."""
    return deck_of_round(DeckCut(deck.terms.number, len(deck.cuts), deck.cuts_hash))


def all_said(deck: SealedDeck, prefix: str, name_of_nick: Callable[[str], str]) -> Iterator[str]:
    """Yield all that the channel has heard of DECK, in the same order.

    NAME_OF_NICK returns what somebody is called in lines.
    """
    yield is_sealed(deck, prefix)
    known = deck.cuts if deck.are_cuts_heard else deck.cuts[: deck.acknowledged]
    for number, cut in enumerate(known, 1):
        yield is_cut_by(name_of_nick(cut.nick), deck.terms.number, number, cut.words)
    if deck.is_closed:
        yield f"{opening(deck)} | {deck_cut(deck)}"
    if deck.why:
        yield is_opened(deck)


# About cutting

ONLY_OPERATORS_SHUFFLE = "Only a channel operator can have a new deck put in."
AFTER_THIS_ROUND = "A round is being played. Say that again when it is over."
NEEDS_NAME_TO_CUT = (
    "{nick}, that does not cut: lines of the game cannot show your nick. Take another nick, or say "
    "set nickname and a name to me in private, and cut again."
)
OPERATOR = "operator"
"""Why a deck is given up that an operator has replaced."""

MAX_NICKS = 8
"""This many nicks have room in one line: those who cut last."""

_NOT_A_CUT = {
    CutFault.NOTHING: "that does not cut: say any words behind it.",
    CutFault.TOO_LONG: (
        f"that does not cut: say at most {MAX_WORDS} characters, since I cut nothing short."
    ),
    CutFault.OTHER: (
        "that does not cut: say plain letters (a to z), digits, and single spaces between words."
    ),
    CutFault.UNHEARD: "that does not cut: say it once more when I have said the seal.",
    CutFault.CLOSED: "that is too late to cut the deck. You can cut the next one once I seal it.",
    CutFault.ONCE: "you have cut this deck already: each person cuts it once.",
    CutFault.HOST: "that does not cut: three people from your address have cut this deck already.",
    CutFault.ENOUGH: "that does not cut: enough people have cut this deck already.",
}


def not_a_cut(nick: str, why: CutFault) -> str:
    """Tell the person who has NICK, in the channel, WHY their words do not cut."""
    return f"{nick}, {_NOT_A_CUT[why]}"


def not_your_cut(why: CutFault) -> str:
    """Tell somebody in private WHY their words do not cut."""
    said = _NOT_A_CUT[why]
    return said[0].upper() + said[1:]


NO_SUCH_DECK = "I have sealed no deck {number} in {channel}."
WHICH_CHANNEL = "Say fair #channel {number}: you are in several of my channels."
IN_NO_CHANNEL = "I tell what was said of a deck to people in its channel: come in first."
NOT_IN_CHANNEL = "I tell what was said in {channel} to those who are there: come in first."
WHAT_FAIR_TAKES = "Say fair and the number of a deck, as in fair 41, or fair #channel 41."


def fair(deck: SealedDeck | None, title: str, prefix: str, url: str) -> str:
    """Say what is sealed for the game TITLE, whose cuts count, and how to check its DECK.

    People can read more at URL, if that is not "".
    """
    how = f"Keep your log, and check it with contrib/check.html{f' ({url})' if url else ''}"
    if deck is None:
        return f"No deck of {title} is sealed yet: it is when somebody plays or cuts. {how}."
    name = f"Deck {deck.terms.number} of {title} is sealed"
    if deck.is_closed:
        return f"{name} and {_whose_cuts(deck)}. I open it after its last round. {how}."
    return (
        f"{name} ({deck.seal}), {_whose_cuts(deck)} so far. Say {prefix}cut and any words, last of "
        f"all if you can. {how}."
    )


def _whose_cuts(deck: SealedDeck) -> str:
    nicks = [cut.nick for cut in deck.cuts]
    if not nicks:
        return "not cut"
    shown = nicks[-MAX_NICKS:]
    others = f" and {len(nicks) - len(shown)} more" if len(nicks) > len(shown) else ""
    return f"cut by {', '.join(shown)}{others}"
