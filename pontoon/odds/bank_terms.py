"""What the rules of the games against a banker mean for their odds (RULES 2, 3 and 4)."""

from collections.abc import Mapping
from typing import ClassVar, Protocol

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL
from pontoon.games.british import BritishRules
from pontoon.games.covered_stakes import times_stake
from pontoon.games.cutwc import BUYING, CutwcRules
from pontoon.games.pontoon_hands import Level
from pontoon.odds.pontoon_draws import PONTOON, Count
from pontoon.odds.view import View

SticksOn = Mapping[int, tuple[int, int]]
"""The total on which people stick with this many cards, and that on which they do if it is soft."""


class Terms(Protocol):
    """What a hand may do, and what it gains for each unit of its stake if it is not bust."""

    is_pontoon_shown_at_once: ClassVar[bool]
    """Whether a banker's pontoon ends the round before anybody plays."""
    sticks_on: ClassVar[SticksOn]
    """Nearly what is best against a banker who expects just that."""

    def may_stick(self, count: Count) -> bool:
        """Tell whether a hand that can take another card may stick all the same."""

    def gain(self, level: Level, bankers: Level) -> int:
        """Return what a hand of LEVEL gains against a banker's hand of BANKERS."""

    def bankers_gain(self, level: Level, bankers: Level) -> int:
        """Return what the banker gains by that hand."""

    def buys(self, bet: int, last_buy: int) -> tuple[int, int]:
        """Return the least and the most that a hand may buy for; LAST_BUY is 0 without one."""


class CoveredTerms(Struct, frozen=True):
    """British and Shoot Pontoon."""

    stick_min: int
    is_pontoon_shown_at_once: ClassVar[bool] = True
    sticks_on: ClassVar[SticksOn] = {2: (15, 19), 3: (15, 20), 4: (17, 21)}

    def may_stick(self, count: Count) -> bool:
        return count.total >= self.stick_min

    def gain(self, level: Level, bankers: Level) -> int:
        return times_stake(level, bankers)

    def bankers_gain(self, level: Level, bankers: Level) -> int:
        return -times_stake(level, bankers)

    def buys(self, bet: int, last_buy: int) -> tuple[int, int]:
        return bet, last_buy or 2 * bet


class DrinkTerms(Struct, frozen=True):
    """CUTwC Pontoon, where a loser drinks and a winner drinks nothing."""

    is_pontoon_shown_at_once: ClassVar[bool] = False
    sticks_on: ClassVar[SticksOn] = {2: (15, 18), 3: (15, 19), 4: (16, 21)}

    def may_stick(self, _count: Count) -> bool:
        return True

    def gain(self, level: Level, bankers: Level) -> int:
        return 0 if level > bankers else -1

    def bankers_gain(self, level: Level, bankers: Level) -> int:
        if level <= bankers:
            return 0
        return -2 if level == PONTOON else -1

    def buys(self, _bet: int, _last_buy: int) -> tuple[int, int]:
        return BUYING, BUYING


def terms_of(view: View) -> Terms:
    """Return the terms of the game in VIEW."""
    rules = view.rules
    if isinstance(rules, BritishRules):
        return CoveredTerms(rules.stick_min)
    assert isinstance(rules, CutwcRules)
    return DrinkTerms()


def usually_sticks(terms: Terms, count: Count) -> bool:
    """Tell whether people mostly stick on COUNT. They must if the hand is complete."""
    if count.total >= BEST_TOTAL or count.is_complete:
        return True
    hard, soft = terms.sticks_on[count.cards]
    return terms.may_stick(count) and count.total >= (soft if count.is_soft else hard)
