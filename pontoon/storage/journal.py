"""The journal: the rounds that are being played, on the disk, so that they survive the program.

Each line is a JSON object. The first line of a round has all that the round depends on: the state
of the equipment (with the seed of its cards, so that only the owner may read the file), the players
with their chips, and the people in their seats. Each act has a line (see ``actions``), written
before the act is done. The result has a line (see ``result``), written before anyone is paid. It
needs no other line, and is kept until the round is paid and told. A round that is stopped or given
up has a line that says so. Of finished rounds only the last list of players is kept, for each game
in each channel. What the journal keeps besides rounds is in ``notes`` (``JournalNotes``). The line
of a settled round for the history comes with its result, and is kept until it is safe elsewhere
(``HistoryNotes``).
"""

import json
from collections.abc import Callable, Iterable
from contextlib import suppress
from datetime import datetime
from typing import Any

from pontoon.engine import result as results
from pontoon.engine.actions import Written
from pontoon.engine.errors import NotRecorded
from pontoon.engine.result import Result, TableKey, deck_use
from pontoon.engine.sealed_deck import DeckUse
from pontoon.storage import journal_records as records
from pontoon.storage.append_file import AppendFile
from pontoon.storage.decks.deck_notes import DeckNotes
from pontoon.storage.history.history_notes import HistoryNotes
from pontoon.storage.journal_notes import JournalNotes, json_line
from pontoon.storage.journal_records import RoundRecord, SeatRecord

FULL_BYTES = 1 << 15
FULL_TIMES = 4
"""A file of so many bytes is rewritten when it is so many times as long as what it must keep."""


class JournalError(Exception):
    """The journal cannot be used, and may have rounds that are to go on; the message says why."""


