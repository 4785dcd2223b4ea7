"""What keeps the database: a file of SQLite, or a PostgreSQL server."""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from pontoon.storage.rows import Statement


class Trouble(NamedTuple):
    """WHY nothing can be written, and what an admin must do: "" if it ends by itself."""

    why: str
    remedy: str = ""


class Backend(Protocol):
    """A database that is open. One thread writes it, looks after it and rescues it; another reads.

    ``trouble``, ``can_be_rescued`` and what else does not wait may be asked for in any thread.
    """

    @property
    def name(self) -> str:
        """What people know it by."""

    @property
    def errors(self) -> tuple[type[Exception], ...]:
        """What ``write`` raises if it has written nothing."""

    def write(self, statements: Sequence[Statement], file: bytes | None) -> None:
        """Commit STATEMENTS as one transaction, which then survives a power cut.

        Nothing is written where there is ``trouble``, for which it looks first.
        FILE is what players.xml is to say as soon as that is done; None if it says the same.
        """

    def has_file(self, content: bytes) -> bool:
        """Tell whether players.xml can have that CONTENT without another ``write``."""

    def take_file_back(self) -> None:
        """Note that players.xml could not be written as it was to be with the last ``write``."""

    def read(self, sql: str, parameters: Sequence[Any]) -> list[tuple[Any, ...]]:
        """Return the rows that SQL finds, with PARAMETERS, as committed; DatabaseError."""

    def is_current(self) -> bool:
        """Tell whether its tables are those of this version of the bot; DatabaseError."""

    def look(self) -> None:
        """Find out whether it can still be written, and remember what is there; each second."""

    def trouble(self) -> Trouble | None:
        """Say what was found; None if all is well."""

    def trouble_with(self, error: Exception) -> Trouble:
        """Say what one of ``errors`` means."""

    @property
    def is_watched(self) -> bool:
        """Whether other bots watch that it is written to, each second."""

    @property
    def is_lost(self) -> bool:
        """Whether another bot may write to it now, so that this one must not play."""

    @property
    def can_be_rescued(self) -> bool:
        """Whether its files were put elsewhere, and are open here."""

    def rescue(self) -> None:
        """Put those back; DatabaseError."""

    def hurry(self) -> None:
        """Have ``write`` fail within seconds from now on, rather than wait for an answer."""

    def close(self) -> None: ...
