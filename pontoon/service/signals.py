"""Signals: SIGTERM and SIGINT stop the bot, and SIGHUP makes it read config.ini again."""

import os
import signal
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred


class ShutdownSignals:
    """Stops the bot on the first SIGTERM or SIGINT; a second one changes nothing.

    LEAVE begins to stop the bot; its result fires when REACTOR can be stopped.
    """

    def __init__(self, reactor: Any, leave: Callable[[], Deferred[None]]) -> None:
        self._reactor = reactor
        self._leave = leave
        self._has_begun = False

    def await_signal(self) -> None:
        """Handle the signals from now on."""
        _handle_signals(self.signalled)

    def signalled(self, *_: object) -> None:
        """Begin as soon as the reactor can, outside the code that the signal has interrupted."""
        # Not SIG_IGN: Python reports an error if a signal that is already pending is ignored.
        _handle_signals(_do_nothing)
        self._reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Leave, and then stop the reactor. Two simultaneous signals call this twice."""
        # Ignored until the process ends: Python drops its handlers before it exits.
        _handle_signals(signal.SIG_IGN)
        if not self._has_begun:
            self._has_begun = True
            self._leave().addBoth(lambda _: self._reactor.stop())


def _do_nothing(*_: object) -> None:
    """Do nothing: the bot is stopping already."""


def _handle_signals(handler: Any) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)


TERMINAL = "/dev/tty"
"""The controlling terminal of a process. It cannot be opened if there is none."""


class HangupSignal:
    """Makes REACTOR call RELOAD on SIGHUP.

    If the bot was started from a terminal which is now closed, it stops instead, as on SIGTERM. It
    does not if it was started with SIGHUP ignored, as by ``nohup``.
    """

    def __init__(self, reactor: Any, reload: Callable[[], object]) -> None:
        self._reactor = reactor
        self._reload = reload
        self._had_terminal = False
        self._is_due = False
        """Whether ``begin`` is going to be called. A second signal adds nothing to that."""

    def await_signal(self) -> None:
        """Handle the signal from now on."""
        is_to_stay = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        self._had_terminal = _has_terminal() and not is_to_stay
        signal.signal(signal.SIGHUP, self.signalled)

    def signalled(self, *_: object) -> None:
        """Have the reactor call ``begin`` soon.

        A signal can interrupt the handler of the previous one, so this does as little as possible:
        a flood of signals must not exhaust the stack.
        """
        if not self._is_due:
            self._is_due = True
            self._reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Reload config.ini, or stop if the terminal is gone."""
        self._is_due = False
        if self._had_terminal and not _has_terminal():
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            self._reload()


def _has_terminal() -> bool:
    try:
        os.close(os.open(TERMINAL, os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True
