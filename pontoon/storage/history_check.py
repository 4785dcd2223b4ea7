"""The check of the history: every round through the engine, and its result against the ledger."""

from collections.abc import Callable, Iterator

from msgspec import Struct, field

from pontoon.engine.moves import Unit
from pontoon.games import game_named
from pontoon.storage.database import Read
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.players.player import AccountKind, KittyKey, LedgerAccount
from pontoon.storage.replay import NotAsRecorded, Replay
from pontoon.storage.rounds import Damaged, SettledRound

PROGRESS = 1000
"""Progress is told after so many rounds."""


class Differs(Struct, frozen=True):
    """The round with ID does not go as it was recorded; WHY says more."""

    id: str
    why: str


class NotInLedger(Struct, frozen=True):
    """The ledger does not have the round, which is settled and told."""

    id: str


class OtherChips(Struct, frozen=True):
    """The round has moved other chips by the ledger than by the history."""

    id: str
    account: LedgerAccount
    by_ledger: int
    by_history: int


HistoryFault = Damaged | Differs | NotInLedger | OtherChips


class HistoryReport(Struct):
    """The result of a check: the rounds in all, those that the ledger has, and faults."""

    rounds: int = 0
    in_ledger: int = 0
    unpaid: int = 0
    """The rounds that are not in the ledger yet: their results are still to be paid."""
    faults: list[HistoryFault] = field(default_factory=list)


Moves = dict[LedgerAccount, tuple[int | None, int | None]]
"""The chips in accounts before and after a round."""


def check(read: Read, progress: Callable[[int], object]) -> HistoryReport:
    """Check all rounds; tell PROGRESS now and then how many are checked."""
    report = HistoryReport()
    for found in rounds(read, Wanted()):
        report.rounds += 1
        if report.rounds % PROGRESS == 0:
            progress(report.rounds)
        if isinstance(found, Damaged):
            report.faults.append(found)
            continue
        try:
            Replay(found)
        except NotAsRecorded as error:
            report.faults.append(Differs(found.id, str(error)))
        _compare(read, found, report)
    return report


def _compare(read: Read, found: SettledRound, report: HistoryReport) -> None:
    """Compare the round that was FOUND with the ledger."""
    for (change,) in read("SELECT id FROM changes WHERE round = ?", found.id):
        report.in_ledger += 1
        for difference in _differences(read, change, found):
            report.faults.append(OtherChips(found.id, *difference))
        return
    if [*read("SELECT 1 FROM rounds JOIN due ON round = number WHERE id = ?", found.id)]:
        report.unpaid += 1
    else:
        report.faults.append(NotInLedger(found.id))


def _differences(
    read: Read, change: int, found: SettledRound
) -> Iterator[tuple[LedgerAccount, int, int]]:
    """Yield the accounts that the round that was FOUND has not changed as CHANGE says, with both.

    A player who is gone gets nothing, and one with too few chips loses only these. The house makes
    up the difference.
    """
    entries = read("SELECT kind, name, before, after FROM entries WHERE change = ?", change)
    moves: Moves = {
        LedgerAccount(AccountKind(kind), name): (before, after)
        for kind, name, before, after in entries
    }
    wanted, is_short = _changes_by(found), False
    house = LedgerAccount(AccountKind.HOUSE, found.where.game)
    for account in sorted({*moves, *wanted} - {house}):
        moved, should = _change_in(moves, account), wanted.get(account, 0)
        if moved == should:
            continue
        if _is_excused(read, change, account, moves, should):
            is_short = True
        else:
            yield account, moved, should
    moved, should = _change_in(moves, house), wanted[house]
    if moved != should and not is_short:
        yield house, moved, should


def _is_excused(read: Read, change: int, account: LedgerAccount, moves: Moves, should: int) -> bool:
    """Tell whether ACCOUNT, which SHOULD change so, was not there, or had too few chips."""
    if account in moves:
        before, after = moves[account]
        return not after and should < -(before or 0)
    if account.kind is not AccountKind.PLAYER:
        return should < 0
    known = read(
        "SELECT after FROM entries WHERE kind = ? AND name = ? AND change < ?"
        " ORDER BY change DESC LIMIT 1",
        *(*account, change),
    )
    return not any(after is not None for (after,) in known)


def _change_in(moves: Moves, account: LedgerAccount) -> int:
    before, after = moves.get(account, (None, None))
    return (after or 0) - (before or 0)


def _changes_by(found: SettledRound) -> dict[LedgerAccount, int]:
    """Return what a round did to accounts; nothing but the house's if no chips were staked."""
    network, channel, game = found.where
    settled = found.settled
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
