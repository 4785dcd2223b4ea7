"""The files of a history: each round is in one of them, once, whatever the disk does."""

import errno
import itertools
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage.history.files import (
    History,
    HistoryLine,
    files_beside,
    ids_there,
    month_of,
)
from pontoon.storage.history.line import with_sum
from pontoon.storage.history.search import lines_with
from tests.support.faulty_disk import FaultyDisk, Trouble

NOVEMBER = datetime(2026, 11, 30, 23, 59, tzinfo=UTC)
DECEMBER = NOVEMBER + timedelta(minutes=2)


@pytest.fixture
def players(tmp_path: Path) -> Iterator[Path]:
    """Give the path of players.xml on a disk that needs no time."""
    with patch("os.fsync"):
        yield tmp_path / "players.xml"


def line(round_id: str, time: datetime = NOVEMBER) -> HistoryLine:
    """Return a line of the round with that id."""
    return HistoryLine(round_id, time, with_sum(b'{"v":1,"id":"%s"}' % round_id.encode()))


def rounds_in(players: Path) -> dict[str, list[str]]:
    """Return the ids of the rounds in each month."""
    return {
        month_of(path): [found.text[13:].split(b'"')[0].decode() for found in lines_with(path)]
        for path in files_beside(players)
    }


def add_all(players: Path, lines: Iterable[HistoryLine]) -> History:
    """Return a history to which LINES were added."""
    history = History(players)
    for each in lines:
        history.add(each)
    return history


def test_there_is_a_file_for_each_month_and_none_without_rounds(players: Path) -> None:
    assert rounds_in(players) == {}
    add_all(players, (line("a"), line("b"), line("c", DECEMBER)))
    assert rounds_in(players) == {"2026-11": ["a", "b"], "2026-12": ["c"]}
    assert [path.name for path in files_beside(players)] == [
        "players.history-2026-11",
        "players.history-2026-12",
    ]


def test_nobody_else_may_read_them(players: Path) -> None:
    add_all(players, [line("a")])
    assert files_beside(players)[0].stat().st_mode & 0o777 == 0o600


def test_a_clock_that_is_set_back_changes_the_month_and_not_the_order(players: Path) -> None:
    add_all(players, (line("a", DECEMBER), line("b"), line("c", DECEMBER)))
    assert rounds_in(players) == {"2026-11": ["b"], "2026-12": ["a", "c"]}


def test_the_month_is_that_of_utc(players: Path) -> None:
    there = NOVEMBER.astimezone(timezone(timedelta(hours=9)))
    add_all(players, [line("a", there)])
    assert rounds_in(players) == {"2026-11": ["a"]}


def test_a_month_that_is_missing_is_no_trouble(players: Path) -> None:
    add_all(players, (line("a"), line("b", DECEMBER)))
    files_beside(players)[0].unlink()
    add_all(players, [line("c", DECEMBER)])
    assert rounds_in(players) == {"2026-12": ["b", "c"]}


def test_nor_is_one_that_is_gone_before_it_is_synced(players: Path) -> None:
    history = add_all(players, [line("a")])
    files_beside(players)[0].unlink()
    assert history.sync()
    assert files_beside(players) == []


def test_a_round_is_not_there_because_another_file_has_it(players: Path) -> None:
    """Nothing is read through a symbolic link."""
    add_all(players, [line("a")])
    (path,) = files_beside(players)
    other = path.rename(players.with_name("other"))
    path.symlink_to(other)
    history = History(players)
    history.add_missing([line("a")])
    assert [each.id for each in history.waiting] == ["a"]
    assert history.trouble


def test_other_files_beside_are_no_months(players: Path) -> None:
    for name in ("players.history", "players.history-2026-11.gz", "players.history-2026", "x"):
        players.with_name(name).touch()
    assert files_beside(players) == []


def test_a_torn_last_line_is_passed_over_and_cut_off(players: Path) -> None:
    """At whatever byte it was torn."""
    whole = line("b").text
    for length in range(len(whole) + 1):
        add_all(players, [line("a")])
        path = files_beside(players)[0]
        with path.open("ab") as file:
            file.write(whole[:length])
        assert rounds_in(players) == {"2026-11": ["a"]}
        history = History(players)
        history.add_missing([line("a"), line("b")])
        assert rounds_in(players) == {"2026-11": ["a", "b"]}
        path.unlink()


def test_a_torn_line_longer_than_a_block_is_cut_off(players: Path) -> None:
    add_all(players, [line("a")])
    path = files_beside(players)[0]
    with path.open("ab") as file:
        file.write(b"x" * 200_000)
    add_all(players, [line("b")])
    assert rounds_in(players) == {"2026-11": ["a", "b"]}
    path.write_bytes(b"x" * 200_000)
    add_all(players, [line("c")])
    assert rounds_in(players) == {"2026-11": ["c"]}


