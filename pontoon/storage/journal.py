"""The journal: the rounds that are being played, on the disk, so that they survive the program.

Each line is a JSON object. A round begins with all that it follows from: the state of what lasts at
the table (with the seed of its cards, so that nobody but the owner may read the file), the players
with their chips, and the people in their seats. Then there is a line for each act (see ``acts``),
written before it is done. A round that is settled has a line with its result (see ``result``),
which stands alone: it is written before anybody is paid, and kept until the round is paid and the
channel knows of it. A round that is stopped or given up has a line that it is over. Of rounds that
are over only the last list of players is kept, of each game in each channel. Channels in which
operators want no rounds are in it too.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import Any, Protocol

from pontoon.engine import result as results
from pontoon.engine.actions import Written
from pontoon.engine.errors import NotRecorded
from pontoon.engine.result import Result, TableKey

FULL_BYTES = 1 << 15
"""From this size on the file is written anew when it is several times what is left of it."""
FULL_TIMES = 4


class JournalError(Exception):
    """The journal cannot be used, and rounds may be in it that are to go on; says why."""


class LineFile(Protocol):
    """A file of lines, to which lines are added; OSError where that fails, and nothing is added."""

    @property
    def length(self) -> int:
        """How many bytes there are."""

    def read(self) -> list[bytes]:
        """Return all lines that are whole."""

    def append(self, lines: Sequence[bytes]) -> None:
        """Add LINES; once this returns they are safely on disk."""

    def append_soon(self, lines: Sequence[bytes]) -> None:
        """Add LINES; they outlast the program now, and a power cut with what is added next."""

    def rewrite(self, lines: Sequence[bytes]) -> None:
        """Have LINES in the file, and no others."""


@dataclass(frozen=True, slots=True)
class SeatRecord:
    """Who has the seat of a player: their nick now, and ``user@host``."""

    player: str
    nick: str
    userhost: str


@dataclass(slots=True)
class RoundRecord:
    """A round as the journal has it.

    ``rules`` and ``version`` tell whether it can still be played as it was begun.
    """

    id: str
    where: TableKey
    began: datetime
    version: str
    rules: str
    equipment: Mapping[str, Any]
    players: tuple[tuple[str, int], ...]
    occupants: tuple[SeatRecord, ...]
    starter: SeatRecord | None = None
    listed: tuple[str, ...] = ()
    """The list that the next round goes by, where that is not the players alone."""
    consent: tuple[tuple[str, bool], ...] = ()
    acts: list[Written] = field(default_factory=list)
    last_act: datetime = field(init=False)
    """When something was done in it last."""

    def __post_init__(self) -> None:
        self.last_act = self.began

    @property
    def order(self) -> tuple[str, ...]:
        """Who is to be dealt to if nobody is named next time: all but those who were left out."""
        out = [act[1:] for act in self.acts if act[:1] == ["out"]]
        listed = self.listed or tuple(player for player, _ in self.players)
        return tuple(player for player in listed if [player] not in out)


class Journal:
    """The journal in FILE. NOW is the date and the time of day.

    What is about to be done is on the disk when its method returns. NotWritten where that cannot
    be, and then there is no change. What has been done already is known from then on, and is
    written as soon as that can be. ``trouble`` says why it cannot until ``mend`` has succeeded.
    """

    def __init__(self, file: LineFile, now: Callable[[], datetime]) -> None:
        self._file = file
        self._now = now
        self._full = FULL_BYTES
        """From how many bytes on the file is written anew."""
        self._running: dict[str, list[bytes]] = {}
        """The lines about each round that is not done with, but those about seats."""
        self._seats: dict[str, dict[str, bytes]] = {}
        """The line about each seat in which somebody has another nick than at first."""
        self._unfinished: dict[str, RoundRecord] = {}
        self._results: dict[str, Result] = {}
        self._paid: set[str] = set()
        """Which of these rounds are paid; more may be."""
        self._lists: dict[TableKey, tuple[str, ...]] = {}
        self._closed: dict[tuple[str, str], None] = {}
        """Channels in which no rounds are to begin, each with its network."""
        self.lost: list[RoundRecord] = []
        """Rounds that cannot go on, since not all that was written of them can be read."""
        self.trouble = ""

    # What was written

    def load(self) -> None:
        """Read the file.

        OSError where it cannot be read; ValueError, with the number of the line, for one that is
        none of ours, when the others are read.
        """
        damaged: list[int] = []
        for number, line in enumerate(self._file.read(), 1):
            try:
                self._load(json.loads(line), line)
            except (ValueError, LookupError, TypeError, RecursionError):
                damaged.append(number)
        if damaged:
            raise ValueError(f"line {damaged[0]}: not a line of a journal")

    def follow(self, damaged: "Journal") -> None:
        """Begin with what is known from a DAMAGED journal: who played last, and what is lost.

        Rounds that are over are not.
        """
        self._lists = dict(damaged.lists())
        self._closed = dict(damaged._closed)
        self._results, self._paid = dict(damaged._results), set(damaged._paid)
        self._running = {name: damaged._running[name] for name in self._results}
        self.lost = damaged.unfinished()
        for lost in self.lost:
            self._note_list(lost.where, lost.order)
        self._rewrite()

    def _load(self, said: dict[str, Any], line: bytes) -> None:
        rounds = self._unfinished
        match said:
            case {"list": players, "table": table}:
                self._note_list(TableKey(*table), players)
            case {"closed": bool(is_closed), "channel": [network, channel]}:
                self._note_closed((network, channel), is_closed=is_closed)
            case {"begin": name}:
                rounds[name] = _recorded(said)
                self._running[name] = [line]
            case {"ended": _}:
                self._note_result(results.read(said), line)
            case {"round": name, "paid": True}:
                self._note_paid(name, line)
            case {"round": name, "told": True}:
                self._forget(name)
            case {"round": name, "over": players}:
                self._note_list(rounds.pop(name).where, players)
                self._forget(name)
            case {"round": name, "act": act}:
                rounds[name].acts.append(act)
                rounds[name].last_act = datetime.fromisoformat(said["at"])
                self._running[name].append(line)
            case {"round": name, "seat": [player, nick, userhost]}:
                seated = SeatRecord(player, nick, userhost)
                known = (each for each in rounds[name].occupants if each.player != player)
                rounds[name].occupants = (*known, seated)
                self._note_seat(name, player, line)
            case _:
                raise ValueError(line)

    def unfinished(self) -> list[RoundRecord]:
        """Return the rounds that were not over when the file was read, and have not ended since."""
        return list(self._unfinished.values())

    def results(self) -> list[Result]:
        """Return the results of rounds that are to be paid or told still, the oldest first."""
        return list(self._results.values())

    def has_result(self, name: str) -> bool:
        """Tell whether the round of that NAME is among those."""
        return name in self._results

    def is_paid(self, name: str) -> bool:
        """Tell whether the round of that NAME, which is to be told still, is paid by now."""
        return name in self._paid

    def is_over(self, name: str) -> bool:
        """Tell whether the round of that NAME is over by now."""
        return name not in self._running

    def lost_on(self, network: str) -> list[RoundRecord]:
        """Return the rounds on NETWORK that cannot go on, which are not returned once more."""
        found = [each for each in self.lost if each.where.network == network]
        self.lost = [each for each in self.lost if each.where.network != network]
        return found

    def lists(self) -> Mapping[TableKey, tuple[str, ...]]:
        """Return who played last in each game of each channel; the last game comes last."""
        return self._lists

    def is_closed(self, network: str, channel: str) -> bool:
        """Tell whether no round is to begin in CHANNEL of NETWORK."""
        return (network, channel) in self._closed

    # What is about to be done

    def close(self, network: str, channel: str, *, is_closed: bool) -> None:
        """Note that from now on no rounds are to begin in CHANNEL of NETWORK, or that they are."""
        self._write(_line(closed=is_closed, channel=[network, channel]))
        self._note_closed((network, channel), is_closed=is_closed)
        self._tidy()

    def begin(self, this_round: RoundRecord) -> None:
        """Note that a round begins."""
        line = _line(**_begun(this_round))
        self._write(line)
        self._running[this_round.id] = [line]

    def add(self, name: str, act: Written) -> None:
        """Note what is about to be done in the round of that NAME."""
        line = _line(round=name, act=act, at=self._now().isoformat(timespec="milliseconds"))
        self._write(line)
        self._running[name].append(line)

    # What has been done

    def seat(self, name: str, seated: SeatRecord) -> None:
        """Note who has a seat now, under which nick; nothing where the round is over."""
        if name in self._running:
            line = _line(round=name, seat=[seated.player, seated.nick, seated.userhost])
            self._note_seat(name, seated.player, line)
            self._write_soon(line)

    def end(self, result: Result) -> None:
        """Note how a round has ended, which is to be paid then."""
        line = _line(**results.written(result))
        self._note_result(result, line)
        with suppress(NotRecorded):
            if not self.trouble:
                self._append(line)
        self.mend()
        self._tidy()

    def paid(self, name: str) -> None:
        """Note that the round of that NAME, which has ended, is paid."""
        if name in self._results:
            line = _line(round=name, paid=True)
            self._note_paid(name, line)
            self._write_soon(line)

    def told(self, name: str) -> None:
        """Note that the channel knows how the round of that NAME has ended, which is paid."""
        if name in self._results:
            self._forget(name)
            self._write_soon(_line(round=name, told=True))

    def over(self, name: str, where: TableKey, players: Iterable[str]) -> None:
        """Note that a round is over that is not settled, and who is to be dealt to next time."""
        players = tuple(players)
        if name in self._running:
            self._forget(name)
            self._note_list(where, players)
            if self.trouble:
                self.mend()  # where it succeeds, there is nothing left of the round
                return
            with suppress(NotRecorded):
                self._append(_line(round=name, over=players))
            self._tidy()

    # The file

    def mend(self) -> bool:
        """Write the whole file anew if there is trouble with it; return whether there is none."""
        if self.trouble:
            self._rewrite()
        return not self.trouble

    def _rewrite(self) -> None:
        try:
            self._file.rewrite(self._lines())
        except OSError as error:
            self.trouble = error.strerror or str(error)
        else:
            self.trouble = ""

    def _tidy(self) -> None:
        """Write the file anew if most of it is about what is over, or not so any longer."""
        if self._file.length > self._full:
            with suppress(OSError):
                self._file.rewrite(self._lines())
            self._full = max(FULL_BYTES, FULL_TIMES * self._file.length)

    def _write(self, line: bytes) -> None:
        """Write LINE before what it says is done; NotWritten where that cannot be."""
        if not self.mend():
            raise NotRecorded(self.trouble)
        self._append(line)

    def _append(self, line: bytes) -> None:
        try:
            self._file.append([line])
        except OSError as error:
            self.trouble = error.strerror or str(error)
            raise NotRecorded(self.trouble) from error

    def _write_soon(self, line: bytes) -> None:
        """Write LINE, which says what is known already; where that cannot be it is done later."""
        if self.trouble:
            self.mend()
            return
        try:
            self._file.append_soon([line])
        except OSError as error:
            self.trouble = error.strerror or str(error)
        self._tidy()

    # What is known

    def _note_result(self, result: Result, line: bytes) -> None:
        self._results[result.id] = result
        self._unfinished.pop(result.id, None)
        self._running[result.id] = [line]
        self._seats.pop(result.id, None)
        self._note_list(result.where, result.order)

    def _note_paid(self, name: str, line: bytes) -> None:
        self._running[name].append(line)
        self._paid.add(name)

    def _note_seat(self, name: str, player: str, line: bytes) -> None:
        self._seats.setdefault(name, {})[player] = line

    def _forget(self, name: str) -> None:
        del self._running[name]
        self._seats.pop(name, None)
        self._results.pop(name, None)
        self._paid.discard(name)

    def _note_list(self, where: TableKey, players: Iterable[str]) -> None:
        self._lists.pop(where, None)
        self._lists[where] = tuple(players)

    def _note_closed(self, where: tuple[str, str], *, is_closed: bool) -> None:
        self._closed.pop(where, None)
        if is_closed:
            self._closed[where] = None

    def _lines(self) -> list[bytes]:
        """Return the lines of a file that has all that is known, and nothing else."""
        closed = (_line(closed=True, channel=where) for where in self._closed)
        # Behind the results, which tell too who is to be dealt to next.
        lists = (_line(list=players, table=where) for where, players in self._lists.items())
        return [*closed, *chain(*map(self._lines_of, self._running)), *lists]

    def _lines_of(self, name: str) -> Iterable[bytes]:
        return chain(self._running[name], self._seats.get(name, {}).values())


def _line(**said: Any) -> bytes:
    return json.dumps(said, separators=(",", ":")).encode()


def _begun(this_round: RoundRecord) -> dict[str, Any]:
    starter = this_round.starter
    return {
        "begin": this_round.id,
        "table": this_round.where,
        "at": this_round.began.isoformat(),
        "version": this_round.version,
        "rules": this_round.rules,
        "house": this_round.equipment,
        "players": this_round.players,
        "seats": [[each.player, each.nick, each.userhost] for each in this_round.occupants],
        "starter": starter and [starter.player, starter.nick, starter.userhost],
        "listed": this_round.listed,
        "consent": this_round.consent,
    }


def _recorded(said: dict[str, Any]) -> RoundRecord:
    return RoundRecord(
        said["begin"],
        TableKey(*said["table"]),
        datetime.fromisoformat(said["at"]),
        said["version"],
        said["rules"],
        said["house"],
        tuple((name, chips) for name, chips in said["players"]),
        tuple(SeatRecord(*each) for each in said["seats"]),
        said["starter"] and SeatRecord(*said["starter"]),
        tuple(said.get("listed", ())),
        tuple((name, is_willing) for name, is_willing in said.get("consent", ())),
    )
