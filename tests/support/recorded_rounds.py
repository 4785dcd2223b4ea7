"""Evenings whose cards are written down as tokens, and the records of their rounds."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime

from pontoon.engine.actions import Action, Dealt, read
from pontoon.engine.cards import Card
from pontoon.engine.events import Event, MarkerHit, Settled
from pontoon.engine.result import TableKey
from pontoon.engine.table import Table
from pontoon.storage.history.record import DealtCards, HistoryRecord, record_of
from pontoon.storage.journal_records import RoundRecord
from tests.support.game_fixtures import (
    SHED,
    GameUnderTest,
    Start,
    WatchedPack,
    WatchedShoe,
)
from tests.support.long_games import Evening
from pontoon.games.shed import ShedRules
import json

BEGAN = datetime(2026, 11, 23, 8, 3, 47, tzinfo=UTC)


def _join(sign: str, cards: Iterable[Card], separator: str) -> str:
    return sign + separator.join(map(str, cards))


class NotedShoe(WatchedShoe):
    """A shoe that notes tokens, and the number of the card that reached the marker."""

    tokens: list[str]
    marker_at: int

    def deal(self) -> Card:
        card = super().deal()
        self.tokens.append(str(card))
        if self.marker_hit and not self.marker_at:
            self.marker_at = len(self.tokens)
        return card

    def replenish(self, on_table: Iterable[Card]) -> None:
        cards = [*on_table]
        self.tokens.append(_join("*", cards, ","))
        super().replenish(cards)


class NotedPack(WatchedPack):
    """A pack that notes tokens."""

    tokens: list[str]
    is_gathering = False

    def deal(self) -> Card:
        card = super().deal()
        self.tokens.append(str(card))
        return card

    def put_under(self, used: Iterable[Card]) -> None:
        cards = [*used]
        if not self.is_gathering:
            self.tokens.append(_join("v", cards, "+"))
        super().put_under(cards)

    def put_under_in_drawn_order(self, hands: Iterable[Sequence[Card]]) -> None:
        gathered = [*hands]
        self.tokens += [_join("/", hand, "+") for hand in gathered]
        self.is_gathering = True
        super().put_under_in_drawn_order(gathered)
        self.is_gathering = False

    def put_under_mixed(self, used: Iterable[Card]) -> None:
        cards = [*used]
        self.tokens.append(_join("/", cards, "+"))
        self.is_gathering = True
        super().put_under_mixed(cards)
        self.is_gathering = False

    def cut(self, people: int) -> tuple[Card, ...]:
        drawn = super().cut(people)
        self.tokens.append(_join("=", drawn, ","))
        return drawn


class RecordedEvening(Evening):
    """An evening with the record of each round that was settled, and all its events."""

    def __init__(self, tested: GameUnderTest, start: Start) -> None:
        super().__init__(tested, start)
        cards = self.cards
        cards.__class__ = NotedShoe if isinstance(cards, WatchedShoe) else NotedPack
        cards.tokens = []
        self.records: list[tuple[HistoryRecord, list[Event]]] = []

    def begin(self, number: int = 0) -> bool:
        self.cards.tokens.clear()
        self.cards.marker_at = 0
        return super().begin(number)

    def do(self, name: str, *arguments: object) -> None:
        super().do(name, *arguments)
        events = self.rounds[-1].events
        if self.table.ask is None and isinstance(events[-1], Settled):
            self.records.append((self.record(), events))

    def record(self) -> HistoryRecord:
        played = self.rounds[-1]
        acts = [read(json.loads(act)) for act in played.acts]
        began = RoundRecord(
            f"{len(self.records):016x}",
            TableKey("libera", "#den", self.table.game.name),
            BEGAN,
            "",
            "",
            json.loads(played.state),
            played.players,
            (),
            consent=played.consent,
        )
        marker = getattr(self.cards, "marker_at", 0)
        cards = DealtCards(tuple(self.cards.tokens), None, marker)
        return record_of(began, acts, (self.table.rules, self.table.table_rules), cards, played.events[-1])
