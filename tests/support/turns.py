"""A reactor of which a test has one turn after the other."""

from collections.abc import Callable
from functools import partial
from queue import Queue
from typing import Any

HANGS_SECONDS = 10


class Turns:
    """A reactor that has a turn for each call from another thread."""

    def __init__(self) -> None:
        self._calls = Queue[Callable[[], object]]()

    def callFromThread(self, call: Callable[..., object], *arguments: Any) -> None:  # noqa: N802 -- Twisted's
        self._calls.put(partial(call, *arguments))

    def turn(self) -> None:
        """Wait for a call, and make it; Empty if none comes."""
        self._calls.get(timeout=HANGS_SECONDS)()

    def turns(self) -> None:
        """Make all calls that are there."""
        while not self._calls.empty():
            self.turn()
