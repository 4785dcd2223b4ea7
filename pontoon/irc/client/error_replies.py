"""What a server says no to: the replies from 400 to 599."""

import re
from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.handler import ClientEvents
from pontoon.irc.tracking.channels import ChannelTracker
from pontoon.irc.tracking.whois import Whois

_ERROR_REPLY = re.compile("[45][0-9][0-9]")

_OTHERS = frozenset({"707", "716", "717"})

_NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", *_OTHERS),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

439 and 707 say that the bot writes to too many people, 493 and 531 that it may not to this one.
"""


def is_refusal(command: str) -> bool:
    """Tell whether a message of COMMAND says that something was not done."""
    return command in _OTHERS or _ERROR_REPLY.fullmatch(command) is not None


class ErrorReplies:
    """Logs what was refused, and tells LISTENER where that concerns it.

    First WHOIS and CHANNELS are asked, who may have been waiting for it.
    """

    def __init__(
        self,
        whois: Whois,
        channels: ChannelTracker,
        listener: ClientEvents,
        log: Callable[[str], None],
    ) -> None:
        self._whois = whois
        self._channels = channels
        self._listener = listener
        self._log = log

    def heard(self, message: Line) -> None:
        """Act on MESSAGE, which must be a refusal."""
        if self._whois.refused(message):
            return
        match message.params:
            case [_, why] if message.command in _NOT_DELIVERED and " " in why:
                # ngIRCd has the nick nowhere but at the end of what it says.
                self._log(f"{message.command} {why}")
                self._listener.undeliverable(why.split()[-1], why)
            case [_, about, *rest]:
                why = " ".join(rest) or message.command
                if self._channels.refused(about, why, message.command):
                    return
                self._log(f"{message.command} {about}: {why}")
                if message.command in _NOT_DELIVERED:
                    self._listener.undeliverable(about, why)
