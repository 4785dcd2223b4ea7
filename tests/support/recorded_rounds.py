"""Evenings with a record of each round that was settled."""

import json
from datetime import UTC, datetime

from pontoon.engine.actions import read
from pontoon.engine.events import Event, Settled
from pontoon.engine.result import TableKey
from pontoon.games.bank_events import BankLooked
from pontoon.storage.history.record import DeckPlace, HistoryRecord, cards_dealt, record_of
from pontoon.storage.journal_records import RoundRecord
from tests.support.game_fixtures import GameUnderTest, Start
from tests.support.long_games import Evening

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
            "",
            json.loads(played.state),
            played.players,
            (),
            consent=played.consent,
        )
        place = DeckPlace(41, len(self.rounds), deck.dealt_before)
        acts = [read(json.loads(act)) for act in played.acts]
        rules = self.table.rules, self.table.table_rules
        return record_of(began, acts, rules, cards_dealt(deck, place), settled)
