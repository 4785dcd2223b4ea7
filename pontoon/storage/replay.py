"""Rounds played again from the database: after a restart, and whenever their history is looked at.

A round follows from its beginning, which has the seed of its cards and all rules, and from its
acts. If its rules have changed since, it is of an earlier edition, and may go otherwise.
"""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, tzinfo
from functools import lru_cache
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

from msgspec import Struct, convert, json

from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import NO_SEED
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.engine.round import GameRules, TableRules
from pontoon.engine.table import Table
from pontoon.games import GAMES, game_named
from pontoon.storage import first_edition
from pontoon.storage.rounds import RoundRecord, SettledRound


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


class OtherRules(NotAsRecorded):
    """A round does not go as it was recorded: it is of another edition of the rules."""


class Step(Struct, frozen=True):
    """An act of a round, the events that it led to, and what was waited for."""

    act: Action
    events: list[Event]
    before: Waiting
    after: Waiting


def table_of(recorded: RoundRecord) -> Table:
    """Return a new table with the rules of the RECORDED round; ValueError if there are none."""
    game = game_named(recorded.where.game)
    rules, table_rules = rules_of(recorded)
    equipment = game.new_equipment(rules, NO_SEED)
    return Table(game, rules, equipment, len(recorded.players), table_rules)


def steps(recorded: RoundRecord, table: Table) -> Iterator[Step]:
    """Play the RECORDED round at TABLE, a new one, and yield each act, the deal first.

    A record that makes no sense can raise anything.
    """
    table.restore(dict(recorded.equipment))
    before = NOTHING_ASKED
    for act in _actions(recorded, table):
        events, after = table.repeat(act), table.waiting
        yield Step(act, events, before, after)
        before = after


def _actions(recorded: RoundRecord, table: Table) -> Iterator[Action]:
    if recorded.edition == first_edition.EDITION:
        yield from first_edition.actions(recorded, table)
        return
    yield Dealt(recorded.players, recorded.bank_passes_on, recorded.listed)
    yield from recorded.actions()


class Replay:
    """A settled round played again: its ``steps``, and the ``table`` behind it.

    NotAsRecorded if it ends in another way than it was RECORDED.
    """

    def __init__(self, recorded: SettledRound) -> None:
        try:
            self.table = table_of(recorded)
            self.steps = [*steps(recorded, self.table)]
        except Refused as error:
            raise _not_as(recorded, "a move is not allowed") from error
        except Exception as error:
            # A record that makes no sense can lead to anything; the engine is not to blame.
            raise _not_as(recorded, "it makes no sense") from error
        if self.table.turn is not None:
            raise _not_as(recorded, "it is not over")
        if self.events[-1] != recorded.settled:
            raise _not_as(recorded, "it ends with another result")

    @property
    def events(self) -> list[Event]:
        return [event for step in self.steps for event in step.events]


def events_of(rounds: Iterable[SettledRound], known: dict[str, list[Event]]) -> Iterator[Event]:
    """Yield what happened in ROUNDS. One that does not go as it was recorded is left out.

    KNOWN has what happened in rounds that were played again before, by their ids, and learns more.
    """
    for each in rounds:
        if each.id not in known:
            try:
                known[each.id] = Replay(each).events
            except NotAsRecorded:
                known[each.id] = []
        yield from known[each.id]


def _not_as(recorded: SettledRound, how: str) -> NotAsRecorded:
    """Say HOW a round differs from what was RECORDED, and whether its rules have changed since."""
    if is_of_this_edition(recorded):
        return NotAsRecorded(how)
    return OtherRules(f"{how} by the rules of today: version {recorded.version} has dealt it")


def is_of_this_edition(recorded: RoundRecord) -> bool:
    """Tell whether the RECORDED round was dealt by the rules of today."""
    name = recorded.where.game
    return recorded.edition in [game.edition for game in GAMES if game.name == name]


# Rules as JSON values


@lru_cache(maxsize=100)  # each round is written with them, and few rules are in use
def rules_written(rules: GameRules | TableRules) -> dict[str, Any]:
    """Return all RULES as JSON values: a default that changes later must not change the round."""
    written: dict[str, Any] = json.decode(json.encode(rules, enc_hook=str))
    return written


def rules_of(recorded: RoundRecord) -> tuple[Any, TableRules]:
    """Return the rules of a RECORDED round: of its game, and of its table; ValueError."""
    game, rules, table_rules = recorded.where.game, recorded.rules, recorded.table_rules
    if recorded.edition == first_edition.EDITION:
        rules = first_edition.completed(rules, first_edition.DEFAULTS[game])
        table_rules = first_edition.completed(table_rules, first_edition.TABLE_DEFAULTS)
    return rules_in(game_named(game).Rules, rules), rules_in(TableRules, table_rules)


def rules_in(kind: type[GameRules] | type[TableRules], written: Mapping[str, Any]) -> Any:
    """Return the rules of that KIND that are WRITTEN; ValueError if one is unknown.

    A rule that has come since has its default, with which a game goes as it did without it.
    """
    return _rules_in(kind, json.encode(written))


@lru_cache(maxsize=100)  # nearly all rounds have the same
def _rules_in(kind: type[GameRules] | type[TableRules], written: bytes) -> Any:
    kinds = get_type_hints(kind)
    values = json.decode(written, type=dict[str, Any])
    if not values.keys() <= kinds.keys():
        raise ValueError("it has rules that are not known")
    return kind(
        **{name: convert(each, kinds[name], dec_hook=_value_of) for name, each in values.items()}
    )


def _value_of(kind: type[Any], text: Any) -> Any:
    """Return the value that TEXT is of a KIND that JSON does not know."""
    if kind is tzinfo:
        return UTC if text == str(UTC) else ZoneInfo(text)
    return kind(text)
