"""The lines in the channel by which anybody can check a deck (FAIR, Lines in the channel).

They are never shortened. ``storage/decks/deck_log.py`` and people's own tools read them.
"""

from pontoon.engine.events import DeckCut, DeckNamed
from pontoon.engine.sealed_deck import DeckTerms, terms_text
from pontoon.storage.decks.deck_records import FINISHED
from pontoon.text.formatting import count

IS_SEALED = "Deck {number} sealed: {seal} ({prefix}cut any words)"


def is_opened(terms: DeckTerms, secret: str, why: str) -> str:
    """Return the line with all that SEAL is the hash of; WHY the deck was given up, if it was."""
    given_up = "" if why == FINISHED else f", given up ({why})"
    return f"Deck {terms.number} opened{given_up}: {secret} ({terms_text(terms)})"


CANNOT_BE_OPENED = "Deck {number} cannot be opened: its secret is lost"


def behind_opening(sealed: str) -> str:
    """Return what ``is_sealed`` SEALED says, to stand behind another deck in one line."""
    return sealed[0].lower() + sealed[1:]


def is_cut_by(nick: str, number: int, game: str, cuts: int) -> str:
    """Acknowledge the cut of NICK: the deck of GAME with that NUMBER has so many CUTS by now.

    >>> is_cut_by("dave", 41, "Shed Pontoon", 2)
    'dave cuts deck 41 of Shed Pontoon (2 cuts)'
    """
    return f"{nick} cuts deck {number} of {game} ({count(cuts, 'cut')})"


def deck_of_round(event: DeckNamed | DeckCut) -> str:
    """Return the part of an opening line that names the deck of the round.

    >>> deck_of_round(DeckNamed(41, 58)), deck_of_round(DeckCut(41, 0, "Q08H"))
    ('deck 41, card 58', 'deck 41, not cut')
    """
    if isinstance(event, DeckNamed):
        return f"deck {event.number}, card {event.card}"
    if not event.cuts:
        return f"deck {event.number}, not cut"
    return f"deck {event.number}, cut by {event.cuts}: {event.hashed}"
