"""Twisted's IRCClient made robust: one connection to one server.

Of the base class little more than the name is used: it decodes, splits, quotes, numbers nicks and
holds lines back in ways that lose connections. What is here instead is told at each place.
"""
# ruff: noqa: N802 -- Twisted calls a protocol's methods by these names

import re
import traceback
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import cast

from irctokens.line import Line
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.casemapping import Fold
from pontoon.irc.channels import Channels
from pontoon.irc.ctcp import Ctcp
from pontoon.irc.deadline import Deadline
from pontoon.irc.failures import Failures
from pontoon.irc.heartbeat import Heartbeat
from pontoon.irc.identity import Identity
from pontoon.irc.isupport import ISupport
from pontoon.irc.listener import Listener
from pontoon.irc.logins import Logins
from pontoon.irc.messages import Messages
from pontoon.irc.nicks import alternatives, username_from
from pontoon.irc.portions import Portions
from pontoon.irc.reactor_types import Clock, Transport
from pontoon.irc.regain import Regain
from pontoon.irc.registration import Registration
from pontoon.irc.sender import Sender
from pontoon.irc.sendqueue import SendQueue
from pontoon.irc.whois import Whois
from pontoon.irc.wire import (
    LineBuffer,
    concealed,
    cut,
    is_target,
    one_line,
    parse,
    plain_reason,
    sayable,
    size_of,
    text_of,
    without_word,
)
from pontoon.people import Person, Roster
from pontoon.speech import Urgency

__all__ = ["Client", "Listener", "Urgency"]

REGISTRATION_SECONDS = 60.0
"""How long a server may take from connecting to the end of its welcome."""

QUIT_SECONDS = 3.0
"""How long a server may take to close the connection after QUIT."""

_LEAST_LINE = 64
"""Bytes of a line, without the prefix, that are sent even where a server seems to leave fewer."""

_MOST_SUPPORT_LINES = 100
"""005 lines that are heeded in a connection: a server needs a handful, and each has everybody in
all channels looked at, and perhaps players.xml too."""

_ERROR_REPLY = re.compile("[45][0-9][0-9]")


