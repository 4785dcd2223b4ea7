"""What rounds have done counts at once, and players.xml gets it while the bot goes on."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.errors import Refused
from pontoon.storage import atomic_file, sqlite
from pontoon.storage.place import path_beside
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.player import PlayersFileError, Receipt, RoundChange
from pontoon.storage.players.store import PlayerStore
from tests.support.fake_clock import FakeClock
from tests.support.held_thread import HeldThread
from tests.support.kills import abandon
from tests.support.ledger_checks import all_chips, check_books, started, win
from tests.support.players_files import chips_in, edit, file_of, full, store_at, text_in

PUT = "INSERT INTO bans (ban) VALUES ('a ban')"


class Bank:
    """A store at PATH whose thread works when a test says so, and what became of rounds."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.clock, self.thread = FakeClock(), HeldThread()
        self.store = store_at(path, full("dave"), full("kevin"))
        assert self.store.database.commit()
        self.store.database.run_by(self.clock, self.thread, self.thread)
        self.settled: list[Receipt] = []
        self.failed: list[str] = []

    def settles(self, name: str, chips: int) -> None:
        """End a round in which dave wins so many CHIPS of kevin's, and the turn with it."""
        changes = {"dave": win(chips), "kevin": win(-chips)}
        change = self.store.settle_all([RoundChange("pontoon", changes, None, name)])
        change.then(self.settled.extend, self.fails)
        self.clock.advance(0)

    def fails(self, error: Exception) -> None:
        self.failed.append(str(error))

    def chips(self) -> dict[str, int]:
        return {each.nick: each.chips for each in self.store.players()}

    def ends(self) -> None:
        """Have the thread do all that it is asked for."""
        self.clock.advance(0)
        while not self.thread.is_idle:
            self.thread.works_and_tells()
            self.clock.advance(0)


@pytest.fixture
def bank(tmp_path: Path) -> Bank:
    return Bank(tmp_path / "players.xml")


BEFORE = {"dave": 1000, "kevin": 1000}


def test_it_counts_at_once_and_is_settled_when_it_is_on_the_disk(bank: Bank) -> None:
    bank.settles("a", 50)
    assert bank.chips() == {"dave": 1050, "kevin": 950}
    assert bank.store.has_settled("a")
    assert chips_in(bank.path) == BEFORE
    bank.thread.works()
    assert chips_in(bank.path) == bank.chips()
    assert bank.settled == []
    bank.thread.tells()
    assert [each.balances for each in bank.settled] == [{"dave": 1050, "kevin": 950}]
    check_books(bank.path)


def test_the_file_that_the_bot_has_just_written_is_not_taken_for_an_edit(bank: Bank) -> None:
    bank.settles("a", 50)
    bank.thread.works()
    assert not bank.store.refresh()
    bank.thread.tells()
    assert not bank.store.refresh()
    assert bank.store.faults == ()
    check_books(bank.path)


def test_rounds_that_end_meanwhile_go_by_what_is_on_its_way(bank: Bank) -> None:
    for name, chips in (("a", 50), ("b", 7), ("c", 100)):
        bank.settles(name, chips)
    assert bank.chips() == {"dave": 1157, "kevin": 843}
    with patch.object(atomic_file, "replace", wraps=atomic_file.replace) as replace:
        bank.ends()
    assert replace.call_count == 2
    assert [each.balances["dave"] for each in bank.settled] == [1050, 1057, 1157]
    assert chips_in(bank.path) == {"dave": 1157, "kevin": 843}
    check_books(bank.path)


def test_a_round_that_is_on_its_way_is_settled_once(bank: Bank) -> None:
    bank.settles("a", 50)
    bank.settles("a", 50)
    bank.ends()
    assert len(bank.settled) == 2
    assert chips_in(bank.path) == {"dave": 1050, "kevin": 950}


EDITED = file_of(full("dave", 5000), full("kevin"), full("bob", 7))


