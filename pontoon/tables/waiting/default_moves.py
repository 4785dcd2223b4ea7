"""Stands in for a player who does not answer: does what risks least, and never stalls a table."""

from collections.abc import Iterator
from contextlib import suppress

from pontoon.engine.absence_events import SitsOut, Unanswered
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event, Resigned
from pontoon.engine.moves import Ask, Phase
from pontoon.engine.table import Table

_NEEDS_NO_WORD = (Phase.BANK, Phase.AUCTION, Phase.BET)
"""Where silence is an answer, or is told in another way."""


def act_for(table: Table, player: str) -> Iterator[Event]:
    """Act for PLAYER, who is asked at TABLE, until it is another turn; yield what happens.

    The safest move is made as long as there is one on offer. Where there is none they resign: from
    a bet at no cost, and the next rounds are dealt without them until somebody names them.
    """
    turn = table.turn
    is_told = False
    while table.turn == turn and (ask := table.ask_of(player)) is not None:
        events = _act(table, ask)
        if not (is_told or ask.phase in _NEEDS_NO_WORD):
            yield Unanswered(player)
        is_told = True
        yield from events


def _act(table: Table, ask: Ask) -> list[Event]:
    if (move := table.safest_move(ask)) is not None:
        return table.act(ask.player, move)
    if ask.phase is not Phase.BET:
        return table.resign(ask.player)
    events = table.resign(ask.player)
    with suppress(NotRecorded):  # they have left, which matters more
        table.leave_out(ask.player)
    return [SitsOut(ask.player) if _is_resignation(event, ask) else event for event in events]


def _is_resignation(event: Event, ask: Ask) -> bool:
    return isinstance(event, Resigned) and event.player == ask.player
