"""The log as a file: full ones are put aside, and a disk that is full leaves no half of a line."""

import os
import resource
from collections.abc import Iterator
from contextlib import contextmanager
from logging import makeLogRecord
from pathlib import Path

import pytest

from pontoon.service.logs import LogFile

LINE = "0123456"
"""With its line feed it has eight bytes."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a path in an empty folder."""
    return tmp_path / "bot.log"


@contextmanager
def opened(path: Path, max_bytes: int = 100, kept: int = 2) -> Iterator[LogFile]:
    """Give the log at PATH, and close it."""
    log = LogFile(path, max_bytes, kept)
    yield log
    log.close()


def write(log: LogFile, *lines: str) -> None:
    for line in lines:
        log.handle(makeLogRecord({"msg": line}))


def contents(path: Path) -> dict[str, str]:
    return {each.name: each.read_text("utf-8") for each in path.parent.iterdir()}


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """Have the system write no file beyond so many bytes, as if the disk were full."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_lines_are_appended_to_what_is_there(path: Path) -> None:
    path.write_text("earlier\n")
    with opened(path) as log:
        write(log, "dave", "kévin", "100 %s", "\ud800")
    assert path.read_text("utf-8") == "earlier\ndave\nkévin\n100 %s\n\\ud800\n"


def test_only_its_owner_may_read_it(path: Path) -> None:
    with opened(path):
        assert path.stat().st_mode & 0o777 == 0o600


def test_the_newest_are_kept(path: Path) -> None:
    with opened(path, 10, 3) as log:
        write(log, *(f"{number}{LINE}" for number in range(6)))
    assert contents(path) == {
        "bot.log": f"5{LINE}\n",
        **{f"bot.log.{number}": f"{5 - number}{LINE}\n" for number in (1, 2, 3)},
    }


def test_none_is_kept_where_none_is_wanted(path: Path) -> None:
    with opened(path, 10, 0) as log:
        write(log, LINE, "next")
    assert contents(path) == {"bot.log": "next\n"}


@pytest.mark.parametrize("is_made_again", [False, True])
def test_a_file_that_is_taken_away_is_begun_anew(path: Path, *, is_made_again: bool) -> None:
    with opened(path) as log:
        write(log, LINE)
        path.rename(path.with_name("elsewhere"))
        if is_made_again:
            path.touch()
        write(log, "next", "last")
    assert contents(path) == {"bot.log": "next\nlast\n", "elsewhere": f"{LINE}\n"}


@pytest.mark.parametrize("kind", ["folder", "link", "pipe", "nowhere"])
def test_where_nothing_can_be_written_is_found_out_at_once(path: Path, kind: str) -> None:
    """A pipe nobody reads does not keep the bot waiting, and a link may lead anywhere."""
    match kind:
        case "folder":
            path.mkdir()
        case "link":
            path.symlink_to(path.with_name("other"))
        case "pipe":
            os.mkfifo(path)
        case "nowhere":
            path = path / "deeper" / "bot.log"
    with pytest.raises(OSError, match=r".+"):
        LogFile(path, 100, 2)


def test_a_link_in_its_place_is_not_followed_later_either(path: Path) -> None:
    with opened(path) as log:
        write(log, LINE)
        path.unlink()
        path.symlink_to(path.with_name("other"))
        for _ in range(2):
            with pytest.raises(OSError, match="symbolic links"):
                write(log, "lost")
        path.unlink()
        write(log, "next")
    assert contents(path) == {"bot.log": "next\n"}


@pytest.mark.parametrize("room", [0, 3])
def test_a_line_for_which_there_is_no_room_is_completed_when_there_is(
    path: Path, room: int
) -> None:
    """No line ever stands behind half of another."""
    with opened(path) as log:
        write(log, LINE)
        with files_no_longer_than(8 + room):
            for line in ("first", "second"):
                with pytest.raises(OSError, match="File too large"):
                    write(log, line)
        write(log, "next")
    assert path.read_text() == f"{LINE}\nfirst\nnext\n"


def test_a_file_that_cannot_be_put_aside_loses_nothing(path: Path) -> None:
    obstacle = path.with_name("bot.log.1")
    obstacle.mkdir()
    with opened(path, 10, 1) as log:
        write(log, LINE)
        for _ in range(2):
            with pytest.raises(OSError, match=r"bot\.log\.1"):
                write(log, "lost")
        obstacle.rmdir()
        write(log, "next")
    assert contents(path) == {"bot.log": "next\n", "bot.log.1": f"{LINE}\n"}
