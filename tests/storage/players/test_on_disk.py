"""players.xml on the disk: whole at any moment, whatever fails or writes at the same time."""

import errno
import gc
import itertools
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pontoon.storage import sqlite
from pontoon.storage.players.player import Fault, PlayerChange, PlayersFileError
from pontoon.storage.players.store import PlayerStore
from tests.support.players_files import (
    chips_in,
    file_of,
    full,
    names,
    short,
    store_at,
    text_in,
    write,
)
from tests.support.players_files import settle as settle_round

KILLED = 9
WIN = {"dave": PlayerChange(5, 1, 1)}
BEFORE, AFTER = {"dave": 1000, "bob": 1000}, {"dave": 1005, "bob": 1000}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.xml"


@pytest.fixture
def store(path: Path) -> PlayerStore:
    return store_at(path, full("dave"), full("bob"))


def failing(error: OSError) -> Callable[..., Any]:
    """Return what may stand in for a function of the operating system that fails with ERROR."""

    def fail(*_: object, **__: object) -> None:
        raise error

    return fail


def error_of(number: int) -> OSError:
    """Return the error of that NUMBER as the operating system would raise it."""
    return OSError(number, os.strerror(number))


@pytest.mark.parametrize("function", ["open", "write", "fsync", "replace"])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EIO, errno.EACCES, errno.EROFS])
def test_a_write_that_fails_changes_nothing(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch, function: str, number: int
) -> None:
    """A full disk, a broken one, a folder that may not be written: and later it is done once."""
    with monkeypatch.context() as patched:
        patched.setattr(os, function, failing(error_of(number)))
        with pytest.raises(PlayersFileError) as raised:
            settle_round(store, "pontoon", WIN)
    assert raised.value.faults == (Fault(0, f"it cannot be written: {os.strerror(number)}"),)
    assert text_in(path) == file_of(full("dave"), full("bob"))
    assert names(path.parent) == ["players.db", "players.xml"]
    assert store.players()[0].chips == 1000
    assert store.faults == ()

    settle_round(store, "pontoon", WIN)
    assert chips_in(path) == AFTER


