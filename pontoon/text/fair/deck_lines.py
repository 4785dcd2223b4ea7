"""The lines in the channel by which anybody can check a deck (FAIR, Lines in the channel).

They are never shortened or joined. ``storage/decks/deck_log.py`` and people's own tools read them.
"""

from pontoon.engine.sealed_deck import DeckTerms, terms_text
from pontoon.storage.decks.deck_records import FINISHED


def is_sealed(number: int, seal: str, game: str, prefix: str) -> str:
    """Return the line for the deck of that NUMBER; GAME is the game's full name."""
    return f"Deck {number} is sealed: {seal} ({game}; {prefix}cut any words)"


def is_cut(number: int, people: int, cuts: str) -> str:
    """Return the line that closes cutting; CUTS is the hash of what so many PEOPLE said."""
    return f"Deck {number} is cut ({people}): {cuts}"


def is_opened(terms: DeckTerms, secret: str, why: str) -> str:
    """Return the line with all that SEAL is the hash of; WHY the deck was given up, if it was."""
    given_up = "" if why == FINISHED else f", given up ({why}),"
    return f"Deck {terms.number}{given_up} is opened: {secret} ({terms_text(terms)})"


def cannot_be_opened(number: int) -> str:
    return f"Deck {number} cannot be opened (its secret is lost)"
