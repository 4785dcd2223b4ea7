"""Cards that are drawn to a pontoon hand. Only the value of a card counts."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.games.pontoon_hands import HandType, Level

TEN = 10
VALUES = range(1, TEN + 1)
"""The values of cards; an ace has value 1."""

Values = tuple[int, ...]
"""A hand: the values of its cards, in rising order."""

Unseen = tuple[float, ...]
"""How many cards of each value are unseen, or are on average, those of value 1 first."""

Draws = tuple[tuple[float, int], ...]
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

    @property
    def most_to_fit(self) -> int:
        """The greatest value of a card that does not make the hand bust."""
        return TEN if self.is_soft else min(max(BEST_TOTAL - self.total, 0), TEN)


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


@cache
def counts_of_hands() -> Sequence[Count]:
    """Return all that hands of two cards and more can count, those with the most cards first."""
    found, last = set[Count](), {NO_CARDS}
    while last:
        last = {
            with_card(count, value)
            for count in last
            if not (count.is_bust or count.is_complete)
            for value in VALUES
        }
        found |= last
    return sorted([count for count in found if count.cards >= FIRST_CARDS], reverse=True)


@cache
def places_of_counts() -> Mapping[Count, int]:
    """Return the place of each count among all ``counts_of_hands``."""
    return {count: place for place, count in enumerate(counts_of_hands())}


class DrawnHand(Struct, eq=False, gc=False):
    """A hand to which cards are drawn of those that are unseen, beside others that it may have.

    There is but one object for each: that of ``hand_of``. So a hand is found fast in a dictionary,
    and keeps what can follow from it. There are thousands, for which the collector of garbage would
    stop the reactor each time.
    """

    count: Count
    drawn: Values
    """The values of the cards that are drawn, in rising order."""
    level: Level
    place: int
    """The place of its count among all ``counts_of_hands``, if it has two cards or more."""
    numbers: tuple[tuple[int, int], ...]
    """The values of the cards that are drawn, each with the number of such cards."""
    _after: tuple["DrawnHand", ...] = ()
    _fits: tuple["DrawnHand", ...] = ()

    @property
    def after(self) -> Sequence["DrawnHand"]:
        """What it is after another card is drawn, by the value of that."""
        if not self._after:
            count, drawn = self.count, self.drawn
            after = [hand_of(with_card(count, value), joined(drawn, value)) for value in VALUES]
            self._after = tuple(after)
        return self._after

    @property
    def fits(self) -> Sequence["DrawnHand"]:
        """What it is ``after`` another card that does not make it bust: one of the lower values."""
        if not self._fits:
            self._fits = tuple([hand for hand in self.after if not hand.count.is_bust])
        return self._fits


@cache
def hand_of(count: Count, drawn: Values = ()) -> DrawnHand:
    """Return the hand of COUNT, of whose cards those of the values DRAWN were unseen."""
    place = places_of_counts().get(count, -1)
    return DrawnHand(count, drawn, count.level, place, tuple(Counter(drawn).items()))


def chances_after(hand: DrawnHand, unseen: Unseen, up_to: int = TEN) -> Sequence[float]:
    """Return how likely the next card has each value, if it and those drawn to HAND are of UNSEEN.

    Only the values UP_TO that one are looked at.

    >>> chances_after(hand_of(Count(1, 2, is_soft=False), (2,)), (1, 2, 2, *[0] * 7))[:3]
    [0.25, 0.25, 0.5]
    """
    left = [*unseen]
    for value, number in hand.numbers:
        there = left[value - 1]
        left[value - 1] = there - number if number < there else 0.0
    cards = sum(left) or 1.0
    return [number / cards for number in left[:up_to]]


class Urn:
    """What another card of UNSEEN makes of hands whose drawn cards are of UNSEEN, too."""

    def __init__(self, unseen: Unseen) -> None:
        self._unseen = unseen
        self._whole = sum(unseen)
        self._up_to = [0.0, *accumulate(unseen)]
        """How many cards there are up to each value."""
        self._chances: dict[DrawnHand, Sequence[float]] = {}
        self._fitting: dict[DrawnHand, float] = {}

    def chances(self, hand: DrawnHand) -> Sequence[float]:
        """Return how likely HAND becomes each of the hands that it ``fits``."""
        found = self._chances.get(hand)
        if found is None:
            found = tuple(chances_after(hand, self._unseen, len(hand.fits)))
            self._chances[hand] = found
        return found

    def chances_of_two(self) -> Mapping[DrawnHand, float]:
        """Return the chances of what two cards are."""
        none, pairs = hand_of(NO_CARDS), defaultdict[DrawnHand, float](float)
        for chance, first in zip(self.chances(none), none.fits, strict=True):
            for likely, pair in zip(self.chances(first), first.fits, strict=True):
                pairs[pair] += chance * likely
        return pairs

    def chance_to_fit(self, hand: DrawnHand) -> float:
        """Return the chance that another card does not make HAND bust."""
        found = self._fitting.get(hand)
        if found is None:
            most = hand.count.most_to_fit
            fitting, whole = self._up_to[most], self._whole
            for value, number in hand.numbers:
                there = self._unseen[value - 1]
                taken = number if number < there else there
                whole -= taken
                if value <= most:
                    fitting -= taken
            self._fitting[hand] = found = fitting / whole if whole else 0.0
        return found


def by_value(unseen: Mapping[str, int]) -> Unseen:
    """Return how many cards of each value there are, if UNSEEN has those of each rank."""
    numbers = [0] * len(VALUES)
    for card in PACK[: len(unseen)]:
        numbers[card.value - 1] += unseen[card.rank]
    return tuple(numbers)


def draws(unseen: Unseen) -> Draws:
    """Return what the next card of UNSEEN can be."""
    cards = sum(unseen)
    return tuple([(number / cards, value) for value, number in enumerate(unseen, 1) if number > 0])


def drawn_to(counts: Iterable[tuple[Count, float]], cards: Draws) -> dict[Count, float]:
    """Return what COUNTS, each with its chance, can be with another of CARDS."""
    more: dict[Count, float] = defaultdict(float)
    for count, chance in counts:
        for likely, value in cards:
            more[with_card(count, value)] += chance * likely
    return more