def test_a_disk_that_is_full_halfway_leaves_no_rubbish(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is noticed only when what was written is flushed."""
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing(error_of(errno.ENOSPC)))
        with pytest.raises(PlayersFileError, match="No space left on device"):
            settle_round(store, "pontoon", WIN)
    assert names(path.parent) == ["players.db", "players.xml"]


def test_a_last_step_that_fails_leaves_both_versions_as_they_were(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The previous version is kept already by then; it may be kept twice."""
    real = os.replace

    def fail_for_the_file(source: Path, target: Path) -> None:
        if target == path:
            raise error_of(errno.EIO)
        real(source, target)

    with monkeypatch.context() as patched:
        patched.setattr(os, "replace", fail_for_the_file)
        with pytest.raises(PlayersFileError):
            settle_round(store, "pontoon", WIN)
    assert names(path.parent) == ["players.db", "players.xml", "players.xml~"]
    assert chips_in(path) == chips_in(path.with_name("players.xml~")) == BEFORE

    settle_round(store, "pontoon", WIN)
    assert names(path.parent) == ["players.db", "players.xml", "players.xml~"]
    assert chips_in(path) == AFTER
    assert chips_in(path.with_name("players.xml~")) == BEFORE


def test_once_it_is_written_nothing_fails_any_more(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or else the round would be added a second time; some file systems cannot sync folders."""
    real = os.fsync

    def fail_for_folders(descriptor: int) -> None:
        if stat.S_ISDIR(os.fstat(descriptor).st_mode):
            raise error_of(errno.EINVAL)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fail_for_folders)
    settle_round(store, "pontoon", WIN)
    assert chips_in(path) == AFTER


def test_file_and_folder_are_synced_in_the_right_order(
    store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """First what is in the new file, then the ledger, then its name."""
    steps = []
    real_fsync, real_replace, real_commit = os.fsync, os.replace, sqlite.commit

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        steps.append("sync folder" if is_folder else "sync file")
        real_fsync(descriptor)

    def replace(source: Path, target: Path) -> None:
        steps.append(f"rename to {Path(target).name}")
        real_replace(source, target)

    def commit(connection: sqlite3.Connection) -> None:
        steps.append("commit")
        real_commit(connection)

    monkeypatch.setattr(os, "fsync", fsync)
    monkeypatch.setattr(os, "replace", replace)
    monkeypatch.setattr(sqlite, "commit", commit)
    settle_round(store, "pontoon", WIN)
    assert steps == [
        "sync file",
        "rename to players.xml~",
        "commit",
        "rename to players.xml",
        "sync folder",
    ]


def die_at(step: int) -> None:
    """End this process, without any tidying up, before its given STEP on files."""
    steps = itertools.count(1)

    def hook(event: str, _: object) -> None:
        if event in ("open", "os.link", "os.rename", "os.remove") and next(steps) == step:
            os._exit(KILLED)

    sys.addaudithook(hook)


def settle_and_die_at(step: int, path: Path) -> int:
    """Settle a round in another process that dies before a STEP; return its exit status."""
    child = os.fork()
    if child == 0:
        try:
            store = PlayerStore(path)
            store.recover()
            store.refresh()
            die_at(step)
            settle_round(store, "pontoon", WIN)
            os._exit(0)
        finally:
            os._exit(1)  # whatever goes wrong, this process is not to go on with the tests
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def test_killed_at_any_moment_the_file_is_whole(path: Path) -> None:
    """As it was or as it was to be; and whatever is left over is swept."""
    found = []
    for step in itertools.count(1):
        write(path, file_of(full("dave"), full("bob")))
        status = settle_and_die_at(step, path)
        store = PlayerStore(path)
        store.recover()
        store.sweep()
        found.append(chips_in(path))
        assert set(names(path.parent)) <= {"players.db", "players.xml", "players.xml~"}
        if status != KILLED:
            break
    assert status == 0
    assert len(found) > 6
    assert found == sorted(found, key=[BEFORE, AFTER].index)
    assert (found[0], found[-1]) == (BEFORE, AFTER)


def test_what_a_killed_program_left_is_swept(path: Path) -> None:
    """When that is asked for, and not by reading: somebody else may be writing just then."""
    store = store_at(path, full("dave"))
    strays = [path.with_name(".players.xml.new"), path.with_name(".players.xml.old")]
    for stray in strays:
        stray.write_text("half a fi")
    PlayerStore(path).refresh()
    assert [text_in(stray) for stray in strays] == ["half a fi"] * 2
    store.sweep()
    assert names(path.parent) == ["players.db", "players.xml"]
    store.sweep()
    assert names(path.parent) == ["players.db", "players.xml"]


def test_a_stray_file_is_never_written_through(
    path: Path, store: PlayerStore, tmp_path: Path
) -> None:
    """Nor is a link that somebody put there."""
    victim = tmp_path / "victim"
    victim.write_text("untouched")
    path.with_name(".players.xml.new").symlink_to(victim)
    path.with_name(".players.xml.old").symlink_to(victim)
    settle_round(store, "pontoon", WIN)
    assert victim.read_text() == "untouched"
    assert chips_in(path) == AFTER
    assert not path.is_symlink()


def test_mode_and_owner_are_kept(path: Path, store: PlayerStore) -> None:
    path.chmod(0o640)
    if os.geteuid() == 0:
        os.chown(path, 1234, 5678)
    before = path.stat()
    settle_round(store, "pontoon", WIN)
    after = path.stat()
    assert after.st_ino != before.st_ino
    assert stat.S_IMODE(after.st_mode) == 0o640
    assert (after.st_uid, after.st_gid) == (before.st_uid, before.st_gid)


def test_owner_and_mode_are_asked_for_as_the_file_has_them(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any user can run this test; a refusal by the system does no harm."""
    asked = []

    def refuse(*what: int) -> None:
        asked.append(what[1:])
        raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))

    path.chmod(0o640)
    before = path.stat()
    monkeypatch.setattr(os, "fchown", refuse)
    monkeypatch.setattr(os, "fchmod", refuse)
    settle_round(store, "pontoon", WIN)
    assert asked == [(-1, before.st_gid), (before.st_uid, -1), (0o640,)]
    assert chips_in(path) == AFTER
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_a_symbolic_link_is_followed_and_stays(tmp_path: Path) -> None:
    """All that is written is beside the file it leads to."""
    folder = tmp_path / "real"
    folder.mkdir()
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    store_at(folder / "file.xml", full("dave"), full("bob"))
    link = elsewhere / "players.xml"
    link.symlink_to("../link.xml")
    (tmp_path / "link.xml").symlink_to("real/file.xml")
    settle_round(PlayerStore(link), "pontoon", WIN)
    assert link.is_symlink()
    assert chips_in(folder / "file.xml") == AFTER
    assert names(folder) == ["file.db", "file.xml", "file.xml~"]
    assert names(elsewhere) == ["players.xml"]


