"""What all tables have in common: how values stand in their rows, and what is wrong with a row."""

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from typing import Any

from msgspec import MsgspecError, json

RESTORE = "restore a backup (pontoonbot restore FILE)"
"""What helps whatever has happened to the database; the bot must not run then."""

MAKES_NO_SENSE = (
    *(MsgspecError, ValueError, TypeError, AttributeError, LookupError, ArithmeticError),
)
"""What is raised for rows that somebody has edited, or that are damaged."""

Statement = tuple[str, tuple[Any, ...]]
"""SQL, and its parameters."""

Read = Callable[..., Iterable[tuple[Any, ...]]]
"""Returns the rows that SQL finds, with its parameters."""

_encode = json.Encoder().encode
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_BEYOND = 1 << 53


class DatabaseError(Exception):
    """The database cannot be used; the message says why, and what to do, in one line."""


def text_of(value: Any) -> str:
    """Return VALUE as JSON."""
    return _encode(value).decode()


def milliseconds(time: datetime) -> int:
    """Return TIME as the database has it: milliseconds since 1970, UTC."""
    return (time - _EPOCH) // timedelta(milliseconds=1)


def midnight(day: date) -> int:
    """Return when DAY begins, in UTC, as the database has it."""
    return milliseconds(datetime(day.year, day.month, day.day, tzinfo=UTC))


def moment(milliseconds: int) -> datetime:
    try:
        return _EPOCH + timedelta(milliseconds=milliseconds)
    except (OverflowError, TypeError):
        raise ValueError(f"{milliseconds!r} is no time") from None


def last_number(found: Any) -> int:
    """Return the last number that was FOUND in a column that counts, 0 for none; ValueError."""
    if found is None:
        return 0
    if isinstance(found, int) and 0 <= found < _BEYOND:
        return found
    raise ValueError(f"the bot has not counted to {found!r}")


NEXT_N = "coalesce(max(n), 0) + 1"
"""The number of a row that is put behind all others of its table, in which ``n`` counts them."""


def total(of: str) -> str:
    """Return what adds up OF, whole numbers in rows, to one: sums of PostgreSQL have decimals."""
    return f"CAST(sum({of}) AS BIGINT)"


def marks(values: Collection[Any]) -> str:
    """Return a mark for each of VALUES, which are parameters, with commas between them."""
    return ", ".join("?" for _ in values)


@contextmanager
def rows_of(tables: str) -> Iterator[None]:
    """Raise DatabaseError if a row of TABLES makes no sense to what reads it."""
    try:
        yield
    except MAKES_NO_SENSE as error:
        raise DatabaseError(
            f"players.db has what this version cannot read ({tables}: {in_one_line(error)}):"
            f" start the version of the bot that made it, or {RESTORE}"
        ) from error


def in_one_line(error: Exception) -> str:
    """Return what ERROR says; what it quotes of a damaged file may have any characters."""
    return "".join(each if each.isprintable() else "?" for each in " ".join(str(error).split()))
