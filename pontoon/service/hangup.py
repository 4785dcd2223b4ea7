"""What SIGHUP means: that config.ini is to be read again, or that the terminal is gone."""

import os
import signal
from collections.abc import Callable
from typing import Any

TERMINAL = "/dev/tty"
"""The terminal that a program was started from; it cannot be opened where there is none."""


class Hangup:
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
