"""A change of players.xml, from when it is decided until it is on the disk."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from pontoon.engine.errors import NotRecorded
from pontoon.storage.future import Future
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import Fault, PlayersFileError, unusable

T = TypeVar("T")


class Change(Future[T]):
    """A change of players.xml that is decided: it counts at once, and is on the disk soon.

    MAKE makes it in a document, and returns its outcome: once more for each time that another
    program has changed the file before it was written. It is None for what the file itself has
    asked for, which is found again when that is read. ROUNDS are settled by it.

    The outcome is certain when it is on the disk; it is told in its place among what is told then.
    It fails by Refused or PlayersFileError.
    """

    def __init__(
        self, make: Callable[[PlayersDocument], T] | None, rounds: Sequence[str] = ()
    ) -> None:
        super().__init__()
        self.make = make
        self.rounds = rounds
        self.tries = 1
        """How often it was to be made so far."""


def why_not_written(error: Exception) -> Exception:
    """Return what is said of ERROR, which has kept players.xml from being written."""
    match error:
        case NotRecorded():
            return LedgerError(str(error))
        case OSError():
            return PlayersFileError(unusable("written", error))
    return error


def faults_of(error: Exception) -> tuple[Fault, ...]:
    """Return what is wrong with players.xml if ERROR is why a change of it is not made."""
    return error.faults if isinstance(error, PlayersFileError) else (Fault(0, str(error)),)
