"""The fields of Shed Pontoon that were worked out for other rules than the usual ones."""

from pontoon.storage.database import Database

MAX_FIELDS = 100
"""So many fields are kept, the latest ones: a few for each set of rules that was tried."""


class FieldStore:
    """The fields in DATABASE, each as a line of JSON (``encode`` in odds/shed_field.py)."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def lines(self) -> list[str]:
        return [line for (line,) in self._database.read("SELECT field FROM fields ORDER BY n")]

    def keep(self, line: str) -> None:
        self._database.write_soon("INSERT INTO fields (field) VALUES (?)", line)
        self._database.write_soon(
            "DELETE FROM fields WHERE n <= (SELECT max(n) - ? FROM fields)", MAX_FIELDS
        )
