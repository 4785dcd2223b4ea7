"""Sealed decks at the start: what the journal and players.decks do not agree on."""

from collections.abc import Collection
from contextlib import suppress

from msgspec.structs import replace

from pontoon.engine.errors import NotRecorded
from pontoon.storage.decks.deck_file import DeckFile
from pontoon.storage.decks.deck_notes import DeckNote, DeckNotes
from pontoon.tables.decks.notes import LOST, RESTART, opening_of


def reconcile(notes: DeckNotes, file: DeckFile, places: Collection[tuple[str, str]]) -> None:
    """Close the decks in FILE that nobody can deal from any more (FAIR, When what is on the disk).

    NOTES are those of the journal. A deck without a note has lost its secret. A deck that is not in
    one of PLACES, each a network and a channel, has nobody to hear of it. What cannot be written
    now is done at the next start.
    """
    with suppress(NotRecorded):
        for deck in [*file.in_play.values()]:
            if notes.find(deck.terms.number) is None:
                file.lose(deck.terms.number, "not in the journal")
                notes.keep_soon(DeckNote(deck.terms, "", deck.line.decode(), opening=LOST))
        for note in notes:
            if (note.terms.network, note.terms.channel) not in places:
                _close(note, notes, file)


def _close(note: DeckNote, notes: DeckNotes, file: DeckFile) -> None:
    number = note.terms.number
    if number in file.in_play:
        file.open(number, opening_of(replace(note, opening=note.opening or RESTART)))
    notes.told(number)
