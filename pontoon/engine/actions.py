"""Actions: what is done at a table from outside.

A round follows from its seed, its seats and its actions. They are kept as lists of JSON values,
such as ``["move", "dave", "buy", 15]``; the deal is kept in another form.

>>> written(Moved("dave", Move(Verb.BUY, 15)))
['move', 'dave', 'buy', 15]
>>> read(["leave", "kevin"])
Left(player='kevin')
"""

from typing import Any

from msgspec import Struct

from pontoon.engine.moves import Accept, Cancel, Decline, Move, SellBank, TableRequest, Verb

Written = list[Any]
"""An action as a list of JSON values. The first one is its name."""


class Action(Struct, frozen=True, gc=False):
    """Something done at a table."""


class Dealt(Action, frozen=True):
    """A round was begun with these players, each with the chips they may stake.

    ``consent`` has the players who are not asked whether they want the bank, each with the answer
    that counts as theirs. ``order`` is the list for the next round, if it is not these players
    alone.
    """

    players: tuple[tuple[str, int], ...]
    consent: tuple[tuple[str, bool], ...] = ()
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
    """A player had only so many chips left to stake."""

    player: str
    chips: int


class OutOfTurn(Action, frozen=True):
    """A player made a request, on turn or not."""

    player: str
    request: TableRequest


class Stopped(Action, frozen=True):
    """The round was stopped."""


_OF_A_PLAYER: dict[str, type[Left | LeftOut]] = {"leave": Left, "out": LeftOut}
_REQUESTS: dict[str, type[TableRequest]] = {"accept": Accept, "decline": Decline, "cancel": Cancel}
_NAMES = {kind: name for name, kind in (_OF_A_PLAYER | _REQUESTS).items()}


def written(action: Action) -> Written:
    """Return ACTION as it is kept; ValueError for a deal."""
    match action:
        case Moved(player, Move(verb, None, unanswered)):
            return ["miss" if unanswered else "move", player, str(verb)]
        case Moved(player, Move(verb, amount)):
            return ["move", player, str(verb), amount]
        case Left(player) | LeftOut(player):
            return [_NAMES[type(action)], player]
        case ChipsCut(player, chips):
            return ["left", player, chips]
        case OutOfTurn(player, SellBank(buyer, price)):
            return ["sell", player, buyer, price]
        case OutOfTurn(player, Accept(int(price))):
            return ["accept", player, price]
        case OutOfTurn(player, request) if type(request) in _NAMES:
            return [_NAMES[type(request)], player]
        case Stopped():
            return ["stop"]
    raise ValueError(action)


def read(line: Written) -> Action:
    """Return the action that is written in LINE; ValueError if there is none."""
    match line:
        case ["move" | "miss" as how, str(player), str(verb)]:
            return Moved(player, Move(Verb(verb), unanswered=how == "miss"))
        case ["move", str(player), str(verb), int(amount)]:
            return Moved(player, Move(Verb(verb), amount))
        case [str(name), str(player)] if name in _OF_A_PLAYER:
            return _OF_A_PLAYER[name](player)
        case ["left", str(player), int(chips)]:
            return ChipsCut(player, chips)
        case ["sell", str(player), str(buyer), int(price)]:
            return OutOfTurn(player, SellBank(buyer, price))
        case ["accept", str(player), int(price)]:
            return OutOfTurn(player, Accept(price))
        case [str(name), str(player)] if name in _REQUESTS:
            return OutOfTurn(player, _REQUESTS[name]())
        case ["stop"]:
            return Stopped()
    raise ValueError(line)
