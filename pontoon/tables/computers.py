"""Computer players at a table: they answer what they are asked, soon after they are asked."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import Protocol

from msgspec import Struct

from pontoon.engine.computers import CHARACTERS, character_of, is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move, Waiting
from pontoon.engine.round import GameRules
from pontoon.engine.table import Table
from pontoon.odds.advise import advise
from pontoon.odds.characters import choose, needs_advice
from pontoon.odds.view import Observer
from pontoon.tables.action_clock import ActionClock
from pontoon.tables.state import TableState

PAUSE_SECONDS = 1.5
"""A computer makes its move so many seconds after it is asked: people can follow it."""

LONGEST_SECONDS = 3
"""If the move is not worked out so many seconds after the question, the safest one is made."""


class Flow(Protocol):
    """Takes the round on (``RoundFlow``)."""

    action_clock: ActionClock

    def advance(self, events: Sequence[Event], before: Waiting) -> None: ...

    def halt(self, why: NotRecorded) -> None: ...

    def run_down(self) -> None: ...


class _Thought(Struct, eq=False):
    """What a computer thinks of: ASK, SINCE that second."""

    ask: Ask
    since: float


BY_ODDS = CHARACTERS[0]
"""The character that plays by the odds."""


class ComputerPlayers:
    """Makes the moves of the computers at a table, in the name of FLOW.

    They see what a player in their place sees, and no more. A move is worked out in a thread, and
    made if the question stands by then. While play pauses they wait as everybody does.
    """

    def __init__(self, state: TableState, flow: Flow) -> None:
        self._state = state
        self._flow = flow
        self._clock = state.context.clock
        self._lots = Random()
        self._thoughts: dict[str, _Thought] = {}

    def look(self) -> None:
        """Have those who are asked something new think of it."""
        for ask in self._state.table.asks:
            known = self._thoughts.get(ask.player)
            if is_computer(ask.player) and (known is None or known.ask is not ask):
                self._think(ask)

    def _think(self, ask: Ask) -> None:
        state, thought = self._state, _Thought(ask, self._clock.seconds())
        self._thoughts[ask.player] = thought
        give_up = partial(self._decide_safely, thought)
        self._clock.callLater(LONGEST_SECONDS, give_up)
        rules, happened = state.table.rules, tuple(state.happened)
        work = partial(move_of, ask, state.game, rules, happened, self._lots)
        state.context.background.work_out(work, partial(self._decided, thought), give_up)

    def _decided(self, thought: _Thought, move: Move) -> None:
        """Make MOVE, which was worked out, when the pause is over."""
        self._answer_soon(thought, move)
        if character_of(thought.ask.player) == BY_ODDS and self._stands(thought):
            self._state.want_odds()

    def _decide_safely(self, thought: _Thought) -> None:
        """Do what is done for a player who is silent."""
        if self._stands(thought):
            self._answer_soon(thought, safest(self._state.table, thought.ask))

    def _answer_soon(self, thought: _Thought, move: Move) -> None:
        pause = thought.since + PAUSE_SECONDS - self._clock.seconds()
        self._clock.callLater(max(pause, 0.0), partial(self._answer, thought, move))

    def _stands(self, thought: _Thought) -> bool:
        """Tell whether THOUGHT is the last one of its computer, and is still asked for."""
        ask = thought.ask
        is_last = self._thoughts.get(ask.player) is thought
        return is_last and self._state.table.ask_of(ask.player) is ask

    def _answer(self, thought: _Thought, move: Move) -> None:
        """Make MOVE if it is still asked for. If play pauses, the next ``look`` sees to it."""
        if not self._stands(thought):
            return
        self._flow.run_down()
        if not self._stands(thought):
            return
        player, before = thought.ask.player, self._state.table.waiting
        del self._thoughts[player]
        if self._flow.action_clock.stands_still:
            return
        try:
            events = self._state.table.act(player, move)
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
    observer = Observer(ask.player, game, rules)
    observer.see(happened)
    view, character = observer.view(ask), character_of(ask.player)
    advice = advise(view) if needs_advice(character, ask) else None
    return choose(character, view, advice, lots)
