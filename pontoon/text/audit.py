"""The report of an audit: edits by hand, and what cannot be explained."""

from collections.abc import Iterator

from pontoon.storage.players.audit import (
    Difference,
    Differs,
    Gap,
    Incomplete,
    Report,
    SettledTwice,
    Unbalanced,
)
from pontoon.storage.players.ledger_line import LedgerLine
from pontoon.storage.players.player import AccountKind, LedgerAccount
from pontoon.text.formatting import count


def told(report: Report) -> Iterator[str]:
    """Yield REPORT as lines."""
    for line in report.edits:
        yield f"{line.time}: {account_name(line.account)} {_change(line)}, edited by hand"
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
        case Gap(file, number, line, expected):
            name = account_name(line.account)
            was = f"but it was {_chips(expected)} before"
            return f"{file}, line {number}: {name} {_change(line)}, {was}"
        case Unbalanced(file, number, line, gain):
            return f"{file}, line {number}: {_what(line)} adds up to {gain:+} instead of 0"
        case Incomplete(file, number, line):
            return f"{file}, line {number}: the rest of {_what(line)} is missing"
        case SettledTwice(file, number, line):
            return f"{file}, line {number}: {_what(line)} is settled a second time"


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


def _what(line: LedgerLine) -> str:
    return f"the round {line.round} of {line.why}" if line.round else f"'{line.why}'"


def _change(line: LedgerLine) -> str:
    return f"{_chips(line.before)} -> {_chips(line.after)}"


def _chips(chips: int | None) -> str:
    return "missing" if chips is None else str(chips)
