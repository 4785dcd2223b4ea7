"""Signals: SIGTERM and SIGINT end the program in order, SIGHUP has it read config.ini again."""

import os
import signal
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred


class ShutdownSignals:
    """Ends the bot in good order on the first SIGTERM or SIGINT; a second one changes nothing.

    LEAVE begins to leave the server, and its result fires when REACTOR can be stopped.
    """

    def __init__(self, reactor: Any, leave: Callable[[], Deferred[None]]) -> None:
        self._reactor = reactor
        self._leave = leave
        self._has_begun = False

    def await_signal(self) -> None:
        """Be told of signals from now on."""
        _handle_signals(self.signalled)

    def signalled(self, *_: object) -> None:
        """Begin soon, outside of what the signal has interrupted."""
        # Another signal may be under way already, and Python complains of one that is ignored then.
        _handle_signals(_let_be)
        self._reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Leave, and then stop; two signals at the same moment bring us here twice."""
        # Ignored from now on to the very end: Python drops handlers of its own before it exits.
        _handle_signals(signal.SIG_IGN)
        if not self._has_begun:
            self._has_begun = True
            self._leave().addBoth(lambda _: self._reactor.stop())


def _let_be(*_: object) -> None:
    """Do nothing about a signal: an earlier one is being obeyed."""


def _handle_signals(handler: Any) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)


TERMINAL = "/dev/tty"
"""The terminal that a program was started from; it cannot be opened where there is none."""


class HangupSignal:
    """Has RELOAD called on SIGHUP, by REACTOR, outside of what the signal has interrupted.

    Where the bot was started from a terminal that is gone then, nobody wants it any more: it ends
    as by SIGTERM. Who starts it with SIGHUP ignored, as ``nohup`` does, wants it to stay.
    """

    def __init__(self, reactor: Any, reload: Callable[[], object]) -> None:
        self._reactor = reactor
        self._reload = reload
        self._had_terminal = False
        self._is_due = False
        """Whether what a signal means is still to be done: it means no more the second time."""

    def await_signal(self) -> None:
        """Be told of the signal from now on."""
        is_to_stay = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
        self._had_terminal = _has_terminal() and not is_to_stay
        signal.signal(signal.SIGHUP, self.signalled)

    def signalled(self, *_: object) -> None:
        """Do what is to be done, soon.

        Python lets a signal interrupt the handler of the last one: whoever sends them without end
        must find next to nothing to interrupt.
        """
        if not self._is_due:
            self._is_due = True
            self._reactor.callFromThread(self.begin)

    def begin(self) -> None:
        """Read config.ini again, or end."""
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
