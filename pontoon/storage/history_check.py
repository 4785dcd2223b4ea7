"""The check of the history: every round through the engine, and its result against the ledger."""

from collections.abc import Iterable

from pontoon.engine.moves import Unit
from pontoon.engine.result import MAX_NUMBER
from pontoon.games import game_named, paid
from pontoon.storage.findings import Report, Wrong
from pontoon.storage.players.player import AccountKind, LedgerAccount, kitty_account
from pontoon.storage.replay import NotAsRecorded, OtherRules, Replay
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.rows import Read, rows_of

Moves = dict[LedgerAccount, tuple[int | None, int | None]]
"""The chips in accounts before and after a round."""


class HistoryReport(Report):
    """The result of a check: the rounds in all, and those that the ledger has."""

    rounds: int = 0
    in_ledger: int = 0
    unpaid: int = 0
    """The rounds that are not in the ledger yet: their results are still to be paid."""
    by_other_rules: int = 0
    """The rounds that end otherwise by the rules of today than by those that they were dealt by."""


def check(read: Read, history: Iterable[SettledRound | Damaged]) -> HistoryReport:
    """Check the rounds in HISTORY, which are in the database that READ reads."""
    report = HistoryReport()
    for found in history:
        report.rounds += 1
        if isinstance(found, Damaged):
            report.found(Wrong.UNREADABLE, round=found.id, why=found.why)
            continue
        try:
            Replay(found)
        except OtherRules:
            report.by_other_rules += 1
        except NotAsRecorded as error:
            report.found(Wrong.DOES_NOT_REPLAY, round=found.id, why=str(error))
        with rows_of("changes or entries"):
            _look_up(read, found, report)
    return report


def _look_up(read: Read, found: SettledRound, report: HistoryReport) -> None:
    """Tell REPORT how the ledger has the round that was FOUND."""
    ((change, is_due),) = read(
        "SELECT changes.id, is_given_up OR number IN (SELECT round FROM due)"
        " FROM rounds LEFT JOIN changes ON changes.round = rounds.id WHERE rounds.id = ?",
        found.id,
    )
    if change is not None:
        report.in_ledger += 1
        _compare(read, change, found, report)
    elif is_due:
        report.unpaid += 1
    else:
        report.found(Wrong.NOT_IN_LEDGER, round=found.id)


def _compare(read: Read, change: int, found: SettledRound, report: HistoryReport) -> None:
    """Tell REPORT of the accounts that the round that was FOUND has not changed as CHANGE says.

    A player who is gone gets nothing, one with too few chips loses only these, and one with as many
    as anybody can have wins no more. The house makes up the difference.
    """
    house = LedgerAccount(AccountKind.HOUSE, found.where.game)
    moves: Moves = {
        house if kind == house.kind else LedgerAccount(kind, name): (before, after)
        for kind, name, before, after in read(
            "SELECT kind, name, before, after FROM entries WHERE change = ?", change
        )
    }
    wanted, is_short = _changes_by(found), False
    for account in [*sorted({*moves, *wanted} - {house}), house]:
        before, after = moves.get(account, (None, None))
        moved, should = (after or 0) - (before or 0), wanted.get(account, 0)
        if moved == should or (account == house and is_short):
            continue
        if account != house and _is_excused(read, change, account, moves, should):
            is_short = True
        else:
            report.found(
                Wrong.OTHER_CHIPS,
                round=found.id,
                account=account,
                by_ledger=moved,
                by_history=should,
            )


def _is_excused(read: Read, change: int, account: LedgerAccount, moves: Moves, should: int) -> bool:
    """Tell whether ACCOUNT, which SHOULD change so, was not there, too empty, or too full."""
    if account in moves:
        before, after = moves[account]
        if after == MAX_NUMBER:
            return should > after - (before or 0)
        return not after and should < -(before or 0)
    known = read(
        "SELECT after FROM entries WHERE kind = ? AND name = ? AND change < ?"
        " ORDER BY change DESC LIMIT 1",
        *(*account, change),
    )
    before = next((after for (after,) in known), None)
    if before == MAX_NUMBER:
        return should > 0
    return before is None if account.kind == AccountKind.PLAYER else should < 0


def _changes_by(found: SettledRound) -> dict[LedgerAccount, int]:
    """Return what a round did to accounts; nothing but the house's if no chips were staked."""
    game = game_named(found.where.game)
    settled = found.settled
    house = LedgerAccount(AccountKind.HOUSE, game.name)
    if game.unit is not Unit.CHIPS:
        return {house: 0}
    changes = {
        LedgerAccount(AccountKind.PLAYER, each.player): each.chips
        for each in (paid(game, each) for each in settled.results)
        if each.chips
    }
    kitty = -settled.house - sum(each.chips for each in settled.results)
    if kitty:
        changes[kitty_account(found.where)] = kitty
    return changes | {house: -sum(changes.values())}
