"""One line of the ledger: how the chips in one account changed, as JSON."""

import json
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from pontoon.storage.atomic_file import Stamp
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.storage.versions import FileVersions, Version


class LedgerLine(NamedTuple):
    """A change of an ACCOUNT: the chips in it BEFORE and AFTER, and WHY they changed.

    The chips are None if the player is not in the file. A line without an account begins a file, or
    notes what was done BY somebody without moving chips.
    """

    time: str
    account: LedgerAccount | None
    before: int | None
    after: int | None
    why: str
    round: str = ""
    """The name of the round, "" for none."""
    more: int = 0
    """The number of lines that follow in the same step."""
    versions: FileVersions | None = None
    """The versions of players.xml, in the first line of a step; None if it was not written.

    Version 0.1.0 has them in the last line.
    """
    rounds: tuple[str, ...] = ()
    """The rounds that were settled last, in the first line of a file."""
    by: str = ""
    """The person who did it; "" for a game, or for the player."""
    also: tuple[str, ...] = ()
    """The other rounds that were settled in the same step, in its first line."""

    @property
    def gain(self) -> int:
        """The chips that the account has won, negative for a loss."""
        return (self.after or 0) - (self.before or 0)


_json_of = json.JSONEncoder(ensure_ascii=False).encode  # to make one for each line takes longer


def written(line: LedgerLine) -> bytes:
    """Return LINE as bytes, without a line break."""
    fields: dict[str, object] = {"time": line.time, "why": line.why}
    # These come first, so that ``read_torn`` finds them in most torn lines.
    if line.round:
        fields["round"] = line.round
    if line.also:
        fields["also"] = ",".join(line.also)
    if line.versions is not None:
        before, after = map(_shown, line.versions)
        fields |= {"to": after, "from": before}
    if line.more:
        fields["more"] = line.more
    if line.account is not None:
        kind, name = line.account
        fields |= {kind.value: name, "before": line.before, "after": line.after}
    if line.account is None and not line.by:
        fields["rounds"] = line.rounds
    if line.by:
        fields["by"] = line.by
    # JSON escapes what UTF-8 cannot encode.
    return _json_of(fields).encode("utf-8", "backslashreplace")


def read(text: bytes) -> LedgerLine:
    """Return the line in TEXT; ValueError if there is none."""
    try:
        fields = json.loads(text)
        line = LedgerLine(
            _of_type(str, fields["time"]),
            _account(fields),
            _chips(fields, "before"),
            _chips(fields, "after"),
            _of_type(str, fields["why"]),
            _of_type(str, fields.get("round", "")),
            _of_type(int, fields.get("more", 0)),
            _versions(fields),
            tuple(_of_type(str, name) for name in fields.get("rounds", ())),
            _of_type(str, fields.get("by", "")),
            _also(fields),
        )
    except (LookupError, TypeError, RecursionError) as error:
        raise ValueError from error
    if line.account is None and "rounds" not in fields and not line.by:
        raise ValueError
    return line


class Torn(NamedTuple):
    """What is left of a line whose end is missing; versions that are lost are None."""

    why: str
    round: str
    also: tuple[str, ...]
    versions: FileVersions
    is_past_versions: bool
    """Whether what is left goes beyond the place for the versions."""


_BEYOND_VERSIONS = re.compile(
    rb'\{"time": "[^"]*", "why": "(?:[^"\\]|\\.)*"(?:, "round": "(?:[^"\\]|\\.)*")?, "[^raft]'
)


def read_torn(text: bytes) -> Torn:
    whole, _, _ = text.rpartition(b', "')
    try:
        fields = json.loads(whole + b"}")
        why, name = (_of_type(str, fields.get(key, "")) for key in ("why", "round"))
        also = _also(fields)
        versions = FileVersions(
            *(_version(fields[key]) if key in fields else None for key in ("from", "to"))
        )
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        why, name, also, versions = "", "", (), FileVersions(None, None)
    return Torn(why, name, also, versions, _BEYOND_VERSIONS.match(text) is not None)


def _also(fields: Mapping[str, Any]) -> tuple[str, ...]:
    names = _of_type(str, fields.get("also", ""))
    return tuple(names.split(",")) if names else ()


def _account(fields: Mapping[str, Any]) -> LedgerAccount | None:
    for kind in AccountKind:
        if kind.value in fields:
            return LedgerAccount(kind, _of_type(str, fields[kind.value]))
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
    """Return VERSION as it is in a line; a stamp of 0.1.0 has no device there."""
    return version[1:] if isinstance(version, Stamp) else version


def _version(found: Any) -> Version | None:
    """Return the version that was FOUND in a line; None if it was not known."""
    if found is None or isinstance(found, str):
        return found
    inode, size, mtime_ns = (_of_type(int, number) for number in found)
    return Stamp(0, inode, size, mtime_ns)


def _of_type(kind: type[Any], value: Any) -> Any:
    if type(value) is not kind:
        raise TypeError
    return value
