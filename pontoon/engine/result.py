"""The result of a round: all that is needed to pay it, and to tell its channel how it ended.

A round that is over is never replayed from its actions. It is paid as its result says, whatever has
changed since then in the program, the rules, config.ini or among the players.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from pontoon.engine.events import CoinResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Unit
from pontoon.engine.record import content_of


class TableKey(NamedTuple):
    """A table. ``network`` is its name in config.ini, or else the name of its server."""

    network: str
    channel: str
    game: str


@dataclass(frozen=True, slots=True)
class Result:
    """How the round with ``id``, which ``began`` at that time, ended."""

    id: str
    where: TableKey
    began: datetime
    title: str
    """What people call the game."""
    unit: Unit
    coin_minutes: int
    """What a coin was worth, in games that are played for coins."""
    settled: Settled
    order: tuple[str, ...]
    """The list for the next round, if nobody is named."""
    told: tuple[tuple[str, ...], ...]
    """What the channel is told, without the balances; each item is joined on one line."""


def written(result: Result) -> dict[str, Any]:
    """Return RESULT as JSON values, by name."""
    settled = result.settled
    return {
        "ended": result.id,
        "table": result.where,
        "at": result.began.isoformat(),
        "title": result.title,
        "unit": result.unit.name,
        "coin_minutes": result.coin_minutes,
        "results": list(map(content_of, settled.results)),
        "house": settled.house,
        "kitty": settled.kitty and content_of(settled.kitty),
        "next": result.order,
        "told": result.told,
    }


def read(said: Mapping[str, Any]) -> Result:
    """Return the result in SAID; ValueError, LookupError or TypeError if there is none."""
    kitty = said["kitty"]
    results = tuple(map(_player_result, said["results"]))
    return Result(
        said["ended"],
        TableKey(*said["table"]),
        datetime.fromisoformat(said["at"]),
        said["title"],
        Unit[said["unit"]],
        said["coin_minutes"],
        Settled(results, said["house"], kitty and Kitty(*kitty)),
        tuple(said["next"]),
        tuple(tuple(items) for items in said["told"]),
    )


def _player_result(numbers: list[Any]) -> PlayerResult:
    """Return the result that has these NUMBERS; one for coins has more of them."""
    kind = PlayerResult if len(numbers) == len(PlayerResult.__match_args__) else CoinResult
    return kind(*numbers)
