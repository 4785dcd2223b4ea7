"""Who is on the server inside the bot, and in which channels; no bytes, no sockets, no words."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Protocol

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.masks import Mask
from pontoon.irc.people import Person
from pontoon.irc.server.replies import HOST, RANKS, Reply


class Link(Protocol):
    """Somebody's connection."""

    def send(self, line: str) -> None:
        """Send LINE, as far as it fits into one."""

    def close(self, reason: str) -> None:
        """Take them off the network, tell them the REASON, and close the connection."""


@dataclass(eq=False, slots=True)
class User:
    """Somebody connected; ``nick`` and ``name`` (before the ``@``) are empty until they are told.

    Times are in seconds since the epoch.
    """

    link: Link
    nick: str = ""
    name: str = ""
    realname: str = ""
    is_bot: bool = False
    is_negotiating: bool = False
    """Has begun with CAP, and wants no welcome before CAP END."""
    is_registered: bool = False
    is_invisible: bool = False
    away: str = ""
    came_at: float = 0.0
    spoke_at: float = 0.0
    channels: list["Channel"] = field(default_factory=list)

    @property
    def prefix(self) -> str:
        """Who they are to others."""
        return f"{self.nick}!{self.name}@{HOST}"

    def reply(self, reply: Reply, *params: str) -> None:
        """Send them REPLY with PARAMS."""
        self.link.send(reply.line(self.nick or "*", *params))

    def shares_channel_with(self, other: "User") -> bool:
        """Tell whether both are in some channel."""
        return any(other in channel.members for channel in self.channels)


@dataclass(frozen=True, slots=True)
class Ban:
    """A mask of people who are banned, the nick of whoever banned them, and when that was."""

    mask: Mask
    by: str
    at: float


@dataclass(eq=False, slots=True)
class Channel:
    """A channel: its flags, and of each member the modes, ``o`` and ``v``.

    There is no ``key`` where that is empty, and no ``limit`` where that is 0.
    """

    name: str
    created_at: float
    flags: set[str] = field(default_factory=lambda: {"n", "t"})
    members: dict[User, set[str]] = field(default_factory=dict)
    key: str = ""
    limit: int = 0
    bans: dict[str, Ban] = field(default_factory=dict)
    """Each by its folded mask."""
    invited: set[User] = field(default_factory=set)
    """Those whom an operator has invited, and who have not come yet."""
    topic: str = ""
    topic_by: str = ""
    topic_at: float = 0.0

    def is_operator(self, user: User) -> bool:
        """Tell whether USER is an operator here."""
        return "o" in self.members.get(user, ())

    def rank(self, user: User) -> str:
        """Return the symbol of the highest rank that USER has here."""
        modes = self.members.get(user, ())
        return next((symbol for mode, symbol in RANKS.items() if mode in modes), "")

    def is_banned(self, user: User) -> bool:
        """Tell whether a ban fits USER."""
        person = Person(user.nick, f"{user.name}@{HOST}")
        return any(ban.mask.fits(person, rfc1459) for ban in self.bans.values())

    def may_speak(self, user: User) -> bool:
        """Tell whether what USER says is heard here; nothing that is set silences the bot."""
        if user not in self.members:
            return "n" not in self.flags and not self.is_banned(user)
        if user.is_bot or self.members[user]:
            return True
        return "m" not in self.flags and not self.is_banned(user)

    def let_everybody_in(self) -> None:
        """Have no ban, key, limit or list of those invited keep anybody out."""
        self.flags.discard("i")
        self.key, self.limit = "", 0
        self.bans.clear()
        self.invited.clear()

    def send(self, line: str, besides: User | None = None) -> None:
        """Send LINE to everybody here BESIDES one."""
        send_all((member for member in self.members if member is not besides), line)


class ServerState:
    """All users and channels.

    HOUSE_NICK is kept for the bot, which gives TOKEN as its password. MOTD greets everybody; NOW
    returns the seconds since the epoch.
    """

    def __init__(
        self, *, bot_nick: str, token: str, motd: Iterable[str], now: Callable[[], float]
    ) -> None:
        self.token = token
        self.motd = tuple(motd)
        self.now = now
        self.created_at = now()
        self._kept = rfc1459(bot_nick)
        self._nicks: dict[str, User] = {}
        self._channels: dict[str, Channel] = {}

    # People

    @property
    def users(self) -> list[User]:
        """Everybody who has been welcomed."""
        return [user for user in self._nicks.values() if user.is_registered]

    def find(self, nick: str) -> User | None:
        """Return the user called NICK, if there is one who has been welcomed."""
        user = self._nicks.get(rfc1459(nick))
        return user if user is not None and user.is_registered else None

    def is_free(self, nick: str, user: User) -> bool:
        """Tell whether USER may take NICK: it is neither another's nor kept for the bot."""
        key = rfc1459(nick)
        if key == self._kept and not user.is_bot:
            return False
        return self._nicks.get(key, user) is user

    def name(self, user: User, nick: str) -> None:
        """Call USER by NICK, which must be free, from now on."""
        self._nicks.pop(rfc1459(user.nick), None)
        user.nick = nick
        self._nicks[rfc1459(nick)] = user

    def around(self, user: User) -> list[User]:
        """Return everybody in a channel with USER, each once, without USER."""
        near = dict.fromkeys(member for channel in user.channels for member in channel.members)
        near.pop(user, None)
        return list(near)

    def remove(self, user: User, reason: str) -> None:
        """Take USER off the network, and tell those around; whoever is off already stays so."""
        if self._nicks.get(rfc1459(user.nick)) is not user:
            return
        send_all(self.around(user), f":{user.prefix} QUIT :{reason}")
        for channel in self.channels:
            channel.invited.discard(user)
        for channel in list(user.channels):
            self.leave(user, channel)
        del self._nicks[rfc1459(user.nick)]

    # Channels

    @property
    def channels(self) -> Iterator[Channel]:
        """All channels."""
        return iter(self._channels.values())

    def channel(self, name: str) -> Channel | None:
        """Return the channel NAME, if there is one."""
        return self._channels.get(rfc1459(name))

    def enter(self, user: User, name: str) -> Channel:
        """Put USER into the channel NAME, which is made where there is none, and return it.

        Whoever comes where there is no operator becomes one, but for the bot, which stands aside:
        somebody must always be able to stop a round.
        """
        channel = self._channels.setdefault(rfc1459(name), Channel(name, self.now()))
        is_needed = not user.is_bot and not any(map(channel.is_operator, channel.members))
        channel.members[user] = {"o"} if is_needed else set()
        channel.invited.discard(user)
        user.channels.append(channel)
        return channel

    def leave(self, user: User, channel: Channel) -> None:
        """Take USER out of CHANNEL, which is no more where nobody is left.

        Where only the bot is, nothing keeps people out: nobody would be there to change that.
        """
        del channel.members[user]
        user.channels.remove(channel)
        if not channel.members:
            del self._channels[rfc1459(channel.name)]
        elif all(member.is_bot for member in channel.members):
            channel.let_everybody_in()


def send_all(users: Iterable[User], line: str) -> None:
    """Send LINE to each of USERS."""
    for user in users:
        user.link.send(line)
