"""A backup has the database and players.xml of the same moment, and can be put in place."""

import os
import re
import resource
import signal
from collections.abc import Callable
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.storage import atomic_file, fs
from pontoon.storage.place import path_beside
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite import opened
from pontoon.storage.upkeep import back_up
from tests.support.ledger_checks import check_books, started, state, win
from tests.support.players_files import file_of, full, settle, write


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "bot").mkdir()
    monkeypatch.chdir(tmp_path / "bot")
    Path("config.ini").write_text("[irc]\nserver = irc.example.org\n")
    write(tmp_path / "bot" / "players.xml", file_of(full("dave"), full("kevin")))
    return tmp_path / "bot" / "players.xml"


def test_a_backup_of_a_running_bot_can_be_started(
    path: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    store = started(path)
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")
    (tmp_path / "copy").mkdir()
    target = tmp_path / "copy" / "players.db"
    assert main(["backup", str(target)]) == 0
    copy = target.with_suffix(".xml")
    assert capsys.readouterr().out == f"{target} is written\n{copy} is written\n"
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "second")
    assert target.stat().st_mode & 0o777 == 0o600
    assert sorted(each.name for each in target.parent.iterdir()) == ["players.db", "players.xml"]
    restored = started(copy)
    assert state(copy)["dave"][0] == 940
    assert restored.has_settled("first")
    assert not restored.has_settled("second")
    check_books(copy)


def test_files_that_do_not_belong_together_are_no_backup(path: Path, tmp_path: Path) -> None:
    """It could not be restored, which nobody should learn only then."""
    settle(started(path), "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")
    path.write_text(re.sub('change="[0-9]+"', 'change="1234"', path.read_text()))
    with pytest.raises(DatabaseError, match=r"players\.xml: players\.db is older than it by"):
        back_up(path, tmp_path / "copy.db")
    assert [each.name for each in tmp_path.iterdir()] == ["bot"]


def test_a_backup_tells_how_far_it_is(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    started(path)
    monkeypatch.setattr("pontoon.storage.sqlite._PAGES_AT_ONCE", 1)
    assert main(["backup", "copy.db"], partial(next, count(0, 5))) == 0
    out, err = capsys.readouterr()
    assert out == "copy.db is written\ncopy.xml is written\n"
    lines = err.splitlines()
    assert re.fullmatch(r"pontoonbot: 1 of \d+ pages copied, 5 s", lines[0])
    assert re.fullmatch(rf"pontoonbot: (\d+) of \1 pages copied, {5 * len(lines)} s", lines[-1])


@pytest.mark.parametrize("left", range(1, 4))
def test_both_files_are_of_the_same_moment(path: Path, tmp_path: Path, left: int) -> None:
    """Rounds are settled while it is made."""
    store = started(path)
    real, tries = atomic_file.stamp, [left]

    def stamp(file: Path) -> Any:
        if file == path and tries[0]:
            tries[0] -= 1
            name = f"round {tries[0]}"
            settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, name)
        return real(file)

    with patch("pontoon.storage.upkeep.stamp", stamp):
        _, copy = back_up(path, tmp_path / "copy.db")
    assert tries == [0]
    started(copy)
    check_books(copy)


def killed_before_the_rename(path: Path) -> None:
    store = started(path)
    with (
        patch.object(atomic_file, "_put_in_place", side_effect=SystemExit),
        pytest.raises(SystemExit),
    ):
        settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")


def killed_before_the_mark(path: Path) -> None:
    store = started(path)
    with (
        patch.object(atomic_file, "sync_folder", side_effect=SystemExit),
        pytest.raises(SystemExit),
    ):
        settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")


@pytest.mark.parametrize("kill", [killed_before_the_rename, killed_before_the_mark])
def test_a_change_that_is_being_made_is_made_or_not_in_the_copy_too(
    path: Path, tmp_path: Path, kill: Callable[[Path], None]
) -> None:
    kill(path)
    _, copy = back_up(path, tmp_path / "copy.db")
    store = started(copy)
    assert store.has_settled("first") is (state(copy)["dave"][0] == 940)
    assert state(copy) == state(path)
    check_books(copy)


