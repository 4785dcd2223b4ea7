"""How long it takes to write the result of a round to players.xml, and to read the file again."""

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

MOST_WHOLE = 20
"""How often the whole file is read."""

MILLISECONDS = Unit("ms", 2)


def measure(folder: Path) -> Report:
    """Settle rounds of three players, fsync included, with files of several sizes."""
    rows: list[Row] = []
    for players, (rounds, reach) in SIZES.items():
        path = folder / f"players{players}.xml"
        path.write_text(HEAD + "".join(full(f"player{n}") for n in range(players)) + TAIL)
        nicks = [f"player{n}" for n in (0, players // 2, players - 1)]
        settling, editing, whole = _settle(path, nicks, rounds)
        name = f"settle a round, {players:,} players"
        rows.append(Row(name, MILLISECONDS.show(settling), reach=reach))
        beside = f"the whole file {MILLISECONDS.show(whole)}"
        name = f"read an edit, {players:,} players"
        rows.append(Row(name, MILLISECONDS.show(editing), beside, reach="≤ 20 ms"))
    return Report(rows)


def _settle(path: Path, nicks: Sequence[str], rounds: int) -> tuple[float, float, float]:
    """Return the medians, in milliseconds, of settling, of reading an edit, and of reading all."""
    store = _store(path)
    settlements = SettlementQueue(store, log=lambda _: None)
    changes = {nick: PlayerChange(chips=10, played=1, won=1) for nick in nicks}
    settling: list[float] = []
    editing: list[float] = []
    whole: list[float] = []
    for number in range(rounds):
        begun = perf_counter()
        was_written = settlements.settle("pontoon", changes, lambda _: None, round_id=str(number))
        settling.append(perf_counter() - begun)
        assert was_written, store.faults
        # Somebody takes a chip from the first player in an editor, and saves the file.
        path.write_text(path.read_text().replace("0</chips>", "9</chips>", 1))
        begun = perf_counter()
        was_read = store.refresh()
        editing.append(perf_counter() - begun)
        assert was_read, store.faults
        path.write_text(path.read_text().replace("9</chips>", "0</chips>", 1))
        store.refresh()
        if number < MOST_WHOLE:
            begun = perf_counter()
            PlayerStore(path).refresh()
            whole.append(perf_counter() - begun)
    return 1000 * median(settling), 1000 * median(editing), 1000 * median(whole)


def _store(path: Path) -> PlayerStore:
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    return store
