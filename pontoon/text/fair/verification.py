"""The report of a check of sealed decks."""

from collections.abc import Iterator, Mapping

from pontoon.storage.decks.faults import DeckFault, Wrong
from pontoon.storage.decks.verify import Verification
from pontoon.text.formatting import count

_FILES = {6: "players.db", 7: "the log"}
"""Where the line of a fault is, by the number of the check; otherwise in players.decks."""

_SENTENCES: Mapping[Wrong, str] = {
    Wrong.NO_LINE_FEED: "the line has no line feed at its end",
    Wrong.NOT_A_RECORD: "the line {detail}",
    Wrong.UNKNOWN: "the line {detail}",
    Wrong.HASH: "the hash of the line is wrong: the line has been changed",
    Wrong.BEFORE: "the line does not follow from the line before",
    Wrong.NUMBER: "deck {deck} is sealed out of turn",
    Wrong.EMPTY: "the file has no line",
    Wrong.NOT_SEALED: "deck {deck} is closed, but was never sealed",
    Wrong.CLOSED_TWICE: "deck {deck} is closed a second time",
    Wrong.LOST: "the secret of deck {deck} is lost ({detail}): nothing about its cards is proved",
    Wrong.NOT_OPENED: "deck {deck} was still sealed when the next deck of its game was",
    Wrong.SEAL: "the seal of deck {deck} does not fit its secret",
    Wrong.TOO_MANY_CUTS: "deck {deck} has more than 20 cuts",
    Wrong.BAD_CUT: "deck {deck} has a cut that cannot count",
    Wrong.UNSORTED: "the cuts of deck {deck} are not in order",
    Wrong.HOLE: "the rounds of deck {deck} do not begin where the ones before ended",
    Wrong.PAST_MARKER: "a round of deck {deck} begins past the marker",
    Wrong.NOT_FINISHED: "deck {deck} is called finished, but was not dealt to its end",
    Wrong.UNCUT: "deck {deck} was dealt from without a list of cuts",
    Wrong.UNSETTLED: "deck {deck} was dealt on after a round that was not settled",
    Wrong.NO_SUCH_ROUND: "{detail} of deck {deck} is not among its settled rounds",
    Wrong.PLACE: "{detail} of deck {deck} does not begin where the deck says",
    Wrong.MISSING: "a settled round before {detail} of deck {deck} is missing",
    Wrong.TWICE: "{detail} of deck {deck} is there twice",
    Wrong.CARD: "{detail} of deck {deck} was dealt from other cards than the deck's",
    Wrong.COUNT: "{detail} of deck {deck} took another number of cards",
    Wrong.NOT_AS_RECORDED: "{detail} of deck {deck} does not go as it was recorded",
    Wrong.NOT_A_ROUND: "the round {detail} cannot be read",
    Wrong.LOG_NOTHING: "nobody called {detail} says anything about a deck; --bot names the bot",
    Wrong.LOG_SHAPE: "a line about deck {deck} cannot be read",
    Wrong.LOG_ORDER: "the log has this line of deck {deck} too late: a deck is sealed, cut, opened."
    " If the log begins within the deck, an earlier log may have the line in its place",
    Wrong.LOG_TWO_WAYS: "the log had other words about deck {deck} before",
    Wrong.LOG_NO_DECK: "players.decks has no deck {deck}",
    Wrong.LOG_SEAL: "players.decks has another seal for deck {deck}",
    Wrong.LOG_CUTS: "players.decks has other cuts for deck {deck}",
    Wrong.LOG_OPENING: "players.decks has another opening for deck {deck}",
    Wrong.LOG_NOT_CLOSED: "in players.decks deck {deck} is still sealed",
    Wrong.LOG_UNCUT: "deck {deck} is dealt before the log has its cut."
    " If the log begins within the deck, an earlier log may have that",
}


def told(report: Verification) -> Iterator[str]:
    """Yield REPORT as lines, the verdict last."""
    for number, sealed in report.in_play.items():
        terms = sealed.terms
        yield f"deck {number} is still sealed: {terms.game} in {terms.channel} on {terms.network}"
    for number in report.without_seal:
        yield f"the log does not have the seal of deck {number}: it proves nothing about that deck"
    if report.rounds_unopened:
        yield f"{count(report.rounds_unopened, 'round')} of sealed decks cannot be checked yet"
    if report.rounds_missing:
        yield f"{count(report.rounds_missing, 'round')} cannot be checked: the history lacks them"
    yield from map(_sentence, report.faults)
    verdict = count(len(report.faults), "fault") if report.faults else "no fault"
    yield f"{_counted(report)}: {verdict}"


def _counted(report: Verification) -> str:
    counts = report.counts
    parts = [
        count(counts.sealed, "deck"),
        f"{counts.finished} opened at the end",
        f"{counts.given_up} given up ({counts.cut_and_never_dealt} of them cut and never dealt)",
        f"{len(report.in_play)} still sealed",
    ]
    if report.heard:
        parts.append(f"{report.heard} in the log")
    if report.rounds_checked:
        parts.append(f"{count(report.rounds_checked, 'round')} dealt again")
    return ", ".join(parts)


def _sentence(fault: DeckFault) -> str:
    what = _SENTENCES[fault.what].format(deck=fault.deck, detail=fault.detail)
    where = _FILES.get(fault.what.check, "players.decks")
    return f"{where}, line {fault.line}: {what}" if fault.line else f"{where}: {what}"
