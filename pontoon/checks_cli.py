"""What the command line checks: the ledger, sealed decks, and the history."""

import os
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress

from pontoon.progress import Progress
from pontoon.service.startup import configuration, place_of, players_errors
from pontoon.storage import history_check
from pontoon.storage.decks import all_decks
from pontoon.storage.findings import Report
from pontoon.storage.history import Wanted, number_of, rounds
from pontoon.storage.place import Place, players_at, reading, viewed
from pontoon.storage.players.audit import audit
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.rows import Read
from pontoon.storage.soundness import check
from pontoon.storage.verify import verify
from pontoon.text.reports import told

_OK, _FAULTY = 0, 1


def audit_ledger(options: Namespace, progress: Progress) -> int:
    """Audit the ledger of the bot whose config.ini OPTIONS name; return the exit status."""

    def show(done: int, total: int) -> None:
        progress("changes audited" if total else "checking players.db", done, total)

    place = place_of(configuration(options.config, os.environ).players)
    with players_errors(players_at(place)):
        return _status_of(audit(place, show))


def check_history(place: Place, read: Read, progress: Progress) -> int:
    """Check the history at PLACE, which READ reads; return the exit status."""
    check(place)
    return _status_of(history_check.check(read, _all_rounds(read, progress)))


def verify_decks(options: Namespace, progress: Progress) -> int:
    """Check the sealed decks of the bot whose config.ini OPTIONS name; return the exit status."""
    place = place_of(configuration(options.config, os.environ).players)
    with players_errors(players_at(place)), viewed(place) as database, reading(place) as read:
        check(place)
        # Version 0.5 had decks of another kind.
        decks = all_decks(read) if database.is_current() else ()
        return _status_of(verify(decks, _all_rounds(read, progress)))


def _all_rounds(read: Read, progress: Progress) -> Iterator[SettledRound | Damaged]:
    """Yield the rounds in the history, and tell PROGRESS."""
    return progress.counted(rounds(read, Wanted()), number_of(read, Wanted()), "rounds checked")


def _status_of(report: Report) -> int:
    """Print REPORT; return the exit status."""
    with suppress(BrokenPipeError):
        print(*told(report), sep="\n")
    return _FAULTY if report.findings else _OK
