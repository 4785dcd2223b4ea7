"""The rounds of a history as the check of sealed decks reads them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pontoon.storage.decks.faults import DeckFault, Wrong
from pontoon.storage.decks.history_check import PlayedRound
from pontoon.storage.history.line import LineError, read
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.search import numbered_lines


def played_rounds(files: Iterable[tuple[Path, int]]) -> Iterator[PlayedRound | DeckFault]:
    """Yield the rounds of sealed decks in FILES, each up to a length in bytes.

    A line that cannot be used is a fault. OSError if a file cannot be read.
    """
    for path, length in files:
        for number, found in numbered_lines(path, length):
            try:
                record = read(found.text)
            except LineError as error:
                yield DeckFault(Wrong.NOT_A_ROUND, number, detail=str(error), file=path.name)
            else:
                yield from _played(record, path.name, number)


def _played(record: HistoryRecord, file: str, number: int) -> Iterator[PlayedRound]:
    place = record.deck
    if place is not None:
        tokens = record.cards.tokens
        yield PlayedRound(place.number, place.round, place.before, tokens, number, file)
