"""The ledger: every change of chips in players.xml, in the order in which they were made.

Each change has a number, and players.xml has that of the last change in it. A change is in the
database before players.xml has it, and is marked once the file has it. So a start finds at most one
step that is not marked, and the number in the file tells whether it was made: if not, it leaves the
ledger, and what asked for it does so again (a round whose result is still to be paid), or was never
told. Any other difference was edited by hand.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from secrets import token_urlsafe
from typing import NamedTuple

from msgspec import convert

from pontoon.engine.result import MAX_NUMBER
from pontoon.storage.database import Database
from pontoon.storage.players.document import Mark
from pontoon.storage.players.player import (
    AUCTION_OF,
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
from pontoon.storage.rows import DatabaseError, Read, Statement, last_number, milliseconds, rows_of

FIRST_SEEN, EDIT, FORGOTTEN, PRUNED = "first seen", "edit", "forgotten", "pruned"
UNBALANCED = (FIRST_SEEN, EDIT, FORGOTTEN)
"""Why chips appear or disappear without the house."""

IS_PRUNED = "its changes are summed; players.xml without change and bank is believed as it is"

_PUT = "INSERT INTO accounts (kind, name, chips)"
_OR_REPLACE = "ON CONFLICT (kind, name) DO UPDATE SET chips = excluded.chips"

_MAX_OF_HOUSE = 1 << 62
"""More than a house wins or loses, but for chips that were edited by hand; SQLite counts to twice
as many."""

_POST_HOUSE = (
    "INSERT INTO entries (change, kind, name, before, after)"
    " WITH posted (change, house, gain) AS (SELECT ?, ?, ?), houses (name, chips) AS ("
    " SELECT house, coalesce((SELECT chips FROM accounts WHERE kind = 'house' AND name = house), 0)"
    " FROM posted UNION ALL SELECT house || ' ' || change, 0 FROM posted)"
    " SELECT change, 'house', name, chips, chips + gain FROM posted, houses"
    f" WHERE CAST(chips AS NUMERIC) + gain BETWEEN -{_MAX_OF_HOUSE} AND {_MAX_OF_HOUSE}"
    " ORDER BY name LIMIT 1",
    f"{_PUT} SELECT kind, name, after FROM entries WHERE change = ? AND kind = 'house'"
    f" {_OR_REPLACE}",
)
"""Write what the house of a game gains; what it has by then is only known to the transaction.