@pytest.mark.parametrize("is_behind_another", [False, True])
def test_an_edit_meanwhile_is_kept_and_the_rounds_are_added_to_it(
    bank: Bank, *, is_behind_another: bool
) -> None:
    if is_behind_another:
        bank.settles("a", 50)
        bank.settles("b", 7)
    else:
        bank.settles("a", 57)
    edit(bank.path, EDITED)
    bank.ends()
    assert bank.chips() == chips_in(bank.path) == {"dave": 5057, "kevin": 943, "bob": 7}
    assert bank.failed == []
    check_books(bank.path)


def test_so_is_one_between_the_commit_and_the_new_file(bank: Bank) -> None:
    real, edits = sqlite.commit, [EDITED]

    def commit(connection: sqlite3.Connection) -> None:
        real(connection)
        if edits:
            edit(bank.path, edits.pop())

    bank.settles("a", 50)
    bank.settles("b", 7)
    with patch.object(sqlite, "commit", commit):
        bank.ends()
    assert bank.chips() == chips_in(bank.path) == {"dave": 5057, "kevin": 943, "bob": 7}
    assert (len(bank.settled), bank.failed) == (2, [])
    check_books(bank.path)


def test_an_edit_that_breaks_the_file_leaves_the_round_to_be_settled_and_all_else_written(
    bank: Bank,
) -> None:
    told: list[str] = []
    bank.store.database.write(PUT)
    bank.store.database.when_kept(lambda: told.append("a ban"))
    bank.settles("a", 50)
    edit(bank.path, "<players>")
    bank.ends()
    assert bank.failed == ["line 1: not XML: Premature end of data in tag players line 1"]
    assert (bank.settled, told) == ([], ["a ban"])
    assert not bank.store.has_settled("a")
    assert bank.chips() == BEFORE


def test_another_program_that_keeps_changing_it_is_waited_for_only_so_often(bank: Bank) -> None:
    bank.settles("a", 50)
    with patch.object(atomic_file, "replace", side_effect=atomic_file.Overtaken):
        bank.ends()
    assert bank.failed == ["another program keeps changing it"]
    assert bank.chips() == chips_in(bank.path) == BEFORE


def fails_to_commit(bank: Bank) -> None:
    with patch.object(sqlite, "commit", side_effect=sqlite3.OperationalError("disk I/O error")):
        bank.thread.works_and_tells()


def test_what_cannot_be_committed_is_undone_with_all_that_rests_on_it(bank: Bank) -> None:
    bank.settles("a", 50)
    bank.settles("b", 7)
    fails_to_commit(bank)
    assert bank.failed == ["players.db: disk I/O error"] * 2
    assert bank.chips() == chips_in(bank.path) == BEFORE
    assert not any(map(bank.store.has_settled, ("a", "b")))
    bank.settles("a", 50)
    bank.settles("b", 7)
    assert not bank.store.database.try_again()
    bank.ends()
    assert bank.store.database.trouble == ""
    assert chips_in(bank.path) == {"dave": 1057, "kevin": 943}
    check_books(bank.path)


def test_what_cannot_be_put_in_place_is_taken_back_and_settled_again(bank: Bank) -> None:
    bank.settles("a", 50)
    bank.settles("b", 7)
    with patch.object(atomic_file, "_put_in_place", side_effect=OSError(28, "No space left")):
        bank.thread.works_and_tells()
    assert bank.failed == ["it cannot be written: No space left"] * 2
    assert bank.chips() == chips_in(bank.path) == BEFORE
    assert not bank.store.has_settled("a")
    bank.settles("a", 50)
    bank.ends()
    assert chips_in(bank.path) == {"dave": 1050, "kevin": 950}
    assert [*map(bank.store.has_settled, ("a", "b"))] == [True, False]
    check_books(bank.path)


def give(store: PlayerStore) -> object:
    return store.give("dave", 100)


def bank_some(store: PlayerStore) -> object:
    return store.move_to_bank("kevin", 900)


