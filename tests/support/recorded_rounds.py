"""Evenings with a record of each round that was settled."""

import json
from datetime import UTC, datetime
from typing import Any

from msgspec.structs import replace

from pontoon.engine.actions import Moved, read
from pontoon.engine.events import Event, Settled
from pontoon.engine.moves import Move, Verb
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games.bank_events import BankLooked
from pontoon.storage.history.files import History, HistoryLine
from pontoon.storage.history.line import written
from pontoon.storage.history.record import HistoryRecord, dealt_cards, record_of
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rounds import RoundRecord
from tests.support.game_fixtures import GameUnderTest, Start
from tests.support.ledger_checks import win
from tests.support.long_games import Evening
from tests.support.players_files import settle as settle_round
from tests.support.shed_rounds import RULES, table_of
from tests.support.stacked_decks import StackedShoe

HERE = TableKey("libera", "#den", "pontoon")
BEGAN = datetime(2026, 11, 23, 8, 3, 47, tzinfo=UTC)


class RecordedEvening(Evening):
    """An evening with its records, each with the events of its round."""

    def __init__(self, tested: GameUnderTest, start: Start) -> None:
        super().__init__(tested, start)
        self.records: list[tuple[HistoryRecord, list[Event]]] = []

    def do(self, name: str, *arguments: object) -> None:
        """Call the table's method NAME, and note the record of a round that it has settled."""
        super().do(name, *arguments)
        if self.table.ask is None and isinstance(settled := self.rounds[-1].events[-1], Settled):
            happened = [each for each in self.rounds[-1].events if type(each) is not BankLooked]
            self.records.append((self.record(settled), happened))

    def record(self, settled: Settled) -> HistoryRecord:
        """Return the record of the last round, as a croupier would make it."""
        played, deck = self.rounds[-1], self.table.round_deck
        assert deck is not None
        began = RoundRecord(
            f"{len(self.rounds):016x}",
            TableKey("libera", "#den", self.table.game.name),
            BEGAN,
            "",
            {},
            json.loads(played.state),
            played.players,
            (),
            consent=played.consent,
        )
        place = DeckPlace(41, len(self.rounds), deck.dealt_before)
        acts = [read(json.loads(act)) for act in played.acts]
        rules = self.table.rules, self.table.table_rules
        return record_of(began, acts, rules, dealt_cards(deck, place), settled)


def a_shed_record(
    round_id: str = "3f0c96c1a4b25e77",
    *players: str,
    began: datetime = BEGAN,
    deck: DeckPlace | None = None,
) -> HistoryRecord:
    """Return the record of a round in which dave bets 10 and sticks on 18; kevin loses 5.

    PLAYERS are two others, if they are named.
    """
    first, second = players or ("dave", "kevin")
    table = table_of(StackedShoe("10C 9D 8H 5S 8C"))
    seats = ((first, 1000), (second, 500))
    table.deal(seats)
    acts = [
        Moved(second, Move(Verb.BET, 5)),
        Moved(first, Move(Verb.BET, 10)),
        Moved(first, Move(Verb.STICK)),
        Moved(second, Move(Verb.TWIST)),
    ]
    for act in acts:
        events = table.repeat(act)
    settled = events[-1]
    assert isinstance(settled, Settled)
    assert table.round_deck is not None
    recorded = RoundRecord(round_id, HERE, began, "", {}, {}, seats, ())
    dealt = dealt_cards(table.round_deck, deck)
    return record_of(recorded, acts, (RULES, table.table_rules), dealt, settled)


def changed(record: HistoryRecord, **fields: Any) -> HistoryRecord:
    """Return RECORD with other FIELDS: its own, or those of its cards or settlement."""
    for part in ("cards", "settled"):
        inner = getattr(record, part)
        names = fields.keys() & set(inner.__struct_fields__)
        others = {name: fields.pop(name) for name in names}
        record = replace(record, **{part: replace(inner, **others)})
    return replace(record, **fields)


def line_of(record: HistoryRecord) -> HistoryLine:
    """Return the line of RECORD for a history."""
    return HistoryLine(record.id, record.time, written(record))


def settle_and_keep(store: PlayerStore, history: History, *records: HistoryRecord) -> None:
    """Settle the rounds of RECORDS, and add them to HISTORY."""
    for record in records:
        changes = {each.player: win(each.chips) for each in record.settled.results}
        settle_round(store, record.where.game, changes, None, record.id)
        history.add(line_of(record))
