"""Actions: what is done at a table from outside.

A round follows from its seed, its seats and its actions. They are kept as lists of JSON values: who
did what. A player with a seat is the number of the seat, counted from 0; others are named. The deal
is kept in another form.

>>> written(Moved("kevin", Move(Verb.BUY, 15)), ["dave", "kevin"])
[1, 'buy', 15]
>>> read([0, "leave"], ["dave", "kevin"])
Left(player='dave')
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct

from pontoon.engine.moves import (
    Accept,
    Cancel,
    Decline,
    Lapse,
    Move,
    SellBank,
    TableRequest,
    Verb,
)

Written = list[Any]
"""An action as a list of JSON values: who, what, and how many or whom."""


class Action(Struct, frozen=True, gc=False):
    """Something done at a table."""


class Dealt(Action, frozen=True):
    """A round was begun with these players, each with the chips they may stake.

    If ``bank_passes_on`` the banker is here, but was named by somebody else and may not be there.
    ``order`` is the list for the next round, if it is not these players alone.
    """

    players: tuple[tuple[str, int], ...]
    bank_passes_on: bool = False
    order: tuple[str, ...] = ()


class Moved(Action, frozen=True):
    """A player made a move, whose amount is worked out."""

    player: str
    move: Move


class Left(Action, frozen=True):
    """A player resigned."""

    player: str


class LeftOut(Action, frozen=True):
    """A player was taken off the list for the next round."""

    player: str


class ChipsCut(Action, frozen=True):
    """A player had only this many chips left to stake."""

    player: str
    chips: int


class OutOfTurn(Action, frozen=True):
    """A player made a request, on turn or not."""

    player: str
    request: TableRequest


class Stopped(Action, frozen=True):
    """The round was stopped."""


_OF_A_PLAYER: dict[str, type[Left | LeftOut]] = {"leave": Left, "out": LeftOut}
_REQUESTS: dict[str, type[TableRequest]] = {
    "accept": Accept,
    "decline": Decline,
    "cancel": Cancel,
    "lapse": Lapse,
}
_NAMES = {kind: name for name, kind in (_OF_A_PLAYER | _REQUESTS).items()}


def seat_number(player: str, players: Sequence[str]) -> int | str:
    """Return PLAYER as somebody is written in a round of these PLAYERS."""
    return players.index(player) if player in players else player


def player_written(who: Any, players: Sequence[str]) -> str:
    """Return the player who is written as WHO in a round of these PLAYERS; LookupError."""
    return players[who] if isinstance(who, int) else str(who)


def written(action: Action, players: Sequence[str] = ()) -> Written:
    """Return ACTION of a round of these PLAYERS as it is kept; ValueError for a deal."""
    what: Written
    match action:
        case Stopped():
            return [None, "stop"]
        case Moved(player, Move(verb, None, True)):
            what = ["miss", str(verb)]
        case Moved(player, Move(verb, amount)):
            what = [str(verb)] if amount is None else [str(verb), amount]
        case Left(player) | LeftOut(player):
            what = [_NAMES[type(action)]]
        case ChipsCut(player, chips):
            what = ["left", chips]
        case OutOfTurn(player, SellBank(buyer, price)):
            what = ["sell", seat_number(buyer, players), price]
        case OutOfTurn(player, Accept(int(price))):
            what = ["accept", price]
        case OutOfTurn(player, request) if type(request) in _NAMES:
            what = [_NAMES[type(request)]]
        case _:
            raise ValueError(action)
    return [seat_number(player, players), *what]


def read(line: Written, players: Sequence[str] = ()) -> Action:
    """Return the action of a round of these PLAYERS that is written in LINE.

    ValueError or LookupError if there is none.
    """
    match line:
        case [None, "stop"]:
            return Stopped()
        case [who, *what]:
            return _done(player_written(who, players), what, players)
    raise ValueError(line)


def _done(player: str, what: Written, players: Sequence[str]) -> Action:
    """Return what PLAYER has done."""
    match what:
        case ["miss", str(verb)]:
            return Moved(player, Move(Verb(verb), unanswered=True))
        case ["left", int(chips)]:
            return ChipsCut(player, chips)
        case ["sell", buyer, int(price)]:
            return OutOfTurn(player, SellBank(player_written(buyer, players), price))
        case ["accept", int(price)]:
            return OutOfTurn(player, Accept(price))
        case [str(name)] if name in _OF_A_PLAYER:
            return _OF_A_PLAYER[name](player)
        case [str(name)] if name in _REQUESTS:
            return OutOfTurn(player, _REQUESTS[name]())
        case [str(verb)]:
            return Moved(player, Move(Verb(verb)))
        case [str(verb), int(amount)]:
            return Moved(player, Move(Verb(verb), amount))
    raise ValueError(what)
