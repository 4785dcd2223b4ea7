"""Starting the bot: it is alone, and players.xml and players.db agree, before anything else."""

import os
import re
import signal
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any
from unittest.mock import Mock, create_autospec, patch

import pytest

from pontoon.cli import main
from pontoon.service import service
from pontoon.storage import fs
from pontoon.storage.database import connected
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.players.store import PlayerStore
from tests.service.test_cli import ORDINARY_USER
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import check_books, win
from tests.support.players_files import file_of, full, names, write
from tests.support.players_files import settle as settle_round


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a file with dave in it, in the current folder, and a config.ini."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PONTOON_PASSWORD", raising=False)
    monkeypatch.setattr(signal, "signal", Mock())
    monkeypatch.setattr(os, "geteuid", lambda: ORDINARY_USER)
    (tmp_path / "config.ini").write_text("[irc]\nserver = irc.example.org\n")
    write(tmp_path / "players.xml", file_of(full("dave")))
    return tmp_path / "players.xml"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> Mock:
    """Give what is called instead of running the bot."""
    stand_in: Mock = create_autospec(service.run, return_value=0)
    monkeypatch.setattr(service, "run", stand_in)
    return stand_in


def database_of(path: Path) -> Path:
    return path.with_suffix(".db")


def changes(path: Path) -> list[tuple[str, str | None]]:
    """Return why chips have changed, and in which round."""
    with connected(path) as database:
        return [*database.execute("SELECT why, round FROM changes ORDER BY id")]


def test_players_without_a_database_get_one(path: Path, run: Mock) -> None:
    assert main([]) == 0
    run.assert_called_once()
    assert changes(path) == [("first seen", None)]
    check_books(path)


def test_a_check_leaves_nothing_behind(path: Path) -> None:
    assert main(["--check"]) == 0
    assert names(path.parent) == ["config.ini", "players.xml"]


def test_the_bot_is_alone_while_it_runs_and_no_longer(path: Path, run: Mock) -> None:
    def another(*_: Any, **__: Any) -> int:
        with pytest.raises(InUse):
            Lock(path.with_suffix(".lock"))
        assert main([]) == 2
        return 0

    run.side_effect = another
    assert main([]) == 0
    run.assert_called_once()
    Lock(path.with_suffix(".lock")).release()


def cut_off_before_the_last_rename(path: Path) -> None:
    """Let a round be in the database, and the new players.xml wait beside the old one."""
    store = PlayerStore(path)
    store.recover()
    store.refresh()
    calls = FaultyDisk(Trouble.POWER_CUT, 1000)
    with calls.at_work():
        settle_round(store, "pontoon", {"dave": win(5)}, None, "first")
    last_rename = len(calls.calls) - calls.calls[::-1].index("replace")
    with FaultyDisk(Trouble.POWER_CUT, last_rename).at_work():
        settle_round(store, "pontoon", {"dave": win(5)}, None, "second")
    assert path.with_name(".players.xml.new").exists()
    assert changes(path)[-1] == ("pontoon", "second")


def test_what_was_not_settled_is_taken_back_before_the_bot_runs(path: Path, run: Mock) -> None:
    cut_off_before_the_last_rename(path)
    assert main([]) == 0
    [_, store, _] = run.call_args.args
    assert store.has_settled("first")
    assert not store.has_settled("second")
    assert store.players()[0].chips == 1005
    assert not path.with_name(".players.xml.new").exists()
    check_books(path)


def test_where_players_xml_is_gone_since_its_chips_are_known_to_be_gone(
    path: Path, run: Mock
) -> None:
    cut_off_before_the_last_rename(path)
    path.unlink()
    path.with_name("players.xml~").unlink()
    assert main([]) == 0
    run.assert_called_once()
    assert changes(path)[-1] == ("edit", None)
    check_books(path)


