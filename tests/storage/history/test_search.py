"""Searching: what fits is found in whatever letters it is asked for, and nothing else."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from pontoon.engine.result import TableKey
from pontoon.storage.history import search as module
from pontoon.storage.history.line import LineError, written
from pontoon.storage.history.search import Wanted, latest, lines_with, search
from tests.support.recorded_rounds import a_shed_record, changed

PLAYED = (
    ("00000000000000a1", "dave", "kevin", "#den", datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC)),
    ("00000000000000b2", "dave", "{bob}", "#den", datetime(2026, 11, 1, tzinfo=UTC)),
    ("00000000000000c3", "Kevin", "jöran", "#pit[1]", datetime(2026, 11, 2, 5, tzinfo=UTC)),
    ("00000000000000d4", "dave2", "[]", "#dén", datetime(2026, 11, 23, 23, 59, tzinfo=UTC)),
)


@pytest.fixture(params=[16, 100, 1 << 16], ids=lambda size: f"{size} bytes at a time")
def paths(
    tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch
) -> list[Path]:
    """Give the files of two months, read in pieces."""
    monkeypatch.setattr(module, "_CHUNK", request.param)
    found = [tmp_path / f"players.history-2026-{month}" for month in (10, 11)]
    for name, first, second, channel, began in PLAYED:
        record = a_shed_record(name, first, second, began=began)
        record = changed(record, where=TableKey("libera", channel, "pontoon"))
        with found[began.month - 10].open("ab") as file:
            file.write(written(record) + b"\n")
    with found[1].open("ab") as file:
        file.write(b'{"v":1,"id":"torn","people":["dave"')
    return found


@pytest.mark.parametrize(
    ("wanted", "ids"),
    [
        (Wanted(), "a1 b2 c3 d4"),
        (Wanted(player="DAVE"), "a1 b2"),
        (Wanted(player="kevin"), "a1 c3"),
        (Wanted(player="[bob]"), "b2"),
        (Wanted(player="{}"), "d4"),
        (Wanted(player="jöran"), "c3"),
        (Wanted(player="libera"), ""),
        (Wanted(player="dav"), ""),
        (Wanted(channel="#DEN"), "a1 b2"),
        (Wanted(channel="#PIT{1}"), "c3"),
        (Wanted(channel="#dén"), "d4"),
        (Wanted(game="pontoon"), "a1 b2 c3 d4"),
        (Wanted(game="shoot"), ""),
        (Wanted(since="2026-11-01"), "b2 c3 d4"),
        (Wanted(until="2026-10-31"), "a1"),
        (Wanted(since="2026-11-02", until="2026-11-23"), "c3 d4"),
        (Wanted(ids=("00000000000000c3",)), "c3"),
        (Wanted(ids=("00000000000000c3", "00000000000000a1")), "a1 c3"),
        (Wanted(player="dave", channel="#den", until="2026-10-31"), "a1"),
        (Wanted(network="libera", channel="#DEN"), "a1 b2"),
        (Wanted(network="libera", channel="#pit{1}"), "c3"),
        (Wanted(network="libera", channel="#den", player="{bob}"), "b2"),
        (Wanted(network="oftc", channel="#den"), ""),
        (Wanted(network="oftc"), ""),
    ],
    ids=str,
)
def test_exactly_what_is_wanted_is_found(paths: list[Path], wanted: Wanted, ids: str) -> None:
    found = [summary for _, summary in search(paths, wanted)]
    assert [each.id[-2:] for each in found if not isinstance(each, LineError)] == ids.split()
    assert [each.id[-2:] for _, each in latest(paths, wanted)] == ids.split()[::-1]


def test_only_the_end_is_looked_at_if_that_is_wanted(paths: list[Path]) -> None:
    """Some bytes more are no matter: the file is read in pieces."""

    def found(most_bytes: int) -> str:
        return "".join(each.id[-2] for _, each in latest(paths, Wanted(), most_bytes))

    size = paths[1].stat().st_size
    assert found(0) == ""
    assert found(1 << 30) == "dcba"
    assert found(size) == "dcb"
    assert found(size + paths[0].stat().st_size) == "dcba"
    assert "dcb".startswith(found(size // 2))


def test_where_a_line_is(paths: list[Path]) -> None:
    places = [(found.path, found.number) for found, _ in search(paths, Wanted())]
    assert places == [(paths[0], 1), (paths[1], 1), (paths[1], 2), (paths[1], 3)]


def test_a_damaged_line_is_told_if_it_may_be_wanted(paths: list[Path]) -> None:
    """Not while only others are looked for."""
    path = paths[1]
    path.write_bytes(path.read_bytes().replace(b"jo", b"ja", 1).replace(b"Kevin", b"Kewin"))
    found = [*search(paths, Wanted(channel="#pit[1]"))]
    assert [(place.number, str(error)) for place, error in found] == [(2, "its sum is wrong")]
    assert not [*latest(paths, Wanted(channel="#pit[1]"))]
    assert len([*search(paths, Wanted(player="dave"))]) == 2


def test_what_a_list_shows(paths: list[Path]) -> None:
    (_, found), *_ = search(paths, Wanted())
    assert not isinstance(found, LineError)
    assert found.table == ("libera", "#den", "pontoon")
    assert found.gains == [("dave", 0), ("kevin", -5)]


def test_an_empty_file_has_no_lines(tmp_path: Path) -> None:
    path = tmp_path / "players.history-2026-11"
    path.touch()
    assert not [*lines_with(path)]
    assert not [*latest([path], Wanted())]
