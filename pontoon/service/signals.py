"""Signals: SIGTERM and SIGINT stop the bot, and SIGHUP makes it read config.ini again."""

import os
import signal
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from twisted.internet.error import ReactorNotRunning


def stop_on_signals(reactor: Any) -> None:
    """Stop REACTOR on the first SIGTERM or SIGINT; a second one changes nothing."""

    def signalled(*_: object) -> None:
        # Not SIG_IGN: Python reports an error if a signal that is already pending is ignored.
        _handle_ends(lambda *_: None)
        reactor.callFromThread(stop)  # outside the code that the signal has interrupted

    def stop() -> None:
        # Ignored until the process ends: Python drops its handlers before it exits.
        _handle_ends(signal.SIG_IGN)
        with suppress(ReactorNotRunning):  # two simultaneous signals
            reactor.stop()

    _handle_ends(signalled)


def _handle_ends(handler: Any) -> None:
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, handler)


TERMINAL = "/dev/tty"
"""The controlling terminal of a process. It cannot be opened if there is none."""


def reload_on_hangup(
    soon: Callable[[Callable[[], None]], object], reload: Callable[[], object]
) -> None:
    """Call RELOAD on SIGHUP, by SOON: it has a function called outside the code that runs now.

    If the bot was started from a terminal which is now closed, it stops instead, as on SIGTERM. It
    does not if it was started with SIGHUP ignored, as by ``nohup``.
    """
    is_to_stay = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    had_terminal = _has_terminal() and not is_to_stay
    is_due = False

    def signalled(*_: object) -> None:
        # A signal can interrupt the handler of the previous one, so this does as little as
        # possible: a flood of signals must not exhaust the stack.
        nonlocal is_due
        if not is_due:
            is_due = True
            soon(hung_up)

    def hung_up() -> None:
        nonlocal is_due
        is_due = False
        if had_terminal and not _has_terminal():
            os.kill(os.getpid(), signal.SIGTERM)
        else:
            reload()

    signal.signal(signal.SIGHUP, signalled)


def _has_terminal() -> bool:
    try:
        os.close(os.open(TERMINAL, os.O_RDONLY | os.O_NOCTTY))
    except OSError:
        return False
    return True
