"""Twisted's reactor and transports, as types for a type checker.

Twisted declares them as zope interfaces, which a type checker cannot read.
"""
# ruff: noqa: N802 -- the names are Twisted's, and its manual describes them

from collections.abc import Callable
from typing import Protocol


class Delayed(Protocol):
    """A call that is due later (``IDelayedCall``)."""

    def cancel(self) -> None: ...


class Clock(Protocol):
    """A reactor, or a test's clock (``IReactorTime``). Times are in seconds, from 1970 on."""

    def seconds(self) -> float: ...
    def callLater(self, delay: float, call: Callable[[], object], /) -> Delayed: ...


class PushProducer(Protocol):
    """A writer that a transport can pause (``IPushProducer``)."""

    def pauseProducing(self) -> None: ...
    def resumeProducing(self) -> None: ...
    def stopProducing(self) -> None: ...


class Transport(Protocol):
    """A TCP or TLS connection (``ITCPTransport`` and ``IConsumer``)."""

    def write(self, data: bytes, /) -> object: ...
    def pauseProducing(self) -> object: ...
    def resumeProducing(self) -> object: ...
    def loseConnection(self) -> object: ...
    def abortConnection(self) -> object: ...
    def registerProducer(self, producer: PushProducer, *, streaming: bool) -> object: ...