@pytest.mark.parametrize("name", ["copy.db", "copy.xml"])
def test_nothing_is_overwritten(
    path: Path, tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    started(path)
    (tmp_path / name).write_text("mine")
    assert main(["backup", str(tmp_path / "copy.db")]) == 2
    told = f"{tmp_path / name} is there already: a backup overwrites nothing"
    assert capsys.readouterr().err == f"pontoonbot: {told}\n"
    assert (tmp_path / name).read_text() == "mine"
    assert len([*tmp_path.glob("copy.*")]) == 1


def test_a_name_for_players_xml_is_refused(path: Path, tmp_path: Path) -> None:
    started(path)
    with pytest.raises(DatabaseError, match="name the copy of players"):
        back_up(path, tmp_path / "copy.xml")


def test_a_backup_that_fails_leaves_nothing_behind(path: Path, tmp_path: Path) -> None:
    started(path)
    with pytest.raises(DatabaseError, match="cannot be written: No such file"):
        back_up(path, tmp_path / "nowhere" / "copy.db")
    with (
        patch("pontoon.storage.fs.write", side_effect=OSError(28, "No space left on device")),
        pytest.raises(DatabaseError, match="cannot be written: No space left on device"),
    ):
        back_up(path, tmp_path / "copy.db")
    assert [*tmp_path.glob("*copy*")] == []


def test_a_backup_that_was_killed_does_not_keep_the_next_one(path: Path, tmp_path: Path) -> None:
    started(path)
    folder = tmp_path / "copies"
    folder.mkdir()

    def kill(_done: int, _total: int) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    if not (child := os.fork()):
        try:
            back_up(path, folder / "copy.db", kill)
        finally:
            os._exit(1)
    os.waitpid(child, 0)
    assert [*folder.glob("copy.*")] == []
    assert [*folder.glob(".*")]  # what was copied until then
    back_up(path, folder / "copy.db")
    assert sorted(each.name for each in folder.iterdir()) == ["copy.db", "copy.xml"]
    check_books(folder / "copy.xml")


def test_a_backup_to_a_full_disk_says_so_of_the_copy(path: Path, tmp_path: Path) -> None:
    store = started(path)
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, "first")
    store.database.close()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most))
    try:
        with pytest.raises(DatabaseError, match=r"copy\.db cannot be written: "):
            back_up(path, tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert [*tmp_path.glob("*copy*")] == []
    assert store.faults == ()


@pytest.mark.parametrize("at", [1, 2])
def test_a_backup_has_both_names_or_none(path: Path, tmp_path: Path, at: int) -> None:
    started(path)
    calls, real = count(1), fs.replace

    def replace(source: Path, target: Path) -> None:
        if next(calls) == at:
            raise OSError(5, "Input/output error")
        real(source, target)

    with (
        patch("pontoon.storage.fs.replace", replace),
        pytest.raises(DatabaseError, match="cannot be written: Input/output error"),
    ):
        back_up(path, tmp_path / "copy.db")
    assert [*tmp_path.glob("*copy*")] == []


@pytest.mark.parametrize("arguments", [["backup"], ["audit", "file"], ["file"]])
@pytest.mark.usefixtures("path")
def test_a_file_belongs_to_backup_alone(arguments: list[str]) -> None:
    with pytest.raises(SystemExit):
        main(arguments)


def test_a_damaged_database_is_not_backed_up_as_a_whole_one(path: Path, tmp_path: Path) -> None:
    started(path).database.close()
    with closing(opened(path_beside(path))):
        pass
    path_beside(path).write_bytes(b"no database" * 1000)
    with pytest.raises(DatabaseError, match="is damaged"):
        back_up(path, tmp_path / "copy.db")
    assert [*tmp_path.glob("*copy*")] == []
