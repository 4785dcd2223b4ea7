"""The history: all settled rounds, found by SQL."""

import re
from array import array
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import Struct

from pontoon.engine.cards import DECK
from pontoon.engine.events import Settled
from pontoon.engine.result import TableKey
from pontoon.engine.sealed_deck import DeckPlace
from pontoon.games import game_named
from pontoon.games.dealt_round import PackRules
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.replay import NotAsRecorded
from pontoon.storage.rounds import (
    COLUMNS,
    ROUNDS,
    Damaged,
    SettledRound,
    fields_in,
    settled_in,
)
from pontoon.storage.rows import (
    MAKES_NO_SENSE,
    DatabaseError,
    Read,
    marks,
    midnight,
    moment,
    rows_of,
)

UNREADABLE = (DatabaseError, NotAsRecorded)
"""What is raised if a round cannot be read or played again."""
ROUND_ID = re.compile("[0-9a-f]{16}")


class Wanted(Struct, frozen=True):
    """Which rounds are wanted; "" or None for any."""

    player: str = ""
    game: str = ""
    channel: str = ""
    since: date | None = None
    """The first day, in UTC, on which they began."""
    until: date | None = None
    """The last day."""
    ids: Sequence[str] = ()
    network: str = ""


class Summary(Struct, frozen=True):
    """What a list of rounds shows of one."""

    id: str
    where: TableKey
    began: datetime
    settled: Settled


def summaries(read: Read, wanted: Wanted) -> Iterator[Summary | Damaged]:
    """Yield what a list shows of the rounds that are WANTED, in the order in which they began."""
    columns = "id, network, channel, game, began, settled"
    for name, *table, began, settled in _rows(read, columns, _numbers(read, wanted)):
        try:
            yield Summary(name, TableKey(*table), moment(began), settled_in(settled))
        except MAKES_NO_SENSE as error:
            yield Damaged(name, str(error))


def rounds(read: Read, wanted: Wanted) -> Iterator[SettledRound | Damaged]:
    """Yield the rounds that are WANTED, with all that is needed to play them again."""
    return _settled_rounds(read, _numbers(read, wanted))


def number_of(read: Read, wanted: Wanted) -> int:
    """Return how many rounds are WANTED."""
    where, parameters = _where(read, wanted)
    ((number,),) = read(f"SELECT count(*) FROM {ROUNDS} {where}", *parameters)
    return int(number)


def _numbers(read: Read, wanted: Wanted) -> Sequence[int]:
    """Return the numbers of the rounds that are WANTED, in order."""
    where, parameters = _where(read, wanted)
    order = "round" if wanted.player else "number"  # whichever has an index
    sql = f"SELECT number FROM {ROUNDS} {where} ORDER BY {order}"
    if wanted == Wanted(player=wanted.player) and wanted.player:  # no round need be looked at
        sql = "SELECT round FROM round_players WHERE player = ? ORDER BY round"
    return array("q", [n for (n,) in read(sql, *parameters)])


def _rows(read: Read, columns: str, numbers: Sequence[int]) -> Iterator[tuple[Any, ...]]:
    """Yield COLUMNS of the settled rounds of those NUMBERS, in order, that are still there.

    No cursor is open while a row is in use, which can be long where output waits for a reader:
    SQLite could not empty its log meanwhile, and each round that the bot deals would add to it.
    """
    for first in range(0, len(numbers), _AT_ONCE):
        some = numbers[first : first + _AT_ONCE]
        yield from [
            *read(
                f"SELECT {columns} FROM {ROUNDS} WHERE number IN ({marks(some)})"
                " AND settled IS NOT NULL ORDER BY number",
                *some,
            )
        ]


_AT_ONCE = 100
"""How many rounds are read by one statement: a statement for each takes twice the time."""


def _settled_rounds(read: Read, numbers: Sequence[int]) -> Iterator[SettledRound | Damaged]:
    for *columns, settled in _rows(read, f"{COLUMNS}, settled", numbers):
        try:
            fields = fields_in(read, columns)
            game_named(fields["where"].game)
            yield SettledRound(**fields, settled=settled_in(settled))
        except MAKES_NO_SENSE as error:
            yield Damaged(columns[1], str(error))


def rounds_numbered(read: Read, number: int) -> Iterator[SettledRound | Damaged]:
    """Yield the settled round of that NUMBER, if there is one."""
    return _settled_rounds(read, [number])


