"""How long it takes to work out what moves are worth, and how long that stops the reactor."""

import sys
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, sleep

from benchmarks.moves import CHIPS, MAX_PLAYERS, Game, some_move
from benchmarks.report import Report, Row, Unit
from pontoon.engine.events import Event, Shuffled
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.table import Table
from pontoon.games import GAMES
from pontoon.odds.advise import ADVISERS, advise
from pontoon.odds.view import Observer, View
from pontoon.service.background import SWITCH_SECONDS, collect_seldom

SEATS = 3
HINTS = 500
TABLES = 20
"""This many tables ask at once."""

WAKES_EACH = 0.001
"""A thread in the place of the reactor's sleeps for so many seconds again and again."""
COUNTS_TO = 500_000_000

MILLISECONDS = Unit("ms", 1)


def measure(_folder: Path) -> Report:
    """Play each game that has odds for random players, who are given a hint for each decision."""
    asked = {
        game: [*islice(_views(game, Random(0)), HINTS)] for game in GAMES if game.name in ADVISERS
    }
    collect_seldom()  # and what a bot does not have is not looked through meanwhile
    rows = [each(game, views) for game, views in asked.items() for each in (_row, _row_of_tables)]
    return Report([*rows, _row_of_stops([view for views in asked.values() for view in views])])


def _row(game: Game, views: Sequence[View]) -> Row:
    taken: list[float] = []
    for view in views:
        begun = perf_counter()
        advise(view)
        taken.append(1000 * (perf_counter() - begun))
    _, *_, last = quantiles(taken, n=100)
    return Row(
        f"a hint in {game.title}, {SEATS} seats",
        f"{MILLISECONDS.show(median(taken))}, 99 % {MILLISECONDS.show(last)}",
        f"the slowest {MILLISECONDS.show(max(taken))}",
        reach="99 % < 100 ms",
    )


def _row_of_tables(game: Game, views: Sequence[View]) -> Row:
    """Say how long TABLES wait that ask for hints at once. One thread answers them in turn."""
    mixed = Random(0).sample(views, len(views))
    waits: list[float] = []
    with ThreadPoolExecutor(1) as background:
        for first in range(0, len(mixed), TABLES):
            begun = perf_counter()
            asked = mixed[first : first + TABLES]
            waits += [1000 * (each - begun) for each in background.map(_answered, asked)]
    _, *_, last = quantiles(waits, n=100)
    return Row(
        f"a hint in {game.title}, {TABLES} tables asking at once",
        f"{MILLISECONDS.show(median(waits))}, 99 % {MILLISECONDS.show(last)}",
        f"the slowest {MILLISECONDS.show(max(waits))}",
        reach="99 % < 100 ms",
    )


def _answered(view: View) -> float:
    """Work out a hint on VIEW; return when that is done."""
    advise(view)
    return perf_counter()


def _row_of_stops(views: Sequence[View]) -> Row:
    """Say how much later than it would a thread goes on while another works out hints on VIEWS.

    Threads are switched as in a bot. A machine has its own delays: those that a thread meets beside
    one that only counts.
    """
    switching = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_SECONDS)
    stops = _stops_beside(lambda: [advise(view) for view in views])
    others = _stops_beside(_count)
    sys.setswitchinterval(switching)
    return Row(
        "how long hints stop the reactor",
        _longest(stops),
        f"counting: {_longest(others)}",
        reach="< 10 ms",
    )


def _stops_beside(work: Callable[[], object]) -> list[float]:
    """Return the milliseconds by which this thread went on too late while another did WORK."""
    stops: list[float] = []
    with ThreadPoolExecutor(1) as background:
        working = background.submit(work)
        while not working.done():
            begun = perf_counter()
            sleep(WAKES_EACH)
            stops.append(1000 * (perf_counter() - begun - WAKES_EACH))
    return stops


def _count() -> None:
    for _ in range(COUNTS_TO):
        pass


def _longest(stops: Sequence[float]) -> str:
    _, *_, last = quantiles(stops, n=100)
    return f"99 % {MILLISECONDS.show(last)}, the longest {MILLISECONDS.show(max(stops))}"


def _views(game: Game, random: Random) -> Iterator[View]:
    """Yield what players of GAME see at their decisions, in one round after the other.

    They remember what they have seen since the cards were shuffled.
    """
    rules = game.Rules()
    equipment = game.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(game, rules, equipment, MAX_PLAYERS)
    players = [f"player{number}" for number in range(SEATS)]
    observers: dict[str, Observer] = {}
    happened: Sequence[Event] = ()
    while True:
        if not observers or any(isinstance(event, Shuffled) for event in happened):
            observers = {player: Observer(player, game.name, rules) for player in players}
        happened = table.deal([(player, CHIPS) for player in players])
        while (ask := table.ask) is not None:
            for observer in observers.values():
                observer.see(happened)
            yield observers[ask.player].view(ask)
            happened = table.act(ask.player, some_move(ask.options, random.random))
        for observer in observers.values():
            observer.see(happened)
