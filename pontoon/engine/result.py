"""The result of a round: all that is needed to pay it, or why there is none.

A round that is over is paid as its result says, whatever has changed since then in the program, the
rules, config.ini or among the players. How its hands ended is in its events.
"""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.events import Abandoned, Event, NoRound, RoundVoid, Settled
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
    unit: Unit
    coin_minutes: int
    """What a coin was worth, in games that are played for coins."""
    settled: Settled
    order: tuple[str, ...]
    """The list for the next round, if nobody is named."""
    counted: tuple[Counted, ...] = ()
    """Nothing in a game that is not for chips, or in a result from before this was counted."""
    deck: DeckUse | None = None
    """None where the deck was not sealed."""


class WhyVoid(StrEnum):
    """Why a round is void: every stake goes back, and it counts for nobody."""

    NOBODY_BET = "nobody_bet"
    STAKES_RETURNED = "stakes_returned"
    """Those who play against each other have left, or the banker has."""
    STOPPED = "stopped"
    TOO_FEW_PLAYERS = "too_few_players"
    NOBODY_CAN_BANK = "nobody_can_bank"
    NOBODY_WILL_BANK = "nobody_will_bank"
    BANKER_LEFT = "banker_left"
    NO_KITTY = "no_kitty"
    OUT_FOR_A_DAY = "out_for_a_day"
    """The bot was out of the channel."""
    CHANGED = "changed"
    """The program runs again, and the game or its rules have changed."""
    PLAYER_GONE = "player_gone"
    """So has players.xml: a player of the round is no longer in it."""
    OLDER_DATABASE = "older_database"
    """What is kept is older than players.xml, which may have the result."""
    UNREADABLE = "unreadable"
    """What is kept does not make a round."""


def why_void(events: Iterable[Event]) -> WhyVoid | None:
    """Return why EVENTS have ended a round without a result; None if they have not."""
    for event in events:
        match event:
            case Abandoned():
                return WhyVoid.STOPPED
            case NoRound(why):
                return WhyVoid[why.name]
            case RoundVoid(has_bets):
                return WhyVoid.STAKES_RETURNED if has_bets else WhyVoid.NOBODY_BET
    return None
