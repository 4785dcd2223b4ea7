"""Two machines: how long nobody plays until the other one does, and what PostgreSQL costs.

The server runs here, and the way to it takes a millisecond.
"""

import asyncio
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.report import Report, Row, Unit
from benchmarks.tables import at_once, thinking_rows
from tests.real_servers.runningbot import Settings
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.standbypair import TAKEOVER, Pair
from tests.real_servers.venue import open_venue
from tests.support.gateway import Gateway
from tests.support.postgresql_server import DURABLE, PostgresqlServer, running_postgresql

TAKEOVERS = 10
WAY_SECONDS = 0.0005
"""How long the way takes there, and back."""
TABLES = 10
THINKING_TABLES = 300

SECONDS = Unit("s", 2)
_BY_POSTGRESQL = f", by PostgreSQL, {2000 * WAY_SECONDS:.0f} ms away"


def measure(folder: Path) -> Report:
    """Take over, time and again; then play with each of the databases."""
    with running_postgresql(DURABLE) as server:
        rows = [*_takeovers(folder, server)]
        rows += _rounds(folder, server)
        with _beside(server) as settings:
            for each in thinking_rows(
                folder / "thinking", THINKING_TABLES, "99 % < 60 ms", more=settings
            ):
                figure = each.figure.replace(
                    ":", f", by PostgreSQL, {2000 * WAY_SECONDS:.0f} ms away:"
                )
                rows.append(each._replace(figure=figure))
    return Report(rows)


@contextmanager
def _beside(server: PostgresqlServer) -> Iterator[Settings]:
    """Yield a config.ini for a new database of SERVER."""
    connect = partial(asyncio.open_unix_connection, server.socket)
    with Gateway(connect, WAY_SECONDS).running() as way:
        url = f"postgresql://bot@127.0.0.1:{way.port}/{server.new_database()}"
        yield {"players": {"database": url}}


def _takeovers(folder: Path, server: PostgresqlServer) -> Iterator[Row]:
    place = folder / "takeovers"
    place.mkdir()
    with (
        running_ngircd(EASY, place) as irc,
        open_venue(irc, place) as venue,
        ExitStack() as ways,
    ):
        pair = Pair(venue, server, ways)
        yield _row("killed until the other one is in the channel", _times(pair, _kill), "< 3 s")
        reach = f"< {TAKEOVER} + 3 s"
        name = f"cut off until the other one is in the channel, takeover = {TAKEOVER}"
        yield _row(name, _times(pair, _cut_off), reach)


def _row(name: str, times: Sequence[float], reach: str) -> Row:
    shown = f"{SECONDS.show(median(times))}, slowest {SECONDS.show(max(times))}"
    return Row(f"{name}, {len(times)} times", shown, reach=reach)


def _times(pair: Pair, happens: Callable[[Pair], Callable[[], object]]) -> Sequence[float]:
    """Return how long nobody plays each time that something HAPPENS to the bot that plays."""
    times = []
    for number in range(TAKEOVERS):
        print(f"  takeover {number + 1} of {TAKEOVERS} ...", file=sys.stderr, flush=True)
        begun = time.monotonic()
        mend = happens(pair)
        pair.next()
        times.append(time.monotonic() - begun)
        mend()
        pair.wait_for_standby()
    return times


def _kill(pair: Pair) -> Callable[[], object]:
    pair.playing.kill()
    return pair.playing.start_again


def _cut_off(pair: Pair) -> Callable[[], object]:
    way = pair.ways[pair.playing].database
    way.cut()
    return way.mend


def _rounds(folder: Path, server: PostgresqlServer) -> Iterator[Row]:
    """Yield what a round costs by each database."""
    file = at_once(folder / "file", TABLES)
    with _beside(server) as settings:
        far = at_once(folder / "server", TABLES, settings)
    yield Row(
        f"{TABLES} tables of 3{_BY_POSTGRESQL}: processor a round",
        f"{far.processor_ms:.2f} ms",
        f"players.db {file.processor_ms:.2f} ms",
        f"{far.processor_ms / file.processor_ms:.2f} ×",
    )
    yield Row(
        f"{TABLES} tables of 3{_BY_POSTGRESQL}: move until next prompt",
        f"{far.answer_ms:.1f} ms",
        f"players.db {file.answer_ms:.1f} ms",
    )
