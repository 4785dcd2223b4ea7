"""The report of an audit: edits by hand, and what cannot be explained."""

from collections.abc import Iterator

from pontoon.storage.players.audit import (
    AccountChange,
    Damaged,
    Difference,
    Differs,
    Gap,
    Report,
    Unbalanced,
)
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.text.formatting import count


def told(report: Report) -> Iterator[str]:
    """Yield REPORT as lines."""
    for each in report.edits:
        time = f"{each.time:%Y-%m-%dT%H:%M:%SZ}"
        yield f"{time}: {account_name(each.account)} {_change(each)}, edited by hand"
    yield from map(_difference, report.differences)
    counted = f"{count(report.rounds, 'round')}, {count(len(report.edits), 'edit')} by hand"
    if report.differences:
        yield f"{counted}: {count(len(report.differences), 'difference')} cannot be explained"
    else:
        yield f"{counted}: all chips are accounted for"


def summary(report: Report) -> list[str]:
    """Return what REPORT comes to, and the first difference if there are any."""
    (*_, last) = told(report)
    if not report.differences:
        return [last]
    return [f"{last}; pontoonbot audit lists them", _difference(report.differences[0])]


def _difference(found: Difference) -> str:
    match found:
        case Differs(account, by_ledger, in_file):
            written = f"{_chips(in_file)} in players.xml"
            return f"{account_name(account)}: {_chips(by_ledger)} in the ledger, {written}"
        case Gap(change, expected):
            name = account_name(change.account)
            was = f"but it was {_chips(expected)} before"
            return f"change {change.number}: {name} {_change(change)}, {was}"
        case Unbalanced(number, why, name, gain):
            what = f"the round {name} of {why}" if name else f"'{why}'"
            return f"change {number}: {what} adds up to {gain:+} instead of 0"
        case Damaged(what):
            return f"players.db is damaged: {what}"


def account_name(account: LedgerAccount | None) -> str:
    match account:
        case LedgerAccount(AccountKind.BANK, name):
            return f"{name}'s bank"
        case LedgerAccount(AccountKind.KITTY, name):
            return f"the kitty of {name}"
        case LedgerAccount(AccountKind.HOUSE, name):
            return f"the house of {name}"
        case LedgerAccount(_, name):
            return name
    return "nobody"


def _change(change: AccountChange) -> str:
    return f"{_chips(change.before)} -> {_chips(change.after)}"


def _chips(chips: int | None) -> str:
    return "missing" if chips is None else str(chips)
