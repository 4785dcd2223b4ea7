"""The audit, which compares the chips in players.xml with the ledger."""

from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct, field

from pontoon.storage.append_file import older
from pontoon.storage.atomic_file import Stamp, stamp
from pontoon.storage.players import ledger
from pontoon.storage.players.last_change import kept
from pontoon.storage.players.ledger import CARRIED, EDIT, KEPT, LedgerError
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore

_TRIES = 100
"""How often the files are read again if a running bot has changed them."""


class _AtLine(Struct, frozen=True):
    """A difference at the line of that NUMBER in a ledger."""

    file: str
    number: int
    line: LedgerLine


class Gap(_AtLine, frozen=True):
    """The line does not begin where the last line about the same account ended."""

    expected: int | None


class Unbalanced(_AtLine, frozen=True):
    """The change that ends with the line creates or destroys chips."""

    gain: int


class Incomplete(_AtLine, frozen=True):
    """The lines of the change that belong behind the line are missing."""


class SettledTwice(_AtLine, frozen=True):
    """Earlier lines have already settled the round of the line."""


class Differs(Struct, frozen=True):
    """An account with other chips by the ledger than in players.xml."""

    account: LedgerAccount
    by_ledger: int | None
    in_file: int | None


Difference = Gap | Unbalanced | Incomplete | SettledTwice | Differs


class Report(Struct):
    """The result of an audit: the number of rounds, edits by hand, and unexplained differences."""

    rounds: int = 0
    edits: list[LedgerLine] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def audit(players_file: Path) -> Report:
    """Audit PLAYERS_FILE and its ledgers, which a running bot may use; change nothing."""
    for _ in range(_TRIES):
        before = _stamps(players_file)
        try:
            report = _audit(players_file)
        except PlayersFileError:
            if _stamps(players_file) == before:
                raise
        else:
            if _stamps(players_file) == before:
                return report
    raise PlayersFileError(Fault(0, "another program keeps changing it"))


def _stamps(players_file: Path) -> list[Stamp | None]:
    found: list[Stamp | None] = []
    for path in (players_file, ledger.path_beside(players_file)):
        try:
            found.append(stamp(path))
        except OSError:  # reading it raises the error again
            found.append(None)
    return found


def _audit(players_file: Path) -> Report:
    auditor = _Auditor()
    path = ledger.path_beside(players_file)
    for number in reversed(range(1, KEPT + 1)):
        file = older(path, number)
        auditor.read(file.name, ledger.read(file))
    auditor.read(path.name, kept(ledger.read(path), players_file))
    if auditor.is_empty:
        raise LedgerError(path, ": there is no ledger yet; the bot creates it when it starts")
    store = PlayerStore(players_file)
    store.refresh()
    if store.faults:
        raise PlayersFileError(*store.faults)
    auditor.compare(store.document.balances())
    return auditor.report


class _Auditor:
    """Reads the lines of all ledgers, the oldest first, and reports what they do not explain."""

    def __init__(self) -> None:
        self.report = Report()
        self._balances: dict[LedgerAccount, int] = {}
        self._rounds: set[str] = set()
        self.is_empty = True  # until a line is read

    def read(self, file: str, lines: Sequence[LedgerLine]) -> None:
        """Read the LINES of a FILE; each must begin where the earlier ones ended."""
        change: list[LedgerLine] = []
        for number, line in enumerate(lines, 1):
            if line.account is None:
                continue
            self._follow(file, number, line, line.account)
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
        """Compare the balances by the ledger with those FOUND in players.xml."""
        differences = ledger.difference(self._balances, found).items()
        self.report.differences += [Differs(account, *chips) for account, chips in differences]

    def _follow(self, file: str, number: int, line: LedgerLine, account: LedgerAccount) -> None:
        expected = self._balances.get(account, NOTHING[account.kind])
        if line.before != expected and not (self.is_empty and line.why == CARRIED):
            self.report.differences.append(Gap(file, number, line, expected))
        ledger.apply(self._balances, line)

    def _finish(self, file: str, number: int, change: Sequence[LedgerLine]) -> None:
        last = change[-1]
        if last.why == EDIT:
            self.report.edits.append(last)
        elif last.why not in ledger.BEGINNINGS and (gain := sum(each.gain for each in change)):
            self.report.differences.append(Unbalanced(file, number, last, gain))
        for name in {line.round for line in change} - {""}:
            if name in self._rounds:
                self.report.differences.append(SettledTwice(file, number, last))
            self._rounds.add(name)
        houses = (line.account == LedgerAccount(AccountKind.HOUSE, line.why) for line in change)
        self.report.rounds += sum(houses)
