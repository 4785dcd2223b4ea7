"""What the parts of one connection share: its state, and tables of message handlers."""

import traceback
from collections.abc import Callable, Mapping

from irctokens.line import Line
from msgspec import Struct, field

from pontoon.irc.casemapping import Fold
from pontoon.irc.isupport import ISupport
from pontoon.irc.nicks import OwnPrefix
from pontoon.irc.reactor import Clock

MessageHandler = Callable[[Line], None]
"""Acts on a message. Handlers are found by the command or numeric of the message."""


class Session(Struct):
    """One connection to one server. ``log`` takes one line for each event; it hides passwords."""

    clock: Clock
    log: Callable[[str], None]
    me: OwnPrefix
    """The bot's own nick, user and host, as the server last told them."""
    isupport: ISupport = field(default_factory=ISupport)
    capabilities: frozenset[str] = frozenset()
    """The capabilities (IRCv3) that are enabled now."""
    is_registered: bool = False
    """Whether the server has sent 001."""
    has_tls: bool = False
    is_trusted: bool = False
    """Whether passwords may go to the server: it is verified (TLS), or on this machine."""

    @property
    def fold(self) -> Fold:
        """How the server compares nicks and channel names."""
        return self.isupport.fold

    def is_me(self, nick: str) -> bool:
        return self.is_same(nick, self.me.nick)

    def is_same(self, one: str, other: str) -> bool:
        """Tell whether the server takes two nicks or channel names for the same."""
        fold = self.isupport.fold
        return fold(one) == fold(other)


def merged(*tables: Mapping[str, MessageHandler]) -> dict[str, MessageHandler]:
    """Return TABLES as one; several handlers of a command are called in the order of the tables."""
    handlers: dict[str, list[MessageHandler]] = {}
    for table in tables:
        for command, handler in table.items():
            handlers.setdefault(command, []).append(handler)
    return {command: _in_order(several) for command, several in handlers.items()}


def _in_order(handlers: list[MessageHandler]) -> MessageHandler:
    if len(handlers) == 1:
        return handlers[0]

    def call_all(message: Line) -> None:
        for handler in handlers:
            handler(message)

    return call_all


def fault_at(what: str, fault: Exception) -> str:
    """Return the log line about FAULT, an exception that WHAT caused. The connection goes on."""
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"fault at {what}: {type(fault).__name__}: {fault} ({where.filename}:{where.lineno})"
