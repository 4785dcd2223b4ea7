"""Stopping on signals, also on several at the same moment."""

import signal
from collections.abc import Callable, Iterator

import pytest
from twisted.internet.defer import Deferred

from pontoon.service.service import ShutdownSignals


class Reactor:
    """A reactor that keeps what it is to call, and counts how often it is stopped."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []
        self.stops = 0

    def callFromThread(self, call: Callable[[], None]) -> None:  # noqa: N802 -- Twisted's name
        """Keep CALL."""
        self.due.append(call)

    def stop(self) -> None:
        """Count."""
        self.stops += 1


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Put the handlers of signals back as they were."""
    before = [(each, signal.getsignal(each)) for each in (signal.SIGTERM, signal.SIGINT)]
    yield
    for number, handler in before:
        signal.signal(number, handler)


def test_two_signals_at_the_same_moment_stop_the_reactor_once() -> None:
    """The second interrupts the handler of the first before it has done anything."""
    reactor = Reactor()
    gone: Deferred[None] = Deferred()
    left: list[Deferred[None]] = []

    def leave() -> Deferred[None]:
        left.append(gone)
        return gone

    ending = ShutdownSignals(reactor, leave)
    ending.await_signal()
    ending.signalled()
    ending.signalled()
    for call in reactor.due:
        call()
    assert (len(left), reactor.stops) == (1, 0)
    gone.callback(None)
    assert reactor.stops == 1


def test_a_signal_after_the_first_is_let_be_and_then_ignored() -> None:
    reactor = Reactor()
    ending = ShutdownSignals(reactor, Deferred)
    ending.await_signal()
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGINT)
    (begin,) = reactor.due
    begin()
    assert signal.getsignal(signal.SIGTERM) is signal.getsignal(signal.SIGINT) is signal.SIG_IGN
