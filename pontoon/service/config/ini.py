"""config.ini as ``configparser`` reads it, but with lines: what is wrong or out of date in which.

The standard library's parser does not tell the line of a key, and stops at one that appears twice.
An admin needs every fault, with its line.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from configparser import ParsingError, RawConfigParser
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

from msgspec import Struct, field
from msgspec.structs import asdict, replace

from pontoon.irc.config import escaped
from pontoon.service.config import former
from pontoon.service.config.keys import Key
from pontoon.tables.config import PlayersConfig

_MEMBER = re.compile("[A-Za-z0-9_-]{1,30}")
"""The NAME of a section [FAMILY:NAME]."""

_MEMBER_RULE = " A name after the colon has 1 to 30 of A-Z a-z 0-9 _ -"

Section = TypeVar("Section", bound=Struct)


class ConfigFault(Struct, frozen=True):
    """One fault, with its file, its line (None if it has no single one) and its key (or "").

    A warning is about what only an earlier version had: the bot starts all the same.
    """

    file: str
    line: int | None
    key: str
    reason: str
    is_warning: bool = False

    def __str__(self) -> str:
        mark = "warning: " if self.is_warning else ""
        line = f"line {self.line}" if self.line is not None else ""
        return f"{mark}{', '.join(filter(None, (self.file, line, self.key)))}: {self.reason}"


class ConfigError(Exception):
    """config.ini has faults. ``players`` is the section about players, unless that is at fault."""

    def __init__(
        self,
        faults: Sequence[ConfigFault],
        players: PlayersConfig | None = None,
        warnings: Sequence[ConfigFault] = (),
    ) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = tuple(faults)
        self.players = players
        self.warnings = tuple(warnings)


def _nearest(name: str, known: Mapping[str, object]) -> str:
    return get_close_matches(name[:40].lower(), known, n=1, cutoff=0.0)[0]


class LineParser(RawConfigParser):
    """Reads config.ini to its end, and tells the line of each section and key.

    To ``configparser`` the names begin with these lines, as in ``7 [irc]`` and ``8 port``: so none
    appears twice. KEYS tells which values can continue on indented lines, and how.
    """

    SECTCRE = re.compile(r"(?P<header>\d+ \[.*)")
    OPTCRE = re.compile(r"(?P<option>\d+ \w+)[ \t]*(?P<vi>=)(?P<value>.*)", re.ASCII)

    def __init__(self, keys: Mapping[str, Key]) -> None:
        super().__init__(comment_prefixes=(), interpolation=None)
        # A channel may be called #password=x, but that is rather a key that is commented out.
        no_comment = rf"(?!#({'|'.join(keys)})[ \t]*[=:])"
        self._goes_on = {
            name: re.compile(f"{no_comment}({key.goes_on})")
            for name, key in keys.items()
            if key.goes_on
        }
        self.malformed: list[int] = []
        """The lines that are neither a section nor a key."""

    def optionxform(self, optionstr: str) -> str:
        """Return the name of a key as it is: a capital letter is another one."""
        return optionstr

    def read_lines(self, lines: Iterable[str]) -> None:
        """Read LINES, which have no line feeds."""
        try:
            self.read_file(self._numbered(lines))
        except ParsingError as error:  # It quotes lines, which may hold passwords.
            self.malformed = [number - 1 for number, _ in error.errors]

    def _numbered(self, lines: Iterable[str]) -> Iterator[str]:
        """Yield LINES as ``configparser`` takes them.

        Only lines that continue a value are indented, and the others have numbers. Comments are
        left out here, since within a value # may begin a channel.
        """
        yield "0 ["
        key = ""
        for number, line in enumerate(lines, 1):
            text = line.strip()
            goes_on = self._goes_on.get(key) if line[:1] in (" ", "\t") else None
            if goes_on is not None and goes_on.fullmatch(text):
                yield f" {text}"
            elif not text or text[0] in "#;":
                yield ""
            else:
                key = text.partition("=")[0].rstrip() if "=" in text else ""
                yield f"{number} {text}"

    def numbered_sections(self) -> Iterator[tuple[int, str, list[tuple[int, str, str]]]]:
        """Yield each section, as in ``[irc]``, and its keys with their values, after their lines.

        The first one, in line 0, is ``[`` and has the keys before the first real one.
        """
        for heading in self.sections():
            line, text = heading.split(" ", 1)
            keys = []
            for name, value in self.items(heading):
                number, key = name.split()
                keys.append((int(number), key, "\n".join(filter(None, value.split("\n")))))
            yield int(line), text, keys


class Draft(Struct):
    """What config.ini, which is at ``path``, says, with its faults and warnings.

    ``entries`` has (line, value) by (section, key). ``known`` has the keys of each section. The
    section ``family`` may also appear as [family:NAME], any number of times: ``members`` has each
    NAME, in the order of the file, and "" for that section itself.
    """

    path: Path
    known: dict[str, Mapping[str, Key]]
    family: str
    entries: dict[tuple[str, str], tuple[int, str]] = field(default_factory=dict)
    members: list[str] = field(default_factory=list)
    refused: set[tuple[str, str]] = field(default_factory=set)
    faults: list[ConfigFault] = field(default_factory=list)

    def add_fault(
        self, line: int | None, key: str, reason: str, *, is_warning: bool = False
    ) -> None:
        """Note a fault; the arguments are those of ``ConfigFault``."""
        self.faults.append(ConfigFault(str(self.path), line, key, reason, is_warning))

    def take(self, lines: Iterable[str]) -> None:
        """Read all lines. A fault never quotes a malformed line: it may hold a password."""
        parser = LineParser(self.known[self.family])
        parser.read_lines(lines)
        malformed, opened = parser.malformed, dict[str, int]()
        (_, _, early), *sections = parser.numbered_sections()
        for line, key, _ in early[:1]:
            self.add_fault(line, escaped(key), "appears before the first [section]")
        for line, heading, keys in sections:
            if not heading.endswith("]"):
                malformed.append(line)
            elif self._open(line, name := heading[1:-1].strip(), opened):
                for number, key, value in keys:
                    self._put(number, name, key, value)
        for line in malformed:
            self.add_fault(line, "", "this line is neither [section] nor key = value")
        for (section, key), (_, value) in self.entries.items():
            if not value and not self.known[section][key].may_be_empty:
                self.refuse(section, key, "has no value")

    def _open(self, line: int, name: str, opened: dict[str, int]) -> bool:
        """Begin the section NAME; return whether there is one of that name."""
        family, colon, member = name.partition(":")
        of_family, place = colon and family == self.family, f"[{escaped(name)}]"
        if of_family and _MEMBER.fullmatch(member):
            self.known.setdefault(name, self.known[family])
        if name not in self.known:
            nearest = f"unknown section; did you mean [{_nearest(name, self.known)}]?"
            self.add_fault(line, place, f"{nearest}{_MEMBER_RULE if of_family else ''}")
            return False
        if (first := opened.setdefault(name, line)) != line:
            self.add_fault(line, place, f"appears twice, first in line {first}")
        elif family == self.family:
            self.members.append(member)
        return True

    def _put(self, line: int, section: str, key: str, value: str) -> None:
        place, known = f"[{section}] {escaped(key)}", self.known[section]
        if why := former.why_gone(section, key):
            ignored = f"is a key of an earlier version, and ignored: {why}"
            self.add_fault(line, place, f"{ignored}; you can remove the line", is_warning=True)
            self.refused.add((section, key))
        elif key not in known:
            self.add_fault(line, place, f"unknown key; did you mean {_nearest(key, known)}?")
        elif (section, key) in self.entries:
            first, _ = self.entries[section, key]
            self.add_fault(line, place, f"appears twice, first in line {first}")
        else:
            self.entries[section, key] = (line, value)

    def values(self, section: str) -> dict[str, Any]:
        """Return the values in SECTION, without those that are empty or faulty."""
        found = {}
        entries = [(key, each) for (home, key), each in self.entries.items() if home == section]
        for key, (line, given) in entries:
            if value := self._read_now(section, key, line, given):
                try:
                    found[key] = self.known[section][key].read(value)
                except ValueError as wrong:
                    self.refuse(section, key, str(wrong))
        return found

    def _read_now(self, section: str, key: str, line: int, value: str) -> str:
        """Return VALUE of KEY without what only earlier versions had, and warn of that."""
        value, gone = former.read_now(section, key, value)
        for word, now in gone.items():
            write = f"read as {now}: write that, or remove the line to get the default"
            what = f"'{escaped(word)}' is a value of an earlier version"
            fix = write if now else "ignored: remove it"
            self.add_fault(line, f"[{section}] {key}", f"{what}, and {fix}", is_warning=True)
        return value

    def given(self, section: str, key: str) -> str:
        """Return the text behind KEY in SECTION; "" if there is none."""
        _, value = self.entries.get((section, key), (0, ""))
        return value

    def refuse(self, section: str, key: str, reason: str) -> None:
        """Note a fault of KEY in SECTION, so that it has no conflicts besides."""
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
        shared = self.known["table"].keys() - self.known[section].keys()
        places = [("table" if key in shared else section, key) for key in keys]
        if self.refused.isdisjoint(places):
            blamed = next((place for place in places if place in self.entries), places[0])
            line, _ = self.entries.get(blamed, (None, ""))
            about = "" if blamed == places[0] else f"{keys[0]} = "
            self.add_fault(line, f"[{blamed[0]}] {blamed[1]}", about + reason)


def lines_of(path: Path) -> list[str]:
    """Return the lines of the file at PATH; raise ConfigError if it cannot be read."""
    line = None
    try:
        return path.read_bytes().decode("utf-8-sig").split("\n")
    except OSError as wrong:
        reason = f"cannot be read: {wrong.strerror}"
    except UnicodeDecodeError as wrong:
        line, reason = wrong.object.count(b"\n", 0, wrong.start) + 1, "is not UTF-8"
    raise ConfigError([ConfigFault(str(path), line, "", reason)])
