"""An IRC client on a blocking socket: a person, for tests against a real server."""

import re
import socket
import time
from contextlib import suppress
from select import select
from types import TracebackType
from typing import Protocol, Self

TIMEOUT_SECONDS = 10.0


class Address(Protocol):
    """Where a server listens, or could."""

    @property
    def host(self) -> str:
        """The host's address."""

    @property
    def port(self) -> int:
        """The port."""


class NotHeardError(AssertionError):
    """What was expected did not come in time, or the server closed the connection."""


class RawClient:
    """A person called NICK on SERVER; PINGs are answered while something is expected.

    USER is what stands before the ``@`` in their address: the nick, where none is given. PASSWORD
    is the server's. ``log`` has every line received, decoded as UTF-8; ``raw`` the same as bytes,
    without CR LF; ``lines`` those since what was last expected came.
    """

    def __init__(self, server: Address, nick: str, *, user: str = "", password: str = "") -> None:
        self.nick = nick
        self.log: list[str] = []
        self.raw: list[bytes] = []
        self.lines: list[str] = []
        self._rest = b""
        self._waiting: list[bytes] = []
        self._syncs = 0
        self._socket = socket.create_connection((server.host, server.port), TIMEOUT_SECONDS)
        # Nagle's algorithm would hold a second short line back for 40 ms.
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if password:
            self.send(f"PASS {password}")
        self.send(f"NICK {nick}")
        self.send(f"USER {user or nick} 0 * :{nick}")
        self.expect(r"^:\S+ (376|422) ")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _fault: BaseException | None,
        _where: TracebackType | None,
    ) -> None:
        self.close()

    def send(self, line: str | bytes) -> None:
        """Send LINE as it is, CR LF added."""
        self._socket.sendall((line.encode() if isinstance(line, str) else line) + b"\r\n")

    def join(self, channel: str) -> None:
        """Enter CHANNEL, and wait until that is done."""
        self.send(f"JOIN {channel}")
        self.expect(rf"^:\S+ 366 \S+ {re.escape(channel)} ")

    def say(self, target: str, text: str) -> None:
        """Say TEXT to a nick or channel."""
        self.send(f"PRIVMSG {target} :{text}")

    def expect(self, pattern: str, timeout: float = TIMEOUT_SECONDS) -> re.Match[str]:
        """Return where PATTERN matches in the next line in which it does, within TIMEOUT seconds.

        Lines before it are passed over, but kept in ``lines``. Raises NotHeardError.
        """
        self.lines = []
        deadline = time.monotonic() + timeout
        while True:
            line = self._next_line(deadline, pattern)
            if (match := re.search(pattern, line)) is not None:
                return match
            self.lines.append(line)

    def catch_up(self, timeout: float = TIMEOUT_SECONDS) -> list[str]:
        """Return all lines that the server sent until now, since what was last expected came."""
        self._syncs += 1
        token = f"sync-{self.nick}-{self._syncs}"
        self.send(f"PING {token}")
        self.expect(rf"^\S+ PONG .*{re.escape(token)}$", timeout)
        return self.lines

    def arrived(self, timeout: float) -> list[str]:
        """Return the lines not looked at so far, after waiting at most TIMEOUT seconds for some."""
        deadline = time.monotonic() + timeout
        if not self._waiting and select([self._socket], [], [], timeout)[0]:
            self._take_in(self._receive(deadline, "anything"))
        return [self._look_at_line() for _ in range(len(self._waiting))]

    def fileno(self) -> int:
        """Return the socket's number, for ``select``."""
        return self._socket.fileno()

    def leave_server(self, message: str = "") -> None:
        """Quit, and read on until the server has let go: the nick is free then.

        Nothing is done where the connection was closed before.
        """
        if self.fileno() < 0:
            return
        deadline = time.monotonic() + TIMEOUT_SECONDS
        with suppress(ConnectionError, NotHeardError):
            self.send(f"QUIT :{message}")
            while True:
                self._next_line(deadline, "the end")
        self.close()

    def close(self) -> None:
        """Close the connection without a word."""
        self._socket.close()

    def _next_line(self, deadline: float, pattern: str) -> str:
        while not self._waiting:
            self._take_in(self._receive(deadline, pattern))
        return self._look_at_line()

    def _take_in(self, received: bytes) -> None:
        *self._waiting, self._rest = (self._rest + received).split(b"\r\n")

    def _look_at_line(self) -> str:
        raw = self._waiting.pop(0)
        line = raw.decode(errors="replace")
        self.raw.append(raw)
        self.log.append(line)
        if line.startswith("PING "):
            self.send(f"PONG {line.removeprefix('PING ')}")
        return line

    def _receive(self, deadline: float, pattern: str) -> bytes:
        self._socket.settimeout(max(deadline - time.monotonic(), 0.001))
        try:
            received = self._socket.recv(65536)
        except TimeoutError:
            raise self._not_heard(pattern, "nothing more came") from None
        if not received:
            raise self._not_heard(pattern, "the server closed the connection")
        return received

    def _not_heard(self, pattern: str, why: str) -> NotHeardError:
        came = "\n".join(self.lines) or "(no lines)"
        return NotHeardError(f"{self.nick} did not hear {pattern}: {why}; since then:\n{came}")
