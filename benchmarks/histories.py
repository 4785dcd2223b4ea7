"""What it costs to keep a history of all rounds, to check it, and to find a player's rounds in it.

A million lines take some 400 MB. They are the lines of a hundredth, again and again: to find those
of a player takes as long.
"""

import os
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from statistics import mean, median
from time import perf_counter, process_time

from benchmarks.moves import CHIPS, MOST_PLAYERS, some_move
from benchmarks.report import Report, Row, Unit
from pontoon.engine.actions import Moved
from pontoon.engine.events import Settled
from pontoon.engine.result import TableKey
from pontoon.engine.rng import SEED_BYTES
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.engine.table import Table
from pontoon.games.shed import ShedPontoon
from pontoon.storage.history.check import HistoryCheck, LedgerRounds
from pontoon.storage.history.line import written
from pontoon.storage.history.record import HistoryRecord, dealt_cards, record_of
from pontoon.storage.history.search import Wanted, search
from pontoon.storage.journal_records import RoundRecord
from tests.support.repository import ROOT

ROUNDS = 10_000
ALL_ROUNDS = 1_000_000
RUNS = 5

PEOPLE = 30
"""Three of them play each round."""
PLAYER = "player1"

WHERE = TableKey("libera", "#pontoon", "pontoon")
BEGAN = datetime(2026, 11, 23, 8, 3, 47, tzinfo=UTC)

BYTES = Unit("bytes", 0)
MILLISECONDS = Unit("ms", 3)
A_SECOND = Unit("/s", 0)
SECONDS = Unit("s", 2)


def measure(folder: Path) -> Report:
    """Record rounds of Shed Pontoon for three, check them, and list a tenth of a million."""
    records = list(_records(Random(1)))
    begun = process_time()
    lines = [written(record) + b"\n" for record in records]
    writing = 1000 * (process_time() - begun) / ROUNDS
    size = mean(map(len, lines))
    path = folder / "players.history-2026-11"
    path.write_bytes(b"".join(lines))
    return Report(
        [
            Row("a round of three in the history", BYTES.show(size), reach="≤ 420 bytes"),
            Row("the processor's time for its line", MILLISECONDS.show(writing), reach="≤ 0.2 ms"),
            Row("rounds of a history checked", A_SECOND.show(_checked(path)), reach="≥ 7,000 /s"),
            _listing(path),
        ]
    )


def _records(random: Random) -> Iterator[HistoryRecord]:
    """Yield the records of ROUNDS rounds."""
    rules = ShedPontoon.Rules()
    equipment = ShedPontoon.new_equipment(rules, random.randbytes(SEED_BYTES))
    table = Table(ShedPontoon, rules, equipment, MOST_PLAYERS)
    for number in range(ROUNDS):
        seats = tuple((f"player{each}", CHIPS) for each in random.sample(range(PEOPLE), 3))
        table.deal(seats)
        acts: list[Moved] = []
        while (ask := table.ask) is not None:
            acts.append(Moved(ask.player, some_move(ask.options, random.random)))
            events = table.repeat(acts[-1])
        settled = events[-1]
        assert isinstance(settled, Settled)
        assert table.round_deck is not None
        began = RoundRecord(_id(number), WHERE, BEGAN, "", {}, {}, seats, ())
        place = DeckPlace(1 + number // 20, 1 + number % 20, table.round_deck.dealt_before)
        cards = dealt_cards(table.round_deck, place)
        yield record_of(began, acts, (rules, table.table_rules), cards, settled)


def _id(number: int) -> str:
    return f"{number:016x}"


def _checked(path: Path) -> float:
    """Return how many rounds in the file at PATH are read and played again in a second."""
    rates: list[float] = []
    for _ in range(RUNS):
        check = HistoryCheck(LedgerRounds(()), ())
        begun = perf_counter()
        report = check.run([(path, path.stat().st_size)], lambda _rounds: None)
        rates.append(ROUNDS / (perf_counter() - begun))
        assert (report.rounds, report.faults) == (ROUNDS, [])
    return median(rates)


def _listing(path: Path) -> Row:
    """Return how long the command takes to list a player's rounds: a tenth of a million."""
    lines = path.read_bytes()
    with path.open("wb") as file:
        for _ in range(ALL_ROUNDS // ROUNDS):
            file.write(lines)
    found = sum(1 for _ in search([path], Wanted(player=PLAYER)))
    (path.parent / "config.ini").write_text("[irc]\nserver = local\n")
    command = [sys.executable, str(ROOT / "PontoonBot.py"), "history", "--player", PLAYER]
    taken: list[float] = []
    for _ in range(RUNS):
        before = os.times()
        done = subprocess.run(command, cwd=path.parent, check=True, capture_output=True)
        after = os.times()
        assert done.stdout.count(b"\n") == found
        user = after.children_user - before.children_user
        taken.append(user + after.children_system - before.children_system)
    path.unlink()
    figure = f"list {found:,} of {ALL_ROUNDS:,} rounds, processor's time"
    return Row(figure, SECONDS.show(median(taken)), reach="< 2 s")
