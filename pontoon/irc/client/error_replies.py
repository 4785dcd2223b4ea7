"""Error replies: those from 400 to 599, and three others."""

import re

from irctokens.line import Line

from pontoon.irc.client_events import ClientEvents
from pontoon.irc.sending.confirmations import Confirmations
from pontoon.irc.session import Session
from pontoon.irc.tracking.tracker import NetworkTracker

_ERROR_REPLY = re.compile("[45][0-9][0-9]")

_OTHERS = frozenset({"707", "716", "717"})

_NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", *_OTHERS),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

439 and 707 say that the bot writes to too many people, 493 and 531 that it may not write to this
one.
"""

_REFUSED = _NOT_DELIVERED | {"442"}
"""Replies after which a record was not heard: those, and that the bot is not in the channel."""

_REFUSED_UNNAMED = frozenset({"411", "412", "417"})
"""Those that do not name the channel: no target, no text, line too long."""


def is_error(command: str) -> bool:
    """Tell whether COMMAND is an error reply."""
    return command in _OTHERS or _ERROR_REPLY.fullmatch(command) is not None


class ErrorReplies:
    """Logs errors, and tells LISTENER of those that concern it.

    TRACKER comes first: it may be waiting for the error. CONFIRMATIONS learn of all
    lines that were refused.
    """

    def __init__(
        self,
        session: Session,
        tracker: NetworkTracker,
        listener: ClientEvents,
        confirmations: Confirmations,
    ) -> None:
        self._log = session.log
        self._whois = tracker.whois
        self._channels = tracker.channels
        self._listener = listener
        self._confirmations = confirmations

    def heard(self, message: Line) -> None:
        """Act on MESSAGE, an error reply."""
        self._note_refusal(message)
        if self._whois.refused(message):
            return
        match message.params:
            case [_, why] if message.command in _NOT_DELIVERED and len(why.split()) > 1:
                # ngIRCd names the nick only at the end of the text.
                self._log(f"{message.command} {why}")
                self._listener.undeliverable(why.split()[-1], why)
            case [_, about, *rest] if about.strip():
                why = " ".join(rest) or message.command
                if self._channels.refused(about, why, message.command):
                    return
                self._log(f"{message.command} {about}: {why}")
                if message.command in _NOT_DELIVERED:
                    self._listener.undeliverable(about, why)

    def _note_refusal(self, message: Line) -> None:
        match message.params:
            case [_, target, *rest] if message.command in _REFUSED:
                self._confirmations.refused(target, " ".join(rest) or message.command)
            case [_, *rest] if message.command in _REFUSED_UNNAMED:
                self._confirmations.any_refused(" ".join(rest) or message.command)
