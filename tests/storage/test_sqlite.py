"""SQLite: a database that cannot be used is told in one line, and tables become those of today."""

import os
import shlex
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.service import check as service_check
from pontoon.service.startup import StartupError, take_players
from pontoon.storage import sqlite
from pontoon.storage.database import Database
from pontoon.storage.rows import DatabaseError
from pontoon.storage.soundness import check
from pontoon.storage.sqlite import SCHEMA_VERSION, opened, transaction
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.players_files import file_of, full, write

PUT = "INSERT INTO bans (ban) VALUES (?)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.db"


def damaged(path: Path) -> None:
    Database(SqliteFile(path)).close()
    content = bytearray(path.read_bytes())
    content[100:4096] = b"\xff" * 3996
    path.write_bytes(content)


def no_database(path: Path) -> None:
    path.write_text("I am a text, and not a short one. " * 100)


def of_a_later_version(path: Path) -> None:
    with closing(opened(path)) as connection:
        connection.execute("PRAGMA user_version = 99")


def a_folder(path: Path) -> None:
    path.mkdir()


def a_link(path: Path) -> None:
    path.symlink_to(path.with_name("elsewhere.db"))


UNUSABLE: list[tuple[Callable[[Path], None], str]] = [
    (
        damaged,
        r"/players\.db is damaged \(.*\): restore a backup ",
    ),
    (
        no_database,
        r"/players\.db is damaged \(file is not a database\): restore a backup",
    ),
    (of_a_later_version, r"^players\.db is of a later version \(99\): start the version of the"),
    (a_folder, r"/players\.db cannot be used: Is a directory$"),
    (a_link, r"/players\.db cannot be used: "),
]


@pytest.mark.parametrize(("spoil", "told"), UNUSABLE)
def test_the_bot_does_not_start_with_it_and_says_what_to_do(
    path: Path, spoil: Callable[[Path], None], told: str
) -> None:
    players = path.with_suffix(".xml")
    write(players, file_of(full("dave")))
    spoil(path)
    with pytest.raises(StartupError, match=told) as caught:
        take_players(players, print)
    assert len(caught.value.faults) == 1
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("spoil", "told"), UNUSABLE)
def test_check_says_the_same(path: Path, spoil: Callable[[Path], None], told: str) -> None:
    players, config = path.with_suffix(".xml"), path.with_name("config.ini")
    write(players, file_of(full("dave")))
    config.write_text("[irc]\nserver = irc.example.org\n")
    spoil(path)
    faults, _ = service_check.faults_and_verdict(config, {})
    assert len(faults) == 1
    assert not told.startswith("^") or faults[0].startswith("players.db is of a later version")


def test_check_finds_damage_that_the_start_does_not_see(path: Path) -> None:
    database = Database(SqliteFile(path))
    for number in range(2000):
        database.write(PUT, f"{number} {'x' * 100}")
    database.close()
    content = bytearray(path.read_bytes())
    content[-8192:] = b"\xff" * 8192
    path.write_bytes(content)
    Database(SqliteFile(path)).close()
    with pytest.raises(DatabaseError, match=r"^.* is damaged [^\n]*$"):
        check(path.with_suffix(".xml"))


def test_check_tells_of_a_database_that_others_can_read(path: Path) -> None:
    players, config = path.with_suffix(".xml"), path.with_name("config.ini")
    write(players, file_of(full("dave")))
    config.write_text("[irc]\nserver = irc.example.org\n")
    Database(SqliteFile(path)).close()
    assert service_check.faults_and_verdict(config, {})[0] == []
    path.chmod(0o644)
    (fault,) = service_check.faults_and_verdict(config, {})[0]
    assert "players.db holds the secrets of decks, and other users can access it" in fault
    assert f"(mode 644); run: chmod 600 {shlex.quote(str(path))}" in fault


def test_only_its_owner_can_read_it(path: Path) -> None:
    database = Database(SqliteFile(path))
    database.write(PUT, "one")
    database.commit()
    modes = {each.name: each.stat().st_mode & 0o777 for each in path.parent.iterdir()}
    assert modes == dict.fromkeys(("players.db", "players.db-wal", "players.db-shm"), 0o600)
    database.close()


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(path: Path) -> None:
    Database(SqliteFile(path)).close()
    path.parent.chmod(0o500)
    try:
        with pytest.raises(DatabaseError, match="look at the permissions of its folder"):
            Database(SqliteFile(path))
    finally:
        path.parent.chmod(0o700)


def test_what_an_earlier_version_has_kept_stays(path: Path) -> None:
    with patch.object(sqlite, "SCHEMA_VERSION", 1):
        database = Database(SqliteFile(path))
    database.write("INSERT INTO round_players (player, round) VALUES ('dave', 1)")
    assert database.commit()
    database.close()
    database = Database(SqliteFile(path))
    assert database.read("SELECT * FROM round_players") == [("dave", 1)]
    assert database.read("PRAGMA user_version") == [(SCHEMA_VERSION,)]
    database.close()


def test_a_script_that_fails_leaves_the_version_before(path: Path) -> None:
    with (
        patch.object(sqlite, "SCHEMA_VERSION", SCHEMA_VERSION + 1),
        patch.object(Path, "read_text", return_value="CREATE TABLE a (b); CREATE TABLE a (b);"),
        pytest.raises(DatabaseError, match="table a already exists"),
    ):
        Database(SqliteFile(path))
    database = Database(SqliteFile(path))
    assert database.is_current()
    database.close()


@pytest.mark.parametrize("fault", [None, ValueError, KeyboardInterrupt])
def test_a_transaction_is_done_whole_or_not_at_all(
    path: Path, fault: type[BaseException] | None
) -> None:
    with closing(opened(path)) as connection:
        with suppress(ValueError, KeyboardInterrupt), transaction(connection):
            connection.execute(PUT, ("one",))
            if fault is not None:
                raise fault
        assert not connection.in_transaction
        assert [*connection.execute("SELECT count(*) FROM bans")] == [(0 if fault else 1,)]


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("SQLITE_IOERR_SHMSIZE", "disk I/O error", "cannot be used: the disk is full"),
        (
            "SQLITE_ERROR",
            "there is already another table or index with this name: decks",
            "is of another version (there is already another table or index with this name: decks):"
            " start the version of the bot that made it, or restore a backup",
        ),
    ],
)
def test_an_error_says_what_to_do(path: Path, name: str, text: str, told: str) -> None:
    error = sqlite3.OperationalError(text)
    error.sqlite_errorname = name
    assert told in str(sqlite.unusable(path, error))
