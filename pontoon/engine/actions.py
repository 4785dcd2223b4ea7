"""What is done at a table from outside: with seed and seats, all that a round follows from.

Written as lists of JSON values, such as ``["move", "dave", "buy", 15]``, they are what the journal
has of a round; but the deal, which begins it, is told there with much else.
"""

from collections.abc import Mapping
from typing import Any

from pontoon.engine.moves import Accept, Cancel, Decline, Move, SellBank, TableRequest, Verb
from pontoon.engine.record import record

Written = list[Any]
"""An act as a list of JSON values, what is done first."""


@record
class Action:
    """Something done at a table."""


@record
class Dealt(Action):
    """A round was begun with these players, each with the chips they may stake.

    ``consent`` has those who are not asked whether they want the bank, and what counts as their
    answer. ``order`` is the list that the next round goes by, where that is not these players
    alone.
    """

    players: tuple[tuple[str, int], ...]
    consent: tuple[tuple[str, bool], ...] = ()
    order: tuple[str, ...] = ()


@record
class Moved(Action):
    """The player who was asked made a move, its amount worked out."""

    player: str
    move: Move


@record
class Left(Action):
    """A player left the round."""

    player: str


@record
class LeftOut(Action):
    """A player is not dealt to in the next round unless somebody names them."""

    player: str


@record
class ChipsCut(Action):
    """A player's chips ran down to so many."""

    player: str
    chips: int


@record
class OutOfTurn(Action):
    """A player did what can be done on turn or not."""

    player: str
    request: TableRequest


@record
class Stopped(Action):
    """The round was stopped."""


_OF_A_PLAYER: dict[str, type[Left | LeftOut]] = {"leave": Left, "out": LeftOut}
_REQUESTS: dict[str, type[TableRequest]] = {"accept": Accept, "decline": Decline, "cancel": Cancel}


def written(act: Action) -> Written:
    """Return ACT as the journal has it; ValueError for one that it never has."""
    match act:
        case Moved(player, Move(verb, None, unanswered)):
            return ["miss" if unanswered else "move", player, str(verb)]
        case Moved(player, Move(verb, amount)):
            return ["move", player, str(verb), amount]
        case Left(player) | LeftOut(player):
            return [_name(act, _OF_A_PLAYER), player]
        case ChipsCut(player, chips):
            return ["left", player, chips]
        case OutOfTurn(player, SellBank(buyer, price)):
            return ["sell", player, buyer, price]
        case OutOfTurn(player, request):
            return [_name(request, _REQUESTS), player]
        case Stopped():
            return ["stop"]
    raise ValueError(act)


def read(line: Written) -> Action:
    """Return the act that LINE says; ValueError where it says none."""
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
        case [str(name), str(player)] if name in _REQUESTS:
            return OutOfTurn(player, _REQUESTS[name]())
        case ["stop"]:
            return Stopped()
    raise ValueError(line)


def is_committing(act: Action) -> bool:
    """Tell whether ACT is a bet, a bid or a kitty.

    From the first of them on nobody can stop the round for having started it.
    """
    return isinstance(act, Moved) and act.move.verb in (Verb.BET, Verb.BID, Verb.KITTY)


def _name(thing: object, names: Mapping[str, type[object]]) -> str:
    for name, kind in names.items():
        if type(thing) is kind:
            return name
    raise ValueError(thing)
