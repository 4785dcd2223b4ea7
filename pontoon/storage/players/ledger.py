"""The ledger: every change of chips in players.xml, in the order in which they were made.

It is written before players.xml. The lines of one change are written in one step, and name the
version of players.xml that the change writes. So the bot finds out at its next start whether the
change was made, and if not removes its lines. If players.xml has the change, but the end of its
lines has been cut off, they are written again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct

from pontoon.storage import fs
from pontoon.storage.append_file import AppendFile, older, rotate
from pontoon.storage.atomic_file import beside, fresh_beside, sync_folder
from pontoon.storage.players import ledger_line
from pontoon.storage.players.last_change import LastChange, PostingState, last_change
from pontoon.storage.players.ledger_line import LedgerLine, written
from pontoon.storage.players.player import (
    NOTHING,
    AccountKind,
    BalanceChanges,
    Balances,
    Fault,
    LedgerAccount,
    PlayersFileError,
)
from pontoon.storage.versions import FileVersions

MODE = 0o640
KEPT = 3  # old ledgers
LEAST_BYTES = 4 * 1024 * 1024
SNAPSHOTS = 4
"""A ledger is full when it has so many bytes, and is so many times as long as its beginning."""
ROUNDS = 1000
"""The settled rounds whose names are remembered."""

FIRST_SEEN, CARRIED, EDIT = "first seen", "carried", "edit"
BEGINNINGS = (FIRST_SEEN, CARRIED)


class LedgerError(PlayersFileError):
    """The ledger at PATH cannot be used; WHAT says why, to be read behind its name."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(Fault(0, f"{path.name}{what}"))
        self.path = path
        self.what = what


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


class LedgerPosting(Struct, frozen=True):
    """The lines for chips that are moved between two versions of players.xml."""

    ledger: "Ledger"
    entries: Sequence[LedgerEntry]
    versions: FileVersions

    def post(self) -> None:
        self.ledger.post(self.entries, self.versions)

    def take_back(self) -> bool:
        return self.ledger.take_back()


