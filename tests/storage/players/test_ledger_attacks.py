"""The ledger is right whatever was edited, put in place or killed, at whatever moment.

Contents of players.xml repeat themselves; the numbers of changes do not.
"""

import hashlib
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage import sqlite
from pontoon.storage.atomic_file import digest_of
from pontoon.storage.players.audit import audit
from pontoon.storage.players.player import KittyChange, RoundChange
from pontoon.storage.players.store import PlayerStore
from tests.support.kills import (
    Kill,
    killed_after_the_commit,
    killed_before_the_commit,
    killed_before_the_mark,
    killed_before_the_rename,
    rolled_back,
)
from tests.support.ledger_checks import HERE, all_chips, check_books, started, state, win
from tests.support.players_files import file_of, full, settle, settle_all, unsigned, write


@pytest.fixture
def path(tmp_path: Path) -> Path:
    write(tmp_path / "players.xml", file_of(full("dave"), full("kevin"), full("ivy")))
    return tmp_path / "players.xml"


def play(store: PlayerStore, name: str = "first") -> None:
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, name)


def edits(path: Path) -> list[tuple[str, int | None, int | None]]:
    check_books(path)
    return [(each.account.name, each.before, each.after) for each in audit(path).edits]


SETTINGS: list[Callable[[PlayerStore, bool], object]] = [
    lambda store, is_on: store.opt_out("ivy", is_out=is_on),
    lambda store, is_on: store.set_nickname("ivy", "poison" if is_on else ""),
]


@pytest.mark.parametrize("put", SETTINGS)
def test_a_kill_while_a_setting_is_put_back_leaves_a_paid_round_in_the_ledger(
    path: Path, put: Callable[[PlayerStore, bool], object]
) -> None:
    """Then the file is what it was after the round."""
    store = started(path)
    put(store, True)
    put(store, False)
    play(store)
    put(store, True)
    with killed_before_the_rename():
        put(store, False)
    store = started(path)
    assert store.has_settled("first")
    assert edits(path) == []
    play(store)
    assert state(path)["dave"][0] == 940
    for _ in range(3):
        store = started(path)
    assert edits(path) == []


def test_chips_put_back_take_no_round_out_of_the_ledger(path: Path) -> None:
    """The bank there and back: the file is byte for byte what it was before the first move."""
    store = started(path)
    play(store)
    for amount in (10, -10, 10):
        store.move_to_bank("ivy", amount)
    with killed_before_the_rename():
        store.move_to_bank("ivy", -10)
    store = started(path)
    assert state(path)["ivy"][:2] == (990, 10)
    assert store.has_settled("first")
    assert edits(path) == []


@pytest.mark.parametrize("is_running", [True, False])
def test_an_older_file_put_in_place_is_an_edit(path: Path, *, is_running: bool) -> None:
    store = started(path)
    older = unsigned(path.read_bytes())
    play(store)
    store.move_to_bank("ivy", 10)
    if not is_running:
        store.database.close()
    path.write_bytes(older)
    if is_running:
        store.refresh()
    else:
        store = started(path)
    assert sorted(edits(path)) == [
        ("dave", 940, 1000),
        ("ivy", 10, 0),
        ("ivy", 990, 1000),
        ("kevin", 1060, 1000),
    ]
    assert store.has_settled("first")
    play(store)  # it is not paid a second time
    assert state(path)["dave"][0] == 1000


@pytest.mark.parametrize("is_running", [True, False])
def test_the_version_before_the_last_round_put_in_place_is_an_edit(
    path: Path, *, is_running: bool
) -> None:
    """The change is marked: nothing but an unmarked one is ever looked for in the file."""
    store = started(path)
    older = unsigned(path.read_bytes())
    play(store)
    if not is_running:
        store.database.close()
    path.write_bytes(older)
    if is_running:
        store.refresh()
    else:
        store = started(path)
    assert sorted(edits(path)) == [("dave", 940, 1000), ("kevin", 1060, 1000)]
    assert store.has_settled("first")


KILLS: list[tuple[Kill, bool]] = [
    (killed_before_the_commit, False),
    (killed_after_the_commit, False),
    (killed_before_the_rename, False),
    (killed_before_the_mark, True),
]


