"""The users and channels of the server inside the bot, without sockets or replies."""

from collections.abc import Callable, Iterable, Sequence
from typing import Protocol

from msgspec import Struct, field

from pontoon.irc.casemapping import rfc1459

SERVER = "pontoon.localhost"
"""The name of the server."""

HOST = "localhost"
"""The host of everybody."""

RANKS = {"o": "@", "v": "+"}
"""The symbols that NAMES shows for the modes of members, highest first."""

MOST_BYTES = 510
"""Bytes of a line either way, without CR LF (RFC 2812, 2.3)."""


class Link(Protocol):
    """The connection of a user."""

    def send(self, line: str) -> None: ...

    def close(self, reason: str) -> None: ...


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
    away: str = ""
    came_at: float = 0.0
    spoke_at: float = 0.0
    channels: list["Channel"] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        return f"{self.nick}!{self.name}@{HOST}"

    def reply(self, number: str, *params: str) -> None:
        """Send the numeric reply with this NUMBER; only the last of PARAMS may have spaces."""
        self.link.send(numeric(number, self.nick, *params))


class Channel(Struct, eq=False):
    """A channel, and the ranks (``o`` and ``v``) of each member."""

    name: str
    created_at: float
    members: dict[User, set[str]] = field(default_factory=dict)
    topic: str = ""
    topic_by: str = ""
    topic_at: float = 0.0

    def is_operator(self, user: User) -> bool:
        return "o" in self.members.get(user, ())

    def ranked(self, user: User, name: str) -> str:
        """Return NAME behind the symbol of the highest rank of USER."""
        ranks = self.members[user]
        return next((symbol for rank, symbol in RANKS.items() if rank in ranks), "") + name

    def send(self, line: str, besides: User | None = None) -> None:
        """Send LINE to all members BESIDES one."""
        send_all((member for member in self.members if member is not besides), line)


class ServerState:
    """All users and channels.

    BOT_NICK is reserved for the bot, which sends TOKEN as its password. NOW returns the seconds
    since the epoch.
    """

    def __init__(self, *, bot_nick: str, token: str, now: Callable[[], float]) -> None:
        self.token = token
        self.motd: Sequence[str] = ()
        """The message of the day, which says how to play."""
        self.topic = ""
        """The topic of the bot's channels, until people set another."""
        self.now = now
        self.created_at = now()
        self.channels: dict[str, Channel] = {}
        """By folded name."""
        self.nicks: dict[str, User] = {}
        """Users by folded nick, those too who have not registered."""
        self._reserved = rfc1459(bot_nick)

    def find(self, nick: str) -> User | None:
        """Return the registered user with NICK, if there is one."""
        user = self.nicks.get(rfc1459(nick))
        return user if user is not None and user.is_registered else None

    def channel(self, name: str) -> Channel | None:
        return self.channels.get(rfc1459(name))

    def is_free(self, nick: str, user: User) -> bool:
        """Tell whether USER may take NICK, which may be taken, or reserved for the bot."""
        key = rfc1459(nick)
        if key == self._reserved and not user.is_bot:
            return False
        return self.nicks.get(key, user) is user

    def name(self, user: User, nick: str) -> None:
        """Give USER the nick NICK, which must be free."""
        self.nicks.pop(rfc1459(user.nick), None)
        user.nick = nick
        self.nicks[rfc1459(nick)] = user

    def around(self, user: User) -> list[User]:
        """Return everybody else in a channel with USER, each once."""
        near = dict.fromkeys(member for channel in user.channels for member in channel.members)
        return [member for member in near if member is not user]

    def enter(self, user: User, name: str) -> Channel:
        """Put USER into the channel NAME, which is created if necessary, and return it.

        If the channel has no operator, the user becomes one, unless it is the bot: a person must
        always be able to stop a round.
        """
        channel = self.channels.setdefault(rfc1459(name), Channel(name, self.now()))
        is_needed = not user.is_bot and not any(map(channel.is_operator, channel.members))
        channel.members[user] = {"o"} if is_needed else set()
        user.channels.append(channel)
        return channel

    def leave(self, user: User, channel: Channel) -> None:
        """Remove USER from CHANNEL; an empty channel ceases to exist."""
        del channel.members[user]
        user.channels.remove(channel)
        if not channel.members:
            del self.channels[rfc1459(channel.name)]

    def remove(self, user: User, reason: str) -> None:
        """Remove USER, if still there, and tell the people in the same channels."""
        if self.nicks.get(rfc1459(user.nick)) is not user:
            return
        send_all(self.around(user), f":{user.prefix} QUIT :{reason}")
        for channel in list(user.channels):
            self.leave(user, channel)
        del self.nicks[rfc1459(user.nick)]


def numeric(number: str, nick: str, *params: str) -> str:
    """Return a numeric reply to NICK as a line. A star stands for what is not exactly one word."""
    *words, last = nick, *params
    middle = ["*" if not word or " " in word or word.startswith(":") else word for word in words]
    return f":{SERVER} {number} {' '.join(middle)} :{last}"


def send_all(users: Iterable[User], line: str) -> None:
    for user in users:
        user.link.send(line)
