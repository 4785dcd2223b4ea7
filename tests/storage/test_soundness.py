"""A database that a bot must not start with is refused in one line that says what to do."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from pontoon.cli import main
from pontoon.service.startup import database_faults
from pontoon.storage.place import path_beside
from pontoon.storage.upkeep import back_up
from tests.support.ledger_checks import started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import a_shed_round, keep

RESTORE = "restore a backup (pontoonbot restore FILE)"
APART = "do not belong together: one was copied without the other; " + RESTORE


def with_players(folder: Path) -> Path:
    write(folder / "players.xml", file_of(full("dave"), full("kevin")))
    return folder / "players.xml"


def played(folder: Path, rounds: int, copied_after: int) -> Path:
    """Play so many ROUNDS in FOLDER, with a backup after some of them; then the bot is killed."""
    path = with_players(folder)
    store = started(path)
    for number in range(rounds):
        if number == copied_after:
            back_up(path, folder / "copy.db")
        keep(store, a_shed_round(f"{number:016x}"))
    killed = folder / "killed"
    killed.mkdir()
    for each in ("players.xml", "players.db", "players.db-wal"):
        shutil.copy(folder / each, killed / each)
    store.database.close()
    return killed / "players.xml"


def test_a_kill_leaves_a_database_that_is_sound(tmp_path: Path) -> None:
    assert database_faults(played(tmp_path, 60, 20)) == []


@pytest.mark.parametrize("rounds", [60, 80, 120])
def test_an_older_copy_beside_a_log_that_stays_is_refused(tmp_path: Path, rounds: int) -> None:
    """The log has only some of the pages that differ: what comes of both is damaged."""
    path = played(tmp_path, rounds, 20)
    shutil.copy(tmp_path / "copy.db", path_beside(path))
    (line,) = database_faults(path)
    assert RESTORE in line
    assert "is damaged" in line


def test_a_newer_copy_beside_a_log_that_stays_is_refused(tmp_path: Path) -> None:
    """Nothing is damaged then, but the log takes it back to an earlier time."""
    path = played(tmp_path, 20, 10)
    (tmp_path / "later").mkdir()
    played(tmp_path / "later", 40, 39)
    shutil.copy(tmp_path / "later" / "copy.db", path_beside(path))
    assert database_faults(path) == [f"{path_beside(path)} and players.db-wal {APART}"]


def test_a_log_of_another_bank_is_refused(tmp_path: Path) -> None:
    path = played(tmp_path, 20, 10)
    for bank, file in (("one", path_beside(path)), ("other", tmp_path / "copy.db")):
        with closing(sqlite3.connect(file)) as database:
            database.execute("PRAGMA wal_autocheckpoint = 0")
            database.execute("UPDATE bank SET id = ?", (bank,))
            database.commit()
            for each in ("", "-wal"):
                source = file.with_name(f"{file.name}{each}")
                shutil.copy(source, file.with_name(f"kept.db{each}"))
    folder = path.parent
    for each in ("", "-wal"):
        shutil.copy(folder / f"kept.db{each}", folder / f"players.db{each}")
    assert database_faults(path) == []
    shutil.copy(tmp_path / "copy.db", path_beside(path))
    assert database_faults(path) == [f"{path_beside(path)} and players.db-wal {APART}"]


def test_a_last_change_that_a_start_has_taken_back_is_no_fault(tmp_path: Path) -> None:
    """It is still in the database, and no longer by the log."""
    path = played(tmp_path, 5, 2)
    with closing(sqlite3.connect(path_beside(path), isolation_level=None)) as database:
        database.execute("UPDATE changes SET is_made = 0 WHERE id = 6")
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.execute("DELETE FROM changes WHERE id = 6")
        for each in ("", "-wal"):
            shutil.copy(path.with_name(f"players.db{each}"), tmp_path / f"killed.db{each}")
    for each in ("", "-wal"):
        shutil.copy(tmp_path / f"killed.db{each}", path.with_name(f"players.db{each}"))
    assert database_faults(path) == []


def of_another_program(database: sqlite3.Connection) -> None:
    for (table,) in database.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table'"
    ).fetchall():
        database.execute(f"DROP TABLE {table}")
    database.execute("CREATE TABLE bookmarks (url TEXT)")
    database.execute("PRAGMA user_version = 0")


def of_a_later_version(database: sqlite3.Connection) -> None:
    database.execute("PRAGMA user_version = 99")


def of_an_older_one_than_it_says(database: sqlite3.Connection) -> None:
    database.execute("DROP TABLE rules")


@pytest.mark.parametrize(
    ("alter", "told"),
    [
        (of_another_program, "is of another program: move it away, or "),
        (of_a_later_version, "is of a later version (99): start the version of the bot that made"),
        (of_an_older_one_than_it_says, "is of another version (no such table: rules): start"),
    ],
)
def test_a_database_that_is_not_of_this_version_is_refused(
    tmp_path: Path, alter: Callable[[sqlite3.Connection], None], told: str
) -> None:
    path = with_players(tmp_path)
    started(path).database.close()
    with closing(sqlite3.connect(path_beside(path), isolation_level=None)) as database:
        database.execute("PRAGMA foreign_keys = OFF")
        alter(database)
    (line,) = database_faults(path)
    assert told in line
    assert RESTORE in line


def test_of_a_large_database_the_first_and_last_rows_are_read(tmp_path: Path) -> None:
    """To look through all of it takes too long."""
    path = played(tmp_path, 60, 20)
    started(path).database.close()
    with closing(sqlite3.connect(path_beside(path))) as database:
        ((page,),) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'acts'")
        ((size,),) = database.execute("PRAGMA page_size")
    assert database_faults(path, 0) == []
    with path_beside(path).open("r+b") as file:
        file.seek((page - 1) * size)
        file.write(b"\xff" * size)
    (line,) = database_faults(path, 0)
    assert f"{path_beside(path)} is damaged" in line


def test_a_hard_link_is_refused(tmp_path: Path) -> None:
    """Another bot could use the same database by that name, with another log."""
    path = with_players(tmp_path)
    started(path).database.close()
    (tmp_path / "other.db").hardlink_to(path_beside(path))
    told = f"{path_beside(path)} cannot be used: it has a hard link; remove that"
    assert database_faults(path) == [told]
    (tmp_path / "other.db").unlink()
    assert database_faults(path) == []


@pytest.mark.parametrize("command", [["verify"], ["history", "--check"], ["audit"]])
def test_no_check_calls_a_damaged_database_sound(
    tmp_path: Path,
    command: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """An index lacks rows, which no other check of the history needs."""
    path = played(tmp_path, 60, 20)
    shutil.copy(tmp_path / "copy.db", path_beside(path))
    monkeypatch.chdir(path.parent)
    Path("config.ini").write_text("[irc]\nserver = irc.example.org\n")
    assert main(command) != 0
    assert "players.db is damaged" in "".join(capsys.readouterr())
