"""Tables at which three play at once, from one to a thousand, all dealt by one bot."""

import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from statistics import median, quantiles
from types import MappingProxyType

from benchmarks.asking import UnexpectedError
from benchmarks.evening import (
    AT_ONCE,
    NAMES,
    Evening,
    Played,
    Table,
    Thought,
    new_tables,
    seated,
)
from benchmarks.growth import Growth, picture
from benchmarks.programs import Place, prepare_ours, running
from benchmarks.report import Report, Row
from benchmarks.starting import resident_megabytes
from tests.real_servers.runningbot import Settings
from tests.real_servers.servers import EASY, Server, running_ngircd

AT_ONCE_TABLES = (1, 10, 100, 300, 1000)
SECONDS = 15.0
WARM_UP_SECONDS = 3.0
THINKING = Thought(2.0, 20.0)
THINKING_SECONDS = 45.0
CHIPS = 1_000_000

PICTURE = Path("docs/growth.svg")
SLOW_DISK = ("-m", "benchmarks.slow_disk")


def measure(folder: Path) -> Report:
    """Play at more and more tables, and then as people do, who think."""
    growth = [at_once(folder / f"at-once-{number}", number) for number in AT_ONCE_TABLES]
    rows = [row for each in growth for row in _growth_rows(each, growth)]
    PICTURE.write_text(picture(growth), "utf-8")
    rows += thinking_rows(folder / "thinking", 1000, "median < 20 ms, 99 % < 100 ms")
    rows += thinking_rows(folder / "slow", 300, "99 % < 60 ms", SLOW_DISK)
    return Report(rows)


def at_once(folder: Path, number: int, more: Settings = MappingProxyType({})) -> Growth:
    """Play at a NUMBER of tables without a pause; MORE is what config.ini says besides."""
    with evening(folder, number, more=more) as (opened, pid):
        opened.play(WARM_UP_SECONDS)
        before = _processor_seconds(pid)
        played = opened.play(SECONDS)
        busy = _processor_seconds(pid) - before
        return Growth(
            number,
            1000 * busy / played.rounds,
            played.rounds / played.seconds,
            1000 * median(played.answers),
            resident_megabytes(pid),
        )


def _growth_rows(each: Growth, growth: Sequence[Growth]) -> Iterator[Row]:
    at_ten = next(other for other in growth if other.tables == 10)
    tables = f"{each.tables:,} table{'s' if each.tables > 1 else ''} of {len(NAMES)}"
    ratio = f"{each.processor_ms / at_ten.processor_ms:.2f} ×"
    beside = f"10 tables {at_ten.processor_ms:.2f} ms"
    reach = "≤ 2 ms" if each.tables < 1000 else "≤ 2 ms, ≤ 1.3 × 10 tables"
    yield Row(f"{tables}: processor a round", f"{each.processor_ms:.2f} ms", beside, ratio, reach)
    reach = "≥ 350 /s" if each.tables == 100 else ""
    yield Row(f"{tables}: rounds", f"{each.rounds_a_second:,.0f} /s", reach=reach)
    reach = "< 40 ms" if each.tables == 100 else ""
    yield Row(f"{tables}: move until next prompt", f"{each.answer_ms:.0f} ms", reach=reach)


def thinking_rows(
    folder: Path,
    number: int,
    reach: str,
    program: Sequence[str] = (),
    more: Settings = MappingProxyType({}),
) -> Iterator[Row]:
    """Yield what is measured at a NUMBER of tables at which people think; REACH is the aim."""
    name = f"{number:,} tables, people think {THINKING.least:.0f}-{THINKING.most:.0f} s"
    if program:
        name += ", a sync takes 10 ms more"
    with evening(folder, number, THINKING, program, more) as (opened, pid):
        opened.play(THINKING.most)
        before = _processor_seconds(pid)
        played = opened.play(THINKING_SECONDS)
        share = (_processor_seconds(pid) - before) / played.seconds
    yield Row(f"{name}: move until next prompt", _answers(played), reach=reach)
    yield Row(f"{name}: the bot's share of a core", f"{100 * share:.0f} %")


def _answers(played: Played) -> str:
    late = quantiles(played.answers, n=100)[-1]
    usual, slowest = median(played.answers), max(played.answers)
    return f"{1000 * usual:.1f} ms, 99 % {1000 * late:.0f} ms, slowest {1000 * slowest:.0f} ms"


@contextmanager
def evening(
    folder: Path,
    number: int,
    thought: Thought = AT_ONCE,
    program: Sequence[str] = (),
    more: Settings = MappingProxyType({}),
) -> Iterator[tuple[Evening, int]]:
    """Run a bot and its players; yield their evening, and the number of the bot's process.

    PROGRAM and MORE are those of ``prepare_ours``.
    """
    print(f"  {folder.name}: {number} tables ...", file=sys.stderr, flush=True)
    folder.mkdir()
    tables = new_tables(number)
    with (
        running_ngircd(EASY, folder) as server,
        _dealer(server, tables, folder / "bot", program, more) as pid,
    ):
        players = [player for table in tables for player in seated(server, table)]
        with closing(Evening(players, thought)) as opened:
            yield opened, pid


@contextmanager
def _dealer(
    server: Server, tables: Sequence[Table], folder: Path, program: Sequence[str], more: Settings
) -> Iterator[int]:
    """Run a bot with all the TABLES and their players; yield its process's number."""
    folder.mkdir()
    players = {nick: CHIPS for table in tables for nick in table.players}
    channels = ", ".join(table.channel for table in tables)
    command = prepare_ours(Place(server, channels, folder), players, program, more)
    with running(command, folder) as process:
        yield process.pid
    if faults := re.findall("^.*(?:Traceback|fault at).*$", (folder / "log").read_text(), re.M):
        raise UnexpectedError(faults[0])


def _processor_seconds(pid: int) -> float:
    """Return how long the process has kept processors busy, on its own behalf and the system's."""
    _, _, behind_name = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")
    user, system = behind_name.split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
