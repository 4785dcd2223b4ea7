"""The services accounts of people, as far as the server tells them by itself."""

import re

from irctokens.line import Line

from pontoon.irc.line import size_of
from pontoon.irc.people import Person
from pontoon.irc.session import Session

LONGEST_ACCOUNT = 64
"""Bytes of an account name; a longer one counts as none. Services allow about thirty."""

LOGGED_IN_SECONDS = 60.0
LOGGED_OUT_SECONDS = 5.0
"""How long somebody counts as logged in, or not, if the server does not tell of changes."""

MOST_REMEMBERED = 1000
"""People for whom the bot notes when the server told their account; above that it forgets all."""

_NO_ACCOUNT = ("*", "0")
"""No account, as ``ACCOUNT *``, extended-join and WHOX say it."""

_ONE_WORD = re.compile(r"[^\x00-\x20\x7f-\x9f]+")


def account_named(name: str) -> str:
    """Return the account that a server calls NAME; "" if it means none.

    An invalid name counts as none: nobody gains anything by it.
    """
    is_account = size_of(name) <= LONGEST_ACCOUNT and _ONE_WORD.fullmatch(name) is not None
    return name if is_account and name not in _NO_ACCOUNT else ""


class AccountTracker:
    """Knows accounts by account-tag, account-notify and extended-join, as far as enabled."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._until: dict[str, float] = {}

    def told_by(self, message: Line) -> str | None:
        """Return the account of its sender that MESSAGE names; None if it does not tell.

        With account-tag a PRIVMSG without the tag means that the sender is not logged in.
        """
        enabled = self._session.capabilities
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
        self._until[self._session.fold(person.nick)] = self._session.clock.seconds() + seconds

    def forget(self, nick: str) -> None:
        self._until.pop(self._session.fold(nick), None)

    def holds(self, known: Person) -> bool:
        """Tell whether the account of KNOWN, who is in some roster, is still true.

        With account-notify it always is, since the server tells of every change.
        """
        if known.account is None or "account-notify" in self._session.capabilities:
            return known.account is not None
        until = self._until.get(self._session.fold(known.nick), 0.0)
        return self._session.clock.seconds() < until
