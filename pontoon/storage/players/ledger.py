"""The ledger: every change of chips in players.xml, in the order in which they were made.

A change is in the database before players.xml has it, with the versions of players.xml that it
leads from and to. It is marked once the file has it. So a start finds at most one step that is not
marked. If the file is the version before it, the step was not made, and leaves the ledger: what
asked for it does so again (a round whose result is still to be paid), or was never told. If the
file is the version after it, it was made. Any other content was edited by hand. No version counts
for a change that is marked: content alone repeats itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import convert

from pontoon.engine.errors import NotRecorded
from pontoon.engine.result import MAX_NUMBER
from pontoon.storage.atomic_file import behind_links, digest_at, fresh_beside
from pontoon.storage.database import Database, Statement, last_number, milliseconds, rows_of
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    BalanceChanges,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
    Posting,
    Reason,
)

FIRST_SEEN, EDIT, PRUNED = "first seen", "edit", "pruned"
UNBALANCED = (FIRST_SEEN, EDIT)
"""Why chips appear or disappear without the house."""

Versions = tuple[str, str]
"""The version of players.xml that a change replaces, and the one that it writes."""

_PUT = "INSERT INTO accounts (kind, name, chips)"
_OR_REPLACE = "ON CONFLICT (kind, name) DO UPDATE SET chips = excluded.chips"

_MAX_OF_HOUSE = 1 << 62
"""More than a house wins or loses, but for chips that were edited by hand; SQLite counts to twice
as many."""

_POST_HOUSE = (
    "INSERT INTO entries (change, kind, name, before, after)"
    " WITH houses (name, chips) AS ("
    " SELECT ?2, coalesce(max(chips), 0) FROM accounts WHERE kind = 'house' AND name = ?2"
    " UNION ALL SELECT ?2 || ' ' || ?1, 0)"
    " SELECT ?1, 'house', name, chips, chips + ?3 FROM houses"
    f" WHERE chips + ?3 BETWEEN -{_MAX_OF_HOUSE} AND {_MAX_OF_HOUSE} ORDER BY name LIMIT 1",
    f"{_PUT} SELECT kind, name, after FROM entries WHERE change = ?1 AND kind = 'house'"
    f" {_OR_REPLACE}",
)
"""Write what the house of a game gains; what it has by then is only known to the transaction.

