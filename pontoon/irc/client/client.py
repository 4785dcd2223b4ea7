"""Twisted's IRCClient made robust: one connection to one server.

Of the base class this client uses little more than the name. The base class decodes, splits,
quotes, numbers nicks and delays lines in ways that lose connections; each override says why.
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from collections.abc import Callable
from functools import partial
from typing import cast

from irctokens.line import Line
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.irc.client.error_replies import ErrorReplies, is_error
from pontoon.irc.client.nick_regain import NickRegain
from pontoon.irc.client.playback import HistoryFilter
from pontoon.irc.client.read_throttle import ReadThrottle
from pontoon.irc.client.registration import Registration
from pontoon.irc.client_events import ClientEvents
from pontoon.irc.config import IrcConfig
from pontoon.irc.line import (
    LineBuffer,
    cut,
    is_target,
    is_utf8,
    keep_bytes,
    one_line,
    parse,
    plain_reason,
    sayable,
    text_of,
)
from pontoon.irc.nicks import OwnPrefix, alternatives
from pontoon.irc.people import Person, Roster
from pontoon.irc.reactor import Clock, Transport
from pontoon.irc.redaction import Redactor
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.sending.queue import TOO_MUCH
from pontoon.irc.sending.throttle import COMPLAINTS, SendRate, complaint_in
from pontoon.irc.session import Session, fault_at, merged
from pontoon.irc.timing import Deadline, Heartbeat
from pontoon.irc.tracking.tracker import NetworkTracker

REGISTRATION_SECONDS = 60.0
"""How long a server may take from connecting to the end of its welcome."""

QUIT_SECONDS = 4.4
"""How long the client waits for the server to close the connection after ``quit``."""

ERROR_SECONDS = 2.0
"""How long the client waits for the server to close the connection after ERROR."""

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

    _has_heard = False
    _is_leaving = False
    _isupport_lines = 0
    _why_closed = ""

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
        keys = config.channel_keys
        self._on_connect = config.on_connect
        self._listener = listener
        self._log_line = log
        self._wire = wire
        self._sts_policy = sts_policy
        secrets = (config.password, config.account_password)
        self._redactor = Redactor(secrets, config.nickserv, keys.values())
        self.session = session = Session(
            clock, self._log, OwnPrefix(nick), has_tls=has_tls, is_trusted=is_trusted
        )
        self._incoming = LineBuffer(self._log)
        self._throttle = ReadThrottle(clock, self._connection, self.lineReceived)
        self._history = HistoryFilter(session)
        self._silence = Heartbeat(
            clock, self._ping_server, partial(self._abort, "the server is silent")
        )
        self._deadline = Deadline(clock, self._abort)
        self.outbox = outbox = Outbox(
            session, pace or SendRate(), self._transmit, notices=config.notices, too_much=too_much
        )
        self.tracker = NetworkTracker(session, outbox, listener, keys)
        self.channels = self.tracker.channels
        self._errors = errors = ErrorReplies(session, self.tracker, listener, outbox.confirmations)
        self._registration = Registration(
            session, outbox, listener, errors, config, other_nicks, self
        )
        self.services = self._registration.services
        self._regain = NickRegain(session, outbox, self.services, nick, config.nickserv_regain)
        self.handlers = merged(
            self.tracker.handlers,
            self._registration.handlers,
            self._regain.handlers,
            self._history.handlers,
            {
                "PING": self._ping,
                "PONG": outbox.confirmations.answered,
                "ERROR": self._error,
                "005": self._isupport,
                **dict.fromkeys(("401", "410", "421", "440", "451", "461"), errors.heard),
            },
        )
        """The one table by which each received message is dispatched."""

    @property
    def nickname(self) -> str:
        """The bot's own nick, as the server says it; before registration, the one asked for."""
        return self.session.me.nick

    @nickname.setter
    def nickname(self, nick: str) -> None:
        self.session.me.nick = nick

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL; None if the bot is not."""
        return self.channels.find(channel)

    def sees(self, nick: str) -> bool:
        """Tell whether NICK is in any channel that the bot is in."""
        return self.channels.sees(nick)

    def find(self, nick: str) -> Person | None:
        """Return who has NICK in any channel that the bot is in."""
        return self.channels.person(nick)

    def leave(self, channel: str, reason: str = "") -> None:
        """Part from CHANNEL with a REASON, which everybody there sees."""
        if is_target(channel):
            self.sendLine(f"PART {channel} :{sayable(reason)}")

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Give NICK voice in CHANNEL if ON, else take it."""
        if is_target(channel) and is_target(nick):
            self.sendLine(f"MODE {channel} {'+' if on else '-'}v {nick}")

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
        self._deadline.set(QUIT_SECONDS, "the server did not close the connection after QUIT")
        self.outbox.sender.finish(lambda: self._send_quit(message))

    def connectionMade(self) -> None:
        """Register at once, and give the server a minute to accept that."""
        self._connection().registerProducer(self.outbox.sender, streaming=True)
        self._deadline.set(REGISTRATION_SECONDS, "the server did not let us in within a minute")
        self._registration.negotiation.begin()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop all timers, forget everybody and tell the listener."""
        self._stop()
        self._throttle.drop()
        self._deadline.lift()
        self.tracker.stop()
        why = self._why_closed or plain_reason(reason.value)
        hint = "" if self._has_heard else " (the server said nothing: are port and tls right?)"
        self._log(f"connection closed: {why}{hint}")
        self._listener.closed(why)

    def dataReceived(self, data: bytes) -> None:
        """Cut DATA into lines. The base class would close the connection at a long one."""
        self._silence.heard()
        self._throttle.feed(self._incoming.feed(data))

    def lineReceived(self, line: bytes) -> None:
        """Parse LINE and call its handler. The base class raises at a blank line or wrong UTF-8."""
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
            if (handler := self.handlers.get(command)) is not None:
                handler(message)
            elif is_error(command):
                self._errors.heard(message)
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
        elif self._is_in_channel(message) and not is_utf8(line, text):
            keep_bytes(message, line)
        return message

    def _is_in_channel(self, message: Line) -> bool:
        """Tell whether MESSAGE is what somebody says in a channel."""
        target = message.params[:1]
        return message.command == "PRIVMSG" and not any(map(self.session.is_me, target))

    def sendLine(self, line: str) -> None:
        """Send LINE, a command, at the pace of all lines. The base class would quote it."""
        self.outbox.command(line)

    def registered(self) -> None:
        """Set the mode for bots, send the commands of config.ini, and regain the nick.

        The server has sent its ISUPPORT.
        """
        self._deadline.lift()
        if bot_mode := self.session.isupport.bot_mode:
            self.sendLine(f"MODE {self.nickname} +{bot_mode}")
        for each in self._on_connect:
            command = each.replace("$nick", self.nickname)
            self._redactor.hide_command(command)
            self.sendLine(command)
        self._regain.begin()

    def give_up(self, why: str) -> None:
        """Leave the server: the bot cannot stay. WHY is the reason for the log."""
        self._why_closed = why
        self.quit()

    def sts_policy(self, value: str) -> bool:
        """Act on VALUE of ``sts``; return True if the client leaves to connect by TLS."""
        must_leave = self._sts_policy(value)
        if must_leave:
            self._why_closed = "the server wants TLS"
            self._stop()
            self._connection().loseConnection()
            self._deadline.set(QUIT_SECONDS, "the server did not close the connection")
        return must_leave

    def _ping(self, message: Line) -> None:
        match message.params:
            case [token, *_]:
                self.outbox.ahead(f"PONG :{token}")

    def _error(self, message: Line) -> None:
        self._why_closed = self._why_closed or " ".join(message.params)
        if not self._is_leaving:
            self._stop()
            self._deadline.set(ERROR_SECONDS, "the server did not close the connection after ERROR")

    def _isupport(self, message: Line) -> None:
        self._isupport_lines += 1
        if self._isupport_lines > _MOST_ISUPPORT_LINES:
            return
        tokens = message.params[1:]
        self.session.isupport = self.session.isupport.told(tokens)
        self.channels.refold()
        if any(token.lstrip("-").partition("=")[0] == "CASEMAPPING" for token in tokens):
            self._listener.casemapping_is(self.session.fold)

    def _transmit(self, line: str) -> None:
        is_seen = not line.startswith(_UNSEEN)
        tags, line = _split_tags(one_line(line))
        line = tags + cut(line, self.outbox.longest_line if is_seen else _LONGEST_UNSEEN)
        if self._wire is not None:
            self._wire(">", self._redactor.loggable(line))
        self._connection().write(line.encode() + b"\r\n")

    def _log(self, event: str) -> None:
        self._log_line(self._redactor.loggable(event))

    def _connection(self) -> Transport:
        return cast("Transport", self.transport)

    def _ping_server(self) -> None:
        self.outbox.ahead(f"PING :{self.nickname}")

    def _send_quit(self, message: str) -> None:
        self._stop()
        self._transmit(f"QUIT :{sayable(message)}")

    def _abort(self, why: str) -> None:
        self._why_closed = self._why_closed or why
        self._stop()
        self._connection().abortConnection()

    def _stop(self) -> None:
        self._is_leaving = True
        self._silence.stop()
        self._registration.stop()
        self._regain.stop()
        self.tracker.whois.stop()
        self.outbox.sender.stopProducing()


def _split_tags(line: str) -> tuple[str, str]:
    """Return the message tags of LINE, which have room of their own, and the rest."""
    tags, space, rest = line.partition(" ") if line.startswith("@") else ("", "", line)
    return tags + space, rest
