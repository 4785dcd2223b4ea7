"""What is done at a table from outside: with seed and seats, all that a round follows from.

Written as lists of JSON values, such as ``["move", "dave", "buy", 15]``, they are the lines of the
journal.
"""

from typing import Any

from pontoon.moves import Accept, Cancel, Decline, Deed, Move, SellBank, Verb
from pontoon.record import record

Written = list[Any]
"""An act as a list of JSON values, what is done first."""


@record
class Act:
    """Something done at a table."""


@record
class Dealt(Act):
    """A round was begun with these players, each with the chips they may stake."""

    players: tuple[tuple[str, int], ...]


@record
class Moved(Act):
    """The player who was asked made a move, its amount worked out."""

    player: str
    move: Move


@record
class Left(Act):
    """A player left the round."""

    player: str


@record
class RanDown(Act):
    """A player's chips ran down to so many."""

    player: str
    chips: int


@record
class Did(Act):
    """A player did what can be done on turn or not."""

    player: str
    deed: Deed


@record
class Stopped(Act):
    """The round was stopped."""


_DEEDS: dict[str, type[Deed]] = {"accept": Accept, "decline": Decline, "cancel": Cancel}


def written(act: Act) -> Written:
    """Return ACT as the journal has it; ValueError for one that it never has."""
    match act:
        case Dealt(players):
            return ["deal", *(list(player) for player in players)]
        case Moved(player, Move(verb, None)):
            return ["move", player, str(verb)]
        case Moved(player, Move(verb, amount)):
            return ["move", player, str(verb), amount]
        case Left(player):
            return ["leave", player]
        case RanDown(player, chips):
            return ["left", player, chips]
        case Did(player, SellBank(buyer, price)):
            return ["sell", player, buyer, price]
        case Did(player, deed):
            named = (name for name, kind in _DEEDS.items() if type(deed) is kind)
            if name := next(named, None):
                return [name, player]
        case Stopped():
            return ["stop"]
    raise ValueError(act)


def read(line: Written) -> Act:
    """Return the act that LINE says; ValueError where it says none."""
    match line:
        case ["deal", *players]:
            return Dealt(tuple((str(name), int(chips)) for name, chips in players))
        case ["move", str(player), str(verb)]:
            return Moved(player, Move(Verb(verb)))
        case ["move", str(player), str(verb), int(amount)]:
            return Moved(player, Move(Verb(verb), amount))
        case ["leave", str(player)]:
            return Left(player)
        case ["left", str(player), int(chips)]:
            return RanDown(player, chips)
        case ["sell", str(player), str(buyer), int(price)]:
            return Did(player, SellBank(buyer, price))
        case [str(name), str(player)] if name in _DEEDS:
            return Did(player, _DEEDS[name]())
        case ["stop"]:
            return Stopped()
    raise ValueError(line)