@pytest.mark.parametrize(
    ("order", "after"),
    [(give, {"dave": 1150, "kevin": 950}), (bank_some, {"dave": 1050, "kevin": 50})],
)
@pytest.mark.parametrize("has_worked", [False, True])
def test_an_order_meanwhile_goes_by_what_is_on_its_way(
    bank: Bank, order: Callable[[PlayerStore], object], after: dict[str, int], *, has_worked: bool
) -> None:
    """It counts at once, and the round is before it."""
    bank.settles("a", 50)
    if has_worked:
        bank.thread.works()
    on_disk = chips_in(bank.path)
    order(bank.store)
    assert bank.chips() == after
    assert chips_in(bank.path) == on_disk
    bank.ends()
    assert len(bank.settled) == 1
    assert chips_in(bank.path) == after
    check_books(bank.path)


def test_an_order_that_is_refused_leaves_what_is_decided(bank: Bank) -> None:
    bank.settles("a", 50)
    with pytest.raises(PlayersFileError, match="have just changed"):
        bank.store.move_to_bank("kevin", 960)
    assert bank.chips() == {"dave": 1050, "kevin": 950}
    bank.ends()
    assert chips_in(bank.path) == bank.chips()
    check_books(bank.path)


@pytest.mark.parametrize("has_worked", [False, True])
def test_a_kill_leaves_a_round_settled_or_not_and_no_chips_are_lost(
    bank: Bank, *, has_worked: bool
) -> None:
    bank.settles("a", 50)
    bank.settles("b", 7)
    if has_worked:
        bank.thread.works()
    abandon(bank.store.database)
    again = started(bank.path)
    assert (again.has_settled("a"), again.has_settled("b")) == (has_worked, False)
    assert chips_in(bank.path) == ({"dave": 1050, "kevin": 950} if has_worked else BEFORE)
    assert all_chips(bank.path) == 2000
    check_books(bank.path)


def test_nicks_that_are_compared_otherwise_meanwhile_change_nothing(bank: Bank) -> None:
    bank.settles("a", 50)
    bank.store.use_casemapping(str.lower)
    bank.ends()
    assert bank.store.find("DAVE") is not None
    assert chips_in(bank.path) == {"dave": 1050, "kevin": 950}
    assert "1050" in text_in(bank.path)


def test_two_orders_in_a_row_cannot_give_the_same_chips(bank: Bank) -> None:
    bank.store.give("kevin", -700)
    with pytest.raises(Refused):
        bank.store.give("kevin", -700)
    bank.ends()
    assert chips_in(bank.path) == {"dave": 1000, "kevin": 300}
    check_books(bank.path)


def test_orders_are_made_again_in_their_order_if_an_edit_overtakes_them(bank: Bank) -> None:
    failed: list[Exception] = []
    bank.store.move_to_bank("dave", 100).then(lambda _: None, failed.append)
    bank.store.give("kevin", -700).then(lambda _: None, failed.append)
    bank.settles("a", 50)
    edit(bank.path, file_of(full("dave", 5000), full("kevin", 600)))
    bank.ends()
    assert [*map(str, failed)] == [str(Refused(EntryFault.TOO_FEW_CHIPS))]
    assert chips_in(bank.path) == {"dave": 4950, "kevin": 550}
    check_books(bank.path)


def test_an_edit_is_believed_at_once_and_written_down_by_the_thread(bank: Bank) -> None:
    edit(bank.path, EDITED)
    assert bank.store.refresh()
    assert bank.chips() == {"dave": 5000, "kevin": 1000, "bob": 7}
    bank.settles("a", 50)
    with closing(sqlite3.connect(path_beside(bank.path))) as database:
        changes = "SELECT why FROM changes ORDER BY id"
        assert database.execute(changes).fetchall() == [("first seen",)]
        bank.ends()
        assert database.execute(changes).fetchall() == [("first seen",), ("edit",), ("pontoon",)]
    assert chips_in(bank.path) == {"dave": 5050, "kevin": 950, "bob": 7}
    check_books(bank.path)


def test_a_kill_before_that_has_it_found_again(bank: Bank) -> None:
    edit(bank.path, EDITED)
    bank.store.refresh()
    abandon(bank.store.database)
    started(bank.path)
    assert chips_in(bank.path) == {"dave": 5000, "kevin": 1000, "bob": 7}
    check_books(bank.path)


