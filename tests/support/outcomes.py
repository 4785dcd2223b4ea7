"""What a coroutine of the bot returns, where no thread has anything left to do."""

from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from pontoon.storage.future import Future

T = TypeVar("T")


def outcome_of(steps: Coroutine[Future[Any], Any, T]) -> T:
    """Take all STEPS, and return or raise what they end in; what each awaits must be known."""
    step: Callable[[], Future[Any]] = partial(steps.send, None)
    while True:
        try:
            future = step()
        except StopIteration as end:
            outcome: T = end.value
            return outcome
        if future.error is not None:
            step = partial(steps.throw, future.error)
        else:
            assert future.is_certain
            step = partial(steps.send, future.outcome)
