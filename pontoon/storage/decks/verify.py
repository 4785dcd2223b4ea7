"""The check of players.decks, and of a log and the history with it (FAIR, Checking)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct, field

from pontoon.engine.decks import Pack
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.decks.deck_check import CheckedDeck, DeckChecker, DeckCounts
from pontoon.storage.decks.deck_log import DeckLog
from pontoon.storage.decks.deck_records import DealtRound, Lost, Sealed, UnknownFormat
from pontoon.storage.decks.faults import DeckFault, Wrong
from pontoon.storage.replay import NotAsRecorded, Replay
from pontoon.storage.rounds import Damaged, SettledRound


class Verification(Struct):
    """The result of a check: faults in the order of the checks, and what is no fault."""

    counts: DeckCounts = field(default_factory=DeckCounts)
    in_play: dict[int, Sealed] = field(default_factory=dict)
    """The decks that are still sealed, by number."""
    faults: list[DeckFault] = field(default_factory=list)
    heard: int = 0
    """How many decks the log has."""
    without_seal: list[int] = field(default_factory=list)
    """Decks whose seal is not in the log, which has what came behind it."""
    rounds_checked: int = 0
    rounds_unopened: int = 0
    """Rounds in the history whose deck is still sealed, or lost."""
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
    checker, opened, lost = DeckChecker(), dict[int, CheckedDeck](), set[int]()
    try:
        for line in lines:
            found = checker.read(line)
            if log is not None and found is not None:
                log.compare(found)
            if isinstance(found, Lost):
                lost.add(found.number)
            elif history is not None and isinstance(found, CheckedDeck):
                opened[found.terms.number] = found
        checker.finish()
    except UnknownFormat:
        return Verification(faults=checker.faults)
    report = Verification(checker.counts, checker.in_play, checker.faults)
    if history is not None:
        _RoundsCheck(report, opened, lost).run(history)
    if log is not None:
        log.finish(checker.last_number, checker.in_play)
        report.faults += log.faults
        report.heard, report.without_seal = len(log.heard), log.without_seal
    report.faults.sort(key=lambda fault: (fault.what.check, fault.line))
    return report


class _FaultFound(Exception):
    """A round does not follow from its deck: WHAT is wrong with it."""

    def __init__(self, what: Wrong) -> None:
        super().__init__(what)
        self.what = what


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
                report.faults.append(DeckFault(Wrong.NOT_A_ROUND, 0, detail=played.id))
            elif played.deck is None:
                continue
            elif played.deck.number in self._unopened:
                report.rounds_unopened += 1
            else:
                self._read(played, played.deck)
        for each in self._decks.values():
            if not each.is_at_fault:
                report.rounds_missing += _settled_in(each.deck.opening.dealt[each.round :])

    def _read(self, played: SettledRound, place: DeckPlace) -> None:
        followed = self._decks.get(place.number)
        if followed is not None and followed.is_at_fault:
            return
        try:
            if followed is None:
                raise _FaultFound(Wrong.NO_SUCH_ROUND)
            self._check(followed, played, place)
        except _FaultFound as found:
            if followed is not None:
                followed.is_at_fault = True
            round_of_deck = f"round {place.round} ({played.id})"
            self._report.faults.append(DeckFault(found.what, 0, place.number, round_of_deck))

    def _check(self, followed: _Followed, played: SettledRound, place: DeckPlace) -> None:
        """Check the next round that the history has of a deck; _FaultFound."""
        terms, rounds = followed.deck.terms, followed.deck.opening.dealt
        where = TableKey(terms.network, terms.channel, terms.game)
        dealt = rounds[place.round - 1] if 1 <= place.round <= len(rounds) else None
        if dealt is None or not dealt.is_settled or played.where != where:
            raise _FaultFound(Wrong.NO_SUCH_ROUND)
        if place.round <= followed.round:
            raise _FaultFound(Wrong.TWICE)
        missing = _settled_in(rounds[followed.round : place.round - 1])
        if missing and followed.round:
            raise _FaultFound(Wrong.MISSING)
        if place.before != dealt.before:
            raise _FaultFound(Wrong.PLACE)
        is_first, followed.round = not followed.round, place.round
        self._report.rounds_missing += missing
        if terms.is_pack and (missing or not (is_first or followed.pack)):
            self._report.rounds_missing += 1  # nobody knows how the pack lay
        else:
            self._deal_again(followed, played, dealt)

    def _deal_again(self, followed: _Followed, played: SettledRound, dealt: DealtRound) -> None:
        terms, key = followed.deck.terms, followed.deck.key
        if terms.is_pack:
            expected = followed.pack or Pack(key).state()
        else:
            expected = {"seed": key.hex(), "dealt": dealt.before}
        # A bank has its pack besides other things.
        if played.equipment.get("pack", played.equipment) != expected:
            raise _FaultFound(Wrong.CARD)
        try:
            table = Replay(played).table
        except NotAsRecorded as error:
            raise _FaultFound(Wrong.NOT_AS_RECORDED) from error
        deck = table.round_deck
        assert deck is not None
        if (deck.packs, table.rules.marker) != (terms.packs, terms.marker):
            raise _FaultFound(Wrong.CARD)
        if len(deck.dealt) != dealt.took:
            raise _FaultFound(Wrong.COUNT)
        if terms.is_pack:
            followed.pack = deck.state()
        self._report.rounds_checked += 1


def _settled_in(dealt: Sequence[DealtRound]) -> int:
    return sum(each.is_settled for each in dealt)
