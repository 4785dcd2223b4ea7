"""config.ini as it is written: which line says what, and what is wrong with it.

``configparser`` of the standard library does not tell on which line a key stands, and gives up at
the first fault; an admin is to be told every one, with its line.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pontoon.service.config.values import Reader, escaped

MAY_BE_EMPTY = {
    "irc": {
        *("tls_ca_file", "tls_fingerprints", "tls_certificate", "tls_key", "alternatives"),
        *("password", "password_file", "account", "account_password", "account_password_file"),
        *("sasl_key", "channel_keys", "ignore"),
    },
    "admin": {"accounts", "masks"},
    "log": {"file"},
}
"""The keys that need no value, by section."""

_MEMBER = re.compile("[A-Za-z0-9_-]{1,30}")
"""The name of one of several sections of a family."""

_MEMBER_RULE = " A name after the colon has 1 to 30 of A-Z a-z 0-9 _ -"


@dataclass(frozen=True, slots=True)
class ConfigFault:
    """One thing that is wrong: with which file, line (None: no one line) and key ("": no key)."""

    file: str
    line: int | None
    key: str
    reason: str

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line is not None else ""
        return f"{', '.join(filter(None, (self.file, line, self.key)))}: {self.reason}"


class ConfigError(Exception):
    """Why the bot cannot start: all faults by line. Also where the players are, if that is well."""

    def __init__(self, faults: Sequence[ConfigFault], players_file: Path | None = None) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)
        self.players_file = players_file


def _nearest(name: str, known: Mapping[str, object]) -> str:
    # Only somebody with a fault in config.ini waits for this to be loaded.
    from difflib import get_close_matches

    return get_close_matches(name[:40].lower(), known, n=1, cutoff=0.0)[0]


@dataclass(slots=True)
class IniReader:
    """What config.ini gives, (line, value) by (section, key), and what was found wrong with it.

    Of the section FAMILY there can be more, each called [FAMILY:NAME].
    """

    file: str
    known: dict[str, Mapping[str, Reader]]
    family: str
    entries: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    refused: set[tuple[str, str]] = field(default_factory=set)
    faults: list[ConfigFault] = field(default_factory=list)
    _headings: dict[str, int] = field(default_factory=dict)
    _section: str | None = ""
    """Where we are: "" before the first heading, None where keys cannot be judged."""

    def add_fault(self, line: int | None, key: str, reason: str) -> None:
        """Note a fault, as ConfigFault has it."""
        self.faults.append(ConfigFault(self.file, line, key, reason))

    def take(self, number: int, line: str) -> None:
        """Take in one line. What is no ``key = value`` is not shown: it may hold a password."""
        if not line or line[0] in "#;":
            return
        if heading := re.fullmatch(r"\[[ \t]*(.*?)[ \t]*\]", line):
            self._open(number, heading[1])
        elif pair := re.fullmatch(r"(\w+)[ \t]*=[ \t]*(.*)", line, re.ASCII):
            self._put(number, pair[1], pair[2])
        else:
            self.add_fault(number, "", "this is neither [section] nor key = value")
            self._section = None if line[0] == "[" else self._section

    def members(self, family: str) -> list[str]:
        """Return the NAMEs of the sections of FAMILY in the order of the file, "" for its own."""
        return [
            name.removeprefix(family).removeprefix(":")
            for name in self._headings
            if name == family or name.startswith(f"{family}:")
        ]

    def _open(self, number: int, name: str) -> None:
        family, colon, member = name.partition(":")
        if colon and family == self.family and _MEMBER.fullmatch(member):
            self.known.setdefault(name, self.known[family])
        self._section = name if name in self.known else None
        place = f"[{escaped(name)}]"
        if self._section is None:
            nearest = f"unknown section; did you mean [{_nearest(name, self.known)}]?"
            of_family = colon and family == self.family
            self.add_fault(number, place, f"{nearest}{_MEMBER_RULE if of_family else ''}")
        elif (first := self._headings.setdefault(name, number)) != number:
            self.add_fault(number, place, f"is given twice, first in line {first}")

    def _put(self, number: int, key: str, value: str) -> None:
        if self._section == "":
            self.add_fault(number, escaped(key), "is before the first [section]")
            self._section = None
        if not (section := self._section):
            return
        place, known = f"[{section}] {escaped(key)}", self.known[section]
        if key not in known:
            self.add_fault(number, place, f"unknown key; did you mean {_nearest(key, known)}?")
        elif (section, key) in self.entries:
            first, _ = self.entries[section, key]
            self.add_fault(number, place, f"is given twice, first in line {first}")
        elif not value and key not in MAY_BE_EMPTY.get(section.partition(":")[0], ()):
            self.refused.add((section, key))
            self.add_fault(number, place, "has no value")
        else:
            self.entries[section, key] = (number, value)

    def values(self, section: str) -> dict[str, Any]:
        """Return what the keys given in SECTION say, without those empty or at fault."""
        found = {}
        for (home, key), (line, value) in self.entries.items():
            if home == section and value:
                try:
                    found[key] = self.known[section][key](value)
                except ValueError as wrong:
                    self.refused.add((section, key))
                    self.add_fault(line, f"[{section}] {key}", str(wrong))
        return found

    def conflict(self, section: str, keys: Sequence[str], reason: str) -> None:
        """Blame the first of KEYS that config.ini gives, unless one has a fault of its own."""
        places = [(section if key in self.known[section] else "table", key) for key in keys]
        if self.refused.isdisjoint(places):
            blamed = next((place for place in places if place in self.entries), places[0])
            line, _ = self.entries.get(blamed, (None, ""))
            about = "" if blamed == places[0] else f"{keys[0]} = "
            self.add_fault(line, f"[{blamed[0]}] {blamed[1]}", about + reason)


def stripped_lines(path: Path) -> list[str]:
    """Return the lines of the file at PATH; ConfigError where it cannot be read."""
    line = None
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return [each.removesuffix("\r").strip(" \t") for each in text.split("\n")]
    except OSError as wrong:
        reason = f"cannot be read: {wrong.strerror}"
    except UnicodeDecodeError as wrong:
        line, reason = wrong.object.count(b"\n", 0, wrong.start) + 1, "is not UTF-8"
    raise ConfigError([ConfigFault(str(path), line, "", reason)])
