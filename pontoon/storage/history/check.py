"""The check of a history: sums, every round through the engine, and results against the ledger."""

from bisect import bisect
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path

from msgspec import Struct, field

from pontoon.engine.moves import Unit
from pontoon.storage.append_file import older
from pontoon.storage.history.line import LineError, game_named, read
from pontoon.storage.history.record import HistoryRecord
from pontoon.storage.history.replay import NotAsRecorded, replayed
from pontoon.storage.history.search import Found, numbered_lines
from pontoon.storage.players import ledger
from pontoon.storage.players.last_change import kept
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.players.player import AccountKind, KittyKey, LedgerAccount

PROGRESS = 1000
"""Progress is told after so many rounds."""


class _AtLine(Struct, frozen=True):
    """A fault at the line of that NUMBER in a file."""

    file: str
    number: int


class Damaged(_AtLine, frozen=True):
    """The line cannot be used; WHY says more."""

    why: str


class Differs(_AtLine, frozen=True):
    """The round with ID does not go as its line says; WHY says more."""

    id: str
    why: str


class Twice(_AtLine, frozen=True):
    """An earlier line has the round already."""

    id: str


class NotInLedger(_AtLine, frozen=True):
    """The ledger goes back to before the round, and does not have it."""

    id: str


class OtherChips(_AtLine, frozen=True):
    """The round has moved other chips by the ledger than by the history."""

    id: str
    account: LedgerAccount
    by_ledger: int
    by_history: int


HistoryFault = Damaged | Differs | Twice | NotInLedger | OtherChips


class HistoryReport(Struct):
    """The result of a check: the rounds in all, those that the ledger has or not, and faults."""

    rounds: int = 0
    in_ledger: int = 0
    older: int = 0
    """The rounds from before the first one that the ledger has."""
    unpaid: int = 0
    """The rounds that are not in the ledger yet: the journal has their results."""
    faults: list[HistoryFault] = field(default_factory=list)


Moves = dict[LedgerAccount, tuple[int | None, int | None]]
"""The chips in accounts before and after a round."""


class LedgerRounds:
    """What LINES, those of all ledgers with the oldest first, say of rounds."""

    def __init__(self, lines: Iterable[LedgerLine]) -> None:
        self._moves: dict[str, Moves] = {}
        self._places: dict[str, int] = {}
        """The number of the last line of each round."""
        self._comings: dict[LedgerAccount, list[tuple[int, bool]]] = {}
        """When an account came or went, as the number of a line, and whether it was there then."""
        for place, line in enumerate(lines):
            account = line.account
            if account is None:
                continue
            if line.round:
                moves = self._moves.setdefault(line.round, {})
                before, _ = moves.get(account, (line.before, None))
                moves[account] = before, line.after
                self._places[line.round] = place
            if line.before is None or line.after is None or account not in self._comings:
                self._comings.setdefault(account, []).append((place, line.after is not None))

    def __contains__(self, round_id: str) -> bool:
        return round_id in self._moves

    def differences(self, record: HistoryRecord) -> Iterator[tuple[LedgerAccount, int, int]]:
        """Yield the accounts that RECORD has not changed as the ledger says, with both changes.

        A player who is gone gets nothing, and one with too few chips loses only these. The house
        makes up the difference.
        """
        moves, wanted = self._moves[record.id], _changes_by(record)
        house = LedgerAccount(AccountKind.HOUSE, record.where.game)
        is_short = False
        for account in sorted({*moves, *wanted} - {house}):
            moved, should = _change_in(moves, account), wanted.get(account, 0)
            if moved == should:
                continue
            if self._is_excused(record.id, account, moves, should):
                is_short = True
            else:
                yield account, moved, should
        moved, should = _change_in(moves, house), wanted[house]
        if moved != should and not is_short:
            yield house, moved, should

    def _is_excused(self, round_id: str, account: LedgerAccount, moves: Moves, should: int) -> bool:
        """Tell whether ACCOUNT, which SHOULD change so, was not there, or had too few chips."""
        if account in moves:
            before, after = moves[account]
            return not after and should < -(before or 0)
        comings = self._comings.get(account, [])
        latest = bisect(comings, (self._places[round_id], True)) - 1
        if account.kind is AccountKind.PLAYER:
            return latest < 0 or not comings[latest][1]
        return should < 0


