"""What follows from the note that is kept of a deck: its seal, its key, its opening."""

from collections.abc import Iterator

from pontoon.engine.sealed_deck import DeckPlan, cuts_of, key_of, seal_of
from pontoon.storage.decks.deck_notes import DeckNote
from pontoon.storage.decks.deck_records import FINISHED, DealtRound, Opening

LOST = "lost"
"""Why a deck is not opened: its secret is not in the database."""

RESTART, NEW_RULES, NOT_SETTLED = "restart", "new rules", "a round was not settled"
"""Why a deck is given up."""


def seal_of_note(note: DeckNote) -> str:
    return seal_of(note.terms, note.secret)


def words_of(note: DeckNote) -> tuple[str, ...]:
    """Return the words of all cuts, in the order in which they are hashed."""
    return tuple(sorted(words for _, words in note.cuts))


def key_of_note(note: DeckNote) -> bytes:
    """Return KEY of the deck of NOTE with the cuts that it has now."""
    seal = seal_of_note(note)
    return key_of(seal, note.secret, cuts_of(seal, words_of(note)))


def opening_of(note: DeckNote) -> Opening:
    """Return what is published when the deck of NOTE is opened."""
    cuts = words_of(note) if note.is_closed else None
    return Opening(note.opening, note.secret, cuts, (*note.dealt, *_interrupted(note)))


def _interrupted(note: DeckNote) -> Iterator[DealtRound]:
    """Yield the round that was begun but never ended, since a restart could not take it up.

    How many cards it took is not known any more.
    """
    if note.begun is not None and note.begun.round > len(note.dealt):
        yield DealtRound(note.begun.before, 0, is_settled=False)


def plan_of(note: DeckNote) -> DeckPlan:
    terms = note.terms
    return DeckPlan(terms.network, terms.channel, terms.game, terms.packs, terms.marker)


def why_finished(note: DeckNote) -> str:
    """Return why the deck of NOTE is opened, which a round has finished.

    A shoe is dealt to its marker then. A pack that a stopped or void round has finished is given
    up.
    """
    return NOT_SETTLED if note.terms.is_pack and note.is_void else FINISHED
