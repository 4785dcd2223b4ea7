"""A thread that works when a test says so, and tells of it when the test says that."""

from collections import deque
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")


class HeldThread:
    """A ``Background`` in two steps; each does what was asked for first."""

    def __init__(self) -> None:
        self._asked: deque[Callable[[], None]] = deque()
        self._done: deque[Callable[[], None]] = deque()

    def work_out(
        self,
        work: Callable[[], T],
        then: Callable[[T], object],
        failed: Callable[[], object],  # noqa: ARG002 -- a test fails by what WORK raises
    ) -> None:
        self._asked.append(lambda: self._work(work, then))

    def _work(self, work: Callable[[], T], then: Callable[[T], object]) -> None:
        result = work()

        def tell() -> None:
            then(result)

        self._done.append(tell)

    @property
    def is_asked(self) -> bool:
        """Tell whether there is something to do."""
        return bool(self._asked)

    @property
    def is_idle(self) -> bool:
        """Tell whether there is nothing to do, and nothing to tell."""
        return not (self._asked or self._done)

    def works(self) -> None:
        """Do a piece of work."""
        self._asked.popleft()()

    def tells(self) -> None:
        """Tell the reactor that it is done."""
        self._done.popleft()()

    def works_and_tells(self) -> None:
        """Do a piece of work, unless there is only something to tell, and tell that it is done."""
        if self._asked:
            self.works()
        self.tells()
