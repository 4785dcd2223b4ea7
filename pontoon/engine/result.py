"""The result of a round: all that is needed to pay it, and to tell its channel how it ended.

A round that is over is never replayed from its actions. It is paid as its result says, whatever has
changed since then in the program, the rules, config.ini or among the players.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from pontoon.engine.events import CoinResult, Kitty, PlayerResult, Settled
from pontoon.engine.moves import Unit
from pontoon.engine.sealed_deck import DeckPlace, DeckUse


class TableKey(NamedTuple):
    """A table. ``network`` is its name in config.ini, or else the name of its server."""

    network: str
    channel: str
    game: str


class Counted(NamedTuple):
    """What a round for chips counts in the statistics of a player who had a hand in it."""

    player: str
    best_hand: int
    """The rank of the best hand, 0 if none counts."""
    gain: int
    """What the hands won, negative for a loss: no kitty, and nothing paid for the bank."""
    staked: int
    """The stake that counts in the ranking, 0 if the round is not ranked for the player."""
    ranked: int
    """What that stake won, negative for a loss."""
    banker: str = ""
    """The player who was the banker, "" if none was or the round is not ranked for the player."""


class Result(Struct, frozen=True):
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
    counted: tuple[Counted, ...] = ()
    """Nothing in a game that is not for chips, or in a result from before this was counted."""
    deck: DeckUse | None = None
    """None where the deck was not sealed."""


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
        "results": list(map(astuple, settled.results)),
        "house": settled.house,
        "kitty": settled.kitty and astuple(settled.kitty),
        "next": result.order,
        "told": result.told,
        "counted": result.counted,
        "deck": result.deck,
    }


def read(said: Mapping[str, Any]) -> Result:
    """Return the result in SAID; ValueError, LookupError or TypeError if there is none."""
    kitty = said["kitty"]
    results = tuple(map(player_result, said["results"]))
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
        tuple(Counted(*each) for each in said.get("counted", ())),
        deck_use(said.get("deck")),
    )


def deck_use(said: list[Any] | None) -> DeckUse | None:
    """Return what a round took of a deck, as it is SAID in JSON."""
    if said is None:
        return None
    place, cards, is_finished = said
    return DeckUse(DeckPlace(*place), int(cards), bool(is_finished))


def player_result(numbers: list[Any]) -> PlayerResult:
    """Return the result that has these NUMBERS; one for coins has more of them."""
    kind = PlayerResult if len(numbers) == len(PlayerResult.__match_args__) else CoinResult
    return kind(*numbers)
