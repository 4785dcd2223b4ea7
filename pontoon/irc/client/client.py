"""Twisted's IRCClient made robust: one connection to one server.

Of the base class this client uses little more than the name. The base class decodes, splits,
quotes, numbers nicks and delays lines in ways that lose connections.
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.irc.client.channels import ChannelTracker
from pontoon.irc.client.closing import Closing
from pontoon.irc.client.messages import MessageRouter
from pontoon.irc.client.nick_regain import NickRegain
from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.client.playback import HistoryFilter
from pontoon.irc.client.registration import Registration
from pontoon.irc.client.whois import Whois
from pontoon.irc.config import IrcConfig
from pontoon.irc.line import (
    Line,
    LineBuffer,
    cut,
    is_target,
    keep_bytes,
    one_line,
    parse,
    plain_reason,
    sayable,
    text_of,
)
from pontoon.irc.reactor import Delayed
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.sending.queue import TOO_MUCH
from pontoon.irc.sending.throttle import COMPLAINTS, SendRate, complaint_in
from pontoon.irc.session import Session, fault_at

PORTION_SECONDS = 0.1
"""How long lines are handled before timers, signals and other connections have their turn.

A line may cost a write to the disk, and a server can send a thousand of them at once.
"""

_MOST_ISUPPORT_LINES = 100
"""Lines of 005 that count in a connection. A server needs a handful, and each costs a look at
everybody in all channels, and perhaps at players.xml."""

_UNSEEN = ("AUTHENTICATE ", "CAP ", "PASS ")
_LONGEST_UNSEEN = 510
"""Bytes of a line that the server passes on to nobody: it needs no room for a prefix."""


class Client(irc.IRCClient):
    """A connection that survives every line, byte and silence of the server.

    The listener of SESSION learns what happens. Lines go out at PACE, which becomes slower when the
    server complains. People who ask for more answers than may wait get TOO_MUCH. STS_POLICY acts on
    the value of ``sts`` before any password is sent; it returns True if the client must leave and
    connect by TLS.
    """

    transport: Any = None

    def __init__(
        self,
        session: Session,
        pace: SendRate,
        *,
        too_much: str = TOO_MUCH,
        sts_policy: Callable[[str], bool] = lambda _sts: False,
    ) -> None:
        self.session = session
        self._incoming = LineBuffer(session.log)
        self._unhandled: deque[bytes] = deque()
        """Lines that wait until other work has had its turn; meanwhile nothing more is read."""
        self._next_portion: Delayed | None = None
        self._has_heard = False
        self._isupport_lines = 0
        self._is_welcome_over = False
        notices = session.config.notices
        self.outbox = outbox = Outbox(
            session, pace, self._transmit, notices=notices, too_much=too_much
        )
        self._history = HistoryFilter(session)
        self._closing = Closing(session, outbox)
        self.channels = ChannelTracker(session, outbox)
        self.queries = Whois(session, outbox, self.channels)
        self._registration = Registration(session, outbox, self._closing, sts_policy)
        self.services = NickServ(session, outbox, self._registration)
        self._regain = NickRegain(session, outbox, self.services)
        self._messages = MessageRouter(session, outbox, self.channels, self.queries)
        self._handlers: tuple[Callable[[Line], None], ...] = (
            self.channels.handle,
            self.queries.handle,
            self._registration.handle,
            self._registration.sasl.handle,
            self.services.handle,
            self._regain.handle,
            self._handle,
            self._messages.handle,
        )
        """What acts on each message that is received, in order."""

    def leave(self, channel: str, reason: str = "") -> None:
        """Part from CHANNEL with a REASON, which everybody there sees."""
        if is_target(channel):
            self.outbox.command(f"PART {channel} :{sayable(reason)}")

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Give NICK voice in CHANNEL if ON, else take it."""
        if is_target(channel) and is_target(nick):
            self.outbox.command(f"MODE {channel} {'+' if on else '-'}v {nick}")

    def configure(self, config: IrcConfig) -> None:
        """Use ``notices`` and ``channel_keys`` of CONFIG from now on, and the pace as it is now."""
        self.session.redactor.hide(config.channel_keys.values())
        self.channels.keys = config.channel_keys
        self.outbox.configure(notices=config.notices)

    def quit(self, message: str = "") -> None:
        """Leave the server with MESSAGE, after those waiting lines that must be sent.

        The server then closes the connection. If it has not after 4.4 seconds, the client does.
        """
        self._closing.quit(message)

    def connectionMade(self) -> None:
        """Register at once, and give the server a minute to accept that."""
        self.session.transport = self.transport
        self.transport.registerProducer(self.outbox, streaming=True)
        self._closing.begin()
        self._registration.begin()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop all timers, forget everybody and tell the listener."""
        self._closing.lost()
        self._unhandled.clear()
        if self._next_portion is not None:
            self._next_portion.cancel()
        self.channels.forget_all()
        why = self._closing.why or plain_reason(reason.value)
        hint = "" if self._has_heard else " (the server said nothing: are port and tls right?)"
        self.session.log(f"connection closed: {why}{hint}")
        self.session.listener.closed(why)

    def dataReceived(self, data: bytes) -> None:
        """Handle lines for ``PORTION_SECONDS`` at most; those left over wait for the next turn."""
        self._closing.heartbeat.heard()
        self._unhandled.extend(self._incoming.feed(data))
        if self._next_portion is not None:
            return
        clock = self.session.clock
        until = clock.seconds() + PORTION_SECONDS
        while self._unhandled:
            self.lineReceived(self._unhandled.popleft())
            if self._unhandled and clock.seconds() >= until:
                self.transport.pauseProducing()
                self._next_portion = clock.callLater(0, self._handle_next_portion)
                return

    def _handle_next_portion(self) -> None:
        self._next_portion = None
        self.transport.resumeProducing()
        self.dataReceived(b"")

    def lineReceived(self, line: bytes) -> None:
        message = self._parsed(line) if line else None
        if message is None:
            return
        self._has_heard = True
        command = message.command
        if self._closing.has_begun and command != "ERROR":
            return
        try:
            if command in COMPLAINTS and (why := complaint_in(message, self.session.is_me)):
                self.outbox.slow_down(why)
            if self._history.is_replayed(message):
                return
            if command == "PRIVMSG":  # most lines: no other part acts on it
                self._messages.handle(message)
                return
            for handle in self._handlers:
                handle(message)
        except Exception as fault:
            self.session.log(fault_at(" ".join([command, *message.params]), fault))

    def _parsed(self, line: bytes) -> Line | None:
        """Return the message that LINE is; None, with a line in the log, if it is malformed."""
        text = text_of(line)
        self.session.log_wire("<", text)
        message = parse(text)
        if message is None:
            self.session.log(f"a malformed line was dropped: {text}")
        elif message.command == "PRIVMSG" and not any(map(self.session.is_me, message.params[:1])):
            keep_bytes(message, line, text)  # of what is said in a channel
        return message

    def _handle(self, message: Line) -> None:
        match message.command, message.params:
            case "PING", [token, *_]:
                self.outbox.ahead(f"PONG :{token}")
            case "PONG", _:
                self.outbox.confirmations.answered(message)
            case "ERROR", params:
                self._closing.announced(" ".join(params))
            case "005", [_, *tokens] if self._isupport_lines < _MOST_ISUPPORT_LINES:
                self._isupport_lines += 1
                self._learn_isupport(tokens)
            case (("376" | "422"), _) if self.session.is_registered and not self._is_welcome_over:
                self._is_welcome_over = True
                self._welcomed()

    def _learn_isupport(self, tokens: Sequence[str]) -> None:
        self.session.isupport = self.session.isupport.told(tokens)
        self.channels.refold()
        if any(token.lstrip("-").partition("=")[0] == "CASEMAPPING" for token in tokens):
            self.session.listener.casemapping_is(self.session.fold)

    def _welcomed(self) -> None:
        """Set the mode for bots, send the commands of config.ini, regain the nick, and log in.

        The server has sent its ISUPPORT.
        """
        self._closing.is_welcome()
        nick = self.session.me.nick
        if bot_mode := self.session.isupport.bot_mode:
            self.outbox.command(f"MODE {nick} +{bot_mode}")
        for each in self.session.config.on_connect:
            command = each.replace("$nick", nick)
            self.session.redactor.hide_command(command)
            self.outbox.command(command)
        self._regain.begin()
        self.services.begin()

    def _transmit(self, line: str) -> None:
        longest = _LONGEST_UNSEEN if line.startswith(_UNSEEN) else self.outbox.longest_line
        line = one_line(line)
        # Message tags have room of their own.
        tags, space, line = line.partition(" ") if line.startswith("@") else ("", "", line)
        line = f"{tags}{space}{cut(line, longest)}"
        self.session.log_wire(">", line)
        self.transport.write(line.encode() + b"\r\n")
