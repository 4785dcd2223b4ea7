"""``pontoonbot history``: lists rounds, tells and checks them, and forgets people."""

import csv
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from typing import TypeVar

from msgspec import json as fast_json
from msgspec.structs import replace

from pontoon.checks_cli import check_history
from pontoon.engine.computers import shown
from pontoon.engine.events import Event
from pontoon.irc.casemapping import rfc1459
from pontoon.progress import NAME, Progress
from pontoon.service.config.settings import Config
from pontoon.service.startup import (
    StartupError,
    configuration,
    is_missing,
    place_of,
    players_errors,
    take_players,
)
from pontoon.storage.findings import Finding, Wrong
from pontoon.storage.forget import CannotForget, StillPlaying, forget
from pontoon.storage.history import ROUND_ID, Summary, Wanted, number_of, rounds, summaries
from pontoon.storage.place import Place, players_at, reading
from pontoon.storage.players.store import PlayerStore
from pontoon.storage.replay import NotAsRecorded, Replay
from pontoon.storage.rounds import Damaged, SettledRound
from pontoon.storage.rows import Read
from pontoon.storage.upkeep import prune
from pontoon.tables.narrator import transcript
from pontoon.text import reports
from pontoon.text.formatting import CardFormat, CardStyle, kind_of_hand
from pontoon.text.reports import Row, rows_of, sentence
from pontoon.text.round import RoundTexts
from pontoon.text.rounds_over import hands_in, listed

FORGET, PRUNE = "forget", "prune"

_OK, _FAULTY = 0, 1


def show_history(options: Namespace, progress: Progress) -> int:
    """List, tell or check rounds, or change the history, as OPTIONS say; return the exit status.

    StartupError if the files cannot be used, and SystemExit if OPTIONS do not go together.
    """
    if why := _why_refused(options):
        options.parser.error(why)
    config = configuration(options.config, os.environ)
    place = place_of(config.players)
    try:
        if options.what[:1] == [FORGET]:
            return _forget(place, options.what[1], progress)
        if options.what == [PRUNE]:
            with _alone(place):
                pruned = prune(place, options.before, partial(progress, "removing rounds"))
                print(*reports.pruned(pruned, options.before), sep="\n")
            return _OK
        with players_errors(players_at(place)), reading(place) as read:
            if options.check_rounds:
                return check_history(place, read, progress)
            return _Output(config, options, read, progress).show()
    except BrokenPipeError:
        return _OK
    except OSError as error:
        raise StartupError([f"{error.filename or 'the history'}: {error.strerror}"]) from error


def _why_refused(options: Namespace) -> str:
    """Return why OPTIONS do not go together; "" if they do."""
    what = options.what
    is_of_all = replace(_wanted(options), ids=()) == Wanted() and not options.hand
    if what[:1] == [FORGET]:
        return "" if len(what) == 2 and what[1].strip() else f"{FORGET} takes one nick"
    if what == [PRUNE]:
        if options.before is None:
            return f"{PRUNE} needs --before DAY"
        return "" if is_of_all else f"only --before and --config go with {PRUNE}"
    if options.before is not None:
        return f"--before goes with {PRUNE}"
    if wrong := [each for each in what if not ROUND_ID.fullmatch(each)]:
        return f"not the id of a round: {wrong[0]}"
    if options.check_rounds and not (is_of_all and not what and not options.private):
        return "--check is of all rounds: only --config goes with it"
    return ""


def _wanted(options: Namespace) -> Wanted:
    return Wanted(
        options.player or "",
        options.game or "",
        options.channel or "",
        options.since,
        options.until,
        tuple(options.what),
    )


Found = TypeVar("Found", Summary, SettledRound)


