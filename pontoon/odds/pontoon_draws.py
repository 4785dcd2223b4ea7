"""Cards that are drawn to a pontoon hand. Only the value of a card counts."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from typing import NamedTuple

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.games.pontoon_hands import HandType, Level

VALUES = range(1, 11)
"""The values of cards; an ace has value 1."""

Values = tuple[int, ...]
"""A hand: the values of its cards, in rising order."""

Unseen = tuple[float, ...]
"""How many cards of each value are unseen, or are on average, those of value 1 first."""

Draws = list[tuple[float, int]]
"""The values that the next card can have, each after its chance."""

BUST: Level = (HandType.BUST, 0)
FIVE_CARD_TRICK: Level = (HandType.FIVE_CARD_TRICK, 0)
PONTOON: Level = (HandType.PONTOON, 0)

FIRST_CARDS = 2
"""How many cards a hand is dealt before its first move."""


class Count(NamedTuple):
    """All that counts about a hand: how many cards it has, and what they come to.

    A hand ``is_soft`` if an ace counts 11 in it.
    """

    cards: int
    total: int
    is_soft: bool

    @property
    def level(self) -> Level:
        """The level of the hand. It has two cards or more."""
        return _level(self)

    @property
    def is_bust(self) -> bool:
        return self.total > BEST_TOTAL

    @property
    def is_complete(self) -> bool:
        return self.cards >= FULL_HAND


NO_CARDS = Count(0, 0, is_soft=False)


@cache
def with_card(count: Count, value: int) -> Count:
    """Return COUNT with a card of that VALUE more.

    >>> with_card(Count(2, 16, True), 9), with_card(Count(1, 10, False), 1)
    (Count(cards=3, total=15, is_soft=False), Count(cards=2, total=21, is_soft=True))
    """
    cards, total, is_soft = count.cards + 1, count.total + value, count.is_soft
    if is_soft and total > BEST_TOTAL:
        return Count(cards, total - 10, is_soft=False)
    if value == 1 and not is_soft and total + 10 <= BEST_TOTAL:
        return Count(cards, total + 10, is_soft=True)
    return Count(cards, total, is_soft)


@cache
def _level(count: Count) -> Level:
    if count.is_bust:
        return BUST
    if count.cards == FULL_HAND:
        return FIVE_CARD_TRICK
    if count.total < BEST_TOTAL:
        return HandType.POINTS, count.total
    return PONTOON if count.cards == FIRST_CARDS else (HandType.TWENTY_ONE, 0)


@cache
def joined(hand: Values, value: int) -> Values:
    """Return HAND with a card of that VALUE more."""
    return tuple(sorted((*hand, value)))


@cache
def count_of(hand: Values) -> Count:
    count = NO_CARDS
    for value in hand:
        count = with_card(count, value)
    return count


def by_value(unseen: Mapping[str, int]) -> Unseen:
    """Return how many cards of each value there are, if UNSEEN has those of each rank."""
    numbers = [0] * len(VALUES)
    for card in PACK[: len(unseen)]:
        numbers[card.value - 1] += unseen[card.rank]
    return tuple(numbers)


def draws(unseen: Unseen, drawn: Values = ()) -> Draws:
    """Return what the next card of UNSEEN can be after those DRAWN."""
    left = [*unseen]
    for value in drawn:
        left[value - 1] = max(left[value - 1] - 1, 0)
    cards = sum(left)
    return [(number / cards, value) for value, number in enumerate(left, 1) if number > 0]


@lru_cache(maxsize=8192)
def hands_after(hand: Values, unseen: Unseen) -> tuple[tuple[float, Values], ...]:
    """Return what HAND can be after another card, each after its chance.

    The cards of HAND are of UNSEEN, and so is the next one.
    """
    return tuple([(chance, joined(hand, value)) for chance, value in draws(unseen, hand)])


def drawn_to(counts: Iterable[tuple[Count, float]], cards: Draws) -> dict[Count, float]:
    """Return what COUNTS, each with its chance, can be with another of CARDS."""
    more: dict[Count, float] = defaultdict(float)
    for count, chance in counts:
        for likely, value in cards:
            more[with_card(count, value)] += chance * likely
    return more
