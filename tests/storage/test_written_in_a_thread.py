"""What a thread writes while the reactor goes on: together, once, and heard of only then."""

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.engine.errors import NotRecorded
from pontoon.storage import sqlite
from pontoon.storage.database import SLOW_SECONDS, SOON_SECONDS, Database
from pontoon.storage.place import connected
from pontoon.storage.rows import DatabaseError, Read
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.fake_clock import FakeClock
from tests.support.held_thread import HeldThread
from tests.support.kills import abandon
from tests.support.work_at_once import WorkAtOnce

PUT = "INSERT INTO bans (ban) VALUES (?)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.db"


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def thread() -> HeldThread:
    return HeldThread()


@pytest.fixture
def told() -> list[str]:
    return []


@pytest.fixture
def reading() -> HeldThread:
    return HeldThread()


@pytest.fixture
def database(
    path: Path, clock: FakeClock, thread: HeldThread, reading: HeldThread
) -> Iterator[Database]:
    database = Database(SqliteFile(path))
    database.run_by(clock, thread, reading)
    yield database
    database.close()


@pytest.fixture
def turn(database: Database, clock: FakeClock, told: list[str]) -> Callable[[str], None]:
    """Give what writes a word in a turn of its own, and tells it."""

    def write(word: str) -> None:
        database.write(PUT, word)
        database.when_kept(lambda: told.append(word))
        clock.advance(0)

    return write


Turn = Callable[[str], None]


def kept(path: Path) -> list[str]:
    with connected(path.with_suffix(".xml")) as connection:
        return [ban for (ban,) in connection.execute("SELECT ban FROM bans ORDER BY n")]


