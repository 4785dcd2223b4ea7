"""A restore puts both files of a backup back, or neither, and says what that loses."""

import resource
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import chdir, closing, suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.cli import main
from pontoon.service.startup import take_players
from pontoon.storage.place import path_beside, reading
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.restore import Lost, complete, restore
from pontoon.storage.rows import DatabaseError
from pontoon.storage.upkeep import back_up
from tests.support.faulty_disk import CUTS, UNLIKE, FaultyDisk, Trouble
from tests.support.ledger_checks import State, check_books, started, state, win
from tests.support.players_files import file_of, full, settle, write

BACKUP: State = {"dave": (940, 0, 1, 0), "kevin": (1060, 0, 1, 0), "kitty": (0, 0, 0, 0)}
NOW: State = {"dave": (820, 0, 3, 0), "kevin": (1180, 0, 3, 0), "kitty": (0, 0, 0, 0)}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a bot that was killed after three rounds, with a backup after the first."""
    running = tmp_path / "running"
    running.mkdir()
    write(running / "players.xml", file_of(full("dave"), full("kevin")))
    store = started(running / "players.xml")
    round_of(store, "first")
    back_up(running / "players.xml", tmp_path / "copy.db")
    round_of(store, "second")
    round_of(store, "third")
    shutil.copytree(running, tmp_path / "bot")
    store.database.close()
    monkeypatch.chdir(tmp_path / "bot")
    Path("config.ini").write_text("[irc]\nserver = irc.example.org\n")
    return tmp_path / "bot" / "players.xml"


@pytest.fixture
def copy(path: Path) -> Path:
    return path.parents[1] / "copy.db"


def round_of(store: PlayerStore, name: str) -> None:
    settle(store, "pontoon", {"dave": win(-60), "kevin": win(60)}, None, name)


def files(folder: Path) -> dict[str, bytes]:
    return {
        each.name: each.read_bytes()
        for each in folder.iterdir()
        if each.name not in ("players.lock", "config.ini") and not each.name.endswith("-shm")
    }


def test_both_files_are_put_back_and_what_was_there_is_kept(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["restore", str(copy)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"players.db and players.xml are as in {copy}; what was there has ~ added to its names",
        "lost since: 0 rounds, 2 changes of chips, 0 decks",
    ]
    assert sorted(files(path.parent)) == [
        *("players.db", "players.db~", "players.db~-wal", "players.xml", "players.xml~")
    ]
    assert path_beside(path).stat().st_mode & 0o777 == 0o600
    assert state(path) == BACKUP
    store = started(path)
    assert [store.has_settled(name) for name in ("first", "second")] == [True, False]
    check_books(path)


def bank_of(players_file: Path) -> str:
    """Return the id of the bank, which both files have."""
    with reading(players_file) as read:
        ((bank,),) = read("SELECT id FROM bank")
    assert f'bank="{bank}"' in players_file.read_text()
    return str(bank)


def test_where_something_is_lost_the_files_are_those_of_another_bank(
    path: Path, copy: Path
) -> None:
    """Numbers of decks that were sealed since the backup are given again, in a bank of its own."""
    before = bank_of(path)
    restore(path, copy)
    after = bank_of(path)
    assert after != before
    again = path.parents[1] / "again.db"
    back_up(path, again)
    assert restore(path, again) == Lost(0, 0, 0)
    assert bank_of(path) == after


def test_halves_of_two_backups_are_no_backup(path: Path, copy: Path) -> None:
    newer = path.parents[1] / "newer.db"
    back_up(path, newer)
    shutil.copy(newer.with_suffix(".xml"), copy.with_suffix(".xml"))
    with pytest.raises(DatabaseError, match=r"are not of one backup: .*older than it by 2 changes"):
        restore(path, copy)
    assert state(path) == NOW


def test_what_was_kept_is_a_backup_too(path: Path, copy: Path) -> None:
    restore(path, copy)
    back = path.parents[1] / "back"
    back.mkdir()
    for each in ("players.db~", "players.db~-wal", "players.xml~"):
        (path.parent / each).rename(back / each.replace("~", ""))
    assert restore(path, back / "players.db") == Lost(0, 0, 0)
    assert state(path) == NOW
    started(path)
    check_books(path)


def test_a_folder_that_has_lost_all_is_filled(path: Path, copy: Path) -> None:
    for each in files(path.parent):
        (path.parent / each).unlink()
    assert restore(path, copy) is None
    assert sorted(files(path.parent)) == ["players.db", "players.xml"]
    assert state(path) == BACKUP


def test_where_nothing_was_there_nothing_is_called_unreadable(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for each in files(path.parent):
        (path.parent / each).unlink()
    assert main(["restore", str(copy)]) == 0
    told = capsys.readouterr().out
    assert "cannot be counted: there was no players.db to compare" in told


def test_a_restore_that_is_taken_back_too_late_opens_the_decks_in_play(
    path: Path, copy: Path
) -> None:
    """The restored files were played on, so a deck of the others may be known to everybody."""
    restore(path, copy)
    back = path.parents[1] / "back"
    back.mkdir()
    for each in ("players.db~", "players.db~-wal", "players.xml~"):
        (path.parent / each).rename(back / each.replace("~", ""))
    with closing(sqlite3.connect(back / "players.db")) as database:
        ((before,),) = database.execute("SELECT id FROM bank")
    for database_path, is_told in ((back / "players.db", False), (path_beside(path), True)):
        with closing(sqlite3.connect(database_path)) as database, database:
            database.execute(
                "INSERT INTO decks (bank, network, channel, number, deck, is_told)"
                " VALUES ('12345678', 'local', '#den', 1, '{}', ?)",
                (is_told,),
            )
    with patch("pontoon.storage.restore.check_rows"):
        assert restore(path, back / "players.db") is None
    assert bank_of(path) != before


def test_a_damaged_database_is_replaced(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.with_name("players.db-wal").unlink()
    path_beside(path).write_bytes(b"no database" * 1000)
    assert main(["restore", str(copy)]) == 0
    assert "cannot be counted" in capsys.readouterr().out
    assert state(path) == BACKUP
    check_books(path)


def test_it_is_refused_while_a_bot_runs(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = take_players(path, print)
    assert main(["restore", str(copy)]) == 2
    assert "players.xml is in use by the bot with process id" in capsys.readouterr().err
    assert state(path) == NOW
    players.store.database.close()
    players.lock.release()


def without_players(copy: Path) -> str:
    copy.with_suffix(".xml").unlink()
    return f"{copy.with_suffix('.xml')} is missing: name a copy that pontoonbot backup has made"


def without_database(copy: Path) -> str:
    copy.unlink()
    return f"{copy} is missing: name a copy that pontoonbot backup has made"


def damaged(copy: Path) -> str:
    copy.write_bytes(copy.read_bytes()[:8192])
    return f"{copy} is damaged ("


def with_a_fault_in_its_players(copy: Path) -> str:
    copy.with_suffix(".xml").write_text("<players>")
    return "not XML"


def of_a_later_version(copy: Path) -> str:
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("PRAGMA user_version = 99")
    return "players.db is of a later version (99): start the version of the bot that made it"


def with_a_row_that_makes_no_sense(copy: Path) -> str:
    with closing(sqlite3.connect(copy, isolation_level=None)) as database:
        database.execute("UPDATE accounts SET chips = -5")
    return "players.db has what this version cannot read (accounts:"


@pytest.mark.parametrize(
    "make",
    [
        with_a_row_that_makes_no_sense,
        without_players,
        without_database,
        damaged,
        with_a_fault_in_its_players,
        of_a_later_version,
    ],
)
def test_a_backup_that_cannot_be_used_changes_nothing(
    path: Path, copy: Path, make: Callable[[Path], str], capsys: pytest.CaptureFixture[str]
) -> None:
    why, before = make(copy), files(path.parent)
    assert main(["restore", str(copy)]) == 2
    assert why in capsys.readouterr().err
    assert files(path.parent) == before


def test_a_restore_to_a_full_disk_does_not_blame_the_copy(path: Path, copy: Path) -> None:
    before = path_beside(path).read_bytes()
    _, most = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, most))
    try:
        with pytest.raises(DatabaseError, match=r"cannot be copied: "):
            restore(path, copy)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, most))
    assert path_beside(path).read_bytes() == before
    assert restore(path, copy) is not None


def test_the_files_of_the_bot_are_no_backup(path: Path, copy: Path) -> None:
    with pytest.raises(DatabaseError, match="is in use by the bot"):
        restore(path, path_beside(path))
    restore(path, copy)
    with pytest.raises(DatabaseError, match="is in use by the bot"):
        restore(path, path.with_name("players.db~"))


# Kills and faults


def calls_of_a_restore(path: Path, copy: Path) -> int:
    """Return how many calls of a restore change the disk."""
    watching = FaultyDisk(Trouble.POWER_CUT, 1000)
    with watching.at_work():
        restore(again(path), copy)
    return len(watching.calls)


def again(path: Path) -> Path:
    """Return another bot like that at PATH."""
    folder = path.parents[1] / "again"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(path.parent, folder)
    return folder / "players.xml"


@pytest.mark.parametrize("trouble", UNLIKE)
def test_a_kill_or_a_fault_at_any_moment_leaves_the_one_or_the_other(
    path: Path, copy: Path, trouble: Trouble
) -> None:
    found = set()
    for number in range(1, 60):
        here = again(path)
        faulty = FaultyDisk(trouble, number)
        with patch("os.fsync"), faulty.at_work(), suppress(DatabaseError, PlayersFileError):
            restore(here, copy)
        with patch("os.fsync"):
            players = take_players(here, lambda _: None)
        is_restored = not players.store.has_settled("third")
        found.add(is_restored)
        assert state(here) == (BACKUP if is_restored else NOW)
        check_books(here)
        players.store.database.close()
        players.lock.release()
        assert not [*here.parent.glob(".*")]
        if is_restored:  # what was there is kept, wherever that was interrupted
            assert here.with_name("players.db~").exists()
            assert here.with_name("players.db~-wal").exists()
        if not faulty.had_trouble:
            break
    else:
        pytest.fail("it makes no end of calls")
    assert found == {True, False}


@pytest.mark.parametrize("trouble", CUTS)
def test_a_kill_while_an_interrupted_restore_goes_on(
    path: Path, copy: Path, trouble: Trouble
) -> None:
    calls = calls_of_a_restore(path, copy)
    for first in range(calls - 9, calls):
        for second in range(1, 10):
            here = again(path)
            with patch("os.fsync"):
                with FaultyDisk(Trouble.POWER_CUT, first).at_work():
                    restore(here, copy)
                with FaultyDisk(trouble, second).at_work():
                    complete(here)
                complete(here)
                store = started(here)
            assert state(here) == (NOW if store.has_settled("third") else BACKUP)
            store.database.close()


def test_the_next_restore_ends_one_that_was_interrupted(
    path: Path, copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with FaultyDisk(Trouble.POWER_CUT, calls_of_a_restore(path, copy) - 2).at_work():
        restore(path, copy)
    assert main(["restore", str(copy)]) == 0
    assert "A restore was interrupted: it is complete now." in capsys.readouterr().out
    assert state(path) == BACKUP
    assert path.with_name("players.db~").exists()


@pytest.mark.parametrize("command", [["audit"], ["backup", "new.db"]])
def test_an_interrupted_restore_is_not_taken_for_a_pair(
    path: Path, copy: Path, command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """However far it is: a copy of it would have players.xml of one moment, players.db of another.

    ``--check`` finds no fault in it, as the next start has none.
    """
    calls, incomplete = calls_of_a_restore(path, copy), 0
    for number in range(1, calls + 1):
        here = again(path)
        with patch("os.fsync"), FaultyDisk(Trouble.POWER_CUT, number).at_work():
            restore(here, copy)
        is_incomplete = here.with_name(".players.xml.restored").exists()
        incomplete += is_incomplete
        with chdir(here.parent):
            assert main(["--check"]) == 0
            assert ("a restore is not complete" in capsys.readouterr().out) == is_incomplete
            assert main(command) == (2 if is_incomplete else 0)
            assert ("a restore is not complete" in capsys.readouterr().err) == is_incomplete
            assert Path("new.db").exists() == (command[0] == "backup" and not is_incomplete)
    assert incomplete > 4
