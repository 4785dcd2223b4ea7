"""How one hand of Shed Pontoon can go on (RULES 1), and how it ends that is played in some way."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from typing import Self

from msgspec import Struct

from pontoon.engine.cards import PACK, RANKS, Card
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand, hand_rank
from pontoon.engine.moves import Verb
from pontoon.games.shed import BURNING_TOTAL, HandType
from pontoon.odds.pontoon_draws import FIRST_CARDS, VALUES, Count, count_of, with_card

BUST_LEVEL = 0
PONTOON_LEVEL, TRICK_LEVEL, FIVE_CARD_21_LEVEL, SHED_LEVEL = (
    hand_rank(each, BEST_TOTAL)
    for each in (
        HandType.PONTOON,
        HandType.FIVE_CARD_TRICK,
        HandType.FIVE_CARD_21,
        HandType.SHED_PONTOON,
    )
)
LEVELS = range(SHED_LEVEL + 1)
"""How good a hand is when it ends: its total if it is high cards, 0 if bust (``hand_rank``)."""

MAX_BURNS = 2
"""How many burns of one hand are looked ahead. A third comes once in 169 hands that burn."""

MOST_ADDED = FULL_HAND - 2 + MAX_BURNS
"""How many bets are added to a hand at most: one for each card that it can buy, and each burn."""

UNLIMITED = 100
"""More bets than a seat can ever pay."""


class End(Struct, eq=False, gc=False):
    """How a hand has ended: its level, and its stake in initial bets.

    There is but one object for each: that of ``end_of``.
    """

    level: int
    bets: int


@cache
def end_of(level: int, bets: int) -> End:
    return End(level, bets)


After = tuple["HandState | End", ...]
"""What becomes of a hand by a card of each of the VALUES."""


class HandState(Struct, eq=False, gc=False):
    """All of a hand that decides how it can go on.

    ``bets`` is its stake in initial bets: 1, and 1 for each buy and burn. ``is_alike`` tells that
    two cards are of one rank; of more cards, only that they are three sevens.

    There is but one object for each: that of ``hand_state``. So it is found fast in a dictionary,
    and keeps what can follow from it. There are thousands, for which the collector of garbage would
    stop the reactor each time.
    """

    count: Count
    bets: int
    is_alike: bool
    has_twisted: bool
    may_burn: bool
    """Whether it is two cards that make 14; with an ace they would be soft."""
    most_added: int
    """How many bets can be added to it at most: one for each card that it buys, and each burn."""
    end: End
    """How the hand has ended if it ends now."""
    _twisted: After = ()
    _bought: After = ()

    @property
    def twisted(self) -> After:
        """What becomes of it by a twist, for a card of each of the VALUES."""
        if not self._twisted:
            self._twisted = _after_card(self, self.bets, has_twisted=True)
        return self._twisted

    @property
    def bought(self) -> After:
        """What becomes of it by a buy, for a card of each of the VALUES."""
        if not self._bought:
            self._bought = _after_card(self, self.bets + 1, has_twisted=self.has_twisted)
        return self._bought

    def after(self, verb: Verb) -> After:
        """Return what becomes of it by VERB, a twist or a buy, for a card of each of the VALUES."""
        return self.bought if verb is Verb.BUY else self.twisted

    @property
    def may_split(self) -> bool:
        """Whether it is looked ahead that it is split: a pair that has not been burned to."""
        return self.is_alike and self.count.cards == FIRST_CARDS and self.bets == 1

    @property
    def card(self) -> int:
        """What each card of a pair counts."""
        return 1 if self.count.is_soft else self.count.total // 2


@cache
def hand_state(
    count: Count, bets: int = 1, *, is_alike: bool = False, has_twisted: bool = False
) -> HandState:
    """Return the state of a hand of COUNT; see ``HandState``."""
    cards, total, is_soft = count
    may_burn = cards == FIRST_CARDS and total == BURNING_TOTAL and not is_soft
    burns = max(MAX_BURNS + 1 - bets, 0) if may_burn else 0
    most_added = 0 if has_twisted else FULL_HAND - cards + burns
    end = end_of(_level(count, is_alike=is_alike), bets)
    return HandState(count, bets, is_alike, has_twisted, may_burn, most_added, end)


def _level(count: Count, *, is_alike: bool) -> int:
    """Return the level of a hand of COUNT that ends."""
    cards, total, _ = count
    if total > BEST_TOTAL:
        return BUST_LEVEL
    if cards == FULL_HAND:
        return FIVE_CARD_21_LEVEL if total == BEST_TOTAL else TRICK_LEVEL
    if total < BEST_TOTAL:
        return total
    if cards == FIRST_CARDS:
        return PONTOON_LEVEL
    return SHED_LEVEL if is_alike else BEST_TOTAL


def _after_card(state: HandState, bets: int, *, has_twisted: bool) -> After:
    """Return what becomes of STATE by another card, with which its stake is BETS."""
    after: list[HandState | End] = []
    for value in VALUES:
        count = with_card(state.count, value)
        is_alike = state.is_alike and value == 7 and count.total == BEST_TOTAL
        drawn = hand_state(count, bets, is_alike=is_alike, has_twisted=has_twisted)
        after.append(drawn.end if count.is_bust or count.is_complete else drawn)
    return tuple(after)


Ends = Mapping[End, float]
"""The chance of each end of a hand."""

Chances = Mapping[HandState | End, float] | Mapping[HandState, float]
"""What a hand can be, each with its chance."""

Likely = tuple[HandState | End, float]
"""Something that a hand can be, and its chance."""

Hands = Sequence[tuple[float, Sequence[Ends]]]
"""How each of the hands of a seat ends, in each of some ways. Each way comes with its chance."""

Moves = Callable[[HandState], Verb]
"""What a player does with a hand that is not split."""


def state_of(cards: Iterable[Card], bets: int, acts: Collection[Verb]) -> HandState:
    """Return the state of a hand of CARDS, two or more, with a stake of this many initial BETS.

    ACTS are what was done with it.
    """
    hand = Hand(cards)
    many, ranks = len(hand.cards), {card.rank for card in hand.cards}
    is_alike = len(ranks) == 1 and (many == 2 or (many == 3 and ranks == {"7"}))
    count = Count(many, hand.total, hand.is_soft)
    return hand_state(count, bets, is_alike=is_alike, has_twisted=Verb.TWIST in acts)


class Draws:
    """The chances of the next card.

    VALUES_DRAWN are those of each of the VALUES, ALIKE the chances that it is of the same rank as a
    card of that value. What can become of hands is worked out once.
    """

    def __init__(self, values_drawn: Sequence[float], alike: Sequence[float]) -> None:
        self.values = values_drawn
        self.alike = alike
        self._seconds: dict[tuple[int, int], Mapping[HandState, float]] = {}
        self._pairs: dict[int, Mapping[HandState, float]] = {}

    @classmethod
    def of(cls, unseen: Mapping[str, int]) -> Self:
        """Return the chances if this many cards of each rank are UNSEEN."""
        left = sum(unseen.values())
        by_value: dict[int, list[float]] = {value: [] for value in VALUES}
        for card in PACK[: len(RANKS)]:
            by_value[card.value].append(unseen[card.rank] / left)
        values = [sum(ranks) for ranks in by_value.values()]
        tens = by_value[10]
        alike_tens = sum(each * each for each in tens) / sum(tens) if any(tens) else 0.0
        return cls(values, [*values[:-1], alike_tens])

    def second_card(self, first: int, bets: int = 1) -> Mapping[HandState, float]:
        """Return the chances of two cards of which the first counts FIRST."""
        if (first, bets) in self._seconds:
            return self._seconds[first, bets]
        states: dict[HandState, float] = {}
        for second, chance in zip(VALUES, self.values, strict=True):
            count = count_of((first, second))
            alike = self.alike[first - 1] if second == first else 0.0
            if alike:
                states[hand_state(count, bets, is_alike=True)] = alike
            if chance > alike:
                states[hand_state(count, bets)] = chance - alike
        self._seconds[first, bets] = states
        return states

    def two_cards(self, bets: int = 1) -> Mapping[HandState, float]:
        """Return the chances of two fresh cards."""
        if bets in self._pairs:
            return self._pairs[bets]
        states: dict[HandState, float] = defaultdict(float)
        for first, chance in zip(VALUES, self.values, strict=True):
            for state, after in self.second_card(first, bets).items():
                states[state] += chance * after
        self._pairs[bets] = states
        return states

    def after(self, state: HandState, verb: Verb) -> Chances:
        """Return what STATE can be after VERB: a twist, a buy or a burn."""
        if verb is Verb.BURN:
            return self.two_cards(state.bets + 1)
        found: dict[HandState | End, float] = defaultdict(float)
        for chance, each in zip(self.values, state.after(verb), strict=True):
            found[each] += chance
        return found


def ends_of(start: Chances, moves: Moves, draws: Draws) -> Ends:
    """Return how a hand ends that begins with the chances of START and is played by MOVES."""
    ends: dict[End, float] = defaultdict(float)
    waiting = [defaultdict[HandState | End, float](float) for _ in range(FULL_HAND + 1)]
    """What hands can be, by the number of their cards."""
    for each, chance in start.items():
        waiting[0 if isinstance(each, End) else each.count.cards][each] += chance
    for cards, hands in enumerate(waiting):
        while hands:  # burning alone leads to another hand of as many cards
            state, chance = hands.popitem()
            if isinstance(state, End):
                ends[state] += chance
                continue
            verb = moves(state)
            if verb is Verb.STICK:
                ends[state.end] += chance
            elif verb is Verb.BURN:
                for each, likely in draws.two_cards(state.bets + 1).items():
                    hands[each] += chance * likely
            else:
                after = waiting[cards + 1]
                for each, likely in zip(state.after(verb), draws.values, strict=True):
                    after[each] += chance * likely
    return ends
