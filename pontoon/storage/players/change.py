"""A change of players.xml, from when it is decided until it is on the disk."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Generic, Self, TypeVar

from pontoon.engine.errors import NotRecorded
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.ledger import LedgerError
from pontoon.storage.players.player import Fault, PlayersFileError, unusable

T = TypeVar("T")


class Change(Generic[T]):
    """A change of players.xml that is decided: it counts at once, and is on the disk soon.

    MAKE makes it in a document, and returns its outcome: once more for each time that another
    program has changed the file before it was written. It is None for what the file itself has
    asked for, which is found again when that is read. ROUNDS are settled by it.

    A coroutine can await it: that gives the outcome when it is on the disk, or raises why it never
    will be (``commands/dispatch.py``).
    """

    def __init__(
        self, make: Callable[[PlayersDocument], T] | None, rounds: Sequence[str] = ()
    ) -> None:
        self.make = make
        self.rounds = rounds
        self.tries = 1
        """How often it was to be made so far."""
        self.outcome: T
        """What MAKE has returned the last time."""
        self.is_kept = False
        """Whether it is on the disk."""
        self.error: Exception | None = None
        """Why it is not made: Refused or PlayersFileError."""
        self._waiting: list[tuple[Callable[[T], object], Callable[[Exception], object]]] = []

    def then(self, made: Callable[[T], object], failed: Callable[[Exception], object]) -> None:
        """Call MADE with the outcome when it is on the disk, in its place among what is told then.

        FAILED is called instead, with Refused or PlayersFileError, if it is not made. What is known
        already is told at once.
        """
        self._waiting.append((made, failed))
        if self.error is not None:
            self.fail(self.error)
        self.tell()

    def tell(self) -> None:
        """Tell that it is on the disk, if it is."""
        if self.is_kept:
            waiting, self._waiting = self._waiting, []
            for made, _ in waiting:
                made(self.outcome)

    def fail(self, error: Exception) -> None:
        """Tell that it is not made, because of ERROR."""
        self.error = error
        waiting, self._waiting = self._waiting, []
        for _, failed in waiting:
            failed(error)

    def __await__(self) -> Generator[Self, Any, T]:
        outcome: T = yield self
        return outcome


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
