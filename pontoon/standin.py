"""Stands in for a player who does not answer: does what risks least, and never stalls a table."""

from pontoon.absentevents import SitsOut, Unanswered
from pontoon.events import Event, Resigned
from pontoon.moves import Step, Turn
from pontoon.table import Table


def act_at(table: Table) -> list[Event]:
    """Act for whoever is asked at TABLE until it is another turn; return what happened.

    The safest move is made as long as there is one on offer. Where there is none they resign: from
    a bet at no cost, and the next rounds are dealt without them until somebody names them. In an
    auction silence is an answer.
    """
    ask = table.ask
    assert ask is not None
    turn = Turn.of(ask)
    events: list[Event] = [] if ask.seconds else [Unanswered(ask.player)]
    while Turn.of(table.ask) == turn:
        if (move := table.safest_move()) is not None:
            events += table.act(ask.player, move)
        elif ask.step is Step.BET:
            return _sit_out(table, ask.player)
        else:
            events += table.resign(ask.player)
    return events


def _sit_out(table: Table, player: str) -> list[Event]:
    """Have PLAYER, who has bet nothing, leave the round and the list of its players."""
    events = table.resign(player)
    table.leave_out(player)
    return [SitsOut(player) if isinstance(event, Resigned) else event for event in events]
