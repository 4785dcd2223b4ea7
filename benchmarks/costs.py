"""What it costs to keep a bot: an hour in which nothing happens, a player, and a round on disk."""

from collections.abc import Mapping
from contextlib import closing
from pathlib import Path
from time import sleep

from benchmarks.asking import Asker
from benchmarks.evening import Evening, new_tables, seated
from benchmarks.programs import OURS, REGULARS, Place, prepare_ours, running
from benchmarks.report import Report, Row
from benchmarks.starting import resident_megabytes
from pontoon.storage.place import reading
from tests.real_servers.servers import EASY, Server, running_ngircd

IDLE_SECONDS = 20.0
PLAYERS = 10_000
ROUNDS_SECONDS = 5.0
CHANNEL = "#pontoon"


def measure(folder: Path) -> Report:
    """Let a bot wait, give it many players, and look at what rounds leave on the disk."""
    with running_ngircd(EASY, folder) as server:
        idle, alone = _waiting(server, folder / "waiting", REGULARS)
        many = {**REGULARS, **{f"player{number}": 1000 for number in range(PLAYERS)}}
        _, crowded = _waiting(server, folder / "players", many)
        round_size = _rounds(server, folder / "rounds")
    a_player = 1024 * (crowded - alone) / PLAYERS
    return Report(
        [
            Row("an hour in one channel, nobody plays", f"{idle:.1f} s of processor"),
            Row(f"a player, of {PLAYERS:,}", f"{a_player:.1f} KB of memory"),
            Row("a round of 3 in players.db", f"{round_size:,.0f} bytes", reach="≤ 900 bytes"),
        ]
    )


def _waiting(server: Server, folder: Path, players: Mapping[str, int]) -> tuple[float, float]:
    """Return the seconds of processor in an hour of waiting, and the megabytes in use."""
    folder.mkdir()
    command = prepare_ours(Place(server, CHANNEL, folder), players)
    with running(command, folder) as process, closing(Asker(server, OURS, CHANNEL)) as asker:
        asker.is_answered()
        before = _running_seconds(process.pid)
        sleep(IDLE_SECONDS)
        busy = _running_seconds(process.pid) - before
        return busy * 3600 / IDLE_SECONDS, resident_megabytes(process.pid)


def _rounds(server: Server, folder: Path) -> float:
    """Play for a while; return how many bytes the database has grown by with each round."""
    folder.mkdir()
    (table,) = new_tables(1)
    players = dict.fromkeys(table.players, 1_000_000)
    command = prepare_ours(Place(server, table.channel, folder), players)
    with (
        running(command, folder),
        closing(Evening([*seated(server, table)])) as evening,
    ):
        before = _database_size(folder)
        played = evening.play(ROUNDS_SECONDS)
        return (_database_size(folder) - before) / played.rounds


def _database_size(folder: Path) -> int:
    """Return the bytes of the database with all that is still in its log."""
    with reading(folder / "players.xml") as read:
        ((pages,),), ((size,),) = read("PRAGMA page_count"), read("PRAGMA page_size")
        return int(pages * size)


def _running_seconds(pid: int) -> float:
    """Return how long the process has run on a processor (Linux, ``schedstat``)."""
    nanoseconds, *_ = Path(f"/proc/{pid}/schedstat").read_text().split()
    return int(nanoseconds) / 1e9
