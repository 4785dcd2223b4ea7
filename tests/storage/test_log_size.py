"""SQLite's log, players.db-wal, stays small though somebody reads the history all the while."""

from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import count
from pathlib import Path

import pytest

from pontoon.storage.history import Wanted, rounds, summaries
from pontoon.storage.history_check import check
from pontoon.storage.place import connected, path_beside, reading
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.rows import Read
from pontoon.storage.sqlite import LOG_BYTES
from tests.support.ledger_checks import started
from tests.support.players_files import file_of, full, write
from tests.support.recorded_rounds import a_shed_round, keep

MARGIN = 1.2
"""SQLite begins its log anew at 1000 pages, but only after the transaction that reaches them."""

numbers = count()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[PlayerStore]:
    """Give the players of a bot that has dealt some rounds, and runs."""
    path = tmp_path / "players.xml"
    write(path, file_of(full("dave"), full("kevin")))
    store = started(path)
    deal(store, 30)
    yield store
    store.database.close()


def deal(store: PlayerStore, rounds: int) -> None:
    """Have so many ROUNDS dealt and settled."""
    for _ in range(rounds):
        keep(store, a_shed_round(f"{next(numbers):016x}"))


def log_of(path: Path) -> int:
    """Return how large the log of the database beside the players.xml at PATH is."""
    database = path_beside(path)
    return database.with_name(f"{database.name}-wal").stat().st_size


def listed(read: Read) -> Iterator[object]:
    return summaries(read, Wanted())


def told(read: Read) -> Iterator[object]:
    return rounds(read, Wanted(player="dave", channel="#den"))


def checked(read: Read) -> Iterator[object]:
    """Yield each round after it has been checked."""
    for each in rounds(read, Wanted()):
        check(read, [each])
        yield each


@pytest.mark.parametrize("begin", [listed, told, checked])
def test_the_log_is_emptied_while_a_reader_waits(
    store: PlayerStore, tmp_path: Path, begin: Callable[[Read], Iterator[object]]
) -> None:
    """As ``pontoonbot history | less`` does that somebody has left open."""
    path = tmp_path / "players.xml"
    with reading(path) as read:
        shown = begin(read)
        for _ in range(5):
            next(shown)
        deal(store, 150)
        assert log_of(path) < LOG_BYTES * MARGIN
        assert len([*shown]) == 25


def test_the_log_is_small_again_when_a_long_transaction_of_a_reader_is_over(
    store: PlayerStore, tmp_path: Path
) -> None:
    path = tmp_path / "players.xml"
    with connected(path) as connection:
        connection.execute("BEGIN")
        with closing(connection.execute("SELECT * FROM rounds")) as cursor:
            cursor.fetchone()
            deal(store, 150)
        assert log_of(path) > LOG_BYTES * MARGIN
    deal(store, 20)
    assert log_of(path) < LOG_BYTES * MARGIN
