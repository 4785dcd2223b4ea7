"""Twisted's reactor, as types for a type checker.

Twisted declares them as zope interfaces, which a type checker cannot read.
"""
# ruff: noqa: N802 -- the names are Twisted's, and its manual describes them

from collections.abc import Callable
from typing import Protocol, TypeVar

T = TypeVar("T")


class Delayed(Protocol):
    """A call that is due later (``IDelayedCall``)."""

    def cancel(self) -> None: ...
    def reset(self, seconds: float, /) -> None: ...


class Clock(Protocol):
    """A reactor, or a test's clock (``IReactorTime``). Times are in seconds, from 1970 on."""

    def seconds(self) -> float: ...
    def callLater(self, delay: float, call: Callable[[], object], /) -> Delayed: ...


class Background(Protocol):
    """Does work in a thread, one piece after the other, so that the reactor waits for none."""

    def work_out(
        self, work: Callable[[], T], then: Callable[[T], object], failed: Callable[[], object]
    ) -> None:
        """Call WORK in the thread, and then in the reactor's THEN with what it returns.

        If it raises an exception, that is logged, and FAILED is called instead. WORK must share
        nothing with the reactor's thread that changes, and be short: what others ask for waits.
        """
