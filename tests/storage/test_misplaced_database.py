"""A database that is removed or replaced while the bot runs: nothing is lost, once that is seen."""

import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from unittest.mock import patch

import pytest

from pontoon.engine.errors import NeedsAdmin
from pontoon.service.startup import StartupError, take_players
from pontoon.storage import sqlite
from pontoon.storage.database import Database
from pontoon.storage.lockfile import Lock
from pontoon.storage.place import connected
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.fake_clock import FakeClock
from tests.support.faulty_disk import FAILURES, FaultyDisk, Trouble
from tests.support.outcomes import outcome_of
from tests.support.players_files import file_of, full, write
from tests.support.sqlite_writer import writer_of
from tests.support.work_at_once import WorkAtOnce

PUT = "INSERT INTO bans (ban) VALUES (?)"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.db"


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    database = Database(SqliteFile(path))
    database.run_by(FakeClock(), WorkAtOnce(), WorkAtOnce())
    database.write(PUT, "before")
    assert database.commit()
    yield database
    database.close()


def kept(path: Path) -> list[str]:
    """Return what a start would find on the disk."""
    with connected(path.with_suffix(".xml")) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [ban for (ban,) in connection.execute("SELECT ban FROM bans ORDER BY n")]


def is_removed(path: Path) -> str:
    path.unlink()
    return "players.db was removed while the bot runs"


def is_replaced(path: Path) -> str:
    shutil.copy(path, path.with_name("copy"))
    path.with_name("copy").replace(path)
    return "players.db was replaced by another file while the bot runs"


def is_moved_with_all_its_files(path: Path) -> str:
    (path.parent / "elsewhere").mkdir()
    for each in path.parent.glob("players.db*"):
        each.rename(path.parent / "elsewhere" / each.name)
    return "players.db was removed while the bot runs"


def loses_its_log(path: Path) -> str:
    path.with_name("players.db-wal").unlink()
    return "players.db-wal was removed while the bot runs"


def has_another_log(path: Path) -> str:
    log = path.with_name("players.db-wal")
    log.unlink()
    log.write_bytes(b"another")
    return "players.db-wal was replaced by another file while the bot runs"


Happens = Callable[[Path], str]
HAPPENS = (is_removed, is_replaced, is_moved_with_all_its_files, loses_its_log, has_another_log)


@pytest.mark.parametrize("happens", HAPPENS)
def test_nothing_is_written_to_files_that_are_lost_at_the_next_start(
    path: Path, database: Database, happens: Happens
) -> None:
    database.look()
    assert database.trouble == ""
    told: list[str] = []
    why = happens(path)
    database.look()
    assert database.trouble == why
    assert database.remedy == "the order rescue writes it back"
    database.write(PUT, "waits")
    database.when_kept(lambda: told.append("it is kept"))
    with pytest.raises(NeedsAdmin, match=why):
        database.require()
    assert not told


def test_a_stop_waits_for_a_rescue(path: Path, database: Database) -> None:
    """Where a thread rescues, and the reactor's stops the bot."""
    is_removed(path)
    database.look()
    database.write(PUT, "waits")
    stop, real = Thread(target=database.close), sqlite.copy

    def copy(source: sqlite3.Connection, target: Path) -> None:
        stop.start()
        stop.join(0.01)
        assert stop.is_alive()
        real(source, target)

    with patch.object(sqlite, "copy", copy):
        database._backend.rescue()
    stop.join()
    assert kept(path) == ["before", "waits"]


@pytest.mark.parametrize("happens", HAPPENS)
def test_a_rescue_writes_all_of_it_back(path: Path, database: Database, happens: Happens) -> None:
    happens(path)
    database.look()
    database.write(PUT, "waits")
    told: list[str] = []
    database.when_kept(lambda: told.append("it is kept"))
    outcome_of(database.rescue())
    assert (database.trouble, database.remedy, told) == ("", "", ["it is kept"])
    assert kept(path) == ["before", "waits"]
    assert path.stat().st_mode & 0o777 == 0o600
    database.write(PUT, "after")
    assert database.commit()
    database.look()
    assert database.trouble == ""
    assert kept(path) == ["before", "waits", "after"]
    database.close()
    assert kept(path) == ["before", "waits", "after"]
    assert not path.with_name(".players.db.new").exists()


def test_what_had_taken_the_place_is_kept(path: Path, database: Database) -> None:
    is_replaced(path)
    database.look()
    outcome_of(database.rescue())
    assert path.with_name("players.db~").exists()


def test_files_that_come_back_need_no_rescue(path: Path, database: Database) -> None:
    path.rename(path.with_name("away"))
    database.look()
    database.write(PUT, "waits")
    assert not database.commit()
    path.with_name("away").rename(path)
    database.look()
    assert database.commit()
    assert kept(path) == ["before", "waits"]


def test_a_damaged_database_takes_the_place_of_nothing(path: Path, database: Database) -> None:
    """Somebody has written into the file, and then another one takes its place."""
    writer_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    writer_of(database).execute("PRAGMA shrink_memory")
    os.truncate(path, 8192)
    is_replaced(path)
    database.look()
    before = path.read_bytes()
    with pytest.raises(DatabaseError, match=r"is damaged .*: restore a backup"):
        outcome_of(database.rescue())
    assert path.read_bytes() == before
    assert not database.commit()


