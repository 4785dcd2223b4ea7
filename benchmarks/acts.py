"""What it costs to write acts and rounds down, and how soon a round goes on after a kill."""

import os
from collections.abc import Callable
from contextlib import closing, redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Report, Row, Unit, compared
from pontoon.engine.actions import Moved
from pontoon.engine.moves import Move, Verb
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks
from pontoon.storage.rounds import Rounds
from pontoon.storage.sqlite_file import SqliteFile
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.venue import open_venue
from tests.support.kept_rounds import a_result, a_round

TURNS = 300
TABLES = 100
STARTS = 9

ACT = Moved("dave", Move(Verb.BUY, 50))

MILLISECONDS = Unit("ms", 3)
SECONDS = Unit("s", 3)


def measure(folder: Path) -> Report:
    """Write acts down beside the same bytes written bare, and kill and start a bot in a round."""
    resuming, starting = _starts(folder)
    with closing(Database(SqliteFile(folder / "acts.db"))) as database:
        rounds = Rounds(database, Decks(database, "", _now), _now)
        ours, bare = _acts(database, rounds, folder / "bare")
        together = median(_acts_together(database, rounds)) / TABLES
        whole = median(_whole_rounds(database, rounds))
    name = f"a move, {TABLES} in a turn of the reactor"
    return Report(
        [
            *compared("a move, alone in a turn", MILLISECONDS, ours, {"bare": bare}, "< 1 ms"),
            Row(name, MILLISECONDS.show(together)),
            Row("a round of 12 acts, each in a turn", MILLISECONDS.show(whole)),
            *compared(
                "start until the round continues", SECONDS, resuming, {"JOIN": starting}, "< 0.5 s"
            ),
        ]
    )


def _now() -> datetime:
    return datetime.now(UTC)


def _acts(database: Database, rounds: Rounds, path: Path) -> tuple[list[float], list[float]]:
    """Return how many milliseconds it took to commit each act, and to write and sync as much."""
    rounds.begin(a_round("alone"))
    ours: list[float] = []
    bare: list[float] = []

    def act() -> None:
        rounds.add("alone", ACT)
        assert database.commit()

    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for _ in range(TURNS):
            ours.append(_timed(act))
            bare.append(_timed(lambda: _write(descriptor)))
    finally:
        os.close(descriptor)
    return ours, bare


def _acts_together(database: Database, rounds: Rounds) -> list[float]:
    """Return how many milliseconds each turn took in which there was an act at each table."""
    names = [f"together {number}" for number in range(TABLES)]
    for name in names:
        rounds.begin(a_round(name))

    def turn() -> None:
        for name in names:
            rounds.add(name, ACT)
        assert database.commit()

    return [_timed(turn) for _ in range(TURNS)]


def _whole_rounds(database: Database, rounds: Rounds) -> list[float]:
    """Return how many milliseconds each round took to begin, to play and to settle unpaid."""
    names = (f"whole {number}" for number in range(TURNS))

    def play() -> None:
        name = next(names)
        rounds.begin(a_round(name))
        for _ in range(12):
            rounds.add(name, ACT)
            assert database.commit()
        rounds.end(a_result(name))
        assert database.commit()

    return [_timed(play) for _ in range(TURNS)]


def _timed(act: Callable[[], None]) -> float:
    begun = perf_counter()
    act()
    return 1000 * (perf_counter() - begun)


def _write(descriptor: int) -> None:
    os.write(descriptor, b"x" * 99 + b"\n")
    os.fsync(descriptor)


def _starts(folder: Path) -> tuple[list[float], list[float]]:
    """Return the seconds from each start to the round's going on, and to the bot's JOIN."""
    resuming: list[float] = []
    starting: list[float] = []
    log = redirect_stdout(StringIO())  # the venue prints it at the end, for tests
    with log, running_ngircd(EASY, folder) as server, open_venue(server, folder) as venue:
        bot = venue.bot()
        dave, kevin = venue.guests("dave", "kevin")
        dave.command("!pontoon dave kevin")
        for guest in (dave, kevin):
            guest.told(r"Bet \(1-")
            guest.whisper("10")
        for _ in range(STARTS):
            dave.told(r" = \d+(?:, a pontoon)?: ")
            bot.kill()
            dave.sees_bot("QUIT")
            begun = perf_counter()
            bot.start_again()
            dave.sees_bot("JOIN")
            starting.append(perf_counter() - begun)
            dave.sees("the round continues")
            resuming.append(perf_counter() - begun)
    return resuming, starting
