"""The next version of players.xml: all that is decided to be in it, until it is on the disk."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pontoon.storage import atomic_file
from pontoon.storage.players.change import Change, why_not_written
from pontoon.storage.players.document import Mark, PlayersDocument
from pontoon.storage.players.ledger import Ledger
from pontoon.storage.rows import Statement


@dataclass
class _OnItsWay:
    """A version with CONTENT and NUMBER in which all is that was DECIDED for it.

    The file has the content BEFORE and a STAMP until it is in place; then that is its own stamp.
    """

    before: bytes
    stamp: atomic_file.Stamp | None
    content: bytes
    number: int
    surplus: dict[str, int]
    decided: list[Change[Any]]


class NextVersion:
    """The next version of the file at PATH, which goes to the disk with a transaction.

    One version is on its way at a time; what is decided meanwhile is for the one behind it. If one
    cannot be written, all is undone that is decided, and GO_BACK gets the content that the document
    has then. If that is because another program has changed the file, MAKE_AGAIN gets the changes
    that are undone, in their order; otherwise they have failed. HOUSE_KEEPS is told whose chips a
    version that is written could not add, and how many.
    """

    def __init__(
        self,
        path: Path,
        go_back: Callable[[bytes], object],
        make_again: Callable[[Sequence[Change[Any]]], object],
        house_keeps: Callable[[str, int], object],
    ) -> None:
        self._path = path
        self._go_back = go_back
        self._make_again = make_again
        self._house_keeps = house_keeps
        self.stamp: atomic_file.Stamp | None = None
        """That of the file as it was last read or written."""
        self.number: int | None = None
        """The number in it, which it keeps if it cannot be signed after an edit."""
        self.is_held = False
        """Whether nothing is written now: what the file says is still to be merged."""
        self._document: PlayersDocument
        self._ledger: Ledger
        self._decided: list[Change[Any]] = []
        self._on_its_way: _OnItsWay | None = None

    @property
    def is_due(self) -> bool:
        """Whether more is decided than the file is known to have."""
        return bool(self._decided or self._on_its_way)

    def settles(self, name: str) -> bool:
        """Tell whether it is decided, and not yet on the disk, that that round is settled."""
        on_its_way = self._on_its_way.decided if self._on_its_way else []
        return any(name in each.rounds for each in (*on_its_way, *self._decided))

    def decide(self, document: PlayersDocument, ledger: Ledger, change: Change[Any]) -> None:
        """Note CHANGE, which is made in DOCUMENT; LEDGER gets its postings."""
        self._document, self._ledger = document, ledger
        self._decided.append(change)

    def let_go(self) -> Sequence[Change[Any]]:
        """Hold nothing any more; undo what was decided meanwhile, and return it."""
        self.is_held = False
        undone, self._decided = self._decided, []
        if undone:
            self._go_back(self._document.content_before)
        return undone

    def give_up(self, document: PlayersDocument, error: Exception) -> None:
        """Undo what is decided in DOCUMENT, but for the version on its way, because of ERROR."""
        self._undo(document.content_before, [], error)

    # A transaction with a file (``FileVersion``)

    @property
    def content(self) -> bytes:
        assert self._on_its_way is not None
        return self._on_its_way.content

    def statements(self) -> Sequence[Statement] | None:
        if self.is_held or not self._decided:
            return None
        ledger, document = self._ledger, self._document
        postings, surplus, before = document.postings, document.surplus, document.content_before
        number = ledger.last + len(postings)
        try:
            document.sign(Mark(ledger.bank, number))
            content = document.content()
        except Exception as error:
            self.give_up(document, error)
            raise
        decided, self._decided = self._decided, []
        self._on_its_way = _OnItsWay(before, self.stamp, content, number, surplus, decided)
        document.keep(content)
        return ledger.number(postings)

    def write(self, committed: AbstractContextManager[object]) -> None:
        version = self._on_its_way
        assert version is not None
        version.stamp = atomic_file.replace(self._path, version.content, version.stamp, committed)

    def written(self) -> None:
        version, self._on_its_way = self._on_its_way, None
        assert version is not None
        self.stamp, self.number = version.stamp, version.number
        self._ledger.made(name for each in version.decided for name in each.rounds)
        for whose, chips in version.surplus.items():
            self._house_keeps(whose, chips)
        for each in version.decided:
            each.is_certain = True

    def failed(self, error: Exception) -> None:
        version, self._on_its_way = self._on_its_way, None
        if version is None:
            self.give_up(self._document, error)
        else:
            self._ledger.withdraw()
            self._undo(version.before, version.decided, error)

    def not_in_place(self, error: Exception) -> None:
        version, self._on_its_way = self._on_its_way, None
        assert version is not None
        self._ledger.take_back()
        self._undo(version.before, version.decided, error)

    def _undo(self, content: bytes, decided: Sequence[Change[Any]], error: Exception) -> None:
        """Go back to the CONTENT of the file, without what was DECIDED for it and since."""
        undone, self._decided = [*decided, *self._decided], []
        self._go_back(content)
        if isinstance(error, atomic_file.Overtaken):
            self._make_again(undone)
            return
        why = why_not_written(error)
        for each in undone:
            each.fail(why)
