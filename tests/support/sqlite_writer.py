"""The connection by which a bot writes to a file of SQLite."""

from pontoon.storage import sqlite
from pontoon.storage.database import Database
from pontoon.storage.sqlite_file import SqliteFile


def writer_of(database: Database) -> sqlite.Connection:
    backend = database._backend
    assert isinstance(backend, SqliteFile)
    return backend._writer
