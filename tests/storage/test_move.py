"""Moving a database to PostgreSQL and back: all of it is there, or nothing."""

import sqlite3
import sys
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

import pontoon.storage
from pontoon.cli import main
from pontoon.storage import postgresql, sqlite
from pontoon.storage.lockfile import Lock
from pontoon.storage.move import Moved, move
from pontoon.storage.place import path_beside
from pontoon.storage.rows import DatabaseError
from pontoon.storage.schema_scripts import Table
from pontoon.storage.sqlite import tables
from tests.support.full_database import filled
from tests.support.ledger_checks import check_books, started
from tests.support.postgresql_server import PostgresqlServer

pytestmark = pytest.mark.real_server


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a players.xml beside which there is a database with rows in each table."""
    filled(tmp_path / "players.xml")
    return tmp_path / "players.xml"


@pytest.fixture
def file(path: Path) -> Path:
    return path_beside(path)


@pytest.fixture
def url(postgresql_server: PostgresqlServer) -> str:
    return postgresql_server.new_url()


def dump(file: Path) -> list[str]:
    """Return all that is in the database at FILE, with the definitions of its tables."""
    with closing(sqlite3.connect(file)) as database:
        return [*database.iterdump(), *map(str, database.execute("PRAGMA user_version"))]


def rows_in(url: str) -> int:
    """Return how many rows there are in all tables of the database at URL."""
    with closing(postgresql.opened(url)) as database:
        return sum(len([*database.execute(f"SELECT * FROM {each.name}")]) for each in tables())


def test_what_was_moved_and_moved_back_is_as_it_was(path: Path, file: Path, url: str) -> None:
    before = dump(file)
    there = move(str(file), url)
    assert dump(file) == before
    assert there == Moved(str(file), "postgresql://bot@/postgres", rows_in(url), len(tables()))
    assert there.rows > len(tables())
    file.rename(file.with_name("old.db"))
    assert move(url, str(file)) == Moved(there.target, there.source, there.rows, there.tables)
    assert dump(file) == before
    assert file.stat().st_mode & 0o777 == sqlite.MODE
    assert sorted(each.name for each in path.parent.iterdir()) == [
        *("old.db", "players.db", "players.lock", "players.xml", "players.xml~"),
    ]
    started(path).database.close()
    check_books(path)


def test_it_is_said_in_one_line_without_a_password(
    file: Path, url: str, capsys: pytest.CaptureFixture[str]
) -> None:
    url = url.replace("bot@", "bot:sesame@")
    assert main(["move-database", str(file), url]) == 0
    rows = rows_in(url)
    out, err = capsys.readouterr()
    assert (out, err) == (
        f"{rows} rows of 16 tables are copied from {file} to postgresql://bot@/postgres, and are"
        " the same\n",
        "",
    )
    assert main(["move-database", str(file), url]) == 2
    assert capsys.readouterr().err == (
        "pontoonbot: postgresql://bot@/postgres is in use already: nothing is overwritten\n"
    )


# What is refused


def test_a_bot_that_runs_is_not_disturbed(path: Path, file: Path, url: str) -> None:
    is_refused = pytest.raises(DatabaseError, match="is in use by the bot")
    with Lock(path.with_suffix(".lock")), is_refused:
        move(str(file), url)
    move(str(file), url)
    file.rename(file.with_name("old.db"))
    with Lock(path.with_suffix(".lock")), is_refused:
        move(url, str(file))
    assert not file.exists()


def test_nothing_is_overwritten(file: Path, url: str) -> None:
    move(str(file), url)
    before, rows = dump(file), rows_in(url)
    with pytest.raises(DatabaseError, match="is in use already: nothing is overwritten"):
        move(str(file), url)
    with pytest.raises(DatabaseError, match="is there already: nothing is overwritten"):
        move(url, str(file))
    assert (dump(file), rows_in(url)) == (before, rows)
    file.rename(file.with_name("players.db-wal"))
    with pytest.raises(DatabaseError, match=r"players\.db-wal is there already"):
        move(url, str(file))


def test_tables_of_another_program_stay_alone(file: Path, url: str) -> None:
    with closing(postgresql.Connection(url, "any")) as connection:
        connection.execute("CREATE TABLE theirs (n BIGINT)")
        with pytest.raises(DatabaseError, match="has tables of another program"):
            move(str(file), url)
        assert postgresql.names_in(connection) == ["theirs"]


def of_an_earlier_version(file: Path) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute("PRAGMA user_version = 6")


def damaged(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[5000:9000] = b"\xff" * 4000
    file.write_bytes(content)


@pytest.mark.parametrize(
    ("spoil", "told"),
    [
        (Path.unlink, "is missing"),
        (of_an_earlier_version, r"is of an earlier version \(6\): start this version"),
        (damaged, "is damaged"),
    ],
)
def test_a_file_that_cannot_be_read_is_told(
    file: Path, url: str, spoil: Callable[[Path], object], told: str
) -> None:
    spoil(file)
    with pytest.raises(DatabaseError, match=told):
        move(str(file), url)


def test_a_server_without_a_database_of_the_bot_is_told(tmp_path: Path, url: str) -> None:
    with pytest.raises(DatabaseError, match="/postgres has nothing in it"):
        move(url, str(tmp_path / "new.db"))
    assert not (tmp_path / "new.db").exists()


def test_one_of_both_is_a_file(file: Path, url: str) -> None:
    for source, target in ((str(file), "other.db"), (url, url)):
        with pytest.raises(DatabaseError, match="from a file to PostgreSQL, or back"):
            move(source, target)


def test_without_psycopg_it_says_what_is_missing(
    file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(pontoon.storage, "postgresql")
    monkeypatch.delitem(sys.modules, "pontoon.storage.postgresql")
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(DatabaseError, match=r"needs psycopg: pip install 'psycopg"):
        move(str(file), "postgresql://bot@/pontoon")


# What goes wrong on the way


def lacking_a_row(dialect: Any) -> Callable[[Any, Table, Iterable[Any]], None]:
    """Return what copies all rows of tables but the first of the accounts."""
    real = dialect.copy_into

    def copied(connection: Any, table: Table, rows: Iterable[Any]) -> None:
        real(connection, table, islice(rows, table.name == "accounts", None))

    return copied


def test_a_copy_that_is_not_the_same_is_none(file: Path, url: str) -> None:
    different = pytest.raises(DatabaseError, match="row 1 of accounts is another one in the copy")
    with patch.object(postgresql, "copy_into", lacking_a_row(postgresql)), different:
        move(str(file), url)
    assert rows_in(url) == 0
    move(str(file), url)
    other = file.with_name("other.db")
    with patch.object(sqlite, "copy_into", lacking_a_row(sqlite)), different:
        move(url, str(other))
    assert not [each for each in file.parent.iterdir() if "other.db" in each.name]


def test_what_postgresql_does_not_take_is_told(file: Path, url: str) -> None:
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE bans SET ban = 'a' || char(0)")
    with pytest.raises(DatabaseError, match=r"cannot contain NUL|is damaged"):
        move(str(file), url)
    assert rows_in(url) == 0


def test_a_disk_without_room_is_told(file: Path, url: str) -> None:
    move(str(file), url)
    error = sqlite3.OperationalError("database or disk is full")
    error.sqlite_errorname = "SQLITE_FULL"
    other = file.with_name("other.db")
    with (
        patch.object(sqlite, "commit", side_effect=error),
        pytest.raises(DatabaseError, match=r"other\.db cannot be written: the disk is full"),
    ):
        move(url, str(other))
    assert not [each for each in file.parent.iterdir() if "other.db" in each.name]
