"""The bot's connection to an IRC server: Twisted's IRCClient, mended where a server can break it.

A line goes ``dataReceived``, ``lineReceived``, ``handleCommand``, ``irc_COMMAND`` or
``irc_RPL_NAME``, and then to a callback such as ``privmsg`` or ``userJoined``, as in every
IRCClient. What people do and say goes on to the listener of the session (``ClientEvents``).

RFC 1459, RFC 2812, and https://ircv3.net/specs/extensions
"""
# ruff: noqa: N802, N815 -- Twisted calls a protocol's methods by these names

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from twisted.internet.protocol import connectionDone
from twisted.python.failure import Failure
from twisted.words.protocols import irc

from pontoon.irc.channels import Channels
from pontoon.irc.closing import Closing
from pontoon.irc.config import IrcConfig
from pontoon.irc.ctcp import CtcpAnswers
from pontoon.irc.line import (
    Line,
    cut,
    is_target,
    keep_bytes,
    one_line,
    parse,
    plain_reason,
    sayable,
    text_of,
)
from pontoon.irc.nicks import account_named, is_nick, person_of
from pontoon.irc.outgoing import without_formatting
from pontoon.irc.pace import COMPLAINTS, SendRate, complaint_in
from pontoon.irc.people import Person
from pontoon.irc.queue import TOO_MUCH
from pontoon.irc.reactor import Delayed
from pontoon.irc.refusals import Refusals
from pontoon.irc.registration import Registration
from pontoon.irc.replay import ReplayFilter
from pontoon.irc.sending import Outbox
from pontoon.irc.services import NickRegain, NickServ
from pontoon.irc.session import Session, fault_at
from pontoon.irc.whois import Whois

PORTION_SECONDS = 0.1
"""Seconds for which lines are handled before timers, signals and other connections have their turn.

A line may cost a write to the disk, and a server can send a thousand of them at once.
"""

MAX_ISUPPORT_LINES = 100
"""Lines of 005 that count in a connection. A server needs a handful, and each costs a look at
everybody in all channels, and perhaps at players.xml."""

_PRIVATE_COMMANDS = ("AUTHENTICATE ", "CAP ", "PASS ")
"""Commands that the server passes on to nobody: they need no room for a prefix."""
_MAX_PRIVATE_BYTES = 510

MIN_PARAMS: Mapping[str, int] = {
    **dict.fromkeys(("CAP", "KICK", "MODE", "PRIVMSG", "NOTICE", "INVITE", "TOPIC", "CHGHOST"), 2),
    **dict.fromkeys(("JOIN", "PART", "NICK", "PING", "ACCOUNT", "AUTHENTICATE"), 1),
    **dict.fromkeys(("RPL_WELCOME", "RPL_ISUPPORT", "RPL_MOTDSTART"), 1),
    **dict.fromkeys(
        ("RPL_CREATED", "RPL_YOURHOST", "RPL_MYINFO", "RPL_LUSERCLIENT", "RPL_LUSERME"), 2
    ),
    **dict.fromkeys(("RPL_LUSEROP", "RPL_LUSERCHANNELS", "RPL_NOTOPIC", "RPL_BOUNCE"), 2),
    **dict.fromkeys(("RPL_USERHOST", "RPL_ENDOFNAMES", "RPL_ENDOFWHO", "396"), 2),
    **dict.fromkeys(("RPL_TOPIC", "RPL_NAMREPLY", "307", "900", "FAIL"), 3),
    "RPL_CHANNELMODEIS": 3,
    **dict.fromkeys(("RPL_ENDOFWHOIS", "908"), 2),
    **dict.fromkeys(("RPL_WHOISUSER", "330"), 4),
    "RPL_WHOREPLY": 7,
}
"""The least number of parameters of each command that has a handler: with fewer it is dropped."""


HEARD_AT_THE_END = frozenset({"ERROR", "PONG"})
"""What counts while the connection ends: that it does, and that the last lines have arrived."""

WHOX_PARAMS = 8
"""Parameters of an answer to the bot's own WHOX."""


