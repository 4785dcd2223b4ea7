"""Twisted's IRCClient made robust: one connection to one server.

Of the base class little more than the name is used: it decodes, splits, quotes, numbers nicks and
holds lines back in ways that lose connections. What is here instead is told at each place.
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from irctokens.line import Line
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.irc.casemapping import Fold
from pontoon.irc.client.error_replies import ErrorReplies, is_refusal
from pontoon.irc.client.nick_regain import NickRegain
from pontoon.irc.client.nickserv import NickServ
from pontoon.irc.client.playback import HistoryFilter
from pontoon.irc.client.read_throttle import ReadThrottle
from pontoon.irc.client.registration import Registration
from pontoon.irc.dispatch import fault_at, together
from pontoon.irc.handler import ClientEvents
from pontoon.irc.isupport import ISupport
from pontoon.irc.line import (
    LineBuffer,
    cut,
    is_target,
    one_line,
    parse,
    plain_reason,
    sayable,
    text_of,
)
from pontoon.irc.nicks import OwnPrefix, alternatives
from pontoon.irc.outgoing import Priority
from pontoon.irc.people import Roster
from pontoon.irc.reactor import Clock, Transport
from pontoon.irc.redaction import Redactor
from pontoon.irc.sasl.credentials import NOBODY, Credentials
from pontoon.irc.sending.outbox import Outbox
from pontoon.irc.sending.queue import TOO_MUCH
from pontoon.irc.sending.throttle import SendRate, reproach_in
from pontoon.irc.timing import Deadline, Heartbeat
from pontoon.irc.tracking.tracker import NetworkTracker
from pontoon.irc.tracking.whois import Answered, Precedence

__all__ = ["Client", "ClientEvents", "Priority"]

REGISTRATION_SECONDS = 60.0
"""How long a server may take from connecting to the end of its welcome."""

QUIT_SECONDS = 4.4
"""How long leaving may take, until the server has closed the connection."""

ERROR_SECONDS = 2.0
"""How long a server may take to close the connection after ERROR, which says that it does."""

_MOST_SUPPORT_LINES = 100
"""005 lines that are heeded in a connection: a server needs a handful, and each has everybody in
all channels looked at, and perhaps players.xml too."""

_UNSEEN = ("AUTHENTICATE ", "CAP ", "PASS ")
_LONGEST_UNSEEN = 510
"""What nobody else is shown needs no room for a prefix (RFC 2812, 2.3)."""


class Client(irc.IRCClient):
    """A connection that no line, byte or silence of the server's can break in an unplanned way.

    LISTENER is told what happens. LOG takes one line for each event that somebody may want to
    know of; WIRE, if given, each line received (``<``) and sent (``>``), without passwords. Lines
    go at PACE, which is made slower where the server minds it; TOO_MUCH is said to people who ask
    for more answers than may wait. With NOTICES private messages are NOTICEs. CLOCK is the reactor.
    PASSWORD is the server's; LOGIN is for services. STS_POLICY is told what a server says of TLS
    (``sts``), and returns True where this connection is to be given up for one with TLS; it is
    asked before any password is sent. Where NICKNAME cannot be had
    OTHER_NICKS are tried first, and REGAIN is how services are asked for it. KEYS are those of
    channels.
    """

    def __init__(
        self,
        *,
        nickname: str,
        realname: str,
        listener: ClientEvents,
        clock: Clock,
        log: Callable[[str], None],
        wire: Callable[[str, str], None] | None = None,
        password: str | None = None,
        pace: SendRate | None = None,
        notices: bool = False,
        too_much: str = TOO_MUCH,
        login: Credentials = NOBODY,
        sts_policy: Callable[[str], bool] = lambda _sts: False,
        other_nicks: Sequence[str] = (),
        regain: str = "no",
        keys: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        first, *others = alternatives(nickname, other_nicks)
        self._me = OwnPrefix(first)
        self._secrecy = Redactor((password or "", login.password), login.nickserv, keys.values())
        self._listener = listener
        self._sts_policy = sts_policy
        self._log_line = log
        self._wire = wire
        self._supported = ISupport()
        self._incoming = LineBuffer(self._log)
        self._portions = ReadThrottle(clock, self._connection, self.lineReceived)
        self.outbox = Outbox(
            pace or SendRate(),
            clock,
            self._me,
            supported=lambda: self._supported,
            is_heard=lambda: self._arrival.is_let_in,
            write=self._transmit,
            log=self._log,
            notices=notices,
            too_much=too_much,
        )
        """What is said by the bot."""
        self._pulse = Heartbeat(clock, self._ask_for_a_sign, self._no_sign_came)
        self.company = NetworkTracker(
            listener,
            self._me,
            capabilities=lambda: self.capabilities,
            fold=lambda: self.fold,
            keys=keys,
            clock=clock,
            command=self.outbox.command,
            reply=self.outbox.reply,
            log=self._log,
        )
        """Who is where, and who they are."""
        self._channels = self.company.channels
        self._deadline = Deadline(clock, self._abort)
        self._refusals = ErrorReplies(self.company.whois, self._channels, listener, self._log)
        self._arrival = Registration(
            login,
            self._me,
            others,
            realname=realname,
            password=password or "",
            listener=listener,
            clock=clock,
            is_me=self._channels.is_me,
            is_same=lambda one, other: self.fold(one) == self.fold(other),
            send=self.outbox.ahead,
            welcomed=self._let_in,
            refused=self._refusals.heard,
            give_up=self._give_up,
            sts_policy=self._told_of_tls,
            log=self._log,
        )
        self._regain = NickRegain(
            first,
            is_me=self._channels.is_me,
            fold=lambda: self.fold,
            clock=clock,
            command=self.outbox.command,
            services=self.services,
            method=regain,
            log=self._log,
        )
        self._playback = HistoryFilter(clock, self._channels.is_me)
        self._support_lines = 0
        self._leaving = False
        self._why_closed = ""
        self._has_heard = False
        self.acts = together(
            self.company.acts,
            self._arrival.acts,
            self._regain.acts,
            self._playback.acts,
            self.outbox.receipts.acts,
            self._own_acts(),
        )
        """What to do at which message."""

    @property
    def nickname(self) -> str:
        """The bot's own nick, as the server says it; before registration, the one asked for."""
        return self._me.nick

    @nickname.setter
    def nickname(self, nick: str) -> None:
        self._me.nick = nick

    @property
    def capabilities(self) -> frozenset[str]:
        """The capabilities (IRCv3) that are enabled."""
        return self._arrival.capabilities

    @property
    def services(self) -> NickServ:
        """Whether the bot is logged in, and the service that it may give orders to."""
        return self._arrival.services

    @property
    def fold(self) -> Fold:
        """How the server compares nicks and channel names."""
        return self._supported.fold

    @property
    def rosters(self) -> dict[str, Roster]:
        """Who is in each channel that the bot has entered, by folded channel name."""
        return self._channels.rosters

    def roster(self, channel: str) -> Roster | None:
        """Return who is in CHANNEL, None unless the bot has entered it."""
        found = self._channels.find(channel)
        return found.roster if found is not None else None

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own, under the server's casemapping."""
        return self._channels.is_me(nick)

    def enter(self, *channels: str) -> None:
        """Ask to be let into CHANNELS: ``channel_entered`` or ``channel_refused`` will tell."""
        self._channels.enter(channels)

    def look_up(self, nick: str, precedence: Precedence, answered: Answered) -> None:
        """Ask the server who has NICK; ANSWERED is told once, in a few seconds in any case."""
        self.company.whois.look_up(nick, precedence, answered)

    def leave(self, channel: str, reason: str = "") -> None:
        """Leave CHANNEL with a REASON, which everybody there sees."""
        if is_target(channel):
            self.sendLine(f"PART {channel} :{sayable(reason)}")

    def adopt(self, *, notices: bool, keys: Mapping[str, str] = MappingProxyType({})) -> None:
        """Say things, and enter channels, from now on as a client that was made like that.

        And go by the pace as it is now.
        """
        self._secrecy.hide(keys.values())
        self._channels.keys = keys
        self.outbox.adopt(notices=notices)

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it where not ON."""
        if is_target(channel) and is_target(nick):
            self.sendLine(f"MODE {channel} {'+' if on else '-'}v {nick}")

    def sees(self, nick: str) -> bool:
        """Tell whether NICK is in any channel that the bot is in."""
        return any(roster.find(nick) is not None for roster in self.rosters.values())

    def quit(self, message: str = "") -> None:
        """Leave the server with MESSAGE. Of what waits only what has to be heard is said before.

        The server closes the connection then; if it has not in 4.4 seconds, it is aborted.
        """
        if self.transport is None or self._leaving:
            return
        self._leaving = True
        self._deadline.set(QUIT_SECONDS, "the server did not close the connection after QUIT")
        self.outbox.finish(lambda: self._leave(message))

    def connectionMade(self) -> None:
        """Register, held back by nothing, and give the server a minute for it."""
        self._connection().registerProducer(self.outbox.sender, streaming=True)
        self._deadline.set(REGISTRATION_SECONDS, "the server did not let us in within a minute")
        self._arrival.begin()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop every clock, forget everybody and tell the listener."""
        self._stop()
        self.outbox.receipts.closed(reason.value)
        self._portions.drop()
        self._deadline.lift()
        self.company.stop()
        why = self._why_closed or plain_reason(reason.value)
        hint = "" if self._has_heard else " (the server said nothing: are port and tls right?)"
        self._log(f"connection closed: {why}{hint}")
        self._listener.closed(why)

    def dataReceived(self, data: bytes) -> None:
        """Cut DATA into lines; the base class would close the connection at a long one."""
        self._pulse.heard()
        self._portions.feed(self._incoming.feed(data))

    def lineReceived(self, line: bytes) -> None:
        """Act on LINE. The base class lets a byte that is not UTF-8 and a blank line raise."""
        if not line:
            return
        text = text_of(line)
        if self._wire is not None:
            self._wire("<", self._secrecy.loggable(text))
        message = parse(text)
        if message is None:
            self._log(f"a malformed line was dropped: {text}")
            return
        self._has_heard = True
        if not self._leaving or message.command in ("ERROR", "PONG"):
            if reproach := reproach_in(message, self.is_me):
                self.outbox.sender.slow_down(reproach)
            self._act_on(message)

    def sendLine(self, line: str) -> None:
        """Send LINE, a command of the client's own. The base class would quote and not pace it."""
        self.outbox.command(line)

    def _log(self, event: str) -> None:
        self._log_line(self._secrecy.loggable(event))

    def _own_acts(self) -> dict[str, Callable[[Line], None]]:
        """Return what to do at which message that is not about a channel."""
        return {
            "PING": self._ping,
            "ERROR": self._error,
            "005": self._supports,
            **dict.fromkeys(("410", "421", "451", "461"), self._refusals.heard),
        }

    def _act_on(self, message: Line) -> None:
        try:
            if self._playback.shows_again(message):
                return
            if (act := self.acts.get(message.command)) is not None:
                act(message)
            elif is_refusal(message.command):
                self._refusals.heard(message)
        except Exception as fault:
            self._log(fault_at(" ".join([message.command, *message.params]), fault))

    def _ping(self, message: Line) -> None:
        match message.params:
            case [token, *_]:
                self.outbox.ahead(f"PONG :{token}")

    def _error(self, message: Line) -> None:
        self._why_closed = self._why_closed or " ".join(message.params)
        if not self._leaving:
            self._stop()
            self._deadline.set(ERROR_SECONDS, "the server did not close the connection after ERROR")

    def _supports(self, message: Line) -> None:
        self._support_lines += 1
        if self._support_lines > _MOST_SUPPORT_LINES:
            return
        tokens = message.params[1:]
        self._supported = self._supported.told(tokens)
        self._channels.under(self._supported)
        if any(token.lstrip("-").partition("=")[0] == "CASEMAPPING" for token in tokens):
            self._listener.casemapping_is(self.fold)

    def _told_of_tls(self, value: str) -> bool:
        must_go = self._sts_policy(value)
        if must_go:
            self._why_closed = "the server wants TLS"
            self._stop()
            self._connection().loseConnection()
            self._deadline.set(QUIT_SECONDS, "the server did not let go")
        return must_go

    def _let_in(self) -> None:
        """Do what is to be done once the server has said what it supports."""
        self._deadline.lift()
        if self._supported.bot_mode:
            self.sendLine(f"MODE {self.nickname} +{self._supported.bot_mode}")
        self._regain.begin(self._supported)

    def _leave(self, message: str) -> None:
        self._stop()
        self.outbox.write(f"QUIT :{sayable(message)}")

    def _give_up(self, why: str) -> None:
        self._why_closed = why
        self.quit()

    def _transmit(self, line: str) -> None:
        is_seen = not line.startswith(_UNSEEN)
        line = cut(one_line(line), self.outbox.longest_line if is_seen else _LONGEST_UNSEEN)
        if self._wire is not None:
            self._wire(">", self._secrecy.loggable(line))
        self._connection().write(line.encode() + b"\r\n")

    def _connection(self) -> Transport:
        return cast("Transport", self.transport)

    def _ask_for_a_sign(self) -> None:
        self.outbox.ahead(f"PING :{self.nickname}")

    def _no_sign_came(self) -> None:
        self._abort("the server is silent")

    def _abort(self, why: str) -> None:
        self._why_closed = self._why_closed or why
        self._stop()
        self._connection().abortConnection()

    def _stop(self) -> None:
        self._leaving = True
        self._pulse.stop()
        self._arrival.stop()
        self._regain.stop()
        self.company.whois.stop()
        self.outbox.stop()
