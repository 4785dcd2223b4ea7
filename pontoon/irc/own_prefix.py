"""Who the bot is to others: the prefix that its own messages carry when they arrive."""

from dataclasses import dataclass

from pontoon.irc.line import size_of

_LONGEST_USER = 10 + 1
"""Characters of a user name and of the ``~`` that servers put before an unconfirmed one."""

_LONGEST_HOST = 64
"""Characters of a host name: RFC 2812, 2.3.1, says 63, but there are servers with HOSTLEN=64."""

_LONGEST_USERHOST = 160
"""Bytes of ``user@host`` above which it is not believed: there would be no room for words."""


@dataclass(slots=True)
class Identity:
    """The bot's own nick, user and host; the last two are empty until a server tells them."""

    nick: str
    user: str = ""
    host: str = ""

    @property
    def prefix_size(self) -> int:
        """Bytes of ``:nick!user@host `` in front of what the bot says; at worst, while unknown."""
        user = size_of(self.user) if self.user else _LONGEST_USER
        host = size_of(self.host) if self.host else _LONGEST_HOST
        return len(":!@ ") + size_of(self.nick) + user + host

    def appears_as(self, userhost: str) -> None:
        """Note the ``user@host`` (or only the new ``host``) that others see."""
        if size_of(userhost) > _LONGEST_USERHOST:
            return
        user, _, host = userhost.rpartition("@")
        self.user = user or self.user
        self.host = host or self.host

    def may_appear_as(self, userhost: str) -> None:
        """Note USERHOST where nothing better is known: a reply may tell the host before a cloak."""
        if not (self.user and self.host):
            self.appears_as(userhost)
