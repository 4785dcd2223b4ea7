"""The audit, which compares the chips in players.xml with the ledger."""

from collections.abc import Callable, Mapping
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from msgspec import Struct, field

from pontoon.irc.casemapping import rfc1459
from pontoon.storage.findings import Report, Wrong
from pontoon.storage.place import Connection, Place, connected, dialect_of, players_at
from pontoon.storage.players import ledger
from pontoon.storage.players.document import PlayersDocument
from pontoon.storage.players.ledger import EDIT, FORGOTTEN, UNBALANCED
from pontoon.storage.players.player import BANK_SOLD, NOTHING, Balances, LedgerAccount
from pontoon.storage.players.store import RECORDED
from pontoon.storage.restore import refuse_incomplete
from pontoon.storage.rows import moment, rows_of
from pontoon.storage.upkeep import snapshot

_BEYOND = 1 << 62
"""More changes than there will ever be."""

_MOST_DAMAGE = 10
"""How many damaged places are told."""


class Edit(Struct, frozen=True):
    """A change of the chips in an account by no game and no order.

    They are None if the player is not there.
    """

    time: datetime
    is_by_hand: bool
    """Whether somebody has edited the file; otherwise the player was forgotten, but is there."""
    account: LedgerAccount
    before: int | None
    after: int | None


class Audit(Report):
    """The result of an audit: the number of rounds, and the edits."""

    rounds: int = 0
    edits: list[Edit] = field(default_factory=list)


Progress = Callable[[int, int], None]
"""What is told how many changes are audited, of how many; (0, 0) while the file is checked."""


def audit(place: Place, progress: Progress = lambda *_: None) -> Audit:
    """Audit the players.xml and the database of PLACE, which a running bot may use.

    PROGRESS is called now and then. PlayersFileError or DatabaseError if either cannot be read.
    """
    report, dialect = Audit(), dialect_of(place)
    refuse_incomplete(players_at(place))
    with connected(place) as database:
        dialect.watch(database, lambda: progress(0, 0))
        for what in dialect.damage(database, _MOST_DAMAGE):
            report.found(Wrong.DAMAGED, why=what.replace("\n", ": "))
        if not report.findings:  # otherwise nothing else can be relied upon
            for table, parent, rows in dialect.orphans(database):
                report.found(Wrong.ORPHANED, table=table, parent=parent, rows=rows)
            content = snapshot(place, database)
            document = PlayersDocument(content, rfc1459, RECORDED)
            with rows_of("changes or entries"):
                dialect.watch(database, None)  # from here on there is something to count
                _compare(database, document, report, progress)
    return report


def _compare(
    database: Connection,
    document: PlayersDocument,
    report: Audit,
    progress: Progress,
) -> None:
    """Compare the ledger in DATABASE with DOCUMENT, which may lack what is about to be made."""
    change = _BEYOND if document.mark.change is None else document.mark.change
    ((end,),) = database.execute(
        "SELECT coalesce(min(id), ?) FROM changes WHERE NOT is_made AND id > ?", (_BEYOND, change)
    )
    ((report.rounds,),) = database.execute(
        "SELECT count(round) FROM changes WHERE id < ? AND why <> ?", (end, BANK_SOLD)
    )
    for at, why, kind, name, before, after in database.execute(
        "SELECT at, why, kind, name, entries.before, entries.after FROM entries"
        " JOIN changes ON id = change WHERE change < ? AND why IN (?, ?)"
        " ORDER BY change, kind, name",
        (end, EDIT, FORGOTTEN),
    ):
        account = LedgerAccount(kind, name)
        report.edits.append(Edit(moment(at), why == EDIT, account, before, after))
    by_ledger, gains = _followed(database, end, report, progress)
    for change, gain in gains.items():
        for why, name in database.execute(
            "SELECT why, round FROM changes WHERE id = ? AND why NOT IN (?, ?, ?)",
            (change, *UNBALANCED),
        ):
            wrong = Wrong.UNBALANCED_ROUND if name else Wrong.UNBALANCED
            report.found(wrong, change=change, why=why, round=name, gain=gain)
    for account, chips in ledger.difference(by_ledger, document.balances()).items():
        report.found(Wrong.OTHER_BALANCE, account=account, by_ledger=chips[0], in_file=chips[1])


def _followed(
    database: Connection, end: int, report: Audit, progress: Progress
) -> tuple[Balances, Mapping[int, int]]:
    """Return the balances by the entries before the change END, and what each change has gained.

    Tell REPORT of each gap. Changes that gain nothing are left out. For a million rounds this takes
    a third of the time of a window function, and SQLite cannot add up what many players can have.
    """
    balances: dict[tuple[str, str], int | None] = {}
    gains: dict[int, int] = {}
    entries = database.execute(
        "SELECT change, kind, name, before, after FROM entries WHERE change < ?"
        " ORDER BY change, kind, name",
        (end,),
    )
    ((total,),) = database.execute("SELECT count(*) FROM changes WHERE id < ?", (end,))
    for done, (change, of_change) in enumerate(groupby(entries, itemgetter(0))):
        progress(done, total)
        gain = 0
        for _, kind, name, before, after in of_change:
            if before != (expected := balances.get((kind, name), NOTHING[kind])):
                account = LedgerAccount(kind, name)
                chips = {"before": before, "after": after, "expected": expected}
                report.found(Wrong.GAP, change=change, account=account, **chips)
            balances[kind, name] = after
            gain += (after or 0) - (before or 0)
        if gain:
            gains[change] = gain
    found = {
        LedgerAccount(kind, name): chips
        for (kind, name), chips in balances.items()
        if chips is not None
    }
    return found, gains
