"""What the error replies of a server mean: a channel that is shut, words that did not arrive."""

from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.channels import Channels
from pontoon.irc.listener import Listener
from pontoon.irc.whois import Whois

_NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", "707", "716", "717"),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

439 and 707 say that the bot writes to too many people, 493 and 531 that it may not to this one.
"""


class Failures:
    """Tells LISTENER of what failed, and LOG, unless CHANNELS or WHOIS wanted to know."""

    def __init__(
        self, listener: Listener, channels: Channels, whois: Whois, log: Callable[[str], None]
    ) -> None:
        self._listener = listener
        self._channels = channels
        self._whois = whois
        self._log = log
        self.acts: dict[str, Callable[[Line], None]] = dict.fromkeys(
            ("707", "716", "717"), self.failed
        )
        """What to do at which message; besides there are all numbers from 400 to 599."""

    def failed(self, message: Line) -> None:
        """Find out what MESSAGE, an error, is about."""
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
