"""What a server supports, by its 005 lines (RPL_ISUPPORT), as far as the bot uses it."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from pontoon.irc.casemapping import Fold, fold_named, rfc1459
from pontoon.irc.config import MAX_LINE_BYTES
from pontoon.irc.people import AUDITORIUM, DELAYED_JOIN

_MIN_LINE_BELIEVED = 128

_MAX_PREFIXES = 20
"""Ranks in PREFIX; a longer one is invalid. Servers have two to six."""

_MAX_DIGITS = 6
"""Digits of a number; a longer one is invalid."""

_CHANTYPES = "#&"
_LIST, _ALWAYS, _WHEN_SET, _NEVER = range(4)


class ModeChange(Struct, frozen=True):
    """One letter of a MODE message: given or taken, and its parameter if it has one."""

    given: bool
    mode: str
    parameter: str | None


class ISupport(Struct, frozen=True):
    """What a server supports; the defaults hold until it says otherwise."""

    fold: Fold = rfc1459
    prefixes: dict[str, str] = field(default_factory=lambda: {"@": "o", "+": "v"})
    """From the symbol before a nick to its mode, highest rank first."""
    chantypes: str = _CHANTYPES
    chanmodes: tuple[str, ...] = ("beI", "k", "l", "imnpst")
    linelen: int = MAX_LINE_BYTES
    """Bytes in the longest line that may be sent, CR LF included; never more than 512."""
    nicklen: int | None = None
    """Characters in the longest nick; None if the server does not say."""
    has_whox: bool = False
    """Whether WHO tells accounts (IRCv3's WHOX)."""
    has_monitor: bool = False
    """Whether the server can tell when a nick becomes free (IRCv3's MONITOR)."""
    bot_mode: str = ""
    """The letter of the user mode for bots (IRCv3's bot mode); "" if there is none."""
    most_joins: int | None = None
    """Channels that one JOIN may name (TARGMAX); None if the server does not say."""

    denied_tags: tuple[str, ...] = ()
    """The tags of clients that the server passes on to nobody (IRCv3's CLIENTTAGDENY).

    ``*`` stands for all but those with a ``-`` in front."""

    def lets_through(self, tag: str) -> bool:
        """Tell whether people get the client's TAG, here without its ``+``."""
        if "*" in self.denied_tags:
            return f"-{tag}" in self.denied_tags
        return tag not in self.denied_tags

    def told(self, tokens: Iterable[str]) -> "ISupport":
        """Return what holds after the server has sent TOKENS; invalid ones change nothing."""
        known = self
        for token in tokens:
            name, _, value = token.partition("=")
            if (entry := _TOKENS.get(name.removeprefix("-"))) is not None:
                field_name, read = entry
                told = getattr(_DEFAULTS, field_name) if name[0] == "-" else read(value, known)
                known = replace(known, **{field_name: told})
        return known

    @property
    def may_hide_members(self) -> bool:
        """Whether channels of this server may have a mode that hides members from the bot."""
        return not {AUDITORIUM, DELAYED_JOIN}.isdisjoint(self.chanmodes[_NEVER])

    def is_channel(self, name: str) -> bool:
        return name[:1] != "" and name[0] in self.chantypes

    def split_rank(self, entry: str) -> tuple[str, str]:
        """Split an ENTRY of NAMES into the rank symbols before the nick, and the rest."""
        rest = entry.lstrip("".join(self.prefixes))
        return entry[: len(entry) - len(rest)], rest

    def modes_shown(self, symbols: str) -> frozenset[str]:
        """Return the modes that the rank SYMBOLS stand for; unknown symbols count for nothing."""
        return frozenset(self.prefixes[each] for each in symbols if each in self.prefixes)

    def modes_below(self, modes: frozenset[str]) -> frozenset[str]:
        """Return the rank modes below the highest of MODES, which may hide them."""
        ranks = list(self.prefixes.values())
        highest = min((ranks.index(mode) for mode in modes if mode in ranks), default=len(ranks))
        return frozenset(ranks[highest + 1 :])

    def mode_changes(self, letters: str, parameters: Iterable[str]) -> Iterator[ModeChange]:
        """Read the LETTERS and PARAMETERS of a channel's MODE message; missing ones are None."""
        remaining = iter(parameters)
        given = True
        for letter in letters:
            if letter in "+-":
                given = letter == "+"
            else:
                has_parameter = self._takes_parameter(letter, given=given)
                yield ModeChange(given, letter, next(remaining, None) if has_parameter else None)

    def _takes_parameter(self, letter: str, *, given: bool) -> bool:
        if letter in self.prefixes.values():
            return True
        always = self.chanmodes[_LIST] + self.chanmodes[_ALWAYS]
        return letter in always or (given and letter in self.chanmodes[_WHEN_SET])


_DEFAULTS = ISupport()


def _prefixes(value: str, known: ISupport) -> dict[str, str]:
    if not value:
        return {}
    form = re.fullmatch(r"\((.*)\)(.*)", value)
    if form is None or len(form[1]) != len(form[2]) or len(form[1]) > _MAX_PREFIXES:
        return known.prefixes
    return dict(zip(form[2], form[1], strict=True))


def _line_length(value: str) -> int:
    length = _number(value) or 0
    return min(length, MAX_LINE_BYTES) if length >= _MIN_LINE_BELIEVED else MAX_LINE_BYTES


def _most_joins(targmax: str) -> int | None:
    """Return the number in ``JOIN:4`` of TARGMAX; None means no limit."""
    limits = dict(each.partition(":")[::2] for each in targmax.split(","))
    return _number(limits.get("JOIN", ""))


def _number(value: str) -> int | None:
    """Return VALUE as a number if it is a sensible one above 0, else None."""
    if re.fullmatch(f"[0-9]{{1,{_MAX_DIGITS}}}", value) is None:
        return None
    return int(value) or None


_TOKENS: dict[str, tuple[str, Callable[[str, ISupport], Any]]] = {
    "CASEMAPPING": ("fold", lambda value, _: fold_named(value)),
    "PREFIX": ("prefixes", _prefixes),
    "CHANTYPES": ("chantypes", lambda value, _: value or _CHANTYPES),
    "CHANMODES": ("chanmodes", lambda value, _: tuple(f"{value},,,".split(",")[: _NEVER + 1])),
    "LINELEN": ("linelen", lambda value, _: _line_length(value)),
    "NICKLEN": ("nicklen", lambda value, _: _number(value)),
    "WHOX": ("has_whox", lambda *_: True),
    "MONITOR": ("has_monitor", lambda *_: True),
    "BOT": ("bot_mode", lambda value, _: value if re.fullmatch("[A-Za-z]", value) else ""),
    "CLIENTTAGDENY": ("denied_tags", lambda value, _: tuple(value.split(","))),
    "TARGMAX": ("most_joins", lambda value, _: _most_joins(value)),
}
"""From each token to its field, and the function that reads its value."""
