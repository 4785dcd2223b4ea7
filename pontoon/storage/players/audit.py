"""The audit, which compares the chips in players.xml with the ledger."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from datetime import datetime
from pathlib import Path

from msgspec import Struct, field

from pontoon.storage.atomic_file import Stamp, stamp
from pontoon.storage.database import moment, opened_to_read
from pontoon.storage.players import ledger
from pontoon.storage.players.ledger import EDIT, UNBALANCED
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
)
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.versions import digest_at

_TRIES = 100
"""How often the files are read again if a running bot has changed them."""

_BEYOND = 1 << 62
"""More changes than there will ever be."""


class AccountChange(Struct, frozen=True):
    """A change of an account: its chips BEFORE and AFTER, None if the player is not there."""

    number: int
    time: datetime
    why: str
    round: str
    account: LedgerAccount
    before: int | None
    after: int | None


class Gap(Struct, frozen=True):
    """The change does not begin where the last change of the same account ended."""

    change: AccountChange
    expected: int | None


class Unbalanced(Struct, frozen=True):
    """The change of that NUMBER creates or destroys chips."""

    number: int
    why: str
    round: str
    gain: int


class Differs(Struct, frozen=True):
    """An account with other chips by the ledger than in players.xml."""

    account: LedgerAccount
    by_ledger: int | None
    in_file: int | None


class Damaged(Struct, frozen=True):
    """What SQLite finds wrong with the database."""

    what: str


Difference = Gap | Unbalanced | Differs | Damaged


class Report(Struct):
    """The result of an audit: the number of rounds, edits by hand, and unexplained differences."""

    rounds: int = 0
    edits: list[AccountChange] = field(default_factory=list)
    differences: list[Difference] = field(default_factory=list)


def audit(players_file: Path, progress: Callable[[int], object] | None = None) -> Report:
    """Audit PLAYERS_FILE and the database, which a running bot may use; change nothing.

    PROGRESS is called now and then. PlayersFileError or DatabaseError if either cannot be read.
    """
    with closing(opened_to_read(players_file)) as database:
        if progress is not None:
            database.set_progress_handler(lambda: progress(0), 10_000_000)
        for _ in range(_TRIES):
            before = _stamp(players_file)
            store = PlayerStore(players_file)
            store.refresh()
            database.execute("BEGIN")
            try:
                if not store.faults:
                    report = _audit(database, store.document.balances(), digest_at(players_file))
            finally:
                database.execute("ROLLBACK")
            if _stamp(players_file) == before:
                if store.faults:
                    raise PlayersFileError(*store.faults)
                return report
    raise PlayersFileError(Fault(0, "another program keeps changing it"))


def _stamp(path: Path) -> Stamp | None:
    try:
        return stamp(path)
    except OSError:  # reading it raises the error again
        return None


def _audit(database: sqlite3.Connection, found: Balances, version: str | None) -> Report:
    """Compare the ledger in DATABASE with the balances FOUND in the VERSION of players.xml."""
    end = _end_of_ledger(database, version)
    report = Report()
    report.differences += [
        Damaged(what) for (what,) in database.execute("PRAGMA integrity_check") if what != "ok"
    ]
    ((report.rounds,),) = database.execute("SELECT count(round) FROM changes WHERE id < ?", (end,))
    report.edits += map(
        _change,
        database.execute(f"{_CHANGES} WHERE change < ? AND why = ? ORDER BY change", (end, EDIT)),
    )
    for row in database.execute(_GAPS, (end,)):
        change = _change(row[:8])
        report.differences.append(Gap(change, row[8] if row[9] else NOTHING[change.account.kind]))
    unbalanced = ", ".join("?" * len(UNBALANCED))
    for number, why, name, gain in database.execute(
        "SELECT id, why, round, sum(coalesce(after_chips, 0) - coalesce(before_chips, 0)) AS gain"
        " FROM (SELECT id, why, round, entries.before AS before_chips, entries.after AS after_chips"
        f" FROM changes JOIN entries ON change = id WHERE id < ? AND why NOT IN ({unbalanced}))"
        " GROUP BY id HAVING gain <> 0",
        (end, *UNBALANCED),
    ):
        report.differences.append(Unbalanced(number, why, name or "", gain))
    differences = ledger.difference(_balances(database, end), found).items()
    report.differences += [Differs(account, *chips) for account, chips in differences]
    return report


_CHANGES = (
    "SELECT change, at, why, round, kind, name, entries.before, entries.after"
    " FROM entries JOIN changes ON id = change"
)

_GAPS = (
    "SELECT change, at, why, round, kind, name, had, has, last_had, is_known FROM ("
    " SELECT change, at, why, round, kind, name, entries.before AS had, entries.after AS has,"
    " lag(entries.after) OVER account AS last_had, lag(1) OVER account AS is_known"
    " FROM entries JOIN changes ON id = change WHERE change < ?"
    " WINDOW account AS (PARTITION BY kind, name ORDER BY change))"
    " WHERE had IS NOT CASE WHEN is_known THEN last_had"
    " WHEN kind = 'player' THEN NULL ELSE 0 END ORDER BY change"
)
"""Each entry that does not begin where the one before of the same account ended."""


def _change(row: tuple[object, ...]) -> AccountChange:
    number, at, why, name, kind, account, before, after = row
    assert isinstance(number, int)
    assert isinstance(at, int)
    return AccountChange(
        number,
        moment(at),
        str(why),
        str(name or ""),
        LedgerAccount(AccountKind(kind), str(account)),
        before if isinstance(before, int) else None,
        after if isinstance(after, int) else None,
    )


def _end_of_ledger(database: sqlite3.Connection, version: str | None) -> int:
    """Return the number behind the last change that counts, in that VERSION of players.xml.

    A change that was about to be made does not count.
    """
    for number, before in database.execute(
        "SELECT id, before FROM changes WHERE NOT is_made ORDER BY id LIMIT 1"
    ):
        return int(number) if before == version else _BEYOND
    return _BEYOND


def _balances(database: sqlite3.Connection, end: int) -> Balances:
    """Return the balances by the ledger, before the change of the number END."""
    found = database.execute(
        "SELECT kind, name, after FROM entries AS last WHERE change ="
        " (SELECT max(change) FROM entries WHERE kind = last.kind AND name = last.name"
        " AND change < ?)",
        (end,),
    )
    accounts = {LedgerAccount(AccountKind(kind), name): after for kind, name, after in found}
    return {
        account: chips
        for account, chips in accounts.items()
        if chips is not None and chips != NOTHING[account.kind]
    }
