"""What the command line checks: the ledger, sealed decks, and the history."""

import os
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pontoon.progress import Progress
from pontoon.service.startup import StartupError, configuration, players_errors
from pontoon.storage import history_check
from pontoon.storage.database import reading
from pontoon.storage.decks.deck_file import path_beside
from pontoon.storage.decks.deck_log import read_log
from pontoon.storage.decks.verify import verify
from pontoon.storage.findings import Report
from pontoon.storage.history import Wanted, number_of, rounds
from pontoon.storage.players.audit import audit
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.rows import Read
from pontoon.storage.soundness import check
from pontoon.text.reports import told

_OK, _FAULTY = 0, 1

_DECKS_CHECKED = "bytes of players.decks checked"


def audit_ledger(options: Namespace, progress: Progress) -> int:
    """Audit the ledger of the bot whose config.ini OPTIONS name; return the exit status."""

    def show(done: int, total: int) -> None:
        progress("changes audited" if total else "checking players.db", done, total)

    players_file = configuration(options.config, os.environ).players.file
    with players_errors(players_file):
        return _status_of(audit(players_file, show))


def check_history(players_file: Path, read: Read, progress: Progress) -> int:
    """Check the history beside PLAYERS_FILE, which READ reads; return the exit status."""
    check(players_file)
    return _status_of(history_check.check(read, _all_rounds(read, progress)))


def verify_decks(options: Namespace, progress: Progress) -> int:
    """Check the sealed decks of the bot whose config.ini OPTIONS name; return the exit status.

    In the log of a channel the bot is called as they say, or else as its configuration does.
    """
    settings = configuration(options.config, os.environ)
    file = settings.players.file
    nicks = [nick for irc in settings.networks for nick in (irc.nickname, *irc.alternatives)]
    try:
        decks = path_beside(file)
        # A bot that runs has settled a round before it opens the deck.
        length = decks.stat().st_size
        known = [options.bot] if options.bot else nicks
        log = read_log(_lines_of(options.log), known) if options.log else None
        with players_errors(file), reading(file) as read:
            check(file)
            lines = progress.counted(_lines_of(decks, length), length, _DECKS_CHECKED, len)
            report = verify(lines, log, _all_rounds(read, progress))
    except OSError as error:
        raise StartupError([f"{error.filename} cannot be read: {error.strerror}"]) from error
    return _status_of(report)


def _all_rounds(read: Read, progress: Progress) -> Iterator[SettledRound | Damaged]:
    """Yield the rounds in the history, and tell PROGRESS."""
    return progress.counted(rounds(read, Wanted()), number_of(read, Wanted()), "rounds checked")


def _lines_of(path: Path, length: int = sys.maxsize) -> Iterator[bytes]:
    """Yield the lines of the file at PATH, those that begin in its first LENGTH bytes."""
    with path.open("rb") as file:
        for line in file:
            if length <= 0:
                break
            length -= len(line)
            yield line


def _status_of(report: Report) -> int:
    """Print REPORT; return the exit status."""
    with suppress(BrokenPipeError):
        print(*told(report), sep="\n")
    return _FAULTY if report.findings else _OK
