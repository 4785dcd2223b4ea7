"""Notify systemd of the state of the bot, by its protocol (sd_notify(3)).

The libraries for this either block while systemd does not read, or bind all of its C interface.
"""

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from socket import AF_UNIX, SOCK_CLOEXEC, SOCK_DGRAM, SOCK_NONBLOCK, socket
from typing import Any

from twisted.internet.task import LoopingCall

from pontoon.irc.line import visible

_PER_SECOND = 1_000_000

STATE_SECONDS = 1.0
"""How often the state is checked for changes."""

_MAX_STATE_LENGTH = 300
_MAX_UNSENT = 8


class SystemdNotifier:
    """Sends notifications to the socket that ENVIRON names, if it names one.

    STATE returns the state of the bot in a few words, for ``systemctl status``. CLOCK is the
    reactor: as long as it makes its calls in time, the watchdog is notified, twice as often as
    necessary. Sending never blocks.
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
        """Notify that the bot runs, or has reloaded; from now on also send state and watchdog."""
        self._send("READY=1")
        for call, seconds in self._calls.items():
            if seconds and self._address and not call.running:
                call.start(seconds)

    def reloading(self) -> None:
        """Notify that the bot reads config.ini again; ``ready`` has to follow."""
        now = time.clock_gettime_ns(time.CLOCK_MONOTONIC) * _PER_SECOND // 10**9
        self._send("RELOADING=1", f"MONOTONIC_USEC={now}")

    def stopping(self) -> None:
        """Notify that the bot is stopping, which takes some seconds."""
        self._send("STOPPING=1")

    def close(self) -> None:
        """Stop sending state and watchdog."""
        for call in self._calls:
            if call.running:
                call.stop()

    def _tell(self) -> None:
        if (state := self._state()) != self._told:
            self._told = state
            self._send(_status(state))

    def _send(self, *variables: str) -> None:
        """Send VARIABLES; if that fails, they go with the next ones."""
        if self._address is None:
            return
        said = [*(each for each in self._unsent if each not in variables), *variables]
        self._unsent = [] if _sent(self._address, said) else said[-_MAX_UNSENT:]


def notify_standby(environ: Mapping[str, str], state: str) -> None:
    """Notify systemd, if ENVIRON names its socket, that a standby lives; STATE is for people."""
    if address := _address_in(environ):
        _sent(address, ["READY=1", "WATCHDOG=1", _status(state)])


def _status(state: str) -> str:
    return f"STATUS={visible(state)[:_MAX_STATE_LENGTH]}"


def _sent(address: bytes, variables: Sequence[str]) -> bool:
    """Tell whether VARIABLES have reached the socket at ADDRESS."""
    try:
        with socket(AF_UNIX, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC) as sender:
            sender.sendto("\n".join(variables).encode(errors="backslashreplace"), address)
    except OSError:
        return False
    return True


def _address_in(environ: Mapping[str, str]) -> bytes | None:
    """Return the address of the socket: a path, or an abstract name, which begins with @."""
    address = os.fsencode(environ.get("NOTIFY_SOCKET", ""))
    if address.startswith(b"@"):
        return b"\0" + address[1:]
    return address if address.startswith(b"/") else None


def _watchdog_seconds(environ: Mapping[str, str]) -> float:
    """Return the timeout of the watchdog; 0 if there is none, or if it is for another process."""
    for_whom = environ.get("WATCHDOG_PID", "")
    if for_whom and for_whom != str(os.getpid()):
        return 0.0
    microseconds = environ.get("WATCHDOG_USEC", "")
    return int(microseconds) / _PER_SECOND if re.fullmatch("[0-9]{1,18}", microseconds) else 0.0
