"""Searching: what fits is found in whatever letters it is asked for, and nothing else."""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.history import (
    Summary,
    Wanted,
    end_of,
    last_round,
    last_round_of,
    number_of,
    round_called,
    rounds,
    rounds_before,
    summaries,
)
from pontoon.storage.place import reading
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.replay import NotAsRecorded
from pontoon.storage.rounds import Damaged
from pontoon.storage.rows import Read
from tests.support.ledger_checks import started
from tests.support.players_files import file_of, write
from tests.support.recorded_rounds import HERE, a_shed_round, edited, keep, kept
from tests.support.sealed_decks import BANK

pytestmark = pytest.mark.usefixtures("on_both")

PLAYED = (
    ("00000000000000a1", "dave", "kevin", "#den", datetime(2026, 10, 31, 23, 59, 59, tzinfo=UTC)),
    ("00000000000000b2", "dave", "{bob}", "#den", datetime(2026, 11, 1, tzinfo=UTC)),
    ("00000000000000c3", "Kevin", "jöran", "#pit[1]", datetime(2026, 11, 2, 5, tzinfo=UTC)),
    ("00000000000000d4", "dave2", "[]", "#dén", datetime(2026, 11, 23, 23, 59, tzinfo=UTC)),
)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Give the path of a players.xml beside which there is a database with four rounds."""
    path = tmp_path / "players.xml"
    write(path, file_of())
    store = started(path)
    for name, first, second, channel, began in PLAYED:
        record = a_shed_round(name, first, second, began=began)
        keep(store, replace(record, where=TableKey("libera", channel, "pontoon")))
    store.database.close()
    return path


@pytest.fixture
def read(path: Path) -> Iterator[Read]:
    with reading(path) as read:
        yield read


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
        (Wanted(player="dav%"), ""),
        (Wanted(channel="#DEN"), "a1 b2"),
        (Wanted(channel="#PIT{1}"), "c3"),
        (Wanted(channel="#dén"), "d4"),
        (Wanted(channel="#nope"), ""),
        (Wanted(channel="#den", game="shoot"), ""),
        (Wanted(channel="#den", network="efnet"), ""),
        (Wanted(network="efnet"), ""),
        (Wanted(network="libera"), "a1 b2 c3 d4"),
        (Wanted(game="pontoon"), "a1 b2 c3 d4"),
        (Wanted(game="shoot"), ""),
        (Wanted(since=date(2026, 11, 1)), "b2 c3 d4"),
        (Wanted(until=date(2026, 10, 31)), "a1"),
        (Wanted(since=date(2026, 11, 2), until=date(2026, 11, 23)), "c3 d4"),
        (Wanted(ids=("00000000000000c3",)), "c3"),
        (Wanted(ids=("00000000000000c3", "00000000000000a1")), "a1 c3"),
        (Wanted(player="dave", channel="#den", until=date(2026, 10, 31)), "a1"),
    ],
)
def test_what_fits_is_found(read: Read, wanted: Wanted, ids: str) -> None:
    assert [each.id[-2:] for each in summaries(read, wanted)] == ids.split()
    assert [each.id[-2:] for each in rounds(read, wanted)] == ids.split()
    assert number_of(read, wanted) == len(ids.split())


def test_a_round_is_found_as_it_was(read: Read) -> None:
    name, first, second, channel, began = PLAYED[2]
    record = a_shed_round(name, first, second, began=began)
    expected = replace(record, where=TableKey("libera", channel, "pontoon"))
    assert round_called(read, name) == expected
    assert last_round(read, "libera", "#PIT[1]") == expected
    (summary,) = summaries(read, Wanted(ids=(name,)))
    assert isinstance(summary, Summary)
    assert summary.settled == record.settled
    assert (summary.where, summary.began) == (expected.where, began)


def test_the_last_round_of_a_player_is_found(read: Read) -> None:
    found = last_round_of(read, "KEVIN")
    assert found
    assert found.id == "00000000000000c3"
    assert end_of(read, found.id) == found.began
    assert last_round_of(read, "nobody") is None


def test_the_rounds_before_one_of_the_same_deck_are_found(tmp_path: Path) -> None:
    path = tmp_path / "players.xml"
    write(path, file_of())
    places = [DeckPlace(number, place, 5 * place, BANK) for number in (1, 2) for place in (1, 2, 3)]
    dealt = [
        a_shed_round(f"{n:016x}", "dave", "kevin", deck=place) for n, place in enumerate(places)
    ]
    kept(path, *dealt)
    with reading(path) as read:
        assert rounds_before(read, "not there yet", HERE, DeckPlace(2, 4, 20, BANK)) == dealt[3:]
        assert rounds_before(read, dealt[5].id, HERE, places[5]) == dealt[3:5]
        assert rounds_before(read, dealt[3].id, HERE, places[3]) == []
        assert rounds_before(read, dealt[5].id, HERE, None) == []


def test_the_last_round_of_a_channel_is_found(read: Read) -> None:
    found = last_round(read, "libera", "#Den")
    assert found
    assert found.id == "00000000000000b2"
    assert last_round(read, "libera", "#den", "pontoon") == found
    assert last_round(read, "libera", "#den", "shoot") is None
    assert last_round(read, "efnet", "#den") is None
    assert round_called(read, "00000000000000ff") is None


def test_a_round_that_is_played_is_not_in_the_history(path: Path, read: Read) -> None:
    store = PlayerStore(path)
    with edited(path) as connection:
        connection.execute("UPDATE rounds SET ended = NULL, settled = NULL WHERE number < 3")
    store.database.close()
    assert [each.id[-2:] for each in summaries(read, Wanted())] == ["c3", "d4"]
    assert last_round(read, "libera", "#den") is None


@pytest.mark.parametrize(
    "edit",
    [
        "settled = '{'",
        "settled = '{}'",
        'settled = \'{"results":[["dave"]],"house":0}\'',
        "begin = '[]'",
        "table_id = 99",
    ],
)
def test_a_round_that_somebody_has_edited_is_named_and_the_others_are_found(
    path: Path, read: Read, edit: str
) -> None:
    with edited(path) as connection:
        connection.execute(
            "INSERT INTO tables VALUES (99, 'libera', '#den', 'whist', NULL, NULL, NULL)"
        )
        connection.execute(f"UPDATE rounds SET {edit} WHERE id = '00000000000000b2'")
    found = [*rounds(read, Wanted())]
    assert [each.id[-2:] for each in found if not isinstance(each, Damaged)] == ["a1", "c3", "d4"]
    with pytest.raises(NotAsRecorded):
        round_called(read, "00000000000000b2")
