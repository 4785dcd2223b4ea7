"""What a coroutine of the bot returns, where no thread has anything left to do."""

from collections.abc import Coroutine
from typing import Any, TypeVar

from pontoon.storage.future import Future

T = TypeVar("T")


def outcome_of(steps: Coroutine[Future[Any], Any, T]) -> T:
    """Take all STEPS; what each awaits must be known."""
    found = None
    while True:
        try:
            future = steps.send(found)
        except StopIteration as end:
            outcome: T = end.value
            return outcome
        assert future.is_certain
        found = future.outcome
