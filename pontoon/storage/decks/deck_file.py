"""players.decks while the bot runs: what is sealed, opened and lost, in one chain of records.

The database has every record; the file, which is evidence for others, is made from it. A record is
in the file before it is in the database, and in both before anybody hears of it. So the file lacks
nothing that was said. What it has beyond the database, after a crash, was never said, and goes.
"""

import os
import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import structs

from pontoon.engine.sealed_deck import (
    PROCEDURE,
    DeckPlan,
    DeckTerms,
    marker_text,
    seal_of,
    short_of,
)
from pontoon.storage import fs
from pontoon.storage.atomic_file import behind_links, beside, fresh_beside, sync_folder, write_new
from pontoon.storage.database import Database
from pontoon.storage.decks.deck_records import (
    FORMAT,
    DealtRound,
    Lost,
    Opened,
    RecordFault,
    Sealed,
    Started,
    line_of,
    read,
    stated_hash,
)
from pontoon.storage.rows import DatabaseError, last_number, rows_of

MODE = 0o644
"""Everybody may check the file; it never has the secret of a deck that is still in play."""

_APPEND = os.O_WRONLY | os.O_APPEND | os.O_NOFOLLOW | os.O_NONBLOCK
_FORMAT = re.compile(rb'\{"format":"(pontoon-decks-[0-9]+)"')


class DeckFileError(DatabaseError):
    """The file of decks cannot be used; the message says why, in one line."""


