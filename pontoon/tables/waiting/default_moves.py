"""Moves for players who do not answer: they risk as little as possible, and never stall a table."""

from collections.abc import Iterator
from contextlib import suppress

from pontoon.engine.absence_events import SitsOut, Unanswered
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event, Resigned
from pontoon.engine.moves import Ask, Phase
from pontoon.engine.table import Table

_SILENT_PHASES = (Phase.BANK, Phase.AUCTION, Phase.BET)
"""Phases in which silence is an answer, or is told in another way."""


def act_for(table: Table, player: str) -> Iterator[Event]:
    """Act for PLAYER, who is asked at TABLE, until the turn passes; yield what happens.

    Make the safest move while one is on offer. Where there is none, resign for them: from a bet at
    no cost, and the next rounds are dealt without them until somebody names them.
    """
    turn = table.turn
    is_told = False
    while table.turn == turn and (ask := table.ask_of(player)) is not None:
        events = _act(table, ask)
        if not (is_told or ask.phase in _SILENT_PHASES):
            yield Unanswered(player)
        is_told = True
        yield from events


def _act(table: Table, ask: Ask) -> list[Event]:
    if (move := table.safest_move(ask)) is not None:
        return table.act(ask.player, move)
    if ask.phase is not Phase.BET:
        return table.resign(ask.player)
    events = table.resign(ask.player)
    with suppress(NotRecorded):  # that they have left matters more
        table.leave_out(ask.player)
    return [SitsOut(ask.player) if _is_resignation(event, ask) else event for event in events]


def _is_resignation(event: Event, ask: Ask) -> bool:
    return isinstance(event, Resigned) and event.player == ask.player