class Client(irc.IRCClient):
    """One connection to one server, which survives every line, byte and silence of it.

    The listener of SESSION learns what happens. Lines go out at PACE, which becomes slower when the
    server complains. People who ask for more answers than may wait get TOO_MUCH. STS_POLICY acts on
    the value of ``sts`` before any password is sent; it returns True if the client must leave and
    connect by TLS.
    """

    transport: Any = None
    delimiter = b"\n"
    performLogin = False
    """CAP goes before NICK: ``Registration`` sends both."""
    heartbeatInterval: Any = None
    """The base class never looks whether an answer came: ``Closing`` does."""
    sourceURL: Any = None

    def __init__(
        self,
        session: Session,
        pace: SendRate,
        *,
        too_much: str = TOO_MUCH,
        sts_policy: Callable[[str], bool] = lambda _sts: False,
    ) -> None:
        self.session = session
        notices = session.config.notices
        self.outbox = outbox = Outbox(
            session, pace, self._transmit, notices=notices, too_much=too_much
        )
        self.closing = Closing(session, outbox)
        self.channels = Channels(session, outbox)
        self.queries = Whois(session, outbox, self.channels)
        self.registration = Registration(session, outbox, self.closing, sts_policy)
        self.services = NickServ(session, outbox, self.registration)
        self._refusals = Refusals(
            session, outbox, self.channels, self.queries, self.services.is_absent
        )
        self._regain = NickRegain(session, outbox, self.services)
        self._replay = ReplayFilter(session)
        self._ctcp = CtcpAnswers(session, outbox)
        self.line = Line("", [])
        """The line that is being handled: its prefix, tags and parameters, for callbacks."""
        self._is_skipping = False
        """Whether the rest of a line that is too long is still to come."""
        self._behind = b""
        """What was received behind a line that is too long."""
        self._portion_ends = 0.0
        self._next_portion: Delayed | None = None
        self._isupport_lines = 0
        self._has_heard = False
        self._is_welcome = False

    @property
    def nickname(self) -> str:
        """The bot's own nick."""
        return self.session.me.nick

    @nickname.setter
    def nickname(self, nick: str) -> None:
        self.session.me.nick = nick

    # From connecting to closing

    def connectionMade(self) -> None:
        """Register at once, and give the server a minute to accept that."""
        super().connectionMade()
        self.session.transport = self.transport
        self.transport.registerProducer(self.outbox, streaming=True)
        self.closing.begin()
        self.registration.begin()

    def connectionLost(self, reason: Failure = connectionDone) -> None:
        """Stop all timers, forget everybody and tell the listener."""
        super().connectionLost(reason)
        self.closing.lost()
        self.clearLineBuffer()
        if self._next_portion is not None:
            self._next_portion.cancel()
        self.channels.forget_all()
        why = self.closing.why or plain_reason(reason.value)
        hint = "" if self._has_heard else " (the server said nothing: are port and tls right?)"
        self.session.log(f"connection closed: {why}{hint}")
        self.session.listener.closed(why)

    def configure(self, config: IrcConfig) -> None:
        """Use ``notices`` and ``channel_keys`` of CONFIG from now on, and the pace as it is now."""
        self.session.redactor.hide(config.channel_keys.values())
        self.channels.keys = config.channel_keys
        self.outbox.configure(notices=config.notices)

    # Lines received

    def dataReceived(self, data: bytes) -> None:
        """Handle lines for ``PORTION_SECONDS`` at most; those left over wait for the next turn.

        The base class closes the connection at a line that is too long: the rest of it is skipped.
        """
        self.closing.heartbeat.heard()
        self._portion_ends = self.session.clock.seconds() + PORTION_SECONDS
        while data or not self._is_skipping:
            if self._is_skipping:
                _, newline, data = data.partition(b"\n")
                self._is_skipping = not newline
                continue
            super().dataReceived(data)
            data, self._behind = self._behind, b""
            if not (data or self._is_skipping):
                break

    def lineLengthExceeded(self, line: bytes) -> None:
        """Skip LINE: the base class would disconnect, or lose what is behind it."""
        _, newline, self._behind = line.partition(b"\n")
        self._is_skipping = not newline
        self.session.log(f"a line of more than {self.MAX_LENGTH} bytes was dropped")

    def lineReceived(self, line: bytes) -> None:
        """Parse LINE: the base class knows no tags and no other bytes than UTF-8, and unquotes."""
        message = self._parsed(line) if line else None
        if message is None:
            return
        self._has_heard = True
        command = message.command
        if self.closing.has_begun and command not in HEARD_AT_THE_END:
            self._refusals.forget_receipts(command, message.params)
            return
        self.line = message
        if command in COMPLAINTS and (why := complaint_in(message, self.session.is_me)):
            self.outbox.slow_down(why)
        is_forged = command.isdigit() and "!" in message.source  # people send no numerics
        if not (is_forged or self._replay.is_replayed(message)):
            name = irc.numeric_to_symbolic.get(command, command)
            self.handleCommand(name, message.source, message.params)
        if self.session.clock.seconds() >= self._portion_ends and self._next_portion is None:
            self.pauseProducing()
            self._next_portion = self.session.clock.callLater(0, self._handle_next_portion)

    def _handle_next_portion(self) -> None:
        self._next_portion = None
        self.resumeProducing()

    def _parsed(self, line: bytes) -> Line | None:
        """Return the message that LINE is; None, with a line in the log, if it is malformed."""
        text = text_of(line)
        self.session.log_wire("<", text)
        message = parse(text)
        # The base class has handlers for the names of numerics, too: RPL_WELCOME.
        if message is None or not message.command.isalnum():
            self.session.log(f"a malformed line was dropped: {text}")
            return None
        if message.command == "PRIVMSG" and not any(map(self.session.is_me, message.params[:1])):
            keep_bytes(message, line, text)  # of what is said in a channel
        if self.session.is_me(message.nick):  # the base class compares by spelling
            message.source = self.nickname + message.source[len(message.nick) :]
        return message

    def handleCommand(self, command: str, prefix: str, params: list[str]) -> None:
        """Call the handler of COMMAND if there are enough PARAMS.

        The base class logs a traceback, but not the line, and catches KeyboardInterrupt too.
        """
        if len(params) < MIN_PARAMS.get(command, 0):
            return
        handler = getattr(self, f"irc_{command}", None)
        try:
            if handler is None:
                self.irc_unknown(prefix, command, params)
            else:
                handler(prefix, params)
        except Exception as fault:
            self.session.log(fault_at(" ".join([self.line.command, *params]), fault))

    def irc_unknown(self, _prefix: str, _command: str, params: list[str]) -> None:
        """Tell an error reply to what waits for it, or log it: the base class ignores all."""
        self._refusals.told(self.line.command, params)

    def irc_FAIL(self, _prefix: str, params: list[str]) -> None:
        """Tell that a message did not arrive (IRCv3 standard replies)."""
        self._refusals.failed(params)

    # Registering

    def irc_CAP(self, _prefix: str, params: list[str]) -> None:
        self.registration.negotiate(params)

    def irc_AUTHENTICATE(self, _prefix: str, params: list[str]) -> None:
        self.registration.sasl.challenged(params[0])

    def irc_RPL_WELCOME(self, prefix: str, params: list[str]) -> None:
        """Note the nick that the server has given the bot: the base class takes the last tried.

        Some servers say 001 again later, which changes nothing.
        """
        if not self.session.is_registered:
            self._attemptedNick = params[0] if is_nick(params[0]) else self.nickname
            super().irc_RPL_WELCOME(prefix, params)

    def signedOn(self) -> None:
        self.registration.is_welcome()

    def irc_RPL_ISUPPORT(self, _prefix: str, params: list[str]) -> None:
        """Note what the server supports; by the base class one bad token loses all behind it."""
        if self._isupport_lines < MAX_ISUPPORT_LINES:
            self._isupport_lines += 1
            self.isupport(params[1:])

    def isupport(self, options: Sequence[str]) -> None:
        self.session.isupport = self.session.isupport.told(options)
        self.channels.refold()
        if any(option.lstrip("-").partition("=")[0] == "CASEMAPPING" for option in options):
            self.session.listener.casemapping_is(self.session.fold)

    def irc_RPL_MOTD(self, prefix: str, params: list[str]) -> None:
        """Drop the line: the base class keeps all of them, without a limit."""

    def irc_ERR_NOMOTD(self, _prefix: str, _params: list[str]) -> None:
        """End the welcome as the end of a MOTD does; the base class does not know this reply."""
        self.receivedMOTD([])

    def receivedMOTD(self, _motd: Sequence[str]) -> None:
        """Set the mode for bots, send the commands of config.ini, regain the nick, and log in.

        The server has sent its ISUPPORT by now.
        """
        if self._is_welcome or not self.session.is_registered:
            return
        self._is_welcome = True
        self.closing.is_welcome()
        if bot_mode := self.session.isupport.bot_mode:
            self.sendLine(f"MODE {self.nickname} +{bot_mode}")
        for each in self.session.config.on_connect:
            command = each.replace("$nick", self.nickname)
            self.session.redactor.hide_command(command, self.nickname)
            self.sendLine(command)
        self._regain.begin()
        self.services.begin()

    def irc_ERR_NICKNAMEINUSE(self, prefix: str, params: list[str]) -> None:
        """Try another nick: the base class adds ``_`` for ever, and after registering too."""
        if self.session.is_registered:
            self.irc_unknown(prefix, self.line.command, params)
        else:
            self.registration.try_next_nick(self.line.command, params)

    irc_ERR_ERRONEUSNICKNAME = irc_ERR_NICKNAMEINUSE
    irc_ERR_NICKCOLLISION = irc_ERR_NICKNAMEINUSE
    irc_ERR_UNAVAILRESOURCE = irc_ERR_NICKNAMEINUSE

    def irc_ERR_PASSWDMISMATCH(self, prefix: str, params: list[str]) -> None:
        """Log the reply; the base class raises an exception."""
        self.irc_unknown(prefix, self.line.command, params)

    def irc_ERR_UNKNOWNCOMMAND(self, prefix: str, params: list[str]) -> None:
        """Go on without what the server does not know: CAP or AUTHENTICATE."""
        self.registration.not_understood(self.line.command, params)
        self.irc_unknown(prefix, self.line.command, params)

    irc_ERR_NOTREGISTERED = irc_ERR_UNKNOWNCOMMAND
    irc_ERR_NEEDMOREPARAMS = irc_ERR_UNKNOWNCOMMAND
    irc_410 = irc_ERR_UNKNOWNCOMMAND

    def irc_RPL_USERHOST(self, _prefix: str, params: list[str]) -> None:
        self.registration.learn_own_host(" ".join(params[1:]).split())

    def irc_396(self, _prefix: str, params: list[str]) -> None:
        """Note the host that others see (RPL_HOSTHIDDEN)."""
        self.session.me.appears_as(params[1])

    def irc_PING(self, _prefix: str, params: list[str]) -> None:
        """Answer at once, with a colon: in the base class PONG waits behind all that is said."""
        self.outbox.ahead(f"PONG :{params[0]}")

    def irc_PONG(self, _prefix: str, params: list[str]) -> None:
        self.outbox.answered(params)

    def irc_ERROR(self, _prefix: str, params: list[str]) -> None:
        self.closing.announced(" ".join(params))

    # Services

    def irc_900(self, _prefix: str, params: list[str]) -> None:
        """Note that the bot is logged in (RPL_LOGGEDIN)."""
        if account := account_named(params[2]):
            self.services.logged_in(account)
        self._regain.identified()

    def irc_901(self, _prefix: str, _params: list[str]) -> None:
        """Note that the bot is logged out (RPL_LOGGEDOUT)."""
        self.services.logged_out()

    def irc_903(self, _prefix: str, _params: list[str]) -> None:
        """End SASL: the server says that the bot is logged in (RPL_SASLSUCCESS)."""
        self.registration.sasl.succeeded()

    def irc_907(self, _prefix: str, _params: list[str]) -> None:
        """End SASL: the bot is logged in already (ERR_SASLALREADY)."""
        self.registration.sasl.was_logged_in()

    def irc_908(self, _prefix: str, params: list[str]) -> None:
        """Note the mechanisms that the server knows (RPL_SASLMECHS)."""
        self.registration.sasl.mechanisms_are(params[1])

    def irc_904(self, _prefix: str, params: list[str]) -> None:
        """Try the next mechanism (ERR_SASLFAIL and its like)."""
        self.registration.sasl.failed(params[-1] if params else self.line.command)

    irc_902 = irc_905 = irc_906 = irc_904

    def irc_RPL_ISON(self, _prefix: str, params: list[str]) -> None:
        self._regain.is_on(params)

    def irc_730(self, _prefix: str, params: list[str]) -> None:
        """Note who has come online (RPL_MONONLINE)."""
        self._regain.has_come(params)

    def irc_731(self, _prefix: str, params: list[str]) -> None:
        """Note who has gone offline (RPL_MONOFFLINE)."""
        self._regain.has_gone(params)

    def irc_734(self, _prefix: str, _params: list[str]) -> None:
        """Do without MONITOR: the list is full (ERR_MONLISTFULL)."""
        self._regain.list_is_full()

    # Channels and people

    def _actor(self) -> Person | None:
        """Return who has sent the line, with all that is known of them; None for a server."""
        nick = self.line.source
        person = person_of(nick) or (Person(nick) if is_nick(nick) else None)
        if person is not None:
            if self.session.is_me(person.nick) and "@" in person.userhost:
                self.session.me.appears_as(person.userhost)
            person = self.channels.met(person, self.line)
        return person

    def irc_JOIN(self, prefix: str, params: list[str]) -> None:
        """Leave out account and real name (extended-join): the base class joins the last word."""
        super().irc_JOIN(prefix, params[:1])

    def joined(self, channel: str) -> None:
        self._actor()
        self.channels.entered(channel)

    def userJoined(self, _user: str, channel: str) -> None:
        if (person := self._actor()) is not None:
            self.channels.add(channel, person)

    def left(self, channel: str) -> None:
        self._actor()
        self.channels.left(channel, ": ".join(["parted", *self.line.params[1:]]))

    def userLeft(self, _user: str, channel: str) -> None:
        if (person := self._actor()) is not None:
            self.channels.remove(channel, person.nick)

    def irc_QUIT(self, prefix: str, params: list[str]) -> None:
        """Give the message that is missing: without one the base class raises an exception."""
        super().irc_QUIT(prefix, params or [""])

    def userQuit(self, user: str, _message: str) -> None:
        if (person := self._actor()) is not None and not self.session.is_me(user):
            self.channels.quit(person.nick)
            self._regain.has_quit(person.nick)

    def irc_KICK(self, prefix: str, params: list[str]) -> None:
        """Spell the bot's nick as it is: the base class compares nicks without a casemapping."""
        channel, kicked, *why = params
        nick = self.nickname if self.session.is_me(kicked) else kicked
        super().irc_KICK(prefix, [channel, nick, *(why or [""])])

    def kickedFrom(self, channel: str, _kicker: str, message: str) -> None:
        actor = self._actor()
        by = "the server" if actor is None else actor.nick
        self.channels.left(channel, ": ".join(filter(None, [f"kicked by {by}", message])))

    def userKicked(self, kickee: str, channel: str, _kicker: str, _message: str) -> None:
        self._actor()
        self.channels.remove(channel, kickee)

    def irc_NICK(self, prefix: str, params: list[str]) -> None:
        """Take only what can be a nick: the base class takes anything."""
        self._actor()
        if is_nick(params[0]):
            super().irc_NICK(prefix, params)

    def nickChanged(self, nick: str) -> None:
        before = self.nickname
        super().nickChanged(nick)
        self.session.log(f"the nick is {nick} now")
        self.channels.rename(before, nick)
        self._regain.nick_changed()

    def userRenamed(self, oldname: str, newname: str) -> None:
        if (renamed := self.channels.rename(oldname, newname)) is not None:
            self.session.listener.renamed(oldname, renamed)
        self._regain.nick_changed()

    def irc_ACCOUNT(self, _prefix: str, params: list[str]) -> None:
        """Note that somebody has logged in or out (IRCv3 account-notify)."""
        account = account_named(params[0])
        if (person := self._actor()) is None:
            return
        self.channels.seen(replace(person, account=account))
        if self.session.is_me(person.nick) and account:
            self.services.logged_in(account)
        elif self.session.is_me(person.nick) and params[0] == "*":
            self.services.logged_out()

    def irc_CHGHOST(self, _prefix: str, params: list[str]) -> None:
        """Note that somebody appears from another address (IRCv3 chghost)."""
        userhost = "@".join(params[:2])
        if person_of(f"x!{userhost}") is None or (person := self._actor()) is None:
            return
        moved = self.channels.moved(replace(person, userhost=userhost))
        if self.session.is_me(person.nick):
            self.session.me.appears_as(userhost)
        elif moved is not None:
            self.session.listener.renamed(person.nick, moved)

    def irc_MODE(self, user: str, params: list[str]) -> None:
        """Tell of each mode by itself: the base class tells of +o before -o, in any order."""
        target, letters, *args = params
        self._actor()
        if self.session.is_me(target):
            self.services.own_modes(letters)
            return
        for change in self.session.isupport.mode_changes(letters, args):
            args_of_it = () if change.parameter is None else (change.parameter,)
            self.modeChanged(user, target, change.given, change.mode, args_of_it)

    def modeChanged(
        self,
        _user: str,
        channel: str,
        given: bool,  # noqa: FBT001 -- as in the base class
        modes: str,
        args: Sequence[str],
    ) -> None:
        if args and modes in self.session.isupport.prefixes.values():
            self.channels.change_mode(channel, args[0], modes, given=given)
            return
        self.channels.set_mode(channel, modes, given=given)
        if not given:
            self.channels.restriction_lifted(channel)

    def irc_RPL_CHANNELMODEIS(self, _prefix: str, params: list[str]) -> None:
        _, channel, letters, *args = params
        for change in self.session.isupport.mode_changes(letters, args):
            self.channels.set_mode(channel, change.mode, given=change.given)

    def irc_RPL_NAMREPLY(self, _prefix: str, params: list[str]) -> None:
        self.channels.shown_as(params[-2], params[-3])
        self.channels.named(params[-2], params[-1].split())

    def irc_RPL_ENDOFNAMES(self, _prefix: str, params: list[str]) -> None:
        self.channels.all_named(params[1])

    def irc_RPL_WHOREPLY(self, _prefix: str, params: list[str]) -> None:
        _, name, user, host, _, nick, flags, *_ = params
        self.channels.describe(name, Person(nick, f"{user}@{host}"), flags)

    def irc_354(self, _prefix: str, params: list[str]) -> None:
        """Note who is in a channel, with their account (RPL_WHOSPCRPL)."""
        if len(params) != WHOX_PARAMS:
            return  # the answer to another question
        _, token, name, user, host, nick, flags, account = params
        person = Person(nick, f"{user}@{host}", account_named(account))
        self.channels.describe_whox(token, name, person, flags)

    def irc_RPL_ENDOFWHO(self, _prefix: str, params: list[str]) -> None:
        self.channels.all_described(params[1])

    def irc_470(self, _prefix: str, params: list[str]) -> None:
        """Note that the server forwards the bot to another channel, which it will leave."""
        if len(params) > 1:
            self.channels.forwarded(params[1], params[2:])

    def irc_INVITE(self, _prefix: str, params: list[str]) -> None:
        self._actor()
        if self.session.is_me(params[0]):
            self.session.listener.invited(params[1])

    def irc_RPL_WHOISUSER(self, _prefix: str, params: list[str]) -> None:
        self.queries.is_at(params[1], f"{params[2]}@{params[3]}")

    def irc_307(self, _prefix: str, params: list[str]) -> None:
        """Note that somebody is logged in to the account of their nick (RPL_WHOISREGNICK)."""
        self.queries.has_identified(params[1])

    def irc_330(self, _prefix: str, params: list[str]) -> None:
        """Note somebody's account (RPL_WHOISACCOUNT)."""
        self.queries.has_account(params[1], account_named(params[2]))

    def irc_RPL_ENDOFWHOIS(self, _prefix: str, params: list[str]) -> None:
        self.queries.is_over(params[1])

    def irc_RPL_TRYAGAIN(self, _prefix: str, params: list[str]) -> None:
        if len(params) > 1 and params[1].upper() == "WHOIS":
            self.queries.give_up()

    # What people say

    def irc_PRIVMSG(self, prefix: str, params: list[str]) -> None:
        """Drop what servers and the bot itself say, and all that stands behind a CTCP query.

        The base class hands on all of it, and raises an exception if the text is missing.
        """
        sender = person_of(prefix)
        text = params[1]
        if sender is None or self.session.is_me(sender.nick) or not text:
            return
        is_several = text[0] == irc.X_DELIM and irc.X_DELIM in text[1:-1]
        if not is_several:
            super().irc_PRIVMSG(prefix, [params[0], text])

    def privmsg(self, user: str, channel: str, message: str) -> None:
        if self.session.is_me(channel):
            self.session.listener.said(self._speaker(user), message, None)
        elif (roster := self.channels.find(channel)) is not None:
            self.session.listener.said(self._speaker(user), message, roster.name)

    def _speaker(self, user: str) -> Person:
        person = person_of(user)
        assert person is not None
        return self.channels.met(person, self.line)

    def ctcpQuery(self, user: str, channel: str, messages: Sequence[tuple[str, Any]]) -> None:
        """Answer a private query: the base class answers all, in channels too, and DCC."""
        if not self.session.is_me(channel):
            return
        sender = self._speaker(user)
        if not self.session.listener.ignores(sender):
            for tag, data in messages[:1]:
                self._ctcp.answer(sender.nick, tag, data or "")

    def irc_NOTICE(self, prefix: str, params: list[str]) -> None:
        """Drop empty notices, by which the base class raises an exception, and answers to CTCP."""
        if params[1] and params[1][0] != irc.X_DELIM:
            super().irc_NOTICE(prefix, params)

    def noticed(self, user: str, _channel: str, message: str) -> None:
        """Hear what services say; nothing else in a notice is a command."""
        nick = user.partition("!")[0]
        if is_nick(nick) and self.services.is_service(nick):
            # Services have names in bold.
            self.services.noticed(nick, without_formatting(message))

    # What the bot sends

    def sendLine(self, line: str) -> None:
        """Send LINE, a command, when it is its turn: the base class knows no burst."""
        self.outbox.command(line)

    def leave(self, channel: str, reason: str | None = None) -> None:
        """Part from CHANNEL with a REASON: by the base class it could break the line."""
        if is_target(channel):
            super().leave(channel, sayable(reason or ""))

    def voice(self, channel: str, nick: str, *, on: bool) -> None:
        """Give NICK voice in CHANNEL if ON, else take it."""
        if is_target(channel) and is_target(nick):
            self.mode(channel, on, "v", user=nick)

    def quit(self, message: str = "") -> None:
        """Leave the server with MESSAGE, after those waiting lines that must be sent.

        The server then closes the connection. If it has not after 4.4 seconds, the client does.
        The QUIT of the base class waits behind all lines, and closes the connection at once.
        """
        self.closing.quit(message)

    def _transmit(self, line: str) -> None:
        """Write LINE to the connection, cut to what the server passes on."""
        longest = _MAX_PRIVATE_BYTES
        if not line.startswith(_PRIVATE_COMMANDS):
            longest = self.outbox.longest_line
        line = one_line(line)
        # Message tags have room of their own.
        tags, space, line = line.partition(" ") if line.startswith("@") else ("", "", line)
        line = f"{tags}{space}{cut(line, longest)}"
        self.session.log_wire(">", line)
        self.transport.write(line.encode() + b"\r\n")