def _change_in(moves: Moves, account: LedgerAccount) -> int:
    before, after = moves.get(account, (None, None))
    return (after or 0) - (before or 0)


def _changes_by(record: HistoryRecord) -> dict[LedgerAccount, int]:
    """Return what RECORD did to accounts; nothing but the house's if no chips were staked."""
    network, channel, game = record.where
    settled = record.settled
    house = LedgerAccount(AccountKind.HOUSE, game)
    if game_named(game).unit is not Unit.CHIPS:
        return {house: 0}
    changes = {
        LedgerAccount(AccountKind.PLAYER, each.player): each.chips
        for each in settled.results
        if each.chips
    }
    kitty = -settled.house - sum(each.chips for each in settled.results)
    if kitty:
        changes[KittyKey(game, network, channel).account] = kitty
    return changes | {house: settled.house}


def ledger_lines(players_file: Path) -> Iterator[LedgerLine]:
    """Yield the lines of all ledgers of PLAYERS_FILE, the oldest first; LedgerError if damaged."""
    path = ledger.path_beside(players_file)
    for number in reversed(range(1, ledger.KEPT + 1)):
        yield from ledger.read(older(path, number))
    yield from kept(ledger.read(path), players_file)


class HistoryCheck:
    """Checks a history against what the LEDGER says; UNPAID are rounds that it cannot have yet."""

    def __init__(self, ledger_rounds: LedgerRounds, unpaid: Collection[str]) -> None:
        self._ledger = ledger_rounds
        self._unpaid = unpaid
        self._known: set[str] = set()
        self.report = HistoryReport()

    def run(
        self, files: Iterable[tuple[Path, int]], progress: Callable[[int], object]
    ) -> HistoryReport:
        """Check FILES, the earliest first, each up to a length in bytes.

        Tell PROGRESS now and then how many rounds are checked. OSError if a file cannot be read.
        """
        for path, length in files:
            self._check_file(path, length, progress)
        return self.report

    def _check_file(self, path: Path, length: int, progress: Callable[[int], object]) -> None:
        report, is_new = self.report, False
        reaches_further = report.in_ledger > 0
        missing: list[NotInLedger] = []
        for number, found in numbered_lines(path, length):
            report.rounds += 1
            if report.rounds % PROGRESS == 0:
                progress(report.rounds)
            record = self._record(found, number)
            if record is None:
                continue
            if record.id in self._ledger:
                is_new = True
                report.in_ledger += 1
                self._compare(path.name, number, record)
            elif record.id in self._unpaid:
                report.unpaid += 1
            elif is_new:
                report.faults.append(NotInLedger(path.name, number, record.id))
            else:
                missing.append(NotInLedger(path.name, number, record.id))
        # The lines of one file are in the order in which they were written, whatever the clock did.
        if is_new and reaches_further:
            report.faults += missing
        else:
            report.older += len(missing)

    def _record(self, found: Found, number: int) -> HistoryRecord | None:
        """Return the record that was FOUND, if it can be compared; note what is wrong with it."""
        file, faults = found.path.name, self.report.faults
        try:
            record = read(found.text)
        except LineError as error:
            faults.append(Damaged(file, number, str(error)))
            return None
        if record.id in self._known:
            faults.append(Twice(file, number, record.id))
            return None
        self._known.add(record.id)
        try:
            replayed(record)
        except NotAsRecorded as error:
            faults.append(Differs(file, number, record.id, str(error)))
        return record

    def _compare(self, file: str, number: int, record: HistoryRecord) -> None:
        for difference in self._ledger.differences(record):
            self.report.faults.append(OtherChips(file, number, record.id, *difference))
