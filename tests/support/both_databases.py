"""PostgreSQL in the place of SQLite, for tests of what is kept in either of them."""

from collections import defaultdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from pontoon.storage import postgresql
from pontoon.storage.rows import DatabaseError
from tests.support.postgresql_server import PostgresqlServer

USERS = ("pontoon.storage.place", "pontoon.storage.sqlite_file")
"""The modules that have the database by the name ``sqlite``."""


def in_place_of_sqlite(server: PostgresqlServer) -> Any:
    """Return what has the names of ``sqlite``, and keeps each database on SERVER.

    A database is still named by its path, at which there is an empty file then.
    """
    urls: defaultdict[Path, str] = defaultdict(server.new_url)

    def opened(path: Path) -> postgresql.Connection:
        if not path.exists():  # to touch it would be to write to it
            path.touch(mode=0o600)
        return postgresql.opened(urls[path])

    def unusable(path: Path, error: Exception) -> DatabaseError:
        return postgresql.unusable(urls[path], error)

    return SimpleNamespace(
        **vars(postgresql)
        | {
            "opened": opened,
            "opened_to_read": opened,
            "connected_at": lambda path: postgresql.connected_at(urls[path]),
            "unusable": unusable,
        }
    )
