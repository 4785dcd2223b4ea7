"""``pontoonbot history``: lists rounds, tells and checks them, and forgets people."""

import argparse
import csv
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, date, datetime
from pathlib import Path
from typing import NoReturn

from msgspec import json as fast_json

from pontoon.engine.events import Event
from pontoon.games import GAMES
from pontoon.irc.casemapping import rfc1459
from pontoon.service.config.settings import Config
from pontoon.service.lean_imports import no_collection
from pontoon.service.startup import (
    StartupError,
    configuration,
    is_missing,
    players_errors,
    take_players,
)
from pontoon.storage.append_file import AppendFile
from pontoon.storage.atomic_file import beside
from pontoon.storage.history.check import HistoryCheck, LedgerRounds, ledger_lines
from pontoon.storage.history.files import History, files_beside, files_with_lengths
from pontoon.storage.history.forget import CannotForget, forget, is_in_play
from pontoon.storage.history.line import LineError, read
from pontoon.storage.history.record import ROUND_ID, HistoryRecord
from pontoon.storage.history.replay import NotAsRecorded, replayed
from pontoon.storage.history.search import Found, Summary, Wanted, search
from pontoon.storage.journal import Journal
from pontoon.storage.players.store import PlayerStore
from pontoon.tables.history.transcript import transcript
from pontoon.text.formatting import CardFormat, CardStyle
from pontoon.text.history import report as reports
from pontoon.text.history.export import Row, rows_of
from pontoon.text.history.rounds import hands_in, kinds_in, listed
from pontoon.text.names import KINDS_OF_HANDS
from pontoon.text.round import RoundTexts

NAME = "pontoonbot history"
FORGET = "forget"

_OK, _FAULTY = 0, 1

KINDS = tuple(each.replace(" ", "-") for each in KINDS_OF_HANDS)
"""The kinds of hands, as they are typed."""

_MOST_DAMAGED = 10
"""So many damaged lines are named; to number each takes time."""


