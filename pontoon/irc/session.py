"""What the parts of one connection share: its state and its listener."""

import traceback
from collections.abc import Callable
from typing import Protocol

from msgspec import Struct, field

from pontoon.irc.casemapping import Fold
from pontoon.irc.config import IrcConfig
from pontoon.irc.isupport import ISupport
from pontoon.irc.line import Line
from pontoon.irc.nicks import OwnPrefix
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock

MessageHandler = Callable[[Line], None]
"""Acts on a message. Handlers are found by the command or numeric of the message."""


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
        """Note that the bot may have become an operator of CHANNEL, or be one no longer."""

    def ignores(self, person: Person) -> bool:
        """Tell whether PERSON gets no answer, not even to CTCP."""

    def told(self, sender: Person, text: str) -> None:
        """Note that SENDER has said TEXT to the bot in private."""

    def spoken(self, channel: str, sender: Person, text: str) -> None:
        """Note that SENDER has said TEXT in CHANNEL.

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

    def undeliverable(self, nick: str, why: str) -> None:
        """Note that a message to NICK, or to a channel, did not arrive."""

    def closed(self, reason: str, /) -> None:
        """Note that the connection is gone. The client cannot be used any more."""


class Session(Struct):
    """One connection to one server. ``log`` takes one line for each event; it hides passwords."""

    config: IrcConfig
    listener: ClientEvents
    clock: Clock
    log: Callable[[str], None]
    me: OwnPrefix
    """The bot's own nick, user and host, as the server last told them."""
    has_tls: bool = False
    is_trusted: bool = False
    """Whether passwords may go to the server: it is verified (TLS), or on this machine."""
    isupport: ISupport = field(default_factory=ISupport)
    capabilities: frozenset[str] = frozenset()
    """The capabilities (IRCv3) that are enabled now."""
    is_registered: bool = False
    """Whether the server has sent 001."""

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
