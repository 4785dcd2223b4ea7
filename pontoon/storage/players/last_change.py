"""The last change of a ledger: whether it was made in players.xml, and all its lines are there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from pontoon.storage.atomic_file import Stamp
from pontoon.storage.players import ledger_line
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.versions import FileVersions, Version

IsInPlace = Callable[[FileVersions], bool | None]
"""Tells whether a version of players.xml has taken its place; None where nothing shows it."""


class State(Enum):
    """What has become of a change that was posted."""

    WHOLE = auto()
    """It is in players.xml, or was at least, and all its lines are here."""
    NOT_MADE = auto()
    """It is not in players.xml."""
    CUT_OFF = auto()
    """It is in players.xml, but not all its lines are here."""
    UNKNOWN = auto()
    """Not all its lines are here, and nothing shows whether it is in players.xml."""


@dataclass(frozen=True, slots=True)
class LastChange:
    """The last change of a ledger: the number of its FIRST line, from 0, and what these show."""

    first: int
    round: str
    """Its name, "" for none, or where it cannot be read."""
    why: str
    versions: FileVersions | None
    is_whole: bool
    """Whether all its lines are here."""

    def state(self, is_in_place: IsInPlace) -> State:
        """Return what has become of it."""
        if self.versions is None:
            return State.WHOLE if self.is_whole else State.NOT_MADE
        is_made = is_in_place(self.versions)
        if is_made is False:
            return State.NOT_MADE
        if self.is_whole:
            return State.WHOLE
        return State.CUT_OFF if is_made else State.UNKNOWN


def kept(lines: Sequence[LedgerLine], is_in_place: IsInPlace) -> Sequence[LedgerLine]:
    """Return LINES, but for those of a last change that was not made, or is not whole."""
    change = last_change(lines, b"")
    is_whole = change is None or change.state(is_in_place) is State.WHOLE
    return lines if change is None or is_whole else lines[: change.first]


def last_change(lines: Sequence[LedgerLine], torn: bytes) -> LastChange | None:
    """Return the last change in LINES, behind which is a TORN one, "" for none.

    None where there is none.
    """
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
    return LastChange(first, change[0].round, change[0].why, versions, is_whole)


def _torn_change(lines: Sequence[LedgerLine], torn: bytes) -> LastChange:
    """Return the change of which only the beginning of its first line is there, behind LINES."""
    left, last = ledger_line.read_torn(torn), _last_version(lines)
    versions: FileVersions | None = FileVersions(
        left.versions.before or last, left.versions.written
    )
    if left.is_headless and not isinstance(last, Stamp):  # version 0.1.0 wrote them at the end
        versions = None
    return LastChange(len(lines), left.round, left.why, versions, is_whole=False)


def _last_version(lines: Sequence[LedgerLine]) -> Version | None:
    """Return the last version of players.xml that LINES name."""
    return next((line.versions.written for line in reversed(lines) if line.versions), None)