class _Output:
    """Prints the rounds that OPTIONS ask for; tells PROGRESS where each is played again."""

    def __init__(self, config: Config, options: Namespace, read: Read, progress: Progress) -> None:
        style = CardFormat(CardStyle(config.table.cards))
        self._texts = RoundTexts(shown, style)
        self._read = read
        self._progress = progress
        self._options = options
        self._wanted = _wanted(options)
        self._found_ids: set[str] = set()
        self._status = _OK

    def show(self) -> int:
        """Print them; return the exit status."""
        self._print_all()
        for each in self._options.what:
            if each not in self._found_ids:
                self._fault(reports.NO_SUCH_ROUND.format(round_id=each))
        if not self._options.what and not self._found_ids:
            self._fault(reports.NO_ROUND)
        return self._status

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
        elif options.hand:
            for record in self._records():
                print(listed(record))
        else:
            for summary in self._good(summaries(self._read, self._wanted)):
                print(listed(summary))

    def _good(self, found: Iterator[Found | Damaged]) -> Iterator[Found]:
        """Yield what can be read of what was FOUND, and say what cannot."""
        for each in found:
            self._found_ids.add(each.id)
            if isinstance(each, Damaged):
                finding = Finding(Wrong.UNREADABLE, {"round": each.id, "why": each.why})
                self._fault(sentence(finding))
            else:
                yield each

    def _records(self) -> Iterator[SettledRound]:
        """Yield the rounds that are wanted, those with such a hand if one is named."""
        total = number_of(self._read, self._wanted)
        found = self._progress.counted(rounds(self._read, self._wanted), total, "rounds read")
        for record in self._good(found):
            if not self._options.hand or self._has_hand(record):
                yield record
            else:
                self._found_ids.discard(record.id)

    def _fault(self, line: str) -> None:
        self._status = _FAULTY
        _complain(line)

    def _not_replayed(self, record: SettledRound, error: NotAsRecorded) -> None:
        finding = Finding(Wrong.DOES_NOT_REPLAY, {"round": record.id, "why": str(error)})
        self._fault(sentence(finding))

    def _has_hand(self, record: SettledRound) -> bool:
        player = rfc1459(self._wanted.player)
        try:
            hands = hands_in(Replay(record).events)
        except NotAsRecorded:
            return False
        return any(
            self._options.hand == kind_of_hand(hand.type).replace(" ", "-")
            for name, theirs in hands.items()
            if not player or rfc1459(name) == player
            for hand in theirs
        )

    def _rows(self) -> Iterator[Row]:
        for record in self._records():
            events: Sequence[Event] = ()
            try:
                events = Replay(record).events
            except NotAsRecorded as error:
                self._not_replayed(record, error)
            yield from rows_of(record, events)

    def _tell(self, record: SettledRound) -> None:
        viewers: Sequence[str] = ()
        if self._options.private:
            player = self._options.player
            viewers = [player] if player else [name for name, _ in record.players]
        try:
            for line in transcript(record, self._texts, viewers):
                print(line)
        except NotAsRecorded as error:
            self._not_replayed(record, error)


@contextmanager
def _alone(place: Place) -> Iterator[PlayerStore]:
    """Give the players of PLACE, which no bot uses.

    What an earlier one left unfinished in the ledger is done.
    """
    file = players_at(place)
    if is_missing(file):
        raise StartupError([f"{file} is missing"])
    players = take_players(place, _complain)
    with players.lock, players_errors(file), closing(players.store.database):
        yield players.store


def _forget(place: Place, nick: str, progress: Progress) -> int:
    players_file = players_at(place)
    with _alone(place) as store:
        try:
            done = forget(place, nick, partial(progress, "changing players.db"))
        except StillPlaying as error:
            raise StartupError([reports.STILL_PLAYING.format(nick=nick)]) from error
        except CannotForget as error:
            raise StartupError([str(error)]) from error
        store.note_forgotten()
    if not done.rounds and not done.changes:
        _complain(reports.NOBODY_CALLED.format(nick=nick))
        return _FAULTY
    print(*reports.forgotten(nick, done, players_file), sep="\n")
    if store.find(nick) is not None:
        print(reports.STILL_A_PLAYER.format(nick=nick, file=players_file.name))
    return _OK


def _complain(line: str) -> None:
    print(f"{NAME} history: {line}", file=sys.stderr)
