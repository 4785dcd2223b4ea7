"""Records played again by the engine, to the same events."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import Pack
from pontoon.engine.errors import CannotDeal, Refused
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.engine.table import Table
from pontoon.games import Game
from pontoon.games.dealt_round import ShoeRound
from pontoon.games.moving_bank import MovingBankRound
from pontoon.storage.history.line import game_named
from pontoon.storage.history.record import BankBefore, DealtCards, HistoryRecord
from pontoon.storage.history.recorded_cards import (
    NotAsRecorded,
    RecordedPack,
    RecordedShoe,
    check_all_used,
)

_NO_LIMIT = 1 << 30
"""How many players a table seats: whoever was dealt to had a seat."""


class Step(Struct, frozen=True):
    """An act of a recorded round, the events that it led to, and what was waited for then."""

    act: Action
    events: list[Event]
    before: Waiting
    after: Waiting


class _Replay:
    """A table at which the round of RECORD is played again."""

    def __init__(self, record: HistoryRecord) -> None:
        self._record = record
        game = game_named(record.where.game)
        self._deck = _deck_of(game, record.cards)
        equipment = _with_bank(game, self._deck, record.bank or BankBefore())
        self.table = Table(game, record.rules, equipment, _NO_LIMIT, record.table_rules)

    def repeated(self, act: Action) -> list[Event]:
        try:
            return self.table.repeat(act)
        except NotAsRecorded:
            raise
        except (Refused, CannotDeal) as error:
            raise NotAsRecorded("a move is not allowed") from error
        except Exception as error:
            # Whatever a record that makes no sense leads to, it is the record that is wrong.
            raise NotAsRecorded("it makes no sense") from error

    def acts(self) -> Iterator[Action]:
        """Yield all that was done; NotAsRecorded if the round is not settled by it."""
        record = self._record
        yield Dealt(record.players, record.consent)
        yield from record.acts

    def finish(self, last: list[Event]) -> None:
        """Check that the LAST events have settled the round as it was recorded."""
        if self.table.turn is not None:
            raise NotAsRecorded("it is not over")
        if not last or last[-1] != self._record.settled:
            raise NotAsRecorded("it ends with another result")
        check_all_used(self._deck, self._record.cards)


def replayed(record: HistoryRecord) -> list[Event]:
    """Play RECORD again and return all its events; NotAsRecorded if anything differs."""
    replay = _Replay(record)
    happened: list[Event] = []
    for act in replay.acts():
        happened += replay.repeated(act)
    replay.finish(happened)
    return happened


def steps(record: HistoryRecord) -> list[Step]:
    """Play RECORD again, and return it act by act; NotAsRecorded if anything differs."""
    replay = _Replay(record)
    found: list[Step] = []
    waiting = NOTHING_ASKED
    for act in replay.acts():
        events, before = replay.repeated(act), waiting
        waiting = replay.table.waiting
        found.append(Step(act, events, before, waiting))
    replay.finish([event for step in found for event in step.events])
    return found


def _deck_of(game: Game, cards: DealtCards) -> RecordedShoe | RecordedPack:
    return RecordedShoe(cards) if issubclass(game, ShoeRound) else RecordedPack(cards)


def _with_bank(game: Game, deck: RecordedShoe | RecordedPack, before: BankBefore) -> Any:
    """Return the equipment for GAME: DECK, with the bank if it has one."""
    if not issubclass(game, MovingBankRound):
        return deck
    assert isinstance(deck, Pack)
    bank = game.bank_type(deck)
    bank.banker, bank.circle = before.banker, before.circle
    bank.sale, bank.kitty = before.sale, before.kitty
    return bank
