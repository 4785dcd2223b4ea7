"""What it costs to write each move down, and how soon a round goes on after the bot was killed."""

import os
from collections.abc import Callable
from contextlib import redirect_stdout
from datetime import UTC, datetime
from io import StringIO
from pathlib import Path
from time import perf_counter

from benchmarks.report import Report, Unit, compared
from pontoon.engine.actions import Moved, written
from pontoon.engine.moves import Move, Verb
from pontoon.engine.result import TableKey
from pontoon.storage.append_file import AppendFile
from pontoon.storage.journal import Journal
from pontoon.storage.journal_records import RoundRecord, SeatRecord
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.venue import open_venue

MOVES = 300
STARTS = 9

MILLISECONDS = Unit("ms", 2)
SECONDS = Unit("s", 3)


def measure(folder: Path) -> Report:
    """Write moves down beside the same bytes written bare, and kill and start a bot in a round."""
    ours, bare = _writing(folder)
    resuming, starting = _starts(folder)
    return Report(
        [
            *compared("a move written down", MILLISECONDS, ours, {"bare": bare}, "< 1 ms"),
            *compared(
                "start until the round continues", SECONDS, resuming, {"JOIN": starting}, "< 0.5 s"
            ),
        ]
    )


def _writing(folder: Path) -> tuple[list[float], list[float]]:
    """Return how many milliseconds it took to note each move, and to write and sync as much."""
    journal = Journal(AppendFile(folder / "players.journal"), lambda: datetime.now(UTC))
    journal.load()
    journal.begin(_a_round())
    act = written(Moved("dave", Move(Verb.BUY, 50)))
    ours: list[float] = []
    bare: list[float] = []
    descriptor = os.open(folder / "bare", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    try:
        for _ in range(MOVES):
            ours.append(_timed(lambda: journal.add("r1", act)))
            bare.append(_timed(lambda: _write(descriptor)))
    finally:
        os.close(descriptor)
    return ours, bare


def _timed(act: Callable[[], None]) -> float:
    begun = perf_counter()
    act()
    return 1000 * (perf_counter() - begun)


def _write(descriptor: int) -> None:
    os.write(descriptor, b"x" * 99 + b"\n")
    os.fsync(descriptor)


def _a_round() -> RoundRecord:
    return RoundRecord(
        "r1",
        TableKey("local", "#pontoon", "pontoon"),
        datetime.now(UTC),
        "1",
        {},
        {},
        (("dave", 1000), ("kevin", 1000)),
        (SeatRecord("dave", "dave", "dave@home"), SeatRecord("kevin", "kevin", "kevin@home")),
    )


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
            dave.told(r" = \d+: ")
            bot.kill()
            dave.sees_bot("QUIT")
            begun = perf_counter()
            bot.start_again()
            dave.sees_bot("JOIN")
            starting.append(perf_counter() - begun)
            dave.sees("the round continues")
            resuming.append(perf_counter() - begun)
    return resuming, starting
