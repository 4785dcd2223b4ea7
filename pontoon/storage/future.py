"""What is known only later, since a thread works on it."""

from collections.abc import Callable, Generator
from functools import partial
from typing import Any, Generic, Self, TypeVar

from pontoon.irc.outgoing import do_nothing
from pontoon.irc.reactor import Background

T = TypeVar("T")


def _raise(error: Exception) -> None:
    """Raise ERROR, which nobody expects: the log gets it."""
    raise error


class Future(Generic[T]):
    """An outcome that comes later, or the error that comes in its place.

    A coroutine can await it: that gives the outcome or raises the error (``commands/dispatch.py``).
    """

    def __init__(self) -> None:
        self.outcome: T
        self.is_certain = False
        """Whether the outcome is there, and stays as it is."""
        self.error: Exception | None = None
        self._waiting: list[tuple[Callable[[T], object], Callable[[Exception], object]]] = []

    def then(
        self, made: Callable[[T], object], failed: Callable[[Exception], object] = _raise
    ) -> None:
        """Call MADE with the outcome when it is certain, or FAILED with the error.

        What is known already is told at once.
        """
        self._waiting.append((made, failed))
        if self.error is not None:
            self.fail(self.error)
        self.tell()

    def succeed(self, outcome: T) -> None:
        """Tell the OUTCOME, which is certain."""
        self.outcome, self.is_certain = outcome, True
        self.tell()

    def tell(self) -> None:
        """Tell the outcome, if it is certain."""
        if self.is_certain:
            waiting, self._waiting = self._waiting, []
            for made, _ in waiting:
                made(self.outcome)

    def fail(self, error: Exception) -> None:
        """Tell that there will be no outcome, because of ERROR."""
        self.error = error
        waiting, self._waiting = self._waiting, []
        for _, failed in waiting:
            failed(error)

    def __await__(self) -> Generator[Self, Any, T]:
        outcome: T = yield self
        return outcome


def work_out(background: Background, work: Callable[[], T], future: Future[T]) -> None:
    """Have BACKGROUND do WORK, and FUTURE tell what that returns, or else what it raises."""

    def ending() -> Callable[[], object]:
        try:
            return partial(future.succeed, work())
        except Exception as error:
            return partial(future.fail, error)

    background.work_out(ending, lambda tell: tell(), do_nothing)
