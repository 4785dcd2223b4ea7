"""How long it takes to work out what the moves are worth that a player can make."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from benchmarks.moves import CHIPS, MOST_PLAYERS, Game, some_move
from benchmarks.report import Report, Row, Unit
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games import GAMES
from pontoon.odds.advise import ADVISERS, advise
from pontoon.odds.view import Observer, View

SEATS = 3
HINTS = 500

MILLISECONDS = Unit("ms", 1)


def measure(_folder: Path) -> Report:
    """Play each game that has odds for random players, who are given a hint for each decision."""
    return Report([_row(game) for game in GAMES if game.name in ADVISERS])


def _row(game: Game) -> Row:
    taken: list[float] = []
    for view in _views(game, Random(0)):
        begun = perf_counter()
        advise(view)
        taken.append(1000 * (perf_counter() - begun))
        if len(taken) == HINTS:
            break
    _, *_, last = quantiles(taken, n=100)
    return Row(
        f"a hint in {game.title}, {SEATS} seats",
        f"{MILLISECONDS.show(median(taken))}, 99 % {MILLISECONDS.show(last)}",
        f"the slowest {MILLISECONDS.show(max(taken))}",
        reach="99 % < 100 ms",
    )


def _views(game: Game, random: Random) -> Iterator[View]:
    """Yield what players of GAME see at their decisions, in one round after the other."""
    rules = game.Rules()
    equipment = game.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(game, rules, equipment, MOST_PLAYERS)
    players = [f"player{number}" for number in range(SEATS)]
    while True:
        observers = {player: Observer(player, game.name, rules) for player in players}
        happened = table.deal([(player, CHIPS) for player in players])
        while (ask := table.ask) is not None:
            for observer in observers.values():
                observer.see(happened)
            yield observers[ask.player].view(ask)
            happened = table.act(ask.player, some_move(ask.options, random.random))
