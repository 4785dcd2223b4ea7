"""SIGTERM and SIGINT stop the bot. SIGHUP makes it read config.ini, or end with its terminal."""

import os
import signal
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from twisted.internet.error import ReactorNotRunning

from pontoon import cli
from pontoon.service import signals
from pontoon.service.signals import reload_on_hangup, stop_on_signals


class Reactor:
    """A reactor that keeps what it is to call, and counts how often it is stopped."""

    def __init__(self) -> None:
        self.due: list[Callable[[], None]] = []
        self.stops = 0

    def callFromThread(self, call: Callable[[], None]) -> None:  # noqa: N802 -- Twisted's name
        """Keep CALL."""
        self.due.append(call)

    def run(self) -> None:
        """Make the calls."""
        while self.due:
            self.due.pop(0)()

    def stop(self) -> None:
        """Count, and refuse it a second time as Twisted's does."""
        if self.stops:
            raise ReactorNotRunning
        self.stops += 1


@pytest.fixture(autouse=True)
def _handlers() -> Iterator[None]:
    """Put the handlers of signals back as they were."""
    numbers = (signal.SIGHUP, signal.SIGTERM, signal.SIGINT)
    before = [(number, signal.getsignal(number)) for number in numbers]
    yield
    for number, handler in before:
        signal.signal(number, handler)


class Tried:
    """What becomes of SIGHUP where there is, and later is, a terminal."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *, had: bool, has: bool) -> None:
        self.reloads = 0
        self.ended: list[int] = []
        is_there = iter([had, *[has] * 5])
        monkeypatch.setattr(signals, "_has_terminal", lambda: next(is_there))
        signal.signal(signal.SIGTERM, lambda number, _: self.ended.append(number))
        self.reactor = Reactor()
        reload_on_hangup(self.reactor.callFromThread, self._reload)

    def _reload(self) -> None:
        self.reloads += 1

    def hang_up(self) -> None:
        """Send the signal, and let the reactor run."""
        signal.raise_signal(signal.SIGHUP)
        self.reactor.run()


def test_config_is_read_again_outside_of_what_the_signal_interrupts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tried = Tried(monkeypatch, had=True, has=True)
    signal.raise_signal(signal.SIGHUP)
    assert tried.reloads == 0
    tried.reactor.run()
    assert (tried.reloads, tried.ended) == (1, [])


def test_every_signal_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = Tried(monkeypatch, had=False, has=False)
    tried.hang_up()
    tried.hang_up()
    assert (tried.reloads, tried.ended) == (2, [])


def test_who_has_lost_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = Tried(monkeypatch, had=True, has=False)
    tried.hang_up()
    assert (tried.reloads, tried.ended) == (0, [signal.SIGTERM])


def test_who_is_to_stay_without_it_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    """As ``nohup`` wants it; SIGHUP can still be sent."""
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    tried = Tried(monkeypatch, had=True, has=False)
    tried.hang_up()
    assert (tried.reloads, tried.ended) == (1, [])


def test_whether_there_is_a_terminal_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    ours, theirs = os.openpty()
    monkeypatch.setattr(signals, "TERMINAL", os.ttyname(theirs))
    assert signals._has_terminal()
    monkeypatch.setattr(signals, "TERMINAL", "/nowhere")
    assert not signals._has_terminal()
    os.close(ours)
    os.close(theirs)


def test_it_ends_nothing_before_there_is_anything_to_read_again() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    cli._handle_signals()
    signal.raise_signal(signal.SIGHUP)


def test_ignored_it_stays_so_until_then() -> None:
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    cli._handle_signals()
    assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN


def test_a_flood_of_signals_is_one_as_long_as_nothing_has_been_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Else each would wait for the reactor, and handlers would be interrupted by handlers."""
    tried = Tried(monkeypatch, had=False, has=False)
    for _ in range(100):
        signal.raise_signal(signal.SIGHUP)
    assert len(tried.reactor.due) == 1
    tried.reactor.run()
    assert tried.reloads == 1
    tried.hang_up()
    assert tried.reloads == 2


def test_two_signals_at_the_same_moment_stop_the_reactor_once() -> None:
    """The second interrupts the handler of the first before it has done anything."""
    reactor = Reactor()
    stop_on_signals(reactor)
    handler: Any = signal.getsignal(signal.SIGTERM)
    handler()
    handler()
    reactor.run()
    assert reactor.stops == 1


def test_a_signal_after_the_first_is_let_be_and_then_ignored() -> None:
    reactor = Reactor()
    stop_on_signals(reactor)
    signal.raise_signal(signal.SIGTERM)
    signal.raise_signal(signal.SIGINT)
    reactor.run()
    assert reactor.stops == 1
    assert signal.getsignal(signal.SIGTERM) is signal.getsignal(signal.SIGINT) is signal.SIG_IGN
