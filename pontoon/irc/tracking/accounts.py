"""Who is logged in to which services account, as far as a server tells without being asked."""

import re
from collections.abc import Callable

from irctokens.line import Line

from pontoon.irc.casemapping import Fold
from pontoon.irc.line import size_of
from pontoon.irc.people import Person
from pontoon.irc.reactor import Clock

LONGEST_ACCOUNT = 64
"""Bytes of an account's name above which it is none; services allow about thirty."""

LOGGED_IN_SECONDS = 60.0
"""How long somebody counts as logged in where the server does not tell when they log out."""

LOGGED_OUT_SECONDS = 5.0
"""How long somebody counts as not logged in where the server does not tell when they log in."""

MOST_REMEMBERED = 1000
"""People of whom is noted when the server told; more of them are forgotten, and asked about."""

_NO_ACCOUNT = ("*", "0")
"""None, as ``ACCOUNT *``, extended-join and WHOX say it."""

_ONE_WORD = re.compile(r"[^\x00-\x20\x7f-\x9f]+")


def account_named(name: str) -> str:
    """Return the account that a server calls NAME, "" where it means none.

    What no account can be called is none: nobody can do more with it than without any.
    """
    is_account = size_of(name) <= LONGEST_ACCOUNT and _ONE_WORD.fullmatch(name) is not None
    return name if is_account and name not in _NO_ACCOUNT else ""


class AccountTracker:
    """What the capabilities of IRCv3 tell of accounts: account-tag, account-notify, extended-join.

    ENABLED returns those that are in use, FOLD how the server compares nicks now.
    """

    def __init__(
        self, enabled: Callable[[], frozenset[str]], fold: Callable[[], Fold], clock: Clock
    ) -> None:
        self._enabled = enabled
        self._fold = fold
        self._clock = clock
        self._until: dict[str, float] = {}

    def told_by(self, message: Line) -> str | None:
        """Return the account that MESSAGE itself says its sender is logged in to, None if nothing.

        With account-tag what somebody says is without a tag if they are logged in to none.
        """
        enabled = self._enabled()
        if message.command == "JOIN" and "extended-join" in enabled and len(message.params) > 1:
            return account_named(message.params[1])
        if "account-tag" not in enabled:
            return None
        tag = (message.tags or {}).get("account")
        if tag is None:
            return "" if message.command == "PRIVMSG" else None
        return account_named(tag)

    def noted(self, person: Person) -> None:
        """Note that the server has just told PERSON's account."""
        if len(self._until) >= MOST_REMEMBERED:
            self._until.clear()
        seconds = LOGGED_IN_SECONDS if person.account else LOGGED_OUT_SECONDS
        self._until[self._fold()(person.nick)] = self._clock.seconds() + seconds

    def forget(self, nick: str) -> None:
        """Note that whoever had NICK has it no more."""
        self._until.pop(self._fold()(nick), None)

    def holds(self, known: Person) -> bool:
        """Tell whether the account that KNOWN, who is in some roster, is noted with is theirs now.

        With account-notify the server tells of every change, and so it is for ever.
        """
        if known.account is None or "account-notify" in self._enabled():
            return known.account is not None
        until = self._until.get(self._fold()(known.nick), 0.0)
        return self._clock.seconds() < until
