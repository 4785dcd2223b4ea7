"""Stands in for a player who does not answer: does what risks least, and never stalls a table."""

from collections.abc import Iterator
from contextlib import suppress

from pontoon.absentevents import SitsOut, Unanswered
from pontoon.errors import NotWritten
from pontoon.events import Event, Resigned
from pontoon.moves import Ask, Step, Turn
from pontoon.table import Table


def act_at(table: Table) -> Iterator[Event]:
    """Act for whoever is asked at TABLE until it is another turn; yield what happens.

    The safest move is made as long as there is one on offer. Where there is none they resign: from
    a bet at no cost, and the next rounds are dealt without them until somebody names them. In an
    auction silence is an answer.
    """
    ask = table.ask
    assert ask is not None
    turn = Turn.of(ask)
    is_told = ask.seconds > 0 or ask.step is Step.BET
    while Turn.of(table.ask) == turn:
        events = _act(table, ask)
        if not is_told:
            yield Unanswered(ask.player)
            is_told = True
        yield from events


def _act(table: Table, ask: Ask) -> list[Event]:
    if (move := table.safest_move()) is not None:
        return table.act(ask.player, move)
    if ask.step is not Step.BET:
        return table.resign(ask.player)
    events = table.resign(ask.player)
    with suppress(NotWritten):  # they have left, which matters more
        table.leave_out(ask.player)
    return [SitsOut(ask.player) if isinstance(event, Resigned) else event for event in events]
