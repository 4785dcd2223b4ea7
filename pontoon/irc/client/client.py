"""Twisted's IRCClient made robust: one connection to one server.

Of the base class this client uses little more than the name. The base class decodes, splits,
quotes, numbers nicks and delays lines in ways that lose connections.
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.irc.client.channels import ChannelTracker
from pontoon.irc.client.messages import (
    NOT_DELIVERED,
    REFUSED,
    REFUSED_UNNAMED,
    MessageRouter,
    is_error,
)
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
from pontoon.irc.nicks import OwnPrefix, alternatives
from pontoon.irc.reactor import Clock, Delayed
from pontoon.irc.redaction import Redactor
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.sending.queue import TOO_MUCH
from pontoon.irc.sending.throttle import COMPLAINTS, SendRate, complaint_in
from pontoon.irc.session import ClientEvents, MessageHandler, Session, fault_at
from pontoon.irc.timing import Heartbeat, Timers

REGISTRATION_SECONDS = 60.0
"""How long a server may take from connecting to the end of its welcome."""

QUIT_SECONDS = 4.4
"""How long the client waits for the server to close the connection after ``quit``."""

ERROR_SECONDS = 2.0
"""How long the client waits for the server to close the connection after ERROR."""

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

    LISTENER learns what happens. CLOCK is the reactor. LOG takes one line for each event. WIRE, if
    given, takes each line received (``<``) and sent (``>``), without passwords. Lines go out at
    PACE, which becomes slower when the server complains. People who ask for more answers than may
    wait get TOO_MUCH.

    Passwords go only over a connection that IS_TRUSTED. STS_POLICY acts on the value of ``sts``
    before any password is sent; it returns True if the client must leave and connect by TLS.
    """

    transport: Any = None

    def __init__(
        self,
        config: IrcConfig,
        listener: ClientEvents,
        *,
        clock: Clock,
        log: Callable[[str], None],
        wire: Callable[[str, str], None] | None = None,
        pace: SendRate | None = None,
        too_much: str = TOO_MUCH,
        has_tls: bool = False,
        is_trusted: bool = False,
        sts_policy: Callable[[str], bool] = lambda _sts: False,
    ) -> None:
        nick, *other_nicks = alternatives(config.nickname, config.alternatives)
        self._log_line = log
        self._wire = wire
        self._sts_policy = sts_policy
        secrets = (config.password, config.account_password)
        self._redactor = Redactor(secrets, config.nickserv, config.channel_keys.values())
        self.session = session = Session(
            config,
            listener,
            clock,
            self._log,
            OwnPrefix(nick),
            has_tls=has_tls,
            is_trusted=is_trusted,
        )
        self._incoming = LineBuffer(self._log)
        self._unhandled: deque[bytes] = deque()
        """Lines that wait until other work has had its turn; meanwhile nothing more is read."""
        self._next_portion: Delayed | None = None
        self._has_heard = False
        self._is_leaving = False
        self._isupport_lines = 0
        self._why_closed = ""
        self._history = HistoryFilter(session)
        self._silence = Heartbeat(
            clock, self._ping_server, partial(self._abort, "the server is silent")
        )
        self._timers = Timers(clock)
        self.outbox = outbox = Outbox(
            session, pace or SendRate(), self._transmit, notices=config.notices, too_much=too_much
        )
        self.channels = ChannelTracker(session, outbox)
        self.queries = Whois(session, outbox, self.channels)
        self._registration = registration = Registration(session, outbox, self, other_nicks)
        self.services = NickServ(session, outbox, registration)
        self._regain = NickRegain(session, outbox, self.services)
        self.handlers: dict[str, list[MessageHandler]] = {}
        """What acts on each received message, in order."""
        for table in (
            self.channels.handlers,
            self.queries.handlers,
            MessageRouter(session, outbox, self.channels).handlers,
            registration.handlers,
            registration.sasl.handlers,
            self.services.handlers,
            self._regain.handlers,
            self._history.handlers,
            {
                "PING": self._ping,
                "PONG": outbox.confirmations.answered,
                "ERROR": self._error,
                "005": self._isupport,
                **dict.fromkeys(("401", "410", "421", "440", "451", "461"), self._error_reply),
                **dict.fromkeys(("432", "433", "436", "437"), self._nick_refused),
            },
        ):
            for command, handler in table.items():
                self.handlers.setdefault(command, []).append(handler)

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
        self._redactor.hide(config.channel_keys.values())
        self.channels.keys = config.channel_keys
        self.outbox.configure(notices=config.notices)

    def quit(self, message: str = "") -> None:
        """Leave the server with MESSAGE, after those waiting lines that must be sent.

        The server then closes the connection. If it has not after 4.4 seconds, the client does.
        """
        if self.transport is None or self._is_leaving:
            return
        self._is_leaving = True
        self._abort_in(QUIT_SECONDS, "the server did not close the connection after QUIT")
        self.outbox.sender.finish(partial(self._send_quit, message))

    def connectionMade(self) -> None:
        """Register at once, and give the server a minute to accept that."""
        self.transport.registerProducer(self.outbox.sender, streaming=True)
        self._abort_in(REGISTRATION_SECONDS, "the server did not let us in within a minute")
        self._registration.begin()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop all timers, forget everybody and tell the listener."""
        self._stop()
        self._unhandled.clear()
        if self._next_portion is not None:
            self._next_portion.cancel()
            self._next_portion = None
        self._timers.stop()
        self.channels.forget_all()
        why = self._why_closed or plain_reason(reason.value)
        hint = "" if self._has_heard else " (the server said nothing: are port and tls right?)"
        self._log(f"connection closed: {why}{hint}")
        self.session.listener.closed(why)

    def dataReceived(self, data: bytes) -> None:
        self._silence.heard()
        self._unhandled.extend(self._incoming.feed(data))
        if self._next_portion is None:
            self._handle_portion()

    def _handle_portion(self) -> None:
        """Handle the lines that wait, for ``PORTION_SECONDS`` at most."""
        clock = self.session.clock
        until = clock.seconds() + PORTION_SECONDS
        while self._unhandled:
            self.lineReceived(self._unhandled.popleft())
            if self._unhandled and clock.seconds() >= until:
                if self._next_portion is None:
                    self.transport.pauseProducing()
                self._next_portion = clock.callLater(0, self._handle_portion)
                return
        if self._next_portion is not None:
            self._next_portion = None
            self.transport.resumeProducing()

    def lineReceived(self, line: bytes) -> None:
        message = self._parsed(line) if line else None
        if message is None:
            return
        self._has_heard = True
        command = message.command
        if self._is_leaving and command != "ERROR":
            return
        try:
            if command in COMPLAINTS and (why := complaint_in(message, self.session.is_me)):
                self.outbox.sender.slow_down(why)
            if self._history.is_replayed(message):
                return
            if command in self.handlers:
                for handler in self.handlers[command]:
                    handler(message)
            elif is_error(command):
                self._error_reply(message)
        except Exception as fault:
            self._log(fault_at(" ".join([command, *message.params]), fault))

    def _parsed(self, line: bytes) -> Line | None:
        """Return the message that LINE is; None, with a line in the log, if it is malformed."""
        text = text_of(line)
        if self._wire is not None:
            self._wire("<", self._redactor.loggable(text))
        message = parse(text)
        if message is None:
            self._log(f"a malformed line was dropped: {text}")
        elif message.command == "PRIVMSG" and not any(map(self.session.is_me, message.params[:1])):
            keep_bytes(message, line, text)  # of what is said in a channel
        return message

    def registered(self) -> None:
        """Set the mode for bots, send the commands of config.ini, regain the nick, and log in.

        The server has sent its ISUPPORT.
        """
        self._timers.stop()
        nick = self.session.me.nick
        if bot_mode := self.session.isupport.bot_mode:
            self.outbox.command(f"MODE {nick} +{bot_mode}")
        for each in self.session.config.on_connect:
            command = each.replace("$nick", nick)
            self._redactor.hide_command(command)
            self.outbox.command(command)
        self._regain.begin()
        self.services.begin()

    def give_up(self, why: str) -> None:
        """Leave the server: the bot cannot stay. WHY is the reason for the log."""
        self._why_closed = why
        self.quit()

    def leaves_for_tls(self, value: str) -> bool:
        """Act on VALUE of ``sts``; return True if the client leaves to connect by TLS."""
        must_leave = self._sts_policy(value)
        if must_leave:
            self._why_closed = "the server wants TLS"
            self._stop()
            self.transport.loseConnection()
            self._abort_in(QUIT_SECONDS, "the server did not close the connection")
        return must_leave

    def _ping(self, message: Line) -> None:
        match message.params:
            case [token, *_]:
                self.outbox.ahead(f"PONG :{token}")

    def _error(self, message: Line) -> None:
        self._why_closed = self._why_closed or " ".join(message.params)
        if not self._is_leaving:
            self._stop()
            self._abort_in(ERROR_SECONDS, "the server did not close the connection after ERROR")

    def _nick_refused(self, message: Line) -> None:
        if self.session.is_registered:
            self._error_reply(message)
        else:
            self._registration.nick_refused(message)

    def _error_reply(self, message: Line) -> None:
        """Log MESSAGE, an error, and tell the part or the listener that waits for it."""
        command, confirmations = message.command, self.outbox.confirmations
        match message.params:
            case [_, target, *rest] if command in REFUSED:
                confirmations.refused(target, " ".join(rest) or command)
            case [_, *rest] if command in REFUSED_UNNAMED:
                confirmations.refused(None, " ".join(rest) or command)
        if self.queries.refused(message):
            return
        match message.params:
            case [_, why] if command in NOT_DELIVERED and len(why.split()) > 1:
                # ngIRCd names the nick only at the end of the text.
                self._log(f"{command} {why}")
                self.session.listener.undeliverable(why.split()[-1], why)
            case [_, about, *rest] if about.strip():
                why = " ".join(rest) or command
                if self.channels.refused(about, why, command):
                    return
                self._log(f"{command} {about}: {why}")
                if command in NOT_DELIVERED:
                    self.session.listener.undeliverable(about, why)

    def _isupport(self, message: Line) -> None:
        self._isupport_lines += 1
        if self._isupport_lines > _MOST_ISUPPORT_LINES:
            return
        tokens = message.params[1:]
        self.session.isupport = self.session.isupport.told(tokens)
        self.channels.refold()
        if any(token.lstrip("-").partition("=")[0] == "CASEMAPPING" for token in tokens):
            self.session.listener.casemapping_is(self.session.fold)

    def _transmit(self, line: str) -> None:
        longest = _LONGEST_UNSEEN if line.startswith(_UNSEEN) else self.outbox.longest_line
        line = one_line(line)
        # Message tags have room of their own.
        tags, space, line = line.partition(" ") if line.startswith("@") else ("", "", line)
        line = f"{tags}{space}{cut(line, longest)}"
        if self._wire is not None:
            self._wire(">", self._redactor.loggable(line))
        self.transport.write(line.encode() + b"\r\n")

    def _log(self, event: str) -> None:
        self._log_line(self._redactor.loggable(event))

    def _ping_server(self) -> None:
        self.outbox.ahead(f"PING :{self.session.me.nick}")

    def _send_quit(self, message: str) -> None:
        self._stop()
        self._transmit(f"QUIT :{sayable(message)}")

    def _abort_in(self, seconds: float, why: str) -> None:
        """Abort the connection in so many SECONDS, instead of when that was due before."""
        self._timers.after(seconds, "deadline", partial(self._abort, why))

    def _abort(self, why: str) -> None:
        self._why_closed = self._why_closed or why
        self._stop()
        self.transport.abortConnection()

    def _stop(self) -> None:
        self._is_leaving = True
        self._silence.stop()
        self._registration.stop()
        self.services.stop()
        self._regain.stop()
        self.queries.stop()
        self.outbox.sender.stopProducing()
