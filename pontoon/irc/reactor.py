"""Twisted's reactor, as types for a type checker.

Twisted declares them as zope interfaces, which a type checker cannot read.
"""
# ruff: noqa: N802 -- the names are Twisted's, and its manual describes them

from collections.abc import Callable
from typing import Protocol


class Delayed(Protocol):
    """A call that is due later (``IDelayedCall``)."""

    def cancel(self) -> None: ...
    def reset(self, seconds: float, /) -> None: ...


class Clock(Protocol):
    """A reactor, or a test's clock (``IReactorTime``). Times are in seconds, from 1970 on."""

    def seconds(self) -> float: ...
    def callLater(self, delay: float, call: Callable[[], object], /) -> Delayed: ...
