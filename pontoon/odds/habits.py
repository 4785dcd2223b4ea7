"""How people play in the games against a banker (RULES 2, 3 and 4), as far as others expect it.

The habits are nearly what is best against a banker who expects just them. In what the games differ
stands in the terms.
"""

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
from pontoon.odds.pontoon_draws import FIRST_CARDS, PONTOON, Count
from pontoon.odds.view import PLENTY, SeenHand, View

SAFE_TOTAL = 11
"""Up to here no card makes a hard hand bust."""
TEN = 10
BLUFFS = 0.25
"""How often hard hands stick that are the best there can be after a low card was twisted.

Who draws to less than people stick on cannot come to that with a low card. If none of them stuck,
the banker would take all who do for 21, and it would pay to stick on next to nothing.
"""
HIGH, AFTER_HIGH = 6, 15
"""Where such a card was the first to be twisted, hands stick from that total on: most others have
18 or more, and the banker draws to beat them."""
NEED_MORE = range(6, 10), range(16, 19)
"""Hard and soft totals to which people buy only where the banker has cover for PLENTY: one more
card seldom makes a good hand of them."""
SHOTS_ON_A_TEN = 0.1
"""How often people shoot on a ten: were it never, all who do would be taken to have an ace, and it
would pay to do it always. Nobody shoots on anything for less than ``tells`` others of it."""


class Habit(NamedTuple):
    """From which totals on hands stick, and up to which they buy the card that they draw.

    Each total is that of a hard hand, and that of a soft one. Between two totals a part of the
    hands stick: from 16.25 on, 3 of 4 hands of 16 do.
    """

    sticks: tuple[float, float]
    buys: tuple[int, int] = (0, 0)


Habits = Mapping[tuple[int, int], Habit]
"""How people play a hand with so many cards, of which so many were twisted."""


class Twists(NamedTuple):
    """How many cards were twisted to a hand, and the value of the last one if that is known."""

    number: int = 0
    last: int | None = None


BY_DEFAULT: Habits = {
    (2, 0): Habit((15, 19), (11, 16)),
    (3, 0): Habit((15, 21), (11, 21)),
    (4, 0): Habit((18, 21), (16, 21)),
    (3, 1): Habit((16, 20)),
    (4, 1): Habit((18, 21)),
    (4, 2): Habit((18, 21)),
}
"""The habits of British and Shoot Pontoon where hands stick from 15 on, or from 16 or less."""

COVERED: Mapping[int, Habits] = {
    17: {**BY_DEFAULT, (2, 0): Habit((15, 19), (11, 17))},
    18: {**BY_DEFAULT, (2, 0): Habit((15, 19), (7, 18))},
    19: {**BY_DEFAULT, (2, 0): Habit((15, 19), (6, 16))},
    20: {
        **BY_DEFAULT,
        (2, 0): Habit((15, 19), (6, 16)),
        (3, 0): Habit((15, 20.5), (11, 21)),
    },
    21: {**BY_DEFAULT, (2, 0): Habit((15, 19), (6, 15))},
}
"""Those with a greater ``stick_min``. A hand that may not stick draws all the same.

To find them anew, take some habits, let ``advise`` say what hands of two, three and four cards are
worth, twisted to or bought to, of somebody alone against a banker who has a full pack and expects
those habits. Then put each total where sticking, or buying, begins to lose against the other move,
and so on till nothing changes. Where it goes to and fro, a total in between does. In the end hardly
any habit costs more than a fifth of the stake, but with 19: to twist to 9 and 10 costs a quarter,
and to buy to them as much if that is expected.
"""

SHOT_BY_DEFAULT: Habits = {
    **BY_DEFAULT,
    (4, 0): Habit((17, 21), (16, 21)),
    (4, 1): Habit((17, 21)),
    (4, 2): Habit((17, 21)),
}
_SHOT_FROM_17: Habits = {**SHOT_BY_DEFAULT, (3, 0): Habit((15, 20.3), (11, 21))}

SHOT: Mapping[int, Habits] = {
    17: {**_SHOT_FROM_17, (2, 0): Habit((15, 18.5), (11, 17))},
    18: {**_SHOT_FROM_17, (2, 0): Habit((15, 18.3), (11, 17))},
    19: _SHOT_FROM_17,
    20: _SHOT_FROM_17,
}
"""The same of hands with a shoot bet of twice the bet. They mostly begin with an ace."""


