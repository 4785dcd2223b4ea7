"""Pruning: old rounds are gone, and the books are right."""

import sqlite3
from datetime import date, timedelta
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from pontoon.storage.place import path_beside, reading
from pontoon.storage.players.player import PlayerChange
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import DatabaseError
from pontoon.storage.upkeep import Pruned, prune
from pontoon.text.reports import pruned
from tests.support.ledger_checks import check_books, started
from tests.support.players_files import file_of, full, settle, write
from tests.support.recorded_rounds import BEGAN, a_shed_round, edited, history_of, keep

pytestmark = pytest.mark.usefixtures("on_both")

DAYS = [
    a_shed_round(f"{number:016x}", "dave", "kevin", began=BEGAN + timedelta(days=number))
    for number in range(6)
]
"""The rounds of six days."""
FOURTH = (BEGAN + timedelta(days=3)).date()
LATER = date(2030, 1, 1)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    return path


def changes(path: Path) -> list[tuple[str, str, int, int]]:
    """Return what the ledger says of kevin: why, in which round, and the chips."""
    with reading(path) as read:
        return [
            (why, round_id or "", before, after)
            for why, round_id, before, after in read(
                "SELECT why, round, entries.before, entries.after FROM changes"
                " JOIN entries ON change = id WHERE name = 'kevin' AND kind = 'player' ORDER BY id"
            )
        ]


def test_rounds_that_ended_before_the_day_are_gone_and_their_changes_summed(path: Path) -> None:
    store = started(path)
    keep(store, *DAYS)
    store.database.close()
    assert prune(path, FOURTH) == Pruned(3, 1)
    assert history_of(path) == DAYS[3:]
    assert changes(path)[1:] == [
        ("pruned", "", 1000, 985),
        *[("pontoon", day.id, 1000 - 5 * n, 995 - 5 * n) for n, day in enumerate(DAYS[3:], 3)],
    ]
    check_books(path)
    with reading(path) as read:
        assert check(read, rounds(read, Wanted())).findings == []
        ((rows,),) = read(
            "SELECT (SELECT count(*) FROM acts WHERE round < 4)"
            " + (SELECT count(*) FROM round_players WHERE round < 4)"
        )
    assert rows == 0


def test_other_changes_stay_where_they_were(path: Path) -> None:
    """Else the balances before them would not be right."""
    store = started(path)
    keep(store, *DAYS[:2])
    write(path, path.read_text().replace("<chips>990<", "<chips>700<"))
    store.refresh()
    keep(store, *DAYS[2:4])
    store.remark("order: say hello", "admin!a@b")
    keep(store, *DAYS[4:])
    store.database.close()
    assert prune(path, LATER) == Pruned(6, 3)
    assert [change[0::2] for change in changes(path)[1:]] == [
        ("pruned", 1000),
        ("edit", 990),
        ("pruned", 700),
        ("pruned", 690),
    ]
    check_books(path)
    assert history_of(path) == []


def test_pruned_changes_are_summed_with_those_that_follow(path: Path) -> None:
    store = started(path)
    keep(store, *DAYS)
    store.database.close()
    for day in DAYS:
        prune(path, day.began.date())
        check_books(path)
    assert prune(path, LATER) == Pruned(1, 1)
    assert changes(path)[1:] == [("pruned", "", 1000, 970)]
    assert prune(path, LATER) == Pruned(0, 0)
    check_books(path)


def test_what_is_still_to_be_paid_or_told_stays(path: Path) -> None:
    store = started(path)
    keep(store, DAYS[0], is_paid=False)
    keep(store, DAYS[1], is_told=False)
    keep(store, DAYS[2])
    store.database.close()
    assert prune(path, LATER) == Pruned(1, 1)
    assert history_of(path) == DAYS[:2]
    check_books(path)


def test_a_change_that_players_xml_may_lack_stays(path: Path) -> None:
    store = started(path)
    keep(store, *DAYS[:2])
    store.database.close()
    with edited(path) as connection:
        connection.execute("UPDATE changes SET is_made = FALSE WHERE round = ?", (DAYS[1].id,))
    assert prune(path, LATER) == Pruned(1, 1)
    assert history_of(path) == [DAYS[1]]


def test_the_bot_goes_on_with_the_ledger(path: Path) -> None:
    """Its changes are numbered behind those that were summed."""
    store = started(path)
    keep(store, *DAYS[:3])
    store.database.close()
    prune(path, LATER)
    store = started(path)
    settle(store, "pontoon", {"kevin": PlayerChange(-5, 1, 0)}, None, "r")
    keep(store, DAYS[4])
    store.database.close()
    check_books(path)
    assert PlayerStore(path).faults == ()


@pytest.mark.only_sqlite
def test_the_file_becomes_smaller(path: Path) -> None:
    store = started(path)
    keep(store, *(a_shed_round(f"{number:016x}") for number in range(300)))
    store.database.close()
    before = path_beside(path).stat().st_size
    assert prune(path, LATER).rounds == 300
    assert path_beside(path).stat().st_size <= before / 2


@pytest.mark.only_sqlite
def test_where_there_is_nothing_to_remove_the_file_stays_as_it_is(path: Path) -> None:
    store = started(path)
    keep(store, *DAYS)
    store.database.close()
    before = path_beside(path).read_bytes()
    assert prune(path, DAYS[0].began.date()) == Pruned(0, 0)
    assert path_beside(path).read_bytes() == before


def full_disk(_connection: object) -> None:
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    raise error


@pytest.mark.only_sqlite
def test_what_is_removed_is_said_though_the_disk_is_too_full_to_make_the_file_smaller(
    path: Path,
) -> None:
    """It becomes smaller the next time, though there is nothing to remove then."""
    store = started(path)
    keep(store, *(a_shed_round(f"{number:016x}") for number in range(300)))
    store.database.close()
    before = path_beside(path).stat().st_size
    with patch("pontoon.storage.sqlite.compact", full_disk):
        done = prune(path, LATER)
    assert done == Pruned(300, 1, "the disk is full")
    assert [*pruned(done, LATER)] == [
        "300 rounds removed; the ledger has them summed in 1 change.",
        "players.db is as large as before, since the disk is full: say the same once more when that"
        " is over.",
    ]
    assert history_of(path) == []
    check_books(path)
    assert prune(path, LATER) == Pruned(0, 0)
    assert path_beside(path).stat().st_size < before / 2


@pytest.mark.only_sqlite
def test_nothing_is_removed_where_that_cannot_be_written(path: Path) -> None:
    store = started(path)
    keep(store, *DAYS)
    store.database.close()
    with (
        patch("pontoon.storage.sqlite.commit", full_disk),
        pytest.raises(DatabaseError, match=r"the rounds cannot be removed: the disk is full"),
    ):
        prune(path, FOURTH)
    assert history_of(path) == DAYS
    check_books(path)


@pytest.mark.only_sqlite
def test_a_locked_database_is_told(path: Path) -> None:
    store = started(path)
    keep(store, DAYS[0])
    store.database.close()
    with edited(path) as connection:
        connection.execute("BEGIN IMMEDIATE")
        with pytest.raises(DatabaseError, match="another program has locked it"):
            prune(path, LATER)
        connection.execute("ROLLBACK")
    assert history_of(path) == DAYS[:1]