def run(argv: Sequence[str]) -> int:
    """Do what the arguments ARGV say; return the exit status.

    StartupError if the files cannot be used, and SystemExit for wrong arguments.
    """
    parser = _parser()
    options = parser.parse_args(argv)
    config = configuration(options.config, os.environ)
    try:
        if options.what[:1] == [FORGET]:
            if len(options.what) != 2 or not options.what[1].strip():
                parser.error(f"{FORGET} takes one nick")
            return _forget(config.players.file, options.what[1])
        for each in options.what:
            if not ROUND_ID.fullmatch(each):
                parser.error(f"not the id of a round: {each}")
        if options.check:
            if _wanted(options) != Wanted() or options.hand or options.private:
                parser.error("--check is of all rounds: only --config goes with it")
            return _check(config.players.file)
        return _Output(config, options).show()
    except BrokenPipeError:
        return _OK
    except OSError as error:
        raise StartupError([f"{error.filename or 'the history'}: {error.strerror}"]) from error


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong, as with wrong files; --help has the usage."""

    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message}\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        NAME,
        description="List the rounds that were played, or those that fit all of the options.",
        allow_abbrev=False,
    )
    parser.add_argument(
        "what",
        nargs="*",
        metavar="ID | forget NICK",
        help="tell the rounds with these ids as their channels heard them; or put a pseudonym in"
        " the place of NICK in all histories and ledgers, while no bot runs",
    )
    parser.add_argument("--config", metavar="FILE", type=Path, default=Path("config.ini"))
    parser.add_argument("--player", metavar="NICK", type=_name, help="rounds that NICK played in")
    parser.add_argument("--game", choices=[game.name for game in GAMES])
    parser.add_argument("--channel", type=_name)
    parser.add_argument("--since", metavar="DAY", type=_day, help="as in 2026-11-23")
    parser.add_argument("--until", metavar="DAY", type=_day, help="the last day, UTC")
    parser.add_argument(
        "--hand",
        metavar="KIND",
        type=_kind,
        help="rounds with such a hand, of NICK if there is one, as in five-card-trick",
    )
    parser.add_argument(
        "--private",
        action="store_true",
        help="tell also what the players, or NICK alone, were told in private",
    )
    shape = parser.add_mutually_exclusive_group()
    shape.add_argument("--csv", action="store_true", help="a row for each player in each round")
    shape.add_argument("--json", action="store_true", help="the same rows as lines of JSON")
    shape.add_argument(
        "--check",
        action="store_true",
        help="check all sums, play every round again, compare the results with the ledger; exit"
        " with 0, or with 1 if there is a fault",
    )
    return parser


def _name(text: str) -> str:
    # What a script has left empty does not stand for everybody.
    if not text.strip():
        raise argparse.ArgumentTypeError("it is empty")
    return text


def _day(text: str) -> str:
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"not a day as in 2026-11-23: {text}") from error


def _kind(text: str) -> str:
    kind = text.lower().replace("_", "-").replace(" ", "-")
    if kind not in KINDS:
        known = ", ".join(KINDS)
        raise argparse.ArgumentTypeError(f"no such kind of hand: {text}; known are {known}")
    return kind


def _wanted(options: argparse.Namespace) -> Wanted:
    return Wanted(
        options.player or "",
        options.game or "",
        options.channel or "",
        options.since or "",
        options.until or "",
        tuple(options.what),
    )


class _Output:
    """Prints the rounds that OPTIONS ask for."""

    def __init__(self, config: Config, options: argparse.Namespace) -> None:
        style = CardFormat(CardStyle(config.table.cards))
        self._texts = RoundTexts(str, style)
        self._paths = files_beside(config.players.file)
        self._options = options
        self._wanted = _wanted(options)
        self._damaged_lines = 0
        self._found_ids: set[str] = set()
        self._status = _OK

    def show(self) -> int:
        """Print them; return the exit status."""
        self._print_all()
        if missing := [each for each in self._options.what if each not in self._found_ids]:
            self._not_found(*map(reports.no_such_round, missing))
        elif not self._found_ids:
            self._not_found(reports.NO_ROUND)
        if self._damaged_lines > _MOST_DAMAGED:
            _complain(f"{self._damaged_lines - _MOST_DAMAGED} more lines are damaged")
        return self._status

    def _not_found(self, *lines: str) -> None:
        self._status = _FAULTY
        for line in lines:
            _complain(line)

    def _print_all(self) -> None:
        options = self._options
        if options.csv:
            rows = csv.writer(sys.stdout, lineterminator="\n")
            rows.writerow(Row.__struct_fields__)
            for row in self._rows():
                rows.writerow([getattr(row, name) for name in Row.__struct_fields__])
        elif options.json:
            for row in self._rows():
                print(fast_json.encode(row).decode())
        elif options.what:
            for record in self._records():
                self._tell(record)
        else:
            with no_collection():  # nothing that is made here has a cycle, and there is much of it
                for _, summary in self._found():
                    print(listed(summary))

    def _found(self) -> Iterator[tuple[Found, Summary]]:
        """Yield the rounds that are wanted, and say which lines are damaged."""
        for found, summary in search(self._paths, self._wanted):
            if isinstance(summary, LineError):
                self._damaged(found, summary)
            elif not self._options.hand or self._has_hand(found):
                self._found_ids.add(summary.id)
                yield found, summary

    def _records(self) -> Iterator[HistoryRecord]:
        for found, _ in self._found():
            try:
                yield read(found.text)
            except LineError as error:
                self._damaged(found, error)

    def _damaged(self, found: Found, why: LineError) -> None:
        self._status = _FAULTY
        self._damaged_lines += 1
        if self._damaged_lines <= _MOST_DAMAGED:
            _complain(f"{found.path}, line {found.number}: {why}")

    def _has_hand(self, found: Found) -> bool:
        player = rfc1459(self._wanted.player)
        try:
            hands = hands_in(replayed(read(found.text)))
        except (LineError, NotAsRecorded):
            return False
        return any(
            self._options.hand == each.replace(" ", "-")
            for name, theirs in hands.items()
            if not player or rfc1459(name) == player
            for each in kinds_in(theirs)
        )

    def _rows(self) -> Iterator[Row]:
        for record in self._records():
            yield from rows_of(record, self._events(record))

    def _events(self, record: HistoryRecord) -> Sequence[Event]:
        try:
            return replayed(record)
        except NotAsRecorded as error:
            self._no_replay(record, error)
            return ()

    def _no_replay(self, record: HistoryRecord, why: NotAsRecorded) -> None:
        _complain(f"the round {record.id} does not replay: {why}")
        self._status = _FAULTY

    def _tell(self, record: HistoryRecord) -> None:
        viewers: Sequence[str] = ()
        if self._options.private:
            player = self._options.player
            viewers = [player] if player else [name for name, _ in record.players]
        try:
            for line in transcript(record, self._texts, viewers):
                print(line)
        except NotAsRecorded as error:
            self._no_replay(record, error)


def _check(players_file: Path) -> int:
    # The lengths are taken first, so that the ledger has all rounds that are checked.
    files = files_with_lengths(players_file)
    unpaid = {result.id for result in _journal_of(players_file).results()}
    with players_errors(players_file):
        known = LedgerRounds(ledger_lines(players_file))
    is_watched = sys.stderr.isatty()

    def progress(rounds: int) -> None:
        if is_watched:
            print(f"\r{reports.progress(rounds)}", end="", file=sys.stderr, flush=True)

    report = HistoryCheck(known, unpaid).run(files, progress)
    if is_watched:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)
    print(*reports.told(report), sep="\n")
    return _FAULTY if report.faults else _OK


def _forget(players_file: Path, nick: str) -> int:
    if is_missing(players_file):
        raise StartupError([f"{players_file} is missing"])
    with take_players(players_file, _complain).lock:
        journal = _journal_of(players_file)
        if is_in_play(journal, nick):
            raise StartupError([reports.still_playing(nick)])
        _complete(players_file, journal)
        try:
            done = forget(players_file, nick)
        except CannotForget as error:
            raise StartupError([str(error)]) from error
        with players_errors(players_file):
            # If the player is still there, the ledger says now how they came to their chips.
            store = PlayerStore(players_file)
            store.recover()
            store.refresh()
    if not done.rounds and not done.changes:
        _complain(reports.nobody_called(nick))
        return _FAULTY
    print(*reports.forgotten(nick, done, players_file), sep="\n")
    if store.find(nick) is not None:
        print(reports.still_a_player(nick, players_file))
    return _OK


def _complete(players_file: Path, journal: Journal) -> None:
    """Add to the history what it lacks; otherwise the next start of the bot would, with the nick.

    StartupError if that cannot be written.
    """
    history = History(players_file)
    journal.histories.give_to(history)
    journal.close()
    if why := history.trouble or journal.trouble:
        raise StartupError([reports.not_complete(why)])


def _journal_of(players_file: Path) -> Journal:
    journal = Journal(AppendFile(beside(players_file, ".journal")), lambda: datetime.now(UTC))
    with suppress(ValueError):  # all good lines are read
        journal.load()
    return journal


def _complain(line: str) -> None:
    print(f"{NAME}: {line}", file=sys.stderr)
