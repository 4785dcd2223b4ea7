"""What people say to the bot, CTCP queries included, and which replies say that it is not heard."""

import re
from collections import deque
from datetime import UTC, datetime

import pontoon
from pontoon.irc.client.channels import ChannelTracker
from pontoon.irc.client.whois import Whois
from pontoon.irc.line import Line, size_of
from pontoon.irc.nicks import person_of
from pontoon.irc.people import Person
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.session import Session

MOST_ANSWERS = 3  # to CTCP within WHILE_SECONDS, for everybody together
WHILE_SECONDS = 10.0
LONGEST_PING = 100  # bytes that the answer repeats; a longer PING gets no answer

_CTCP = "\x01"
_QUERY = re.compile(f"{_CTCP}([A-Za-z]+)(?: ([^\x00-\x1f\x7f-\x9f]*))?{_CTCP}?")


class MessageRouter:
    """Passes on what people say, with what CHANNELS knows of them, or answers CTCP queries.

    A query is text between two bytes 01 in a private message; the answer is a NOTICE. People whom
    the listener ignores get none. The router drops NOTICEs, and messages from servers, from
    services without an address, and from the bot itself.

    It tells error replies to what waits for them: a record, a question of QUERIES, a channel that
    the bot wants to enter, or the listener, if somebody was not reached.
    """

    def __init__(
        self, session: Session, outbox: Outbox, channels: ChannelTracker, queries: Whois
    ) -> None:
        self._session = session
        self._outbox = outbox
        self._channels = channels
        self._queries = queries
        self._answered_at: deque[float] = deque(maxlen=MOST_ANSWERS)

    def handle(self, message: Line) -> None:
        is_me, listener = self._session.is_me, self._session.listener
        match message.command, message.params:
            case "PRIVMSG", [target, text, *_] if (sender := self._sender(message)) and text:
                if text.startswith(_CTCP):
                    if is_me(target) and not listener.ignores(sender):
                        self._answer_query(sender.nick, text)
                elif is_me(target):
                    listener.told(sender, text)
                elif (channel := self._channels.find(target)) is not None:
                    listener.spoken(channel.name, sender, text)
            case "INVITE", [nick, channel_name, *_] if is_me(nick):
                listener.invited(channel_name)
            case (("422" | "470"), _):
                pass  # no MOTD; another channel, which ``ChannelTracker`` leaves
            case (("432" | "433" | "436" | "437"), _) if not self._session.is_registered:
                pass  # ``Registration`` tries another nick
            case command, params if is_error(command):
                self._refused(command, params)

    def _sender(self, message: Line) -> Person | None:
        """Return who said MESSAGE, with all that is known of them; None for a server or the bot."""
        sender = person_of(message.source)
        if sender is None or self._session.is_me(sender.nick):
            return None
        return self._channels.met(sender, message)

    def _refused(self, command: str, params: list[str]) -> None:
        """Log an error reply, unless what waits for it does."""
        confirmations, listener = self._outbox.confirmations, self._session.listener
        match params:
            case [_, target, *rest] if command in REFUSED:
                confirmations.refused(target, " ".join(rest) or command)
            case [_, *rest] if command in REFUSED_UNNAMED:
                confirmations.refused(None, " ".join(rest) or command)
        match params:
            case [_, nick, *_] if command == "401" and self._queries.nobody_has(nick):
                pass
            case [_, why] if command in NOT_DELIVERED and len(why.split()) > 1:
                # ngIRCd names the nick only at the end of the text.
                self._session.log(f"{command} {why}")
                listener.undeliverable(why.split()[-1], why)
            case [_, about, *rest] if about.strip():
                why = " ".join(rest) or command
                if self._channels.refused(about, why, command):
                    return
                self._session.log(f"{command} {about}: {why}")
                if command in NOT_DELIVERED:
                    listener.undeliverable(about, why)

    def _answer_query(self, nick: str, text: str) -> None:
        query = _QUERY.fullmatch(text)
        now = self._session.clock.seconds()
        answer = None if query is None else _answer(query[1].upper(), query[2] or "", now)
        full = len(self._answered_at) == MOST_ANSWERS
        if answer is None or (full and now - self._answered_at[0] < WHILE_SECONDS):
            return
        self._answered_at.append(now)
        self._outbox.reply(nick, f"{_CTCP}{answer}{_CTCP}")


def _answer(command: str, rest: str, now: float) -> str | None:
    match command:
        case "VERSION":
            return f"VERSION PontoonBot {pontoon.__version__}"
        case "TIME":
            return f"TIME {datetime.fromtimestamp(now, UTC):%Y-%m-%d %H:%M:%S} UTC"
        case "PING" if size_of(rest) <= LONGEST_PING:
            return f"PING {rest}".rstrip()
        case "CLIENTINFO":
            return "CLIENTINFO CLIENTINFO PING TIME VERSION"
    return None


_ERROR_REPLY = re.compile("[45][0-9][0-9]")
_OTHER_ERRORS = frozenset({"707", "716", "717"})

NOT_DELIVERED = frozenset(
    {
        *("401", "403", "404", "407", "408", "413", "414", "415", "439", "477", "486", "492"),
        *("493", "494", "531", *_OTHER_ERRORS),
    }
)
"""Replies to PRIVMSG and NOTICE: no such nick, cannot send, registered nicks only, ignores us.

439 and 707 say that the bot writes to too many people, 493 and 531 that it may not write to this
one.
"""

REFUSED = NOT_DELIVERED | {"442"}
"""Replies after which a record was not heard: those, and that the bot is not in the channel."""

REFUSED_UNNAMED = frozenset({"411", "412", "417"})
"""Those that do not name the channel: no target, no text, line too long."""


def is_error(command: str) -> bool:
    """Tell whether COMMAND is an error reply: one from 400 to 599, or one of three others."""
    return command in _OTHER_ERRORS or _ERROR_REPLY.fullmatch(command) is not None
