"""What the rules of the games against a banker mean for their odds (RULES 2, 3 and 4)."""

from collections.abc import Hashable, Mapping
from typing import ClassVar, NamedTuple, Protocol

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Verb
from pontoon.games.british import BritishRules
from pontoon.games.covered_stakes import times_stake
from pontoon.games.cutwc import BUYING, CutwcRules
from pontoon.games.pontoon_hands import Level
from pontoon.games.shoot import CARDS_TO_SHOOT_ON
from pontoon.odds.pontoon_draws import PONTOON, Count
from pontoon.odds.view import View

EVEN = 0.5
SAFE_TOTAL = 11
"""Up to here no card makes a hard hand bust."""


class Habit(NamedTuple):
    """From which totals on hands stick, and up to which they buy the card that they draw.

    Each total is that of a hard hand, and that of a soft one. Between two totals a part of the
    hands stick: from 16.25 on, 3 of 4 hands of 16 do.
    """

    sticks: tuple[float, float]
    buys: tuple[int, int] = (0, 0)


Habits = Mapping[tuple[int, bool], Habit]
"""How people play a hand with so many cards, which has been twisted to or not."""


class Terms(Hashable, Protocol):
    """What a hand may do, and what it gains for each unit of its stake if it is not bust."""

    is_pontoon_shown_at_once: ClassVar[bool]
    """Whether a banker's pontoon ends the round before anybody plays."""
    habits: ClassVar[Habits]
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
    habits: ClassVar[Habits] = {
        (2, False): Habit((15, 19), (11, 16)),
        (3, False): Habit((15, 21), (11, 21)),
        (4, False): Habit((18, 21), (16, 21)),
        (3, True): Habit((16, 20)),
        (4, True): Habit((18, 21)),
    }

    def may_stick(self, count: Count) -> bool:
        return count.total >= self.stick_min

    def gain(self, level: Level, bankers: Level) -> int:
        return times_stake(level, bankers)

    def bankers_gain(self, level: Level, bankers: Level) -> int:
        return -times_stake(level, bankers)

    def buys(self, bet: int, last_buy: int) -> tuple[int, int]:
        return bet, last_buy or 2 * bet


class ShotTerms(CoveredTerms, frozen=True):
    """Shoot Pontoon for a hand with a shoot bet, which five cards do not double."""

    habits: ClassVar[Habits] = {
        **CoveredTerms.habits,
        (4, False): Habit((17, 21), (16, 21)),
        (4, True): Habit((17, 21)),
    }


class DrinkTerms(Struct, frozen=True):
    """CUTwC Pontoon, where a loser drinks and a winner drinks nothing."""

    is_pontoon_shown_at_once: ClassVar[bool] = False
    habits: ClassVar[Habits] = {
        (2, False): Habit((15, 18)),
        (3, False): Habit((16, 19)),
        (4, False): Habit((17, 21)),
        (3, True): Habit((15, 19)),
        (4, True): Habit((17, 21)),
    }

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


def chance_to_stick(terms: Terms, count: Count, *, has_twisted: bool) -> float:
    """Return how likely people stick on COUNT. They must if the hand is complete.

    >>> chance_to_stick(DrinkTerms(), Count(2, 17, is_soft=False), has_twisted=False)
    1.0
    """
    if count.total >= BEST_TOTAL or count.is_complete:
        return 1.0
    if not terms.may_stick(count):
        return 0.0
    on = terms.habits[count.cards, has_twisted].sticks[count.is_soft]
    return min(max(count.total + 1 - on, 0.0), 1.0)


def is_bought_to(terms: Terms, count: Count) -> bool:
    """Tell whether people who draw to a hand of COUNT, to which none was twisted, buy."""
    return count.total <= terms.habits[count.cards, False].buys[count.is_soft]


def is_shot_on(count: Count) -> bool:
    """Tell whether people who can shoot on a hand of COUNT do.

    They do on an ace, and on three cards if no card can make them bust.

    >>> is_shot_on(Count(1, 11, is_soft=True)), is_shot_on(Count(1, 10, is_soft=False))
    (True, False)
    """
    return count.is_soft or (count.cards == CARDS_TO_SHOOT_ON and count.total <= SAFE_TOTAL)


def usual_verb(terms: Terms, count: Count, *, has_twisted: bool) -> Verb:
    """Return what people mostly do with a hand of COUNT."""
    if chance_to_stick(terms, count, has_twisted=has_twisted) > EVEN:
        return Verb.STICK
    return Verb.TWIST if has_twisted or not is_bought_to(terms, count) else Verb.BUY
