"""Tells the program that has started the bot how it is: systemd's protocol (sd_notify(3)).

A few lines of our own: the libraries that there are either block when systemd does not read, or
bring the whole of its C interface.
"""

import os
import re
import time
from collections.abc import Callable, Mapping
from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket
from typing import Any

from twisted.internet.task import LoopingCall

from pontoon.irc.line import visible

_PER_SECOND = 1_000_000

STATE_SECONDS = 1.0
"""How often it is looked whether there is something new to be told."""

_LONGEST_STATE = 300
_MOST_UNSENT = 8


class SystemdNotifier:
    """Speaks to whoever ENVIRON names; to nobody, if it names none.

    STATE returns in a few words how the bot is; people who ask systemd are told that. As long as
    CLOCK, which is the reactor, is able to make calls in time, a watchdog is told that all is well,
    twice as often as it has to be. Nothing that the bot does waits until something can be sent.
    """

    def __init__(self, environ: Mapping[str, str], clock: Any, state: Callable[[], str]) -> None:
        self._address = _address_in(environ)
        self._state = state
        self._told = ""
        self._unsent: list[str] = []
        watchdog = LoopingCall(self._send, "WATCHDOG=1")
        telling = LoopingCall(self._tell)
        self._calls = {watchdog: _watchdog_seconds(environ) / 2, telling: STATE_SECONDS}
        for call in self._calls:
            call.clock = clock

    def ready(self) -> None:
        """Tell that the bot runs, or has reloaded; the rest is told from now on by itself."""
        self._send("READY=1")
        for call, seconds in self._calls.items():
            if seconds and self._address and not call.running:
                call.start(seconds)

    def reloading(self) -> None:
        """Tell that config.ini is being read again; ``ready`` has to follow."""
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) * _PER_SECOND // 10**9
        self._send("RELOADING=1", f"MONOTONIC_USEC={now}")

    def stopping(self) -> None:
        """Tell that the bot leaves, which takes some seconds."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Say no more."""
        for call in self._calls:
            if call.running:
                call.stop()

    def _tell(self) -> None:
        if (state := self._state()) != self._told:
            self._told = state
            self._send(f"STATUS={visible(state)[:_LONGEST_STATE]}")

    def _send(self, *variables: str) -> None:
        """Send VARIABLES, or else have them go with what is sent next."""
        if self._address is None:
            return
        said = [*(each for each in self._unsent if each not in variables), *variables]
        content = "\n".join(said).encode(errors="backslashreplace")
        try:
            with socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC) as sender:
                sender.sendto(content, self._address)
        except OSError:
            self._unsent = said[-_MOST_UNSENT:]
        else:
            self._unsent = []


def _address_in(environ: Mapping[str, str]) -> bytes | None:
    """Return where to send to: a path, or behind an @ a name of Linux's own ("abstract")."""
    address = os.fsencode(environ.get("NOTIFY_SOCKET", ""))
    if address.startswith(b"@"):
        return b"\0" + address[1:]
    return address if address.startswith(b"/") else None


def _watchdog_seconds(environ: Mapping[str, str]) -> float:
    """Return how long the watchdog waits for a word; 0 where there is none, or not for us."""
    for_whom = environ.get("WATCHDOG_PID", "")
    if for_whom and for_whom != str(os.getpid()):
        return 0.0
    microseconds = environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / _PER_SECOND if re.fullmatch("[0-9]{1,18}", microseconds) else 0.0
