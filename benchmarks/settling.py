"""How long it takes to write the result of a round to players.xml, and to read the file again."""

import os
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.report import Report, Row, Unit
from pontoon.storage.players.player import PlayerChange
from pontoon.storage.players.settlement_queue import SettlementQueue
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import HEAD, TAIL, full

SIZES = {10: (300, "≤ 0.8 ms"), 1_000: (150, "≤ 1.8 ms"), 10_000: (40, "≤ 10 ms")}
"""Players in the file: how many rounds to settle, and how long each may take."""

MILLISECONDS = Unit("ms", 2)


def measure(folder: Path) -> Report:
    """Settle rounds of three players, fsync included, with files of several sizes."""
    rows: list[Row] = []
    for players, (rounds, reach) in SIZES.items():
        path = folder / f"players{players}.xml"
        path.write_text(HEAD + "".join(full(f"player{n}") for n in range(players)) + TAIL)
        nicks = [f"player{n}" for n in (0, players // 2, players - 1)]
        settling, reading = _settle(path, nicks, rounds)
        beside = f"reading it again {MILLISECONDS.show(reading)}"
        name = f"settle a round, {players:,} players"
        rows.append(Row(name, MILLISECONDS.show(settling), beside, reach=reach))
    return Report(rows)


def _settle(path: Path, nicks: Sequence[str], rounds: int) -> tuple[float, float]:
    """Return the medians, in milliseconds, of settling a round and of reading the file again."""
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    settlements = SettlementQueue(store, log=lambda _: None)
    changes = {nick: PlayerChange(chips=10, played=1, won=1) for nick in nicks}
    settling: list[float] = []
    reading: list[float] = []
    for number in range(rounds):
        begun = perf_counter()
        was_written = settlements.settle("pontoon", changes, lambda _: None, round_id=str(number))
        settling.append(perf_counter() - begun)
        os.utime(path)
        begun = perf_counter()
        was_read = store.refresh()
        reading.append(perf_counter() - begun)
        assert was_written, store.faults
        assert was_read, store.faults
    return 1000 * median(settling), 1000 * median(reading)
