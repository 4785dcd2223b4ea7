"""How long it takes to write the result of a round to players.xml, and to read the file again.

And how much of a processor the commands take that look at all players, or write one of them.
"""

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter, process_time

from twisted.internet.task import Clock

from benchmarks.report import Report, Row, Unit
from pontoon.irc.people import Person
from pontoon.storage.players.player import PlayerChange, RoundChange
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.settlement_queue import SettlementQueue
from tests.support.offline_bot import Entry, OfflineBot
from tests.support.players_files import HEAD, TAIL, full
from tests.support.work_at_once import WorkAtOnce

SIZES = {
    10: (300, "≤ 0.7 ms", "≤ 20 ms"),
    1_000: (150, "≤ 1.2 ms", "≤ 20 ms"),
    10_000: (40, "≤ 5 ms", "≤ 20 ms"),
}
"""Players in the file: how many rounds to settle, how long each may take, and an edit."""

EDITS = 20

MILLISECONDS = Unit("ms", 2)


def measure(folder: Path) -> Report:
    """Settle rounds of three players, fsync included, with files of several sizes."""
    rows: list[Row] = []
    for players, (rounds, reach, reach_of_edit) in SIZES.items():
        path = folder / f"players{players}.xml"
        path.write_text(HEAD + "".join(full(f"player{n}") for n in range(players)) + TAIL)
        nicks = [f"player{n}" for n in (0, players // 2, players - 1)]
        store = _store(path)
        settling, editing = _settle(store, nicks, rounds), _edit(store, path)
        name = f"settle a round, {players:,} players"
        rows.append(Row(name, MILLISECONDS.show(settling), reach=reach))
        beside = f"the whole file {MILLISECONDS.show(_read(path))}"
        name = f"read an edit, {players:,} players"
        rows.append(Row(name, MILLISECONDS.show(editing), beside, reach=reach_of_edit))
    rows += _commands(folder / "commands", max(SIZES))
    return Report(rows)


COMMANDS = {
    "refill": ("refill",),
    "stats": ("stats",),
    "set nickname": ("set nickname Fred {} Q",),
    "optout": ("optout", "optin"),
    "bank": ("bank +1",),
}
"""What players say by turns; all of them are broke."""

ASKED = 40


def _commands(folder: Path, players: int) -> Iterator[Row]:
    """Measure the processor time of what one of so many PLAYERS says, not for the first time.

    Others have had a refill, each from another host.
    """
    folder.mkdir()
    bot = OfflineBot(folder, [])
    refill = '<refill at="2026-11-20T08:00:00Z" host="{}.example"/>'
    bot.write_players(
        Entry(f"player{n}", 0, 0, n % 50, n % 7, owner=refill.format(n) if n > ASKED else "")
        for n in range(players)
    )
    bot.looks()
    for name, turns in COMMANDS.items():
        taken: list[float] = []
        for number in range(ASKED):
            person = Person(f"player{number}", f"user@home{number}.example")
            begun = process_time()
            bot.real_network.hear(person, turns[number % len(turns)].format(number))
            bot.time.advance(0)  # the turn of the reactor ends
            taken.append(1000 * (process_time() - begun))
        beside = f"the first time {MILLISECONDS.show(taken[0])}"
        shown = MILLISECONDS.show(median(taken[1:]))
        yield Row(f"{name}, {players:,} players", shown, beside, reach="< 5 ms")


def _settle(store: PlayerStore, nicks: Sequence[str], rounds: int) -> float:
    """Return the median, in milliseconds, of settling a round."""
    clock, paid = Clock(), list[int]()
    store.database.run_by(clock, WorkAtOnce(), WorkAtOnce())
    settlements = SettlementQueue(store, log=lambda _: None)
    changes = {nick: PlayerChange(chips=10, played=1, won=1) for nick in nicks}
    taken: list[float] = []
    for number in range(rounds):
        begun = perf_counter()
        change = RoundChange("pontoon", changes, None, str(number))
        settlements.settle(change, partial(paid.append, number))
        clock.advance(0)
        taken.append(perf_counter() - begun)
    assert len(paid) == rounds, store.faults
    return 1000 * median(taken)


def _edit(store: PlayerStore, path: Path) -> float:
    """Return the median, in milliseconds, of reading the file after a player's chips changed."""
    taken: list[float] = []
    for number in range(EDITS):
        before, after = (
            ("0</chips>", "9</chips>") if number % 2 == 0 else ("9</chips>", "0</chips>")
        )
        path.write_text(path.read_text().replace(before, after, 1))
        begun = perf_counter()
        was_read = store.refresh()
        taken.append(perf_counter() - begun)
        assert was_read, store.faults
    return 1000 * median(taken)


def _read(path: Path) -> float:
    """Return the median, in milliseconds, of reading the whole file."""
    taken: list[float] = []
    for _ in range(EDITS):
        store = PlayerStore(path)
        begun = perf_counter()
        store.refresh()
        taken.append(perf_counter() - begun)
    return 1000 * median(taken)


def _store(path: Path) -> PlayerStore:
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    return store
