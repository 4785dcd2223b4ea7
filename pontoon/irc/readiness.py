"""Tells the program that has started the bot how it is: systemd's protocol (sd_notify(3)).

A few lines of our own: the libraries that there are either block when systemd does not read, or
bring the whole of its C interface.
"""

import os
import re
import time
from collections.abc import Mapping
from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket
from typing import Any

from twisted.internet.task import LoopingCall

from pontoon.irc.wire import visible

_PER_SECOND = 1_000_000

_LONGEST_STATUS = 300
_MOST_UNSENT = 8


class Readiness:
    """Speaks to whoever ENVIRON names; to nobody, if it names none.

    As long as CLOCK, which is the reactor, is able to make calls in time, a watchdog is told that
    all is well, twice as often as it has to be. Nothing that the bot does waits until something can
    be sent.
    """

    def __init__(self, environ: Mapping[str, str], clock: Any) -> None:
        self._address = _address_in(environ)
        self._status = ""
        self._unsent: list[str] = []
        self._watchdog = LoopingCall(self._send, "WATCHDOG=1")
        self._watchdog.clock = clock
        self._interval = _watchdog_seconds(environ) / 2

    def ready(self) -> None:
        """Tell that the bot runs, or has reloaded, and keep the watchdog quiet from now on."""
        self._send("READY=1")
        if self._interval and not self._watchdog.running:
            self._watchdog.start(self._interval)

    def reloading(self) -> None:
        """Tell that config.ini is being read again; ``ready`` has to follow."""
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) * _PER_SECOND // 10**9
        self._send("RELOADING=1", f"MONOTONIC_USEC={now}")

    def status(self, text: str) -> None:
        """Tell people who ask systemd how the bot is TEXT, unless they have been told so."""
        if text != self._status:
            self._status = text
            self._send(f"STATUS={visible(text)[:_LONGEST_STATUS]}")

    def stopping(self) -> None:
        """Tell that the bot leaves; it can take some seconds, but the watchdog is seen to."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Say no more."""
        if self._watchdog.running:
            self._watchdog.stop()

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
