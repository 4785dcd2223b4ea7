"""What a finished hand of Shed Pontoon is worth against the other players (RULES 1, Who wins)."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import prod
from typing import NamedTuple

from msgspec import Struct

from pontoon.games.shed import CLOWN_TOTAL, HandType, ShedRules
from pontoon.odds.shed_hands import (
    BUST_LEVEL,
    FIVE_CARD_21_LEVEL,
    LEVELS,
    PONTOON_LEVEL,
    SHED_LEVEL,
    TRICK_LEVEL,
    End,
    Ends,
)

Levels = Sequence[float]
"""The chance of each of the LEVELS."""

MANY_CHIPS = 10_000
"""An initial bet so great that payments in whole chips lose nothing."""

_TYPES = {
    PONTOON_LEVEL: HandType.PONTOON,
    TRICK_LEVEL: HandType.FIVE_CARD_TRICK,
    FIVE_CARD_21_LEVEL: HandType.FIVE_CARD_21,
    SHED_LEVEL: HandType.SHED_PONTOON,
}
"""The types of the levels that are not high cards."""


def levels_of(ends: Ends) -> list[float]:
    """Return the chance of each level among ENDS."""
    levels = [0.0] * len(LEVELS)
    for end, chance in ends.items():
        levels[end.level] += chance
    return levels


def certain(level: int) -> list[float]:
    """Return the chances of a hand that has ended at LEVEL."""
    return [1.0 if each == level else 0.0 for each in LEVELS]


def _below(at_most: Levels) -> list[float]:
    """Return the chance to be below each level of what is AT_MOST each level."""
    return [0.0, *at_most[:-1]]


def best_of(hands: Iterable[Levels]) -> list[float]:
    """Return the chance of each level to be the best one of HANDS."""
    at_most = [prod(each) for each in zip(*map(accumulate, hands), strict=True)]
    return [at_most[0], *(here - below for below, here in pairwise(at_most))]


class OwnHand(Struct, frozen=True):
    """Another hand of the same player: how it ends, or will end, and its stake in initial bets."""

    levels: Levels
    bets: int = 1


class Result(NamedTuple):
    """What a hand is worth in initial bets, and the chances of ``MoveValue``."""

    value: float
    win: float
    bust: float
    five_cards: float


_FIVE_CARDS = (TRICK_LEVEL, FIVE_CARD_21_LEVEL)


class Payoffs:
    """What the ends of a hand are worth against OTHERS, of whom each has the best level so.

    The initial bet is BET chips. OWN are other hands of the same player: a hand that is not the
    best of a player wins only if no other player has as good a one. (Two players could tie on
    more than one level; that is not looked at.)
    """

    def __init__(
        self,
        rules: ShedRules,
        others: Sequence[Levels],
        bet: int = MANY_CHIPS,
        own: Sequence[OwnHand] = (),
    ) -> None:
        self._rules = rules
        self._bet = bet
        self._bonuses: dict[End, float] = {}
        totals = [[*accumulate(levels)] for levels in others]
        self._best = [prod(each[level] for each in totals) for level in LEVELS]
        """The chance that no other player has a better hand than one of each level."""
        self._alone = [
            prod(each[level] - chance[level] for each, chance in zip(totals, others, strict=True))
            for level in LEVELS
        ]
        """The chance that none has as good a one."""
        self._all_bust = self._best[BUST_LEVEL] if others else 0.0
        at_most = best_of(each.levels for each in own) if own else certain(BUST_LEVEL)
        self._own = [*accumulate(at_most)]
        self._cost_to_own = [
            0.0,
            *accumulate(self._cost_of_beating(own, level) for level in LEVELS),
        ]

    def _cost_of_beating(self, own: Sequence[OwnHand], level: int) -> float:
        """Return what a better hand takes from those of OWN that end at LEVEL, as the best ones."""
        if level == BUST_LEVEL:
            return 0.0
        lost = self._best[level] - self._alone[level]
        return sum(
            each.levels[level] * lost * (each.bets + self._bonus(End(level, each.bets)))
            for each in own
        )

    def _bonus(self, end: End) -> float:
        """Return the bonus of a hand that ends so and wins, in initial bets."""
        if end not in self._bonuses:
            kind = _TYPES.get(end.level, HandType.HIGH_CARDS)
            self._bonuses[end] = self._paid(self._rules.bonus(kind), end.bets)
        return self._bonuses[end]

    def _paid(self, bonus: Fraction, bets: int) -> float:
        """Return BONUS on a stake of this many initial BETS; it is paid in whole chips."""
        return (bonus * bets * self._bet // 1) / self._bet

    def value(self, end: End) -> float:
        """Return what a hand that ends so is worth, in initial bets."""
        level = end.level
        own, below = self._own[level], _below(self._own)[level]
        return self._value(end, own, below) - self._cost_to_own[level]

    def _value(self, end: End, own: float, below: float) -> float:
        """Return it if the chance that no hand of OWN is better is that, and BELOW if none ties."""
        level, bets = end
        if level == BUST_LEVEL:
            return -bets
        bonus = self._bonus(end)
        value = self._win(level, own) * (bets + bonus) - bets
        if level == CLOWN_TOTAL:
            more = self._paid(self._rules.bonus_clown, bets) - bonus
            value += self._all_bust * below * more
        return value

    def _win(self, level: int, own: float) -> float:
        """Return the chance that LEVEL wins if that is the chance that no hand of OWN is better."""
        if level == BUST_LEVEL:
            return 0.0
        return own * self._best[level] + (1 - own) * self._alone[level]

    def result(self, *hands: Ends) -> Result:
        """Return what HANDS are worth together, of each of which it is said how it ends."""
        totals = [[*accumulate(levels_of(ends))] for ends in hands]
        value = win = bust = five_cards = 0.0
        for number, ends in enumerate(hands):
            others = [*totals[:number], *totals[number + 1 :]]
            own = [prod(each) for each in zip(self._own, *others, strict=True)]
            below = _below(own)
            for end, chance in ends.items():
                level = end.level
                alone = self._value(end, own[level], below[level]) - self._cost_to_own[level]
                value += chance * alone
                win += chance * self._win(level, own[level])
                five_cards += chance * (level in _FIVE_CARDS)
            bust += totals[number][BUST_LEVEL]
        return Result(value, *(each / len(hands) for each in (win, bust, five_cards)))