def test_nobody_hears_of_it_before_the_thread_has_told_that_it_is_on_the_disk(
    path: Path, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    turn("one")
    assert (kept(path), told) == ([], [])
    thread.works()
    assert (kept(path), told) == (["one"], [])
    thread.tells()
    assert told == ["one"]


def test_turns_that_end_meanwhile_go_together_in_the_next_transaction(
    path: Path, clock: FakeClock, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    for each in ("one", "two", "three"):
        turn(each)
    thread.works_and_tells()
    assert (kept(path), told) == (["one"], ["one"])
    assert thread.is_idle
    with patch.object(sqlite, "commit", wraps=sqlite.commit) as commit:
        clock.advance(0)
        thread.works_and_tells()
    assert commit.call_count == 1
    assert kept(path) == told == ["one", "two", "three"]
    clock.advance(0)
    assert thread.is_idle


def test_what_is_said_meanwhile_waits_and_keeps_its_order(
    database: Database, clock: FakeClock, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    turn("one")
    database.when_kept(lambda: told.append("asked for while it is on its way"))
    turn("two")
    database.when_kept(lambda: told.append("asked for behind that"))
    assert told == []
    thread.works_and_tells()
    assert told == ["one", "asked for while it is on its way"]
    clock.advance(0)
    thread.works_and_tells()
    assert told[2:] == ["two", "asked for behind that"]


def bans(read: Read, *more: str) -> list[str]:
    """Return what READ finds, and MORE."""
    return [*(ban for (ban,) in read("SELECT ban FROM bans ORDER BY n")), *more]


def test_what_is_looked_up_finds_all_that_was_written_before_that(
    database: Database,
    clock: FakeClock,
    thread: HeldThread,
    reading: HeldThread,
    turn: Turn,
    told: list[str],
) -> None:
    turn("one")
    database.write(PUT, "two")
    database.look_up(bans, "and more").then(told.extend)
    clock.advance(0)
    thread.works_and_tells()
    assert reading.is_idle
    clock.advance(0)
    thread.works_and_tells()
    reading.works_and_tells()
    assert told == ["one", "one", "two", "and more"]


def test_what_is_looked_up_keeps_no_transaction_waiting(
    path: Path, database: Database, thread: HeldThread, reading: HeldThread, turn: Turn
) -> None:
    found: list[list[str]] = []
    database.look_up(bans).then(found.append)
    turn("one")
    real = sqlite.commit

    def commit(connection: sqlite3.Connection) -> None:
        reading.works()
        real(connection)

    with patch.object(sqlite, "commit", commit):
        thread.works_and_tells()
    assert kept(path) == ["one"]
    assert found == []
    reading.tells()
    assert found == [[]]


def test_a_disk_that_cannot_be_read_is_told_to_who_looks_something_up(
    database: Database, reading: HeldThread
) -> None:
    found: list[Exception] = []
    with patch.object(SqliteFile, "read", side_effect=DatabaseError("no answer")):
        database.look_up(bans).then(lambda _: pytest.fail("it was read"), found.append)
        reading.works_and_tells()
    assert [*map(str, found)] == ["no answer"]


def test_a_bot_that_stops_does_not_wait_for_what_is_looked_up(
    database: Database, reading: HeldThread
) -> None:
    found = database.look_up(bans)
    database.close()
    reading.works_and_tells()
    assert isinstance(found.error, DatabaseError)


def test_nothing_can_be_written_by_what_reads(database: Database, reading: HeldThread) -> None:
    written = database.look_up(lambda read: read(PUT, "one"))
    reading.works_and_tells()
    assert isinstance(written.error, DatabaseError)
    assert "it cannot be written here" in str(written.error)


def test_the_reactor_itself_reads_nothing(database: Database) -> None:
    """All tests of the bot as a whole run with this."""
    with pytest.raises(RuntimeError, match="the reactor would wait"):
        database.read("SELECT ban FROM bans")


def test_what_fails_is_written_with_what_came_meanwhile_once_and_in_order(
    path: Path,
    database: Database,
    clock: FakeClock,
    thread: HeldThread,
    turn: Turn,
    told: list[str],
) -> None:
    turn("one")
    turn("two")
    with patch.object(sqlite, "commit", side_effect=sqlite3.OperationalError("disk I/O error")):
        thread.works_and_tells()
    assert database.trouble == "disk I/O error"
    turn("three")
    clock.advance(600)
    assert thread.is_idle  # until somebody wants to know
    for _ in range(2):
        with pytest.raises(NotRecorded, match="disk I/O error"):
            database.require()
    thread.works_and_tells()
    database.require()
    assert kept(path) == told == ["one", "two", "three"]
    assert thread.is_idle


def test_what_is_to_be_done_when_the_trouble_is_over_is_done_once(
    database: Database, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    turn("one")
    with patch.object(sqlite, "commit", side_effect=sqlite3.OperationalError("disk I/O error")):
        thread.works_and_tells()

    def play_on() -> None:
        told.append("play goes on")

    for _ in range(2):
        database.when_mended(play_on)
    database.try_again()
    assert told == []
    thread.works_and_tells()
    assert told == ["one", "play goes on"]


@pytest.mark.parametrize("has_worked", [False, True])
def test_who_cannot_wait_for_the_thread_writes_it_all_and_nothing_twice(
    path: Path,
    database: Database,
    thread: HeldThread,
    turn: Turn,
    told: list[str],
    has_worked: bool,
) -> None:
    turn("one")
    if has_worked:
        thread.works()
    turn("two")
    assert database.commit()
    assert kept(path) == told == ["one", "two"]
    if not has_worked:
        thread.works()
    thread.tells()
    assert kept(path) == told == ["one", "two"]


def test_what_nobody_waits_for_is_written_though_the_thread_was_at_work(
    path: Path, database: Database, clock: FakeClock, thread: HeldThread, turn: Turn
) -> None:
    turn("one")
    database.write_soon(PUT, "two")
    clock.advance(SOON_SECONDS)
    thread.works_and_tells()
    clock.advance(SOON_SECONDS)
    thread.works_and_tells()
    assert kept(path) == ["one", "two"]


def test_a_disk_that_does_not_answer_pauses_play_until_it_does(
    database: Database, clock: FakeClock, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    turn("one")
    clock.advance(SLOW_SECONDS - 1)
    database.look()
    database.require()
    clock.advance(1)
    database.look()
    with pytest.raises(NotRecorded, match=r"^players\.db does not answer$"):
        database.require()
    turn("two")
    thread.works_and_tells()
    assert (database.trouble, told) == ("", ["one"])
    clock.advance(0)
    while not thread.is_idle:
        thread.works_and_tells()
    assert told == ["one", "two"]


def test_the_thread_looks_what_has_become_of_the_file(
    path: Path, database: Database, thread: HeldThread
) -> None:
    path.rename(path.with_name("away"))
    for _ in range(2):
        database.look()
    assert database.trouble == ""
    thread.works_and_tells()
    assert database.trouble == "players.db was removed while the bot runs"
    assert thread.is_idle
    database.look()
    path.with_name("away").rename(path)
    thread.works_and_tells()
    assert database.try_again()


def test_nothing_is_written_to_a_file_that_was_removed_since_somebody_looked(
    path: Path, database: Database, thread: HeldThread, turn: Turn, told: list[str]
) -> None:
    path.rename(path.with_name("away"))
    turn("one")
    thread.works_and_tells()
    assert database.trouble == "players.db was removed while the bot runs"
    assert told == []
    path.with_name("away").rename(path)
    assert kept(path) == []
    assert database.commit()
    assert told == ["one"]


@pytest.mark.parametrize("has_worked", [False, True])
def test_a_kill_leaves_all_of_what_was_on_its_way_or_nothing(
    path: Path, clock: FakeClock, thread: HeldThread, told: list[str], has_worked: bool
) -> None:
    database = Database(SqliteFile(path))
    database.run_by(clock, thread, WorkAtOnce())
    for each in ("one", "two"):
        database.write(PUT, each)
        database.when_kept(lambda: told.append("it is done"))
    clock.advance(0)
    if has_worked:
        thread.works()
    abandon(database)
    assert told == []
    assert kept(path) == (["one", "two"] if has_worked else [])
