"""The server inside the bot (RFC 2812). Only this machine can reach it."""
# ruff: noqa: N802 -- Twisted calls the methods of protocols and factories by these names

import re
import secrets
import textwrap
from collections.abc import Callable, Sequence
from contextlib import suppress
from inspect import signature
from typing import Any

from twisted.internet.defer import Deferred, DeferredList, maybeDeferred
from twisted.internet.error import CannotListenError
from twisted.internet.interfaces import IAddress, IPushProducer
from twisted.internet.protocol import Factory, connectionDone
from twisted.protocols.basic import LineOnlyReceiver
from twisted.python.failure import Failure
from twisted.words.protocols import irc
from zope.interface import implementer

from pontoon import __version__
from pontoon.irc.line import cut, parse, text_of
from pontoon.irc.rate_limit import TokenBucket
from pontoon.irc.server.state import HOST, RANKS, SERVER, Channel, Network, User

ADDRESS = "127.0.0.1"
"""The address on which the server listens; no other machine can connect to it."""

MAX_CONNECTIONS = 50
MAX_CHANNELS = 20  # that a person may be in; the bot may be in any number
MAX_LINE = 510  # bytes of a line either way, without CR LF (RFC 2812, 2.3)
REGISTRATION_SECONDS = 60.0  # from connecting to the welcome
CLOSING_SECONDS = 1.0  # to read the last line, before the connection is aborted

# More than this ends the connection, unless it is the bot's.
BURST_LINES = 100  # from a client at once
LINES_PER_SECOND = 20.0  # from a client in the long run
MAX_UNREAD = 512 * 1024  # bytes that wait for a client, beside what Twisted's transport holds

# Names may be as long as in config.ini.
NICKLEN = 64
CHANNELLEN = 200  # bytes

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile("#[^\x00-\x20,\x7f-\x9f]*")

_NAMES_WIDTH = 200
"""Characters of nicks in a line of NAMES, which then fits into ``MAX_LINE`` with any names."""

_BEFORE_WELCOME = frozenset({"CAP", "PASS", "NICK", "USER", "QUIT", "PING", "PONG"})

_PROGRAM = f"pontoonbot-{__version__}"


class Refused(Exception):
    """The server refuses a command: the number of its reply, its parameters, and the reason."""


class LocalServer(Factory):
    """An IRC server on ``ADDRESS`` and PORT, with a ``Connection`` for each client.

    BOT_NICK is reserved for the bot, which sends ``token`` as the server's password. REACTOR is
    Twisted's.
    """

    noisy = False

    def __init__(
        self, *, bot_nick: str, port: int, reactor: Any, log: Callable[[str], None]
    ) -> None:
        self.token = secrets.token_hex(16)
        self.network = Network(bot_nick)
        self.connections: set[Connection] = set()
        self.reactor = reactor
        self.log = log
        self._port = port
        self._listening: Any = None

    def start(self) -> None:
        """Listen; raise OSError if the port is not free."""
        try:
            self._listening = self.reactor.listenTCP(self._port, self, interface=ADDRESS)
        except CannotListenError as error:
            raise error.socketError from None
        self.log(f"server: listening on {ADDRESS}:{self._port}")

    def greet(self, motd: Sequence[str], topic: str) -> None:
        """Show MOTD to all who connect from now on, and have TOPIC in the channels of the bot."""
        self.network.motd, self.network.topic = motd, topic

    def stop(self, message: str) -> Deferred[None]:
        """Disconnect everybody with MESSAGE; fires when they are gone and the port is free.

        That takes ``CLOSING_SECONDS`` at most.
        """
        closed = maybeDeferred(self._listening.stopListening)
        gone = [each.close(message) for each in list(self.connections)]
        return DeferredList([closed, *gone]).addCallback(lambda _: None)

    def buildProtocol(self, _addr: IAddress | None) -> "Connection | None":
        """Accept a client unless there are too many."""
        if len(self.connections) >= MAX_CONNECTIONS:
            return None
        connection = Connection(self)
        self.connections.add(connection)
        return connection


