"""The check of a history: every sum, every round, every change of chips."""

from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest
from msgspec.structs import replace

from pontoon.engine.events import PlayerResult
from pontoon.storage.history.check import (
    Damaged,
    Differs,
    HistoryCheck,
    HistoryReport,
    LedgerRounds,
    NotInLedger,
    OtherChips,
    Twice,
    ledger_lines,
)
from pontoon.storage.history.files import History, append, files_beside, files_with_lengths
from pontoon.storage.history.line import written
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.players.store import PlayerStore
from tests.support.ledger_checks import started, win
from tests.support.players_files import file_of, full, settle, write
from tests.support.recorded_rounds import BEGAN, a_shed_record, changed, line_of, settle_and_keep

RECORDS = [
    a_shed_record(f"{number:016x}", began=BEGAN + timedelta(minutes=number)) for number in range(4)
]
DAVE, KEVIN = (LedgerAccount(AccountKind.PLAYER, nick) for nick in ("dave", "kevin"))
HOUSE = LedgerAccount(AccountKind.HOUSE, "pontoon")


@pytest.fixture
def path(tmp_path: Path) -> Iterator[Path]:
    """Give the path of a players.xml with dave and kevin."""
    with patch("os.fsync"):
        write(tmp_path / "players.xml", file_of(full("dave"), full("kevin")))
        yield tmp_path / "players.xml"


@pytest.fixture
def store(path: Path) -> PlayerStore:
    return started(path)


@pytest.fixture
def history(path: Path) -> History:
    return History(path)


Check = Callable[..., HistoryReport]


@pytest.fixture
def check(path: Path) -> Check:
    """Give a function that checks the history, some of whose rounds may be UNPAID."""

    def checked(*unpaid: str) -> HistoryReport:
        files = files_with_lengths(path)
        known = LedgerRounds(ledger_lines(path))
        return HistoryCheck(known, unpaid).run(files, lambda _: None)

    return checked


def in_place_of(path: Path, place: int, line: bytes | None) -> None:
    """Put LINE, or nothing, in the place of one of the lines of the only file."""
    (file,) = files_beside(path)
    lines = file.read_bytes().splitlines(keepends=True)
    lines[place : place + 1] = [] if line is None else [line + b"\n"]
    file.write_bytes(b"".join(lines))


def test_rounds_that_are_as_in_the_ledger(
    store: PlayerStore, history: History, check: Check
) -> None:
    settle_and_keep(store, history, *RECORDS)
    assert check() == HistoryReport(rounds=4, in_ledger=4)


def test_without_history_or_ledger_there_is_nothing_to_compare(
    path: Path, history: History, check: Check
) -> None:
    assert check() == HistoryReport()
    history.add(line_of(RECORDS[0]))
    assert check() == HistoryReport(rounds=1, older=1)
    assert not path.with_suffix(".ledger").exists()


def test_rounds_from_before_the_ledger_are_counted(
    store: PlayerStore, history: History, check: Check
) -> None:
    for record in RECORDS[:2]:
        history.add(line_of(record))
    settle_and_keep(store, history, *RECORDS[2:])
    assert check() == HistoryReport(rounds=4, in_ledger=2, older=2)


def test_a_round_that_is_not_in_the_ledger_is_a_fault_where_later_ones_are(
    store: PlayerStore, history: History, check: Check
) -> None:
    settle_and_keep(store, history, RECORDS[0])
    history.add(line_of(RECORDS[1]))
    settle_and_keep(store, history, RECORDS[2])
    fault = NotInLedger("players.history-2026-11", 2, RECORDS[1].id)
    assert check() == HistoryReport(rounds=3, in_ledger=2, faults=[fault])
    assert check(RECORDS[1].id) == HistoryReport(rounds=3, in_ledger=2, unpaid=1)


def test_a_round_before_the_first_one_of_a_month_in_the_ledger_is_missed_too(
    store: PlayerStore, history: History, check: Check
) -> None:
    december = [replace(each, time=BEGAN + timedelta(days=20)) for each in RECORDS]
    settle_and_keep(store, history, RECORDS[0])
    history.add(line_of(december[1]))
    settle_and_keep(store, history, december[2])
    assert check().faults == [NotInLedger("players.history-2026-12", 1, RECORDS[1].id)]


