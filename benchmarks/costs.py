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
        kept, ledger = _rounds(server, folder / "rounds")
    a_player = 1024 * (crowded - alone) / PLAYERS
    return Report(
        [
            Row("an hour in one channel, nobody plays", f"{idle:.1f} s of processor"),
            Row(f"a player, of {PLAYERS:,}", f"{a_player:.1f} KB of memory"),
            Row("a round of 3 in players.ledger", f"{ledger:,.0f} bytes"),
            Row("players.journal after many rounds", f"{kept:,.0f} bytes"),
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


def _rounds(server: Server, folder: Path) -> tuple[float, float]:
    """Play for a while; return the bytes in the journal, and those of each round in the ledger."""
    folder.mkdir()
    (table,) = new_tables(1)
    players = dict.fromkeys(table.players, 1_000_000)
    command = prepare_ours(Place(server, table.channel, folder), players)
    with (
        running(command, folder),
        closing(Evening([*seated(server, table)])) as evening,
    ):
        played = evening.play(ROUNDS_SECONDS)
    journal, ledger = (folder / f"players.{kind}" for kind in ("journal", "ledger"))
    return journal.stat().st_size, ledger.stat().st_size / played.rounds


def _running_seconds(pid: int) -> float:
    """Return how long the process has run on a processor (Linux, ``schedstat``)."""
    nanoseconds, *_ = Path(f"/proc/{pid}/schedstat").read_text().split()
    return int(nanoseconds) / 1e9
