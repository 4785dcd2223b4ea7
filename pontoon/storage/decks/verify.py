"""The check of players.decks, and of a log and the history with it (FAIR, Checking)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from pontoon.engine.decks import Pack
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.storage.decks.deck_check import CheckedDeck, DeckChecker, Verification
from pontoon.storage.decks.deck_log import DeckLog
from pontoon.storage.decks.deck_records import DealtRound, Lost, UnknownFormat
from pontoon.storage.findings import Wrong
from pontoon.storage.replay import NotAsRecorded, Replay
from pontoon.storage.rounds import Damaged, SettledRound


def verify(
    lines: Iterable[bytes],
    log: DeckLog | None = None,
    history: Iterable[SettledRound | Damaged] | None = None,
) -> Verification:
    """Check the LINES of players.decks, each with its line feed, and what is given besides.

    LOG is what ``read_log`` returns. HISTORY has the rounds in the order in which they began.
    """
    report, opened, lost = Verification(), dict[int, CheckedDeck](), set[int]()
    checker = DeckChecker(report)
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
        return report
    if history is not None:
        _RoundsCheck(report, opened, lost).run(history)
    if log is not None:
        log.finish(checker.last_number, report.in_play)
        report.findings += log.findings
        report.heard, report.without_seal = len(log.heard), log.without_seal
    report.findings.sort(key=lambda finding: (finding.what.check, finding.line))
    return report


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
                report.rounds_missing += _settled_in(each.deck.opening.dealt[each.round :])

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
        terms, rounds = followed.deck.terms, followed.deck.opening.dealt
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
            expected = {"seed": key.hex(), "dealt": dealt.before}
        # A bank has its pack besides other things.
        if played.equipment.get("pack", played.equipment) != expected:
            return Wrong.CARD
        try:
            table = Replay(played).table
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