def test_a_clock_that_was_far_ahead_makes_no_fault(
    store: PlayerStore, history: History, check: Check
) -> None:
    """Rounds of such a month are as old as the ledger lets them be."""
    history.add(line_of(replace(RECORDS[0], time=datetime(2040, 1, 1, tzinfo=BEGAN.tzinfo))))
    settle_and_keep(store, history, *RECORDS[1:])
    assert check() == HistoryReport(rounds=4, in_ledger=3, older=1)


def test_a_line_is_damaged(path: Path, store: PlayerStore, history: History, check: Check) -> None:
    settle_and_keep(store, history, *RECORDS)
    in_place_of(path, 1, written(RECORDS[1]).replace(b"kevin", b"kewin"))
    assert check().faults == [Damaged("players.history-2026-11", 2, "its sum is wrong")]


def other_result(record: HistoryRecord, chips: int) -> HistoryRecord:
    """Return RECORD as if kevin had won so many CHIPS, and the house lost them."""
    dave, _ = record.settled.results
    results = (dave, PlayerResult("kevin", chips, 1, 0))
    return changed(record, results=results, house=-chips)


def test_a_result_was_changed_and_the_sum_made_anew(
    path: Path, store: PlayerStore, history: History, check: Check
) -> None:
    """The engine and the ledger both say so."""
    settle_and_keep(store, history, *RECORDS)
    in_place_of(path, 1, written(other_result(RECORDS[1], -4)))
    place = "players.history-2026-11", 2, RECORDS[1].id
    assert check().faults == [
        Differs(*place, "it ends with another result"),
        OtherChips(*place, KEVIN, -5, -4),
        OtherChips(*place, HOUSE, 5, 4),
    ]


def test_a_name_was_changed_and_the_sum_made_anew(
    path: Path, store: PlayerStore, history: History, check: Check
) -> None:
    settle_and_keep(store, history, *RECORDS)
    in_place_of(path, 1, written(a_shed_record(RECORDS[1].id, "dave", "kewin")))
    place = "players.history-2026-11", 2, RECORDS[1].id
    assert check().faults == [OtherChips(*place, KEVIN, -5, 0)]


def test_a_round_is_there_twice(
    path: Path, store: PlayerStore, history: History, check: Check
) -> None:
    settle_and_keep(store, history, *RECORDS)
    append(files_beside(path)[0], [written(RECORDS[1])])
    assert check().faults == [Twice("players.history-2026-11", 5, RECORDS[1].id)]


def test_a_round_that_is_not_in_the_history_is_no_fault(
    path: Path, store: PlayerStore, history: History, check: Check
) -> None:
    """Months may be missing."""
    settle_and_keep(store, history, *RECORDS)
    in_place_of(path, 1, None)
    assert check() == HistoryReport(rounds=3, in_ledger=3)


def test_somebody_who_had_too_few_chips_has_lost_only_these(
    path: Path, history: History, check: Check
) -> None:
    write(path, file_of(full("dave"), full("kevin", chips=3)))
    settle_and_keep(started(path), history, RECORDS[0])
    assert check() == HistoryReport(rounds=1, in_ledger=1)


def test_somebody_who_was_no_player_any_more_has_lost_nothing(
    path: Path, store: PlayerStore, history: History, check: Check
) -> None:
    write(path, file_of(full("dave")))
    store.refresh()
    settle_and_keep(store, history, RECORDS[0])
    assert check() == HistoryReport(rounds=1, in_ledger=1)


def test_a_loss_that_a_player_could_pay_is_not_excused(
    store: PlayerStore, history: History, check: Check
) -> None:
    settle(store, "pontoon", {"dave": win(0), "kevin": win(-2)}, None, RECORDS[0].id)
    history.add(line_of(RECORDS[0]))
    place = "players.history-2026-11", 1, RECORDS[0].id
    assert check().faults == [OtherChips(*place, KEVIN, -2, -5), OtherChips(*place, HOUSE, 2, 5)]


def test_progress_is_told(path: Path, history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon.storage.history.check.PROGRESS", 2)
    told: list[int] = []
    for record in RECORDS:
        history.add(line_of(record))
    (file,) = files_beside(path)
    HistoryCheck(LedgerRounds([]), ()).run([(file, 10**9)], told.append)
    assert told == [2, 4]


def test_what_is_added_meanwhile_is_not_checked(path: Path, history: History) -> None:
    for record in RECORDS:
        history.add(line_of(record))
    (file,) = files_beside(path)
    length = len(written(RECORDS[0])) + 1
    report = HistoryCheck(LedgerRounds([]), ()).run([(file, length)], lambda _: None)
    assert report.rounds == 1
