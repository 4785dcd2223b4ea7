"""The check of the history: every round, and every change of chips."""

from datetime import timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.storage.findings import Finding, Wrong
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import HistoryReport, check
from pontoon.storage.place import reading
from pontoon.storage.players.player import AccountKind, LedgerAccount
from tests.support.ledger_checks import started, win
from tests.support.players_files import file_of, full, settle, write
from tests.support.recorded_rounds import BEGAN, a_shed_round, edited, keep, kept

pytestmark = pytest.mark.usefixtures("on_both")

RECORDS = [
    a_shed_round(f"{number:016x}", began=BEGAN + timedelta(minutes=number)) for number in range(4)
]
DAVE, KEVIN = (LedgerAccount(AccountKind.PLAYER, nick) for nick in ("dave", "kevin"))
HOUSE = LedgerAccount(AccountKind.HOUSE, "pontoon")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a players.xml with dave and kevin."""
    write(tmp_path / "players.xml", file_of(full("dave"), full("kevin")))
    return tmp_path / "players.xml"


def checked(path: Path) -> HistoryReport:
    with reading(path) as read:
        return check(read, rounds(read, Wanted()))


def differs(name: str, why: str) -> Finding:
    return Finding(Wrong.DOES_NOT_REPLAY, {"round": name, "why": why})


def other_chips(name: str, account: LedgerAccount, by_ledger: int, by_history: int) -> Finding:
    names = {"account": account, "by_ledger": by_ledger, "by_history": by_history}
    return Finding(Wrong.OTHER_CHIPS, {"round": name, **names})


def edit(path: Path, sql: str) -> None:
    with edited(path) as connection:
        connection.execute(sql)


def test_rounds_that_are_as_in_the_ledger(path: Path) -> None:
    kept(path, *RECORDS)
    assert checked(path) == HistoryReport(rounds=4, in_ledger=4)


def test_without_rounds_there_is_nothing_to_compare(path: Path) -> None:
    kept(path)
    assert checked(path) == HistoryReport()


def test_a_round_whose_result_waits_is_no_fault(path: Path) -> None:
    store = started(path)
    keep(store, *RECORDS[:3])
    keep(store, RECORDS[3], is_paid=False)
    store.database.close()
    assert checked(path) == HistoryReport(rounds=4, in_ledger=3, unpaid=1)


def test_a_round_that_is_not_in_the_ledger_is_a_fault(path: Path) -> None:
    kept(path, *RECORDS)
    edit(path, f"DELETE FROM changes WHERE round = '{RECORDS[1].id}'")
    finding = Finding(Wrong.NOT_IN_LEDGER, {"round": RECORDS[1].id})
    assert checked(path) == HistoryReport([finding], rounds=4, in_ledger=3)


def test_a_round_cannot_be_read(path: Path) -> None:
    kept(path, *RECORDS)
    edit(path, f"UPDATE rounds SET begin = '7' WHERE id = '{RECORDS[1].id}'")
    (fault,) = checked(path).findings
    assert fault.what is Wrong.UNREADABLE
    assert fault.names["round"] == RECORDS[1].id


def test_a_result_was_changed(path: Path) -> None:
    """The engine and the ledger both say so."""
    kept(path, *RECORDS)
    edit(
        path,
        "UPDATE rounds SET settled = replace(replace(settled, '-5', '-4'), ',5,', ',4,')"
        f" WHERE id = '{RECORDS[1].id}'",
    )
    name = RECORDS[1].id
    assert checked(path).findings == [
        differs(name, "it ends with another result"),
        other_chips(name, KEVIN, -5, -4),
        other_chips(name, HOUSE, 5, 4),
    ]


def test_an_act_was_changed(path: Path) -> None:
    kept(path, *RECORDS)
    edit(path, "UPDATE acts SET act = replace(act, '5', '50') WHERE round = 2 AND n = 1")
    assert checked(path).findings == [differs(RECORDS[1].id, "it ends with another result")]
    edit(path, "DELETE FROM acts WHERE round = 2 AND n = 4")
    assert checked(path).findings == [differs(RECORDS[1].id, "it is not over")]


def test_a_round_by_rules_that_have_changed_since_is_no_fault(path: Path) -> None:
    """Its result is compared with the ledger all the same."""
    older = replace(RECORDS[1], edition=1, acts=RECORDS[1].acts[:-1])
    kept(path, RECORDS[0], older)
    assert checked(path) == HistoryReport(rounds=2, in_ledger=2, by_other_rules=1)
    edit(path, "UPDATE entries SET after = after + 1 WHERE name = 'kevin' AND change = 3")
    assert checked(path).findings == [other_chips(older.id, KEVIN, -4, -5)]


def test_the_ledger_was_changed(path: Path) -> None:
    kept(path, *RECORDS)
    edit(path, "UPDATE entries SET after = after + 1 WHERE name = 'kevin' AND change = 3")
    assert checked(path).findings == [other_chips(RECORDS[1].id, KEVIN, -4, -5)]


def test_somebody_who_had_too_few_chips_has_lost_only_these(path: Path) -> None:
    write(path, file_of(full("dave"), full("kevin", chips=3)))
    kept(path, RECORDS[0])
    assert checked(path) == HistoryReport(rounds=1, in_ledger=1)


def test_somebody_who_was_no_player_any_more_has_lost_nothing(path: Path) -> None:
    store = started(path)
    write(path, file_of(full("dave")))
    store.refresh()
    keep(store, RECORDS[0])
    store.database.close()
    assert checked(path) == HistoryReport(rounds=1, in_ledger=1)


def test_a_loss_that_a_player_could_pay_is_not_excused(path: Path) -> None:
    store = started(path)
    keep(store, RECORDS[0], is_paid=False)
    settle(store, "pontoon", {"dave": win(0), "kevin": win(-2)}, None, RECORDS[0].id)
    store.database.close()
    name = RECORDS[0].id
    assert checked(path).findings == [
        other_chips(name, KEVIN, -2, -5),
        other_chips(name, HOUSE, 2, 5),
    ]