@pytest.mark.parametrize(("kill", "is_made"), KILLS)
@pytest.mark.parametrize("edited", ["", "dave", "kevin", "ivy", "bob"])
def test_a_kill_and_an_edit_by_hand_leave_a_round_to_be_paid_once(
    path: Path, kill: Kill, edited: str, *, is_made: bool
) -> None:
    """Whoever was edited while the bot was dead, the others tell whether the round was paid."""
    store = started(path)
    with kill():
        play(store)
    del store
    if edited == "bob":
        write(path, path.read_text().replace("</players>", full("bob", 7) + "</players>"))
    elif edited:
        chips = state(path)[edited][0]
        head, behind = path.read_text().split(f"<nick>{edited}</nick>")
        write(path, f"{head}<nick>{edited}</nick>{behind.replace(str(chips), '5000', 1)}")
    store = started(path)
    assert store.has_settled("first") is is_made
    play(store)
    found = state(path)
    wanted = {"dave": 940, "kevin": 1060, "ivy": 1000}
    for nick, chips in wanted.items():
        if nick != edited:
            assert found[nick][0] == chips
    changed = 5000 + (0 if is_made else {"dave": -60, "kevin": 60}.get(edited, 0))
    assert edited in ("", "bob") or found[edited][0] == changed
    assert len(edits(path)) == {"": 0, "bob": 1}.get(edited, 1)


@pytest.mark.parametrize(("kill", "is_made"), KILLS)
def test_rounds_settled_together_are_paid_or_not_as_one(
    path: Path, kill: Kill, *, is_made: bool
) -> None:
    store = started(path)
    changes = [a_round("first"), a_round("second")]
    with kill():
        settle_all(store, changes)
    store = started(path)
    assert [store.has_settled(name) for name in ("first", "second")] == [is_made, is_made]
    settle_all(store, changes)
    assert state(path)["dave"][0] == 880
    assert edits(path) == []


def a_round(name: str) -> RoundChange:
    return RoundChange("pontoon", {"dave": win(-60), "kevin": win(60)}, round=name)


@pytest.mark.parametrize(("kill", "is_made"), KILLS)
def test_kills_one_after_the_other_lose_nothing(path: Path, kill: Kill, *, is_made: bool) -> None:
    """Also one at the start after a kill, and one at the change that would mark the last."""
    had = all_chips_of(path)
    store = started(path)
    play(store, "zeroth")
    for number in range(4):
        with kill():
            settle(
                store, "shoot", {"dave": win(-5)}, KittyChange(HERE, "dave", 5), f"round {number}"
            )
        with suppress(SystemExit), patch.object(sqlite, "commit", rolled_back):
            started(path)
        store = started(path)
        assert store.has_settled(f"round {number}") is is_made
        assert edits(path) == []
    assert all_chips(path) == had
    assert state(path)["dave"][0] == 940 - (20 if is_made else 0)


def all_chips_of(path: Path) -> int:
    started(path).database.close()
    return all_chips(path)


def test_an_edit_between_the_rename_and_the_mark_of_a_running_bot_is_an_edit(path: Path) -> None:
    store = started(path)
    play(store)  # to be marked with the next commit
    write(path, path.read_text().replace(">1060<", ">2060<"))
    store.refresh()
    assert edits(path) == [("kevin", 1060, 2060)]
    store = started(path)
    assert edits(path) == [("kevin", 1060, 2060)]
    assert store.has_settled("first")


def test_an_edit_that_comes_between_commit_and_rename_is_kept(path: Path) -> None:
    """The change is made to the edited file."""
    store = started(path)
    real, left = sqlite.commit, [1]

    def commit(connection: sqlite3.Connection) -> None:
        real(connection)
        if left[0]:
            left[0] = 0
            write(path, path.read_text().replace("<nick>ivy</nick>", "<nick>eve</nick>"))

    with patch.object(sqlite, "commit", commit):
        play(store)
    assert [*state(path)] == ["dave", "kevin", "eve", "kitty"]
    assert state(path)["dave"][0] == 940
    assert sorted(edits(path)) == [("eve", None, 1000), ("ivy", 1000, None)]


@pytest.mark.parametrize("are_hidden_copied", [True, False])
@pytest.mark.parametrize(("kill", "is_made"), KILLS)
def test_a_copied_folder_is_as_good_as_the_folder(
    path: Path, tmp_path: Path, kill: Kill, *, is_made: bool, are_hidden_copied: bool
) -> None:
    """Whatever the copy has for times and inodes."""
    store = started(path)
    with kill():
        play(store)
    copied = tmp_path / "copy" / "players.xml"
    copied.parent.mkdir()
    for each in [*tmp_path.iterdir()]:
        if each.is_file() and (are_hidden_copied or not each.name.startswith(".")):
            copied.with_name(each.name).write_bytes(each.read_bytes())
    store = started(copied)
    assert store.has_settled("first") is is_made
    assert edits(copied) == []
    play(store)
    assert state(copied)["dave"][0] == 940
    check_books(copied)


def test_a_large_file_has_the_digest_of_any_other() -> None:
    content = b"<players/>" * 100_000
    assert digest_of(content) == hashlib.sha256(content).hexdigest()[:32]
