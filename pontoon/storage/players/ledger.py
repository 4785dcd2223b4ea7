"""The ledger: every change of chips in players.xml, in the order in which they were made.

It is written before players.xml is. What was to be changed at once is in it as a whole or not at
all, and names the version of players.xml that was to be there afterwards: so the bot finds out at
its next start whether it came to that, and if not takes it back. If the end of a change is cut off
since, and players.xml has the change, the rest of its lines is written again.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from pontoon.storage import fs
from pontoon.storage.append_file import AppendFile, fresh_beside
from pontoon.storage.atomic_file import sync_folder
from pontoon.storage.players import ledger_line
from pontoon.storage.players.last_change import IsInPlace, LastChange, State, last_change
from pontoon.storage.players.ledger_line import LedgerLine, written
from pontoon.storage.players.player import NOWHERE, AccountKind, Balances, LedgerAccount, Moved
from pontoon.storage.versions import FileVersions

MODE = 0o640
KEPT = 3
"""How many old ledgers are kept beside the one that is written."""
LEAST_BYTES = 4 * 1024 * 1024
SNAPSHOTS = 4
"""A ledger is full when it has so many bytes, and so many times what all balances take."""
ROUNDS = 1000
"""Of how many rounds, the last ones, it is known that they are settled."""

FIRST_SEEN, CARRIED, EDIT = "first seen", "carried", "edit"
BEGINNINGS = (FIRST_SEEN, CARRIED)


class LedgerError(Exception):
    """The ledger at PATH cannot be used; WHAT says why, behind its name."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(f"{path.name}{what}")
        self.path = path
        self.what = what


@dataclass(frozen=True, slots=True)
class Reason:
    """Why chips change hands: a round of GAME, or else something that has to do with it.

    ``round`` is the name of the round, "" where it has none, and None where it is no round. ``by``
    is who has done it, where that is not the game or the player.
    """

    why: str
    game: str = ""
    round: str | None = None
    by: str = ""


class LedgerPosting:
    """Posts to LEDGER what is MOVED between two VERSIONS of players.xml, for that OCCASION."""

    def __init__(
        self, ledger: "Ledger", moved: Moved, occasion: Reason, versions: FileVersions
    ) -> None:
        self._ledger = ledger
        self._moved = moved
        self._occasion = occasion
        self._versions = versions

    def post(self) -> None:
        """Write it into the ledger."""
        self._ledger.post(self._moved, self._occasion, self._versions)

    def take_back(self) -> bool:
        """Cut it off the ledger; return whether it is not there any more."""
        return self._ledger.take_back()


