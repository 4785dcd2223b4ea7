"""The rounds of a history as the check of sealed decks reads them."""

from collections.abc import Iterable, Iterator
from pathlib import Path

from pontoon.games.dealt_round import PackRules
from pontoon.storage.decks.faults import DeckFault, Wrong
from pontoon.storage.decks.history_check import PlayedRound
from pontoon.storage.history.files import files_beside
from pontoon.storage.history.line import LineError, read
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.search import lines_with


def with_lengths(players_file: Path) -> list[tuple[Path, int]]:
    """Return the files of the history beside PLAYERS_FILE, each with its length in bytes by now.

    OSError if one cannot be read.
    """
    return [(path, path.stat().st_size) for path in files_beside(players_file)]


def played_rounds(files: Iterable[tuple[Path, int]]) -> Iterator[PlayedRound | DeckFault]:
    """Yield the rounds of sealed decks in FILES, each up to a length in bytes.

    A line that cannot be used is a fault. OSError if a file cannot be read.
    """
    for path, length in files:
        for number, found in enumerate(lines_with(path), 1):
            if found.offset >= length:
                break
            try:
                record = read(found.text)
            except LineError as error:
                yield DeckFault(Wrong.NOT_A_ROUND, number, detail=str(error), file=path.name)
            else:
                yield from _played(record, path.name, number)


def _played(record: HistoryRecord, file: str, number: int) -> Iterator[PlayedRound]:
    rules, place = record.rules, record.deck
    if place is not None:
        gather = rules.gather if isinstance(rules, PackRules) else "hands"
        tokens = record.cards.tokens
        yield PlayedRound(place.number, place.round, place.before, tokens, gather, number, file)