class DeckFile:
    """The records of sealed decks in DATABASE, and in the file at PATH; NOW returns the time.

    NEW_ID, 32 random hex digits, begins a file where there is none. DeckFileError if the records
    cannot be read; the rest is for ``verify``, which takes longer.
    """

    def __init__(
        self, path: Path, database: Database, now: Callable[[], datetime], new_id: str
    ) -> None:
        self._path = behind_links(path)
        self._database = database
        self._now = now
        self._new: list[bytes] = []
        """The records that the database may lack."""
        self._in_file = 0
        """How many of them the file has."""
        self._last_hash = ""
        self._last_number = 0
        self._length = 0
        """How long the file is when it has all records."""
        self.in_play: dict[int, Sealed] = {}
        """The decks that are neither opened nor lost, by number."""
        with rows_of("deck_records"):
            self._load(new_id)

    def _load(self, new_id: str) -> None:
        rows = self._database.read
        found = rows("SELECT line, ends_at FROM deck_records ORDER BY n DESC LIMIT 1")
        for line, length in found:
            self._last_hash, self._length = stated_hash(line.encode()), last_number(length)
        ((last,),) = rows("SELECT max(deck) FROM deck_records")
        self._last_number = last_number(last)
        for (line,) in rows("SELECT line FROM deck_records WHERE is_open ORDER BY n"):
            try:
                sealed = read(line.encode())
            except RecordFault as fault:
                raise DeckFileError(f"players.db, deck_records: a line {fault}") from fault
            if not isinstance(sealed, Sealed):
                raise DeckFileError("players.db, deck_records: a line seals no deck, but is open")
            self.in_play[sealed.number] = sealed
        self._is_right = bool(found) and _ends_with(self._path, found[0][0], self._length)
        """Whether the file is what it should be; otherwise it is made again."""
        if not found:
            self._write(line_of(Started(FORMAT, new_id)), None)
        elif not self._is_right:
            self._database.before_commit(self._write_file)

    def has_closed(self, number: int) -> bool:
        """Tell whether the deck of that NUMBER was opened, or its secret lost."""
        return 0 < number <= self._last_number and number not in self.in_play

    def prepare(self, plan: DeckPlan, secret: str) -> Sealed:
        """Return the next deck, for PLAN, with a fresh SECRET; nothing is written.

        ``seal`` it before anything else is recorded here. NotRecorded if nothing can be recorded
        now; ValueError if PLAN or SECRET would make a record that no check accepts.
        """
        self._database.require()
        terms = DeckTerms(
            **structs.asdict(plan), number=self._last_number + 1, before=short_of(self._last_hash)
        )
        sealed = Sealed(
            self._last_hash,
            terms.number,
            self._time(),
            PROCEDURE,
            terms.network,
            terms.channel,
            terms.game,
            terms.packs,
            marker_text(terms.marker),
            seal_of(terms, secret),
        )
        line_of(sealed)
        return sealed

    def seal(self, deck: Sealed) -> None:
        """Record DECK, which was prepared last.

        ValueError if another record has been made since it was prepared.
        """
        if deck.before != self._last_hash:
            raise ValueError(f"deck {deck.number} does not follow the last record")
        self._last_number = deck.number
        self.in_play[deck.number] = deck
        self._write(line_of(deck), deck.number)

    def open(
        self,
        number: int,
        why: str,
        secret: str,
        cuts: Iterable[str] | None = None,
        dealt: Iterable[DealtRound] = (),
    ) -> None:
        """Publish the SECRET of the deck of that NUMBER; nothing is done if it is closed already.

        The rest is as in ``Opened``. KeyError if no such deck was sealed; ValueError if no check
        would accept the record.
        """
        words = None if cuts is None else tuple(cuts)
        what = why, secret, words, tuple(dealt)
        self._close(Opened(self._last_hash, number, self._time(), *what))

    def lose(self, number: int, why: str) -> None:
        """Record that the secret of the deck of that NUMBER is lost, and WHY; else as ``open``."""
        self._close(Lost(self._last_hash, number, self._time(), why))

    def _close(self, record: Opened | Lost) -> None:
        line, number = line_of(record), record.number
        if not self.has_closed(number):
            del self.in_play[number]
            self._database.write("UPDATE deck_records SET is_open = FALSE WHERE deck = ?", number)
            self._write(line, number)

    def _write(self, line: bytes, deck: int | None) -> None:
        self._last_hash = stated_hash(line)
        self._length += len(line) + 1
        self._database.write(
            "INSERT INTO deck_records (line, deck, ends_at, is_open) VALUES (?, ?, ?, ?)",
            *(line.decode(), deck, self._length, deck in self.in_play),
        )
        self._new.append(line)
        self._database.before_commit(self._write_file)
        self._database.when_kept(self._kept)

    def _kept(self) -> None:
        self._new, self._in_file = [], 0

    def _write_file(self) -> None:
        """Write to the file what it lacks; OSError, and then the next try makes it again."""
        lacking = self._new[self._in_file :]
        if lacking or not self._is_right:
            content = b"".join(line + b"\n" for line in lacking)
            is_right, self._is_right = self._is_right, False
            if not (is_right and _append(self._path, content, self._length)):
                self._make_again()
            self._in_file, self._is_right = len(self._new), True

    def _make_again(self) -> None:
        """Replace the file by one with all records."""
        kept = self._database.read("SELECT line FROM deck_records ORDER BY n")
        # In a turn that also settles rounds the database may have new ones already.
        lines = dict.fromkeys([*(line.encode() for (line,) in kept), *self._new])
        fresh = fresh_beside(self._path)
        write_new(fresh, b"".join(line + b"\n" for line in lines), mode=MODE)
        fs.replace(fresh, self._path)
        sync_folder(self._path.parent)

    def _time(self) -> str:
        return self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _append(path: Path, content: bytes, length: int) -> bool:
    """Append CONTENT to the file at PATH, which is LENGTH bytes long then; tell whether it fits."""
    try:
        descriptor = fs.open_to_write(path, _APPEND, MODE)
    except FileNotFoundError:
        return False
    try:
        if os.fstat(descriptor).st_size != length - len(content):
            return False  # another program has changed it
        fs.write(descriptor, content)
        fs.sync(descriptor)
    finally:
        os.close(descriptor)
    return True


def _ends_with(path: Path, line: str, length: int) -> bool:
    """Tell whether the file at PATH has that LENGTH, and LINE at its end.

    Each line vouches for all those before it by a hash.
    """
    end = f"{line}\n".encode()
    try:
        with path.open("rb") as file:
            if file.seek(0, os.SEEK_END) != length:
                return False
            file.seek(length - len(end))
            return file.read() == end
    except (OSError, ValueError):
        return False


def put_aside(path: Path) -> str:
    """Rename the file at PATH, of which the database knows nothing; return its new name, if any.

    Version 0.2.0 or a lost database has left it. OSError if that cannot be done.
    """
    try:
        with path.open("rb") as file:
            found = _FORMAT.match(file.readline())
    except FileNotFoundError:
        return ""
    kind = found[1].decode().removeprefix("pontoon-decks-") if found else "old"
    for number in range(1, 1000):
        aside = path.with_name(f"{path.name}.deck-{kind}{f'.{number}' if number > 1 else ''}")
        if not aside.exists():
            fs.replace(path, aside)
            return aside.name
    return ""


def path_beside(players_file: Path) -> Path:
    return beside(players_file, ".decks")
