"""The history: all settled rounds, found by SQL."""

import re
import sqlite3
from collections.abc import Iterator, Sequence
from datetime import date, datetime, timedelta
from typing import Any

from msgspec import Struct

from pontoon.engine.events import Settled
from pontoon.engine.result import TableKey
from pontoon.irc.casemapping import rfc1459
from pontoon.storage.database import Read, midnight, moment
from pontoon.storage.replay import NotAsRecorded
from pontoon.storage.rounds import (
    MAKES_NO_SENSE,
    Damaged,
    SettledRound,
    settled_in,
    settled_rounds,
)

UNREADABLE = (sqlite3.Error, NotAsRecorded)
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
    """Yield the rounds that are WANTED, in the order in which they began."""
    where, parameters = _where(read, wanted)
    for name, *table, began, settled in read(
        f"SELECT id, network, channel, game, began, settled FROM rounds {where}",
        *parameters,
    ):
        try:
            yield Summary(name, TableKey(*table), moment(began), settled_in(settled))
        except MAKES_NO_SENSE as error:
            yield Damaged(name, str(error))


def rounds(read: Read, wanted: Wanted) -> Iterator[SettledRound | Damaged]:
    """Yield the rounds that are WANTED, with all that is needed to play them again."""
    where, parameters = _where(read, wanted)
    return settled_rounds(read, where, *parameters)


def round_called(read: Read, name: str) -> SettledRound | None:
    """Return the settled round of that NAME; None if there is none. UNREADABLE."""
    return _only(rounds(read, Wanted(ids=(name,))))


def last_round(read: Read, network: str, channel: str, game: str = "") -> SettledRound | None:
    """Return the last settled round in CHANNEL, of GAME if one is named; as ``round_called``."""
    numbers = [
        number
        for table in _tables(read, Wanted(game=game, channel=channel, network=network))
        for (number,) in read(
            "SELECT number FROM rounds WHERE network = ? AND channel = ? AND game = ?"
            " AND settled IS NOT NULL ORDER BY number DESC LIMIT 1",
            *table,
        )
    ]
    return _only(settled_rounds(read, "WHERE number = ?", max(numbers, default=0)))


def _only(found: Iterator[SettledRound | Damaged]) -> SettledRound | None:
    one = next(found, None)
    if isinstance(one, Damaged):
        raise NotAsRecorded(one.why)
    return one


def _where(read: Read, wanted: Wanted) -> tuple[str, Sequence[Any]]:
    """Return what picks the rounds that are WANTED, in order: SQL behind FROM, and parameters."""
    joined, conditions, parameters = "", ["settled IS NOT NULL"], list[Any]()

    def only(condition: str, *values: Any) -> None:
        conditions.append(condition)
        parameters.extend(values)

    if wanted.player:
        joined = "JOIN round_players ON round = number"
        only("player = ?", rfc1459(wanted.player))
    if wanted.ids:
        only(f"id IN ({', '.join('?' for _ in wanted.ids)})", *wanted.ids)
    if wanted.channel:
        tables = [*_tables(read, wanted)]
        values = ", ".join("(?, ?, ?)" for _ in tables)
        only(
            f"(network, channel, game) IN (VALUES {values})" if tables else "0",
            *(each for table in tables for each in table),
        )
    else:
        for column in ("game", "network"):
            if value := getattr(wanted, column):
                only(f"{column} = ?", value)
    if wanted.since is not None:
        only("began >= ?", midnight(wanted.since))
    if wanted.until is not None:
        only("began < ?", midnight(wanted.until + timedelta(1)))
    order = "round" if wanted.player else "number"  # the same, but not for the index
    return f"{joined} WHERE {' AND '.join(conditions)} ORDER BY {order}", parameters


def _tables(read: Read, wanted: Wanted) -> Iterator[TableKey]:
    """Yield the tables with rounds in the channel that is WANTED, however it is spelled."""
    networks = [wanted.network] if wanted.network else _values(read, "network")
    for network in networks:
        for channel in _values(read, "channel", network=network):
            if rfc1459(channel) == rfc1459(wanted.channel):
                for game in _values(read, "game", network=network, channel=channel):
                    if wanted.game in ("", game):
                        yield TableKey(network, channel, game)


def _values(read: Read, column: str, **known: str) -> Iterator[str]:
    """Yield each value that COLUMN of rounds has where others are KNOWN, from the index."""
    where = "".join(f"{name} = ? AND " for name in known)
    sql = f"SELECT min({column}) FROM rounds WHERE {where}{column} > ?"
    ((value,),) = read(sql, *known.values(), "")
    while value is not None:
        yield value
        ((value,),) = read(sql, *known.values(), value)
