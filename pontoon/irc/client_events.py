"""What a client tells its listener."""

from typing import Protocol

from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person


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
