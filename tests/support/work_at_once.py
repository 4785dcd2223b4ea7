"""What works things out for tests: at once, or when a test lets it."""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from pontoon.odds.advice import Advise
from pontoon.odds.advise import advise

T = TypeVar("T")


class _AtOnce:
    """Does work without a thread. What goes wrong comes out, unless a test expects that."""

    def __init__(self) -> None:
        self.waiting: list[Callable[[], None]] | None = None
        """What is to be worked out; None where everything is at once."""
        self.may_fail = False
        self.errors: list[Exception] = []

    def _do(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        def run() -> None:
            try:
                result = work()
            except Exception as error:
                if not self.may_fail:
                    raise
                self.errors.append(error)
                failed()
            else:
                then(result)

        if self.waiting is None:
            run()
        else:
            self.waiting.append(run)

    def works(self) -> None:
        """Work out what waits, and from now on everything at once."""
        waiting, self.waiting = self.waiting or [], None
        for run in waiting:
            run()


class WorkAtOnce(_AtOnce):
    """A ``Background`` without a thread."""

    def work_out(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        self._do(work, then, failed)


class OddsAtOnce(_AtOnce):
    """``OddsWorkers`` without processes."""

    def work_out(
        self, work: Callable[[Advise], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        self._do(partial(work, advise), then, failed)