Where it has too much, the gain is an account of its own, which has the number of the change.
"""

_TAKE_BACK = (
    "DELETE FROM accounts WHERE (kind, name) IN"
    " (SELECT kind, name FROM entries WHERE change = ? AND before IS NULL)",
    f"{_PUT} SELECT kind, name, before FROM entries WHERE change = ? AND before IS NOT NULL"
    f" {_OR_REPLACE}",
    "DELETE FROM changes WHERE id = ?",
)
"""Take a change out of the ledger: each account has again what it had before."""


class LedgerError(PlayersFileError):
    """The ledger cannot be written; the message says WHY."""

    def __init__(self, why: str) -> None:
        super().__init__(Fault(0, f"players.db: {why}"))


class Ledger:
    """The ledger of PLAYERS_FILE in DATABASE; NOW returns the time."""

    def __init__(self, players_file: Path, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._fresh_file = fresh_beside(behind_links(players_file))
        with rows_of("changes"):
            ((last,),) = database.read("SELECT max(id) FROM changes")
            self._last = last_number(last)
        found = database.read("SELECT id, before, after FROM changes WHERE NOT is_made ORDER BY id")
        self._not_made = [number for number, *_ in found]
        """The changes that players.xml may lack: those of one step."""
        self._taken_back: set[int] = set()
        """The changes that leave the ledger with the next transaction."""
        for _, before, after in found[:1]:
            version = digest_at(players_file)
            if version == after:
                self._mark()
            elif version == before:
                self._take_back()

    @property
    def is_new(self) -> bool:
        return not self._last

    def has_settled(self, name: str) -> bool:
        found = self._database.read("SELECT id FROM changes WHERE round = ?", name)
        return any(number not in self._taken_back for (number,) in found)

    def balances(self) -> Balances:
        """Return what each account has; DatabaseError."""
        accounts = self._database.read("SELECT kind, name, chips FROM accounts")
        with rows_of("accounts"):
            return {_holding(key, chips): chips for *key, chips in accounts}

    def note(self, found: Balances) -> None:
        """Write the balances FOUND in players.xml, as far as they differ from the known ones."""
        if self._not_made:
            self._find_out_by(found)
        if self._taken_back:  # which is not on the disk yet
            self._commit([])
        edits = difference(self.balances(), found)
        if edits or self.is_new:
            self.post([(Reason(FIRST_SEEN if self.is_new else EDIT), edits)])

    def _find_out_by(self, found: Balances) -> None:
        """Mark the last step if players.xml, with the balances FOUND, has it; else take it back.

        The file was edited by hand before the start. If the version that the step writes still
        waits beside the file, it was not made. Else what other accounts than the edited ones have
        tells. If nothing does, it was made: to be marked takes longer than that.
        """
        ((version,),) = self._database.read(
            "SELECT after FROM changes WHERE id = ?", self._not_made[0]
        )
        before, after = self.last_step()
        is_waiting = digest_at(self._fresh_file) == version
        if not is_waiting and _agreeing(found, after) >= _agreeing(found, before):
            self._mark()
        else:
            self._take_back()

    def last_step(self) -> tuple[dict[LedgerAccount, int | None], dict[LedgerAccount, int | None]]:
        """Return what accounts had before the last step, if players.xml may lack it, and after it.

        DatabaseError if they cannot be read. A house is left out.
        """
        before: dict[LedgerAccount, int | None] = {}
        after: dict[LedgerAccount, int | None] = {}
        entries = self._database.read(
            "SELECT kind, name, entries.before, entries.after FROM entries"
            " JOIN changes ON id = change WHERE NOT is_made AND kind <> 'house' ORDER BY change"
        )
        with rows_of("entries"):
            for *key, had, has in entries:
                account = _holding(key, had, has)
                before.setdefault(account, had)
                after[account] = has
        return before, after

    @contextmanager
    def posting(self, postings: Sequence[Posting], versions: Versions | None) -> Iterator[None]:
        """Write POSTINGS in one transaction, with all that waits to be written.

        Within the block the file becomes the second of the VERSIONS. If it does not, they are taken
        back.
        """
        first = self._last + 1
        self.post(postings, versions)
        self._not_made = [*range(first, self._last + 1)]
        try:
            yield
        except BaseException:
            self._take_back()
            raise
        self._mark()

    def _mark(self) -> None:
        """Note that players.xml has what was posted last."""
        if self._not_made:
            self._database.write_soon(
                "UPDATE changes SET is_made = 1, before = NULL, after = NULL WHERE NOT is_made"
            )
        self._not_made = []

    def _take_back(self) -> None:
        """Take what was posted last out of the ledger: players.xml does not have it."""
        for number in reversed(self._not_made):
            for sql in _TAKE_BACK:
                self._database.write_soon(sql, number)
        self._taken_back.update(self._not_made)
        self._not_made = []

    def post(self, postings: Sequence[Posting], versions: Versions | None = None) -> None:
        """Write POSTINGS as above, which are made already if no VERSIONS are named."""
        statements: list[Statement] = []
        for number, posting in enumerate(postings, self._last + 1):
            statements += self._statements(number, *posting, versions)
        self._commit(statements)
        self._last += len(postings)

    def _commit(self, statements: Sequence[Statement]) -> None:
        try:
            self._database.commit_with(statements)
        except NotRecorded as error:
            raise LedgerError(str(error)) from error
        self._taken_back = set()

    def _statements(
        self, number: int, reason: Reason, moved: BalanceChanges, versions: Versions | None
    ) -> Iterator[Statement]:
        """Yield what writes the change of that NUMBER, in which the house has what others lack."""
        at, is_made = milliseconds(self._now()), versions is None
        yield (
            "INSERT INTO changes (id, at, why, round, by, before, after, is_made)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(number, at, reason.why, reason.round or None, reason.by),
                *(versions or (None, None)),
                is_made,
            ),
        )
        for account, (had, has) in moved.items():
            yield (
                "INSERT INTO entries (change, kind, name, before, after) VALUES (?, ?, ?, ?, ?)",
                (number, *account, had, has),
            )
            if has is None:
                yield "DELETE FROM accounts WHERE kind = ? AND name = ?", account
            else:
                yield f"{_PUT} VALUES (?, ?, ?) {_OR_REPLACE}", (*account, has)
        gain = sum((had or 0) - (has or 0) for had, has in moved.values())
        if reason.why not in UNBALANCED and (gain or reason.round is not None):
            entry, account_of_house = _POST_HOUSE
            yield entry, (number, reason.game, gain)
            yield account_of_house, (number,)


def _holding(key: Sequence[object], *chips: object) -> LedgerAccount:
    """Return the account of that KEY, its kind and its name; ValueError if it cannot have CHIPS.

    Only a house can owe some, or have more than any player.
    """
    account = convert(key, LedgerAccount)
    is_house = AccountKind(account.kind) is AccountKind.HOUSE
    for each in chips:
        fits = isinstance(each, int) and (is_house or 0 <= each <= MAX_NUMBER)
        if not (fits or each is None):
            raise ValueError(f"{account.kind} {account.name} has {each}")
    return account


def _agreeing(found: Balances, wanted: Mapping[LedgerAccount, int | None]) -> int:
    """Return how many accounts have the chips that are WANTED; one that is gone tells nothing."""
    return sum(found.get(each) == chips for each, chips in wanted.items() if chips is not None)


def difference(before: Balances, after: Balances) -> BalanceChanges:
    """Return the accounts whose chips differ, without those of the house."""
    found = {}
    for account in {**before, **after}:
        nothing = NOTHING[account.kind]
        chips = before.get(account, nothing), after.get(account, nothing)
        if chips[0] != chips[1] and account.kind != AccountKind.HOUSE:
            found[account] = chips
    return found
