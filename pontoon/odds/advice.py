"""What the moves that a player can make now are worth."""

from msgspec import Struct

from pontoon.engine.moves import Move, Verb


class MoveValue(Struct, frozen=True):
    """What one move is worth if all that follows is played as well as is known here.

    ``value`` is what the hand is expected to gain by the end of the round, for each unit of its
    first bet, all stakes on it included: -1 is a bet that is lost. ``win`` is the chance that it
    gains or gets its stake back, ``bust`` the chance that it ends bust; both are from 0 to 1.
    """

    move: Move
    value: float
    win: float
    bust: float


class Advice(Struct, frozen=True):
    """The values of all moves on offer, the best first; there is at least one."""

    values: tuple[MoveValue, ...]

    @property
    def best(self) -> MoveValue:
        return self.values[0]


def advice_of(values: list[MoveValue]) -> Advice:
    """Return VALUES as advice. Of moves that are worth the same the one named first stays first.

    Of bets the best is the one that is expected to gain the most in all: the greatest one, unless
    each loses.

    >>> bets = [MoveValue(Move(Verb.BET, chips), 0.1, 0.5, 0.2) for chips in (1, 50)]
    >>> advice_of(bets).best.move.chips
    50
    """
    return Advice(tuple(sorted(values, key=_in_all, reverse=True)))


def _in_all(each: MoveValue) -> float:
    return each.value * each.move.chips if each.move.verb is Verb.BET else each.value
