"""Servers that no ngircd is: played by the test itself, on a socket of its own."""

import re
import socket
import ssl
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from select import select

from tests.real_servers.servers import HOST

TIMEOUT_SECONDS = 10.0


class StrangeServer:
    """A port on which the bot is awaited; what it gets there is up to the test."""

    def __init__(self, listening: socket.socket, tls: ssl.SSLContext | None = None) -> None:
        self._listening = listening
        self._tls = tls
        self.host = HOST
        self.port: int = listening.getsockname()[1]

    def accept(self) -> "Visit":
        """Wait until somebody connects; with TLS, until they are content with the certificate."""
        connection, _ = self._listening.accept()
        if self._tls is None:
            return Visit(connection)
        connection.settimeout(TIMEOUT_SECONDS)
        return Visit(self._tls.wrap_socket(connection, server_side=True))

    @property
    def is_waited_for(self) -> bool:
        """Whether somebody has connected who was not accepted yet."""
        return bool(select([self._listening], [], [], 0)[0])


class Visit:
    """One connection, from the server's side; ``received`` has all that came over it.

    Once the bot is let in, each PING that is read is answered.
    """

    def __init__(self, connection: socket.socket) -> None:
        self.received = b""
        self._connection = connection
        self._looked_at = 0
        self._answered: int | None = None
        """Up to where PINGs were answered; None until the bot is let in."""
        connection.settimeout(TIMEOUT_SECONDS)

    def send(self, *lines: str) -> None:
        """Send LINES, CR LF added to each."""
        self._connection.sendall("".join(f"{line}\r\n" for line in lines).encode())

    def pour(self, raw: bytes) -> None:
        """Send RAW, however long it takes until the bot has taken it."""
        self._connection.settimeout(None)
        self._connection.sendall(raw)

    def expect(self, pattern: str, timeout: float = TIMEOUT_SECONDS) -> re.Match[str]:
        """Return where PATTERN matches in what came since it was last looked at.

        Raises TimeoutError when nothing comes for TIMEOUT seconds, and ConnectionError where
        nothing more can come.
        """
        self._connection.settimeout(timeout)
        while True:
            text = self.received[self._looked_at :].decode(errors="replace")
            if (match := re.search(pattern, text)) is not None:
                self._looked_at += len(text[: match.end()].encode())
                return match
            self.receive()

    def receive(self) -> None:
        """Wait for something. Raises TimeoutError, and ConnectionError at the end."""
        piece = self._connection.recv(65536)
        if not piece:
            raise ConnectionError(f"closed by the bot after {self.received!r}")
        self.received += piece
        if self._answered is not None:
            self._answer_pings()

    def _answer_pings(self) -> None:
        end = self.received.rfind(b"\r\n") + 2
        for token in re.findall(rb"(?m)^PING (.+)\r$", self.received[self._answered : end]):
            self._connection.sendall(b":strange PONG strange %b\r\n" % token)
        self._answered = max(end, 0)

    def let_in(self, nick: str, channel: str) -> None:
        """Welcome the bot, who is called NICK, and let it into CHANNEL, where it is alone."""
        self.expect(r"USER .*\r\n")
        self.send(f":strange 001 {nick} :Welcome", f":strange 422 {nick} :No message of the day")
        self.expect(rf"JOIN {channel}\r\n")
        self._answered = len(self.received)
        self.send(
            f":{nick}!bot@host JOIN {channel}",
            f":strange 353 {nick} = {channel} :@{nick}",
            f":strange 366 {nick} {channel} :End of NAMES",
            f":strange 315 {nick} {channel} :End of WHO",
        )

    def close(self) -> None:
        """Hang up."""
        self._connection.close()


@contextmanager
def strange_server(files: Sequence[Path] = ()) -> Iterator[StrangeServer]:
    """Listen on a free port; with TLS, where FILES are a certificate and its key."""
    tls = None
    if files:
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        certificate, key = files
        tls.load_cert_chain(certificate, key)
    with socket.create_server((HOST, 0)) as listening:
        listening.settimeout(TIMEOUT_SECONDS)
        yield StrangeServer(listening, tls)
