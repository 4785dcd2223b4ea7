"""The audit: whether the ledger explains all the chips that are in players.xml."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pontoon.storage.atomic_file import Stamp, beside, stamp
from pontoon.storage.players import ledger
from pontoon.storage.players.last_change import kept
from pontoon.storage.players.ledger import CARRIED, EDIT, KEPT, LedgerError
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.players.player import (
    NOWHERE,
    AccountKind,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.versions import is_in_place

_TRIES = 100
"""How often all is read again because a bot that runs has written meanwhile."""


@dataclass(frozen=True, slots=True)
class Gap:
    """A line that does not begin where the last one about the same pile ended."""

    file: str
    number: int
    line: LedgerLine
    expected: int | None


@dataclass(frozen=True, slots=True)
class Unbalanced:
    """A change, ending with that line, in which chips came from nowhere, or went there."""

    file: str
    number: int
    line: LedgerLine
    gain: int


@dataclass(frozen=True, slots=True)
class Incomplete:
    """A change of which the lines behind that line are missing."""

    file: str
    number: int
    line: LedgerLine


@dataclass(frozen=True, slots=True)
class SettledTwice:
    """A round that the ledger had settled before, when it comes to that line."""

    file: str
    number: int
    line: LedgerLine


@dataclass(frozen=True, slots=True)
class Differs:
    """A pile that the ledger leaves with other chips than there are in players.xml."""

    pile: LedgerAccount
    by_ledger: int | None
    in_file: int | None


Difference = Gap | Unbalanced | Incomplete | SettledTwice | Differs


@dataclass(slots=True)
class Report:
    """What an audit has found: how many rounds, edits by hand, and what cannot be explained."""

    rounds: int = 0
    edits: list[LedgerLine] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def audit(players_file: Path) -> Report:
    """Audit the file and its ledgers, without changing anything; a bot may be running.

    LedgerError or PlayersFileError where one of them cannot be read.
    """
    for _ in range(_TRIES):
        before = _stamps(players_file)
        try:
            report = _audit(players_file)
        except (LedgerError, PlayersFileError):
            if _stamps(players_file) == before:
                raise
        else:
            if _stamps(players_file) == before:
                return report
    raise PlayersFileError(Fault(0, "another program keeps changing it"))


def _stamps(players_file: Path) -> list[Stamp | None]:
    found: list[Stamp | None] = []
    for path in (players_file, beside(players_file, ".ledger")):
        try:
            found.append(stamp(path))
        except OSError:  # told where it is read
            found.append(None)
    return found


def _audit(players_file: Path) -> Report:
    time_accounts = _Books()
    path = beside(players_file, ".ledger")
    for number in reversed(range(1, KEPT + 1)):
        file = ledger.older(path, number)
        time_accounts.read(file.name, ledger.read(file))
    time_accounts.read(path.name, kept(ledger.read(path), partial(is_in_place, players_file)))
    if time_accounts.is_empty:
        raise LedgerError(path, ": there is no ledger yet; the bot creates it when it starts")
    time_accounts.compare(_balances(players_file))
    return time_accounts.report


def _balances(players_file: Path) -> Balances:
    store = PlayerStore(players_file)
    store.refresh()
    if store.faults:
        raise PlayersFileError(*store.faults)
    return store.balances()


class _Books:
    """What is known after reading so many lines, the oldest first."""

    def __init__(self) -> None:
        self.report = Report()
        self._balances: dict[LedgerAccount, int] = {}
        self._rounds: set[str] = set()
        self.is_empty = True
        """Whether nothing has been read yet."""

    def read(self, file: str, lines: Sequence[LedgerLine]) -> None:
        """Read the LINES of a FILE, each of which must go on where those before it ended."""
        change: list[LedgerLine] = []
        for number, line in enumerate(lines, 1):
            if line.pile is None:
                continue
            self._follow(file, number, line, line.pile)
            if change and line.more != change[-1].more - 1:
                self.report.differences.append(Incomplete(file, number - 1, change[-1]))
                change = []
            change.append(line)
            if not line.more:
                self._finish(file, number, change)
                change = []
        if change:
            self.report.differences.append(Incomplete(file, len(lines), change[-1]))
        self.is_empty &= not lines

    def compare(self, found: Balances) -> None:
        """Compare what the ledger comes to with what was FOUND in players.xml."""
        differences = ledger.difference(self._balances, found)
        self.report.differences += [Differs(pile, *chips) for pile, chips in differences]

    def _follow(self, file: str, number: int, line: LedgerLine, pile: LedgerAccount) -> None:
        expected = self._balances.get(pile, NOWHERE[pile.holder])
        if line.before != expected and not (self.is_empty and line.why == CARRIED):
            self.report.differences.append(Gap(file, number, line, expected))
        ledger.apply(self._balances, line)

    def _finish(self, file: str, number: int, change: Sequence[LedgerLine]) -> None:
        last = change[-1]
        if last.why == EDIT:
            self.report.edits.append(last)
        elif last.why not in ledger.BEGINNINGS and (gain := sum(each.gain for each in change)):
            self.report.differences.append(Unbalanced(file, number, last, gain))
        if last.round:
            if last.round in self._rounds:
                self.report.differences.append(SettledTwice(file, number, last))
            self._rounds.add(last.round)
        self.report.rounds += last.pile == LedgerAccount(AccountKind.HOUSE, last.why)
