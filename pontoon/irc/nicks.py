"""Nicks and accounts: which ones are valid, which nicks to try, and how others see the bot."""

import re
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct

from pontoon.irc.line import size_of
from pontoon.irc.people import Person

NICK_EVERYWHERE = 9
"""Characters of a nick that every server allows (RFC 2812, 1.2.1)."""

MAX_NICK_LENGTH = 128
"""Bytes of a nick; a longer one is invalid. Servers allow 9 to 64."""

_MAX_SOURCE_LENGTH = 512
"""Characters of ``nick!user@host``; a longer one is invalid, since no line could carry it."""

_NICK = re.compile(r"[^\x00-\x20\x7f-\x9f:,!@*?#&+%$~.][^\x00-\x20\x7f-\x9f,!@*?]*")
"""Not a mask, a channel or a rank in a channel, and nothing that changes a message."""

MAX_ACCOUNT_LENGTH = 64
"""Bytes of an account name; a longer one counts as none. Services allow about thirty."""

_NO_ACCOUNT = ("*", "0")
"""No account, as ``ACCOUNT *``, extended-join and WHOX say it."""

_ACCOUNT = re.compile(r"[^\x00-\x20\x7f-\x9f]+")

_USERNAME_EVERYWHERE = 9


def is_nick(name: str) -> bool:
    """Tell whether NAME can be a nick on some server, UTF-8 included (RFC 2812, 2.3.1).

    Messages to a nick are private: ``#pontoon`` or ``@#pontoon`` in its place would tell everybody.
    """
    return size_of(name) <= MAX_NICK_LENGTH and _NICK.fullmatch(name) is not None


@lru_cache(maxsize=1000)  # the same few people say most of what is said
def person_of(source: str) -> Person | None:
    """Return the person with the prefix SOURCE; None if it is that of a server."""
    nick, mark, userhost = source.partition("!")
    is_person = mark and is_nick(nick) and len(nick) + len(userhost) < _MAX_SOURCE_LENGTH
    return Person(nick, userhost) if is_person else None


def account_named(name: str) -> str:
    """Return the account that a server calls NAME; "" if it means none.

    An invalid name counts as none: nobody gains anything by it.
    """
    is_account = size_of(name) <= MAX_ACCOUNT_LENGTH and _ACCOUNT.fullmatch(name) is not None
    return name if is_account and name not in _NO_ACCOUNT else ""


def alternatives(wanted: str, others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the nicks to try in order: WANTED, OTHERS, and some like WANTED, each once.

    All of them are nicks of RFC 2812. A server may cut ``PontoonBot_`` to ``PontoonBo``. Most of
    them therefore differ within the first 9 characters.
    """
    short, stem = wanted[:NICK_EVERYWHERE], wanted[: NICK_EVERYWHERE - 1]
    numbered = [f"{stem}{number}" for number in range(1, 10)]
    return tuple(dict.fromkeys([wanted, *others, f"{wanted}_", short, f"{stem}_", *numbered]))


def username_from(nick: str) -> str:
    """Return a user name for NICK that servers allow: a few ASCII letters and digits."""
    return re.sub("[^a-z0-9]", "", nick.lower())[:_USERNAME_EVERYWHERE] or "pontoon"


_MAX_USER_LENGTH = 10 + 1
"""Characters of a user name, with the ``~`` that servers put before an unconfirmed one."""

_MAX_HOST_LENGTH = 64
"""Characters of a host name: RFC 2812, 2.3.1, says 63, but some servers have HOSTLEN=64."""

_MAX_USERHOST_LENGTH = 160
"""Bytes of the bot's own ``user@host``; a longer one is ignored, as it would leave no room."""


class OwnPrefix(Struct):
    """The bot's own nick, user and host. The last two are empty until a server tells them."""

    nick: str
    user: str = ""
    host: str = ""

    @property
    def prefix_size(self) -> int:
        """Bytes of ``:nick!user@host `` before a message; the most if parts are unknown."""
        return _prefix_size(self.nick, self.user, self.host)

    def appears_as(self, userhost: str) -> None:
        """Note USERHOST, or only a host, that others see."""
        if size_of(userhost) > _MAX_USERHOST_LENGTH:
            return
        user, _, host = userhost.rpartition("@")
        self.user = user or self.user
        self.host = host or self.host

    def may_appear_as(self, userhost: str) -> None:
        """Note USERHOST if nothing better is known: a reply may tell the host behind a cloak."""
        if not (self.user and self.host):
            self.appears_as(userhost)


@lru_cache(maxsize=10)  # each line that is sent asks for it twice
def _prefix_size(nick: str, user: str, host: str) -> int:
    user_size = size_of(user) if user else _MAX_USER_LENGTH
    host_size = size_of(host) if host else _MAX_HOST_LENGTH
    return len(":!@ ") + size_of(nick) + user_size + host_size
