"""players.decks while the bot runs: what is sealed, opened and lost, in one chain of records.

A record is on the disk when its method returns. Only then may the channel hear of it. The journal
has the secret of a deck before its record is written.
"""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from pathlib import Path

from msgspec import Struct, structs

from pontoon.engine.errors import NotRecorded
from pontoon.engine.sealed_deck import DeckPlan, DeckTerms, seal_of, short_of
from pontoon.storage import fs
from pontoon.storage.append_file import CHANGED, AppendFile
from pontoon.storage.atomic_file import beside
from pontoon.storage.decks import deck_records as records
from pontoon.storage.decks.deck_records import Opening, RecordFault, Sealed, Started

MODE = 0o644
"""Everybody may check the file; it never has the secret of a deck that is still in play."""

_BEGINNING = re.compile(rb'\{"before":"([0-9a-f]{64})","(sealed|opened|lost)":([1-9][0-9]{0,17}),')
"""How each record after the first begins."""


class DeckFileError(Exception):
    """The file of decks cannot be used; the message says why, in one line."""


class SealedDeck(Struct, frozen=True):
    """A deck with its SEAL, and the LINE of the file that says so."""

    terms: DeckTerms
    seal: str
    line: bytes


class _Known(Struct):
    """What is known of a file at its end."""

    last_hash: str = ""
    last_number: int = 0
    """The number of the deck that was sealed last."""
    sealed: dict[int, tuple[int, bytes]] = {}
    """The decks that are neither opened nor lost: the number of the line, and the line."""


