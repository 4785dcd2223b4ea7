"""The log as a file: full ones are put aside, and what cannot be written leaves nothing behind."""

import os
from contextlib import suppress
from pathlib import Path

import pytest

from pontoon.service.logs import LogFile
from tests.support.faulty_disk import FAILURES, FaultyDisk, Trouble

LINE = "0123456\n"


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give a path in an empty folder."""
    return tmp_path / "bot.log"


def open_files(folder: Path) -> int:
    """Count what is open in FOLDER alone: garbage of other tests may be closed at any time."""
    return sum(folder in each.resolve().parents for each in Path("/proc/self/fd").iterdir())


def contents(path: Path) -> dict[str, str]:
    return {each.name: each.read_text() for each in path.parent.iterdir()}


def test_lines_are_appended_to_what_is_there(path: Path) -> None:
    path.write_text("earlier\n")
    log = LogFile(path, 100, 2)
    log.write("dave\n")
    log.write("kévin\n")
    assert path.read_text("utf-8") == "earlier\ndave\nkévin\n"


def test_only_its_owner_may_read_it(path: Path) -> None:
    LogFile(path, 100, 2).write(LINE)
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_file_has_just_as_many_bytes_as_it_may(path: Path) -> None:
    log = LogFile(path, 3 * len(LINE), 2)
    for _ in range(3):
        log.write(LINE)
    assert contents(path) == {"bot.log": 3 * LINE}
    log.write("next\n")
    assert contents(path) == {"bot.log": "next\n", "bot.log.1": 3 * LINE}


def test_bytes_are_counted_not_characters(path: Path) -> None:
    log = LogFile(path, 10, 2)
    log.write("♠♠\n")
    log.write("♥♥\n")
    assert contents(path) == {"bot.log": "♥♥\n", "bot.log.1": "♠♠\n"}


def test_the_newest_are_kept(path: Path) -> None:
    log = LogFile(path, 5, 3)
    for number in range(6):
        log.write(f"{number}\n----"[:5])
    assert [path.with_name(f"bot.log.{number}").read_text()[0] for number in (1, 2, 3)] == [
        *("4", "3", "2")
    ]
    assert len(contents(path)) == 4


def test_none_is_kept_where_none_is_wanted(path: Path) -> None:
    log = LogFile(path, 5, 0)
    log.write("old\n")
    log.write("new\n")
    assert contents(path) == {"bot.log": "new\n"}


def test_what_an_earlier_setting_has_kept_goes(path: Path) -> None:
    for number in range(1, 6):
        path.with_name(f"bot.log.{number}").write_text("old\n")
    log = LogFile(path, 5, 2)
    log.write("1st\n")
    log.write("2nd\n")
    assert contents(path) == {"bot.log": "2nd\n", "bot.log.1": "1st\n", "bot.log.2": "old\n"}


def test_a_gap_among_the_old_ones_does_not_matter(path: Path) -> None:
    path.with_name("bot.log.2").write_text("old\n")
    log = LogFile(path, 5, 3)
    log.write("1st\n")
    log.write("2nd\n")
    assert contents(path) == {"bot.log": "2nd\n", "bot.log.1": "1st\n", "bot.log.3": "old\n"}


def test_a_line_longer_than_a_file_may_be_has_one_for_itself(path: Path) -> None:
    log = LogFile(path, 5, 2)
    log.write("0123456789\n")
    log.write("next\n")
    assert contents(path) == {"bot.log": "next\n", "bot.log.1": "0123456789\n"}


def test_a_file_that_is_taken_away_is_begun_anew(path: Path) -> None:
    log = LogFile(path, 100, 2)
    log.write(LINE)
    path.rename(path.with_name("elsewhere"))
    log.write("next\n")
    assert contents(path) == {"bot.log": "next\n", "elsewhere": LINE}


def test_nothing_stays_open(path: Path) -> None:
    log = LogFile(path, 10, 2)
    log.write(LINE)
    before = open_files(path.parent)
    for _ in range(5):
        log.write(LINE)
    assert open_files(path.parent) == before


def test_trying_it_out_makes_the_file_and_writes_nothing(path: Path) -> None:
    LogFile(path, 100, 2).write("")
    assert contents(path) == {"bot.log": ""}


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
        LogFile(path, 100, 2).write("")


@pytest.mark.parametrize("trouble", [Trouble.FULL, Trouble.FULL_HALFWAY, Trouble.BROKEN])
def test_of_a_line_that_cannot_be_written_nothing_is_there(path: Path, trouble: Trouble) -> None:
    """The next one would stand behind half of it."""
    log = LogFile(path, 100, 2)
    log.write(LINE)
    disk = FaultyDisk(trouble, 2)
    with disk.at_work(), pytest.raises(OSError, match=r".+"):
        log.write("lost\n")
    assert disk.calls[:2] == ["open_to_write", "write"]
    log.write("next\n")
    assert path.read_text() == f"{LINE}next\n"


@pytest.mark.parametrize("trouble", FAILURES)
@pytest.mark.parametrize("number", range(1, 9))
def test_no_failure_loses_what_was_written_before(
    path: Path, trouble: Trouble, number: int
) -> None:
    """Nor does it leave anything open, whichever of the calls of putting aside it meets."""
    log = LogFile(path, 5, 3)
    for name in ("1st\n", "2nd\n"):
        log.write(name)
    before = open_files(path.parent)
    disk = FaultyDisk(trouble, number)
    with disk.at_work(), suppress(OSError):
        log.write("3rd\n")
    assert open_files(path.parent) <= before + (trouble is Trouble.DONE_BUT_FAILED)
    log.write("4th\n")
    kept = "".join(contents(path).values())
    assert "1st\n" in kept
    assert "2nd\n" in kept
    assert path.read_text().endswith("4th\n")