class Journal:
    """The journal in FILE. NOW returns the date and the time.

    What is about to be done is on the disk when its method returns. If it cannot be written, the
    method raises NotRecorded and changes nothing. What has already been done is noted at once, and
    written as soon as possible. Until ``mend`` succeeds, ``trouble`` says why it cannot be written.
    """

    def __init__(self, file: AppendFile, now: Callable[[], datetime]) -> None:
        self._file = file
        self._now = now
        self._limit = FULL_BYTES
        """The length above which the file is rewritten."""
        self._running: dict[str, list[bytes]] = {}
        """The lines of each round that must be kept, except those about seats."""
        self._seats: dict[str, dict[str, bytes]] = {}
        """The line of each seat whose occupant has changed nick since the round began."""
        self._unfinished: dict[str, RoundRecord] = {}
        self._results: dict[str, Result] = {}
        self._paid: set[str] = set()
        """The rounds with a result that are known to be paid; others may be paid too."""
        self.lists: dict[TableKey, tuple[str, ...]] = {}
        """The last list of players of each game in each channel; the latest comes last."""
        self.notes = JournalNotes(self, now)
        """What is kept besides rounds."""
        self.decks = DeckNotes(self)
        """The decks that are sealed, or opened and not told."""
        self.histories = HistoryNotes()
        """The settled rounds that the history may not have."""
        self.lost: list[RoundRecord] = []
        """Rounds that cannot go on, since some of their lines cannot be read."""
        self.trouble = ""

    # Reading

    def load(self) -> None:
        """Read the file; ValueError names the first damaged line when all others are read."""
        damaged: list[int] = []
        for number, line in enumerate(self._file.read(), 1):
            try:
                self._load(json.loads(line), line)
            except (ValueError, LookupError, TypeError, RecursionError):
                damaged.append(number)
        if damaged:
            raise ValueError(f"line {damaged[0]}: not a line of a journal")

    def recover_from(self, damaged: "Journal") -> None:
        """Begin with what can be read of a DAMAGED journal; its unfinished rounds are ``lost``."""
        self.lists = dict(damaged.lists)
        kept = damaged.notes, damaged.decks, damaged.histories
        for line in (line for each in kept for line in each.lines()):
            self._load(json.loads(line), line)
        self._results, self._paid = dict(damaged._results), set(damaged._paid)
        self._running = {name: damaged._running[name] for name in self._results}
        self.lost = damaged.unfinished()
        for lost in self.lost:
            self._note_list(lost.where, lost.order)
        self._rewrite()

    def _load(self, fields: dict[str, Any], line: bytes) -> None:
        match fields:
            case {"list": players, "table": table}:
                self._note_list(TableKey(*table), players)
            case {"begin": _} | {"ended": _} | {"round": _}:
                self._load_round(fields, line)
            case _:
                if not any(each.load(fields) for each in (self.notes, self.decks, self.histories)):
                    raise ValueError(line)

    def _load_round(self, fields: dict[str, Any], line: bytes) -> None:
        rounds = self._unfinished
        match fields:
            case {"begin": name}:
                rounds[name] = records.read(fields)
                self._running[name] = [line]
                self._note_begun(rounds[name])
            case {"ended": _}:
                result = results.read(fields)
                self._note_result(result, line)
                self.histories.note(result)
            case {"round": name, "paid": True}:
                self._note_paid(name, line)
            case {"round": name, "told": True}:
                self._forget(name)
            case {"round": name, "over": players}:
                self._note_list(rounds.pop(name).where, players)
                self._note_unsettled(deck_use(fields.get("deck")))
                self._forget(name)
            case {"round": name, "act": act}:
                rounds[name].acts.append(act)
                rounds[name].last_act = datetime.fromisoformat(fields["at"])
                self._running[name].append(line)
            case {"round": name, "seat": [player, nick, userhost]}:
                seated = SeatRecord(player, nick, userhost)
                known = (each for each in rounds[name].occupants if each.player != player)
                rounds[name].occupants = (*known, seated)
                self._note_seat(name, player, line)
            case _:
                raise ValueError(line)

    @property
    def has_rounds(self) -> bool:
        """Whether there are rounds to resume, to pay, to tell or to give up."""
        return bool(self._unfinished or self._results or self.lost)

    def unfinished(self) -> list[RoundRecord]:
        """Return the rounds that were not over in the file, and have not ended since."""
        return list(self._unfinished.values())

    def results(self) -> list[Result]:
        """Return the results that are still to be paid or told, the oldest first."""
        return list(self._results.values())

    def has_result(self, name: str) -> bool:
        """Tell whether the result of that round is still to be paid or told."""
        return name in self._results

    def is_paid(self, name: str) -> bool:
        """Tell whether that round, which is still to be told, is paid."""
        return name in self._paid

    def is_over(self, name: str) -> bool:
        return name not in self._running

    def lost_on(self, network: str) -> list[RoundRecord]:
        """Return the rounds on NETWORK that cannot go on, each only once."""
        found = [each for each in self.lost if each.where.network == network]
        self.lost = [each for each in self.lost if each.where.network != network]
        return found

    # What is about to be done: it is on the disk first

    def begin(self, record: RoundRecord) -> None:
        line = json_line(**records.written(record))
        self.write(line)
        self._running[record.id] = [line]
        self._note_begun(record)

    def add(self, name: str, act: Written) -> None:
        line = json_line(round=name, act=act, at=self._now().isoformat(timespec="milliseconds"))
        self.write(line)
        self._running[name].append(line)

    # What has been done: it is noted, whatever the disk does

    def seat(self, name: str, record: SeatRecord) -> None:
        """Note the occupant of a seat in the round of that NAME, unless the round is over."""
        if name in self._running:
            line = json_line(round=name, seat=record)
            self._note_seat(name, record.player, line)
            self.write_soon(line)

    def end(self, result: Result) -> None:
        """Note the RESULT of a round, which is still to be paid."""
        line = json_line(**results.written(result))
        is_resumed = result.id in self._unfinished
        self._note_result(result, line)
        self.write_soon(line)
        keep = self.histories.add_missing if is_resumed else self.histories.add
        keep(result)

    def paid(self, name: str) -> None:
        """Note that the round of that NAME is paid, if it has a result."""
        if name in self._results:
            line = json_line(round=name, paid=True)
            self._note_paid(name, line)
            self.write_soon(line)

    def told(self, name: str) -> None:
        """Note that the channel knows the result of the round of that NAME, which is paid."""
        if name in self._results:
            self._forget(name)
            self.write_soon(json_line(round=name, told=True))

    def over(
        self, name: str, where: TableKey, players: Iterable[str], deck: DeckUse | None = None
    ) -> None:
        """Note that the round of that NAME has no result; PLAYERS are the next list.

        It has made that use of a sealed DECK.
        """
        players = tuple(players)
        if name in self._running:
            self._forget(name)
            self._note_unsettled(deck)
            self._note_list(where, players)
            if self.trouble:
                self.mend()  # if it succeeds, the file has nothing of the round any more
                return
            with suppress(NotRecorded):
                self._append(json_line(round=name, over=players, deck=deck))
            self.compact()

    # Writing

    def close(self) -> None:
        """Have the history keep all settled rounds for good, and note it for the next start."""
        if any(self.histories.lines()) and self.histories.sync():
            self.write_soon(json_line(history=None))

    def mend(self) -> bool:
        """Rewrite the file if there is trouble with it; return whether there is none now."""
        if self.trouble:
            self._rewrite()
        return not self.trouble

    def _rewrite(self) -> None:
        self.histories.sync()
        try:
            self._file.rewrite(self._lines())
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self.trouble = ""

    def compact(self) -> None:
        """Rewrite the file if most of it is out of date."""
        if self._file.length > self._limit:
            self.histories.sync()
            with suppress(OSError):
                self._file.rewrite(self._lines())
            self._limit = max(FULL_BYTES, FULL_TIMES * self._file.length)

    def write(self, line: bytes) -> None:
        """Write LINE, about what is to be done next; NotRecorded if that fails."""
        if not self.mend():
            raise NotRecorded(self.trouble)
        self._append(line)

    def _append(self, line: bytes) -> None:
        try:
            self._file.append([line])
        except OSError as error:
            self.trouble = error.strerror or str(error)
            raise NotRecorded(self.trouble) from error

    def write_soon(self, line: bytes) -> None:
        """Write LINE, about what has been done; if that fails, ``mend`` does it later."""
        if self.trouble:
            self.mend()
            return
        try:
            self._file.append_soon([line])
        except OSError as error:
            self.trouble = error.strerror or str(error)
        self.compact()

    # What the file says, in memory

    def _note_result(self, result: Result, line: bytes) -> None:
        self._results[result.id] = result
        self._unfinished.pop(result.id, None)
        self._running[result.id] = [line]
        self._seats.pop(result.id, None)
        self._note_list(result.where, result.order)
        if result.deck is not None:
            was_played = any(each.played for each in result.settled.results)
            self.decks.ended(result.deck, is_settled=True, is_void=not was_played)

    def _note_begun(self, record: RoundRecord) -> None:
        if record.deck is not None:
            self.decks.began(record.deck, record.last_cut)

    def _note_unsettled(self, deck: DeckUse | None) -> None:
        if deck is not None:
            self.decks.ended(deck, is_settled=False, is_void=True)

    def _note_paid(self, name: str, line: bytes) -> None:
        self._running[name].append(line)
        self._paid.add(name)

    def _note_seat(self, name: str, player: str, line: bytes) -> None:
        self._seats.setdefault(name, {})[player] = line

    def _forget(self, name: str) -> None:
        del self._running[name]
        self._seats.pop(name, None)
        self._results.pop(name, None)
        self._paid.discard(name)

    def _note_list(self, where: TableKey, players: Iterable[str]) -> None:
        self.lists.pop(where, None)
        self.lists[where] = tuple(players)

    def _lines(self) -> list[bytes]:
        """Return the lines of a file that has all that must be kept, and nothing else."""
        rounds = (
            line
            for name, lines in self._running.items()
            for line in (*lines, *self._seats.get(name, {}).values())
        )
        # Behind the results: reading one sets the list of its table too.
        lists = (json_line(list=players, table=where) for where, players in self.lists.items())
        kept = (*self.notes.lines(), *self.decks.lines(), *self.histories.lines())
        return [*kept, *rounds, *lists]
