"""One line of the ledger: what has become of one pile of chips, as JSON."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pontoon.storage.atomic_file import Stamp
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.versions import FileVersions, Version


class LedgerLine(NamedTuple):
    """That a PILE had so many chips BEFORE, and has so many AFTER, and WHY.

    None instead of chips: the player is not in the file. A line without a pile begins a file, or
    tells of something done BY somebody that has moved no chips.
    """

    time: str
    pile: LedgerAccount | None
    before: int | None
    after: int | None
    why: str
    round: str = ""
    """The name of the round, "" for none."""
    more: int = 0
    """How many lines are still to come of all that is changed at once, one behind the other."""
    versions: FileVersions | None = None
    """In the first of those: of players.xml; None where the file was found as it is.

    Version 0.1.0 has them in the last one.
    """
    rounds: tuple[str, ...] = ()
    """In the first line of a file: the rounds that were settled last by then."""
    by: str = ""
    """Who has done it, where somebody has; "" for a game, or the player."""

    @property
    def gain(self) -> int:
        """The chips that there are more in the pile than before."""
        return (self.after or 0) - (self.before or 0)


def written(line: LedgerLine) -> bytes:
    """Return LINE as it is in the file, without the line break."""
    fields: dict[str, object] = {"time": line.time, "why": line.why}
    # Next what ``read_torn`` has to find.
    if line.round:
        fields["round"] = line.round
    if line.versions is not None:
        before, after = map(_shown, line.versions)
        fields |= {"to": after, "from": before}
    if line.more:
        fields["more"] = line.more
    if line.pile is not None:
        holder, name = line.pile
        fields |= {holder.value: name, "before": line.before, "after": line.after}
    if line.pile is None and not line.by:
        fields["rounds"] = line.rounds
    if line.by:
        fields["by"] = line.by
    # What cannot be encoded JSON can escape.
    return json.dumps(fields, ensure_ascii=False).encode("utf-8", "backslashreplace")


def read(text: bytes) -> LedgerLine:
    """Return the line that TEXT is; ValueError where it is none."""
    try:
        fields = json.loads(text)
        line = LedgerLine(
            _of_type(str, fields["time"]),
            _pile(fields),
            _chips(fields, "before"),
            _chips(fields, "after"),
            _of_type(str, fields["why"]),
            _of_type(str, fields.get("round", "")),
            _of_type(int, fields.get("more", 0)),
            _versions(fields),
            tuple(_of_type(str, name) for name in fields.get("rounds", ())),
            _of_type(str, fields.get("by", "")),
        )
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError from error
    if line.pile is None and "rounds" not in fields and not line.by:
        raise ValueError
    return line


class Torn(NamedTuple):
    """What is left of a line whose end is missing; versions are None where they are not."""

    why: str
    round: str
    versions: FileVersions
    is_headless: bool
    """Whether it goes beyond the place where a line has the versions, if it has any."""


_BEYOND_VERSIONS = re.compile(
    rb'\{"time": "[^"]*", "why": "(?:[^"\\]|\\.)*"(?:, "round": "(?:[^"\\]|\\.)*")?, "[^rft]'
)


def read_torn(text: bytes) -> Torn:
    """Return what TEXT, the beginning of a line, still shows."""
    whole, _, _ = text.rpartition(b', "')
    try:
        fields = json.loads(whole + b"}")
        why, name = (_of_type(str, fields.get(key, "")) for key in ("why", "round"))
        versions = FileVersions(
            *(_version(fields[key]) if key in fields else None for key in ("from", "to"))
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        why, name, versions = "", "", FileVersions(None, None)
    return Torn(why, name, versions, _BEYOND_VERSIONS.match(text) is not None)


def _pile(fields: Mapping[str, Any]) -> LedgerAccount | None:
    for holder in AccountKind:
        if holder.value in fields:
            return LedgerAccount(holder, _of_type(str, fields[holder.value]))
    return None


def _chips(fields: Mapping[str, Any], name: str) -> int | None:
    chips = fields.get(name)
    return None if chips is None else _of_type(int, chips)


def _versions(fields: Mapping[str, Any]) -> FileVersions | None:
    if "to" not in fields:
        return None
    versions = FileVersions(_version(fields["from"]), _version(fields["to"]))
    if versions.written is None:
        raise ValueError
    return versions


def _shown(version: Version | None) -> object:
    """Return VERSION as a line has it; 0.1.0 wrote stamps without the device."""
    return version[1:] if isinstance(version, Stamp) else version


def _version(found: Any) -> Version | None:
    """Return the version that was FOUND in a line; null where none was known."""
    if found is None or isinstance(found, str):
        return found
    inode, size, mtime_ns = (_of_type(int, number) for number in found)
    return Stamp(0, inode, size, mtime_ns)


def _of_type(kind: type[Any], value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value
