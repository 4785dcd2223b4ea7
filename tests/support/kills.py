"""A program that is killed while it settles a round, at each step."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from unittest.mock import patch

import pytest

from pontoon.storage import atomic_file, sqlite
from pontoon.storage.database import Database

Kill = Callable[[], AbstractContextManager[None]]


@contextmanager
def killed() -> Iterator[None]:
    """Expect to be killed; nothing that the program noted for later is ever written."""
    with pytest.raises(SystemExit):
        yield


@contextmanager
def killed_before_the_rename() -> Iterator[None]:
    with patch.object(atomic_file, "_put_in_place", side_effect=SystemExit), killed():
        yield


@contextmanager
def killed_before_the_mark() -> Iterator[None]:
    """Kill the program when the new players.xml is in place."""
    with patch.object(atomic_file, "sync_folder", side_effect=SystemExit), killed():
        yield


def rolled_back(connection: sqlite3.Connection) -> None:
    """End as a kill does, which leaves no transaction open."""
    connection.rollback()
    raise SystemExit


@contextmanager
def killed_before_the_commit() -> Iterator[None]:
    with patch.object(sqlite, "commit", rolled_back), killed():
        yield


@contextmanager
def killed_after_the_commit() -> Iterator[None]:
    real = sqlite.commit

    def commit(connection: sqlite3.Connection) -> None:
        real(connection)
        rolled_back(connection)

    with patch.object(sqlite, "commit", commit), killed():
        yield


def abandon(database: Database) -> None:
    """Close DATABASE as a kill does: what it has not committed is gone."""
    database._waiting.clear()
    database._backend.close()
