"""Only one bot at a time, and no lock outlives its bot."""

import errno
import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.lockfile import NO_LOCKS, InUse, Lock, can_lock
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.repository import ROOT

PROGRAM = """\
import sys
from pathlib import Path
from pontoon.storage.lockfile import Lock
lock = Lock(Path(sys.argv[1]))
print("locked", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "players.lock"


@contextmanager
def another_process(path: Path) -> Iterator["subprocess.Popen[str]"]:
    """Let another process have the lock."""
    pipe = subprocess.PIPE
    arguments = [sys.executable, "-c", PROGRAM, str(path)]
    environ = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(arguments, stdin=pipe, stdout=pipe, text=True, env=environ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "locked\n"
        try:
            yield process
        finally:
            process.kill()


def test_the_second_is_told_who_has_it(path: Path) -> None:
    with another_process(path) as other:
        with pytest.raises(InUse, match=f"^the bot with process id {other.pid}$"):
            Lock(path)
        assert path.read_text() == f"{other.pid}\n"


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_it_is_free_when_its_process_has_ended_in_whatever_way(
    path: Path, number: signal.Signals
) -> None:
    """The file is still there, and says who had it until somebody else has it."""
    with another_process(path) as other:
        other.send_signal(number)
        other.wait()
        assert path.read_text() == f"{other.pid}\n"
        with Lock(path):
            assert path.read_text() == f"{os.getpid()}\n"


def test_it_is_free_again_when_it_is_released(path: Path) -> None:
    with Lock(path), pytest.raises(InUse):
        Lock(path)
    Lock(path).release()


@pytest.mark.parametrize("number", [2, 3])
def test_it_is_had_on_a_full_disk_too(path: Path, number: int) -> None:
    with FaultyDisk(Trouble.FULL, number, 10).at_work():
        lock = Lock(path)
    with pytest.raises(InUse, match=r"^another bot$"):
        Lock(path)
    lock.release()


def test_where_there_can_be_none_that_is_an_error(path: Path) -> None:
    for wrong in (path.with_name("no") / "players.lock", path.parent):
        with pytest.raises(OSError, match=r"No such file|Is a directory"):
            Lock(wrong)
    path.symlink_to("elsewhere")
    with pytest.raises(OSError, match="symbolic links"):
        Lock(path)
    assert not path.with_name("elsewhere").exists()


@pytest.mark.parametrize("number", [errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP])
def test_a_file_system_without_locks_is_named_with_what_helps(path: Path, number: int) -> None:
    refused = OSError(number, os.strerror(number))
    with (
        patch.object(fcntl, "flock", side_effect=refused),
        pytest.raises(OSError, match=f"^.Errno {number}. {NO_LOCKS}$"),
    ):
        Lock(path)
    with patch.object(fcntl, "lockf", side_effect=refused):
        assert not can_lock(path)


def test_another_trouble_with_a_lock_is_no_lack_of_locks(path: Path) -> None:
    trouble = OSError(errno.EIO, "Input/output error")
    with patch.object(fcntl, "flock", side_effect=trouble), pytest.raises(OSError, match="Input/"):
        Lock(path)
    for each in (trouble, BlockingIOError(errno.EAGAIN, "Try again")):
        with patch.object(fcntl, "lockf", side_effect=each):
            assert can_lock(path)


def test_it_is_still_held_after_a_look_whether_the_file_system_gives_locks(path: Path) -> None:
    assert can_lock(path)  # it is not there yet
    with Lock(path):
        assert can_lock(path)
        with pytest.raises(InUse):
            Lock(path)
