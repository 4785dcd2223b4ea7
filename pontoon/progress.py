"""What tells the user of a command, on stderr, how far work is that takes long."""

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TypeVar

NAME = "pontoonbot"
"""The command; each line on stderr begins with it."""

PERIOD_SECONDS = 5.0

Item = TypeVar("Item")


class Progress:
    """Says every ``PERIOD_SECONDS`` how far work is. What takes less time says nothing.

    CLOCK returns seconds. The work has just begun.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._began = clock()
        self._due = self._began + PERIOD_SECONDS

    def __call__(self, what: str, done: int = 0, total: int = 0) -> None:
        """Say WHAT the work does, if it is time; with a TOTAL, of which DONE is done."""
        now = self._clock()
        if now < self._due:
            return
        self._due = now + PERIOD_SECONDS
        counted = f"{done:,} of {total:,} " if total else ""
        with suppress(OSError):  # whoever read it is gone
            print(
                f"{NAME}: {counted}{what}, {now - self._began:.0f} s", file=sys.stderr, flush=True
            )

    def counted(
        self,
        items: Iterable[Item],
        total: int,
        what: str,
        size: Callable[[Item], int] = lambda _: 1,
    ) -> Iterator[Item]:
        """Yield ITEMS; say before each, if it is time, WHAT was done with those before.

        TOTAL is the number of items, or the sum of what SIZE returns for each.
        """
        done = 0
        for item in items:
            self(what, done, total)
            yield item
            done += size(item)