class Ledger:
    """The ledger at PATH; NOW is what time it is. LedgerError where it cannot be used."""

    def __init__(self, path: Path, now: Callable[[], datetime]) -> None:
        self._file = AppendFile(path, MODE)
        self._now = now
        self._balances: dict[LedgerAccount, int] | None = None
        """By what is written; None where nothing was yet."""
        self._rounds: dict[str, None] = {}
        self._limit = LEAST_BYTES
        self.is_new = True
        """Whether there was none before this one, which could tell of rounds."""
        self._to_complete: LastChange | None = None
        """A round that is in players.xml, and of whose lines only the first are here."""
        self._posted: tuple[int, Sequence[LedgerLine]] | None = None
        """What is not known to be kept: the length of the file without it, and the lines."""

    def open(self, is_in_place: IsInPlace) -> None:
        """Read it; what was posted last, but IS not IN PLACE in players.xml, is cut off.

        A change that is in place, but not all here, is completed by ``note``. LedgerError where
        nothing shows whether it is in place: a round in it could be paid twice, or not at all.
        """
        texts, lines = _read(self._file)
        change = last_change(lines, self._file.torn)
        self._to_complete = None
        wanted = len(lines)
        if change is not None:
            state = change.state(is_in_place)
            if state is State.UNKNOWN:
                raise LedgerError(self._file.path, _undecided(change))
            if state is State.CUT_OFF and change.round:
                self._to_complete = change
            if state is not State.WHOLE:
                wanted = change.first
        if wanted < len(lines) and self._to_complete is None:
            with self._writing():
                self._file.cut(self._file.length - sum(len(text) + 1 for text in texts[wanted:]))
        if not lines and self._balances is None:
            # Perhaps a new one was just to be begun when the power was cut.
            _, lines = _read(AppendFile(older(self._file.path, 1)))
            wanted = len(lines)
        if lines:
            self._balances = {}
            self.is_new = False
        self._learn(lines[:wanted])
        if self._to_complete is not None:
            self._rounds[self._to_complete.round] = None

    def look(self, is_in_place: IsInPlace) -> bool:
        """See that it can be written; return whether it may not be as it was noted last.

        Somebody else may have changed it or, when another was begun, none come to be there.
        """
        with self._writing():
            if self._file.is_as_it_was:
                if self._to_complete is None:
                    self._file.mend()
                return not self._file.length
        self.open(is_in_place)
        return True

    def sweep(self) -> None:
        """Remove what a killed program may have left beside it."""
        path, coming = self._file.path, _next(self._file.path)
        for stray in (fresh_beside(path), coming, fresh_beside(coming)):
            with suppress(OSError):
                fs.remove(stray)

    def has_settled(self, name: str) -> bool:
        """Tell whether the round of that NAME, one of the last ones, is settled."""
        return name in self._rounds

    def note(self, found: Balances) -> None:
        """Write down what was FOUND in players.xml, as far as it is not as it was last written."""
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
            lines = [
                LedgerLine(self._time(), pile, *chips, EDIT)
                for pile, chips in difference(self._balances, found)
            ]
            if lines:
                self._make_room()
                self._file.append([*map(written, lines)])
        self._learn(lines)

    def _completed(self, change: LastChange, found: Balances) -> Sequence[LedgerLine]:
        """Write all lines of a CHANGE, which has left what was FOUND; return them.

        In one step with those before them, so that what is left of it shows until then.
        """
        assert self._balances is not None
        occasion = Reason(change.why, change.why, change.round)
        moved = dict(difference(self._balances, found))
        lines = self._lines(moved, occasion, change.versions)
        texts = self._file.read()
        self._file.rewrite([*texts[: change.first], *map(written, lines)])
        return lines

    def post(self, moved: Moved, occasion: Reason, versions: FileVersions | None) -> None:
        """Write down what is MOVED, between two VERSIONS of players.xml if it is changed.

        ``keep`` or ``take_back`` has to follow.
        """
        lines = self._lines(moved, occasion, versions)
        if lines:
            with self._writing():
                self._make_room()
                self._posted = self._file.length, lines
                self._file.append([*map(written, lines)])

    def remark(self, why: str, by: str) -> None:
        """Write down what was done BY somebody that has moved no chips."""
        line = LedgerLine(self._time(), None, None, None, why, by=by)
        with self._writing():
            self._make_room()
            self._file.append([written(line)])

    def keep(self) -> None:
        """Note that what was posted is in players.xml."""
        if self._posted is not None:
            _, lines = self._posted
            self._posted = None
            self._learn(lines)

    def take_back(self) -> bool:
        """Cut off what was posted last; return False where it may still be there."""
        if self._posted is None:
            return True
        (length, _), self._posted = self._posted, None
        try:
            if self._file.is_ill or self._file.length != length:
                self._file.cut(length)
        except OSError:
            return False
        return True

    def _lines(
        self, moved: Moved, occasion: Reason, versions: FileVersions | None
    ) -> Sequence[LedgerLine]:
        """Return the lines for what is MOVED, which with what the house has add up to nothing."""
        changes = dict(moved)
        house = LedgerAccount(AccountKind.HOUSE, occasion.game)
        gain = sum((before or 0) - (after or 0) for before, after in moved.values())
        if gain or occasion.round is not None:
            had = self._balances.get(house, 0) if self._balances else 0
            changes[house] = had, had + gain
        lines = [
            LedgerLine(
                self._time(), pile, *chips, occasion.why, occasion.round or "", more, by=occasion.by
            )
            for more, (pile, chips) in zip(
                reversed(range(len(changes))), changes.items(), strict=True
            )
        ]
        return [*(first._replace(versions=versions) for first in lines[:1]), *lines[1:]]

    def _beginning(self, why: str, balances: Balances) -> list[bytes]:
        """Return the first lines of a file that can be read without those from before."""
        time, rounds = self._time(), tuple(self._rounds)
        first = LedgerLine(time, None, None, None, why, rounds=rounds)
        lines = (
            LedgerLine(time, pile, chips if why == CARRIED else NOWHERE[pile.holder], chips, why)
            for pile, chips in balances.items()
        )
        return [*map(written, (first, *lines))]

    def _make_room(self) -> None:
        """Begin a new file if this one is full; where that fails, go on with the full one."""
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
        for number in reversed(range(1, KEPT)):
            with suppress(FileNotFoundError):
                fs.replace(older(path, number), older(path, number + 1))
        fs.replace(path, older(path, 1))
        fs.replace(coming, path)
        sync_folder(path.parent)
        self._file.read()

    def _learn(self, lines: Iterable[LedgerLine]) -> None:
        balances = self._balances
        for line in lines:
            self._rounds.update(dict.fromkeys(line.rounds))
            if line.round:
                self._rounds[line.round] = None
            if line.pile is not None and balances is not None:
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


def older(path: Path, number: int) -> Path:
    """Return where the ledger from before the one at PATH is; with a higher NUMBER older ones."""
    return path.with_name(f"{path.name}.{number}")


def read(path: Path) -> list[LedgerLine]:
    """Return what is in the ledger at PATH, nothing if there is none; LedgerError if damaged."""
    return _read(AppendFile(path))[1]


def difference(
    before: Balances, after: Balances
) -> Iterator[tuple[LedgerAccount, tuple[int | None, int | None]]]:
    """Yield each pile whose chips differ, but for those of the house, with the chips in both."""
    for pile in {**before, **after}:
        nothing = NOWHERE[pile.holder]
        chips = before.get(pile, nothing), after.get(pile, nothing)
        if chips[0] != chips[1] and pile.holder is not AccountKind.HOUSE:
            yield pile, chips


def apply(balances: dict[LedgerAccount, int], line: LedgerLine) -> None:
    """Let BALANCES be as they are after LINE, which must be about a pile."""
    assert line.pile is not None
    if line.after is None or line.after == NOWHERE[line.pile.holder]:
        balances.pop(line.pile, None)
    else:
        balances[line.pile] = line.after


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


def _undecided(change: LastChange) -> str:
    what = f"the round {change.round}" if change.round else "it"
    return (
        f", line {change.first + 1}: a change of chips is incomplete, and players.xml does not "
        "show whether it was made. Delete this line and all lines after it; if players.xml has "
        f"{what} already, delete players.journal too, or a round is paid twice"
    )
