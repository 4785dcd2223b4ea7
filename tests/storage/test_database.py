"""The database: what is written is done and told once it is on the disk, whatever the disk does."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.errors import NotRecorded
from pontoon.storage import sqlite
from pontoon.storage.database import SOON_SECONDS, Database
from pontoon.storage.lockfile import NO_LOCKS
from pontoon.storage.place import connected, path_beside, reading
from pontoon.storage.rows import NEXT_N, DatabaseError
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.fake_clock import FakeClock
from tests.support.sqlite_writer import writer_of
from tests.support.work_at_once import WorkAtOnce

pytestmark = pytest.mark.usefixtures("on_both")

PUT = f"INSERT INTO bans (n, ban) SELECT {NEXT_N}, ? FROM bans"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.db"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def database(path: Path, clock: FakeClock) -> Iterator[Database]:
    database = Database(SqliteFile(path))
    database.run_by(clock, WorkAtOnce(), WorkAtOnce())
    yield database
    database.close()


def kept(path: Path) -> list[str]:
    """Return what is on the disk, in the order in which it was written."""
    with connected(path.with_suffix(".xml")) as connection:
        return [ban for (ban,) in connection.execute("SELECT ban FROM bans ORDER BY n")]


@contextmanager
def failing(error: str = "disk I/O error") -> Iterator[None]:
    with patch.object(sqlite, "commit", side_effect=sqlite3.OperationalError(error)):
        yield


# A turn of the reactor


@pytest.mark.only_sqlite
def test_what_a_turn_writes_is_one_transaction(
    path: Path, database: Database, clock: FakeClock
) -> None:
    with patch.object(sqlite, "commit", wraps=sqlite.commit) as commit:
        for each in ("one", "two", "three"):
            database.write(PUT, each)
        assert kept(path) == []
        clock.advance(0)
    assert commit.call_count == 1
    assert kept(path) == ["one", "two", "three"]


def test_people_hear_nothing_before_it_is_on_the_disk(
    path: Path, database: Database, clock: FakeClock
) -> None:
    told: list[list[str]] = []
    database.write(PUT, "one")
    database.when_kept(lambda: told.append(kept(path)))
    assert told == []
    clock.advance(0)
    assert told == [["one"]]


def test_people_hear_at_once_where_nothing_waits(database: Database) -> None:
    told: list[str] = []
    database.when_kept(lambda: told.append("at once"))
    database.write_soon(PUT, "nobody waits for this")
    database.when_kept(lambda: told.append("too"))
    assert told == ["at once", "too"]


def test_notes_and_writes_keep_their_order(
    path: Path, database: Database, clock: FakeClock
) -> None:
    database.write_soon(PUT, "one")
    database.write(PUT, "two")
    database.write_soon(PUT, "three")
    clock.advance(0)
    assert kept(path) == ["one", "two", "three"]
    database.write_soon(PUT, "four")
    clock.advance(0)
    assert len(kept(path)) == 3
    clock.advance(SOON_SECONDS)
    assert kept(path)[3:] == ["four"]


def test_what_is_heard_keeps_its_order_also_behind_what_writes_when_told(
    database: Database, clock: FakeClock
) -> None:
    told: list[str] = []

    def first() -> None:
        told.append("first")
        database.write(PUT, "an answer")

    database.write(PUT, "one")
    database.when_kept(first)
    database.when_kept(lambda: told.append("second"))
    clock.advance(0)
    clock.advance(0)
    assert told == ["first", "second"]


def test_what_is_done_before_a_commit_is_in_it(
    path: Path, database: Database, clock: FakeClock
) -> None:
    database.before_commit(lambda: database.write(PUT, "prepared"))
    database.write(PUT, "one")
    clock.advance(0)
    assert sorted(kept(path)) == ["one", "prepared"]


def test_one_fault_of_what_is_told_does_not_silence_the_others(
    database: Database, clock: FakeClock
) -> None:
    told: list[str] = []
    database.write(PUT, "one")
    database.when_kept(lambda: 1 // 0)
    database.when_kept(lambda: told.append("heard"))
    with pytest.raises(ZeroDivisionError):
        clock.advance(0)
    clock.advance(0)
    assert told == ["heard"]


# A disk that fails


@pytest.mark.only_sqlite
def test_a_commit_that_fails_loses_nothing_and_is_tried_again(
    path: Path, database: Database, clock: FakeClock
) -> None:
    told: list[str] = []
    with failing():
        database.write_soon(PUT, "one")
        database.write(PUT, "two")
        database.when_kept(lambda: told.append("two"))
        clock.advance(0)
        assert database.trouble == "disk I/O error"
        with pytest.raises(NotRecorded, match="disk I/O error"):
            database.require()
        database.write(PUT, "three")
        database.when_kept(lambda: told.append("three"))
        clock.advance(600)
        assert (kept(path), told) == ([], [])
    database.require()
    assert database.trouble == ""
    assert kept(path) == ["one", "two", "three"]
    assert told == ["two", "three"]


@pytest.mark.only_sqlite
@pytest.mark.parametrize("value", ["\udce9", 1 << 63])
def test_a_value_that_sqlite_cannot_have_leaves_no_transaction_open(
    path: Path, database: Database, value: object
) -> None:
    refused = pytest.raises((UnicodeEncodeError, OverflowError))
    with closing(sqlite.opened(path)) as connection, refused:
        sqlite.write(connection, [(PUT, (value,))])
    database.write(PUT, "one")
    assert database.commit()
    assert kept(path) == ["one"]


@pytest.mark.only_sqlite
def test_what_sqlite_says_need_not_be_utf_8(
    path: Path, database: Database, clock: FakeClock
) -> None:
    error = UnicodeDecodeError("utf-8", b"malformed \xff", 10, 11, "invalid start byte")
    with patch.object(sqlite, "commit", side_effect=error):
        database.write(PUT, "one")
        clock.advance(0)
    assert database.trouble == "it has a text that is not UTF-8"
    assert database.commit()
    assert kept(path) == ["one"]


@pytest.mark.only_sqlite
@pytest.mark.parametrize("said", ["near\n  the \x1b[2J end", "near the end"])
def test_what_sqlite_says_is_one_line(database: Database, clock: FakeClock, said: str) -> None:
    with failing(said):
        database.write(PUT, "one")
        clock.advance(0)
    assert database.trouble == said.replace("\n  ", " ").replace("\x1b", "?")


def test_what_cannot_be_prepared_holds_the_commit(
    path: Path, database: Database, clock: FakeClock
) -> None:
    left = [OSError(28, "No space left on device")]

    def prepare() -> None:
        if left:
            raise left.pop()

    told: list[str] = []
    database.before_commit(prepare)
    database.write(PUT, "one")
    database.when_kept(lambda: told.append("one"))
    clock.advance(0)
    assert database.trouble == "No space left on device"
    assert (kept(path), told) == ([], [])
    assert database.commit()
    assert (kept(path), told) == (["one"], ["one"])


@pytest.mark.only_sqlite
def test_a_full_disk_is_named_and_play_goes_on_once_there_is_room(
    path: Path, database: Database, clock: FakeClock
) -> None:
    ((pages,),) = writer_of(database).execute("PRAGMA page_count")
    writer_of(database).execute(f"PRAGMA max_page_count = {pages}")
    many = [f"{number} {'x' * 3000}" for number in range(10)]
    for each in many:
        database.write(PUT, each)
    clock.advance(0)
    assert database.trouble == "the disk is full"
    assert kept(path) == []
    writer_of(database).execute("PRAGMA max_page_count = 1000000")
    database.require()
    assert kept(path) == many


@pytest.mark.only_sqlite
def test_another_program_that_locks_it_is_named_and_waited_for(
    path: Path, database: Database, clock: FakeClock
) -> None:
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        database.write(PUT, "one")
        clock.advance(0)
        assert database.trouble == "another program has locked it"
        assert kept(path) == []  # readers are not held up
        other.execute("ROLLBACK")
    database.require()
    assert kept(path) == ["one"]


@pytest.mark.only_sqlite
def test_a_file_system_without_locks_is_not_taken_for_another_program(
    path: Path, database: Database, clock: FakeClock
) -> None:
    """SQLite says "busy" of both (ENOLCK)."""
    path.with_suffix(".lock").touch()
    refused = OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))
    with closing(sqlite3.connect(path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        database.write(PUT, "one")
        with patch.object(fcntl, "lockf", side_effect=refused):
            clock.advance(0)
        assert database.trouble == NO_LOCKS
        database.commit()
        assert database.trouble == "another program has locked it"


@pytest.mark.only_sqlite
def test_a_program_that_only_reads_holds_up_nobody(
    path: Path, database: Database, clock: FakeClock
) -> None:
    with connected(path.with_suffix(".xml")) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM bans")
        database.write(PUT, "one")
        clock.advance(0)
        assert database.trouble == ""
        assert reader.execute("SELECT count(*) FROM bans").fetchone() == (0,)
    assert kept(path) == ["one"]


@pytest.mark.only_sqlite
@pytest.mark.parametrize("is_done", [False, True])
def test_a_kill_at_a_commit_leaves_all_of_a_turn_or_nothing(path: Path, *, is_done: bool) -> None:
    clock, real = FakeClock(), sqlite.commit
    database = Database(SqliteFile(path))
    database.run_by(clock, WorkAtOnce(), WorkAtOnce())
    told: list[str] = []

    def kill(connection: sqlite3.Connection) -> None:
        if is_done:
            real(connection)
        raise SystemExit

    for each in ("one", "two"):
        database.write(PUT, each)
    database.when_kept(lambda: told.append("it is done"))
    with patch.object(sqlite, "commit", kill), pytest.raises(SystemExit):
        clock.advance(0)
    assert told == []
    assert kept(path) == (["one", "two"] if is_done else [])


def test_what_waits_is_written_when_the_bot_stops(path: Path) -> None:
    database = Database(SqliteFile(path))
    database.run_by(FakeClock(), WorkAtOnce(), WorkAtOnce())
    database.write_soon(PUT, "one")
    database.close()
    assert kept(path) == ["one"]


@pytest.mark.only_sqlite
@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("SQLITE_READONLY", "it cannot be written here"),
        ("SQLITE_READONLY_DBMOVED", "it cannot be written here"),
        (
            "SQLITE_READONLY_DIRECTORY",
            "it cannot be written here: look at the permissions of its folder",
        ),
        ("SQLITE_CANTOPEN", "it cannot be opened: look at the permissions of its folder"),
    ],
)
def test_a_disk_that_became_read_only_is_named(
    database: Database, clock: FakeClock, code: str, told: str
) -> None:
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorname = code
    with patch.object(sqlite, "commit", side_effect=error):
        database.write(PUT, "one")
        clock.advance(0)
    assert database.trouble == told
    assert database.commit()


@pytest.mark.only_sqlite
def test_readers_say_what_goes_wrong_while_they_read(path: Path) -> None:
    Database(SqliteFile(path)).close()
    with (
        pytest.raises(DatabaseError, match=r"is of another version \(no such table"),
        reading(path.with_suffix(".xml")) as read,
    ):
        read("SELECT * FROM nowhere")


def test_readers_do_not_create_it(path: Path) -> None:
    missing = "is missing: restore a backup"
    with pytest.raises(DatabaseError, match=missing), connected(path.with_suffix(".xml")):
        pass
    assert not path.exists()


def test_it_is_found_beside_players_xml_with_the_same_name(tmp_path: Path) -> None:
    assert path_beside(tmp_path / "people.xml") == tmp_path / "people.db"
