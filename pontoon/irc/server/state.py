"""What the server inside the bot knows: its users and channels, without commands or sockets."""

from collections.abc import Iterable, Sequence

from pontoon.irc.casemapping import rfc1459 as fold

SERVER = "pontoon.localhost"
"""The name of the server."""

HOST = "localhost"
"""The host of everybody."""

RANKS = {"o": "@", "v": "+"}
"""The symbols that NAMES shows for the modes of members, highest first."""


class User:
    """Somebody who is connected. ``nick`` and ``name`` (before the ``@``) are empty at first."""

    nick = ""
    name = ""
    realname = ""
    away = ""
    is_bot = False
    is_registered = False

    def __init__(self) -> None:
        self.channels: list[Channel] = []

    @property
    def prefix(self) -> str:
        return f"{self.nick}!{self.name}@{HOST}"

    def sendLine(self, line: str) -> None:  # noqa: N802 -- Twisted's name
        """Send LINE to this user."""
        raise NotImplementedError


class Channel:
    """A channel, and the ranks (``o`` and ``v``) of each member."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.topic = ""
        self.members: dict[User, set[str]] = {}

    def rank(self, member: User) -> str:
        """Return the symbol of the highest rank of MEMBER."""
        ranks = self.members[member]
        return next((symbol for mode, symbol in RANKS.items() if mode in ranks), "")

    def is_operator(self, user: User) -> bool:
        return "o" in self.members.get(user, ())

    def send(self, line: str, besides: User | None = None) -> None:
        """Send LINE to all members BESIDES one."""
        send_all([each for each in self.members if each is not besides], line)


class Network:
    """All users and channels. BOT_NICK is reserved for the bot.

    Whatever changes is changed before anybody hears of it: who does not read what they are sent
    leaves the network in the middle of it.
    """

    def __init__(self, bot_nick: str) -> None:
        self.motd: Sequence[str] = ()
        """The message of the day, which says how to play."""
        self.topic = ""
        """The topic of the bot's channels, until people set another."""
        self.channels: dict[str, Channel] = {}
        """By folded name."""
        self.nicks: dict[str, User] = {}
        """Users by folded nick, those too who have not registered."""
        self._reserved = fold(bot_nick)

    def find_user(self, nick: str) -> User | None:
        """Return the registered user with NICK, if there is one."""
        user = self.nicks.get(fold(nick))
        return user if user is not None and user.is_registered else None

    def find_channel(self, name: str) -> Channel | None:
        return self.channels.get(fold(name))

    def is_free(self, nick: str, user: User) -> bool:
        """Tell whether USER may take NICK, which may be taken, or reserved for the bot."""
        key = fold(nick)
        is_reserved = key == self._reserved and not user.is_bot
        return not is_reserved and self.nicks.get(key, user) is user

    def rename(self, user: User, nick: str) -> None:
        """Give USER the nick NICK, which is free, and tell the people around."""
        line = f":{user.prefix} NICK :{nick}"
        self.nicks.pop(fold(user.nick), None)
        user.nick = nick
        self.nicks[fold(nick)] = user
        if user.is_registered:
            send_all([user, *self._around(user)], line)

    def join(self, user: User, name: str) -> Channel:
        """Put USER into the channel NAME, which is created if necessary, and return it.

        The bot is operator, and so is a person where no other is: somebody can always do what only
        operators may.
        """
        channel = self.channels.setdefault(fold(name), Channel(name))
        people = [ranks for each, ranks in channel.members.items() if not each.is_bot]
        is_operator = user.is_bot or not any("o" in ranks for ranks in people)
        channel.members[user] = {"o"} if is_operator else set()
        user.channels.append(channel)
        if user.is_bot:
            channel.topic = channel.topic or self.topic
        channel.send(f":{user.prefix} JOIN {channel.name}")
        if is_operator:
            channel.send(f":{SERVER} MODE {channel.name} +o {user.nick}")
        return channel

    def leave(self, user: User, channel: Channel, line: str) -> None:
        """Take USER out of CHANNEL, and tell everybody there by LINE."""
        members = list(channel.members)
        self._remove(user, channel)
        send_all(members, line)

    def quit(self, user: User, reason: str) -> None:
        """Take USER, if still there, off the network, and tell the people around."""
        if self.nicks.get(fold(user.nick)) is not user:
            return
        del self.nicks[fold(user.nick)]
        around = self._around(user)
        for channel in list(user.channels):
            self._remove(user, channel)
        send_all(around, f":{user.prefix} QUIT :{reason}")

    def _remove(self, user: User, channel: Channel) -> None:
        """Take USER out of CHANNEL; an empty channel ceases to exist."""
        del channel.members[user]
        user.channels.remove(channel)
        if not channel.members:
            del self.channels[fold(channel.name)]

    def _around(self, user: User) -> list[User]:
        """Return everybody else in a channel with USER, each once."""
        near = dict.fromkeys(each for channel in user.channels for each in channel.members)
        return [each for each in near if each is not user]


def send_all(users: Iterable[User], line: str) -> None:
    for user in users:
        user.sendLine(line)
