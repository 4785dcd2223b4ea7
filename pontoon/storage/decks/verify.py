"""The check of players.decks, and of a log and a history with it (FAIR, Checking)."""

from collections.abc import Iterable

from msgspec import Struct, field

from pontoon.storage.decks.deck_check import CheckedDeck, DeckChecker, DeckCounts
from pontoon.storage.decks.deck_log import DeckLog
from pontoon.storage.decks.deck_records import Lost, Sealed, UnknownFormat
from pontoon.storage.decks.faults import DeckFault
from pontoon.storage.decks.history_check import HistoryChecker, PlayedRound


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
    """Settled rounds that are older than the history, or whose pack it does not have whole."""


def verify(
    lines: Iterable[bytes],
    log: DeckLog | None = None,
    history: Iterable[PlayedRound | DeckFault] | None = None,
) -> Verification:
    """Check the LINES of players.decks, each with its line feed, and what is given besides.

    LOG is what ``read_log`` returns. Of HISTORY all rounds of an opened deck may come in any order;
    it also has the faults of lines that cannot be used.
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
        unopened = lost.union(checker.in_play)
        _add_history(report, HistoryChecker(opened, unopened), history)
    if log is not None:
        log.finish(checker.last_number, checker.in_play)
        report.faults += log.faults
        report.heard, report.without_seal = len(log.heard), log.without_seal
    report.faults.sort(key=lambda fault: (fault.what.check, fault.file, fault.line))
    return report


def _add_history(
    report: Verification, checker: HistoryChecker, history: Iterable[PlayedRound | DeckFault]
) -> None:
    for played in history:
        if isinstance(played, DeckFault):
            report.faults.append(played)
        else:
            checker.read(played)
    checker.finish()
    report.faults += checker.faults
    report.rounds_checked = checker.checked
    report.rounds_unopened = checker.unopened
    report.rounds_missing = checker.missing
