"""What the parts of one connection share: its state and its listener."""

import traceback
from collections.abc import Callable
from typing import Any, Protocol

from pontoon.irc.casemapping import Fold
from pontoon.irc.config import IrcConfig
from pontoon.irc.isupport import ISupport
from pontoon.irc.nicks import OwnPrefix
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock
from pontoon.irc.redaction import Redactor
from pontoon.irc.timing import Timers

WireLog = Callable[[str, str], None]
"""Takes a line of IRC, and before it the direction in which it went: ``<`` if it was received."""


class ClientEvents(Protocol):
    """The listener of a client. Channels are spelled as the server does in the bot's own JOIN.

    Events of a channel come between ``channel_entered`` and ``channel_left`` only.
    """

    def welcomed(self) -> None:
        """Note that the bot is registered and knows ISUPPORT: it can join channels."""

    def identified(self, account: str) -> None:
        """Note that the bot is logged in to ACCOUNT; "" if the server does not name it."""

    def casemapping_is(self, fold: Fold) -> None:
        """Note that the server compares nicks by FOLD. The client's rosters already do so."""

    def channel_entered(self, channel: str) -> None:
        """Note that the bot is in CHANNEL. The roster is complete, but without ``user@host``."""

    def channel_described(self, channel: str) -> None:
        """Note that the roster of CHANNEL has each ``user@host`` and account that WHO tells."""

    def channel_left(self, channel: str, why: str) -> None:
        """Note that the bot has parted from CHANNEL, or was kicked."""

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Note that the bot cannot join CHANNEL, or left it before its roster was complete.

        NUMERIC is the error reply; "" if there was none.
        """

    def invited(self, channel: str) -> None:
        """Note that somebody has invited the bot to CHANNEL, which may be any channel."""

    def rank_changed(self, channel: str) -> None:
        """Note that the bot's rank in CHANNEL has changed, or what may be said there."""

    def ignores(self, person: Person) -> bool:
        """Tell whether PERSON gets no answer, not even to CTCP."""

    def said(self, sender: Person, text: str, channel: str | None) -> None:
        """Note that SENDER has said TEXT in CHANNEL or, if that is None, to the bot in private.

        A lone surrogate stands for each byte that is no part of UTF-8 (PEP 383).
        """

    def arrived(self, channel: str, person: Person) -> None: ...

    def departed(self, channel: str, person: Person) -> None:
        """Note that PERSON has left CHANNEL: parted, quit or was kicked."""

    def parted(self, channel: str, person: Person) -> None:
        """Note that PERSON, who has departed from CHANNEL, parted or was kicked: it is no quit.

        A person who quits may be back soon: a netsplit looks like that.
        """

    def renamed(self, old: str, person: Person) -> None:
        """Note that PERSON, who shares a channel with the bot, was called OLD until now."""

    def located(self, person: Person) -> None:
        """Note the ``user@host`` of PERSON, who shares a channel with the bot; it was unknown."""

    def account_changed(self, person: Person) -> None:
        """Note that PERSON, who shares a channel with the bot, has logged in or out."""

    def undeliverable(self, target: str, why: str) -> None:
        """Note that a message to TARGET, a nick or a channel, did not arrive."""

    def closed(self, reason: str, /) -> None:
        """Note that the connection is gone. The client cannot be used any more."""


class Session:
    """One connection to one server.

    LOG takes one line for each event, and WIRE, if given, each line received and sent, all without
    passwords. Passwords go to the server only if it IS_TRUSTED: it is verified (TLS), or on this
    machine.
    """

    def __init__(
        self,
        config: IrcConfig,
        listener: ClientEvents,
        clock: Clock,
        log: Callable[[str], None],
        wire: WireLog | None = None,
        *,
        has_tls: bool = False,
        is_trusted: bool = False,
    ) -> None:
        self.config = config
        self.listener = listener
        self.clock = clock
        self.has_tls = has_tls
        self.is_trusted = is_trusted
        self._log = log
        self._wire = wire
        secrets = (config.password, config.account_password)
        self.redactor = Redactor(secrets, config.nickserv, config.channel_keys.values())
        self.timers = Timers(clock)
        """They stop when the connection begins to end."""
        self.transport: Any = None
        """None until there is a connection."""
        self.me = OwnPrefix(config.nickname)
        """The bot's own nick, user and host, as the server last told them."""
        self.isupport = ISupport()
        self.capabilities: frozenset[str] = frozenset()
        """The capabilities (IRCv3) that are enabled now."""
        self.is_registered = False
        """Whether the server has sent 001."""

    def log(self, event: str) -> None:
        self._log(self.redactor.loggable(event))

    def log_wire(self, direction: str, line: str) -> None:
        if self._wire is not None:
            self._wire(direction, self.redactor.loggable(line))

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


def fault_at(what: str, fault: Exception) -> str:
    """Return the log line about FAULT, an exception that WHAT caused. The connection goes on."""
    where = traceback.extract_tb(fault.__traceback__)[-1]
    return f"fault at {what}: {type(fault).__name__}: {fault} ({where.filename}:{where.lineno})"
