"""A database on a PostgreSQL server, as the bot that plays writes it (docs/standby.md)."""

from collections.abc import Sequence
from contextlib import suppress
from threading import Lock
from typing import Any

from pontoon.storage import postgresql
from pontoon.storage.backend import Trouble
from pontoon.storage.players.kept_document import changes, numbered, pieces_in, pieces_of
from pontoon.storage.postgresql import Connection
from pontoon.storage.rows import DatabaseError, Statement
from pontoon.storage.schema_scripts import SCHEMA_VERSION
from pontoon.storage.standby import ANSWER_SECONDS, OlderDatabase, Writer


class ServerView:
    """The ``Backend`` at URL, to which CONNECTION leads, for who only reads."""

    def __init__(self, url: str, connection: Connection) -> None:
        self.name = postgresql.shown(url)
        self._url = url
        self._connection = connection

    errors: tuple[type[Exception], ...] = (*postgresql.ERRORS, DatabaseError)
    is_watched = False
    can_be_rescued = False

    def write(self, statements: Sequence[Statement], file: bytes | None) -> None:  # noqa: ARG002
        raise DatabaseError("this is only read")

    def has_file(self, content: bytes) -> bool:  # noqa: ARG002
        return True

    def take_file_back(self) -> None: ...

    def read(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        try:
            with self._connection.at_most(ANSWER_SECONDS):
                return self._connection.execute(sql, parameters).fetchall()
        except postgresql.ERRORS as error:
            raise postgresql.unusable(self._url, error) from error

    def is_current(self) -> bool:
        return postgresql.version_of(self._connection) == SCHEMA_VERSION

    def look(self) -> None: ...

    @property
    def is_lost(self) -> bool:
        return False

    def trouble(self) -> Trouble | None:
        return None

    def trouble_with(self, error: Exception) -> Trouble:
        if isinstance(error, OlderDatabase):
            return Trouble(str(error), "stop the bot, and see docs/standby.md")
        if isinstance(error, DatabaseError):
            return Trouble(str(error))
        if postgresql.is_contradiction(error) or postgresql.is_damage(error):
            why = f"{self.name} is damaged ({postgresql.reason(error)})"
            return Trouble(why, "stop the bot, and restore a copy")
        return Trouble(postgresql.reason(error))

    def rescue(self) -> None:
        """Raise DatabaseError: there is no file."""
        raise DatabaseError("it is on a server")

    def hurry(self) -> None: ...

    def close(self) -> None:
        self._connection.close()


class ServerSession(ServerView):
    """The ``Backend`` at URL, of the bot that plays: WRITER has the lock.

    What is read comes by a second session, which is made anew if it is lost. The server has
    players.xml, too, in pieces: they change with what else changes.
    """

    is_watched = True

    def __init__(self, url: str, writer: Writer) -> None:
        super().__init__(url, postgresql.opened(url))
        self._writer = writer
        self._is_reading = Lock()
        """Held while the session that reads is in use: nobody closes it then."""
        self._pieces = pieces_in(lambda sql: self.read(sql, ()))
        """Those of players.xml that the server has."""
        self._before = [*self._pieces.values()]
        """Those that it had before it got these."""
        self._wanted: list[bytes] | None = None
        """Those that it gets with the next transaction, if they are others."""

    @property
    def is_lost(self) -> bool:
        return self._writer.is_lost

    def write(self, statements: Sequence[Statement], file: bytes | None) -> None:
        wanted = self._wanted if file is None else pieces_of(file)
        if wanted is None:
            self._writer.write(statements)
        else:
            self._writer.write([*statements, *changes(self._pieces, wanted)])
            self._before, self._pieces = [*self._pieces.values()], numbered(self._pieces, wanted)
            self._wanted = None

    def has_file(self, content: bytes) -> bool:
        return [*self._pieces.values()] == pieces_of(content)

    def take_file_back(self) -> None:
        self._wanted = self._before

    def read(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        with self._is_reading:
            try:
                return super().read(sql, parameters)
            except DatabaseError:
                if not self._connection.is_lost:
                    raise
            # The server was started again, or something between has dropped what was silent.
            self._connection = postgresql.session(self._url)
            return super().read(sql, parameters)

    def trouble(self) -> Trouble | None:
        return Trouble(self._writer.trouble) if self._writer.trouble else None

    def hurry(self) -> None:
        self._writer.hurry()

    def close(self) -> None:
        if self._is_reading.acquire(blocking=False):  # else that session ends with the program
            try:
                super().close()
            finally:
                self._is_reading.release()
        with suppress(*postgresql.ERRORS):
            self._writer.close()
