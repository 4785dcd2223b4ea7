"""Rounds played again from the database: after a restart, and whenever their history is looked at.

A round follows from its beginning, which has the seed of its cards and those rules that are not the
default, and from its acts.
"""

from collections.abc import Iterator, Mapping
from datetime import tzinfo
from functools import lru_cache
from typing import Any, get_type_hints
from zoneinfo import ZoneInfo

from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from pontoon import __version__
from pontoon.engine.actions import Action, Dealt
from pontoon.engine.decks import NO_SEED
from pontoon.engine.errors import Refused
from pontoon.engine.events import Event
from pontoon.engine.moves import NOTHING_ASKED, Waiting
from pontoon.engine.round import GameRules, TableRules
from pontoon.engine.table import Table
from pontoon.games import GAMES, game_named
from pontoon.storage.rounds import RoundRecord, SettledRound


class NotAsRecorded(Exception):
    """A round does not go as it was recorded; the message says what differs."""


class OtherRules(NotAsRecorded):
    """A round does not go as it was recorded, which another version has done, by its own rules."""


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
    deal = Dealt(recorded.players, recorded.bank_passes_on, recorded.listed)
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


def _not_as(recorded: SettledRound, how: str) -> NotAsRecorded:
    """Say HOW a round differs from what was RECORDED, and by whose rules it was played."""
    if recorded.version == __version__:
        return NotAsRecorded(how)
    whose = f"by the rules of {__version__}: it was played by those of {recorded.version}"
    return OtherRules(f"{how} {whose}")


# Rules as JSON values

_USUAL: dict[type[Any], Any] = {TableRules: TableRules()}
_USUAL |= {game.Rules: game.Rules() for game in GAMES}

FORMER_RULES: Mapping[str, str] = {"bets": "in turn", "gather": "seats"}
"""The rules of earlier versions without which a round that has them goes to the same end.

People who bet in turn make the same bets, in the order of the seats. How the cards go under the
pack matters only after the round.
"""


@lru_cache(maxsize=100)  # each round is written with them, and few rules are in use
def rules_written(rules: GameRules | TableRules) -> dict[str, Any]:
    """Return those of RULES that differ from the default, as JSON values."""
    usual = _USUAL[type(rules)]
    return {
        name: to_builtins(getattr(rules, name), enc_hook=str)
        for name in rules.__struct_fields__
        if getattr(rules, name) != getattr(usual, name)
    }


def rules_in(kind: type[Any], written: Mapping[str, Any]) -> Any:
    """Return rules of that KIND with those that are WRITTEN; ValueError if one is unknown."""
    usual = _USUAL[kind]
    changed = {name: each for name, each in written.items() if FORMER_RULES.get(name) != each}
    if not changed:
        return usual
    kinds = get_type_hints(kind)
    if not changed.keys() <= kinds.keys():
        raise ValueError("it has rules that are not known")
    values = {
        name: convert(each, kinds[name], dec_hook=_value_of) for name, each in changed.items()
    }
    # Some rules follow from others where nobody says them: all of these are said.
    return replace(usual, **values)


def _value_of(kind: type[Any], text: Any) -> Any:
    """Return the value that TEXT is of a KIND that JSON does not know."""
    return ZoneInfo(text) if kind in (tzinfo, ZoneInfo) else kind(text)
