"""Rounds in the database: those that are being played, and all that were settled.

A round is its beginning and its acts. They are written before people hear of them, and the round is
played again from them: after a restart, to go on, and whenever somebody looks at its history. The
result of a settled round is kept whole until it is paid and told. A round without a result leaves
nothing.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import MsgspecError, Struct, field, json
from msgspec.structs import astuple

from pontoon.engine import result as results
from pontoon.engine.actions import Written
from pontoon.engine.events import Kitty, Settled
from pontoon.engine.result import Result, TableKey
from pontoon.engine.sealed_deck import Cut, DeckPlace, DeckUse
from pontoon.games import game_named
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Database, Read, milliseconds, moment, text_of
from pontoon.storage.decks.deck_notes import DeckNotes


class SeatRecord(NamedTuple):
    """The person in the seat of a player: their nick now, and ``user@host``."""

    player: str
    nick: str
    userhost: str


class RoundBeginning(Struct, kw_only=True, omit_defaults=True):
    """All that a round depends on, besides its acts, as the database has it."""

    version: str
    """The version of the bot that has dealt it."""
    equipment: Mapping[str, Any]
    """The equipment of its table before it, with the seed of its cards."""
    players: tuple[tuple[str, int], ...]
    """The players in the order of the seats, each with the chips that they could stake."""
    listed: tuple[str, ...] = ()
    """The list of players that the next round goes by; empty if it is ``players``."""
    consent: tuple[tuple[str, bool], ...] = ()
    deck: DeckPlace | None = None
    """Where in a sealed deck it is dealt; None if its deck is not sealed."""
    last_cut: Cut | None = None
    """The cut that came with the deal of a deck that nobody had been dealt to from."""
    rules: Mapping[str, Any] = {}
    """The rules of the game that are not the default, as JSON values."""
    table_rules: Mapping[str, Any] = {}
    """The rules of the table that are not the default."""
    names: Mapping[str, str] = {}
    """What players are called in the round who have a nickname, whatever they set during it."""


class RoundRecord(RoundBeginning, kw_only=True):
    """A round with its acts until now, and the people in its seats while it is played."""

    id: str
    where: TableKey
    began: datetime
    occupants: tuple[SeatRecord, ...] = ()
    acts: list[Written] = field(default_factory=list)
    last_act_at: datetime | None = None

    @property
    def last_act(self) -> datetime:
        """When something was done at the table last."""
        return self.last_act_at or self.began

    @property
    def order(self) -> tuple[str, ...]:
        """The players of the next round if it names none: all but those who were left out."""
        out = [act[1:] for act in self.acts if act[:1] == ["out"]]
        listed = self.listed or tuple(player for player, _ in self.players)
        return tuple(player for player in listed if [player] not in out)


class SettledRound(RoundRecord, kw_only=True):
    """A round that is over, and how it ended."""

    settled: Settled


class Damaged(Struct, frozen=True):
    """A round that cannot be read; WHY says more."""

    id: str
    why: str


MAKES_NO_SENSE = (MsgspecError, ValueError, TypeError, LookupError, ArithmeticError)
"""What is raised for JSON that somebody has edited."""


class SettledRow(Struct, omit_defaults=True):
    """How a round ended, in the columns of ``PlayerResult`` or ``CoinResult``."""

    results: list[list[Any]]
    house: int
    kitty: tuple[str, int] | None = None


_beginning_in = json.Decoder(RoundBeginning).decode
_settled_in = json.Decoder(SettledRow).decode


class Rounds:
    """The rounds of DATABASE that are being played, or have results to pay or to tell.

    DECKS learn which rounds are dealt from them. NOW returns the date and the time.
    """

    def __init__(self, database: Database, decks: DeckNotes, now: Callable[[], datetime]) -> None:
        self._database = database
        self._decks = decks
        self._now = now
        self._played: dict[str, RoundRecord] = {}
        self._numbers: dict[str, int] = {}
        """The number of each round that is played, or not told yet."""
        self._acts: dict[str, int] = {}
        """The number of the last act of each round that is played, 0 for none."""
        self._results: dict[str, Result] = {}
        self._paid: set[str] = set()
        self.lists: dict[TableKey, tuple[str, ...]] = {}
        """The last list of players of each game in each channel; the latest comes last."""
        self._load()

    def _load(self) -> None:
        database = self._database
        ((last,),) = database.read("SELECT max(number) FROM rounds")
        self._last_number = last or 0
        for *where, players in database.read(
            "SELECT network, channel, game, players FROM lists ORDER BY n"
        ):
            self.lists[TableKey(*where)] = json.decode(players, type=tuple[str, ...])
        for number, last, record in _rounds_played(database.read):
            self._numbers[record.id], self._acts[record.id] = number, last
            self._played[record.id] = record
        for number, due, is_paid in database.read(
            "SELECT number, result, EXISTS (SELECT 1 FROM changes WHERE changes.round = rounds.id)"
            " FROM due JOIN rounds ON number = due.round ORDER BY number"
        ):
            result = results.read(json.decode(due))
            self._numbers[result.id], self._results[result.id] = number, result
            if is_paid:
                self._paid.add(result.id)

    @property
    def has_any(self) -> bool:
        """Whether there are rounds to resume, to pay, to tell or to give up."""
        return bool(self._played or self._results)

    def played(self) -> list[RoundRecord]:
        """Return the rounds that were being played at the start, and have not ended since."""
        return [each for each in self._played.values() if each.id not in self._results]

    def results(self) -> list[Result]:
        """Return the results that are still to be paid or told, the oldest first."""
        return list(self._results.values())

    def has_result(self, name: str) -> bool:
        """Tell whether the result of that round is still to be paid or told."""
        return name in self._results

    def is_paid(self, name: str) -> bool:
        """Tell whether that round, which is still to be told, is paid."""
        return name in self._paid

    def is_over(self, name: str) -> bool:
        return name not in self._numbers

    # What is about to be done; NotRecorded if nothing can be written

    def begin(self, record: RoundRecord) -> None:
        self._database.require()
        self._last_number += 1
        number = self._numbers[record.id] = self._last_number
        self._acts[record.id] = 0
        beginning = {name: getattr(record, name) for name in RoundBeginning.__struct_fields__}
        self._database.write(
            "INSERT INTO rounds (number, id, network, channel, game, began, begin)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            *(number, record.id, *record.where, milliseconds(record.began)),
            text_of(RoundBeginning(**beginning)),
        )
        for occupant in record.occupants:
            self.seat(record.id, occupant)
        if record.deck is not None:
            self._decks.began(record.deck, record.last_cut)

    def add(self, name: str, act: Written) -> None:
        self._database.require()
        self._acts[name] += 1
        self._database.write(
            "INSERT INTO acts (round, n, at, act) VALUES (?, ?, ?, ?)",
            *(self._numbers[name], self._acts[name], milliseconds(self._now()), text_of(act)),
        )

    # What has been done

    def seat(self, name: str, record: SeatRecord) -> None:
        """Note the occupant of a seat in the round of that NAME, unless the round is over."""
        if name in self._acts:
            self._database.write(
                "INSERT OR REPLACE INTO occupants (round, player, nick, userhost)"
                " VALUES (?, ?, ?, ?)",
                *(self._numbers[name], *record),
            )

    def end(self, result: Result) -> None:
        """Note the RESULT of a round, which is still to be paid."""
        number = self._numbers[result.id]
        settled = result.settled
        row = SettledRow(
            [[*astuple(each)] for each in settled.results],
            settled.house,
            None if settled.kitty is None else (settled.kitty.banker, settled.kitty.chips),
        )
        self._database.write(
            "UPDATE rounds SET ended = ?, settled = ? WHERE number = ?",
            *(milliseconds(self._now()), text_of(row), number),
        )
        self._database.write(
            "INSERT INTO due (round, result) VALUES (?, ?)",
            *(number, text_of(results.written(result))),
        )
        self._database.write("DELETE FROM occupants WHERE round = ?", number)
        for each in settled.results:
            self._database.write(
                "INSERT OR IGNORE INTO round_players (player, round) VALUES (?, ?)",
                *(rfc1459(each.player), number),
            )
        self._played.pop(result.id, None)
        self._acts.pop(result.id, None)
        self._results[result.id] = result
        self._note_list(result.where, result.order)
        if result.deck is not None:
            was_played = any(each.played for each in settled.results)
            self._decks.ended(result.deck, is_settled=True, is_void=not was_played)

    def paid(self, name: str) -> None:
        """Note that the round of that NAME is paid: the ledger has its change."""
        if name in self._results:
            self._paid.add(name)

    def told(self, name: str) -> None:
        """Note that the channel knows the result of the round of that NAME, which is paid."""
        if self._results.pop(name, None) is not None:
            self._paid.discard(name)
            number = self._numbers.pop(name)
            self._database.note("DELETE FROM due WHERE round = ?", number)
            self._database.end_turn_soon()  # a kill before that has it told again

    def over(
        self, name: str, where: TableKey, players: Iterable[str], deck: DeckUse | None = None
    ) -> None:
        """Note that the round of that NAME has no result; PLAYERS are the next list.

        It has made that use of a sealed DECK.
        """
        if name in self._acts:
            self._database.write("DELETE FROM rounds WHERE number = ?", self._numbers.pop(name))
            self._played.pop(name, None)
            del self._acts[name]
            self._note_list(where, tuple(players))
            if deck is not None:
                self._decks.ended(deck, is_settled=False, is_void=True)

    def _note_list(self, where: TableKey, players: Sequence[str]) -> None:
        if self.lists.pop(where, None) != (known := tuple(players)):
            self._database.write(
                "INSERT OR REPLACE INTO lists (network, channel, game, players)"
                " VALUES (?, ?, ?, ?)",
                *(*where, text_of(known)),
            )
        self.lists[where] = known


def _rounds_played(read: Read) -> Iterator[tuple[int, int, RoundRecord]]:
    """Yield the rounds that are being played, each with its number and that of its last act."""
    for columns in read(f"SELECT {_COLUMNS} FROM rounds WHERE ended IS NULL ORDER BY number"):
        number = columns[0]
        ((last, last_at),) = read("SELECT max(n), max(at) FROM acts WHERE round = ?", number)
        seats = read("SELECT player, nick, userhost FROM occupants WHERE round = ?", number)
        yield (
            number,
            last or 0,
            RoundRecord(
                **_fields_in(read, columns),
                occupants=tuple(SeatRecord(*each) for each in seats),
                last_act_at=None if last_at is None else moment(last_at),
            ),
        )


def settled_rounds(read: Read, where: str, *parameters: Any) -> Iterator[SettledRound | Damaged]:
    """Yield the settled rounds that fit WHERE, as it follows the name of their table in SQL."""
    for *columns, settled in read(f"SELECT {_COLUMNS}, settled FROM rounds {where}", *parameters):
        try:
            game_named(columns[4])
            yield SettledRound(**_fields_in(read, columns), settled=settled_in(settled))
        except MAKES_NO_SENSE as error:
            yield Damaged(columns[1], str(error))


_COLUMNS = "number, id, network, channel, game, began, begin"


def _fields_in(read: Read, columns: Sequence[Any]) -> dict[str, Any]:
    """Return what all rounds have, by name, from _COLUMNS."""
    number, name, *where, began, begin = columns
    beginning = _beginning_in(begin)
    acts = read("SELECT act FROM acts WHERE round = ? ORDER BY n", number)
    return {
        **{field: getattr(beginning, field) for field in RoundBeginning.__struct_fields__},
        "id": name,
        "where": TableKey(*where),
        "began": moment(began),
        "acts": [json.decode(act) for (act,) in acts],
    }


def settled_in(text: str) -> Settled:
    """Return how a round ended, by the column of that name."""
    row = _settled_in(text)
    found = tuple(results.player_result(each) for each in row.results)
    return Settled(found, row.house, row.kitty and Kitty(*row.kitty))
