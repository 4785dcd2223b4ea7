"""The server inside the bot on a clock and transports of the test's own, and people on it."""

from typing import Any

from twisted.internet.error import ConnectionDone
from twisted.internet.testing import MemoryReactorClock
from twisted.python.failure import Failure

from pontoon.irc.server.server import LocalServer
from pontoon.irc.server.state import SERVER
from tests.support.sockets import new_socket

BOT = "PontoonBot"

# Twisted does not say what types these take.
_MemoryReactorClock: Any = MemoryReactorClock
_Failure: Any = Failure


class Visitor:
    """Somebody's connection to SERVER, and its transport."""

    def __init__(self, server: LocalServer) -> None:
        self.socket = new_socket()
        build: Any = server.buildProtocol
        self.connection = build(None)
        self.connection.makeConnection(self.socket)

    @property
    def nick(self) -> str:
        """Their nick now."""
        return self.connection.nick or "stranger"

    @property
    def is_put_out(self) -> bool:
        """Whether the server has closed the connection."""
        return bool(self.socket.disconnecting)

    def says(self, *lines: str | bytes) -> list[str]:
        """Send LINES; return what comes of it to this person, and nothing from before."""
        self.raw()
        for line in lines:
            raw = line if isinstance(line, bytes) else line.encode()
            self.connection.dataReceived(raw + b"\r\n")
        return self.heard()

    def heard(self) -> list[str]:
        """Return the lines since the last time; ``@`` stands for the server's name."""
        raw = self.raw()
        assert not raw or raw.endswith(b"\r\n")
        lines = raw.decode().split("\r\n")[:-1]
        return [line.replace(f":{SERVER} ", "@ ", 1) for line in lines]

    def raw(self) -> bytes:
        """Return the bytes since the last time."""
        raw: bytes = self.socket.value()
        self.socket.clear()
        return raw

    def lose(self) -> None:
        """Have the connection gone."""
        self.connection.connectionLost(_Failure(ConnectionDone()))


class Inside:
    """A server that listens on a reactor without sockets, and people who come to it."""

    def __init__(self) -> None:
        self.reactor = _MemoryReactorClock()
        self.logged: list[str] = []
        self.server = LocalServer(
            bot_nick=BOT, port=6667, reactor=self.reactor, log=self.logged.append
        )

    def stranger(self) -> Visitor:
        """Have somebody connect who says nothing yet."""
        return Visitor(self.server)

    def person(self, nick: str, *channels: str) -> Visitor:
        """Have somebody come in, and enter CHANNELS."""
        return self._let_in(f"NICK {nick}", f"USER {nick} 0 * :{nick}'s name", *channels)

    def bot(self, *channels: str) -> Visitor:
        """Have the bot come in, and enter CHANNELS."""
        return self._let_in(
            f"PASS {self.server.token}\r\nNICK {BOT}", "USER bot 0 * :Dealer", *channels
        )

    def _let_in(self, nick: str, user: str, *channels: str) -> Visitor:
        visitor = self.stranger()
        visitor.says(nick, user)
        assert visitor.connection.is_registered
        for channel in channels:
            visitor.says(f"JOIN {channel}")
        return visitor
