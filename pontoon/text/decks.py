"""What people read about sealed decks: lines by which anybody can check them, and answers."""

from collections.abc import Sequence

from pontoon.engine.events import DeckCut, DeckNamed
from pontoon.engine.sealed_deck import MAX_WORDS_BYTES, CutFault, DeckTerms, terms_text
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.storage.decks.deck_records import FINISHED
from pontoon.text.formatting import count

# Lines in the channel (FAIR, Lines in the channel). They are never shortened:
# ``storage/decks/deck_log.py`` and people's own tools read them.

IS_SEALED = "Deck {number} sealed: {seal} ({prefix}cut any words)"
CANNOT_BE_OPENED = "Deck {number} cannot be opened: its secret is lost"


def is_opened(terms: DeckTerms, secret: str, why: str) -> str:
    """Return the line with all that SEAL is the hash of; WHY the deck was given up, if it was."""
    given_up = "" if why == FINISHED else f", given up ({why})"
    return f"Deck {terms.number} opened{given_up}: {secret} ({terms_text(terms)})"


def is_cut_by(nick: str, number: int, game: str, cuts: int) -> str:
    """Acknowledge the cut of NICK: the deck of GAME with that NUMBER has this many CUTS by now."""
    return f"{nick} cuts deck {number} of {game} ({count(cuts, 'cut')})"


def deck_of_round(event: DeckNamed | DeckCut) -> str:
    """Return the part of an opening line that names the deck of the round."""
    if isinstance(event, DeckNamed):
        return f"deck {event.number}, card {event.card}"
    if not event.cuts:
        return f"deck {event.number}, not cut"
    return f"deck {event.number}, cut by {event.cuts}: {event.hashed}"


# About cutting

ONLY_OPERATORS_SHUFFLE = "Only a channel operator can have a new deck put in."
AFTER_THIS_ROUND = "A round is being played. Say that again when it is over."
CUT_ALREADY = "Your words do not cut, since the deck is cut already."
SEAL_UNHEARD = "Your words do not cut, since they came before the seal was heard."
NEEDS_NAME_TO_CUT = (
    "{nick}, that does not cut: lines of the game cannot show your nick. Take another nick, or say "
    "set nickname and a name to me in private, and cut again."
)
OPERATOR = "operator"
"""Why a deck is given up that an operator has replaced."""

MAX_NICKS = 8
"""This many nicks have room in one line: those who cut last."""

NOT_A_CUT = {
    CutFault.NOTHING: "{name}, that does not cut: say any words behind it.",
    CutFault.TOO_LONG: (
        f"{{name}}, that does not cut: say at most {MAX_WORDS_BYTES} bytes: I cut nothing short."
    ),
    CutFault.CONTROL: "{name}, that does not cut: say words without colours and other codes.",
    CutFault.NOT_UTF8: "{name}, that does not cut: have your client send UTF-8.",
}


def nothing_to_cut(nick: str, decks: Sequence[DeckNote], prefix: str) -> str:
    """Say why NICK cannot cut one of DECKS, those in play, now, and when somebody can."""
    if not all(each.is_closed for each in decks) or not decks:
        return f"{nick}, say {prefix}cut again once I have said the seal: words count behind it."
    numbers = " or ".join(str(each.terms.number) for each in decks)
    return f"{nick}, it is too late to cut deck {numbers}. You can cut the next one once I seal it."


def fair(deck: DeckNote | None, title: str, prefix: str, url: str) -> str:
    """Say what is sealed for the game TITLE, whose cuts count, and how to check its DECK.

    People can read more at URL, if that is not "".
    """
    how = f"Keep your log: docs/fair.md says how to check it{f' ({url})' if url else ''}"
    if deck is None:
        return f"No deck of {title} is sealed yet: it is when somebody plays or cuts. {how}."
    name = f"Deck {deck.terms.number} of {title} is sealed"
    if deck.is_closed:
        return f"{name} and {_whose_cuts(deck)}. I open it after its last round. {how}."
    return (
        f"{name}, {_whose_cuts(deck)} so far. Say {prefix}cut and any words, last of all if you "
        f"can: they stay in a public file for ever. {how}."
    )


def _whose_cuts(deck: DeckNote) -> str:
    nicks = [nick for nick, _ in deck.cuts]
    if not nicks:
        return "not cut"
    shown = nicks[-MAX_NICKS:]
    others = f" and {len(nicks) - len(shown)} more" if len(nicks) > len(shown) else ""
    return f"cut by {', '.join(shown)}{others}"
