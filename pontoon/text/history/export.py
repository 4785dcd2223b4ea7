"""Rounds of a history for spreadsheets and databases: a row for each player in each round."""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from pontoon.engine.events import Event
from pontoon.storage.history.line import game_named, time_written
from pontoon.storage.history.record import HistoryRecord
from pontoon.text.history.rounds import hands_in, kinds_in


class Row(Struct, frozen=True):
    """What a round was to one player. The fields are the columns."""

    id: str
    time: str
    network: str
    channel: str
    game: str
    deck: int | None
    deck_round: int | None
    player: str
    unit: str
    stakes: int | None
    """What the player could stake; None for somebody who had no seat."""
    result: int
    played: int
    won: int
    hands: str
    """What the hands were called, with commas between them."""
    cards: str
    """The cards of each hand, with commas between hands."""


def rows_of(record: HistoryRecord, events: Iterable[Event]) -> Iterator[Row]:
    """Yield the rows of RECORD, which replays to EVENTS; without these there are no hands."""
    network, channel, game = record.where
    number, place = (None, None) if record.deck is None else record.deck[:2]
    hands, stakes = hands_in(events), dict(record.players)
    for each in record.settled.results:
        theirs = hands.get(each.player, [])
        yield Row(
            record.id,
            time_written(record.time),
            network,
            channel,
            game,
            number,
            place,
            each.player,
            game_named(game).unit.name.lower(),
            stakes.get(each.player),
            each.chips,
            each.played,
            each.won,
            ", ".join(kinds_in(theirs)),
            ", ".join(" ".join(map(str, hand.cards)) for hand in theirs),
        )
