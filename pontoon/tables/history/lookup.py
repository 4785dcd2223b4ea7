"""Rounds of the history that people ask for, and what they may see of them."""

from collections.abc import Collection

from pontoon.storage.history.line import read
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.search import Wanted, latest, summary_of
from pontoon.tables.context import TableContext

MOST_BYTES = 1 << 26
"""How much of the history is searched, from its end: some 150,000 rounds."""


def last_round(context: TableContext, channel: str, game: str = "") -> HistoryRecord | None:
    """Return the last settled round in CHANNEL, of GAME if one is named; None if there is none.

    OSError or LineError if the history cannot be read.
    """
    return _latest(context, Wanted(game=game, channel=channel, network=context.known_as))


def round_called(context: TableContext, round_id: str) -> HistoryRecord | None:
    """Return the settled round with ROUND_ID; None, OSError and LineError as ``last_round``."""
    return _latest(context, Wanted(ids=(round_id,)))


def _latest(context: TableContext, wanted: Wanted) -> HistoryRecord | None:
    for line in reversed(context.history.waiting):
        if wanted.wants(summary_of(line.text)):
            return read(line.text)
    for found, _ in latest(context.history.files(), wanted, MOST_BYTES):
        return read(found.text)
    return None


def viewers(context: TableContext, record: HistoryRecord, player: str | None) -> Collection[str]:
    """Return the players of RECORD whose own lines PLAYER may see; None is no player.

    Until a deck is opened these are their own: hidden cards go under a pack, and come again.
    """
    if record.deck is None or context.decks.has_closed(record.deck.number):
        return [name for name, _ in record.players]
    return [] if player is None else [player]