class Ledger:
    """The ledger beside PLAYERS_FILE; NOW returns the time. LedgerError if it cannot be used."""

    def __init__(self, players_file: Path, now: Callable[[], datetime]) -> None:
        self._players_file = players_file
        self._file = AppendFile(path_beside(players_file), MODE)
        self._now = now
        self._balances: dict[LedgerAccount, int] | None = None
        """The balances by the lines that are written; None if there are none yet."""
        self._rounds: dict[str, None] = {}
        self._limit = LEAST_BYTES
        self.is_new = True
        """Whether no earlier ledger can tell which rounds were settled."""
        self._to_complete: LastChange | None = None
        """A round in players.xml, some of whose lines are missing here."""
        self._posted: tuple[int, Sequence[LedgerLine]] | None = None
        """The lines that may have to be taken back, with the length of the file without them."""

    def open(self) -> None:
        """Read the ledger, and cut off a last change that was not made in players.xml.

        If the change was made, but some of its lines are missing, ``note`` completes it. Raises
        LedgerError if nothing shows whether it was made: a round could be paid twice, or not at
        all.
        """
        texts, lines = _read(self._file)
        change = last_change(lines, self._file.torn)
        state = _state(change, self._file.path, self._players_file)
        self._to_complete = None
        wanted = len(lines)
        if change is not None and state is not PostingState.WHOLE:
            wanted = change.first
            if state is PostingState.CUT_OFF and change.round:
                self._to_complete = change
        if wanted < len(lines) and self._to_complete is None:
            with self._writing():
                self._file.cut(self._file.length - sum(len(text) + 1 for text in texts[wanted:]))
        if not lines and self._balances is None:
            # The power may have been cut when a new ledger was about to begin.
            _, lines = _read(AppendFile(older(self._file.path, 1)))
            wanted = len(lines)
        if lines:
            self._balances = {}
            self.is_new = False
        self._learn(lines[:wanted])
        if self._to_complete is not None:
            change = self._to_complete
            self._rounds.update(dict.fromkeys((change.round, *change.also)))

    def look(self) -> bool:
        """Check that the ledger can be written; return whether it may lack what was noted last.

        Another program may have changed it, or the start of a new ledger may have failed.
        """
        with self._writing():
            if self._file.is_as_it_was:
                if self._to_complete is None:
                    self._file.repair()
                return not self._file.length
        self.open()
        return True

    def sweep(self) -> None:
        path, coming = self._file.path, _next(self._file.path)
        for stray in (fresh_beside(path), coming, fresh_beside(coming)):
            with suppress(OSError):
                fs.remove(stray)

    def has_settled(self, name: str) -> bool:
        """Tell whether the round called NAME is settled, if it was one of the last ones."""
        return name in self._rounds

    def note(self, found: Balances) -> None:
        """Write the balances FOUND in players.xml, as far as they differ from the known ones."""
        with self._writing():
            if self._balances is None:
                self._file.rewrite(self._beginning(FIRST_SEEN, found))
                self._balances = dict(found)
                return
            if self._to_complete is not None:
                self._learn(self._completed(self._to_complete, found))
                self._to_complete = None
                return
            if not self._file.length:
                self._file.rewrite(self._beginning(CARRIED, self._balances))
        self.note_edits(difference(self._balances, found))

    def note_edits(self, edits: BalanceChanges) -> None:
        """Write EDITS of players.xml; all else in it is known."""
        time = self._time()
        lines = [LedgerLine(time, account, *chips, EDIT) for account, chips in edits.items()]
        if lines:
            with self._writing():
                self._make_room()
                self._file.append([*map(written, lines)])
            self._learn(lines)

    def _completed(self, change: LastChange, found: Balances) -> Sequence[LedgerLine]:
        """Write all lines of a CHANGE that has led to the balances FOUND; return them.

        They replace what is left of them in one step.
        """
        assert self._balances is not None
        reason = Reason(change.why, change.why, change.round)
        entry = LedgerEntry(difference(self._balances, found), reason)
        lines = self._lines([entry], change.versions)
        lines[0] = lines[0]._replace(also=change.also)
        texts = self._file.read()
        self._file.rewrite([*texts[: change.first], *map(written, lines)])
        return lines

    def post(self, entries: Sequence[LedgerEntry], versions: FileVersions | None) -> None:
        """Write ENTRIES between two VERSIONS in one step; ``keep`` or ``take_back`` must follow."""
        lines = self._lines(entries, versions)
        if lines:
            with self._writing():
                self._make_room()
                self._posted = self._file.length, lines
                self._file.append([*map(written, lines)])

    def post_alone(self, entries: Sequence[LedgerEntry]) -> None:
        """Write the lines of rounds that do not change players.xml; ``keep`` has to follow."""
        try:
            self.post(entries, None)
        except LedgerError:
            self.take_back()
            raise

    def remark(self, why: str, by: str) -> None:
        """Write what was done BY somebody without moving chips."""
        line = LedgerLine(self._time(), None, None, None, why, by=by)
        with self._writing():
            self._make_room()
            self._file.append([written(line)])

    def keep(self) -> None:
        """Note that players.xml has what was posted last."""
        if self._posted is not None:
            _, lines = self._posted
            self._posted = None
            self._learn(lines)

    def take_back(self) -> bool:
        """Cut off what was posted last; return False if some of it may be left."""
        if self._posted is None:
            return True
        (length, _), self._posted = self._posted, None
        try:
            if self._file.needs_repair or self._file.length != length:
                self._file.cut(length)
        except OSError:
            return False
        return True

    def _lines(
        self, entries: Sequence[LedgerEntry], versions: FileVersions | None
    ) -> list[LedgerLine]:
        """Return the lines of one step; in each of ENTRIES the chips add up to 0."""
        time, lines = self._time(), list[LedgerLine]()
        houses: dict[LedgerAccount, int] = {}
        for entry in entries:
            reason = entry.reason
            for account, chips in self._with_house(entry, houses).items():
                name = reason.round or ""
                lines.append(LedgerLine(time, account, *chips, reason.why, name, by=reason.by))
        lines = [line._replace(more=len(lines) - number) for number, line in enumerate(lines, 1)]
        if lines:
            also = tuple(entry.reason.round or "" for entry in entries[1:])
            lines[0] = lines[0]._replace(versions=versions, also=also)
        return lines

    def _with_house(self, entry: LedgerEntry, houses: dict[LedgerAccount, int]) -> BalanceChanges:
        """Return what ENTRY moves, with what the house gains; HOUSES have its balances so far."""
        house = LedgerAccount(AccountKind.HOUSE, entry.reason.game)
        gain = sum((before or 0) - (after or 0) for before, after in entry.moved.values())
        if not gain and entry.reason.round is None:
            return entry.moved
        had = houses.get(house, self._balances.get(house, 0) if self._balances else 0)
        houses[house] = had + gain
        return {**entry.moved, house: (had, had + gain)}

    def _beginning(self, why: str, balances: Balances) -> list[bytes]:
        """Return the first lines of a ledger, which make all earlier ledgers unnecessary."""
        time = self._time()
        lines = [LedgerLine(time, None, None, None, why, rounds=tuple(self._rounds))]
        for account, chips in balances.items():
            before = chips if why == CARRIED else NOTHING[account.kind]
            lines.append(LedgerLine(time, account, before, chips, why))
        return [*map(written, lines)]

    def _make_room(self) -> None:
        """Begin a new ledger if this one is full; if that fails, continue with the full one."""
        if self._file.length < self._limit or self._balances is None:
            return
        beginning = self._beginning(CARRIED, self._balances)
        self._limit = max(LEAST_BYTES, SNAPSHOTS * sum(map(len, beginning)))
        if self._file.length >= self._limit:
            try:
                self._begin_another(beginning)
            except OSError:
                if not self._file.is_as_it_was:
                    self._file.read()
                    self._file.rewrite(beginning)

    def _begin_another(self, beginning: Sequence[bytes]) -> None:
        path = self._file.path
        coming = _next(path)
        AppendFile(coming, MODE).rewrite(beginning)
        rotate(path, KEPT)
        fs.replace(coming, path)
        sync_folder(path.parent)
        self._file.read()

    def _learn(self, lines: Iterable[LedgerLine]) -> None:
        balances = self._balances
        for line in lines:
            self._rounds.update(dict.fromkeys((*line.rounds, *line.also)))
            if line.round:
                self._rounds[line.round] = None
            if line.account is not None and balances is not None:
                apply(balances, line)
        while len(self._rounds) > ROUNDS:
            del self._rounds[next(iter(self._rounds))]

    def _time(self) -> str:
        return self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            reason = f" cannot be written: {error.strerror or error}"
            raise LedgerError(self._file.path, reason) from error


