"""How long it takes to work out what moves are worth, and how long that stops the reactor."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
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
from pontoon.odds.advice import Advice, Advise
from pontoon.odds.advise import ADVISERS, advise
from pontoon.odds.view import Observer, View
from pontoon.service.background import OddsProcesses, collect_seldom
from tests.support.turns import Turns

SEATS = 3
HINTS = 500
TABLES = 20
"""This many tables ask at once."""

WAKES_EACH = 0.001
"""The thread in the place of the reactor's sleeps for so many seconds again and again."""
COUNTS_TO = 500_000_000

STARTS_SECONDS = 1
"""The processes are there long before the bot is in its channels, but nothing is worked out yet."""

MILLISECONDS = Unit("ms", 1)


def measure(_folder: Path) -> Report:
    """Play each game that has odds for random players, who are given a hint for each decision."""
    asked = {
        game: [*islice(_views(game, Random(0)), HINTS)] for game in GAMES if game.name in ADVISERS
    }
    rows = [_row(game, views) for game, views in asked.items()]
    collect_seldom()  # and what a bot does not have is not looked through meanwhile
    reactor = Turns()
    odds = OddsProcesses(reactor)
    odds.start()
    sleep(STARTS_SECONDS)
    reactor.turns()
    rows += [_row_of_tables(game, views, odds, reactor) for game, views in asked.items()]
    stops = _row_of_stops([view for views in asked.values() for view in views], odds, reactor)
    odds.stop()
    return Report([*rows, stops])


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


def _row_of_tables(game: Game, views: Sequence[View], odds: OddsProcesses, reactor: Turns) -> Row:
    """Say how long TABLES wait that ask for hints at once, from the first of a process on."""
    mixed = Random(0).sample(views, len(views))
    waits: list[float] = []
    for first in range(0, len(mixed), TABLES):
        begun = perf_counter()
        asked = mixed[first : first + TABLES]
        for view in asked:
            odds.work_out(
                partial(_advised, view),
                partial(_note_wait, waits, begun),
                _fail,
            )
        for _ in asked:
            reactor.turn()
    _, *_, last = quantiles(waits, n=100)
    return Row(
        f"a hint in {game.title}, {TABLES} tables asking at once",
        f"{MILLISECONDS.show(median(waits))}, 99 % {MILLISECONDS.show(last)}",
        f"the slowest {MILLISECONDS.show(max(waits))}",
        reach="99 % < 100 ms",
    )


def _note_wait(waits: list[float], begun: float, _: object) -> None:
    waits.append(1000 * (perf_counter() - begun))


def _advised(view: View, advise: Advise) -> Advice | None:
    return advise(view)


def _fail() -> None:
    raise AssertionError("a hint was not worked out")


def _row_of_stops(views: Sequence[View], odds: OddsProcesses, reactor: Turns) -> Row:
    """Say how much later than it would this thread goes on while hints on VIEWS are worked out.

    A machine has its own delays: those that a thread meets beside one that only counts.
    """
    answered: list[Advice | None] = []
    for view in views:
        odds.work_out(partial(_advised, view), answered.append, _fail)
    stops: list[float] = []
    while len(answered) < len(views):
        stops.append(_late())
        reactor.turns()
    others: list[float] = []
    with ThreadPoolExecutor(1) as counting:
        done = counting.submit(_count)
        while not done.done():
            others.append(_late())
    return Row(
        "how long hints stop the reactor",
        _longest(stops),
        f"counting: {_longest(others)}",
        reach="< 10 ms",
    )


def _late() -> float:
    """Sleep for a little; return how many milliseconds longer that takes."""
    begun = perf_counter()
    sleep(WAKES_EACH)
    return 1000 * (perf_counter() - begun - WAKES_EACH)


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