def test_what_is_missing_is_added_once(players: Path) -> None:
    add_all(players, (line("a"), line("b", DECEMBER)))
    for _ in range(2):
        History(players).add_missing([line("b", DECEMBER), line("c"), line("a")])
    assert rounds_in(players) == {"2026-11": ["a", "c"], "2026-12": ["b"]}


def test_an_id_that_is_only_a_part_of_another_is_not_there(players: Path) -> None:
    add_all(players, [line("abc")])
    path = files_beside(players)[0]
    assert ids_there(path, ["abc", "ab", "bc", "d"]) == {"abc"}
    assert ids_there(path.with_name("none"), ["abc"]) == set()


def test_while_the_disk_is_full_lines_wait(players: Path) -> None:
    history = History(players)
    with FaultyDisk(Trouble.FULL, 1, 10**9).at_work():
        history.add(line("a"))
        history.add(line("b"))
        assert history.trouble == "No space left on device"
        assert [each.id for each in history.waiting] == ["a", "b"]
        assert not history.sync()
    history.add(line("c"))
    assert (history.trouble, history.waiting) == ("", ())
    assert rounds_in(players) == {"2026-11": ["a", "b", "c"]}
    assert history.sync()


def test_lines_that_wait_are_not_safe_though_their_file_is(players: Path) -> None:
    """The journal must keep them."""
    history = add_all(players, [line("a")])
    full = OSError(errno.ENOSPC, "No space left on device")
    with patch("pontoon.storage.history.files.append", side_effect=full):
        history.add(line("b"))
        assert not history.sync()
    assert history.sync()
    assert rounds_in(players) == {"2026-11": ["a", "b"]}


def test_lines_in_a_file_that_cannot_be_synced_are_not_safe(players: Path) -> None:
    history = add_all(players, [line("a")])
    with patch("pontoon.storage.fs.sync", side_effect=OSError(errno.EIO, "Input/output error")):
        assert not history.sync()
    assert history.sync()


def test_a_month_that_cannot_be_written_does_not_hold_up_another(players: Path) -> None:
    players.with_name("players.history-2026-11").mkdir()
    history = add_all(players, [line("a"), line("b", DECEMBER)])
    assert [each.id for each in history.waiting] == ["a"]
    assert history.trouble == "Not a regular file"
    players.with_name("players.history-2026-11").rmdir()
    assert history.sync()
    assert rounds_in(players) == {"2026-11": ["a"], "2026-12": ["b"]}


@pytest.mark.parametrize("kind", ["symbolic link", "fifo"])
def test_anything_but_a_file_is_left_alone(players: Path, kind: str) -> None:
    import os

    path, other = players.with_name("players.history-2026-11"), players.with_name("other")
    other.write_bytes(b"precious")
    if kind == "fifo":
        os.mkfifo(path)
    else:
        path.symlink_to(other)
    history = add_all(players, [line("a")])
    assert history.trouble
    assert other.read_bytes() == b"precious"


@pytest.mark.parametrize("more", [0, 1, 100], ids=["once", "twice", "from then on"])
@pytest.mark.parametrize("trouble", Trouble)
def test_whatever_the_disk_does_each_round_is_there_once(
    players: Path, trouble: Trouble, more: int
) -> None:
    """In the end: the journal has the lines of all rounds until they are surely in the history."""
    kept = [line("a"), line("b"), line("c", DECEMBER), line("d")]
    for number in itertools.count(1):
        for path in files_beside(players):
            path.unlink()
        faulty = FaultyDisk(trouble, number, more)
        history = History(players)
        with faulty.at_work():
            for each in kept:
                history.add(each)
            history.sync()
            assert trouble not in (Trouble.FULL, Trouble.BROKEN) or faulty.is_dead is False
        if faulty.is_dead:  # the program is started again
            history = History(players)
            history.add_missing(kept)
        assert history.sync()
        found = rounds_in(players)
        assert sorted(itertools.chain(*found.values())) == ["a", "b", "c", "d"]
        assert found["2026-12"] == ["c"]
        if not faulty.had_trouble:
            assert found == {"2026-11": ["a", "b", "d"], "2026-12": ["c"]}
            break
    assert number > 8


def test_a_round_costs_no_sync(players: Path) -> None:
    faulty = FaultyDisk(Trouble.FULL, 10**9)
    with faulty.at_work():
        history = add_all(players, [line("a"), line("b")])
        assert faulty.calls == ["open_to_write", "write"] * 2
        assert history.sync()
        assert faulty.calls[4:] == ["open_to_write", "sync", "sync_folder"]