Where it has too much, the gain is an account of its own, which has the number of the change.
"""

_ITS_AUCTION = AUCTION_OF.format(round="' || rounds.id || '")

_SETTLED = (
    "SELECT round FROM changes WHERE round IS NOT NULL"
    " AND id > (SELECT max(id) FROM changes) - 1000"
    " UNION SELECT changes.round FROM rounds JOIN changes"
    f" ON changes.round IN (rounds.id, '{_ITS_AUCTION}')"
    " WHERE rounds.number IN"
    " (SELECT number FROM rounds WHERE ended IS NULL UNION SELECT round FROM due)"
)
"""The latest rounds, those that are played, and those that are still to be paid or told."""

_ALL_MADE = "UPDATE changes SET is_made = TRUE, before = NULL, after = NULL WHERE NOT is_made"

_TAKE_BACK = (
    "DELETE FROM accounts WHERE (kind, name) IN"
    " (SELECT kind, name FROM entries WHERE change = ? AND before IS NULL)",
    f"{_PUT} SELECT kind, name, before FROM entries WHERE change = ? AND before IS NOT NULL"
    f" {_OR_REPLACE}",
    "DELETE FROM changes WHERE id = ?",
)
"""Take a change out of the ledger: each account has again what it had before."""


_BANK_BYTES = 6
"""How many random bytes the id of a bank has."""


def new_bank() -> str:
    """Return an id that no other bank has: 8 characters, as k3JxQ0aB."""
    return token_urlsafe(_BANK_BYTES)


class LedgerError(PlayersFileError):
    """The ledger cannot be written; the message says WHY."""

    def __init__(self, why: str) -> None:
        super().__init__(Fault(0, f"players.db: {why}"))


class Ledger:
    """The ledger in DATABASE; NOW returns the time."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        with rows_of("changes"):
            ((last,),) = database.read("SELECT max(id) FROM changes")
            self.last = last_number(last)
            """The number of the last change."""
        self.bank = self._bank()
        """The id of the bank, which players.xml has, too."""
        found = database.read("SELECT id FROM changes WHERE NOT is_made ORDER BY id")
        self._not_made = [number for (number,) in found]
        """The changes that players.xml may lack: those of one step."""
        self._settled = self._settled_before()
        """The rounds that are settled, of those for which anybody may ask."""

    def _bank(self) -> str:
        """Return the id in the database, which gets one with the first transaction."""
        for (bank,) in self._database.read("SELECT id FROM bank"):
            return str(bank)
        bank = new_bank()
        self._database.write_soon("INSERT INTO bank (id) VALUES (?)", bank)
        return bank

    @property
    def is_new(self) -> bool:
        return not self.last

    @property
    def mark(self) -> Mark:
        """Where players.xml stands once it has all changes."""
        return Mark(self.bank, self.last)

    def find_out(self, change: int | None, version: str) -> None:
        """Take the last step back if players.xml does not have it; mark it otherwise.

        CHANGE is the number in the file. A file without one has the step unless it is of the
        VERSION before it, which earlier versions of the bot have noted.
        """
        if not self._not_made:
            return
        first = self._not_made[0]
        if change is None:
            found = self._database.read("SELECT before FROM changes WHERE id = ?", first)
            is_made = found != [(version,)]
        else:
            is_made = change >= first
        if is_made:
            self._mark()
        else:
            self.take_back()
            self._commit()
            self._settled = self._settled_before()

    def _settled_before(self) -> set[str]:
        return {name for (name,) in self._database.read(_SETTLED)}

    def has_settled(self, name: str) -> bool:
        """Tell whether that round is settled on the disk, unless it is over and told for long."""
        return name in self._settled

    def told(self, name: str) -> None:
        """Note that nobody will ask for that round any more."""
        self._settled -= {name, AUCTION_OF.format(round=name)}

    def balances(self) -> Balances:
        """Return what each account has on the disk; DatabaseError. Who calls this waits for it."""
        accounts = self._database.read("SELECT kind, name, chips FROM accounts ORDER BY kind, name")
        with rows_of("accounts"):
            return {_holding(key, chips): chips for *key, chips in accounts}

    def note(self, known: Balances, found: Balances, why: str = EDIT) -> bool:
        """Write the balances FOUND in players.xml, and WHY they differ from those KNOWN.

        Return whether they do. All of a new ledger are seen for the first time.
        """
        edits = difference(known, found)
        if edits or self.is_new:
            self._post(Reason(FIRST_SEEN if self.is_new else why), edits)
        return bool(edits)

    def begin_anew(self, change: int, found: Balances) -> None:
        """Become the ledger of another bank, whose accounts have what is FOUND after CHANGE.

        All earlier changes count as made.
        """
        bank, number = new_bank(), max(self.last, change) + 1
        edits = difference(self.balances(), found)
        why = Reason(FIRST_SEEN if self.is_new else EDIT)
        self._database.write(_ALL_MADE)
        self._database.write("UPDATE bank SET id = ?", bank)
        self.bank, self.last, self._not_made = bank, number - 1, []
        self._post(why, edits)
        self._commit()

    def number(self, postings: Sequence[Posting]) -> list[Statement]:
        """Give POSTINGS the next numbers; return what writes them.

        Until one of ``made``, ``take_back`` and ``withdraw`` is called, players.xml may lack them.
        """
        statements: list[Statement] = []
        for number, posting in enumerate(postings, self.last + 1):
            statements += self._statements(number, *posting, is_made=False)
        first, self.last = self.last + 1, self.last + len(postings)
        self._not_made = [*range(first, self.last + 1)]
        return statements

    def made(self, rounds: Iterable[str]) -> None:
        """Note that what was numbered last, in which ROUNDS are settled, is on the disk.

        So players.xml has it.
        """
        self._settled.update(rounds)
        self._mark()

    def withdraw(self) -> None:
        """Note that what was numbered last is not on the disk."""
        self.last -= len(self._not_made)
        self._not_made = []

    def take_back(self) -> None:
        """Take what was numbered last out of the ledger: players.xml does not have it."""
        for number in reversed(self._not_made):
            for sql in _TAKE_BACK:
                self._database.write_soon(sql, number)
        self.withdraw()

    def _mark(self) -> None:
        if self._not_made:
            self._database.write_soon(_ALL_MADE)
        self._not_made = []

    def _post(self, reason: Reason, moved: BalanceChanges) -> None:
        """Write what has MOVED for that REASON, which players.xml has already."""
        self.last += 1
        for sql, parameters in self._statements(self.last, reason, moved, is_made=True):
            self._database.write(sql, *parameters)

    def _commit(self) -> None:
        """Wait until all is on the disk, before the bot plays; LedgerError if that cannot be."""
        if not self._database.commit():
            raise LedgerError(self._database.trouble)

    def _statements(
        self, number: int, reason: Reason, moved: BalanceChanges, *, is_made: bool
    ) -> Iterator[Statement]:
        """Yield what writes the change of that NUMBER, in which the house has what others lack."""
        at = milliseconds(self._now())
        yield (
            "INSERT INTO changes (id, at, why, round, by, is_made) VALUES (?, ?, ?, ?, ?, ?)",
            (number, at, reason.why, reason.round or None, reason.by, is_made),
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


class Since(NamedTuple):
    """What the ledger says of the time since a change, for an old copy of players.xml."""

    first_known: int
    """The first change of which every later one is known; those before are summed."""
    entries: Sequence[tuple[LedgerAccount, int | None, int | None, str]]
    """By number, each account with its chips before and after a change, and why it was made."""

    def balances_before(self, change: int, now: Balances) -> Balances:
        """Return what each account had when CHANGE was the last one, if they have so much NOW.

        LedgerError if that is not known.
        """
        if change < self.first_known:
            raise LedgerError(f"nobody knows what players.xml said at change {change}: {IS_PRUNED}")
        balances: dict[LedgerAccount, int] = {**now}
        for account, before, _, _ in reversed(self.entries):
            balances.pop(account, None)
            if before is not None:
                balances[account] = before
        return balances

    def moved(self) -> Mapping[LedgerAccount, int]:
        """Return what accounts have gained by anything but edits by hand."""
        gains: dict[LedgerAccount, int] = {}
        for account, before, after, why in self.entries:
            if why != EDIT and account.kind != AccountKind.HOUSE:
                gains[account] = gains.get(account, 0) + (after or 0) - (before or 0)
        return dict(sorted(gains.items()))


NOTHING_KNOWN = Since(MAX_NUMBER, ())
"""What a ledger says that cannot be read."""


def read_since(read: Read, change: int) -> Since:
    """Return what READ finds of the time since CHANGE."""
    with suppress(DatabaseError):
        return _read_since(read, change)
    return NOTHING_KNOWN


def _read_since(read: Read, change: int) -> Since:
    ((summed,),) = read("SELECT max(id) FROM changes WHERE why = ?", PRUNED)
    found = read(
        "SELECT kind, name, entries.before, entries.after, why"
        " FROM entries JOIN changes ON id = change WHERE change > ? ORDER BY change",
        change,
    )
    with rows_of("entries"):
        entries = [(_holding(row[:2], *row[2:4]), row[2], row[3], row[4]) for row in found]
        return Since(last_number(summed), entries)


def difference(before: Balances, after: Balances) -> BalanceChanges:
    """Return the accounts whose chips differ, without those of the house."""
    found = {}
    for account in {**before, **after}:
        nothing = NOTHING[account.kind]
        chips = before.get(account, nothing), after.get(account, nothing)
        if chips[0] != chips[1] and account.kind != AccountKind.HOUSE:
            found[account] = chips
    return found
