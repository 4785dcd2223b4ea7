"""What a server says about itself in its 005 lines (RPL_ISUPPORT), as far as it matters here."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from pontoon.casemapping import Fold, fold_named, rfc1459

LONGEST_LINE = 512
"""Bytes in a line, CR LF included, where a server says nothing else (RFC 1459, 2.3)."""

_SHORTEST_LINE_BELIEVED = 128

_MOST_PREFIXES = 20
"""Ranks above which PREFIX is senseless; servers have two to six."""

_CHANTYPES = "#&"
_LIST, _ALWAYS, _WHEN_SET, _NEVER = range(4)


@dataclass(frozen=True, slots=True)
class ModeChange:
    """One letter of a MODE message: given or taken, and its parameter where it takes one."""

    given: bool
    mode: str
    parameter: str | None


def _rfc_prefixes() -> dict[str, str]:
    return {"@": "o", "+": "v"}


@dataclass(frozen=True, slots=True)
class ISupport:
    """A server's own dialect; the defaults hold until it says otherwise."""

    fold: Fold = rfc1459
    prefixes: dict[str, str] = field(default_factory=_rfc_prefixes)
    """From the symbol before a nick to the mode it stands for, highest rank first."""
    chantypes: str = _CHANTYPES
    chanmodes: tuple[str, ...] = ("beI", "k", "l", "imnpst")
    linelen: int = LONGEST_LINE
    """Bytes in the longest line that may be sent, CR LF included; never more than 512."""

    def told(self, tokens: Iterable[str]) -> "ISupport":
        """Return what holds once the server has sent TOKENS; a senseless one changes nothing."""
        known = self
        for token in tokens:
            name, _, value = token.partition("=")
            known = known._negated(name[1:]) if name.startswith("-") else known._with(name, value)
        return known

    def is_channel(self, name: str) -> bool:
        """Tell whether NAME is a channel's and not a nick."""
        return name[:1] != "" and name[0] in self.chantypes

    def split_rank(self, entry: str) -> tuple[str, str]:
        """Split an ENTRY of NAMES into the symbols of rank before the nick, and the rest."""
        rest = entry.lstrip("".join(self.prefixes))
        return entry[: len(entry) - len(rest)], rest

    def modes_shown(self, symbols: str) -> frozenset[str]:
        """Return the modes that SYMBOLS of rank stand for; others mean nothing."""
        return frozenset(self.prefixes[each] for each in symbols if each in self.prefixes)

    def modes_below(self, modes: frozenset[str]) -> frozenset[str]:
        """Return the modes of rank below the highest of MODES, which may hide them."""
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
            elif self._takes_parameter(letter, given=given):
                yield ModeChange(given, letter, next(remaining, None))
            else:
                yield ModeChange(given, letter, None)

    def _takes_parameter(self, letter: str, *, given: bool) -> bool:
        if letter in self.prefixes.values():
            return True
        always = self.chanmodes[_LIST] + self.chanmodes[_ALWAYS]
        return letter in always or (given and letter in self.chanmodes[_WHEN_SET])

    def _with(self, name: str, value: str) -> "ISupport":
        match name:
            case "CASEMAPPING":
                return replace(self, fold=fold_named(value))
            case "PREFIX":
                return replace(self, prefixes=_prefixes(value, otherwise=self.prefixes))
            case "CHANTYPES":
                return replace(self, chantypes=value or _CHANTYPES)
            case "CHANMODES":
                kinds = [*value.split(","), "", "", "", ""]
                return replace(self, chanmodes=tuple(kinds[: _NEVER + 1]))
            case "LINELEN":
                return replace(self, linelen=_line_length(value))
        return self

    def _negated(self, name: str) -> "ISupport":
        default = ISupport()
        match name:
            case "CASEMAPPING":
                return replace(self, fold=default.fold)
            case "PREFIX":
                return replace(self, prefixes=default.prefixes)
            case "CHANTYPES":
                return replace(self, chantypes=default.chantypes)
            case "CHANMODES":
                return replace(self, chanmodes=default.chanmodes)
            case "LINELEN":
                return replace(self, linelen=default.linelen)
        return self


def _prefixes(value: str, otherwise: dict[str, str]) -> dict[str, str]:
    if not value:
        return {}
    form = re.fullmatch(r"\((.*)\)(.*)", value)
    if form is None or len(form[1]) != len(form[2]) or len(form[1]) > _MOST_PREFIXES:
        return otherwise
    return dict(zip(form[2], form[1], strict=True))


def _line_length(value: str) -> int:
    if re.fullmatch("[0-9]{1,6}", value) is None or int(value) < _SHORTEST_LINE_BELIEVED:
        return LONGEST_LINE
    return min(int(value), LONGEST_LINE)
