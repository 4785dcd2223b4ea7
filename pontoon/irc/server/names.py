"""What people and channels may be called, and keys be (RFC 2812, 1.3 and 2.3.1)."""

import re

from pontoon.irc.server.limits import CHANNEL_BYTES, KEY_BYTES, NICK_LENGTH, USER_LENGTH
from pontoon.irc.server.lines import encoded

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile("#[^\x00-\x20,\x7f-\x9f\ud800-\udfff]*")
"""Control characters, and bytes that are not UTF-8, are in no name."""
_KEY = re.compile("(?!:)[^\x00-\x20,\x7f-\x9f\ud800-\udfff]+")
_NOT_IN_USER_NAMES = re.compile(r"[^A-Za-z0-9._-]")


def is_nick(name: str) -> bool:
    """Tell whether a person may be called NAME."""
    return len(name) <= NICK_LENGTH and _NICK.fullmatch(name) is not None


def is_channel(name: str) -> bool:
    """Tell whether a channel may be called NAME."""
    return _CHANNEL.fullmatch(name) is not None and len(encoded(name)) <= CHANNEL_BYTES


def is_key(word: str) -> bool:
    """Tell whether WORD may be the key of a channel."""
    return _KEY.fullmatch(word) is not None and len(encoded(word)) <= KEY_BYTES


def user_name(wanted: str) -> str:
    """Return a user name made of what is usable of WANTED."""
    return _NOT_IN_USER_NAMES.sub("", wanted)[:USER_LENGTH] or "user"
