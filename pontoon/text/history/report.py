"""The report of a check of a history, and of forgetting somebody."""

from collections.abc import Iterator
from pathlib import Path

from pontoon.storage.history.check import (
    Damaged,
    Differs,
    HistoryFault,
    HistoryReport,
    NotInLedger,
    OtherChips,
    Twice,
)
from pontoon.storage.history.forget import Forgotten
from pontoon.text.audit import account_name
from pontoon.text.formatting import count


def told(report: HistoryReport) -> Iterator[str]:
    """Yield REPORT as lines; the last one sums it up."""
    yield from map(_fault, report.faults)
    compared = f"{report.in_ledger} compared with the ledger"
    older = f", {report.older} older than the ledger" if report.older else ""
    unpaid = f", {report.unpaid} not paid yet" if report.unpaid else ""
    faults = count(len(report.faults), "fault") if report.faults else "all as recorded"
    yield f"{count(report.rounds, 'round')}, {compared}{older}{unpaid}: {faults}"


def progress(rounds: int) -> str:
    return f"{rounds} rounds checked"


def forgotten(nick: str, done: Forgotten, players_file: Path) -> Iterator[str]:
    """Say how NICK was forgotten, and what still has the name."""
    rounds, changes = count(done.rounds, "round"), count(done.changes, "line")
    yield f"{nick} is {done.pseudonym} now in {rounds} and in {changes} of the ledger."
    name = players_file.name
    yield (
        f"Not changed: {name} and its previous version; the journal, which has the last list of"
        " players, bans, settings, and the last rounds for a while; log files; words that were said"
        " for cuts; backups; other people's logs."
    )


NO_ROUND = "no such round was played"


def no_such_round(round_id: str) -> str:
    return f"no round has the id {round_id}"


def nobody_called(nick: str) -> str:
    return f"nobody called {nick} is in the history or the ledger: nothing is changed"


def still_a_player(nick: str, players_file: Path) -> str:
    return (
        f"{nick} is still in {players_file.name}, so the ledger has the name again, with the same"
        " chips: if they are to go, take the player out of the file, and forget them once more."
    )


def still_playing(nick: str) -> str:
    return f"a round of {nick} is not over, or not paid: start the bot and let it end first"


def not_complete(why: str) -> str:
    return f"a round that is over cannot be added to the history: {why}"


def _fault(found: HistoryFault) -> str:
    place = f"{found.file}, line {found.number}"
    match found:
        case Damaged(_, _, why):
            return f"{place}: {why}"
        case Differs(_, _, name, why):
            return f"{place}: the round {name} does not replay: {why}"
        case Twice(_, _, name):
            return f"{place}: the round {name} is there a second time"
        case NotInLedger(_, _, name):
            return f"{place}: the round {name} is not in the ledger"
        case OtherChips(_, _, name, account, by_ledger, by_history):
            moved = f"{by_ledger:+} in the ledger, {by_history:+} in the history"
            return f"{place}: the round {name}: {account_name(account)}: {moved}"
