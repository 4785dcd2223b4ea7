"""What is kept in a database, and what a start finds there."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pontoon.storage.channels import Channels
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks
from pontoon.storage.rounds import Rounds
from pontoon.storage.sqlite_file import SqliteFile
from tests.support.both_databases import USERS, in_place_of_sqlite
from tests.support.kept_rounds import NOON
from tests.support.postgresql_server import PostgresqlServer, running_postgresql
from tests.support.sealed_decks import decks_in


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Run a test that uses ``on_both`` on both databases, unless it is only for SQLite."""
    if "on_both" in metafunc.fixturenames:
        is_for_one = metafunc.definition.get_closest_marker("only_sqlite") is not None
        other = pytest.param("postgresql", marks=pytest.mark.real_server)
        metafunc.parametrize("on_both", ["sqlite", *([] if is_for_one else [other])], indirect=True)


@pytest.fixture(scope="session")
def postgresql_server() -> Iterator[PostgresqlServer]:
    """Run a PostgreSQL server for all tests of this worker."""
    with running_postgresql() as server:
        yield server


@pytest.fixture
def on_both(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Have every database of the test be kept by SQLite, and then by PostgreSQL; say by which."""
    kind: str = request.param
    if kind == "postgresql":
        stand_in = in_place_of_sqlite(request.getfixturevalue("postgresql_server"))
        for module in USERS:
            monkeypatch.setattr(f"{module}.sqlite", stand_in)
    return kind


class Kept(NamedTuple):
    """What a bot keeps."""

    database: Database
    decks: Decks
    rounds: Rounds
    channels: Channels


Start = Callable[[], Kept]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Give what starts a bot with what is on the disk. The one before it is killed."""
    path, databases = tmp_path / "players.db", []

    def started() -> Kept:
        database = Database(SqliteFile(path))
        databases.append(database)
        decks = decks_in(database)
        rounds = Rounds(database, decks, lambda: NOON)
        return Kept(database, decks, rounds, Channels(database, lambda: NOON))

    yield started
    for each in databases:
        each.close()


@pytest.fixture
def kept(start: Start) -> Kept:
    """Give what a new bot keeps."""
    return start()
