"""Starting the bot: it is alone, and players.xml and players.db agree, before anything else."""

import errno
import fcntl
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
from pontoon.service import service, startup
from pontoon.storage import sqlite
from pontoon.storage.lockfile import InUse, Lock
from pontoon.storage.place import connected
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.sqlite import opened
from pontoon.storage.upkeep import back_up
from tests.service.test_cli import ORDINARY_USER
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.full_database import filled
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
    stand_in: Mock = create_autospec(service.run, return_value=False)
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


def test_on_a_file_system_without_locks_it_does_not_start_and_says_why(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    with patch.object(fcntl, "flock", side_effect=OSError(errno.ENOLCK, "No locks available")):
        assert main([]) == 2
    run.assert_not_called()
    lock = path.with_suffix(".lock")
    said = f"pontoonbot: {lock} cannot be locked: its file system gives no locks: mount it with "
    assert capsys.readouterr().err.startswith(said)


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


def link(path: Path) -> None:
    """Have the database be somewhere else."""
    opened(path.with_name("elsewhere.db")).close()
    database_of(path).symlink_to("elsewhere.db")


def link_to_nothing(path: Path) -> None:
    database_of(path).symlink_to("elsewhere.db")


def changed(path: Path, *statements: str) -> None:
    """Have somebody make STATEMENTS in a database that a bot has made."""
    filled(path)
    with closing(sqlite3.connect(database_of(path))) as database:
        database.execute("PRAGMA writable_schema = ON")
        for each in statements:
            database.execute(each)
        database.commit()


def numbered_too_low(path: Path) -> None:
    changed(path, "PRAGMA user_version = 0")


def numbered_a_little_too_low(path: Path) -> None:
    changed(path, "PRAGMA user_version = 1")


def numbered_below_0(path: Path) -> None:
    changed(path, "PRAGMA user_version = -1")


def lacking_a_table(path: Path) -> None:
    changed(path, "DROP TABLE rules")


def lacking_a_column(path: Path) -> None:
    changed(path, "ALTER TABLE rounds DROP COLUMN is_given_up")


def named_in_latin_1(path: Path) -> None:
    """Let what SQLite says not be UTF-8."""
    name = "name = CAST(x'ff0a41' AS TEXT), sql = 'CREATE TABLE'"
    changed(path, f"UPDATE sqlite_master SET {name} WHERE name = 'sts'")


def secret_in_latin_1(path: Path) -> None:
    """Nobody may see what is quoted: it is a secret."""
    changed(path, "UPDATE decks SET deck = CAST(deck || x'ff' AS TEXT)")


def account_below_0(path: Path) -> None:
    changed(path, "UPDATE accounts SET chips = -5 WHERE name = 'dave'")


def account_too_full(path: Path) -> None:
    changed(path, "UPDATE accounts SET chips = 100000000000000000 WHERE name = 'dave'")


def account_of_no_kind(path: Path) -> None:
    changed(path, "UPDATE accounts SET kind = 'friend' WHERE name = 'dave' AND kind = 'player'")


def promise_for_ever(path: Path) -> None:
    changed(path, "UPDATE sts SET until = 9223372036854775807")


def change_too_great(path: Path) -> None:
    changed(path, "INSERT INTO changes (id, at, why) VALUES (9223372036854775807, 0, 'bank')")


def deck_in_the_row_of_another(path: Path) -> None:
    changed(path, "UPDATE decks SET number = 7")


_OTHER_VERSION = r"players\.db is of another version"
_UNREADABLE = r"^players\.db has what this version cannot read"

UNUSABLE = {
    link: r"players\.db cannot be used: it is a symbolic link; put the file itself there$",
    link_to_nothing: r"players\.db cannot be used: it is a symbolic link; put the file itself",
    numbered_too_low: rf"{_OTHER_VERSION} \(table tables already exists\): start the version of",
    numbered_a_little_too_low: rf"{_OTHER_VERSION} \(duplicate column name: bank\): start",
    numbered_below_0: r"players\.db is damaged \(its version is -1\): restore a backup",
    lacking_a_table: rf"{_OTHER_VERSION} \(no such table: rules\): start the version of",
    lacking_a_column: rf"{_OTHER_VERSION} \(no such column: is_given_up\): start the version of",
    named_in_latin_1: r"players\.db is damaged \(it has a text that is not UTF-8\): restore a",
    secret_in_latin_1: r"players\.db is damaged \(it has a text that is not UTF-8\): restore a",
    account_below_0: rf"{_UNREADABLE} \(accounts: player dave has -5\): start the version of",
    account_too_full: rf"{_UNREADABLE} \(accounts: player dave has 10{{17}}\): start the version",
    account_of_no_kind: rf"{_UNREADABLE} \(accounts: 'friend' is not a valid AccountKind\): ",
    promise_for_ever: rf"{_UNREADABLE} \(sts: 9223372036854775807 is no time\): start the",
    change_too_great: rf"{_UNREADABLE} \(changes: the bot has not counted to 9.*7\): start",
    deck_in_the_row_of_another: rf"{_UNREADABLE} \(decks: deck 1 is in the row of another\): ",
    damaged: r"players\.db is damaged \(file is not a database\): restore a backup ",
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
    assert "secret" not in said
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == said
    assert everything_beside(path) == before


@pytest.mark.parametrize(
    "command",
    ["audit", "verify", "history", "history --check", "backup b.db", "history forget dave"],
)
@pytest.mark.parametrize("happen", [damaged, named_in_latin_1, of_later_version])
def test_with_such_a_database_no_command_works(
    path: Path, capsys: pytest.CaptureFixture[str], happen: Callable[[Path], None], command: str
) -> None:
    """It says why in one line, as the start does."""
    happen(path)
    assert main([]) == 2
    said = capsys.readouterr()
    assert main(command.split()) == 2
    assert capsys.readouterr() == said


@pytest.mark.parametrize(
    "command",
    ["", "audit", "verify", "history", "backup b.db", "history forget dave"],
)
@pytest.mark.parametrize("key", ["password_file", "tls_ca_file"])
def test_with_a_device_in_place_of_a_file_no_command_works(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str], key: str, command: str
) -> None:
    with (path.parent / "config.ini").open("a") as file:
        file.write(f"{key} = /dev/zero\n")
    assert main(command.split()) == 2
    run.assert_not_called()
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert f"config.ini, line 3, [irc] {key}: " in err
    assert "cannot be read: it is not a regular file" in err


def cannot_be_written(path: Path) -> str:
    return (
        f"{path.parent} cannot be written: the bot replaces {path.name} there, and keeps its"
        " database beside it; give the folder to the user that the bot runs as\n"
    )


@pytest.mark.parametrize("is_link", [False, True])
def test_a_folder_that_cannot_be_written_is_told_before_anything_is_done(
    path: Path,
    run: Mock,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_link: bool,
) -> None:
    """Behind a link that is another one than config.ini names."""
    there = path
    if is_link:
        (path.parent / "there").mkdir()
        there = path.rename(path.parent / "there" / "dealer.xml")
        path.symlink_to(there)
    real = os.access
    monkeypatch.setattr(
        os, "access", lambda each, mode, **how: each != there.parent and real(each, mode, **how)
    )
    before = names(path.parent)
    assert main([]) == 2
    run.assert_not_called()
    assert capsys.readouterr().err == f"pontoonbot: {cannot_be_written(there)}"
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == cannot_be_written(there)
    assert names(path.parent) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_of_somebody_else_cannot_be_written(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    path.parent.chmod(0o500)
    try:
        assert (main([]), main(["--check"])) == (2, 1)
    finally:
        path.parent.chmod(0o700)
    run.assert_not_called()
    out, err = capsys.readouterr()
    assert (out, err) == (cannot_be_written(path), f"pontoonbot: {cannot_be_written(path)}")


@pytest.mark.parametrize("name", ["players.xml", "my players.xml"])
def test_a_file_that_is_mounted_alone_cannot_be_replaced(
    path: Path,
    run: Mock,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    path = path.rename(path.with_name(name))
    with (path.parent / "config.ini").open("a") as file:
        file.write(f"[players]\nfile = {name}\n")
    mounts = path.with_name("mounts")
    quoted = str(path).replace(" ", "\\040")
    others = f"1 2 8:1 / / rw - ext4 /dev/a rw\n1 2 8:1 /y {path.parent} rw - ext4 /dev/a rw\n"
    mounts.write_text(f"{others}1 2 8:1 /x {quoted} rw - ext4 /dev/a rw\n")
    assert main(["--check"]) == 0
    monkeypatch.setattr(startup, "_MOUNTS", mounts)
    capsys.readouterr()
    assert main([]) == 2
    run.assert_not_called()
    said = f"{path} is mounted alone, so the bot cannot replace it: mount its folder\n"
    assert capsys.readouterr().err == f"pontoonbot: {said}"
    assert main(["--check"]) == 1
    assert capsys.readouterr().out == said


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
    with patch.object(sqlite, "commit", side_effect=full):
        assert main([]) == 2
    run.assert_not_called()
    said = "pontoonbot: players.db cannot be written: database or disk is full\n"
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


# A database that does not belong to the file

ACCEPT = "--accept-older-database"


def play_with_an_older_database(path: Path) -> None:
    """Have a round in the file that the database does not have."""
    assert main([]) == 0
    copy, file = back_up(path, path.with_name("copy.db"))
    file.unlink()
    store = PlayerStore(path)
    settle_round(store, "pontoon", {"dave": win(5)}, None, "first")
    store.database.close()
    for each in path.parent.glob("players.db*"):
        each.unlink()
    copy.rename(database_of(path))


def test_an_older_database_is_refused_and_a_check_says_the_same(
    path: Path, run: Mock, capsys: pytest.CaptureFixture[str]
) -> None:
    play_with_an_older_database(path)
    run.reset_mock()
    capsys.readouterr()
    assert main(["--check"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("players.xml: players.db is older than it by 1 change: ")
    assert ACCEPT in said
    assert main([]) == 2
    assert capsys.readouterr().err == f"pontoonbot: {said}"
    run.assert_not_called()


@pytest.mark.usefixtures("run")
def test_accepted_it_begins_another_bank(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The option does nothing where nothing is wrong."""
    play_with_an_older_database(path)
    assert main([ACCEPT]) == 0
    assert "the chips in players.xml count" in capsys.readouterr().err
    content = path.read_bytes()
    assert b' change="3"' in content
    assert main([ACCEPT]) == 0
    assert capsys.readouterr().err == ""
    assert path.read_bytes() == content
    assert changes(path) == [("first seen", None), ("edit", None)]
    check_books(path)


@pytest.mark.usefixtures("run")
def test_a_file_with_a_number_needs_its_database(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    database_of(path).unlink()
    for _ in range(2):
        assert main([]) == 2
        assert "players.db is missing beside it" in capsys.readouterr().err
    assert not database_of(path).exists()
    assert main([ACCEPT]) == 0
    assert changes(path) == [("first seen", None)]


@pytest.mark.usefixtures("run")
def test_an_older_file_is_an_edit_that_is_told(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([]) == 0
    older = path.read_bytes()
    store = PlayerStore(path)
    settle_round(store, "pontoon", {"dave": win(5)}, None, "first")
    store.database.close()
    path.write_bytes(older)
    assert main([]) == 0
    said = "players.xml is older than players.db by 1 change: I take that for an edit"
    assert capsys.readouterr().err == f"pontoonbot: {said}\n"
    assert main([]) == 0
    assert capsys.readouterr().err == ""
