"""Files replaced in one step: what PlayerStore alone does not bring out."""

import os
import stat
from pathlib import Path
from unittest.mock import Mock

import pytest

from pontoon.storage import fs
from pontoon.storage.atomic_file import Overtaken, Stamp, create, read, replace, stamp
from tests.support.players_files import names


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_text("old")
    return path


def test_a_stamp_tells_one_version_from_another() -> None:
    """Whichever of these is all that differs."""
    for changed in ["st_dev", "st_ino", "st_size", "st_mtime_ns"]:
        before = {"st_dev": 1, "st_ino": 1, "st_size": 1, "st_mtime_ns": 1, "st_nlink": 1}
        assert Stamp.of(Mock(**before)) != Stamp.of(Mock(**before | {changed: 2}))
        assert Stamp.of(Mock(**before)) == Stamp.of(Mock(**before | {"st_nlink": 2}))


def test_what_is_changed_while_it_is_read_is_seen_to_have_changed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fstat

    def change_then(descriptor: int) -> os.stat_result:
        status = real(descriptor)
        path.write_text("changed")
        return status

    monkeypatch.setattr(os, "fstat", change_then)
    assert read(path)[1] != stamp(path)


def test_the_stamp_of_what_was_written_is_the_one_it_has(path: Path) -> None:
    assert replace(path, b"new", stamp(path)) == stamp(path)


@pytest.mark.parametrize("expected", [None, Stamp(1, 2, 3, 4)])
def test_another_version_than_expected_is_left_alone(path: Path, expected: Stamp | None) -> None:
    with pytest.raises(Overtaken):
        replace(path, b"new", expected)
    assert path.read_text() == "old"
    assert names(path.parent) == ["file"]


def test_a_link_put_in_the_way_at_the_last_moment_is_not_followed(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.unlink

    def link_afterwards(name: Path) -> None:
        try:
            real(name)
        finally:
            name.symlink_to(path)

    with monkeypatch.context() as patched:
        patched.setattr(os, "unlink", link_afterwards)
        with pytest.raises(FileExistsError):
            replace(path, b"new", stamp(path))
    assert path.read_text() == "old"


def test_nothing_that_is_there_is_replaced_by_a_new_file(path: Path) -> None:
    """Not even a link that leads nowhere but to itself."""
    loop = path.with_name("loop")
    loop.symlink_to("loop")
    for taken in (path, path.parent, loop):
        with pytest.raises(FileExistsError):
            create(taken, b"new")
    assert path.read_text() == "old"
    assert names(path.parent) == ["file", "loop"]


def test_a_new_file_may_be_where_a_link_says(path: Path) -> None:
    link = path.with_name("link")
    link.symlink_to("elsewhere")
    create(link, b"new")
    assert path.with_name("elsewhere").read_text() == "new"
    assert link.is_symlink()


def test_a_new_file_and_its_folder_are_synced(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """First what is in the file, then its name."""
    synced = []
    real = os.fsync

    def fsync(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        synced.append((is_folder, path.with_name("fresh").exists()))
        real(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    create(path.with_name("fresh"), b"new")
    assert synced == [(False, False), (True, True)]


@pytest.mark.parametrize(("wanted", "mode"), [({}, 0o644), ({"mode": 0o600}, 0o600)])
def test_a_new_file_has_the_mode_that_is_wanted(
    tmp_path: Path, wanted: dict[str, int], mode: int
) -> None:
    """The umask takes its part away, as for any other."""
    path = tmp_path / "new"
    before = os.umask(0o022)
    try:
        create(path, b"new", **wanted)
    finally:
        os.umask(before)
    assert path.stat().st_mode & 0o777 == mode


def test_another_version_is_no_more_open_than_the_one_before(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even where its mode cannot be set."""
    path.chmod(0o600)
    monkeypatch.setattr(fs, "set_mode", Mock(side_effect=PermissionError))
    replace(path, b"new", stamp(path))
    assert path.stat().st_mode & 0o777 == 0o600