@pytest.mark.parametrize("trouble", FAILURES)
@pytest.mark.parametrize("happens", [is_removed, is_replaced, loses_its_log])
def test_a_rescue_that_fails_loses_nothing_and_is_tried_again(
    path: Path, happens: Happens, trouble: Trouble
) -> None:
    for number in range(1, 20):
        for each in path.parent.iterdir():
            each.unlink()
        database = Database(SqliteFile(path))
        database.write(PUT, "one")
        assert database.commit()
        happens(path)
        database.look()
        faulty, failed = FaultyDisk(trouble, number), True
        with faulty.at_work():
            try:
                outcome_of(database.rescue())
                failed = False
            except DatabaseError:
                pass
        if failed:
            database.look()
            if database.can_be_rescued:
                outcome_of(database.rescue())
        database.write(PUT, "two")
        assert database.commit()
        assert kept(path) == ["one", "two"]
        database.close()
        if not faulty.had_trouble:
            return
    pytest.fail("it makes no end of calls")


CHANGE = "INSERT INTO changes (id, at, why, is_made) VALUES (?, 0, 'edit', 1)"


@pytest.mark.parametrize("is_checkpointed", [False, True])
def test_a_copy_that_is_written_over_the_file_is_noticed(
    path: Path, database: Database, *, is_checkpointed: bool
) -> None:
    """``cp`` leaves the file where it is: only the content is another one, damaged or not."""
    database.write(CHANGE, 1)
    assert database.commit()
    writer_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    shutil.copy(path, path.with_name("copy.db"))
    for number in range(1000):
        database.write(PUT, f"{number} {'x' * 1000}")
    database.write(CHANGE, 2)
    assert database.commit()
    if is_checkpointed:
        writer_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.write(PUT, "one more")
    assert database.commit()
    database.look()
    assert database.trouble == ""
    shutil.copy(path.with_name("copy.db"), path)
    database.look()
    if is_checkpointed:
        assert database.trouble == "players.db was overwritten while the bot runs"
        assert database.remedy == "stop the bot, and restore a backup (pontoonbot restore FILE)"
        database.look()
        assert not database.commit()
    else:  # all that differs is in the log, too
        assert database.trouble == ""
        assert len(kept(path)) == 1002


BANK = "INSERT INTO bank (id) VALUES (?)"


def test_a_copy_of_another_bank_is_noticed_though_it_has_more_changes(
    path: Path, database: Database
) -> None:
    other = Database(SqliteFile(path.with_name("other.db")))
    for each, bank, number in ((database, "one", 1), (other, "two", 3)):
        each.write(BANK, bank)
        each.write(CHANGE, number)
        assert each.commit()
        writer_of(each).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    other.close()
    database.write(PUT, "one more")
    assert database.commit()
    database.look()
    shutil.copyfile(path.with_name("other.db"), path)
    database.look()
    assert database.trouble == "players.db was overwritten while the bot runs"
    assert not database.commit()


def test_a_copy_is_noticed_before_anything_is_written_over_it(
    path: Path, database: Database
) -> None:
    """Somebody acts before the bot looks again."""
    shutil.copyfile(path, path.with_name("copy.db"))
    database.write(CHANGE, 1)
    assert database.commit()
    writer_of(database).execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.write(PUT, "one more")
    assert database.commit()
    database.look()
    shutil.copyfile(path.with_name("copy.db"), path)
    database.write(PUT, "waits")
    assert not database.commit()
    assert database.trouble == "players.db was overwritten while the bot runs"


def test_rows_that_contradict_each_other_need_an_admin(database: Database) -> None:
    """They are not those that the bot has written, and waiting does not help."""
    database.write(BANK, "one")
    database.write(CHANGE, 1)
    database.write(CHANGE, 1)
    assert not database.commit()
    assert database.trouble == "players.db is damaged (UNIQUE constraint failed: changes.id)"
    assert database.remedy == "stop the bot, and restore a backup (pontoonbot restore FILE)"


def test_other_programs_may_touch_the_file(path: Path, database: Database) -> None:
    os.utime(path)
    database.look()
    with sqlite3.connect(path) as other:
        other.execute(PUT, ("by hand",))
        other.execute("COMMIT")
        other.execute("PRAGMA wal_checkpoint(PASSIVE)")
    database.look()
    assert database.trouble == ""


def test_damage_that_is_found_in_play_says_what_to_do(path: Path, database: Database) -> None:
    database.close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    ((page,),) = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'bans'")
    connection.close()
    with path.open("r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xff" * 4096)
    damaged = Database(SqliteFile(path))
    damaged.write(PUT, "one")
    assert not damaged.commit()
    assert damaged.trouble == "players.db is damaged"
    assert damaged.remedy == "stop the bot, and restore a backup (pontoonbot restore FILE)"
    with pytest.raises(NeedsAdmin):
        damaged.require()
    damaged.close()


# Two bots


def test_a_lock_file_that_was_removed_is_made_again(tmp_path: Path) -> None:
    lock = Lock(tmp_path / "players.lock")
    (tmp_path / "players.lock").unlink()
    assert lock.look() == ""
    assert (tmp_path / "players.lock").read_text() == f"{os.getpid()}\n"
    assert lock.look() == ""
    lock.release()
    Lock(tmp_path / "players.lock").release()


def test_a_bot_pauses_for_good_once_another_one_uses_its_files(tmp_path: Path) -> None:
    """What it knows no longer holds, even if the other one stops."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave")))
    first = take_players(path, print)
    database = first.store.database
    with pytest.raises(StartupError, match="in use"):
        take_players(path, print)
    (tmp_path / "players.lock").unlink()
    second = take_players(path, print)
    database.look()
    assert database.trouble == f"the bot with process id {os.getpid()} uses players.db too"
    assert database.remedy == "stop both bots, and start one again"
    with pytest.raises(NeedsAdmin):
        database.require()
    with pytest.raises(DatabaseError, match="stop both bots"):
        outcome_of(database.rescue())
    second.store.database.close()
    second.lock.release()
    database.look()
    assert not database.commit()
    database.close()
    first.lock.release()
