"""Files of lines: what was appended stays, what was not wanted goes."""

import os
import stat
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
from pontoon.storage.append_file import AppendFile

from tests.support.faulty_disk import CUTS, FAILURES, FaultyDisk, Trouble
from tests.support.players_files import names


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "lines"


@pytest.fixture
def file(path: Path) -> AppendFile:
    """Give a file with two lines in it."""
    file = AppendFile(path)
    assert file.read() == []
    file.append([b"one"])
    file.append([b"two"])
    return file


def lines_in(path: Path) -> list[bytes]:
    """Return the lines as somebody finds them who starts anew."""
    return AppendFile(path).read()


def needs_repair(file: AppendFile) -> bool:
    return file.needs_repair


def test_lines_are_appended_one_behind_the_other(path: Path, file: AppendFile) -> None:
    file.append([b"three", "vièr".encode()])
    assert path.read_bytes() == b"one\ntwo\nthree\nvi\xc3\xa8r\n"
    assert lines_in(path) == [b"one", b"two", b"three", b"vi\xc3\xa8r"]
    assert file.length == path.stat().st_size


def test_a_long_file_is_read_line_by_line(path: Path, file: AppendFile) -> None:
    """What it finds is what ``read`` finds; it can be appended to then."""
    path.write_bytes(b"one\ntwo\nthr")
    other = AppendFile(path)
    assert [*other.read_through()] == [b"one", b"two"]
    assert (other.torn, other.length) == (b"thr", 8)
    other.append([b"three"])
    assert lines_in(path) == [b"one", b"two", b"three"]
    assert not file.is_as_it_was
    path.unlink()
    assert [*other.read_through()] == []
    with pytest.raises(IsADirectoryError):
        next(AppendFile(path.parent).read_through())


def test_only_its_owner_may_read_it_unless_another_mode_is_given(path: Path) -> None:
    umask = os.umask(0)
    try:
        for mode, name in ((0o600, "secret"), (0o640, "open")):
            file = AppendFile(path.with_name(name), *([] if mode == 0o600 else [mode]))
            file.append([b"one"])
            file.append([b"two"])
            assert stat.S_IMODE(path.with_name(name).stat().st_mode) == mode
    finally:
        os.umask(umask)


def test_several_lines_are_one_step_and_are_synced(file: AppendFile) -> None:
    watching = FaultyDisk(Trouble.BROKEN, 100)
    with watching.at_work():
        file.append([b"three", b"four", b"five"])
    assert watching.calls == ["open_to_write", "write", "sync"]


def test_what_is_appended_soon_is_written_now_and_synced_with_the_next(file: AppendFile) -> None:
    watching = FaultyDisk(Trouble.BROKEN, 100)
    with watching.at_work():
        file.append_soon([b"three", b"four"])
        assert lines_in(file.path) == [b"one", b"two", b"three", b"four"]
        assert watching.calls == ["open_to_write", "write"]
        file.append([b"five"])
    assert watching.calls[2:] == ["open_to_write", "write", "sync"]
    assert lines_in(file.path)[-2:] == [b"four", b"five"]


def test_what_cannot_be_appended_soon_is_cut_off(file: AppendFile) -> None:
    with FaultyDisk(Trouble.FULL_HALFWAY, 2).at_work(), pytest.raises(OSError, match="No space"):
        file.append_soon([b"three"])
    assert lines_in(file.path) == [b"one", b"two"]


def test_a_new_file_is_synced_and_so_is_its_name(path: Path) -> None:
    watching = FaultyDisk(Trouble.BROKEN, 100)
    with watching.at_work():
        AppendFile(path).append([b"one"])
    steps = ["open_to_write", "write", "sync", "replace", "sync_folder"]
    assert [call for call in watching.calls if call != "remove"] == steps


def test_a_torn_last_line_is_none_and_goes_before_the_next_is_appended(path: Path) -> None:
    path.write_bytes(b'one\n{"tw')
    file = AppendFile(path)
    assert file.read() == [b"one"]
    assert path.read_bytes() == b'one\n{"tw'
    file.append([b"two"])
    assert path.read_bytes() == b"one\ntwo\n"


@pytest.mark.parametrize("more", [0, 1, 2, 100])
@pytest.mark.parametrize("trouble", FAILURES)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_what_failed_is_cut_off_before_anything_else_is_appended(
    path: Path, file: AppendFile, trouble: Trouble, number: int, more: int
) -> None:
    """It is cut off at once or, if that fails too, later; until then nothing is appended."""
    faulty = FaultyDisk(trouble, number, more)
    with faulty.at_work():
        for _ in range(2 if more == 100 else 1):
            with pytest.raises(OSError, match=r"No space|error|Read-only"):
                file.append([b"three", b"four"])
    assert file.length == len(b"one\ntwo\n")
    if not more:
        assert not needs_repair(file)
    if not needs_repair(file):
        assert path.read_bytes() == b"one\ntwo\n"
    file.append([b"five"])
    assert not needs_repair(file)
    assert path.read_bytes() == b"one\ntwo\nfive\n"


