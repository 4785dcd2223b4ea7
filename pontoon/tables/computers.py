"""Computer players at a table: they answer what they are asked, soon after they are asked."""

from collections.abc import Callable, Iterable
from functools import partial
from random import Random

from msgspec import Struct

from pontoon.engine.computers import character_of, is_computer
from pontoon.engine.events import Event
from pontoon.engine.moves import Ask, Move
from pontoon.engine.round import GameRules
from pontoon.engine.table import Table
from pontoon.odds.advice import Advise
from pontoon.odds.characters import choose, needs_advice
from pontoon.odds.view import Observer
from pontoon.tables.channel_tables import ChannelTables
from pontoon.tables.recorder import RoundRecorder

PAUSE_SECONDS = 1.5
"""A computer makes its move this many seconds after it is asked: people can follow it."""

MAX_SECONDS = 3
"""If the move is not worked out this many seconds after the question, the safest one is made."""


class _Thought(Struct, eq=False):
    """What a computer thinks of: ASK, SINCE that second."""

    ask: Ask
    since: float


class ComputerPlayers:
    """Finds the moves of the computers at a table: they see what a player in their place sees.

    A move is worked out beside the reactor. DECIDES is called with it, and with the question if
    that stands by then. If play pauses, and it is not made, the next ``look`` works out another.
    """

    def __init__(
        self,
        tables: ChannelTables,
        recorder: RoundRecorder,
        decides: Callable[[Ask, Move], object],
    ) -> None:
        self._tables = tables
        self._recorder = recorder
        self._decides = decides
        self._clock = tables.context.clock
        self._lots = Random()
        self._thoughts: dict[str, _Thought] = {}

    def look(self) -> None:
        """Have those who are asked something new think of it."""
        for ask in self._tables.table.asks:
            known = self._thoughts.get(ask.player)
            if is_computer(ask.player) and (known is None or known.ask is not ask):
                self._think(ask)

    def _think(self, ask: Ask) -> None:
        thought = _Thought(ask, self._clock.seconds())
        self._thoughts[ask.player] = thought
        self._clock.callLater(MAX_SECONDS, partial(self._decide_safely, thought))
        self._recorder.since_sealed(partial(self._work_out, thought))

    def _work_out(self, thought: _Thought, happened: Iterable[Event]) -> None:
        """Work out what THOUGHT comes to, if it is still asked for, after what has HAPPENED."""
        if self._stands(thought):
            tables, give_up = self._tables, partial(self._decide_safely, thought)
            rules = tables.table.rules
            work = partial(move_of, thought.ask, tables.game, rules, happened, self._lots)
            tables.context.odds.work_out(work, partial(self._decided, thought), give_up)

    def _decided(self, thought: _Thought, move: Move) -> None:
        """Make MOVE, which was worked out, when the pause is over."""
        self._answer_soon(thought, move)

    def _decide_safely(self, thought: _Thought) -> None:
        """Do what is done for a player who is silent."""
        if self._stands(thought):
            self._answer_soon(thought, safest(self._tables.table, thought.ask))

    def _answer_soon(self, thought: _Thought, move: Move) -> None:
        pause = thought.since + PAUSE_SECONDS - self._clock.seconds()
        self._clock.callLater(max(pause, 0.0), partial(self._answer, thought, move))

    def _stands(self, thought: _Thought) -> bool:
        """Tell whether THOUGHT is the last one of its computer, and is still asked for."""
        ask = thought.ask
        is_last = self._thoughts.get(ask.player) is thought
        return is_last and self._tables.table.ask_of(ask.player) is ask

    def _answer(self, thought: _Thought, move: Move) -> None:
        """Decide on MOVE if it is still asked for."""
        if self._stands(thought):
            del self._thoughts[thought.ask.player]
            self._decides(thought.ask, move)


def safest(table: Table, ask: Ask) -> Move:
    """Return what is done for a player of TABLE who does not answer ASK; the least bet for one."""
    move = table.safest_move(ask)
    return Move(ask.options[0].verb if move is None else move.verb)


def move_of(
    ask: Ask,
    game: str,
    rules: GameRules,
    happened: Iterable[Event],
    lots: Random,
    advise: Advise,
) -> Move:
    """Return how a computer answers ASK, after what has HAPPENED to a deck of GAME with RULES."""
    observer = Observer(ask.player, game, rules)
    observer.see(happened)
    view, character = observer.view(ask), character_of(ask.player)
    advice = advise(view) if needs_advice(character, ask) else None
    return choose(character, view, advice, lots)
