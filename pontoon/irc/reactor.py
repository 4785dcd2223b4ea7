"""What is used here of Twisted's reactor and transports, as types.

Twisted declares these as zope interfaces, which say nothing to a type checker.
"""
# ruff: noqa: N802 -- the names are Twisted's

from collections.abc import Callable
from typing import Protocol


class Delayed(Protocol):
    """A call that is due later (``IDelayedCall``)."""

    def cancel(self) -> None:
        """Forget the call."""


class Clock(Protocol):
    """A reactor, or a test's clock (``IReactorTime``)."""

    def seconds(self) -> float:
        """Return the time now, in seconds since whenever."""

    def callLater(self, delay: float, call: Callable[[], object], /) -> Delayed:
        """Make CALL in DELAY seconds."""


class PushProducer(Protocol):
    """Something that is told when to stop and go on writing (``IPushProducer``)."""

    def pauseProducing(self) -> None:
        """Write no more: the other side does not read."""

    def resumeProducing(self) -> None:
        """Go on writing."""

    def stopProducing(self) -> None:
        """Never write again."""


class Transport(Protocol):
    """A TCP or TLS connection (``ITCPTransport`` and ``IConsumer``)."""

    def write(self, data: bytes, /) -> object:
        """Send DATA, as soon as the other side takes it."""

    def pauseProducing(self) -> object:
        """Read no more for a while."""

    def resumeProducing(self) -> object:
        """Go on reading."""

    def loseConnection(self) -> object:
        """Close the connection when all is sent."""

    def abortConnection(self) -> object:
        """Close the connection now, whatever is left to send."""

    def registerProducer(self, producer: PushProducer, *, streaming: bool) -> object:
        """Tell PRODUCER from now on when to pause."""
