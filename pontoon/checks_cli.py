"""What the command line checks: the ledger, sealed decks, and the history."""

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

from pontoon.service.startup import StartupError, configuration, players_errors
from pontoon.storage import history_check
from pontoon.storage.database import Read, reading
from pontoon.storage.decks.deck_file import path_beside
from pontoon.storage.decks.deck_log import read_log
from pontoon.storage.decks.verify import verify
from pontoon.storage.findings import Report
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.players.audit import audit
from pontoon.text.reports import told

_OK, _FAULTY = 0, 1


def audit_ledger(config: Path) -> int:
    """Audit the ledger of the bot with CONFIG; return the exit status."""
    players_file = configuration(config, os.environ).players.file
    with players_errors(players_file), progress() as show:
        report = audit(players_file, partial(show, "auditing"))
    return _status_of(report)


def check_history(read: Read) -> int:
    """Check the history in the database that READ reads; return the exit status."""
    with progress() as show:
        report = history_check.check(read, lambda many: show(f"{many} rounds checked"))
    return _status_of(report)


def verify_decks(config: Path, log_file: Path | None, bot: str | None) -> int:
    """Check the sealed decks of the bot with CONFIG; return the exit status.

    In LOG_FILE, a log of a channel, the bot is called BOT, or as its configuration says.
    """
    settings = configuration(config, os.environ)
    file = settings.players.file
    nicks = [nick for irc in settings.networks for nick in (irc.nickname, *irc.alternatives)]
    try:
        decks = path_beside(file)
        # A bot that runs has settled a round before it opens the deck.
        length = decks.stat().st_size
        log = read_log(_lines_of(log_file), [bot] if bot else nicks) if log_file else None
        with players_errors(file), reading(file) as read:
            report = verify(_lines_of(decks, length), log, rounds(read, Wanted()))
    except OSError as error:
        raise StartupError([f"{error.filename} cannot be read: {error.strerror}"]) from error
    return _status_of(report)


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


@contextmanager
def progress() -> Iterator[Callable[[str], None]]:
    """Give what shows on a terminal, once in a second, how far long work is, and how long it takes.

    Nothing of it is left.
    """
    is_watched = sys.stderr.isatty()
    began = shown = time.monotonic()

    def show(how_far: str) -> None:
        nonlocal shown
        if is_watched and (now := time.monotonic()) - shown >= 1:
            shown = now
            print(f"\r{how_far}, {now - began:.0f} s ", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        if shown > began:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
