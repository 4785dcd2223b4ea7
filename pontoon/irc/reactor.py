"""Twisted's reactor and transports, as types for a type checker.

Twisted declares them as zope interfaces, which a type checker cannot read.
"""
# ruff: noqa: N802 -- the names are Twisted's

from collections.abc import Callable
from typing import Protocol


class Delayed(Protocol):
    """A call that is due later (``IDelayedCall``)."""

    def cancel(self) -> None:
        """Cancel the call."""


class Clock(Protocol):
    """A reactor, or a test's clock (``IReactorTime``)."""

    def seconds(self) -> float:
        """Return the time now in seconds; a reactor counts from 1970."""

    def callLater(self, delay: float, call: Callable[[], object], /) -> Delayed:
        """Call CALL in DELAY seconds."""


class PushProducer(Protocol):
    """A writer that a transport can pause (``IPushProducer``)."""

    def pauseProducing(self) -> None:
        """Stop writing: the other side does not read."""

    def resumeProducing(self) -> None:
        """Go on writing."""

    def stopProducing(self) -> None:
        """Never write again."""


class Transport(Protocol):
    """A TCP or TLS connection (``ITCPTransport`` and ``IConsumer``)."""

    def write(self, data: bytes, /) -> object:
        """Send DATA as soon as the other side reads."""

    def pauseProducing(self) -> object:
        """Stop reading for a while."""

    def resumeProducing(self) -> object:
        """Go on reading."""

    def loseConnection(self) -> object:
        """Close the connection when everything is sent."""

    def abortConnection(self) -> object:
        """Close the connection now, and drop unsent data."""

    def registerProducer(self, producer: PushProducer, *, streaming: bool) -> object:
        """Pause and resume PRODUCER from now on."""
