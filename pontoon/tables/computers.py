"""Computer players at a table: they answer what they are asked, soon after they are asked."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Any, Protocol

from pontoon.engine.computers import character_of, is_computer
from pontoon.engine.errors import MoveRefused, NotRecorded
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Waiting
from pontoon.engine.table import Table
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.state import TableState

PAUSE_SECONDS = 1.5
"""A computer makes its move so many seconds after it is asked: people can follow it."""


class Flow(Protocol):
    """Takes the round on (``RoundFlow``)."""

    action_clock: ActionClock

    def advance(self, events: Sequence[Event], before: Waiting) -> None: ...

    def halt(self, why: NotRecorded) -> None: ...

    def run_down(self) -> None: ...


class ComputerPlayers:
    """Makes the moves of the computers at a table, in the name of FLOW.

    They see what a player in their place sees, and no more. A move is worked out in a thread, and
    made if the question stands when that is done. While play pauses they wait as everybody does.
    """

    def __init__(self, state: TableState, flow: Flow) -> None:
        self._state = state
        self._flow = flow
        self._lots = Random()
        self._answering: dict[str, Ask] = {}
        """The question that each of them is about to answer."""

    def look(self) -> None:
        """Have those who are asked something new answer it soon."""
        for ask in self._state.table.asks:
            if is_computer(ask.player) and self._answering.get(ask.player) is not ask:
                self._answering[ask.player] = ask
                self._state.context.clock.callLater(PAUSE_SECONDS, partial(self._begin, ask))

    def _stands(self, ask: Ask) -> bool:
        """Tell whether ASK can be answered now; if not, the next ``look`` sees to it."""
        is_asked = self._state.table.ask_of(ask.player) is ask
        if is_asked and not self._flow.action_clock.stands_still:
            return True
        if self._answering.get(ask.player) is ask:
            del self._answering[ask.player]
        return False

    def _begin(self, ask: Ask) -> None:
        """Work out how to answer ASK."""
        if self._stands(ask):
            self._flow.run_down()
        if self._stands(ask):
            table, happened = self._state.table, tuple(self._state.happened)
            self._answer(
                ask,
                move_of(ask.player, self._state.game, table.rules, happened, ask, self._lots),
            )

    def _answer(self, ask: Ask, move: Move) -> None:
        if not self._stands(ask):
            return
        table = self._state.table
        before = table.waiting
        try:
            try:
                events = table.act(ask.player, move)
            except MoveRefused:
                events = table.act(ask.player, safest(table, ask))
        except NotRecorded as why:
            self._flow.halt(why)
            self._stands(ask)
        else:
            self._flow.advance(events, before)


def safest(table: Table, ask: Ask) -> Move:
    """Return what is done for a player of TABLE who does not answer ASK; the least bet for one."""
    move = table.safest_move(ask)
    return Move(ask.options[0].verb if move is None else move.verb)


def move_of(
    player: str, game: str, rules: Any, happened: Sequence[Event], ask: Ask, lots: Random
) -> Move:
    """Return how PLAYER, a computer, answers ASK after what has HAPPENED in a round of GAME."""
    from pontoon.odds.advise import advise
    from pontoon.odds.characters import choose, needs_advice
    from pontoon.odds.view import Observer

    observer = Observer(player, game, rules)
    observer.see(happened)
    view, character = observer.view(ask), character_of(player)
    advice = advise(view) if needs_advice(character, ask) else None
    return choose(character, view, advice, lots)
