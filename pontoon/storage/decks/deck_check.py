"""The check of players.decks by itself (FAIR, Checking, 1 to 5)."""

from collections.abc import Sequence

from msgspec import Struct, field

from pontoon.engine.cards import DECK
from pontoon.engine.decks import Shoe
from pontoon.engine.sealed_deck import MOST_CUTS, DeckTerms, cut_words, cuts_of, key_of, seal_of
from pontoon.storage.decks.deck_records import (
    FINISHED,
    Lost,
    Opened,
    Opening,
    Record,
    RecordFault,
    Sealed,
    Started,
    UnknownFormat,
    has_right_hash,
    read,
    stated_hash,
)
from pontoon.storage.findings import Report, Wrong


class CheckedDeck(Struct, frozen=True):
    """A deck that was opened, with what follows from its secret and its cuts."""

    terms: DeckTerms
    opening: Opening
    cuts: str
    """CUTS, whether or not the deck was cut."""
    key: bytes


class Verification(Report):
    """The result of the checks of FAIR, and what is no fault.

    The findings are in the order of the checks.
    """

    sealed: int = 0
    """How many decks were sealed."""
    finished: int = 0
    """How many were opened at their end."""
    given_up: int = 0
    """How many were opened early."""
    cut_and_never_dealt: int = 0
    """Of those given up: cutting was closed, but no card was dealt."""
    in_play: dict[int, Sealed] = field(default_factory=dict)
    """The decks that are neither opened nor lost, by number."""
    heard: int = 0
    """How many decks the log has."""
    without_seal: list[int] = field(default_factory=list)
    """Decks whose seal is not in the log, which has what came behind it."""
    rounds_checked: int = 0
    rounds_unopened: int = 0
    """Rounds in the history whose deck is still sealed, or lost."""
    rounds_missing: int = 0
    """Settled rounds that the history lacks, or that it cannot show since it lacks others."""


class DeckChecker:
    """Reads the lines of players.decks one behind the other, and tells REPORT what is wrong."""

    def __init__(self, report: Verification) -> None:
        self._report = report
        self._newest: dict[tuple[str, str, str], int] = {}
        """The deck that was sealed last, by network, channel and game."""
        self._line = 0
        self._last_hash = ""
        self.last_number = 0

    def read(self, line: bytes) -> Sealed | CheckedDeck | Lost | None:
        """Check the next LINE, with its line feed; return what it says, if that can be read.

        UnknownFormat if it is the first one, of an unknown format: no line can be read then.
        """
        self._line += 1
        before, self._last_hash = self._last_hash, stated_hash(line.rstrip(b"\n"))
        found = self._record(line, before)
        match found:
            case Sealed():
                self._seal(found)
            case Opened():
                return self._open(found)
            case Lost():
                self._close(found.number)
                self._fault(Wrong.LOST, found.number, found.why)
            case _:
                return None
        return found

    def finish(self) -> None:
        """Note what is known only at the end of the file."""
        if not self._line:
            self._fault(Wrong.EMPTY)

    def _fault(self, what: Wrong, deck: int = 0, detail: str = "") -> None:
        self._report.found(what, self._line, deck=deck, detail=detail)

    # 1: each line

    def _record(self, line: bytes, before: str) -> Record | None:
        text = line.removesuffix(b"\n")
        if text == line:
            self._fault(Wrong.NO_LINE_FEED)
        try:
            record = read(text)
        except UnknownFormat as fault:
            self._fault(Wrong.UNKNOWN, detail=str(fault))
            if self._line == 1:
                raise
            return None
        except RecordFault as fault:
            self._fault(Wrong.NOT_A_RECORD, detail=str(fault))
            return None
        if not has_right_hash(text):
            self._fault(Wrong.HASH)
        if record.before != before or isinstance(record, Started) != (self._line == 1):
            self._fault(Wrong.BEFORE)
        return record

    # 2: sealed once, and then opened once

    def _seal(self, sealed: Sealed) -> None:
        terms = sealed.terms
        if terms.number != self.last_number + 1:
            self._fault(Wrong.NUMBER, terms.number)
        self.last_number = max(terms.number, self.last_number)
        where = (terms.network, terms.channel, terms.game)
        earlier = self._newest.get(where, 0)
        if earlier in self._report.in_play:
            self._fault(Wrong.NOT_OPENED, earlier)
        self._newest[where] = terms.number
        self._report.in_play[terms.number] = sealed
        self._report.sealed += 1

    def _close(self, number: int) -> Sealed | None:
        sealed = self._report.in_play.pop(number, None)
        if sealed is None:
            is_known = 0 < number <= self.last_number
            self._fault(Wrong.CLOSED_TWICE if is_known else Wrong.NOT_SEALED, number)
        return sealed

    # 3 to 5: what was opened

    def _open(self, opened: Opened) -> CheckedDeck | None:
        sealed = self._close(opened.number)
        if sealed is None:
            return None
        terms, opening = sealed.terms, opened.opening
        if seal_of(terms, opening.secret) != sealed.seal:
            self._fault(Wrong.SEAL, terms.number)
        self._check_cuts(terms.number, opening.cuts)
        cuts = cuts_of(sealed.seal, opening.cuts or ())
        key = key_of(sealed.seal, opening.secret, cuts)
        self._check_dealt(terms, opening, key)
        self._count(opening)
        return CheckedDeck(terms, opening, cuts, key)

    def _check_cuts(self, number: int, cuts: Sequence[str] | None) -> None:
        cuts = cuts or ()
        if len(cuts) > MOST_CUTS:
            self._fault(Wrong.TOO_MANY_CUTS, number)
        if any(cut_words(words) != words for words in cuts):
            self._fault(Wrong.BAD_CUT, number)
        if [*cuts] != sorted(cuts):
            self._fault(Wrong.UNSORTED, number)

    def _check_dealt(self, terms: DeckTerms, opening: Opening, key: bytes) -> None:
        number, dealt = terms.number, opening.dealt
        if dealt and opening.cuts is None:
            self._fault(Wrong.UNCUT, number)
        places = [0, *(each.before + each.took for each in dealt)]
        if any(each.before != place for each, place in zip(dealt, places, strict=False)):
            self._fault(Wrong.HOLE, number)
        if isinstance(terms.marker, str):
            is_at_end = bool(dealt) and dealt[-1].is_settled
            if any(each.took and not each.is_settled for each in dealt[:-1]):
                self._fault(Wrong.UNSETTLED, number)
        else:
            marker = terms.packs * DECK - Shoe(terms.packs, terms.marker, key).marker
            is_at_end = bool(dealt) and places[-1] >= marker
            if any(each.before >= marker for each in dealt):
                self._fault(Wrong.PAST_MARKER, number)
        if opening.why == FINISHED and not is_at_end:
            self._fault(Wrong.NOT_FINISHED, number)

    def _count(self, opening: Opening) -> None:
        if opening.why == FINISHED:
            self._report.finished += 1
            return
        self._report.given_up += 1
        if opening.cuts is not None and not any(each.took for each in opening.dealt):
            self._report.cut_and_never_dealt += 1
