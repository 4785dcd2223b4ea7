"""The lines of config.ini: which key is on which line, and what is wrong or out of date there.

The standard library's ``configparser`` does not report the line of a key, and stops at the first
fault. An admin needs every fault, with its line.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pontoon.irc.config import escaped
from pontoon.service.config import former
from pontoon.service.config.keys import Key

_MEMBER = re.compile("[A-Za-z0-9_-]{1,30}")
"""The NAME of a section [FAMILY:NAME]."""

_MEMBER_RULE = " A name after the colon has 1 to 30 of A-Z a-z 0-9 _ -"

Section = TypeVar("Section", bound=Struct)


class ConfigFault(Struct, frozen=True):
    """One fault, with its file, its line (None if it has no single one) and its key (or "")."""

    file: str
    line: int | None
    key: str
    reason: str

    def __str__(self) -> str:
        line = f"line {self.line}" if self.line is not None else ""
        return f"{', '.join(filter(None, (self.file, line, self.key)))}: {self.reason}"


class ConfigWarning(ConfigFault, frozen=True):
    """A key or a value that only an earlier version had: the bot starts all the same."""

    def __str__(self) -> str:
        return f"warning: {ConfigFault.__str__(self)}"


class ConfigError(Exception):
    """config.ini has faults. ``players_file`` is the file of the players, unless it is at fault."""

    def __init__(
        self,
        faults: Sequence[ConfigFault],
        players_file: Path | None = None,
        warnings: Sequence[ConfigWarning] = (),
    ) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)
        self.players_file = players_file
        self.warnings = tuple(warnings)


def _nearest(name: str, known: Mapping[str, object]) -> str:
    # Imported here: only a config.ini with a fault needs it.
    from difflib import get_close_matches

    return get_close_matches(name[:40].lower(), known, n=1, cutoff=0.0)[0]


class IniReader(Struct):
    """Collects what config.ini, which is at ``path``, says line by line, with faults and warnings.

    ``entries`` has (line, value) by (section, key). ``known`` has the keys of each section. The
    section ``family`` may also appear as [family:NAME], any number of times.
    """

    path: Path
    known: dict[str, Mapping[str, Key]]
    family: str
    entries: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    refused: set[tuple[str, str]] = field(default_factory=set)
    faults: list[ConfigFault] = field(default_factory=list)
    warnings: list[ConfigWarning] = field(default_factory=list)
    _headings: dict[str, int] = field(default_factory=dict)
    _section: str | None = ""
    """The current section: "" before the first heading, None below an unknown one."""
    _unfinished: tuple[str, str] | None = None
    """The section and key whose value indented lines may continue."""

    def add_fault(self, line: int | None, key: str, reason: str) -> None:
        """Note a fault; the arguments are those of ``ConfigFault``."""
        self.faults.append(ConfigFault(str(self.path), line, key, reason))

    def _warn(self, line: int, key: str, reason: str) -> None:
        self.warnings.append(ConfigWarning(str(self.path), line, key, reason))

    def take(self, lines: Iterable[str]) -> None:
        """Read all lines. A fault never quotes a malformed line: it may hold a password."""
        for number, line in enumerate(lines, 1):
            self._take(number, line)
        for (section, key), (_, value) in self.entries.items():
            if not value and not self.known[section][key].may_be_empty:
                self._refuse(section, key, "has no value")

    def _take(self, number: int, line: str) -> None:
        is_indented, line = line[:1] in (" ", "\t"), line.strip(" \t")
        if is_indented and self._unfinished is not None and self._goes_on(self._unfinished, line):
            first, value = self.entries[self._unfinished]
            self.entries[self._unfinished] = first, f"{value}\n{line}" if value else line
            return
        if not line or line[0] in "#;":
            return
        self._unfinished = None
        if heading := re.fullmatch(r"\[[ \t]*(.*?)[ \t]*\]", line):
            self._open(number, heading[1])
        elif pair := re.fullmatch(r"(\w+)[ \t]*=[ \t]*(.*)", line, re.ASCII):
            self._put(number, pair[1], pair[2])
        else:
            self.add_fault(number, "", "this line is neither [section] nor key = value")
            self._section = None if line[0] == "[" else self._section

    def _goes_on(self, place: tuple[str, str], line: str) -> bool:
        """Tell whether LINE, which is indented, continues the value at PLACE."""
        section, key = place
        known = self.known[section]
        # A channel may be called #password=x, but that is rather a key that is commented out.
        commented = re.match(r"#(\w+)[ \t]*[=:]", line, re.ASCII)
        is_comment = commented is not None and commented[1] in known
        return not is_comment and re.fullmatch(known[key].goes_on, line) is not None

    def members(self) -> list[str]:
        """Return the NAME of each section of the family, in the order of the file; "" for none."""
        family = self.family
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
            self.add_fault(number, place, f"appears twice, first in line {first}")

    def _put(self, number: int, key: str, value: str) -> None:
        if self._section == "":
            self.add_fault(number, escaped(key), "appears before the first [section]")
            self._section = None
        if not (section := self._section):
            return
        place, known = f"[{section}] {escaped(key)}", self.known[section]
        if why := former.why_gone(section, key):
            ignored = f"is a key of an earlier version, and ignored: {why}"
            self._warn(number, place, f"{ignored}; you can remove the line")
        elif key not in known:
            self.add_fault(number, place, f"unknown key; did you mean {_nearest(key, known)}?")
        elif (section, key) in self.entries:
            first, _ = self.entries[section, key]
            self.add_fault(number, place, f"appears twice, first in line {first}")
        else:
            self.entries[section, key] = (number, value)
            self._unfinished = (section, key)

    def values(self, section: str) -> dict[str, Any]:
        """Return the values in SECTION, without those that are empty or faulty."""
        found = {}
        entries = [(key, each) for (home, key), each in self.entries.items() if home == section]
        for key, (line, given) in entries:
            if value := self._read_now(section, key, line, given):
                try:
                    found[key] = self.known[section][key].read(value)
                except ValueError as wrong:
                    self._refuse(section, key, str(wrong))
        return found

    def _read_now(self, section: str, key: str, line: int, value: str) -> str:
        """Return VALUE of KEY without what only earlier versions had, and warn of that."""
        value, gone = former.read_now(section, key, value)
        for word, now in gone.items():
            write = f"read as {now}: write that, or remove the line to get the default"
            what = f"'{escaped(word)}' is a value of an earlier version"
            fix = write if now else "ignored: remove it"
            self._warn(line, f"[{section}] {key}", f"{what}, and {fix}")
        return value

    def _refuse(self, section: str, key: str, reason: str) -> None:
        line, _ = self.entries[section, key]
        self.refused.add((section, key))
        self.add_fault(line, f"[{section}] {key}", reason)

    def filled(self, kind: type[Section], values: Mapping[str, Any]) -> Section:
        """Return a section of KIND with VALUES; its files start at the folder of ``path``."""
        section = kind(**values)
        files = {key: each for key, each in asdict(section).items() if isinstance(each, Path)}
        return replace(section, **{key: self.path.parent / file for key, file in files.items()})

    def conflict(self, section: str, keys: Sequence[str], reason: str) -> None:
        """Report REASON at the first of KEYS that config.ini sets, unless one is faulty itself."""
        places = [(section if key in self.known[section] else "table", key) for key in keys]
        if self.refused.isdisjoint(places):
            blamed = next((place for place in places if place in self.entries), places[0])
            line, _ = self.entries.get(blamed, (None, ""))
            about = "" if blamed == places[0] else f"{keys[0]} = "
            self.add_fault(line, f"[{blamed[0]}] {blamed[1]}", about + reason)


def lines_of(path: Path) -> list[str]:
    """Return the lines of the file at PATH; raise ConfigError if it cannot be read."""
    line = None
    try:
        text = path.read_bytes().decode("utf-8-sig")
        return [each.removesuffix("\r") for each in text.split("\n")]
    except OSError as wrong:
        reason = f"cannot be read: {wrong.strerror}"
    except UnicodeDecodeError as wrong:
        line, reason = wrong.object.count(b"\n", 0, wrong.start) + 1, "is not UTF-8"
    raise ConfigError([ConfigFault(str(path), line, "", reason)])
