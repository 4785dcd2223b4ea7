"""Nicks: which may be tried, and how others see the bot's."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from pontoon.irc.line import size_of
from pontoon.irc.people import Person

NICK_EVERYWHERE = 9
"""Characters that a nick may have on every server (RFC 2812, 1.2.1)."""

LONGEST_NICK = 128
"""Bytes of a nick above which it is none; servers allow 9 to 64."""

_LONGEST_SOURCE = 512
"""Characters of ``nick!user@host`` above which it is nobody's: more than a line could carry."""

_NICK = re.compile(r"[^\x00-\x20\x7f-\x9f:,!@*?#&+%$~.][^\x00-\x20\x7f-\x9f,!@*?]*")
"""No mask, nothing that changes a message, and neither a channel nor a group of people in one."""

_USERNAME_EVERYWHERE = 9
_FALLBACK = "Pontoon"


def is_nick(name: str) -> bool:
    """Tell whether somebody may be called NAME on some server, be it in UTF-8 (RFC 2812, 2.3.1).

    What is said to a nick is private; ``#pontoon`` or ``@#pontoon`` for one would tell everybody.
    """
    return size_of(name) <= LONGEST_NICK and _NICK.fullmatch(name) is not None


def person_of(source: str | None) -> Person | None:
    """Return who sent a message, or None where its prefix is not a person's but a server's."""
    nick, mark, userhost = (source or "").partition("!")
    is_person = mark and is_nick(nick) and len(nick) + len(userhost) < _LONGEST_SOURCE
    return Person(nick, userhost) if is_person else None


def allowed_everywhere(nick: str) -> bool:
    """Tell whether no server can find fault with NICK's characters and length."""
    return len(nick) <= NICK_EVERYWHERE and nick == _plain(nick)


def alternatives(wanted: str, others: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the nicks to try in order, WANTED first, then OTHERS: few, and none twice.

    A server that cuts long nicks short takes ``PontoonBot_`` for ``PontoonBo``, so that most of
    them differ within the first 9 characters.
    """
    stem = _plain(wanted)[: NICK_EVERYWHERE - 1] or _FALLBACK
    short = _plain(wanted)[:NICK_EVERYWHERE] or _FALLBACK
    numbered = [f"{stem}{number}" for number in range(1, 10)]
    first = [*filter(is_nick, (wanted, *others, f"{wanted}_"))] if is_nick(wanted) else []
    return tuple(dict.fromkeys([*first, short, f"{stem}_", *numbered]))


def username_from(nick: str) -> str:
    """Return a user name for NICK that servers take: a few ASCII letters and digits."""
    return re.sub("[^a-z0-9]", "", nick.lower())[:_USERNAME_EVERYWHERE] or _FALLBACK.lower()


def _plain(nick: str) -> str:
    return re.sub(r"[^A-Za-z0-9\[\]\\`_^{|}-]", "", nick).lstrip("0123456789-")


_LONGEST_USER = 10 + 1
"""Characters of a user name and of the ``~`` that servers put before an unconfirmed one."""

_LONGEST_HOST = 64
"""Characters of a host name: RFC 2812, 2.3.1, says 63, but there are servers with HOSTLEN=64."""

_LONGEST_USERHOST = 160
"""Bytes of ``user@host`` above which it is not believed: there would be no room for words."""


@dataclass(slots=True)
class OwnPrefix:
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