class DeckFile:
    """The records in FILE; NOW returns the time.

    If a record cannot be written, its method raises NotRecorded, and nothing else can be recorded
    until that record is: a deck whose record may or may not be on the disk keeps its number. Until
    then ``trouble`` says why.
    """

    def __init__(self, file: AppendFile, now: Callable[[], datetime]) -> None:
        self._file = file
        self._now = now
        self._last_hash = ""
        self._last_number = 0
        self._unwritten: list[bytes] = []
        """What belongs to the end of the file: a record that failed, or the beginning of it all."""
        self.in_play: dict[int, SealedDeck] = {}
        """The decks that are neither opened nor lost, by number."""
        self.trouble = ""

    def load(self, new_id: str) -> None:
        """Read the file; if there is none, begin it with NEW_ID, 32 random hex digits.

        Begin again with the last whole line: what is torn behind it was never said. DeckFileError
        if the file cannot be read, if a record does not follow from the one before, or if the
        format is unknown. The rest is for ``verify``, which takes longer.
        """
        known = self._read()
        self._last_hash, self._last_number = known.last_hash, known.last_number
        self.in_play = {
            number: self._sealed_deck(line_number, line)
            for number, (line_number, line) in known.sealed.items()
        }
        if known.last_hash:
            self._try_to_write()  # nothing, but it syncs what a killed bot may not have synced
        else:
            self._unwritten = [records.started_line(new_id)]
            self._last_hash = _hash_of(self._unwritten[0])

    def has_closed(self, number: int) -> bool:
        """Tell whether the deck of that NUMBER was opened, or its secret lost."""
        return 0 < number <= self._last_number and number not in self.in_play

    def prepare(self, plan: DeckPlan, secret: str) -> SealedDeck:
        """Return the next deck, for PLAN, with a fresh SECRET; nothing is written.

        Write the secret and its line into the journal, then ``seal`` it, before anything else is
        recorded here. NotRecorded if nothing can be recorded now; ValueError if PLAN or SECRET
        would make a record that no check accepts.
        """
        self.mend()
        terms = DeckTerms(
            **structs.asdict(plan), number=self._last_number + 1, before=short_of(self._last_hash)
        )
        seal = seal_of(terms, secret)
        line = records.sealed_line(self._last_hash, terms, seal, self._time())
        records.read(line)
        return SealedDeck(terms, seal, line)

    def seal(self, deck: SealedDeck) -> None:
        """Record DECK, which was prepared last. Recording it again does nothing.

        ValueError if another record has been made since it was prepared.
        """
        self.mend()
        if self.in_play.get(deck.terms.number) == deck:
            return
        if deck.terms.before != short_of(self._last_hash):
            raise ValueError(f"deck {deck.terms.number} does not follow the last record")
        self._last_number = deck.terms.number
        self.in_play[deck.terms.number] = deck
        self._write(deck.line)

    def open(self, number: int, opening: Opening) -> None:
        """Publish the secret of the deck of that NUMBER; nothing is done if it is closed already.

        KeyError if no such deck was sealed; ValueError if no check would accept the record.
        """
        self.mend()
        self._close(number, records.opened_line(self._last_hash, number, opening, self._time()))

    def lose(self, number: int, why: str) -> None:
        """Record that the secret of the deck of that NUMBER is lost, and WHY; else as ``open``."""
        self.mend()
        self._close(number, records.lost_line(self._last_hash, number, why, self._time()))

    def _close(self, number: int, line: bytes) -> None:
        records.read(line)
        if not self.has_closed(number):
            del self.in_play[number]
            self._write(line)

    # Writing

    def mend(self) -> None:
        """Try again to write what could not be written; NotRecorded if that fails."""
        if self.trouble:
            self._write_all()

    def _write(self, line: bytes) -> None:
        self._unwritten.append(line)
        self._last_hash = _hash_of(line)
        self._write_all()

    def _write_all(self) -> None:
        self._try_to_write()
        if self.trouble:
            raise NotRecorded(self.trouble)

    def _try_to_write(self) -> None:
        try:
            if not self._file.is_as_it_was:
                self._look_again()
            self._file.append(self._unwritten)
        except OSError as error:
            self.trouble = error.strerror or str(error)
        except DeckFileError as error:
            self.trouble = str(error)
        else:
            self._unwritten.clear()
            self.trouble = ""

    def _look_again(self) -> None:
        """Find out how far the file has come; DeckFileError if another program has changed it.

        A write that has reported an error may have put lines, or the whole file, in place.
        """
        found = self._read().last_hash
        hashes = [*map(_hash_of, self._unwritten)]
        if found in hashes:
            del self._unwritten[: hashes.index(found) + 1]
        elif found != self._before_unwritten():
            raise DeckFileError(f"{self._file.path.name}: {CHANGED}")

    def _before_unwritten(self) -> str:
        """Return the hash of the record in front of what is to be written; "" if there is none."""
        if not self._unwritten:
            return self._last_hash
        return records.read(self._unwritten[0])[0]

    def _time(self) -> str:
        return self._now().astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")

    # Reading

    def _read(self) -> _Known:
        try:
            return self._followed(self._file.read_through())
        except OSError as error:
            why = error.strerror or error
            raise DeckFileError(f"{self._file.path} cannot be read: {why}") from error

    def _followed(self, lines: Iterable[bytes]) -> _Known:
        """Return what LINES come to, each of which must follow from the one before."""
        known = _Known()
        number, line = 0, b""
        for number, line in enumerate(lines, 1):
            before, stated = known.last_hash, records.stated_hash(line)
            if stated is None:
                raise self._fault(number, "has no hash at its end")
            known.last_hash = stated
            if number > 1:
                self._note(known, before, number, line)
            elif not isinstance(self._record(number, line), Started):
                raise self._fault(number, "does not name the format of the file")
        if line and not records.has_right_hash(line):
            raise self._fault(number, "has been changed")
        return known

    def _note(self, known: _Known, before: str, number: int, line: bytes) -> None:
        """Note in KNOWN what LINE, at that NUMBER, does to a deck, without reading all of it."""
        found = _BEGINNING.match(line)
        if found is None or found[1].decode() != before:
            raise self._fault(number, "does not follow from the line before")
        is_seal, deck = found[2] == b"sealed", int(found[3])
        if is_seal and deck == known.last_number + 1:
            known.last_number, known.sealed[deck] = deck, (number, line)
        elif is_seal or known.sealed.pop(deck, None) is None:
            raise self._fault(number, f"has deck {deck} out of turn")

    def _sealed_deck(self, number: int, line: bytes) -> SealedDeck:
        sealed = self._record(number, line)
        assert isinstance(sealed, Sealed)
        return SealedDeck(sealed.terms, sealed.seal, line)

    def _record(self, number: int, line: bytes) -> records.Record:
        try:
            return records.read(line)[1]
        except RecordFault as fault:
            raise self._fault(number, str(fault)) from fault

    def _fault(self, number: int, what: str) -> DeckFileError:
        return DeckFileError(
            f"{self._file.path}, line {number}: it {what}; pontoonbot verify lists all faults"
        )


def put_aside(path: Path) -> str:
    """Rename the file at PATH if version 0.2.0 has written it; return its new name, "" if not.

    OSError if that cannot be done.
    """
    try:
        with path.open("rb") as file:
            is_old = file.readline().startswith(records.OLD_BEGINNING)
    except FileNotFoundError:
        return ""
    aside = path.with_name(f"{path.name}.deck-1")
    if not is_old or aside.exists():
        return ""
    fs.replace(path, aside)
    return aside.name


def path_beside(players_file: Path) -> Path:
    return beside(players_file, ".decks")


def _hash_of(line: bytes) -> str:
    found = records.stated_hash(line)
    assert found is not None
    return found
