"""Nicks to try when the wanted one is in use or not allowed."""

import re

NICK_EVERYWHERE = 9
"""Characters that a nick may have on every server (RFC 2812, 1.2.1)."""

_USERNAME_EVERYWHERE = 9
_FALLBACK = "Pontoon"


def allowed_everywhere(nick: str) -> bool:
    """Tell whether no server can find fault with NICK's characters and length."""
    return len(nick) <= NICK_EVERYWHERE and nick == _plain(nick)


def alternatives(wanted: str) -> tuple[str, ...]:
    """Return the nicks to try in order, WANTED first: few, and none twice.

    A server that cuts long nicks short takes ``PontoonBot_`` for ``PontoonBo``, so that most of
    them differ within the first 9 characters.
    """
    stem = _plain(wanted)[: NICK_EVERYWHERE - 1] or _FALLBACK
    short = _plain(wanted)[:NICK_EVERYWHERE] or _FALLBACK
    numbered = [f"{stem}{number}" for number in range(1, 10)]
    first = [wanted, f"{wanted}_"] if _harmless(wanted) else []
    return tuple(dict.fromkeys([*first, short, f"{stem}_", *numbered]))


def username_from(nick: str) -> str:
    """Return a user name for NICK that servers take: a few ASCII letters and digits."""
    return re.sub("[^a-z0-9]", "", nick.lower())[:_USERNAME_EVERYWHERE] or _FALLBACK.lower()


def _plain(nick: str) -> str:
    return re.sub(r"[^A-Za-z0-9\[\]\\`_^{|}-]", "", nick).lstrip("0123456789-")


def _harmless(nick: str) -> bool:
    return re.fullmatch(r"[^\x00-\x20\x7f-\x9f:,!@*?][^\x00-\x20\x7f-\x9f,!@*?]*", nick) is not None
