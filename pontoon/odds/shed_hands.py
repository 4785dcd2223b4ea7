"""How one hand of Shed Pontoon can go on: its states, the cards it can draw, and how it ends.

Cards are drawn by the ranks that are left, as if each were put back. With six decks the difference
is small. Hands that are split are put together in ``shed_payoffs``.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple, Protocol, Self

from msgspec import Struct

from pontoon.engine.cards import PACK, Card
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand, hand_rank
from pontoon.engine.moves import Verb
from pontoon.games.shed import BURNING_TOTAL, HandType
from pontoon.odds.pontoon_draws import VALUES, Count, count_of, with_card

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


class HandState(NamedTuple):
    """All of a hand that decides how it can go on.

    ``bets`` is its stake in initial bets: 1, and 1 for each buy and burn. ``is_alike`` tells that
    two cards are of one rank; of more cards, only that they are three sevens.
    """

    cards: int
    total: int
    is_soft: bool
    is_alike: bool
    has_twisted: bool
    bets: int

    @property
    def may_burn(self) -> bool:
        """Whether it is two cards that make 14; with an ace they would be soft."""
        return self.cards == 2 and self.total == BURNING_TOTAL and not self.is_soft

    @property
    def level(self) -> int:
        """The level of the hand if it ends now."""
        if self.cards == FULL_HAND:
            return FIVE_CARD_21_LEVEL if self.total == BEST_TOTAL else TRICK_LEVEL
        if self.total < BEST_TOTAL:
            return self.total
        if self.cards == 2:
            return PONTOON_LEVEL
        return SHED_LEVEL if self.is_alike else BEST_TOTAL


class End(NamedTuple):
    """How a hand has ended: its level, and its stake in initial bets."""

    level: int
    bets: int


Ends = Mapping[End, float]
"""The chance of each end of a hand."""


def state_of(cards: Iterable[Card], bets: int, acts: Collection[Verb]) -> HandState:
    """Return the state of a hand of CARDS, two or more, with a stake of this many initial BETS.

    ACTS are what was done with it.
    """
    hand = Hand(cards)
    many, ranks = len(hand.cards), {card.rank for card in hand.cards}
    is_alike = len(ranks) == 1 and (many == 2 or (many == 3 and ranks == {"7"}))
    return HandState(many, hand.total, hand.is_soft, is_alike, Verb.TWIST in acts, bets)


@lru_cache(10_000)
def after_card(state: HandState, verb: Verb) -> tuple[HandState | End, ...]:
    """Return what becomes of STATE by a twist or a buy, for a card of each of the VALUES."""
    bets = state.bets + (verb is Verb.BUY)
    has_twisted = state.has_twisted or verb is Verb.TWIST
    after: list[HandState | End] = []
    for value in VALUES:
        cards, total, is_soft = with_card(Count(*state[:3]), value)
        is_alike = state.is_alike and cards == 3 and value == 7 and total == BEST_TOTAL
        drawn = HandState(cards, total, is_soft, is_alike, has_twisted, bets)
        if total > BEST_TOTAL:
            after.append(End(BUST_LEVEL, bets))
        else:
            after.append(End(drawn.level, bets) if cards == FULL_HAND else drawn)
    return tuple(after)


@lru_cache(1000)
def _two_cards(first: int, second: int, bets: int) -> HandState:
    """Return two cards of different ranks that count so much."""
    return HandState(*count_of((first, second)), is_alike=False, has_twisted=False, bets=bets)


class Draws(Struct, frozen=True):
    """The chances of the next card.

    ``values`` are those of each of the VALUES, ``alike`` the chances that it is of the same rank as
    a card of that value.
    """

    values: tuple[float, ...]
    alike: tuple[float, ...]

    @classmethod
    def of(cls, unseen: Mapping[str, int]) -> Self:
        """Return the chances if this many cards of each rank are UNSEEN."""
        left = sum(unseen.values())
        by_value: dict[int, list[float]] = {value: [] for value in VALUES}
        for card in PACK[:13]:
            by_value[card.value].append(unseen[card.rank] / left)
        values = tuple([sum(ranks) for ranks in by_value.values()])
        tens = by_value[10]
        alike_tens = sum(each * each for each in tens) / sum(tens) if any(tens) else 0.0
        return cls(values, (*values[:-1], alike_tens))

    def second_card(self, first: int, bets: int = 1) -> dict[HandState, float]:
        """Return the chances of two cards of which the first counts FIRST."""
        states: dict[HandState, float] = {}
        for second, chance in zip(VALUES, self.values, strict=True):
            state = _two_cards(first, second, bets)
            alike = self.alike[first - 1] if second == first else 0.0
            if alike:
                states[state._replace(is_alike=True)] = alike
            if chance > alike:
                states[state] = chance - alike
        return states

    def two_cards(self, bets: int = 1) -> dict[HandState, float]:
        """Return the chances of two fresh cards."""
        states: dict[HandState, float] = defaultdict(float)
        for first, chance in zip(VALUES, self.values, strict=True):
            for state, after in self.second_card(first, bets).items():
                states[state] += chance * after
        return states


class Policy(Protocol):
    """What a player does with a hand, by its state."""

    def chances(self, state: HandState) -> Iterable[tuple[Verb, float]]:
        """Return the moves in STATE, each with its chance."""


class Outcomes:
    """How a hand ends that begins with the chances of START and is played by POLICY.

    ``ends`` has the chances of its ends, ``visits`` those that it comes into each state. POLICY
    does not split it.
    """

    def __init__(
        self, start: Iterable[tuple[HandState | End, float]], policy: Policy, draws: Draws
    ) -> None:
        self.ends: dict[End, float] = defaultdict(float)
        self.visits: dict[HandState, float] = {}
        self._draws = draws
        self._layers: list[dict[HandState, float]] = [defaultdict(float) for _ in range(FULL_HAND)]
        """The states still to be played from, by the number of cards."""
        for state, chance in start:
            self._come_to(state, chance)
        for layer in self._layers:
            while layer:
                # Burning alone leads to another hand of as many cards, with a higher stake.
                fewest = min(state.bets for state in layer)
                for state in [each for each in layer if each.bets == fewest]:
                    self.visits[state] = chance = layer.pop(state)
                    for verb, share in policy.chances(state):
                        self._play(state, verb, chance * share)

    def _come_to(self, after: HandState | End, chance: float) -> None:
        if isinstance(after, End):
            self.ends[after] += chance
        else:
            self._layers[after.cards][after] += chance

    def _play(self, state: HandState, verb: Verb, chance: float) -> None:
        """Make the move VERB in STATE, which comes with that CHANCE."""
        if verb is Verb.STICK:
            self.ends[End(state.level, state.bets)] += chance
        elif verb is Verb.BURN:
            for fresh, each in self._draws.two_cards(state.bets + 1).items():
                self._come_to(fresh, chance * each)
        else:
            for each, after in zip(self._draws.values, after_card(state, verb), strict=True):
                self._come_to(after, chance * each)


def value_of_pair(state: HandState) -> int:
    """Return what each card of a pair counts."""
    return 1 if state.is_soft else state.total // 2
