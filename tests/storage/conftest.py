"""What is kept in a database, and what a start finds there."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from pontoon.storage.channels import Channels
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks
from pontoon.storage.rounds import Rounds
from tests.support.kept_rounds import NOON
from tests.support.sealed_decks import decks_in


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
        database = Database(path)
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