class Terms(Hashable, Protocol):
    """What a hand may do, and what it gains for each unit of its stake if it is not bust."""

    is_pontoon_shown_at_once: ClassVar[bool]
    """Whether a banker's pontoon ends the round before anybody plays."""

    @property
    def stick_min(self) -> int:
        """The least total that a hand may stick on."""

    @property
    def habits(self) -> Habits:
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

    @property
    def habits(self) -> Habits:
        return COVERED.get(self.stick_min, BY_DEFAULT)

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

    @property
    def habits(self) -> Habits:
        return SHOT.get(self.stick_min, SHOT_BY_DEFAULT)


class DrinkTerms(Struct, frozen=True):
    """CUTwC Pontoon, where a loser drinks and a winner drinks nothing."""

    is_pontoon_shown_at_once: ClassVar[bool] = False
    stick_min: ClassVar[int] = 0
    habits: ClassVar[Habits] = {
        (2, 0): Habit((15, 18)),
        (3, 0): Habit((16, 19)),
        (4, 0): Habit((17, 21)),
        (3, 1): Habit((15, 19)),
        (4, 1): Habit((17, 21)),
        (4, 2): Habit((17, 21)),
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


def terms_for(hand: SeenHand, terms: Terms) -> Terms:
    """Return TERMS with the habits of who has HAND, which may have a shoot bet on it."""
    if Verb.SHOOT in hand.acts and isinstance(terms, CoveredTerms):
        return ShotTerms(terms.stick_min)
    return terms


def chance_to_stick(terms: Terms, count: Count, twists: Twists) -> float:
    """Return how likely people stick on COUNT. They must if the hand is complete.

    >>> chance_to_stick(DrinkTerms(), Count(2, 17, is_soft=False), Twists())
    1.0
    """
    if count.total >= BEST_TOTAL or count.is_complete:
        return 1.0
    if not terms.may_stick(count):
        return 0.0
    on = terms.habits[count.cards, twists.number].sticks[count.is_soft]
    if twists.last and not count.is_soft:
        on = min(on, _most_to_stick_from(terms, count.cards, twists.number, twists.last))
    return min(max(count.total + 1 - on, 0.0), 1.0)


def _most_to_stick_from(terms: Terms, cards: int, number: int, last: int) -> float:
    """Return from which total on hard hands of so many CARDS stick at the latest.

    A NUMBER of them were twisted; LAST is the value of the last one.
    """
    if cards == FIRST_CARDS + 1 and last >= HIGH:
        return AFTER_HIGH
    drawn_below = max(terms.habits[cards - 1, number - 1].sticks[0], terms.stick_min)
    return drawn_below + last - BLUFFS


def is_bought_to(terms: Terms, count: Count, covered: int) -> bool:
    """Tell whether people who draw to a hand of COUNT, to which none was twisted, buy.

    The banker has COVERED so many buys, or more if that is PLENTY.
    """
    if count.cards == FIRST_CARDS and covered < PLENTY and count.total in NEED_MORE[count.is_soft]:
        return False
    return covered > 0 and count.total <= terms.habits[count.cards, 0].buys[count.is_soft]


def chance_to_shoot(count: Count) -> float:
    """Return how likely people who can shoot on a hand of COUNT do.

    They do on an ace, and on three cards if no card can make them bust.

    >>> chance_to_shoot(Count(1, 11, is_soft=True)), chance_to_shoot(Count(1, 9, is_soft=False))
    (1.0, 0.0)
    """
    if count.cards == 1 and count.total == TEN:
        return SHOTS_ON_A_TEN
    return float(count.is_soft or (count.cards == CARDS_TO_SHOOT_ON and count.total <= SAFE_TOTAL))


def chances_of_verbs(
    terms: Terms, count: Count, twists: Twists, covered: int
) -> Mapping[Verb, float]:
    """Return how likely people stick on a hand of COUNT, and how likely they twist or buy to it.

    The banker has COVERED so many buys, or more if that is PLENTY.
    """
    sticks = chance_to_stick(terms, count, twists)
    buys = not twists.number and is_bought_to(terms, count, covered)
    return {Verb.STICK: sticks, Verb.BUY if buys else Verb.TWIST: 1 - sticks}
