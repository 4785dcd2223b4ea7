"""An IRC network in memory: one server, the people on it, and the bot's connection to it.

It answers what the bot asks as a usual server does (RFC 2812, IRCv3 capabilities, WHOX), and tells
what the bot sends. A network that is *scripted* answers nothing: all that its server says stands in
the transcript.
"""
# ruff: noqa: N802, N815 -- Twisted calls these by such names

from base64 import b64decode, b64encode
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from scramp import ScramException, ScramMechanism
from twisted.internet import error
from twisted.internet.address import IPv4Address
from twisted.python.failure import Failure

SERVER = "irc.example"
CAPABILITIES = (
    "account-notify account-tag away-notify chghost extended-join multi-prefix server-time"
)
SUPPORTED = (
    "CASEMAPPING=rfc1459 CHANTYPES=# PREFIX=(ov)@+ CHANMODES=b,k,l,imnpst STATUSMSG=@+ NICKLEN=30"
    " CHANNELLEN=50 MODES=4 WHOX"
)
RANKS = {"o": "@", "v": "+"}

_FOLDED = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ[]\\~", "abcdefghijklmnopqrstuvwxyz{}|^")

# Twisted's classes for errors take no arguments that have types.
_Failure: Any = Failure
_Refused: Any = error.ConnectionRefusedError
_Done: Any = error.ConnectionDone


def fold(name: str) -> str:
    """Return NAME as the server compares it (CASEMAPPING=rfc1459)."""
    return name.translate(_FOLDED)


@dataclass
class User:
    """Somebody on the network."""

    nick: str
    userhost: str
    account: str = ""

    @property
    def prefix(self) -> str:
        """Return the prefix of this user's lines, as in ``dave!dave@dave.home``."""
        return f"{self.nick}!{self.userhost}"


class Transport:
    """The bot's end of the connection: whole lines go to the network, in order."""

    def __init__(self, network: "Network") -> None:
        self._network = network
        self._rest = b""
        self.is_open = True
        self.disconnecting = False

    def write(self, data: bytes) -> None:
        *lines, self._rest = (self._rest + data).split(b"\r\n")
        if self.is_open:
            self._network.waiting.extend(lines)

    def loseConnection(self) -> None:
        self.disconnecting = True
        self._network.waiting.append(None)

    abortConnection = loseConnection

    def getPeer(self) -> IPv4Address:
        return IPv4Address("TCP", self._network.addresses[0], 6667)

    getHost = getPeer

    def registerProducer(self, _producer: Any, streaming: bool) -> None:
        assert streaming

    def unregisterProducer(self) -> None:
        """Do nothing: what is written leaves at once."""

    def setTcpNoDelay(self, enabled: bool) -> None:
        assert enabled

    def pauseProducing(self) -> None:
        """Do nothing: the bot asks for that in the middle of many lines, and goes on soon."""

    resumeProducing = pauseProducing