class Client(irc.IRCClient):
    """A connection that no line, byte or silence of the server's can break in an unplanned way.

    LISTENER is told what happens. LOG takes one line for each event that somebody may want to
    know of; WIRE, if given, each line received (``<``) and sent (``>``), without passwords. At
    first BURST lines are sent at once, then LINES_PER_SECOND (0: no limit). With NOTICES private
    messages are NOTICEs. CLOCK is the reactor. KEYS are those of channels. Where NICKNAME cannot
    be had OTHER_NICKS are tried first, and REGAIN is how services are asked for it: "regain",
    "ghost" or "no".
    """

    def __init__(
        self,
        *,
        nickname: str,
        realname: str,
        listener: Listener,
        clock: Clock,
        log: Callable[[str], None],
        wire: Callable[[str, str], None] | None = None,
        password: str | None = None,
        notices: bool = False,
        lines_per_second: float = 1.0,
        burst: int = 8,
        other_nicks: Sequence[str] = (),
        keys: Mapping[str, str] = MappingProxyType({}),
        regain: str = "no",
        capabilities: frozenset[str] = frozenset(),
    ) -> None:
        first, *others = alternatives(nickname, other_nicks)
        self._keys = keys
        self._me = Identity(first)
        self._password = password or ""
        self._user = f"USER {username_from(nickname)} 0 * :{realname or nickname}"
        self._listener = listener
        self._clock = clock
        self._log_line = log
        self._wire = wire
        self._private = "NOTICE" if notices else "PRIVMSG"
        self._supported = ISupport()
        self._incoming = LineBuffer(self._log)
        self._portions = Portions(clock, self._connection, self.lineReceived)
        self._lines = SendQueue(lines_per_second=lines_per_second, burst=burst, log=self._log)
        self._sender = Sender(self._lines, clock, self._transmit)
        self._pulse = Heartbeat(clock, self._ask_for_a_sign, self._no_sign_came)
        self._channels = Channels(
            listener=listener,
            me=self._me,
            logins=Logins(lambda: capabilities, lambda: self.fold, clock),
            command=self.sendLine,
            log=self._log,
        )
        self._whois = Whois(
            clock=clock,
            fold=lambda: self.fold,
            command=self.sendLine,
            note=self._channels.seen,
        )
        self._regain = Regain(
            first,
            is_me=self._channels.is_me,
            fold=lambda: self.fold,
            clock=clock,
            command=self.sendLine,
            services=self._say_to_services,
            method=regain,
            log=self._log,
        )
        self._registration = Registration(
            self._me,
            iter(others),
            is_me=self._channels.is_me,
            send=self._send_ahead,
            give_up=self._give_up,
            log=self._log,
        )
        self._deadline = Deadline(clock, self._abort)
        self._support_lines = 0
        self._welcomed = False
        self._leaving = False
        self._why_closed = ""
        self._failures = Failures(listener, self._channels, self._whois, self._log)
        messages = Messages(listener, self._channels, Ctcp(clock, self._reply))
        self.acts = {
            **self._channels.acts,
            **self._registration.acts,
            **self._whois.acts,
            **self._regain.acts,
            **messages.acts,
            **self._failures.acts,
            **self._own_acts(),
        }
        """What to do at which message."""

    @property
    def nickname(self) -> str:
        """The bot's own nick, as the server says it; before registration, the one asked for."""
        return self._me.nick

    @nickname.setter
    def nickname(self, nick: str) -> None:
        self._me.nick = nick

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

    def find(self, channel: str, nick: str) -> Person | None:
        """Return who has NICK in CHANNEL, with the account they have now if that is known."""
        found = self.roster(channel)
        person = None if found is None else found.find(nick)
        return None if person is None else self._channels.as_now(person)

    def is_me(self, nick: str) -> bool:
        """Tell whether NICK is the bot's own, under the server's casemapping."""
        return self._channels.is_me(nick)

    def identified(self) -> None:
        """Note that the bot is logged in to its account now."""
        self._regain.identified()
        self._listener.identified()

    def room_for(self, target: str) -> int:
        """Return how many bytes of text one message to TARGET can carry to everybody there."""
        return max(self._longest_line() - size_of(self._addressed(target)), 0)

    def enter(self, *channels: str) -> None:
        """Ask to be let into CHANNELS: ``channel_entered`` or ``channel_refused`` will tell."""
        for channel in channels:
            if not is_target(channel):
                self._log(f"cannot enter a channel of this name: {channel}")
        self._channels.enter([each for each in channels if is_target(each)], self._keys)

    def look_up(self, nick: str, answered: Callable[[Person], None]) -> None:
        """Ask the server who has NICK; ANSWERED is told once, in a few seconds in any case.

        Their account is None where the server does not say.
        """
        self._whois.look_up(nick, answered)

    def say(
        self,
        target: str,
        line: str,
        urgency: Urgency = Urgency.CHATTER,
        *,
        topic: str = "",
        joins: bool = False,
    ) -> None:
        """Say LINE, which callers have cut to ``room_for(target)``, to a channel or nick.

        TOPIC and JOINS are as for a ``Say``.
        What no line may contain becomes a space, what is too long is cut off, and nothing is
        said to a TARGET that would change the meaning of the message.
        """
        text = sayable(line)
        if not is_target(target):
            # What cannot be said may be somebody's cards: it is nothing for a log.
            self._log(f"nothing can be said to {target}")
        elif self._registration.is_done and text:
            if not (joins and self._lines.join(target, text, self.room_for(target))):
                address = self._addressed(target)
                self._lines.put(target, address, text, urgency, topic=topic, is_open=joins)
            self._sender.pump()

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Ask the server to give NICK voice in CHANNEL, or to take it where not ON."""
        if is_target(channel) and is_target(nick):
            self.sendLine(f"MODE {channel} {'+' if on else '-'}v {nick}")

    def withdraw(self, target: str, topic: str) -> None:
        """Say no more to TARGET what still waits on TOPIC."""
        self._lines.withdraw(target, topic)

    def sees(self, nick: str) -> bool:
        """Tell whether NICK is in any channel that the bot is in."""
        return any(roster.find(nick) is not None for roster in self.rosters.values())

    def readdress(self, old: str, new: str) -> None:
        """Send to NEW what waits to be said to whoever was called OLD."""
        self._lines.readdress(self.fold(old), new, self._addressed(new), self.fold)

    def forget(self, nick: str) -> None:
        """Drop what waits to be said to NICK."""
        self._lines.forget(self.fold(nick), self.fold)

    def quit(self, message: str = "") -> None:
        """Leave the server with MESSAGE, ahead of what waits to be said, which is dropped.

        The server closes the connection then; if it has not in 3 seconds, it is aborted.
        """
        if self.transport is None or self._leaving:
            return
        self._stop()
        self._transmit(f"QUIT :{sayable(message)}")
        self._deadline.set(QUIT_SECONDS, "the server did not close the connection after QUIT")

    def connectionMade(self) -> None:
        """Register, held back by nothing, and give the server a minute for it."""
        self._connection().registerProducer(self._sender, streaming=True)
        self._deadline.set(REGISTRATION_SECONDS, "the server did not let us in within a minute")
        login = [f"PASS :{self._password}"] if self._password else []
        self._registration.begin(login, self._user)

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop every clock, forget everybody and tell the listener."""
        self._stop()
        self._portions.drop()
        self._deadline.lift()
        self._channels.forget_all()
        self._whois.stop()
        self._regain.stop()
        why = self._why_closed or plain_reason(reason.value)
        self._log(f"connection closed: {why}")
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
            self._wire("<", self._loggable(text))
        message = parse(text)
        if message is None:
            self._log(f"a malformed line was dropped: {text}")
        elif not self._leaving or message.command == "ERROR":
            self._act_on(message)

    def sendLine(self, line: str) -> None:
        """Send LINE, a command of the client's own. The base class would quote and not pace it."""
        self._lines.put_command(line)
        self._sender.pump()

    def _loggable(self, text: str) -> str:
        """Return TEXT as it may be logged; people may say the passwords themselves."""
        if self._password:
            text = text.replace(self._password, "***")
        for key in self._keys.values():
            text = without_word(text, key)
        return concealed(text)

    def _log(self, event: str) -> None:
        self._log_line(self._loggable(event))

    def _own_acts(self) -> dict[str, Callable[[Line], None]]:
        """Return what to do at which message that is not about a channel."""
        return {
            "PING": self._ping,
            "ERROR": self._error,
            "005": self._supports,
            "376": self._welcome_over,
            "422": self._welcome_over,
            "432": self._nick_refused,
            "433": self._nick_refused,
            "436": self._nick_refused,
            "437": self._nick_refused,
        }

    def _act_on(self, message: Line) -> None:
        try:
            if (act := self.acts.get(message.command)) is not None:
                act(message)
            elif _ERROR_REPLY.fullmatch(message.command):
                self._failures.failed(message)
        except Exception as fault:
            # A fault in what a message leads to must not cost everybody the connection.
            where = traceback.extract_tb(fault.__traceback__)[-1]
            place = f"{where.filename}:{where.lineno}"
            what = " ".join([message.command, *message.params])
            self._log(f"fault at {what}: {type(fault).__name__}: {fault} ({place})")

    def _ping(self, message: Line) -> None:
        match message.params:
            case [token, *_]:
                self._send_ahead(f"PONG :{token}")

    def _error(self, message: Line) -> None:
        self._why_closed = self._why_closed or " ".join(message.params)

    def _supports(self, message: Line) -> None:
        self._support_lines += 1
        if self._support_lines > _MOST_SUPPORT_LINES:
            return
        tokens = message.params[1:]
        self._supported = self._supported.told(tokens)
        self._channels.under(self._supported)
        if any(token.lstrip("-").partition("=")[0] == "CASEMAPPING" for token in tokens):
            self._listener.casemapping_is(self.fold)

    def _welcome_over(self, _message: Line) -> None:
        if self._registration.is_done and not self._welcomed:
            self._welcomed = True
            self._deadline.lift()
            if self._supported.bot_mode:
                self.sendLine(f"MODE {self.nickname} +{self._supported.bot_mode}")
            self._regain.begin(self._supported)
            self._listener.welcomed()

    def _nick_refused(self, message: Line) -> None:
        if self._registration.is_done:
            self._failures.failed(message)
        else:
            self._registration.nick_refused(message)

    def _give_up(self, why: str) -> None:
        self._why_closed = why
        self.quit()

    def _longest_line(self) -> int:
        """Return the bytes of a line, without CR LF and the prefix that others see before it."""
        return max(self._supported.linelen - len("\r\n") - self._me.prefix_size, _LEAST_LINE)

    def _addressed(self, target: str) -> str:
        command = "PRIVMSG" if self._supported.is_channel(target) else self._private
        return f"{command} {target} :"

    def _reply(self, nick: str, text: str) -> None:
        """Answer a question by CTCP, behind everything that is said of games."""
        if is_target(nick):
            self._lines.put(nick, f"NOTICE {nick} :", text, Urgency.CHATTER)
            self._sender.pump()

    def _say_to_services(self, words: str) -> None:
        self.sendLine(f"PRIVMSG NickServ :{words}")

    def _send_ahead(self, line: str) -> None:
        self._lines.put_ahead(line)
        self._sender.pump()

    def _transmit(self, line: str) -> None:
        line = cut(one_line(line), self._longest_line())
        if self._wire is not None:
            self._wire(">", self._loggable(line))
        self._connection().write(line.encode() + b"\r\n")

    def _connection(self) -> Transport:
        return cast("Transport", self.transport)

    def _ask_for_a_sign(self) -> None:
        self._send_ahead(f"PING :{self.nickname}")

    def _no_sign_came(self) -> None:
        self._abort("the server is silent")

    def _abort(self, why: str) -> None:
        self._why_closed = self._why_closed or why
        self._stop()
        self._connection().abortConnection()

    def _stop(self) -> None:
        self._leaving = True
        self._pulse.stop()
        self._sender.stopProducing()