@pytest.mark.parametrize("number", [errno.EPERM, errno.EOPNOTSUPP, errno.EMLINK])
def test_the_previous_version_is_copied_where_there_are_no_links(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    path.chmod(0o640)
    monkeypatch.setattr(os, "link", failing(error_of(number)))
    settle_round(store, "pontoon", WIN)
    previous = path.with_name("players.xml~")
    assert text_in(previous) == file_of(full("dave"), full("bob"))
    assert stat.S_IMODE(previous.stat().st_mode) == 0o640
    assert names(path.parent) == ["players.db", "players.xml", "players.xml~"]


def test_a_file_that_is_gone_is_not_made_again(path: Path, store: PlayerStore) -> None:
    """An admin may be about to put it back."""
    path.unlink()
    with pytest.raises(PlayersFileError) as raised:
        settle_round(store, "pontoon", WIN)
    assert raised.value.faults == store.faults == (Fault(0, "there is no such file"),)
    assert names(path.parent) == ["players.db"]
    assert store.players()[0].chips == 1000

    write(path, file_of(full("dave"), full("bob")))
    settle_round(store, "pontoon", WIN)
    assert chips_in(path) == AFTER


def test_a_folder_is_no_file(path: Path) -> None:
    path.mkdir()
    store = PlayerStore(path)
    assert store.refresh()
    assert store.faults == (Fault(0, "it cannot be read: Is a directory"),)


def test_a_pipe_is_no_file_and_is_not_waited_for(path: Path) -> None:
    os.mkfifo(path)
    store = PlayerStore(path)
    assert store.refresh()
    assert store.faults == (Fault(0, "it cannot be read: Not a regular file"),)


@pytest.mark.parametrize("make", [os.mkdir, os.mkfifo])
def test_looking_at_what_is_no_file_leaves_nothing_open(
    path: Path, make: Callable[[Path], None]
) -> None:
    """A bot may look thousands of times before somebody mends it."""
    make(path)
    gc.collect()  # what earlier tests have left open
    before = names(Path("/dev/fd"))
    for _ in range(3):
        PlayerStore(path).refresh()
    assert names(Path("/dev/fd")) == before


def test_a_link_to_itself_is_no_file(path: Path) -> None:
    path.symlink_to(path.name)
    store = PlayerStore(path)
    assert store.refresh()
    assert store.faults == (Fault(0, f"it cannot be read: {os.strerror(errno.ELOOP)}"),)


def test_a_file_that_may_not_be_read(
    path: Path, store: PlayerStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The players stay; the file is used again as soon as it may be read."""
    write(path, file_of(short("kevin")))
    with monkeypatch.context() as patched:
        patched.setattr(os, "open", failing(error_of(errno.EACCES)))
        assert store.refresh()
    assert store.faults == (Fault(0, "it cannot be read: Permission denied"),)
    assert store.players()[0].chips == 1000
    assert store.refresh()
    assert [player.nick for player in store.players()] == ["kevin"]
    assert not store.refresh()


def test_a_new_file_is_not_put_in_place_of_another(path: Path) -> None:
    store_at(path, full("dave"), full("bob"))
    with pytest.raises(PlayersFileError, match="it cannot be created: File exists"):
        PlayerStore.create(path, "20/11/2025")
    assert chips_in(path) == BEFORE


def test_a_new_file_may_be_read_by_whom_the_umask_says(path: Path) -> None:
    umask = os.umask(0o027)
    try:
        PlayerStore.create(path, "20/11/2025")
    finally:
        os.umask(umask)
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_that_cannot_be_made(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(PlayersFileError, match="it cannot be created: No such file or directory"):
        PlayerStore.create(path / "no" / "folder.xml", "20/11/2025")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", failing(error_of(errno.ENOSPC)))
        with pytest.raises(PlayersFileError, match="No space left on device"):
            PlayerStore.create(path, "20/11/2025")
    assert names(path.parent) == []
