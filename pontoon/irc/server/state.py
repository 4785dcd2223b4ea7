"""The users and channels of the server inside the bot, without sockets or replies."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from msgspec import Struct, field

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.masks import Mask
from pontoon.irc.people import Person
from pontoon.irc.server.replies import HOST, RANKS, Reply


class Link(Protocol):
    """The connection of a user."""

    def send(self, line: str) -> None:
        """Send LINE, cut to the length of a line."""

    def close(self, reason: str) -> None:
        """Remove the user from the network, send the REASON, and close the connection."""


class User(Struct, eq=False):
    """A connected user. ``nick`` and ``name`` (before the ``@``) are empty until they are sent.

    Times are in seconds since the epoch.
    """

    link: Link
    nick: str = ""
    name: str = ""
    realname: str = ""
    is_bot: bool = False
    is_negotiating: bool = False
    """Whether the client has begun with CAP, so that the welcome waits for CAP END."""
    is_registered: bool = False
    is_invisible: bool = False
    away: str = ""
    came_at: float = 0.0
    spoke_at: float = 0.0
    channels: list["Channel"] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        return f"{self.nick}!{self.name}@{HOST}"

    def reply(self, reply: Reply, *params: str) -> None:
        self.link.send(reply.line(self.nick or "*", *params))

    def shares_channel_with(self, other: "User") -> bool:
        return any(other in channel.members for channel in self.channels)


class Ban(Struct, frozen=True):
    """A mask, the nick of the operator who set it, and when."""

    mask: Mask
    by: str
    at: float


class Channel(Struct, eq=False):
    """A channel: its flags, and the modes ``o`` and ``v`` of each member.

    An empty ``key`` means no key, and a ``limit`` of 0 no limit.
    """

    name: str
    created_at: float
    flags: set[str] = field(default_factory=lambda: {"n", "t"})
    members: dict[User, set[str]] = field(default_factory=dict)
    key: str = ""
    limit: int = 0
    bans: dict[str, Ban] = field(default_factory=dict)
    """The bans, by folded mask."""
    invited: set[User] = field(default_factory=set)
    """Users whom an operator has invited, and who have not joined yet."""
    topic: str = ""
    topic_by: str = ""
    topic_at: float = 0.0

    def is_operator(self, user: User) -> bool:
        return "o" in self.members.get(user, ())

    def rank(self, user: User) -> str:
        """Return the symbol of the highest rank of USER."""
        modes = self.members.get(user, ())
        return next((symbol for mode, symbol in RANKS.items() if mode in modes), "")

    def is_banned(self, user: User) -> bool:
        person = Person(user.nick, f"{user.name}@{HOST}")
        return any(ban.mask.fits(person, rfc1459) for ban in self.bans.values())

    def may_speak(self, user: User) -> bool:
        """Tell whether USER may speak in the channel. No mode silences the bot."""
        if user not in self.members:
            return "n" not in self.flags and not self.is_banned(user)
        if user.is_bot or self.members[user]:
            return True
        return "m" not in self.flags and not self.is_banned(user)

    def let_everybody_in(self) -> None:
        """Remove all bans, the key, the limit and the need for an invitation."""
        self.flags.discard("i")
        self.key, self.limit = "", 0
        self.bans.clear()
        self.invited.clear()

    def send(self, line: str, besides: User | None = None) -> None:
        """Send LINE to all members BESIDES one."""
        send_all((member for member in self.members if member is not besides), line)


class ServerState:
    """All users and channels.

    BOT_NICK is reserved for the bot, which sends TOKEN as its password. Everybody sees MOTD. NOW
    returns the seconds since the epoch.
    """

    def __init__(
        self, *, bot_nick: str, token: str, motd: Iterable[str], now: Callable[[], float]
    ) -> None:
        self.token = token
        self.motd = tuple(motd)
        self.topic = ""
        """The topic of the bot's channels, until people set another."""
        self.now = now
        self.created_at = now()
        self._reserved = rfc1459(bot_nick)
        self._nicks: dict[str, User] = {}
        self._channels: dict[str, Channel] = {}

    @property
    def users(self) -> list[User]:
        return [user for user in self._nicks.values() if user.is_registered]

    def find(self, nick: str) -> User | None:
        """Return the registered user with NICK, if there is one."""
        user = self._nicks.get(rfc1459(nick))
        return user if user is not None and user.is_registered else None

    def is_free(self, nick: str, user: User) -> bool:
        """Tell whether USER may take NICK, which may be taken, or reserved for the bot."""
        key = rfc1459(nick)
        if key == self._reserved and not user.is_bot:
            return False
        return self._nicks.get(key, user) is user

    def name(self, user: User, nick: str) -> None:
        """Give USER the nick NICK, which must be free."""
        self._nicks.pop(rfc1459(user.nick), None)
        user.nick = nick
        self._nicks[rfc1459(nick)] = user

    def around(self, user: User) -> list[User]:
        """Return everybody else in a channel with USER, each once."""
        near = dict.fromkeys(member for channel in user.channels for member in channel.members)
        return [member for member in near if member is not user]

    def remove(self, user: User, reason: str) -> None:
        """Remove USER, if still there, and tell the people in the same channels."""
        if self._nicks.get(rfc1459(user.nick)) is not user:
            return
        send_all(self.around(user), f":{user.prefix} QUIT :{reason}")
        for channel in self.channels:
            channel.invited.discard(user)
        for channel in list(user.channels):
            self.leave(user, channel)
        del self._nicks[rfc1459(user.nick)]

    @property
    def channels(self) -> Iterator[Channel]:
        return iter(self._channels.values())

    def channel(self, name: str) -> Channel | None:
        return self._channels.get(rfc1459(name))

    def enter(self, user: User, name: str) -> Channel:
        """Put USER into the channel NAME, which is created if necessary, and return it.

        If the channel has no operator, the user becomes one, unless it is the bot: a person must
        always be able to stop a round.
        """
        channel = self._channels.setdefault(rfc1459(name), Channel(name, self.now()))
        is_needed = not user.is_bot and not any(map(channel.is_operator, channel.members))
        channel.members[user] = {"o"} if is_needed else set()
        channel.invited.discard(user)
        user.channels.append(channel)
        return channel

    def leave(self, user: User, channel: Channel) -> None:
        """Remove USER from CHANNEL; an empty channel ceases to exist.

        If only the bot is left, everybody can join again: nobody else could change the modes.
        """
        del channel.members[user]
        user.channels.remove(channel)
        if not channel.members:
            del self._channels[rfc1459(channel.name)]
        elif all(member.is_bot for member in channel.members):
            channel.let_everybody_in()


def send_all(users: Iterable[User], line: str) -> None:
    for user in users:
        user.link.send(line)
