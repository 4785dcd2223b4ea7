"""The result of a round: all that is needed to pay it, and to tell its channel how it ended.

A round that is over is never replayed from its actions. It is paid as its result says, whatever has
changed since then in the program, the rules, config.ini or among the players.
"""

from datetime import datetime
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.events import Settled
from pontoon.engine.moves import Unit
from pontoon.engine.sealed_deck import DeckUse

MAX_NUMBER = 10**17 - 1
"""The most chips, minutes, rounds or whatever else players.xml can have in one place."""


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
