"""Records played again by the engine, to the same events."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from pontoon.engine.actions import Action, Dealt
from pontoon.engine.cards import DECK
from pontoon.engine.decks import RAN_DRY
from pontoon.engine.errors import CannotDeal, Refused
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.engine.recorded_decks import RecordDiffers, RecordedPack, RecordedShoe
from pontoon.engine.table import Table
from pontoon.games import Game
from pontoon.games.dealt_round import ShoeRules
from pontoon.games.moving_bank import MovingBankRound
from pontoon.storage.history.line import game_named
from pontoon.storage.history.record import BankBefore, HistoryRecord

_NO_LIMIT = 1 << 30
"""The seats of the table: all players who were dealt to had one."""


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


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
        self._deck = _deck_of(record)
        equipment = _with_bank(game, self._deck, record.bank or BankBefore())
        self.table = Table(game, record.rules, equipment, _NO_LIMIT, record.table_rules)

    def played(self) -> Iterator[tuple[Action, list[Event]]]:
        """Yield each act, the deal first, with its events; NotAsRecorded if anything differs."""
        record, last = self._record, None
        for act in (Dealt(record.players, record.consent), *record.acts):
            events = self._repeat(act)
            last = events[-1] if events else last
            yield act, events
        self._check_end(last)

    def _repeat(self, act: Action) -> list[Event]:
        try:
            return self.table.repeat(act)
        except RecordDiffers as error:
            raise NotAsRecorded(f"other cards: {error}") from error
        except (Refused, CannotDeal) as error:
            raise NotAsRecorded("a move is not allowed") from error
        except Exception as error:
            # A record that makes no sense can lead to anything; the engine is not to blame.
            raise NotAsRecorded("it makes no sense") from error

    def _check_end(self, last: Event | None) -> None:
        """Check that the LAST event has settled the round as it was recorded."""
        if self.table.turn is not None:
            raise NotAsRecorded("it is not over")
        if last != self._record.settled:
            raise NotAsRecorded("it ends with another result")
        try:
            self._deck.record.check_end()
        except RecordDiffers as error:
            raise NotAsRecorded(f"other cards: {error}") from error
        if self._deck.marker_at != self._record.cards.marker:
            raise NotAsRecorded("another card has reached the marker")


def replayed(record: HistoryRecord) -> list[Event]:
    """Play RECORD again and return all its events; NotAsRecorded if anything differs."""
    return [event for _, events in _Replay(record).played() for event in events]


def steps(record: HistoryRecord) -> list[Step]:
    """Play RECORD again, and return it act by act; NotAsRecorded if anything differs."""
    replay = _Replay(record)
    found: list[Step] = []
    before = NOTHING_ASKED
    for act, events in replay.played():
        after = replay.table.waiting
        found.append(Step(act, events, before, after))
        before = after
    return found


def _deck_of(record: HistoryRecord) -> RecordedShoe | RecordedPack:
    """Return the deck of RECORD; NotAsRecorded if its marker cannot be there."""
    rules, tokens, marker = record.rules, record.cards.tokens, record.cards.marker
    if not isinstance(rules, ShoeRules):
        return RecordedPack(tokens)
    runs_dry = (place for place, token in enumerate(tokens) if token.startswith(RAN_DRY))
    left = next(runs_dry, rules.decks * DECK)
    try:
        return RecordedShoe(tokens, rules.decks, left, left - marker if marker else 0)
    except ValueError as error:
        raise NotAsRecorded("the marker lies beyond the cards") from error


def _with_bank(game: Game, deck: RecordedShoe | RecordedPack, before: BankBefore) -> Any:
    """Return the equipment for GAME: DECK, with the bank if it has one."""
    if not issubclass(game, MovingBankRound):
        return deck
    assert isinstance(deck, RecordedPack)
    bank = game.bank_type(deck)
    bank.banker, bank.way, bank.circle = before.banker, before.way, before.circle
    bank.sale, bank.kitty = before.sale, before.kitty
    return bank
