"""What a client tells its owner."""

from typing import Protocol

from pontoon.irc.casemapping import Fold
from pontoon.irc.people import Person


class ClientEvents(Protocol):
    """The owner of a client. Channels are spelled as the server does in the bot's own JOIN.

    What happens in a channel is told between ``channel_entered`` and ``channel_left`` only.
    """

    def welcomed(self) -> None:
        """Learn that the server has let the bot in and said what it supports: time to enter."""

    def identified(self, account: str) -> None:
        """Learn that the bot is logged in to ACCOUNT of the services now, "" to one not named."""

    def casemapping_is(self, fold: Fold) -> None:
        """Learn that the server compares nicks by FOLD; the client's rosters do so already."""

    def channel_entered(self, channel: str) -> None:
        """Learn that the bot is in CHANNEL; its roster is complete but for each ``user@host``."""

    def channel_described(self, channel: str) -> None:
        """Learn that CHANNEL's roster has each ``user@host`` and account that WHO tells."""

    def channel_left(self, channel: str, why: str) -> None:
        """Learn that the bot has parted from CHANNEL or was kicked."""

    def channel_refused(self, channel: str, why: str, numeric: str) -> None:
        """Learn that CHANNEL cannot be entered, or was left before it could be.

        NUMERIC is the reply that says so, empty where there was none.
        """

    def invited(self, channel: str) -> None:
        """Learn that somebody has invited the bot into CHANNEL, wanted or not."""

    def rank_changed(self, channel: str) -> None:
        """Learn that the bot itself may be, or be no more, an operator of CHANNEL."""

    def ignores(self, person: Person) -> bool:
        """Tell whether PERSON is to get no answer to anything."""

    def spoken(self, channel: str, sender: Person, text: str) -> None:
        """Hear SENDER say TEXT in CHANNEL."""

    def told(self, sender: Person, text: str) -> None:
        """Hear SENDER say TEXT in private."""

    def arrived(self, channel: str, person: Person) -> None:
        """Learn that PERSON has entered CHANNEL."""

    def departed(self, channel: str, person: Person) -> None:
        """Learn that PERSON has left CHANNEL: parted, quit or was kicked."""

    def renamed(self, old: str, person: Person) -> None:
        """Learn that PERSON, in some channel with the bot, was called OLD until now."""

    def located(self, person: Person) -> None:
        """Learn the ``user@host`` of PERSON, in some channel with the bot, which was not known."""

    def account_changed(self, person: Person) -> None:
        """Learn that PERSON, in some channel with the bot, is known to be logged in or out now."""

    def undeliverable(self, nick: str, why: str) -> None:
        """Learn that something said to NICK (or to a channel) did not arrive."""

    def closed(self, reason: str, /) -> None:
        """Learn that the connection is gone; the client is of no use any more."""