def path_beside(players_file: Path) -> Path:
    return beside(players_file, ".ledger")


def read(path: Path) -> list[LedgerLine]:
    """Return the lines of the ledger at PATH, none if it is missing; LedgerError if damaged."""
    return _read(AppendFile(path))[1]


def check(players_file: Path) -> None:
    """Raise LedgerError if the bot would not start with the ledger of PLAYERS_FILE."""
    path = path_beside(players_file)
    file = AppendFile(path)
    _, lines = _read(file)
    _state(last_change(lines, file.torn), path, players_file)
    if not lines:
        read(older(path, 1))


def difference(before: Balances, after: Balances) -> BalanceChanges:
    """Return the accounts whose chips differ, without those of the house."""
    found = {}
    for account in {**before, **after}:
        nothing = NOTHING[account.kind]
        chips = before.get(account, nothing), after.get(account, nothing)
        if chips[0] != chips[1] and account.kind is not AccountKind.HOUSE:
            found[account] = chips
    return found


def apply(balances: dict[LedgerAccount, int], line: LedgerLine) -> None:
    """Change BALANCES by LINE, which must be about an account."""
    assert line.account is not None
    if line.after is None or line.after == NOTHING[line.account.kind]:
        balances.pop(line.account, None)
    else:
        balances[line.account] = line.after


def _next(path: Path) -> Path:
    return path.with_name(f"{path.name}.next")


def _read(file: AppendFile) -> tuple[list[bytes], list[LedgerLine]]:
    try:
        texts = file.read()
    except OSError as error:
        raise LedgerError(file.path, f" cannot be read: {error.strerror or error}") from error
    lines: list[LedgerLine] = []
    for number, text in enumerate(texts, 1):
        try:
            lines.append(ledger_line.read(text))
        except ValueError as error:
            raise LedgerError(file.path, f", line {number}: it is damaged") from error
    return texts, lines


def _state(change: LastChange | None, path: Path, players_file: Path) -> PostingState:
    """Return what has become of the last CHANGE in the ledger at PATH; LedgerError if unknown."""
    if change is None:
        return PostingState.WHOLE
    state = change.state(players_file)
    if state is PostingState.UNKNOWN:
        what = f"the round {change.round}" if change.round else "it"
        raise LedgerError(
            path,
            f", line {change.first + 1}: a change of chips is incomplete, and players.xml does not "
            "show whether it was made. Delete this line and all lines after it; if players.xml has "
            f"{what} already, delete players.journal too, or a round is paid twice",
        )
    return state
