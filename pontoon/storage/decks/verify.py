"""The check of players.decks by itself, and of a log and the history with it (FAIR, Checking)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pontoon.engine.cards import DECK
from pontoon.engine.decks import Pack, Shoe, encoded
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import MAX_CUTS, DeckPlace, cut_words, cuts_of, key_of, seal_of
from pontoon.storage.decks.deck_log import DeckLog
from pontoon.storage.decks.deck_records import (
    FINISHED,
    CheckedDeck,
    DealtRound,
    DeckRecord,
    Lost,
    Opened,
    RecordFault,
    Sealed,
    Started,
    UnknownFormat,
    has_right_hash,
    read,
    stated_hash,
)
from pontoon.storage.findings import Report, Wrong
from pontoon.storage.replay import NotAsRecorded, OtherRules, Replay
from pontoon.storage.rounds import Damaged, SettledRound


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
    rounds_of_old: int = 0
    """Rounds of an earlier version that end otherwise by the rules of today."""
    rounds_missing: int = 0
    """Settled rounds that the history lacks, or that it cannot show since it lacks others."""


def verify(
    lines: Iterable[bytes],
    log: DeckLog | None = None,
    history: Iterable[SettledRound | Damaged] | None = None,
) -> Verification:
    """Check the LINES of players.decks, each with its line feed, and what is given besides.

    LOG is what ``read_log`` returns. HISTORY has the rounds in the order in which they began.
    """
    report, opened, lost = Verification(), dict[int, CheckedDeck](), set[int]()
    checker = _DeckChecker(report)
    try:
        for line in lines:
            found = checker.read(line)
            if log is not None and found is not None:
                log.compare(found)
            if isinstance(found, Lost):
                lost.add(found.number)
            elif history is not None and isinstance(found, CheckedDeck):
                opened[found.terms.number] = found
        if not checker.line:
            report.found(Wrong.EMPTY)
    except UnknownFormat:
        return report
    if history is not None:
        _RoundsCheck(report, opened, lost).run(history)
    if log is not None:
        log.finish(checker.last_number, report.in_play)
        report.findings += log.findings
        report.heard, report.without_seal = len(log.heard), log.without_seal
    report.findings.sort(key=lambda finding: (finding.what.check, finding.line))
    return report


class _DeckChecker:
    """Reads the lines of players.decks one behind the other, and tells REPORT what is wrong."""

    def __init__(self, report: Verification) -> None:
        self._report = report
        self._newest: dict[tuple[str, str, str], int] = {}
        """The deck that was sealed last, by network, channel and game."""
        self.line = 0
        self._last_hash = ""
        self.last_number = 0

    def read(self, line: bytes) -> Sealed | CheckedDeck | Lost | None:
        """Check the next LINE, with its line feed; return what it says, if that can be read.

        UnknownFormat if it is the first one, of an unknown format: no line can be read then.
        """
        self.line += 1
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

    def _fault(self, what: Wrong, deck: int = 0, detail: str = "") -> None:
        self._report.found(what, self.line, deck=deck, detail=detail)

    # 1: each line

    def _record(self, line: bytes, before: str) -> DeckRecord | None:
        text = line.removesuffix(b"\n")
        if text == line:
            self._fault(Wrong.NO_LINE_FEED)
        try:
            record = read(text)
        except UnknownFormat as fault:
            self._fault(Wrong.UNKNOWN, detail=str(fault))
            if self.line == 1:
                raise
            return None
        except RecordFault as fault:
            self._fault(Wrong.NOT_A_RECORD, detail=str(fault))
            return None
        if not has_right_hash(text):
            self._fault(Wrong.HASH)
        if record.before != before or isinstance(record, Started) != (self.line == 1):
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
        report, sealed = self._report, self._close(opened.number)
        if sealed is None:
            return None
        terms, words = sealed.terms, opened.cuts or ()
        if seal_of(terms, opened.secret) != sealed.seal:
            self._fault(Wrong.SEAL, terms.number)
        if len(words) > MAX_CUTS:
            self._fault(Wrong.TOO_MANY_CUTS, terms.number)
        if any(cut_words(each) != each for each in words):
            self._fault(Wrong.BAD_CUT, terms.number)
        if [*words] != sorted(words):
            self._fault(Wrong.UNSORTED, terms.number)
        cuts = cuts_of(sealed.seal, words)
        deck = CheckedDeck(terms, opened, cuts, key_of(sealed.seal, opened.secret, cuts))
        self._check_dealt(deck)
        if opened.why == FINISHED:
            report.finished += 1
        else:
            report.given_up += 1
            is_cut = opened.cuts is not None
            report.cut_and_never_dealt += is_cut and not any(each.took for each in opened.dealt)
        return deck

    def _check_dealt(self, deck: CheckedDeck) -> None:
        terms, dealt = deck.terms, deck.opened.dealt
        number = terms.number
        if dealt and deck.opened.cuts is None:
            self._fault(Wrong.UNCUT, number)
        places = [0, *(each.before + each.took for each in dealt)]
        if any(each.before != place for each, place in zip(dealt, places, strict=False)):
            self._fault(Wrong.HOLE, number)
        if isinstance(terms.marker, str):
            is_at_end = bool(dealt and dealt[-1].is_settled)
            if any(each.took and not each.is_settled for each in dealt[:-1]):
                self._fault(Wrong.UNSETTLED, number)
        else:
            marker = terms.packs * DECK - Shoe(terms.packs, terms.marker, deck.key).marker
            is_at_end = bool(dealt) and places[-1] >= marker
            if any(each.before >= marker for each in dealt):
                self._fault(Wrong.PAST_MARKER, number)
        if deck.opened.why == FINISHED and not is_at_end:
            self._fault(Wrong.NOT_FINISHED, number)


class _Followed(Struct):
    """A deck whose rounds are checked one behind the other."""

    deck: CheckedDeck
    round: int = 0
    """The last round that the history has; 0 for none yet."""
    pack: Mapping[str, Any] | None = None
    """The pack behind that round; None in shoes, and if it is not known."""
    is_at_fault: bool = False
    """Whether a round was wrong: nothing is known of those behind it."""


class _RoundsCheck:
    """Compares rounds with the OPENED decks by number, for REPORT; the secrets of some are LOST.

    A round is dealt once more from the seed that it was recorded with, which must be the key of the
    deck. A pack must lie as the round before has left it.
    """

    def __init__(
        self, report: Verification, opened: Mapping[int, CheckedDeck], lost: Iterable[int]
    ) -> None:
        self._report = report
        self._decks = {number: _Followed(deck) for number, deck in opened.items()}
        self._unopened = frozenset({*lost, *report.in_play})

    def run(self, history: Iterable[SettledRound | Damaged]) -> None:
        report = self._report
        for played in history:
            if isinstance(played, Damaged):
                report.found(Wrong.NOT_A_ROUND, detail=played.id)
            elif played.deck is None:
                continue
            elif played.deck.number in self._unopened:
                report.rounds_unopened += 1
            else:
                self._read(played, played.deck)
        for each in self._decks.values():
            if not each.is_at_fault:
                report.rounds_missing += _settled_in(each.deck.opened.dealt[each.round :])

    def _read(self, played: SettledRound, place: DeckPlace) -> None:
        followed = self._decks.get(place.number)
        if followed is None:
            wrong: Wrong | None = Wrong.NO_SUCH_ROUND
        elif followed.is_at_fault:
            return
        else:
            wrong = self._fault_in(followed, played, place)
            followed.is_at_fault = wrong is not None
        if wrong is not None:
            self._report.found(
                wrong, deck=place.number, detail=f"round {place.round} ({played.id})"
            )

    def _fault_in(
        self, followed: _Followed, played: SettledRound, place: DeckPlace
    ) -> Wrong | None:
        """Return what is wrong with the next round that the history has of a deck, if anything."""
        terms, rounds = followed.deck.terms, followed.deck.opened.dealt
        where = TableKey(terms.network, terms.channel, terms.game)
        dealt = rounds[place.round - 1] if 1 <= place.round <= len(rounds) else None
        if dealt is None or not dealt.is_settled or played.where != where:
            return Wrong.NO_SUCH_ROUND
        if place.round <= followed.round:
            return Wrong.TWICE
        missing = _settled_in(rounds[followed.round : place.round - 1])
        if missing and followed.round:
            return Wrong.MISSING
        if place.before != dealt.before:
            return Wrong.PLACE
        is_first, followed.round = not followed.round, place.round
        self._report.rounds_missing += missing
        if terms.is_pack and (missing or not (is_first or followed.pack)):
            self._report.rounds_missing += 1  # nobody knows how the pack lay
            return None
        return self._deal_again(followed, played, dealt)

    def _deal_again(
        self, followed: _Followed, played: SettledRound, dealt: DealtRound
    ) -> Wrong | None:
        terms, key = followed.deck.terms, followed.deck.key
        if terms.is_pack:
            expected = followed.pack or Pack(key).state()
        else:
            expected = {"seed": encoded(key), "dealt": dealt.before}
        # A bank has its pack besides other things.
        if played.equipment.get("pack", played.equipment) != expected:
            return Wrong.CARD
        try:
            table = Replay(played).table
        except OtherRules:  # those of an earlier version: it ends otherwise now
            followed.pack = None
            self._report.rounds_of_old += 1
            return None
        except NotAsRecorded:
            return Wrong.NOT_AS_RECORDED
        deck = table.round_deck
        assert deck is not None
        if (deck.packs, table.rules.marker) != (terms.packs, terms.marker):
            return Wrong.CARD
        if len(deck.dealt) != dealt.took:
            return Wrong.COUNT
        if terms.is_pack:
            followed.pack = deck.state()
        self._report.rounds_checked += 1
        return None


def _settled_in(dealt: Sequence[DealtRound]) -> int:
    return sum(each.is_settled for each in dealt)
