"""Computer players at a table: they answer what they are asked, soon after they are asked."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Protocol

from pontoon.engine.computers import character_of, is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Waiting
from pontoon.engine.round import GameRules
from pontoon.engine.table import Table
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.state import TableState

PAUSE_SECONDS = 1.5
"""A computer makes its move so many seconds after it is asked: people can follow it."""

PATIENCE_SECONDS = 1.5
"""If the move is not worked out so many seconds later, the safest one is made."""


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
        self._noticed: dict[str, Ask] = {}
        """The question that each of them is about to think of."""

    def look(self) -> None:
        """Have those who are asked something new answer it soon."""
        for ask in self._state.table.asks:
            if is_computer(ask.player) and self._noticed.get(ask.player) is not ask:
                self._noticed[ask.player] = ask
                self._state.context.clock.callLater(PAUSE_SECONDS, partial(self._think, ask))

    def _stands(self, ask: Ask) -> bool:
        """Tell whether ASK can be answered now."""
        is_asked = self._state.table.ask_of(ask.player) is ask
        return is_asked and not self._flow.action_clock.stands_still

    def _think(self, ask: Ask) -> None:
        """Work out how to answer ASK. If it cannot be answered, the next ``look`` sees to it."""
        self._noticed.pop(ask.player, None)
        if self._stands(ask):
            self._flow.run_down()
        if not self._stands(ask):
            return
        state, give_up = self._state, partial(self._answer_safely, ask)
        state.want_odds()
        work = partial(
            move_of, ask, state.game, state.table.rules, tuple(state.happened), self._lots
        )
        state.context.clock.callLater(PATIENCE_SECONDS, give_up)
        state.context.background.work_out(work, partial(self._answer, ask), give_up)

    def _answer_safely(self, ask: Ask) -> None:
        """Answer ASK, if it still stands, as is done for a player who is silent."""
        if self._stands(ask):
            self._answer(ask, safest(self._state.table, ask))

    def _answer(self, ask: Ask, move: Move) -> None:
        """Answer ASK by MOVE, if it still stands."""
        if not self._stands(ask):
            return
        before = self._state.table.waiting
        try:
            events = self._state.table.act(ask.player, move)
        except NotRecorded as why:
            self._flow.halt(why)
        else:
            self._flow.advance(events, before)


def safest(table: Table, ask: Ask) -> Move:
    """Return what is done for a player of TABLE who does not answer ASK; the least bet for one."""
    move = table.safest_move(ask)
    return Move(ask.options[0].verb if move is None else move.verb)


def move_of(ask: Ask, game: str, rules: GameRules, happened: Sequence[Event], lots: Random) -> Move:
    """Return how a computer answers ASK, after what has HAPPENED in a round of GAME with RULES."""
    from pontoon.odds.advise import advise
    from pontoon.odds.characters import choose, needs_advice
    from pontoon.odds.view import Observer

    observer = Observer(ask.player, game, rules)
    observer.see(happened)
    view, character = observer.view(ask), character_of(ask.player)
    advice = advise(view) if needs_advice(character, ask) else None
    return choose(character, view, advice, lots)