def test_what_is_decided_waits_until_an_old_copy_is_merged(bank: Bank) -> None:
    old = bank.path.read_bytes()
    bank.settles("a", 50)
    bank.ends()
    bank.path.write_bytes(old.replace(b"<bank>0</bank>", b"<bank>7</bank>", 1))
    bank.store.refresh()
    bank.settles("b", 10)
    bank.store.give("kevin", -40)
    assert bank.chips() == {"dave": 1060, "kevin": 900}
    assert bank.store.faults == ()
    bank.ends()
    assert (len(bank.settled), bank.failed) == (2, [])
    assert bank.chips() == chips_in(bank.path) == {"dave": 1060, "kevin": 900}
    assert bank.store.players()[0].bank == 7
    check_books(bank.path)


@pytest.mark.parametrize("is_read", [False, True])
def test_an_old_copy_that_is_saved_again_meanwhile_counts_as_it_is_then(
    bank: Bank, *, is_read: bool
) -> None:
    old = bank.path.read_bytes()
    bank.settles("a", 50)
    bank.ends()
    bank.path.write_bytes(old.replace(b"<bank>0</bank>", b"<bank>7</bank>", 1))
    bank.store.refresh()
    bank.settles("b", 10)
    if is_read:
        bank.clock.advance(0)
        bank.thread.works_and_tells()
    bank.path.write_bytes(old.replace(b"<bank>0</bank>", b"<bank>8888</bank>", 1))
    bank.ends()
    bank.store.refresh()
    bank.ends()
    assert bank.chips() == chips_in(bank.path) == {"dave": 1060, "kevin": 940}
    assert bank.store.players()[0].bank == 8888
    check_books(bank.path)


def test_nicks_that_are_compared_otherwise_while_an_old_copy_waits(bank: Bank) -> None:
    old = bank.path.read_bytes()
    bank.settles("a", 50)
    bank.ends()
    bank.path.write_bytes(old)
    bank.store.refresh()
    bank.settles("b", 10)
    bank.clock.advance(0)
    bank.store.use_casemapping(str.lower)
    bank.ends()
    assert bank.store.find("DAVE") is not None
    assert chips_in(bank.path) == {"dave": 1060, "kevin": 940}
    check_books(bank.path)


def test_an_old_copy_is_a_fault_where_the_ledger_cannot_be_read(bank: Bank) -> None:
    old = bank.path.read_bytes()
    bank.settles("a", 50)
    bank.ends()
    bank.path.write_bytes(old)
    with closing(sqlite3.connect(path_beside(bank.path))) as database, database:
        database.execute("ALTER TABLE entries RENAME TO elsewhere")
    bank.store.refresh()
    bank.ends()
    (fault,) = bank.store.faults
    assert "nobody knows what players.xml said at change 1" in str(fault)
    assert bank.path.read_bytes() == old
    with closing(sqlite3.connect(path_beside(bank.path))) as database, database:
        database.execute("ALTER TABLE elsewhere RENAME TO entries")
    bank.store.refresh()
    bank.ends()
    assert bank.store.faults == ()
    assert chips_in(bank.path) == {"dave": 1050, "kevin": 950}
    check_books(bank.path)


def test_an_old_copy_behind_another_is_not_written_over_before_it_is_merged(bank: Bank) -> None:
    old = bank.path.read_bytes()
    bank.settles("a", 50)
    bank.ends()
    for number in (b"7", b"8888"):
        savings = b"<bank>" + number + b"</bank>"
        bank.path.write_bytes(old.replace(b"<bank>0</bank>", savings, 1))
        bank.store.refresh()
    bank.thread.works_and_tells()
    bank.settles("b", 10)
    bank.ends()
    assert bank.chips() == chips_in(bank.path) == {"dave": 1060, "kevin": 940}
    assert bank.store.players()[0].bank == 8888
    check_books(bank.path)
