"""What the moves that a player can make now are worth."""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from msgspec import Struct

from pontoon.engine.moves import Move, Option, Phase, Verb
from pontoon.odds.view import View


class MoveValue(Struct, frozen=True):
    """What one move is worth if all that follows is played as well as is known here.

    ``value`` is what the hand is expected to gain by the end of the round, for each unit of its
    first bet, all stakes on it included: -1 is a bet that is lost. ``win`` is the chance that it
    wins, ``bust`` the chance that it ends bust, ``five_cards`` that it ends with five cards which
    are not; these are from 0 to 1. Of a hand that is split they are those of one of its hands, on
    average.
    """

    move: Move
    value: float
    win: float
    bust: float | None = None
    five_cards: float | None = None
    """These two are None if they are not worked out."""


class Outlook(NamedTuple):
    """What a hand comes to in the end; ``MoveValue`` says what each number is."""

    value: float
    win: float
    bust: float


def expected(cases: Iterable[tuple[float, Outlook]]) -> Outlook:
    """Return what is expected of CASES, each with its chance."""
    value = win = bust = 0.0
    for chance, (gain, wins, busts) in cases:
        value += chance * gain
        win += chance * wins
        bust += chance * busts
    return Outlook(value, win, bust)


class Advice(Struct, frozen=True):
    """The values of all moves on offer, the best first; there is at least one."""

    values: tuple[MoveValue, ...]
    has_chances: bool = True
    """Whether what the values say of winning, busting and five cards is known, too."""
    high_cards_win: bool = True
    """Whether a hand of no special kind that wins gets more than its stake back."""
    usual: MoveValue | None = None
    """The move that others expect, if it is worth hardly less than the best one."""
    five_cards_pay: Fraction | None = None
    """What five cards get beside their stake, as a multiple of it; None if they are nothing."""
    dealer_busts: float | None = None
    """The chance that the dealer's hand is bust in the end, in Black Jack."""
    dealer_natural: float | None = None
    """The chance that the dealer has a natural, while insurance against it is asked for."""

    @property
    def best(self) -> MoveValue:
        return self.values[0]


Advise: TypeAlias = Callable[[View], Advice | None]
"""Returns what each move on offer in a view is worth; None if nothing is known of its worth."""


def first_bets(view: View, move: Move) -> int:
    """Return for how many chips MOVE is worth its ``value``, if it is made in VIEW."""
    if move.verb is Verb.BET:
        return move.chips or 1
    if view.ask.phase is Phase.BANKER:
        in_play = [hand for hand in view.others if not (hand.is_bust or hand.has_resigned)]
        return sum(hand.bet for hand in in_play)
    return view.hand.bet


def advice_of(values: list[MoveValue]) -> Advice:
    """Return VALUES as advice. Of moves that are worth the same the one named first stays first.

    Of bets the best is the one that is expected to gain the most in all: the greatest one, unless
    each loses.

    >>> bets = [MoveValue(Move(Verb.BET, chips), 0.1, 0.5, 0.2) for chips in (1, 50)]
    >>> advice_of(bets).best.move.chips
    50
    """
    return Advice(tuple(sorted(values, key=_in_all, reverse=True)))


def advice_on_bets(values: Sequence[MoveValue]) -> Advice:
    """Return advice on bets of which VALUES are known, the least bet first and the greatest last.

    These two are told, the best one, and the greatest of those that lose nothing.

    >>> gains = {1: 0.3, 100: 0.3, 200: 0.1, 300: 0.05, 400: -0.1, 500: -0.2}
    >>> bets = [MoveValue(Move(Verb.BET, chips), gain, 0, 0) for chips, gain in gains.items()]
    >>> [each.move.chips for each in advice_on_bets(bets).values]
    [100, 300, 1, 500]
    """
    safe = [each for each in values if each.value >= 0]
    told = (values[0], values[-1], max(values, key=_in_all), *safe[-1:])
    return advice_of([each for each in values if each in told])


def sizes_of_bets(option: Option, chips: int, parts: Iterable[int]) -> list[int]:
    """Return the least and the greatest bet of OPTION, and those between that are a part of CHIPS.

    Each of PARTS says what part: a bet that leaves just enough to add to it so often is worth as
    much for each chip as all smaller ones that do.

    >>> sizes_of_bets(Option(Verb.BET, 1, 500), 1000, (2, 3, 4))
    [1, 250, 333, 500]
    """
    least, most = option.least or 1, option.most or 1
    return sorted({least, most, *(chips // part for part in parts if least < chips // part < most)})


ALIKE = 9
"""Values that agree in so many digits after the point are the same: the rest is noise."""
NOISE = 10**-ALIKE
"""The same of values that differ by no more."""


def _in_all(each: MoveValue) -> float:
    gain = each.value * each.move.chips if each.move.verb is Verb.BET else each.value
    return round(gain, ALIKE)