@dataclass
class Network:
    """The network called NAME, at ADDRESSES. TELL takes each line that the bot sends to it."""

    name: str
    addresses: Sequence[str]
    tell: "Callable[[Network, str], None]"
    is_scripted: bool = False
    is_up: bool = True
    down: set[str] = field(default_factory=set)
    """Those addresses at which nobody answers."""
    services: str = ""
    """The account of the bot and its password, by which it may log in; "" if there is none."""
    capabilities: str = CAPABILITIES
    supported: str = SUPPORTED
    channels: dict[str, dict[str, str]] = field(default_factory=dict)
    """For each channel, as it is spelt, who is in it: folded nicks, each with the modes it has."""
    muted: set[str] = field(default_factory=set)
    """The channels to which nobody but the ranked may speak."""
    closed: dict[str, tuple[str, str]] = field(default_factory=dict)
    """The channels that the bot may not enter, each with the numeric and the reason."""
    is_silent: bool = False
    """Whether the server has stopped answering."""
    unanswered: deque[str] = field(default_factory=deque)
    """What the bot has sent meanwhile."""
    protocol: Any = None
    waiting: deque[bytes | None] = field(default_factory=deque)
    """What the bot has sent and the server has not seen yet; None: it has hung up."""
    enabled: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.users: dict[str, User] = {}
        self.bot = User("*", "bot@bot.home")
        self._is_negotiating = self._has_user = self._is_registered = False

    @property
    def main_channel(self) -> str:
        """Return the first channel, which is meant if none is named."""
        return next(iter(self.channels), "#pontoon")

    # The connection

    def connect(self, address: str, factory: Any, connector: Any) -> None:
        """Let the bot connect to ADDRESS, or refuse it."""
        if not self.is_up or address in self.down:
            factory.clientConnectionFailed(connector, _Failure(_Refused()))
            return
        self._is_negotiating = self._has_user = self._is_registered = False
        self.bot, self.is_silent = User("*", "bot@bot.home"), False
        self.enabled.clear()
        self.waiting.clear()
        self.unanswered.clear()
        self.protocol = factory.buildProtocol(IPv4Address("TCP", address, 6667))
        self.protocol.makeConnection(Transport(self))

    def close(self) -> None:
        """Close the connection, as a lost line or a server that has sent ERROR does."""
        protocol, self.protocol = self.protocol, None
        self.waiting.clear()
        for members in self.channels.values():
            members.pop(fold(self.bot.nick), None)
        if protocol is not None:
            protocol.transport.is_open = False
            protocol.connectionLost(_Failure(_Done()))

    def receive(self) -> bool:
        """Take one line that the bot has sent; return False if there is none."""
        if not self.waiting:
            return False
        line = self.waiting.popleft()
        if line is None:
            self.close()
            return True
        text = line.decode()
        self.tell(self, text)
        if self.is_silent:
            self.unanswered.append(text)
        elif not self.is_scripted:
            self._answer(text)
        return True

    def _answer(self, text: str) -> None:
        command, *params = _split(text)
        answer = getattr(self, f"_{command.lower()}", None)
        if answer is not None:
            answer(*params)

    def answer_again(self) -> None:
        """Answer all that the bot has sent while the server was silent, and what it sends later."""
        self.is_silent = False
        while self.unanswered:
            self._answer(self.unanswered.popleft())

    def send(self, line: str | bytes) -> None:
        """Send LINE to the bot, if it is connected."""
        if self.protocol is not None:
            content = line if isinstance(line, bytes) else line.encode("utf-8", "surrogateescape")
            self.protocol.dataReceived(content + b"\r\n")

    def _reply(self, numeric: str, *params: str) -> None:
        *first, last = params
        self.send(" ".join((f":{SERVER}", numeric, self.bot.nick, *first, f":{last}")))

    # What the server answers

    def _cap(self, subcommand: str, names: str = "") -> None:
        if subcommand == "LS":
            self._is_negotiating = True
            self.send(f":{SERVER} CAP {self.bot.nick} LS :{self.capabilities}")
        elif subcommand == "REQ":
            self.enabled.update(names.split())
            self.send(f":{SERVER} CAP {self.bot.nick} ACK :{names}")
        elif subcommand == "END":
            self._is_negotiating = False
            self._welcome()

    def _nick(self, nick: str) -> None:
        if fold(nick) in self.users:
            self._reply("433", nick, "Nickname is already in use")
        elif self._is_registered:
            self._rename(self.bot, nick)
        else:
            self.bot.nick = nick
            self._welcome()

    def _user(self, *_: str) -> None:
        self._has_user = True
        self._welcome()

    def _welcome(self) -> None:
        ready = self._has_user and not self._is_negotiating and self.bot.nick != "*"
        if self._is_registered or not ready:
            return
        self._is_registered = True
        self._reply("001", f"Welcome, {self.bot.prefix}")
        self.send(f":{SERVER} 005 {self.bot.nick} {self.supported} :are supported by this server")
        self._reply("422", "MOTD File is missing")

    def _join(self, names: str, _keys: str = "") -> None:
        for name in names.split(","):
            if name in self.closed:
                numeric, why = self.closed[name]
                self._reply(numeric, name, why)
                continue
            self.enter(self.bot, name)
            self._names(name)

    def _ranked(self, key: str, modes: str) -> str:
        return "".join(RANKS[each] for each in "ov" if each in modes) + self._user_of(key).nick

    def _names(self, name: str) -> None:
        members = self._members(name)
        self._reply("353", "=", name, " ".join(self._ranked(*each) for each in members.items()))
        self._reply("366", name, "End of /NAMES list.")

    def _part(self, names: str, why: str = "") -> None:
        for name in names.split(","):
            self.leave(self.bot, name, "PART", why)

    def _who(self, name: str, fields: str = "") -> None:
        token = fields.partition(",")[2]
        for key, modes in self._members(name).items():
            user = self._user_of(key)
            ident, host = user.userhost.split("@")
            flags = "H" + self._ranked(key, modes).removesuffix(user.nick)
            if fields:
                about = f"{token} {name} {ident} {host} {user.nick} {flags}"
                self.send(f":{SERVER} 354 {self.bot.nick} {about} {user.account or 0}")
            else:
                self._reply("352", name, ident, host, SERVER, user.nick, flags, f"0 {user.nick}")
        self._reply("315", name, "End of /WHO list.")

    def _whois(self, nick: str, *_: str) -> None:
        user = self.users.get(fold(nick))
        if user is None:
            self._reply("401", nick, "No such nick/channel")
        else:
            self._reply("311", user.nick, *user.userhost.split("@"), "*", user.nick)
            if user.account:
                self._reply("330", user.nick, user.account, "is logged in as")
        self._reply("318", nick, "End of /WHOIS list.")

    def _userhost(self, nick: str) -> None:
        user = self._user_of(fold(nick))
        self._reply("302", f"{user.nick}=+{user.userhost}")

    def _authenticate(self, text: str) -> None:
        """Log the bot in by SCRAM-SHA-256 (RFC 7677), if it knows the password in SERVICES."""
        account, _, password = self.services.partition(" ")
        if text == "SCRAM-SHA-256":
            mechanism = ScramMechanism(text)
            known = mechanism.make_auth_info(password, iteration_count=4096, salt=b"salt" * 3)
            self._login = mechanism.make_server({account: known}.__getitem__)
            self.send("AUTHENTICATE +")
            return
        said = "" if text in "*+" else b64decode(text).decode()
        try:
            if said.startswith("n,,"):
                self._login.set_client_first(said)
                answer = self._login.get_server_first()
            elif said:
                self._login.set_client_final(said)
                answer = self._login.get_server_final()
            else:
                self._reply("900", self.bot.prefix, account, f"You are now logged in as {account}")
                self._reply("903", "SASL authentication successful")
                return
        except (ScramException, KeyError):
            self._reply("904", "SASL authentication failed")
        else:
            self.send(f"AUTHENTICATE {b64encode(answer.encode()).decode()}")

    def _ping(self, token: str) -> None:
        self.send(f":{SERVER} PONG {SERVER} :{token}")

    def _mode(self, name: str, letters: str = "", *nicks: str) -> None:
        if name in self.channels and nicks:
            self.change_mode(self.bot.prefix, name, letters, *nicks)

    def _privmsg(self, target: str, _text: str = "") -> None:
        if target in self.muted and not self._members(target).get(fold(self.bot.nick)):
            self._reply("404", target, "Cannot send to channel")
        elif target not in self.channels and fold(target) not in self.users:
            self._reply("401", target, "No such nick/channel")

    _notice = _privmsg

    def _quit(self, _why: str = "") -> None:
        self.send(f"ERROR :Closing Link: {self.bot.userhost} (Quit)")
        self.close()

    # What people, and the server, do

    def person(self, nick: str) -> User:
        """Return who has NICK; somebody never seen before is at home, and not logged in."""
        return self.users.setdefault(fold(nick), User(nick, f"{nick}@{nick}.home"))

    def enter(self, user: User, name: str) -> None:
        """Let USER into the channel NAME."""
        self.channels.setdefault(name, {})[fold(user.nick)] = ""
        extended = f" {user.account or '*'} :{user.nick}"
        self._if_seen(name, f":{user.prefix} JOIN {name}" + extended * self._has("extended-join"))

    def leave(self, user: User, name: str, command: str = "PART", why: str = "") -> None:
        """Let USER part from the channel NAME, or by another COMMAND."""
        self._if_seen(name, f":{user.prefix} {command} {name}" + f" :{why}" * bool(why))
        self._members(name).pop(fold(user.nick), None)

    def kick(self, user: User, name: str, by: str, why: str) -> None:
        """Let BY kick USER out of the channel NAME."""
        self._if_seen(name, f":{self.person(by).prefix} KICK {name} {user.nick} :{why}")
        self._members(name).pop(fold(user.nick), None)

    def quit(self, user: User, why: str) -> None:
        """Let USER quit."""
        if self._sees(user):
            self.send(f":{user.prefix} QUIT :{why}")
        for members in self.channels.values():
            members.pop(fold(user.nick), None)

    def rename(self, old: str, new: str) -> None:
        """Let somebody take another nick."""
        self._rename(self.person(old), new)

    def _rename(self, user: User, new: str) -> None:
        if user is self.bot or self._sees(user):
            self.send(f":{user.prefix} NICK :{new}")
        before, after = fold(user.nick), fold(new)
        if user is not self.bot:
            self.users[after] = self.users.pop(before)
        for members in self.channels.values():
            if before in members:
                members[after] = members.pop(before)
        user.nick = new

    def log_in(self, user: User, account: str) -> None:
        """Let USER log in to ACCOUNT; "" logs them out."""
        user.account = account
        if self._sees(user) and self._has("account-notify"):
            self.send(f":{user.prefix} ACCOUNT {account or '*'}")

    def unmute(self, name: str) -> None:
        """Let everybody speak in the channel NAME again."""
        self.muted.discard(name)
        self.change_mode(SERVER, name, "-m")

    def change_mode(self, by: str, name: str, letters: str, *nicks: str) -> None:
        """Let BY give to NICKS in the channel NAME the rank in LETTERS, or take it."""
        for nick in nicks:
            had = self._members(name).get(fold(nick), "").replace(letters[1], "")
            self._members(name)[fold(nick)] = had + letters[1] * (letters[0] == "+")
        self._if_seen(name, f":{by} MODE {name} {letters} {' '.join(nicks)}")

    def move(self, user: User, userhost: str) -> None:
        """Let USER be seen with another user@host."""
        if self._sees(user) and self._has("chghost"):
            self.send(f":{user.prefix} CHGHOST {userhost.replace('@', ' ')}")
        user.userhost = userhost

    def say(self, user: User, target: str, text: str, times: int = 1) -> None:
        """Let USER say TEXT to TARGET, a channel or the bot, so many TIMES at once."""
        tag = f"@account={user.account} " if user.account and self._has("account-tag") else ""
        self.send("\r\n".join([f"{tag}:{user.prefix} PRIVMSG {target} :{text}"] * times))

    def _has(self, capability: str) -> bool:
        return capability in self.enabled

    def _members(self, name: str) -> dict[str, str]:
        return self.channels.setdefault(name, {})

    def _user_of(self, key: str) -> User:
        return self.bot if key == fold(self.bot.nick) else self.users[key]

    def _if_seen(self, name: str, line: str) -> None:
        if fold(self.bot.nick) in self._members(name):
            self.send(line)

    def _sees(self, user: User) -> bool:
        return any(
            {fold(self.bot.nick), fold(user.nick)} <= members.keys()
            for members in self.channels.values()
        )


def _split(line: str) -> Sequence[str]:
    """Return the command of LINE and its parameters."""

    def parts() -> Iterator[str]:
        before, colon, last = line.partition(" :")
        yield from before.split()
        if colon:
            yield last

    return [*parts()]
