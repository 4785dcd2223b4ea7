"""Rounds played again from the database: after a restart, and whenever their history is looked at.

A round follows from its beginning, which has the seed of its cards, and from its acts.
"""

from collections.abc import Iterator

from msgspec import Struct

from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import NO_SEED
from pontoon.engine.errors import CannotDeal, Refused
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.engine.round import TableRules
from pontoon.engine.table import Table
from pontoon.games import game_named
from pontoon.storage.rounds import RoundRecord, SettledRound
from pontoon.storage.rules import rules_in


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


class Step(Struct, frozen=True):
    """An act of a round, the events that it led to, and what was waited for."""

    act: Action
    events: list[Event]
    before: Waiting
    after: Waiting


def table_of(recorded: RoundRecord) -> Table:
    """Return a new table with the rules of the RECORDED round; ValueError if there are none."""
    game = game_named(recorded.where.game)
    rules = rules_in(game.Rules, recorded.rules)
    table_rules = rules_in(TableRules, recorded.table_rules)
    equipment = game.new_equipment(rules, NO_SEED)
    return Table(game, rules, equipment, len(recorded.players), table_rules)


def steps(recorded: RoundRecord, table: Table) -> Iterator[Step]:
    """Play the RECORDED round at TABLE, a new one, and yield each act, the deal first.

    A record that makes no sense can raise anything.
    """
    table.restore(dict(recorded.equipment))
    before = NOTHING_ASKED
    deal = Dealt(recorded.players, recorded.consent, recorded.listed)
    for act in (deal, *recorded.actions()):
        events, after = table.repeat(act), table.waiting
        yield Step(act, events, before, after)
        before = after


class Replay:
    """A settled round played again: its ``steps``, and the ``table`` behind it.

    NotAsRecorded if it ends in another way than it was RECORDED.
    """

    def __init__(self, recorded: SettledRound) -> None:
        try:
            self.table = table_of(recorded)
            self.steps = [*steps(recorded, self.table)]
        except (Refused, CannotDeal) as error:
            raise NotAsRecorded("a move is not allowed") from error
        except Exception as error:
            # A record that makes no sense can lead to anything; the engine is not to blame.
            raise NotAsRecorded("it makes no sense") from error
        if self.table.turn is not None:
            raise NotAsRecorded("it is not over")
        if self.events[-1] != recorded.settled:
            raise NotAsRecorded("it ends with another result")

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]
