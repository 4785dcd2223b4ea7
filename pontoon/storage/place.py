"""Where a bank is: a players.xml with its database, which a program of the command line opens."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, Protocol

from pontoon.storage import sqlite, sqlite_files
from pontoon.storage.atomic_file import beside
from pontoon.storage.backend import Backend
from pontoon.storage.database import Database
from pontoon.storage.rows import RESTORE, DatabaseError, Read
from pontoon.storage.sqlite_file import SqliteFile


class Server(NamedTuple):
    """A bank of which only the file PLAYERS is here; the database is PostgreSQL's, at URL."""

    players: Path
    url: str


Place = Path | Server
"""A players.xml, beside which the database is, or where another one has its database."""


class Connection(Protocol):
    """What both databases have in common for who reads them."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Any: ...
    def rollback(self) -> None: ...


def path_beside(players_file: Path) -> Path:
    return beside(players_file, sqlite_files.SUFFIX)


def players_at(place: Place) -> Path:
    """Return the players.xml of PLACE."""
    return place.players if isinstance(place, Server) else place


def _postgresql() -> ModuleType:
    """Return the module ``postgresql``; DatabaseError if what it needs is not installed."""
    try:
        from pontoon.storage import postgresql  # which few have
    except ImportError as error:
        raise DatabaseError("PostgreSQL needs psycopg: pip install 'psycopg[binary]'") from error
    return postgresql


def dialect_of(place: Place) -> Any:
    """Return the module for the database at PLACE, ``sqlite`` or ``postgresql``; DatabaseError."""
    return _postgresql() if isinstance(place, Server) else sqlite


def database_at(place: Place) -> Path | str:
    """Return the path or the URL by which that module knows the database at PLACE."""
    return place.url if isinstance(place, Server) else path_beside(place)


def is_missing(place: Place) -> bool:
    """Tell whether there is no database at PLACE. One of a server is there before the bot is."""
    return isinstance(place, Path) and not path_beside(place).exists()


@contextmanager
def connected(place: Place) -> Iterator[Connection]:
    """Give a connection to the database at PLACE, which may be in use; it only reads.

    DatabaseError if there is none, or it cannot be used, also for what goes wrong meanwhile.
    """
    if isinstance(place, Server):
        with _postgresql().connected_at(place.url) as server:
            yield server
    else:
        with connected_beside(place) as file:
            yield file


@contextmanager
def connected_beside(players_file: Path) -> Iterator[sqlite.Connection]:
    """Give a connection, as ``connected`` does, to the database in a file beside PLAYERS_FILE."""
    path = path_beside(players_file)
    if is_missing(players_file):
        raise DatabaseError(f"{path} is missing: {RESTORE}, unless the bot has never run")
    with sqlite.connected_at(path) as connection:
        yield connection


@contextmanager
def reading(place: Place) -> Iterator[Read]:
    """Give what reads the database at PLACE, which may be in use; DatabaseError."""
    with connected(place) as connection:
        yield lambda sql, *parameters: connection.execute(sql, parameters)


@contextmanager
def viewed(place: Place) -> Iterator[Database]:
    """Give the database at PLACE to whatever loads it; what that writes is not done."""
    with connected(place) as connection:
        yield Database(_view_of(place, connection))


def _view_of(place: Place, connection: Any) -> Backend:
    if isinstance(place, Server):
        from pontoon.storage.server import ServerView

        return ServerView(place.url, connection)
    return SqliteFile(path_beside(place), connection)
