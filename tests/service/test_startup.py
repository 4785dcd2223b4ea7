"""Starting the bot: it is alone, and players.xml and its ledger agree, before anything else."""

import os
import signal
from pathlib import Path
from typing import Any
from unittest.mock import Mock, create_autospec

import pytest

from pontoon.cli import main
from pontoon.service import logs, service
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.players.store import PlayerStore
from tests.service.test_cli import ORDINARY_USER
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.ledger_checks import check_books, started, win
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


def test_a_file_without_a_ledger_gets_one(path: Path, run: Mock) -> None:
    assert main([]) == 0
    run.assert_called_once()
    assert path.with_suffix(".ledger").read_text().count("first seen") == 2
    check_books(path)


def test_a_check_leaves_nothing_behind(path: Path) -> None:
    assert main(["--check"]) == 0
    assert names(path.parent) == ["config.ini", "players.xml"]


def test_a_check_tells_of_a_damaged_ledger(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The bot would not start with it."""
    path.with_suffix(".ledger").write_text("nonsense\n")
    assert main(["--config", str(path.with_name("config.ini")), "--check"]) == 1
    assert "players.ledger, line 1" in capsys.readouterr().out


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
    """Let a round be in the ledger, and the new players.xml wait beside the old one."""
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
    assert '"second"' in path.with_suffix(".ledger").read_text()


def test_what_was_not_settled_is_taken_back_before_the_bot_runs(path: Path, run: Mock) -> None:
    cut_off_before_the_last_rename(path)
    assert main([]) == 0
    [_, store, _] = run.call_args.args
    assert store.has_settled("first")
    assert not store.has_settled("second")
    assert store.players()[0].chips == 1005
    assert not path.with_name(".players.xml.new").exists()
    check_books(path)


def test_it_is_taken_back_also_where_players_xml_is_gone_since(path: Path, run: Mock) -> None:
    """The new file that is made then must not hide that the round was not settled."""
    cut_off_before_the_last_rename(path)
    path.unlink()
    path.with_name("players.xml~").unlink()
    assert main([]) == 0
    [_, store, _] = run.call_args.args
    assert not store.has_settled("second")
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


def test_a_check_tells_of_a_damaged_ledger_also_where_players_xml_is_missing(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.with_suffix(".ledger").write_text("nonsense\n")
    path.unlink()
    assert main(["--check"]) == 1
    assert "players.ledger, line 1" in capsys.readouterr().out
    assert main([]) == 2


def test_with_a_damaged_ledger_the_bot_does_not_start(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    """It says where, and leaves all as it is."""
    assert main([]) == 0
    with path.with_suffix(".ledger").open("a") as file:
        file.write("oops\n{}\n")
    before = path.with_suffix(".ledger").read_bytes()
    capsys.readouterr()
    assert main([]) == 2
    run.assert_called_once()
    ledger = path.with_suffix(".ledger")
    assert capsys.readouterr() == ("", f"pontoonbot: {ledger}, line 3: it is damaged\n")
    assert ledger.read_bytes() == before


def cut_in_the_first_of_two_rounds(path: Path) -> Path:
    """Have two rounds settled, and the ledger cut off in the first; return where that is."""
    store = started(path)
    ledger = path.with_suffix(".ledger")
    lines_before = len(ledger.read_bytes().splitlines())
    for name in ("one round", "another round"):
        settle_round(store, "pontoon", {"dave": win(-60)}, None, name)
    lines = ledger.read_bytes().splitlines(keepends=True)
    ledger.write_bytes(b"".join(lines[: lines_before + 1]))
    return ledger


def test_check_tells_of_a_ledger_with_which_the_bot_does_not_start(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of both changes nothing shows whether players.xml has the first one."""
    ledger = cut_in_the_first_of_two_rounds(path)
    files = everything_beside(path)
    assert main([]) == 2
    why = capsys.readouterr().err.removeprefix("pontoonbot: ")
    assert why.startswith(f"{ledger}, line 3: a change of chips is incomplete, ")
    assert main(["--check"]) == 1
    assert capsys.readouterr() == (why, "")
    run.assert_not_called()
    assert everything_beside(path) == files


def test_check_tells_of_a_damaged_older_ledger_where_a_new_one_is_empty(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    started(path)
    ledger = path.with_suffix(".ledger")
    ledger.write_bytes(b"")
    older = ledger.with_name("players.ledger.1")
    older.write_text("oops\n")
    assert main([]) == 2
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == f"{older}, line 1: it is damaged\n"
    run.assert_not_called()


def test_check_finds_well_and_leaves_alone_a_ledger_that_the_bot_puts_right(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    settle_round(started(path), "pontoon", {"dave": win(-60)}, None, "a round")
    ledger = path.with_suffix(".ledger")
    ledger.write_bytes(ledger.read_bytes()[:-5])
    files = everything_beside(path)
    assert main(["--check"]) == 0
    assert capsys.readouterr().out == "config.ini and players.xml are OK\n"
    assert everything_beside(path) == files
    assert main([]) == 0
    run.assert_called_once()


def everything_beside(path: Path) -> dict[str, bytes]:
    """Return what is in each file of the folder of PATH, but for the bot's lock."""
    files = (each for each in path.parent.iterdir() if each.suffix != ".lock")
    return {each.name: each.read_bytes() for each in files}


def test_with_a_ledger_that_cannot_be_written_the_bot_does_not_start(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultyDisk(Trouble.FULL, 3, 1000).at_work():
        assert main([]) == 2
    run.assert_not_called()
    reason = "players.ledger cannot be written: No space left on device"
    assert capsys.readouterr().err == f"pontoonbot: players.xml: {reason}\n"
    assert not path.with_suffix(".ledger").exists()


def test_with_a_journal_that_cannot_be_read_the_bot_does_not_start(
    path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rounds that are to go on would be lost with the next one that is begun."""
    # Twisted's log is one for all tests, and what others have logged would come out now.
    monkeypatch.setattr(logs, "begin", lambda _config: None)
    journal = path.with_suffix(".journal")
    journal.mkdir()
    assert main([]) == 2
    said = capsys.readouterr()
    assert said.err.startswith(f"pontoonbot: {journal} cannot be used: ")
    assert said.err.count("\n") == 1
    assert journal.is_dir()
