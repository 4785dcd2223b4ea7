"""Who can be a player, and why an edit of players.xml is refused."""

import re
from datetime import datetime
from enum import Enum, auto
from unicodedata import category

from msgspec import Struct

from pontoon.engine.errors import Refused
from pontoon.storage.players.nicknames import (
    MAX_NICK_LENGTH,
    is_like_computer,
    is_nick_everywhere,
    looks_like_nick,
)
from pontoon.storage.players.player import Player

MAX_CHIPS = 10**15
"""The most chips that a player can be given."""

MAX_PLAYERS = 10_000
"""With so many players no one can register."""

MAX_PLAYERS_A_DAY = 3
"""The players that people who are not logged in can make from one host (RULES 0, The broke)."""

MAX_ACCOUNT_LENGTH = 100  # characters

_HOST = re.compile(r"[!-~]{1,255}")
_WILD = frozenset("*?!@")


class EntryFault(Enum):
    """Why an edit of players.xml is refused."""

    BAD_NICK = auto()
    NICK_TAKEN = auto()
    NOT_THERE = auto()
    BAD_ACCOUNT = auto()
    ACCOUNT_TAKEN = auto()
    HAS_ACCOUNT = auto()
    TOO_MANY_TODAY = auto()
    """Enough players have been registered from there in the last day."""
    FULL = auto()
    """No more players can register."""
    TOO_FEW_CHIPS = auto()
    TOO_MANY_CHIPS = auto()
    NOT_BROKE = auto()
    """The player has enough chips to play."""
    REFILLED = auto()
    """The person, or the player, has been given chips, and must wait ``limit`` seconds."""


class NewPlayer(Struct, frozen=True):
    """Somebody who registers from HOST; ACCOUNT on NETWORK and MASK, "" for none, identify them.

    They do so AT that time.
    """

    nick: str
    host: str
    at: datetime
    network: str = ""
    account: str = ""
    mask: str = ""


def is_host(host: str) -> bool:
    return _HOST.fullmatch(host) is not None


def is_plain_host(host: str) -> bool:
    """Tell whether HOST, in a mask, stands only for itself."""
    return is_host(host) and _WILD.isdisjoint(host)


def is_account(account: str) -> bool:
    is_word = account and all(category(each)[0] not in "CZ" for each in account)
    return bool(is_word) and len(account) <= MAX_ACCOUNT_LENGTH


def new_player(nick: str, chips: int) -> Player:
    # A person who registers may have a nick that only their own network allows.
    if not looks_like_nick(nick) or nick[0].isdigit() or is_like_computer(nick):
        raise Refused(EntryFault.BAD_NICK)
    if chips < 0:
        raise Refused(EntryFault.TOO_FEW_CHIPS)
    if chips > MAX_CHIPS:
        raise Refused(EntryFault.TOO_MANY_CHIPS)
    return Player(nick, chips, 0, "", {})


def check_spelling(nick: str) -> None:
    """Refuse a NICK that an admin has typed, unless every network allows it."""
    if len(nick) > MAX_NICK_LENGTH or not is_nick_everywhere(nick):
        raise Refused(EntryFault.BAD_NICK)