@implementer(IPushProducer)
class Connection(LineOnlyReceiver, User):
    """A client of SERVER, and the user whom it stands for.

    ``irc_NAME`` obeys the command NAME; its parameters are those that the command needs.
    """

    delimiter = b"\n"  # some send no CR
    transport: Any = None

    def __init__(self, server: LocalServer) -> None:
        super().__init__()
        self._server = server
        self._network = server.network
        self._lost: Deferred[None] = Deferred()
        self._deadline: Any = None
        self._allowance = TokenBucket(LINES_PER_SECOND, BURST_LINES)
        self._is_negotiating = False
        self._is_paused = False
        self._unread = 0

    # The connection

    def connectionMade(self) -> None:
        """Give the client a minute to register."""
        self.transport.setTcpNoDelay(True)
        self.transport.registerProducer(self, streaming=True)
        self._deadline = self._server.reactor.callLater(
            REGISTRATION_SECONDS, self.put_out, "Registration timed out"
        )

    def connectionLost(self, _reason: Failure = connectionDone) -> None:
        """Take the user off the network, if still there."""
        self._cancel_deadline()
        self._server.connections.discard(self)
        self._network.quit(self, "Connection closed")
        self._lost.callback(None)

    def pauseProducing(self) -> None:
        """Count unread bytes: the client has stopped reading."""
        self._is_paused = True

    def resumeProducing(self) -> None:
        """Stop counting: the client has read everything."""
        self._is_paused = False
        self._unread = 0

    def stopProducing(self) -> None:
        """Do nothing: ``connectionLost`` does it."""

    def sendLine(self, line: str) -> None:
        """Send LINE, unless too much waits for the client to read."""
        if self.transport.disconnecting:
            return
        raw = _encoded(line)
        self._unread += len(raw) if self._is_paused else 0
        if self._unread > MAX_UNREAD and not self.is_bot:
            self.put_out("SendQ exceeded")
        else:
            self.transport.write(raw)

    def close(self, reason: str) -> Deferred[None]:
        """Leave the network, send the REASON, and close the connection; fires when it is gone."""
        if not self.transport.disconnecting:
            self._network.quit(self, reason)
            self.transport.write(_encoded(f"ERROR :Closing link: {HOST} ({reason})"))
            self.transport.unregisterProducer()
            self.transport.loseConnection()
            self._cancel_deadline()
            self._deadline = self._server.reactor.callLater(
                CLOSING_SECONDS, self.transport.abortConnection
            )
        return self._lost

    def put_out(self, reason: str) -> None:
        """Close the connection for a REASON of the server."""
        self._server.log(f"server: {self.nick or 'somebody'} was disconnected: {reason}")
        self.close(reason)

    def _cancel_deadline(self) -> None:
        if self._deadline.active():
            self._deadline.cancel()

    # Lines

    def lineReceived(self, line: bytes) -> None:
        """Obey LINE, unless it is too long, or comes too soon."""
        if not self.is_bot:
            if self._allowance.seconds_to_wait(self._server.reactor.seconds()) > 0:
                self.put_out("Excess Flood")
                return
            self._allowance.spend()
        line = line.rstrip(b"\r")
        if len(line) > MAX_LINE:
            self.reply("417", "Input line was too long")
        elif (message := parse(text_of(line))) is not None:
            self._attempt(self.handleCommand, message.command, message.params)

    def lineLengthExceeded(self, _line: bytes) -> None:
        """Put out a client that sends no line, but bytes without end."""
        self.put_out("Input line was too long")

    def handleCommand(self, command: str, params: Sequence[str]) -> None:
        """Call ``irc_COMMAND`` with PARAMS."""
        method: Any = getattr(self, f"irc_{command}", None)
        if not self.is_registered and command not in _BEFORE_WELCOME:
            raise Refused(irc.ERR_NOTREGISTERED, "You have not registered")
        if method is None:
            raise Refused(irc.ERR_UNKNOWNCOMMAND, command, "Unknown command")
        try:
            signature(method).bind(*params)
        except TypeError:
            raise Refused(irc.ERR_NEEDMOREPARAMS, command, "Not enough parameters") from None
        method(*params)

    def _attempt(self, act: Callable[..., None], *arguments: Any) -> None:
        """Call ACT with ARGUMENTS, and reply if it is refused."""
        try:
            act(*arguments)
        except Refused as refused:
            self.reply(*refused.args)

    def reply(self, number: str, *params: str) -> None:
        """Send the numeric reply with this NUMBER; only the last of PARAMS may have spaces."""
        *words, text = params
        self.sendLine(f":{SERVER} {' '.join([number, self.nick or '*', *words])} :{text}")

    # Coming and going (RFC 2812, 3.1 and 3.7)

    def irc_CAP(self, subcommand: str, *capabilities: str) -> None:
        """Negotiate capabilities (IRCv3): there are none, but the welcome waits for CAP END."""
        answer = f":{SERVER} CAP {self.nick or '*'}"
        self._is_negotiating = subcommand.upper() != "END"
        match subcommand.upper():
            case "LS" | "LIST" as asked:
                self.sendLine(f"{answer} {asked} :")
            case "REQ":
                self.sendLine(f"{answer} NAK :{' '.join(capabilities)}")
            case "END":
                self._welcome_if_ready()

    def irc_PASS(self, password: str, *_: str) -> None:
        """Recognise the bot by its token; the passwords of others do not matter."""
        self.is_bot = secrets.compare_digest(password.encode(), self._server.token.encode())

    def irc_NICK(self, nick: str, *_: str) -> None:
        if not _NICK.fullmatch(nick) or len(nick) > NICKLEN:
            raise Refused(irc.ERR_ERRONEUSNICKNAME, nick, "Erroneous nickname")
        if not self._network.is_free(nick, self):
            raise Refused(irc.ERR_NICKNAMEINUSE, nick, "Nickname is already in use")
        if nick != self.nick:
            self._network.rename(self, nick)
            self._welcome_if_ready()

    def irc_USER(self, name: str, _mode: str, _unused: str, realname: str, *_: str) -> None:
        if self.name:
            raise Refused(irc.ERR_ALREADYREGISTRED, "You may not reregister")
        self.name = re.sub("[^A-Za-z0-9._-]", "", name)[:10] or "user"
        self.realname = realname
        self._welcome_if_ready()

    def _welcome_if_ready(self) -> None:
        if self.is_registered or self._is_negotiating or not (self.nick and self.name):
            return
        self.is_registered = True
        self._deadline.cancel()
        ranks = "".join(RANKS)
        self.reply(irc.RPL_WELCOME, f"Welcome to the Pontoon IRC network {self.prefix}")
        self.reply(irc.RPL_YOURHOST, f"Your host is {SERVER}, running version {_PROGRAM}")
        self.reply(irc.RPL_CREATED, "This server was created when the bot started")
        self.reply(irc.RPL_MYINFO, SERVER, _PROGRAM, "i", f"nt{ranks}")
        self.reply(
            irc.RPL_ISUPPORT,
            "CASEMAPPING=rfc1459",
            f"CHANLIMIT=#:{MAX_CHANNELS}",
            "CHANMODES=,,,nt",
            f"CHANNELLEN={CHANNELLEN}",
            "CHANTYPES=#",
            "NETWORK=Pontoon",
            f"NICKLEN={NICKLEN}",
            f"PREFIX=({ranks}){''.join(RANKS.values())}",
            "TARGMAX=KICK:1,NOTICE:1,PRIVMSG:1",
            "are supported by this server",
        )
        self.irc_MOTD()

    def irc_MOTD(self, *_: str) -> None:
        self.reply(irc.RPL_MOTDSTART, f"- {SERVER} Message of the day -")
        for line in self._network.motd:
            self.reply(irc.RPL_MOTD, f"- {line}")
        self.reply(irc.RPL_ENDOFMOTD, "End of /MOTD command")

    def irc_PING(self, token: str, *_: str) -> None:
        self.sendLine(f":{SERVER} PONG {SERVER} :{token}")

    def irc_PONG(self, *_: str) -> None:
        """Do nothing: the server asks nobody whether they are still there."""

    def irc_QUIT(self, message: str = "", *_: str) -> None:
        self.close(f"Quit: {message}" if message else "Quit")

    # Channels (RFC 2812, 3.2)

    def irc_JOIN(self, names: str, *_: str) -> None:
        for name in names.split(","):
            self._attempt(self._join, name)

    def _join(self, name: str) -> None:
        if not _CHANNEL.fullmatch(name) or len(name.encode()) > CHANNELLEN:
            raise Refused(irc.ERR_NOSUCHCHANNEL, name, "No such channel")
        if self._network.find_channel(name) in self.channels:
            return
        if len(self.channels) >= MAX_CHANNELS and not self.is_bot:
            raise Refused(irc.ERR_TOOMANYCHANNELS, name, "You have joined too many channels")
        channel = self._network.join(self, name)
        if channel.topic:
            self.reply(irc.RPL_TOPIC, channel.name, channel.topic)
        self.irc_NAMES(channel.name)

    def irc_PART(self, names: str, message: str = "", *_: str) -> None:
        for name in names.split(","):
            self._attempt(self._part, name, message)

    def _part(self, name: str, message: str) -> None:
        channel = self._channel(name)
        self._require_member(channel)
        self._network.leave(self, channel, f":{self.prefix} PART {channel.name} :{message}")

    def irc_TOPIC(self, name: str, topic: str | None = None, *_: str) -> None:
        channel = self._channel(name)
        if topic is not None:
            self._require_operator(channel)
            channel.topic = topic
            channel.send(f":{self.prefix} TOPIC {channel.name} :{topic}")
        elif channel.topic:
            self.reply(irc.RPL_TOPIC, channel.name, channel.topic)
        else:
            self.reply(irc.RPL_NOTOPIC, channel.name, "No topic is set")

    def irc_NAMES(self, name: str = "*", *_: str) -> None:
        if (channel := self._network.find_channel(name)) is not None:
            nicks = " ".join(channel.rank(each) + each.nick for each in channel.members)
            for line in textwrap.wrap(nicks, _NAMES_WIDTH, break_on_hyphens=False):
                self.reply(irc.RPL_NAMREPLY, "=", channel.name, line)
        self.reply(irc.RPL_ENDOFNAMES, name, "End of /NAMES list")

    def irc_LIST(self, *_: str) -> None:
        self.reply(irc.RPL_LISTSTART, "Channel", "Users  Name")
        for each in self._network.channels.values():
            self.reply(irc.RPL_LIST, each.name, str(len(each.members)), each.topic)
        self.reply(irc.RPL_LISTEND, "End of /LIST")

    def irc_KICK(self, name: str, nick: str, reason: str = "", *_: str) -> None:
        channel = self._channel(name)
        self._require_operator(channel)
        other = self._member(channel, nick)
        line = f":{self.prefix} KICK {channel.name} {other.nick} :{reason or self.nick}"
        self._network.leave(other, channel, line)

    # Modes (RFC 2812, 3.1.5 and 3.2.3): channels are +nt and users +i, always

    def irc_MODE(self, name: str, letters: str = "", *nicks: str) -> None:
        if not name.startswith("#"):
            self._show_own_modes(name)
            return
        channel = self._channel(name)
        if not letters:
            self.reply(irc.RPL_CHANNELMODEIS, channel.name, "+nt")
        elif letters in ("b", "+b") and not nicks:
            # There are no bans, but clients ask for them when they enter.
            self.reply(irc.RPL_ENDOFBANLIST, channel.name, "End of channel ban list")
        else:
            self._require_operator(channel)
            self._change_ranks(channel, letters, nicks)

    def _show_own_modes(self, nick: str) -> None:
        """Reply with the modes of a user, whichever the client asks for: most ask for +i."""
        if self._user(nick) is not self:
            raise Refused(irc.ERR_USERSDONTMATCH, "Cannot change mode for other users")
        self.reply(irc.RPL_UMODEIS, "+i")

    def _change_ranks(self, channel: Channel, letters: str, nicks: Sequence[str]) -> None:
        """Give and take ranks: LETTERS such as ``+o-v``, with one of NICKS for each rank."""
        sign, remaining = "+", iter(nicks)
        for letter in letters:
            if letter in "+-":
                sign = letter
                continue
            if letter not in RANKS:
                raise Refused(irc.ERR_UNKNOWNMODE, letter, "is unknown mode char to me")
            other = self._member(channel, next(remaining, "*"))
            ranks = channel.members[other]
            if (letter in ranks) != (sign == "+"):
                ranks ^= {letter}
                channel.send(f":{self.prefix} MODE {channel.name} {sign}{letter} {other.nick}")

    # Messages (RFC 2812, 3.3 and 4.1)

    def irc_PRIVMSG(self, target: str, text: str, *_: str) -> None:
        self._say("PRIVMSG", target, text)
        other = self._network.find_user(target)
        if other is not None and other.away:
            self.reply(irc.RPL_AWAY, other.nick, other.away)

    def irc_NOTICE(self, target: str = "", text: str = "", *_: str) -> None:
        """Send a message that nothing answers, not even the server."""
        with suppress(Refused):
            self._say("NOTICE", target, text)

    def _say(self, command: str, target: str, text: str) -> None:
        if target.startswith("#"):
            channel = self._channel(target)
            if self not in channel.members:
                raise Refused(irc.ERR_CANNOTSENDTOCHAN, channel.name, "Cannot send to channel")
            channel.send(f":{self.prefix} {command} {channel.name} :{text}", besides=self)
        else:
            other = self._user(target)
            other.sendLine(f":{self.prefix} {command} {other.nick} :{text}")

    def irc_AWAY(self, message: str = "", *_: str) -> None:
        self.away = message
        if message:
            self.reply(irc.RPL_NOWAWAY, "You have been marked as being away")
        else:
            self.reply(irc.RPL_UNAWAY, "You are no longer marked as being away")

    # Who somebody is (RFC 2812, 3.6 and 4.9)

    def irc_WHO(self, name: str = "*", *_: str) -> None:
        if (channel := self._network.find_channel(name)) is not None:
            for each in channel.members:
                self._describe(each, channel.name, channel.rank(each))
        elif (user := self._network.find_user(name)) is not None:
            self._describe(user, "*", "")
        self.reply(irc.RPL_ENDOFWHO, name, "End of /WHO list")

    def _describe(self, user: User, where: str, rank: str) -> None:
        flags = ("G" if user.away else "H") + rank
        place = (where, user.name, HOST, SERVER, user.nick, flags)
        self.reply(irc.RPL_WHOREPLY, *place, f"0 {user.realname}")

    def irc_WHOIS(self, server: str, nick: str = "", *_: str) -> None:
        """Tell about a user. Of two parameters the first one is a server."""
        nick = nick or server
        self._attempt(self._tell_about, nick)
        self.reply(irc.RPL_ENDOFWHOIS, nick, "End of /WHOIS list")

    def _tell_about(self, nick: str) -> None:
        user = self._user(nick)
        self.reply(irc.RPL_WHOISUSER, user.nick, user.name, HOST, "*", user.realname)
        if user.channels:
            channels = " ".join(each.rank(user) + each.name for each in user.channels)
            self.reply(irc.RPL_WHOISCHANNELS, user.nick, channels)
        self.reply(irc.RPL_WHOISSERVER, user.nick, SERVER, "PontoonBot's own server")
        if user.away:
            self.reply(irc.RPL_AWAY, user.nick, user.away)

    def irc_WHOWAS(self, nick: str, *_: str) -> None:
        """Reply that nobody is remembered; irssi asks by itself when WHOIS finds nobody."""
        self.reply(irc.ERR_WASNOSUCHNICK, nick, "There was no such nickname")
        self.reply(irc.RPL_ENDOFWHOWAS, nick, "End of WHOWAS")

    def irc_ISON(self, *nicks: str) -> None:
        """Tell who of NICKS is there; some clients send them as one parameter."""
        found = map(self._network.find_user, " ".join(nicks).split())
        self.reply(irc.RPL_ISON, " ".join(each.nick for each in found if each is not None))

    # Who and what a command names, and what it needs

    def _user(self, nick: str) -> User:
        if (user := self._network.find_user(nick)) is None:
            raise Refused(irc.ERR_NOSUCHNICK, nick, "No such nick/channel")
        return user

    def _channel(self, name: str) -> Channel:
        if (channel := self._network.find_channel(name)) is None:
            raise Refused(irc.ERR_NOSUCHCHANNEL, name, "No such channel")
        return channel

    def _member(self, channel: Channel, nick: str) -> User:
        """Return the member of CHANNEL with NICK."""
        user = self._network.find_user(nick)
        if user is None or user not in channel.members:
            why = "They aren't on that channel"
            raise Refused(irc.ERR_USERNOTINCHANNEL, nick, channel.name, why)
        return user

    def _require_member(self, channel: Channel) -> None:
        if self not in channel.members:
            raise Refused(irc.ERR_NOTONCHANNEL, channel.name, "You're not on that channel")

    def _require_operator(self, channel: Channel) -> None:
        self._require_member(channel)
        if not channel.is_operator(self):
            raise Refused(irc.ERR_CHANOPRIVSNEEDED, channel.name, "You're not channel operator")


def _encoded(line: str) -> bytes:
    """Return LINE as bytes, cut between characters to the length of a line."""
    return cut(line, MAX_LINE).encode() + b"\r\n"