def test_nobody_begins_anew_while_the_version_before_is_there(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    """All chips would be gone, and the next write would put the new file in its place."""
    assert main([]) == 0
    [_, store, _] = run.call_args.args
    settle_round(store, "pontoon", {"dave": win(5)}, None, "first")
    run.reset_mock()
    path.unlink()
    before = {each: (path.parent / each).read_bytes() for each in names(path.parent)}
    capsys.readouterr()
    assert main([]) == 2
    run.assert_not_called()
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    previous = path.with_name("players.xml~")
    assert f"players.xml is missing, but its previous version {previous} exists: " in err
    assert {each: (path.parent / each).read_bytes() for each in names(path.parent)} == before
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == err.removeprefix("pontoonbot: ")
    previous.rename(path)
    assert main([]) == 0
    assert run.call_args.args[1].players()[0].chips == 1000
    check_books(path)


def test_the_version_before_is_looked_for_where_it_is_kept(path: Path, run: Mock) -> None:
    """A symbolic link may be the only name that config.ini knows."""
    there = path.parent / "elsewhere"
    there.mkdir()
    path.rename(there / "dealer.xml")
    path.symlink_to(there / "dealer.xml")
    (there / "dealer.xml").rename(there / "dealer.xml~")
    assert main([]) == 2
    run.assert_not_called()
    assert not (there / "dealer.xml").exists()


def everything_beside(path: Path) -> dict[str, bytes]:
    """Return what is in each file beside PATH, but for the lock and what SQLite shares."""
    files = (each for each in path.parent.iterdir() if each.is_file())
    shared = (".lock", ".db-wal", ".db-shm")
    return {each.name: each.read_bytes() for each in files if each.suffix not in shared}


def damaged(path: Path) -> None:
    """Have another program overwrite the database."""
    database_of(path).write_bytes(b"nonsense" * 1000)


def of_later_version(path: Path) -> None:
    """Have a later version of the bot have used the database."""
    with closing(sqlite3.connect(database_of(path))) as database:
        database.execute("PRAGMA user_version = 99")


def folder(path: Path) -> None:
    """Have a folder in the place of the database."""
    database_of(path).mkdir()


UNUSABLE = {
    damaged: r"players\.db is damaged \(file is not a database\): restore a backup, or recover ",
    of_later_version: r"players\.db is of a later version \(99\): start the version of the bot ",
    folder: r"players\.db cannot be used: ",
}


@pytest.mark.parametrize(("happen", "why"), UNUSABLE.items())
def test_with_a_database_that_cannot_be_used_the_bot_does_not_start(
    path: Path,
    run: Mock,
    capsys: pytest.CaptureFixture[str],
    happen: Callable[[Path], None],
    why: str,
) -> None:
    """It says why in one line, as --check does, and leaves all as it is."""
    happen(path)
    before = everything_beside(path)
    assert main([]) == 2
    run.assert_not_called()
    said = capsys.readouterr().err.removeprefix("pontoonbot: ")
    assert re.search(why, said)
    assert said.count("\n") == 1
    assert main(["--check"]) == 1
    assert re.search(why, capsys.readouterr().out)
    assert everything_beside(path) == before


def test_check_tells_of_a_damaged_database_also_where_players_xml_is_missing(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    damaged(path)
    path.unlink()
    assert main(["--check"]) == 1
    assert "players.db is damaged" in capsys.readouterr().out
    assert main([]) == 2
    run.assert_not_called()
    assert not path.exists()


def test_check_finds_well_and_leaves_alone_what_the_bot_puts_right(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    cut_off_before_the_last_rename(path)
    is_any = {"players.db": b"SQLite puts into it what is in its log"}
    made, files = changes(path), everything_beside(path) | is_any
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "config.ini and players.xml are OK\n"
    assert everything_beside(path) | is_any == files
    assert changes(path) == made
    assert main([]) == 0
    run.assert_called_once()


def test_with_a_database_that_cannot_be_written_the_bot_does_not_start(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    full = sqlite3.OperationalError("database or disk is full")
    with patch.object(fs, "commit", side_effect=full):
        assert main([]) == 2
    run.assert_not_called()
    said = "pontoonbot: players.xml: players.db: database or disk is full\n"
    assert capsys.readouterr().err == said
    assert main([]) == 0
    check_books(path)


def test_with_a_database_that_another_program_has_locked_it_does_not_start_either(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    run.reset_mock()
    with closing(sqlite3.connect(database_of(path), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        path.write_text(path.read_text().replace("1000", "900"))
        assert main([]) == 2
    run.assert_not_called()
    said = capsys.readouterr().err
    assert "players.db" in said
    assert "another program has locked it" in said
    assert main([]) == 0
    assert changes(path)[-1] == ("edit", None)
