"""The ledger: every change of chips in players.xml, in the order in which they were made.

A change is in the database before players.xml has it, with the versions of players.xml that it
leads from and to. It is marked once the file has it. So a start finds at most one step that is not
marked. If the file is the version before it, the step was not made, and leaves the ledger: what
asked for it does so again (a round whose result is still to be paid), or was never told. If the
file is the version after it, it was made. Any other content was edited by hand. No version counts
for a change that is marked: content alone repeats itself.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from msgspec import Struct

from pontoon.engine.errors import NotRecorded
from pontoon.storage.atomic_file import FileVersions, behind_links, digest_at, fresh_beside
from pontoon.storage.database import Database, Statement, milliseconds
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    BalanceChanges,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
)

FIRST_SEEN, EDIT, PRUNED = "first seen", "edit", "pruned"
UNBALANCED = (FIRST_SEEN, EDIT)
"""Why chips appear or disappear without the house."""


class LedgerError(PlayersFileError):
    """The ledger cannot be written; the message says WHY."""

    def __init__(self, why: str) -> None:
        super().__init__(Fault(0, f"players.db: {why}"))


class Reason(Struct, frozen=True):
    """Why chips change hands: a round of GAME, or something else.

    ``round`` is the name of the round, "" if it has no name, and None if there was no round. ``by``
    is the person who did it, unless that is the player.
    """

    why: str
    game: str = ""
    round: str | None = None
    by: str = ""


class LedgerEntry(Struct, frozen=True):
    """Chips that are MOVED for one REASON."""

    moved: BalanceChanges
    reason: Reason

    @property
    def is_written(self) -> bool:
        """Whether the ledger has a change for it: chips have moved, or a round is settled."""
        return bool(self.moved) or self.reason.round is not None


class _Change(Struct, frozen=True):
    """A change as it is written: accounts MOVED, for the round of that name if there is one."""

    why: str
    moved: BalanceChanges
    round: str | None = None
    by: str = ""
    versions: FileVersions | None = None


class LedgerPosting(Struct, frozen=True):
    """The ENTRIES for chips that are moved between two VERSIONS of players.xml, if any are."""

    ledger: "Ledger"
    entries: Sequence[LedgerEntry]
    versions: FileVersions | None

    def post(self) -> None:
        self.ledger.post(self.entries, self.versions)

    def take_back(self) -> None:
        self.ledger.take_back()


class Ledger:
    """The ledger of PLAYERS_FILE in DATABASE; NOW returns the time."""

    def __init__(self, players_file: Path, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._fresh_file = fresh_beside(behind_links(players_file))
        read = database.read
        found = read("SELECT kind, name, chips FROM accounts")
        self._balances = {
            LedgerAccount(AccountKind(kind), name): chips for kind, name, chips in found
        }
        ((last,),) = read("SELECT max(id) FROM changes")
        self._last = last or 0
        self._not_made = [
            number for (number,) in read("SELECT id FROM changes WHERE NOT is_made ORDER BY id")
        ]
        """The changes that players.xml may lack: those of one step."""
        self._are_open = bool(self._not_made)
        """Whether these are from before the start, and it is not known what became of them."""
        self._taken_back: set[int] = set()
        if self._are_open:
            self._find_out(digest_at(players_file))

    @property
    def is_new(self) -> bool:
        """Whether there is no change yet."""
        return not self._last

    def _find_out(self, version: str | None) -> None:
        """Mark the last step, or take it back, if the VERSION of the file tells."""
        ((before, after),) = self._database.read(
            "SELECT before, after FROM changes WHERE id = ?", self._not_made[0]
        )
        if version == after:
            self.keep()
        elif version == before:
            self.take_back()

    def _find_out_by(self, found: Balances) -> None:
        """Mark the last step if players.xml, with the balances FOUND, has it; else take it back.

        The file was edited by hand before the start. If the version that the step writes still
        waits beside the file, it was not made. Else what other accounts than the edited ones have
        tells. If nothing does, it was made: to be marked takes longer than that.
        """
        ((version,),) = self._database.read(
            "SELECT after FROM changes WHERE id = ?", self._not_made[0]
        )
        if digest_at(self._fresh_file) == version:
            self.take_back()
            return
        before: dict[LedgerAccount, int | None] = {}
        after: dict[LedgerAccount, int | None] = {}
        for number in self._not_made:
            for kind, name, had, has in self._database.read(
                "SELECT kind, name, before, after FROM entries WHERE change = ? AND kind <> ?",
                *(number, AccountKind.HOUSE),
            ):
                account = LedgerAccount(AccountKind(kind), name)
                before.setdefault(account, had)
                after[account] = has
        if _agreeing(found, after) >= _agreeing(found, before):
            self.keep()
        else:
            self.take_back()

    def has_settled(self, name: str) -> bool:
        """Tell whether the round called NAME is settled."""
        found = self._database.read("SELECT id FROM changes WHERE round = ?", name)
        return any(number not in self._taken_back for (number,) in found)

    def note(self, found: Balances) -> None:
        """Write the balances FOUND in players.xml, as far as they differ from the known ones."""
        if self._are_open:
            self._find_out_by(found)
            self._write([])
        if self.is_new:
            nothing = {account: (NOTHING[account.kind], chips) for account, chips in found.items()}
            self._write([_Change(FIRST_SEEN, nothing)])
        elif edits := difference(self._balances, found):
            self._write([_Change(EDIT, edits)])

    def remark(self, why: str, by: str) -> None:
        """Write what was done BY somebody without moving chips."""
        self._write([_Change(why, {}, by=by)])

    def post(self, entries: Sequence[LedgerEntry], versions: FileVersions | None) -> None:
        """Write ENTRIES in one transaction, with all that waits to be written.

        With VERSIONS of players.xml they are made once the file is the second of them: ``keep`` or
        ``take_back`` must follow.
        """
        first = self._last + 1
        self._write([*self._changes(entries, versions)])
        if versions is not None:
            self._not_made = [*range(first, self._last + 1)]

    def keep(self) -> None:
        """Note that players.xml has what was posted last."""
        for number in self._not_made:
            self._database.note(
                "UPDATE changes SET is_made = 1, before = NULL, after = NULL WHERE id = ?", number
            )
        self._not_made, self._are_open = [], False

    def take_back(self) -> None:
        """Take what was posted last out of the ledger: players.xml does not have it."""
        for number in reversed(self._not_made):
            for kind, name, before in self._database.read(
                "SELECT kind, name, before FROM entries WHERE change = ?", number
            ):
                account = LedgerAccount(AccountKind(kind), name)
                self._set(account, before)
                self._database.note(*_balance(account, before))
            self._database.note("DELETE FROM changes WHERE id = ?", number)
            self._taken_back.add(number)
        self._not_made, self._are_open = [], False

    def _changes(
        self, entries: Sequence[LedgerEntry], versions: FileVersions | None
    ) -> Iterator[_Change]:
        """Yield ENTRIES with what the house gains: the chips in each add up to 0."""
        houses: dict[LedgerAccount, int] = {}
        for entry in entries:
            reason, moved = entry.reason, dict(entry.moved)
            house = LedgerAccount(AccountKind.HOUSE, reason.game)
            gain = sum((before or 0) - (after or 0) for before, after in moved.values())
            if gain or reason.round is not None:
                had = houses.get(house, self._balances.get(house, 0))
                houses[house] = had + gain
                moved[house] = had, had + gain
            if moved:
                yield _Change(reason.why, moved, reason.round or None, reason.by, versions)

    def _write(self, changes: Sequence[_Change]) -> None:
        statements: list[Statement] = []
        for number, change in enumerate(changes, self._last + 1):
            statements += self._statements(number, change)
        try:
            self._database.commit_with(statements)
        except NotRecorded as error:
            raise LedgerError(str(error)) from error
        self._last += len(changes)
        for change in changes:
            for account, (_, after) in change.moved.items():
                self._set(account, after)

    def _statements(self, number: int, change: _Change) -> Iterator[Statement]:
        before, after = change.versions or (None, None)
        yield (
            "INSERT INTO changes (id, at, why, round, by, before, after, is_made)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (
                *(number, milliseconds(self._now()), change.why, change.round, change.by),
                *(before, after, change.versions is None),
            ),
        )
        for account, (had, has) in change.moved.items():
            yield (
                "INSERT INTO entries (change, kind, name, before, after) VALUES (?, ?, ?, ?, ?)",
                (number, account.kind, account.name, had, has),
            )
            sql, *parameters = _balance(account, has)
            yield sql, tuple(parameters)

    def _set(self, account: LedgerAccount, chips: int | None) -> None:
        if chips is None or chips == NOTHING[account.kind]:
            self._balances.pop(account, None)
        else:
            self._balances[account] = chips


def _agreeing(found: Balances, wanted: Mapping[LedgerAccount, int | None]) -> int:
    """Return how many accounts have the chips that are WANTED; one that is gone tells nothing."""
    return sum(found.get(each) == chips for each, chips in wanted.items() if chips is not None)


def _balance(account: LedgerAccount, chips: int | None) -> tuple[Any, ...]:
    """Return what writes that ACCOUNT has CHIPS now, as SQL and its parameters."""
    if chips is None or chips == NOTHING[account.kind]:
        return "DELETE FROM accounts WHERE kind = ? AND name = ?", account.kind, account.name
    sql = "INSERT OR REPLACE INTO accounts (kind, name, chips) VALUES (?, ?, ?)"
    return sql, account.kind, account.name, chips


def difference(before: Balances, after: Balances) -> BalanceChanges:
    """Return the accounts whose chips differ, without those of the house."""
    found = {}
    for account in {**before, **after}:
        nothing = NOTHING[account.kind]
        chips = before.get(account, nothing), after.get(account, nothing)
        if chips[0] != chips[1] and account.kind is not AccountKind.HOUSE:
            found[account] = chips
    return found
