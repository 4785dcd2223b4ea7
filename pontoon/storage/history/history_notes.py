"""What the journal keeps of settled rounds: their lines for the history, until its files have them.

The line of a round comes with its result. The files are not synced with each round, so the journal
keeps the line until they are.
"""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Any, Protocol

from pontoon.engine.result import Result
from pontoon.storage.history.files import HistoryLine
from pontoon.storage.journal_notes import json_line


class HistoryKeeper(Protocol):
    """Keeps lines of settled rounds (``History``). No method raises an error of the disk."""

    def add(self, line: HistoryLine) -> None:
        """Add LINE, of a round that has just been settled."""

    def add_missing(self, lines: Iterable[HistoryLine]) -> None:
        """Add those of LINES that are not there yet."""

    def sync(self) -> bool:
        """Have all lines survive a power cut; tell whether they do."""


class HistoryNotes:
    """The lines of settled rounds that may be lost with the journal."""

    def __init__(self) -> None:
        self._keeper: HistoryKeeper | None = None
        """None until there is one: then every line is kept."""
        self._lines: dict[str, HistoryLine] = {}
        """By the id of the round."""

    def load(self, fields: dict[str, Any]) -> bool:
        """Note what a line with FIELDS says of a round; return False if it is another line."""
        match fields:
            case {"history": [str(name), str(began), str(text)]}:
                time = datetime.fromisoformat(began)
                self._lines[name] = HistoryLine(name, time, text.encode())
            case {"history": None}:
                self._lines.clear()
            case _:
                return False
        return True

    def note(self, result: Result) -> None:
        """Note the line of the round with that RESULT, if it has one."""
        if result.history:
            text = result.history.encode()
            self._lines[result.id] = HistoryLine(result.id, result.began, text)

    def lines(self) -> Iterator[bytes]:
        for line in self._lines.values():
            yield json_line(history=[line.id, line.time.isoformat(), line.text.decode()])

    def give_to(self, keeper: HistoryKeeper) -> None:
        """Have KEEPER keep these rounds, as far as it lacks them, and all that follow."""
        self._keeper = keeper
        keeper.add_missing(self._lines.values())

    def add(self, result: Result) -> None:
        """Keep the round with that RESULT, which began since the program was started."""
        self.note(result)
        if self._keeper is not None and result.history:
            self._keeper.add(self._lines[result.id])

    def add_missing(self, result: Result) -> None:
        """Keep the round with that RESULT, which may have ended in an earlier run."""
        self.note(result)
        if self._keeper is not None and result.history:
            self._keeper.add_missing([self._lines[result.id]])

    def sync(self) -> bool:
        """Forget the lines if all survive a power cut elsewhere; tell whether that is so."""
        if self._keeper is None or not self._keeper.sync():
            return False
        self._lines.clear()
        return True