def rounds_before(
    read: Read, name: str, where: TableKey, place: DeckPlace | None
) -> list[SettledRound]:
    """Return the settled rounds of a deck before that of NAME, which is dealt from it at PLACE.

    They are in order; those that cannot be read are left out. Of a pack, only the last ones are
    returned, in which all cards have been dealt. A round that has just begun may not be on the disk
    yet: all that are there were before it. DatabaseError.
    """
    if place is None:
        return []
    most = place.round - 1
    if issubclass(game_named(where.game).Rules, PackRules):
        most = min(most, TURNED_OVER // CARDS_OF_A_ROUND)
    with rows_of("rounds"):
        numbers = [
            number
            for (number,) in read(
                "SELECT number FROM rounds JOIN tables USING (table_id)"
                " WHERE network = ? AND channel = ? AND game = ? AND settled IS NOT NULL"
                " AND number <= coalesce((SELECT number - 1 FROM rounds WHERE id = ?), number)"
                " ORDER BY number DESC LIMIT ?",
                *(*where, name, most),
            )
        ]
    return [
        each
        for each in _settled_rounds(read, sorted(numbers))
        if isinstance(each, SettledRound)
        and each.deck is not None
        and (each.deck.bank, each.deck.number) == (place.bank, place.number)
    ]


TURNED_OVER = 2 * DECK
"""After so many cards were dealt from a pack each of its cards was among them."""
CARDS_OF_A_ROUND = 4
"""The fewest cards that a settled round takes from a pack: two for each of two players."""


def end_of(read: Read, name: str) -> datetime:
    """Return when the settled round of that NAME ended."""
    ((ended,),) = read("SELECT ended FROM rounds WHERE id = ?", name)
    return moment(ended)


def round_called(read: Read, name: str) -> SettledRound | None:
    """Return the settled round of that NAME; None if there is none. UNREADABLE."""
    return _only(rounds(read, Wanted(ids=(name,))))


def last_round_of(read: Read, player: str) -> SettledRound | None:
    """Return the last settled round of PLAYER; as ``round_called``."""
    ((number,),) = read("SELECT max(round) FROM round_players WHERE player = ?", rfc1459(player))
    return None if number is None else _only(rounds_numbered(read, number))


def last_round(read: Read, network: str, channel: str, game: str = "") -> SettledRound | None:
    """Return the last settled round in CHANNEL, of GAME if one is named; as ``round_called``."""
    last = 0
    for table in _tables(read, Wanted(game=game, channel=channel, network=network)):
        for (number,) in read(
            "SELECT number FROM rounds WHERE table_id = ? AND settled IS NOT NULL"
            " ORDER BY number DESC LIMIT 1",
            table,
        ):
            last = max(last, number)
    return _only(rounds_numbered(read, last))


def _only(found: Iterator[SettledRound | Damaged]) -> SettledRound | None:
    one = next(found, None)
    if isinstance(one, Damaged):
        raise NotAsRecorded(one.why)
    return one


def _where(read: Read, wanted: Wanted) -> tuple[str, Sequence[Any]]:
    """Return what picks the rounds that are WANTED: SQL behind FROM, and its parameters."""
    joined, conditions, parameters = "", ["settled IS NOT NULL"], list[Any]()

    def only(condition: str, *values: Any) -> None:
        conditions.append(condition)
        parameters.extend(values)

    if wanted.player:
        joined = "JOIN round_players ON round = number"
        only("player = ?", rfc1459(wanted.player))
    if wanted.ids:
        only(f"id IN ({marks(wanted.ids)})", *wanted.ids)
    if wanted.channel or wanted.game or wanted.network:
        tables = _tables(read, wanted)
        only(f"table_id IN ({marks(tables)})" if tables else "FALSE", *tables)
    if wanted.since is not None:
        only("began >= ?", midnight(wanted.since))
    if wanted.until is not None:
        only("began < ?", midnight(wanted.until + timedelta(1)))
    return f"{joined} WHERE {' AND '.join(conditions)}", parameters


def _tables(read: Read, wanted: Wanted) -> list[int]:
    """Return the tables that fit what is WANTED; a channel may be spelled in any case."""
    return [
        table
        for table, network, channel, game in read(
            "SELECT table_id, network, channel, game FROM tables"
        )
        if wanted.network in ("", network)
        and wanted.game in ("", game)
        and (not wanted.channel or rfc1459(wanted.channel) == rfc1459(channel))
    ]
