"""Ends the bot in good order, on a signal."""

import signal
from collections.abc import Callable
from typing import Any

from twisted.internet.defer import Deferred


class Ending:
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