@pytest.mark.parametrize("cut", CUTS)
@pytest.mark.parametrize("number", [1, 2, 3])
def test_after_a_power_cut_there_are_whole_lines_from_before(
    path: Path, file: AppendFile, cut: Trouble, number: int
) -> None:
    with FaultyDisk(cut, number).at_work():
        file.append([b"three", b"four"])
    assert lines_in(path)[:2] == [b"one", b"two"]
    assert set(lines_in(path)[2:]) <= {b"three", b"four"}


def test_an_ill_file_can_be_rewritten(path: Path, file: AppendFile) -> None:
    with FaultyDisk(Trouble.BROKEN, 3, 2).at_work(), pytest.raises(OSError, match="error"):
        file.append([b"three"])
    assert needs_repair(file)
    file.rewrite([b"new"])
    assert not needs_repair(file)
    file.append([b"newer"])
    assert path.read_bytes() == b"new\nnewer\n"


def test_it_is_cut_to_whole_lines(path: Path, file: AppendFile) -> None:
    file.cut(4)
    file.append([b"zwei"])
    assert lines_in(path) == [b"one", b"zwei"]


@pytest.mark.parametrize("trouble", Trouble)
@pytest.mark.parametrize("number", range(1, 8))
def test_it_is_rewritten_in_one_step(
    path: Path, file: AppendFile, trouble: Trouble, number: int
) -> None:
    try:
        with FaultyDisk(trouble, number).at_work():
            file.rewrite([b"new"])
    except OSError:
        if trouble is not Trouble.DONE_BUT_FAILED:
            assert lines_in(path) == [b"one", b"two"]
        assert names(path.parent) == ["lines"]
    assert lines_in(path) in ([b"one", b"two"], [b"new"])
    file.read()
    file.rewrite([b"newer"])
    assert names(path.parent) == ["lines"]
    assert lines_in(path) == [b"newer"]


EDITS: list[Callable[[Path], object]] = [
    Path.unlink,
    lambda path: path.write_bytes(b"one\n"),
    lambda path: path.write_bytes(b"one\ntwo\nthree\n"),
    lambda path: path.with_name("other").write_bytes(b"one\nTWO\n") and put(path),
]


def put(path: Path) -> Path:
    """Put the other file into the place of the one at PATH."""
    return path.with_name("other").replace(path)


@pytest.mark.parametrize("edit", EDITS, ids=["gone", "shorter", "longer", "another"])
def test_nothing_is_done_to_a_file_that_somebody_else_has_changed(
    path: Path, file: AppendFile, edit: Callable[[Path], object]
) -> None:
    """Until it was read again, and then only to its end."""
    edit(path)
    assert not file.is_as_it_was
    before = path.read_bytes() if path.exists() else None
    attempts: list[Callable[[], None]] = [lambda: file.append([b"five"]), lambda: file.cut(0)]
    for do in attempts:
        with pytest.raises(OSError, match=r"another program has changed it|No such file"):
            do()
    assert (path.read_bytes() if path.exists() else None) == before
    found = file.read()
    file.append([b"five"])
    assert lines_in(path) == [*found, b"five"]


def test_a_file_that_was_not_there_is_not_written_over(path: Path) -> None:
    file = AppendFile(path)
    file.read()
    path.write_bytes(b"theirs\n")
    with pytest.raises(OSError, match="another program has changed it"):
        file.append([b"ours"])
    assert path.read_bytes() == b"theirs\n"


@pytest.mark.parametrize("make", [Path.mkdir, os.mkfifo, lambda path: path.symlink_to("other")])
def test_what_is_no_ordinary_file_is_refused(path: Path, make: Callable[[Path], object]) -> None:
    """Nor is a link followed, or a pipe waited for."""
    path.with_name("other").write_bytes(b"untouched\n")
    file = AppendFile(path)
    file.read()
    make(path)
    with pytest.raises(OSError, match=r"."):
        file.append([b"one"])
    with pytest.raises(OSError, match=r"."):
        file.read()
    assert path.with_name("other").read_bytes() == b"untouched\n"


def test_nothing_stays_open(path: Path, file: AppendFile) -> None:
    before = names(Path("/dev/fd"))
    with patch("os.fsync"):
        for trouble in FAILURES:
            for number in range(1, 6):
                with FaultyDisk(trouble, number).at_work():
                    for do in (lambda: file.append([b"x"]), lambda: file.rewrite([]), file.read):
                        try:
                            do()
                        except OSError:
                            continue
    assert names(Path("/dev/fd")) == before
    assert path.exists()
