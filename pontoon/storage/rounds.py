"""Rounds in the database: those that are being played, and all that were settled.

A round is its beginning and its acts. They are written before people hear of them, and the round is
played again from them: after a restart, to go on, and whenever somebody looks at its history. The
result of a settled round is kept whole until it is paid and told. A round without a result leaves
nothing. Acts name a player by the number of the seat, and only others by their names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct, convert, field, json

from pontoon.engine.actions import (
    Action,
    LeftOut,
    Written,
    read,
    written,
)
from pontoon.engine.events import Settled
from pontoon.engine.result import Result, TableKey
from pontoon.engine.sealed_deck import Cut, DeckName, DeckPlace, DeckUse
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Database
from pontoon.storage.decks import Decks
from pontoon.storage.rows import (
    MAKES_NO_SENSE,
    Read,
    last_number,
    milliseconds,
    moment,
    rows_of,
    text_of,
)


class SeatRecord(NamedTuple):
    """The person in the seat of a player: their nick now, and ``user@host``."""

    player: str
    nick: str
    userhost: str


class RoundBeginning(Struct, kw_only=True, omit_defaults=True):
    """All that a round depends on, besides its acts, as the database has it."""

    version: str
    """The version of the bot that has dealt it."""
    edition: int = 1
    """Which edition of the game's rules it is dealt by: the first if none is recorded."""
    equipment: Mapping[str, Any]
    """The equipment of its table before it, with the seed of its cards."""
    players: tuple[tuple[str, int], ...]
    """The players in the order of the seats, each with the chips that they could stake."""
    listed: tuple[str, ...] = ()
    """The list of players that the next round goes by; empty if it is ``players``."""
    bank_passes_on: bool = False
    """Whether its banker was dealt to and might not be there, so that the bank was asked for."""
    consent: tuple[tuple[str, bool], ...] = ()
    """In the first edition: the players whose answer about the bank was known, and the answer."""
    deck: DeckPlace | None = None
    """Where in a sealed deck it is dealt; None if its deck is not sealed."""
    last_cut: Cut | None = None
    """The cut that came with the deal of a deck that nobody had been dealt to from."""
    rules: Mapping[str, Any] = {}
    """The rules of the game, as JSON values; in the first edition those that are not the default.
    """
    table_rules: Mapping[str, Any] = {}
    """The rules of the table, in the same way."""
    rules_number: int = 0
    """Which of the rules in the database both are; 0 if they are here."""
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
    is_given_up: bool = False
    """Whether it cannot go on: players.xml was newer than the database that has it."""

    @property
    def last_act(self) -> datetime:
        return self.last_act_at or self.began

    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in the order of their seats."""
        return tuple(player for player, _ in self.players)

    def actions(self) -> Iterator[Action]:
        """Yield what the acts say; a record that makes no sense can raise anything."""
        seats = self.seats
        return (read(act, seats) for act in self.acts)

    @property
    def order(self) -> tuple[str, ...]:
        """The players of the next round if it names none: all but those who were left out."""
        listed = self.listed or self.seats
        return tuple(player for player in listed if player not in self._left_out())

    def _left_out(self) -> Iterator[str]:
        for act in self.acts:
            with suppress(*MAKES_NO_SENSE):  # a broken record must not keep the bot from starting
                match read(act, self.seats):
                    case LeftOut(player):
                        yield player


class SettledRound(RoundRecord, kw_only=True):
    """A round that is over, and how it ended."""

    settled: Settled


class Damaged(Struct, frozen=True):
    """A round that cannot be read; WHY says more."""

    id: str
    why: str


class _Open(Struct):
    """A round that is being played."""

    number: int
    seats: tuple[str, ...]
    began: datetime
    acts: int = 0
    """The number of its last act, 0 for none."""
    recorded: RoundRecord | None = None
    """The round as it was at the start, if it was played then."""


class Rounds:
    """The rounds of DATABASE that are being played, or have results to pay or to tell.

    DECKS learn which rounds are dealt from them. NOW returns the date and the time.
    """

    def __init__(self, database: Database, decks: Decks, now: Callable[[], datetime]) -> None:
        self._database = database
        self._decks = decks
        self._now = now
        self._open: dict[str, _Open] = {}
        self._due: dict[str, Result] = {}
        """The results that are still to be paid or told, by the names of their rounds."""
        self._tables: dict[TableKey, int] = {}
        self._rules: dict[str, int] = {}
        """The rules by which rounds were dealt, and the number of each."""
        self.lists: dict[TableKey, tuple[str, ...]] = {}
        """The last list of players of each game in each channel; the latest comes last."""
        self.banks: dict[TableKey, Mapping[str, Any]] = {}
        """Who has the bank of each game in each channel, and what else of it lasts."""
        with rows_of("tables"):
            self._load_tables()
        with rows_of("rules"):
            for number, rules in database.read("SELECT n, rules FROM rules"):
                self._rules[rules] = last_number(number)
        with rows_of("rounds, acts or occupants"):
            for number, last, record in _rounds_played(database.read):
                self._open[record.id] = _Open(number, record.seats, record.began, last, record)
        with rows_of("due"):
            for (due,) in database.read("SELECT result FROM due ORDER BY round"):
                result = json.decode(due, type=Result)
                self._due[result.id] = result

    def _load_tables(self) -> None:
        read = self._database.read
        ((number, last),) = read("SELECT max(number), (SELECT max(last) FROM tables) FROM rounds")
        self._last_number = max(last_number(number), last_number(last))
        for table, *where, players, bank in read(
            "SELECT table_id, network, channel, game, players, bank FROM tables"
            " ORDER BY coalesce(last, 0), table_id"
        ):
            key = convert(where, TableKey)
            self._tables[key] = last_number(table)
            if players is not None:
                self.lists[key] = json.decode(players, type=tuple[str, ...])
            if bank is not None:
                self.banks[key] = json.decode(bank, type=dict[str, Any])

    def played(self) -> list[RoundRecord]:
        """Return the rounds that were being played at the start, and have not ended since."""
        return [each.recorded for each in self._open.values() if each.recorded is not None]

    def results(self) -> list[Result]:
        """Return the results that are still to be paid or told, the oldest first."""
        return [*self._due.values()]

    def is_due(self, name: str) -> bool:
        """Tell whether the result of that round is still to be paid or told."""
        return name in self._due

    # What is about to be done; NotRecorded if nothing can be written

    def begin(self, record: RoundRecord) -> None:
        self._database.require()
        self._last_number += 1
        self._open[record.id] = _Open(self._last_number, record.seats, record.began)
        beginning = {name: getattr(record, name) for name in RoundBeginning.__struct_fields__}
        if record.rules or record.table_rules:
            number = self._number_of([record.rules, record.table_rules])
            beginning |= {"rules": {}, "table_rules": {}, "rules_number": number}
        self._database.write(
            "INSERT INTO rounds (number, id, table_id, began, begin) VALUES (?, ?, ?, ?, ?)",
            *(self._last_number, record.id, self._table(record.where)),
            *(milliseconds(record.began), text_of(RoundBeginning(**beginning))),
        )
        for occupant in record.occupants:
            self.seat(record.id, occupant)
        if record.deck is not None:
            name, cut = _deck_at(record.where, record.deck), record.last_cut
            self._decks.began(name, record.deck, cut, record.seats, record.names)

    def _number_of(self, rules: Sequence[Mapping[str, Any]]) -> int:
        """Return the number of the RULES of a game and a table, which may be new ones."""
        text = text_of(rules)
        if text not in self._rules:
            self._rules[text] = max(self._rules.values(), default=0) + 1
            self._database.write(
                "INSERT INTO rules (n, rules) VALUES (?, ?)", self._rules[text], text
            )
        return self._rules[text]

    def _table(self, where: TableKey) -> int:
        """Return the number of a table, which may be a new one."""
        if where not in self._tables:
            self._tables[where] = max(self._tables.values(), default=0) + 1
            self._database.write(
                "INSERT INTO tables (table_id, network, channel, game) VALUES (?, ?, ?, ?)",
                *(self._tables[where], *where),
            )
        return self._tables[where]

    def add(self, name: str, action: Action) -> None:
        self._database.require()
        this_round = self._open[name]
        this_round.acts += 1
        self._database.write(
            "INSERT INTO acts (round, n, at, act) VALUES (?, ?, ?, ?)",
            *(this_round.number, this_round.acts),
            milliseconds(self._now()) - milliseconds(this_round.began),
            text_of(written(action, this_round.seats)),
        )

    # What has been done

    def seat(self, name: str, record: SeatRecord) -> None:
        """Note the occupant of a seat in the round of that NAME, unless the round is over."""
        if name in self._open:
            self._database.write(
                "INSERT INTO occupants (round, player, nick, userhost) VALUES (?, ?, ?, ?)"
                " ON CONFLICT (round, player)"
                " DO UPDATE SET nick = excluded.nick, userhost = excluded.userhost",
                *(self._open[name].number, *record),
            )

    def end(self, result: Result) -> None:
        """Note the RESULT of a round, which is still to be paid."""
        this_round, settled = self._open.pop(result.id), result.settled
        number = this_round.number
        self._database.write(
            "UPDATE rounds SET ended = ?, settled = ? WHERE number = ?",
            *(milliseconds(self._now()), text_of(settled), number),
        )
        self._database.write(
            "INSERT INTO due (round, result) VALUES (?, ?)",
            *(number, text_of(result)),
        )
        self._database.write("DELETE FROM occupants WHERE round = ?", number)
        for each in settled.results:
            self._database.write(
                "INSERT INTO round_players (player, round) VALUES (?, ?) ON CONFLICT DO NOTHING",
                *(rfc1459(each.player), number),
            )
        self._due[result.id] = result
        self._note_list(number, result.where, result.order)
        if result.deck is not None:
            name = _deck_at(result.where, result.deck.place)
            self._decks.ended(name, result.deck, is_settled=True)

    def told(self, name: str) -> None:
        """Note that the channel knows the result of the round of that NAME, which is paid."""
        if self._due.pop(name, None) is not None:
            number = "(SELECT number FROM rounds WHERE id = ?)"
            self._database.write_soon(f"DELETE FROM due WHERE round = {number}", name)
            self._database.end_turn_soon()  # a kill before that has it told again

    def over(
        self, name: str, where: TableKey, players: Iterable[str], deck: DeckUse | None = None
    ) -> None:
        """Note that the round of that NAME has no result; PLAYERS are the next list.

        It has made that use of a sealed DECK.
        """
        if name in self._open:
            number = self._open.pop(name).number
            self._database.write("DELETE FROM rounds WHERE number = ?", number)
            self._note_list(number, where, tuple(players))
            if deck is not None:
                self._decks.ended(_deck_at(where, deck.place), deck, is_settled=False)

    def keep_bank(self, where: TableKey, bank: Mapping[str, Any]) -> None:
        """Keep what lasts of the BANK of that table, if there is any, in place of the last one."""
        if bank and bank != self.banks.get(where):
            self.banks[where] = bank
            self._database.write(
                "UPDATE tables SET bank = ? WHERE table_id = ?", text_of(bank), self._table(where)
            )

    def _note_list(self, number: int, where: TableKey, players: tuple[str, ...]) -> None:
        """Note the PLAYERS of the round of that NUMBER, which is the last one at its table."""
        self.lists.pop(where, None)
        self.lists[where] = players
        self._database.write(
            "UPDATE tables SET players = ?, last = ? WHERE table_id = ?",
            *(text_of(players), number, self._table(where)),
        )


def _deck_at(where: TableKey, place: DeckPlace) -> DeckName:
    """Return the name of the deck from which a round at that table is dealt at PLACE."""
    return DeckName(place.bank, where.network, where.channel, place.number)


COLUMNS = "number, id, network, channel, game, began, begin"
ROUNDS = "rounds JOIN tables USING (table_id)"


def _rounds_played(read: Read) -> Iterator[tuple[int, int, RoundRecord]]:
    """Yield the rounds that are being played, each with its number and that of its last act."""
    for *columns, is_given_up in read(
        f"SELECT {COLUMNS}, is_given_up FROM {ROUNDS} WHERE ended IS NULL ORDER BY number"
    ):
        number, began = columns[0], columns[5]
        ((last, last_at),) = read("SELECT max(n), max(at) FROM acts WHERE round = ?", number)
        seats = read(
            "SELECT player, nick, userhost FROM occupants WHERE round = ? ORDER BY player", number
        )
        yield (
            number,
            last_number(last),
            RoundRecord(
                **fields_in(read, columns),
                occupants=convert(seats, tuple[SeatRecord, ...]),
                last_act_at=None if last_at is None else moment(began + last_at),
                is_given_up=bool(is_given_up),
            ),
        )


def fields_in(read: Read, columns: Sequence[Any]) -> dict[str, Any]:
    """Return what all rounds have, by name, from COLUMNS."""
    number, name, *where, began, begin = columns
    beginning = _beginning_in(begin)
    if beginning.rules_number:
        ((rules,),) = read("SELECT rules FROM rules WHERE n = ?", beginning.rules_number)
        beginning.rules, beginning.table_rules = _rules_in(rules)
        beginning.rules_number = 0
    acts = read("SELECT act FROM acts WHERE round = ? ORDER BY n", number)
    return {
        **{field: getattr(beginning, field) for field in RoundBeginning.__struct_fields__},
        "id": name,
        "where": TableKey(*where),
        "began": moment(began),
        "acts": [json.decode(act) for (act,) in acts],
    }


_beginning_in = json.Decoder(RoundBeginning).decode
_rules_in = json.Decoder(tuple[dict[str, Any], dict[str, Any]]).decode
settled_in = json.Decoder(Settled).decode
"""Returns how a round ended, by the column of that name; MAKES_NO_SENSE."""
