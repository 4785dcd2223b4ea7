"""The last change in a ledger: whether players.xml has it, and the ledger has all its lines."""

from collections.abc import Sequence
from enum import Enum, auto
from pathlib import Path

from msgspec import Struct

from pontoon.storage.atomic_file import Stamp
from pontoon.storage.players import ledger_line
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.versions import FileVersions, Version, is_in_place


class PostingState(Enum):
    """What has become of a change that was posted."""

    WHOLE = auto()
    """All its lines are here, and it is not known to be missing from players.xml."""
    NOT_MADE = auto()
    """It is not in players.xml."""
    CUT_OFF = auto()
    """It is in players.xml, but some of its lines are missing."""
    UNKNOWN = auto()
    """Some of its lines are missing, and nothing shows whether it is in players.xml."""


class LastChange(Struct, frozen=True):
    """The last change in a ledger; FIRST is the index of its first line."""

    first: int
    round: str
    """The name of the first round, "" for none, or if it cannot be read."""
    also: tuple[str, ...]
    """The names of the other rounds."""
    why: str
    versions: FileVersions | None
    is_whole: bool
    """Whether all its lines are here."""

    def state(self, players_file: Path) -> PostingState:
        versions = self.versions
        is_made = self.is_whole if versions is None else is_in_place(players_file, versions)
        if is_made is False:
            return PostingState.NOT_MADE
        if self.is_whole:
            return PostingState.WHOLE
        return PostingState.CUT_OFF if is_made else PostingState.UNKNOWN


def kept(lines: Sequence[LedgerLine], players_file: Path) -> Sequence[LedgerLine]:
    """Return LINES without those of a last change that PLAYERS_FILE lacks, or that is not whole."""
    change = last_change(lines, b"")
    if change is None or change.state(players_file) is PostingState.WHOLE:
        return lines
    return lines[: change.first]


def last_change(lines: Sequence[LedgerLine], torn: bytes) -> LastChange | None:
    """Return the last change in LINES and in what is left of a TORN line behind them."""
    if not lines:
        return None
    if torn and not lines[-1].more:
        return _torn_change(lines, torn)
    first = len(lines) - 1
    while first and lines[first - 1].more == lines[first].more + 1:
        first -= 1
    change, is_whole = lines[first:], not lines[-1].more
    versions = next((line.versions for line in change if line.versions), None)
    if versions is None and not is_whole:
        versions = FileVersions(_last_version(lines[:first]), None)
    begins = change[0]
    return LastChange(first, begins.round, begins.also, begins.why, versions, is_whole)


def _torn_change(lines: Sequence[LedgerLine], torn: bytes) -> LastChange:
    """Return a change behind LINES of which only the TORN first line is left."""
    left, last = ledger_line.read_torn(torn), _last_version(lines)
    if left.is_past_versions and not isinstance(last, Stamp):  # version 0.1.0 wrote them at the end
        versions = None
    else:
        versions = FileVersions(left.versions.before or last, left.versions.written)
    return LastChange(len(lines), left.round, left.also, left.why, versions, is_whole=False)


def _last_version(lines: Sequence[LedgerLine]) -> Version | None:
    return next((line.versions.written for line in reversed(lines) if line.versions), None)
