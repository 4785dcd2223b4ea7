"""The odds of Shed Pontoon (RULES 1): one hand against other players, of whom some cards lie open.

What is not exact: cards are drawn as if each were put back (with six decks the difference is
small), other players play as ``field_of`` says and have chips for all that they want, and no hand
depends on another. Hands after a split are played as if they were alone, and a hand that was
burned is not split in what is looked ahead.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from math import prod
from operator import mul
from typing import NamedTuple, Protocol, cast

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.cards import RANKS, Card
from pontoon.engine.computers import is_computer
from pontoon.engine.hands import FULL_HAND
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb
from pontoon.games.shed import CLOWN_TOTAL, HandType, ShedRules
from pontoon.odds.advice import (
    ALIKE,
    NOISE,
    Advice,
    MoveValue,
    advice_of,
    advice_on_bets,
    sizes_of_bets,
)
from pontoon.odds.pontoon_draws import FIRST_CARDS, VALUES
from pontoon.odds.shed_hands import (
    BUST_LEVEL,
    FIVE_CARD_21_LEVEL,
    LEVELS,
    MAX_BURNS,
    MOST_ADDED,
    PONTOON_LEVEL,
    SHED_LEVEL,
    TRICK_LEVEL,
    UNLIMITED,
    After,
    Chances,
    Draws,
    End,
    Ends,
    Hands,
    HandState,
    Likely,
    Moves,
    end_of,
    ends_of,
    hand_state,
    state_of,
)
from pontoon.odds.view import SeenHand, View

# What the ends of hands are worth (RULES 1, Who wins)

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

_FIVE_CARDS = (TRICK_LEVEL, FIVE_CARD_21_LEVEL)


def levels_of(ends: Ends) -> list[float]:
    """Return the chance of each level among ENDS."""
    levels = [0.0] * len(LEVELS)
    for end, chance in ends.items():
        levels[end.level] += chance
    return levels


def certain(level: int) -> list[float]:
    """Return the chances of a hand that has ended at LEVEL."""
    return [1.0 if each == level else 0.0 for each in LEVELS]


def best_of(hands: Iterable[Levels]) -> list[float]:
    """Return the chance of each level to be the best one of HANDS."""
    at_most = [prod(each) for each in zip(*map(accumulate, hands), strict=True)]
    return [at_most[0], *(here - below for below, here in pairwise(at_most))]


def best_levels(hands: Hands) -> list[float]:
    """Return the chance of each level to be the best one of a seat with HANDS."""
    return _mixed((chance, best_of(map(levels_of, ends))) for chance, ends in hands)


def _mixed(parts: Iterable[tuple[float, Sequence[float]]]) -> list[float]:
    """Return what is expected if each of PARTS comes with its chance; there is at least one."""
    weighted = [[chance * each for each in part] for chance, part in parts]
    return [*map(sum, zip(*weighted, strict=True))]


class OwnHand(Struct, frozen=True):
    """Another hand of the same player: how it ends, or will end, and its stake in initial bets."""

    levels: Levels
    bets: int = 1


class Result(NamedTuple):
    """What hands are worth in initial bets, and the chances of ``MoveValue``."""

    value: float
    win: float
    bust: float
    five_cards: float


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
        self._values: dict[End, float] = {}
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
            each.levels[level] * lost * (each.bets + self._bonus(end_of(level, each.bets)))
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
        return bonus.numerator * bets * self._bet // bonus.denominator / self._bet

    def value(self, end: End) -> float:
        """Return what a hand that ends so is worth, in initial bets."""
        if end not in self._values:
            level = end.level
            below = self._own[level - 1] if level else 0.0
            self._values[end] = self._value(end, self._own[level], below)
        return self._values[end]

    def _value(self, end: End, own: float, below: float) -> float:
        """Return it if the chance that no hand of OWN is better is that, and BELOW if none ties."""
        level, bets = end.level, end.bets
        if level == BUST_LEVEL:
            return -bets
        bonus = self._bonus(end)
        value = self._win(level, own) * (bets + bonus) - bets - self._cost_to_own[level]
        if level == CLOWN_TOTAL:
            more = self._paid(self._rules.bonus_clown, bets) - bonus
            value += self._all_bust * below * more
        return value

    def _win(self, level: int, own: float) -> float:
        """Return the chance that LEVEL wins if that is the chance that no hand of OWN is better."""
        if level == BUST_LEVEL:
            return 0.0
        return own * self._best[level] + (1 - own) * self._alone[level]

    def result(self, hands: Hands) -> Result:
        """Return what HANDS are worth together, and the average chances of each of them."""
        return Result(*_mixed((chance, self._result_of(*ends)) for chance, ends in hands))

    def _result_of(self, *hands: Ends) -> Result:
        totals = [[*accumulate(levels_of(ends))] for ends in hands]
        value = win = five_cards = 0.0
        for number, ends in enumerate(hands):
            others = [*totals[:number], *totals[number + 1 :]]
            own = [prod(each) for each in zip(self._own, *others, strict=True)]
            for end, chance in ends.items():
                level = end.level
                value += chance * self._value(end, own[level], own[level - 1] if level else 0.0)
                win += chance * self._win(level, own[level])
                five_cards += chance * (level in _FIVE_CARDS)
        bust = sum(each[BUST_LEVEL] for each in totals)
        return Result(value, *(each / len(hands) for each in (win, bust, five_cards)))


# The best play of a hand, and of a seat that may split it


class BestMoves(dict[HandState | End, float]):
    """What hands are worth in initial bets to which some more can be added, and their best moves.

    As many bets can be added as there are of FEWER: these tell it where none can be added, one bet,
    two, and so on. What ends are worth PAYOFFS says; a hand may stick on STICK_MIN and more. All is
    worked out when it is asked for. Splitting is apart, in ``BestStrategy``.
    """

    def __init__(
        self, fewer: Sequence["BestMoves"], draws: Draws, payoffs: "Payoffs", stick_min: int
    ) -> None:
        super().__init__()
        self._fewer = fewer
        self._draws = draws
        self._payoffs = payoffs
        self._stick_min = stick_min
        self._fresh: dict[int, float] = {}
        self.moves: dict[HandState, Verb] = {}

    def __missing__(self, state: HandState | End) -> float:
        if isinstance(state, End):
            self[state] = self._payoffs.value(state)
        else:
            self.decide(state)
        return self[state]

    def decide(self, state: HandState) -> Verb:
        """Return the best move in STATE, and remember what that is worth."""
        fewer = self._fewer
        twisting = fewer[0] if fewer else self
        best, move = twisting.after_card(state.twisted), Verb.TWIST
        if state.count.total >= self._stick_min:
            # A hand that loses in any case sticks: twists would look like a chance.
            best, move = _better((self[state.end], Verb.STICK), (best, move))
        if fewer:
            buying = fewer[min(len(fewer), FULL_HAND - state.count.cards) - 1]
            best, move = _better((best, move), (buying.after_card(state.bought), Verb.BUY))
            if state.may_burn and state.bets <= MAX_BURNS:
                burned = fewer[-1].fresh(state.bets + 1), Verb.BURN
                best, move = _better((best, move), burned)
        self[state], self.moves[state] = best, move
        return move

    def after_card(self, after: After) -> float:
        """Return what a hand is worth that becomes one of AFTER by another card."""
        return sum(map(mul, self._draws.values, map(self.__getitem__, after)), 0.0)

    def fresh(self, bets: int) -> float:
        """Return what a hand of two fresh cards is worth, with a stake of so many BETS."""
        if bets not in self._fresh:
            by_added, most = (*self._fewer, self), len(self._fewer)
            self._fresh[bets] = sum(
                chance * by_added[min(most, state.most_added)][state]
                for state, chance in self._draws.two_cards(bets).items()
            )
        return self._fresh[bets]


Worth = tuple[float, Verb]


def _better(one: Worth, other: Worth) -> Worth:
    """Return the move that is worth more: ONE if they are worth the same but for noise."""
    return other if other[0] - one[0] > NOISE else one


class Strategy(Protocol):
    """How the hands of a seat are played, by how many bets its player can pay yet."""

    def moves(self, to_pay: int) -> Moves:
        """Return the moves with a hand to which TO_PAY bets can be added."""

    def splits(self, pair: HandState, splits_left: int, to_pay: int) -> bool:
        """Tell whether PAIR is split where SPLITS_LEFT are allowed and TO_PAY bets can be paid."""


class Seat(ABC):
    """A ``Strategy``, and how the hands of a seat end that is played so, with cards of DRAWS."""

    def __init__(self, draws: Draws) -> None:
        self._draws = draws
        self._begun: dict[tuple[int, bool, int, int], Ends] = {}
        """How hands end, by first card, being a pair, and what can be added at most and is."""
        self._halves: dict[tuple[int, bool, int], Ends] = {}

    @abstractmethod
    def moves(self, to_pay: int) -> Moves:
        """See ``Strategy``."""

    @abstractmethod
    def splits(self, pair: HandState, splits_left: int, to_pay: int) -> bool:
        """See ``Strategy``."""

    def played(self, start: Mapping[HandState, float], splits_left: int, to_pay: int) -> Hands:
        """Return how the seat ends whose hand begins with the chances of START."""
        whole, split = dict(start), list[tuple[float, Sequence[Ends]]]()
        for state in start:
            if state.may_split and self.splits(state, splits_left, to_pay):
                begun, hands = whole.pop(state), self.split(state.card, splits_left, to_pay)
                split += [(begun * chance, each) for chance, each in hands]
        moves = self.moves(min(to_pay, MOST_ADDED))
        return [(1.0, [ends_of(whole, moves, self._draws)]), *split]

    def begun(self, value: int, splits_left: int, to_pay: int) -> Hands:
        """Return how the seat ends whose first card counts VALUE."""
        added, pair = min(to_pay, MOST_ADDED), self._pair(value)
        if pair is None or not self.splits(pair, splits_left, to_pay):
            return [(1.0, [self._half(value, again=False, to_pay=added)])]
        alike = self._draws.alike[value - 1]
        split = [
            (alike * chance, hands) for chance, hands in self.split(value, splits_left, to_pay)
        ]
        return [(1.0, [self._begun_with(value, added, is_pair=False)]), *split]

    def _pair(self, value: int) -> HandState | None:
        """Return a pair of cards that count VALUE, if it can come."""
        return next((state for state in self._draws.second_card(value) if state.is_alike), None)

    def split(self, value: int, splits_left: int, to_pay: int) -> Hands:
        """Return what becomes of a pair of cards that count VALUE if it is split.

        SPLITS_LEFT and TO_PAY, in bets, include this split. Hands are played one after the other,
        each with what those before it have left to pay with. A hand that is such a pair again is
        split if the strategy splits it.
        """
        left, to_pay = splits_left - 1, to_pay - 1
        pair = self._pair(value)
        again = pair is not None and self.splits(pair, left, to_pay)
        alike = self._draws.alike[value - 1] if again else 0.0
        hands = []
        for (apart, last), chance in hands_after_split(alike, min(left, to_pay)).items():
            if chance:
                splitting = [again] * apart + [False] * last
                # That further splits are paid before all buys is nearly so: it takes a pair first.
                ends = [*self._in_turn(value, splitting, to_pay - (apart + last - 2))]
                hands.append((chance, ends))
        return hands

    def _in_turn(self, value: int, splitting: Sequence[bool], to_pay: int) -> Iterator[Ends]:
        """Yield how hands end that begin with VALUE, each with whether its pairs have been split.

        TO_PAY bets can be added to them together.
        """
        left = {to_pay: 1.0}
        for number, again in enumerate(splitting):
            ends, after = defaultdict[End, float](float), defaultdict[int, float](float)
            most = MOST_ADDED * (len(splitting) - number)
            for bets, chance in left.items():
                can_pay = min(bets, most)
                half = self._half(value, again=again, to_pay=min(can_pay, MOST_ADDED))
                for end, each in half.items():
                    ends[end] += chance * each
                    after[min(can_pay - (end.bets - 1), most - MOST_ADDED)] += chance * each
            yield ends
            left = after

    def _half(self, value: int, *, again: bool, to_pay: int) -> Ends:
        """Return how a hand ends that begins with VALUE, and is no pair if AGAIN it was split."""
        known = value, again, to_pay
        if known not in self._halves:
            ends = self._begun_with(value, to_pay, is_pair=False)
            if again:
                whole = 1 - self._draws.alike[value - 1]
                ends = {end: chance / whole for end, chance in ends.items()}
            else:
                ends = _together([ends, self._begun_with(value, to_pay, is_pair=True)])
            self._halves[known] = ends
        return self._halves[known]

    def _begun_with(self, value: int, to_pay: int, *, is_pair: bool) -> Ends:
        """Return how hands end that begin with VALUE and become pairs, or do not, with chances."""
        groups: dict[int, dict[HandState, float]] = defaultdict(dict)
        for state, chance in self._draws.second_card(value).items():
            if state.is_alike == is_pair:
                groups[state.most_added][state] = chance
        ends = []
        for most_added, start in groups.items():
            known = value, is_pair, most_added, min(to_pay, most_added)
            if known not in self._begun:
                self._begun[known] = ends_of(start, self.moves(to_pay), self._draws)
            ends.append(self._begun[known])
        return _together(ends)


def _together(parts: Iterable[Ends]) -> Ends:
    """Return the chances of all ends in PARTS."""
    ends: dict[End, float] = defaultdict(float)
    for part in parts:
        for end, chance in part.items():
            ends[end] += chance
    return ends


def hands_after_split(
    alike: float, splits_left: int, waiting: int = 2
) -> dict[tuple[int, int], float]:
    """Return the chances of how many hands there are of a pair that is split whenever it comes.

    ALIKE is the chance that one of the hands WAITING for a second card gets one of the same rank.
    The first number is that of the hands that got another one, the second that of those that are
    dealt to, or are a pair, when no split is left.
    """
    if not (waiting and splits_left):
        return {(0, waiting): 1.0}
    hands: dict[tuple[int, int], float] = defaultdict(float)
    for many, chance in hands_after_split(alike, splits_left - 1, waiting + 1).items():
        hands[many] += alike * chance
    for (apart, last), chance in hands_after_split(alike, splits_left, waiting - 1).items():
        hands[apart + 1, last] += (1 - alike) * chance
    return hands


class SeatOf(Seat):
    """A seat that is played by STRATEGY, with cards of DRAWS."""

    def __init__(self, strategy: Strategy, draws: Draws) -> None:
        super().__init__(draws)
        self._strategy = strategy

    def moves(self, to_pay: int) -> Moves:
        return self._strategy.moves(to_pay)

    def splits(self, pair: HandState, splits_left: int, to_pay: int) -> bool:
        return self._strategy.splits(pair, splits_left, to_pay)


class BestStrategy(Seat):
    """The best play of a seat against PAYOFFS, by how many bets its player can pay.

    A hand may stick on STICK_MIN and more.
    """

    def __init__(self, draws: Draws, payoffs: Payoffs, stick_min: int) -> None:
        super().__init__(draws)
        self.payoffs = payoffs
        self._by_added: list[BestMoves] = []
        while len(self._by_added) <= MOST_ADDED:
            best = BestMoves(tuple(self._by_added), draws, payoffs, stick_min)
            self._by_added.append(best)
        self._is_split: dict[tuple[int, int, int], bool] = {}

    def moves(self, to_pay: int) -> Moves:
        return self.with_bets(1 + to_pay)

    def with_bets(self, most_bets: int) -> Moves:
        """Return the best play of a hand whose stake can grow to MOST_BETS."""
        by_added = self._by_added

        def move(state: HandState) -> Verb:
            best = by_added[max(min(most_bets - state.bets, state.most_added), 0)]
            return best.moves.get(state) or best.decide(state)

        return move

    def splits(self, pair: HandState, splits_left: int, to_pay: int) -> bool:
        """Tell whether it is better to split PAIR than to play it as it is."""
        if not (splits_left and to_pay):
            return False
        if not self.splits(pair, splits_left - 1, to_pay - 1):
            splits_left = 1  # neither hand of it is split again
        known = pair.card, splits_left, min(to_pay, MOST_ADDED * (splits_left + 1))
        if known not in self._is_split:
            split = self.payoffs.result(self.split(pair.card, splits_left, to_pay))
            whole = self._by_added[min(to_pay, pair.most_added)][pair]
            self._is_split[known] = split.value > whole
        return self._is_split[known]


# How others play

FRESH = Draws.of(dict.fromkeys(RANKS, 1))
"""The chances of the next card if nothing is known."""

RESPONSES = 50
"""After this many best responses, none that has come before is waited for."""

BEGINNING = certain(18)
"""What the first response is the best against: players who all stick on 18."""


class Field(Struct, frozen=True):
    """How each of this many PLAYERS plays by RULES, and what comes of it.

    ``levels`` are the chances of each level to be the best of a player who plays by ``strategy``.
    ``value`` is what that gains in a round against others who do so, for each chip of the first
    bet, and ``gain`` how much more the ``response`` would, the best one.
    """

    rules: ShedRules
    players: int
    strategy: Strategy
    levels: Levels
    response: Strategy
    value: float = 0.0
    gain: float = 0.0

    def move(self, state: HandState) -> Verb:
        """Return what is done in STATE if it is not split. Few hands burn more than twice."""
        most = state.count.cards - 1 + MAX_BURNS
        if state.bets > most:
            alike, twisted = state.is_alike, state.has_twisted
            state = hand_state(state.count, most, is_alike=alike, has_twisted=twisted)
        return self.response.moves(MOST_ADDED)(state)

    def splits(self, pair: HandState) -> bool:
        """Tell whether PAIR is split, if that may be done as often as the rules allow."""
        return self.response.splits(pair, self.rules.max_splits, UNLIMITED)

    def hands(self, draws: Draws) -> Hands:
        """Return how a player ends whose turn has not come, with cards of DRAWS."""
        seat = SeatOf(self.strategy, draws)
        return seat.played(draws.two_cards(), self.rules.max_splits, UNLIMITED)


def best_response(rules: ShedRules, players: int, levels: Levels) -> BestStrategy:
    """Return the best play of one of so many PLAYERS, if the hands of each other end at LEVELS."""
    return BestStrategy(FRESH, Payoffs(rules, [levels] * (players - 1)), rules.stick_min)


@lru_cache(100)
def field_of(rules: ShedRules, players: int) -> Field:
    """Return how this many PLAYERS play by RULES who know nothing but their own cards.

    That is the end of a row of best responses: to players who all stick on 18, to players who
    play by that response, and so on. Mostly the last one is the best response to itself. If some
    come again and again, it is the one to which the best response gains least.
    """
    found: list[Field] = []
    fresh, splits = FRESH.two_cards(), rules.max_splits
    strategy = best_response(rules, players, BEGINNING)
    hands = strategy.played(fresh, splits, UNLIMITED)
    while len(found) < RESPONSES:
        levels = [round(each, ALIKE) for each in best_levels(hands)]
        again = [number for number, each in enumerate(found) if each.levels == levels]
        if again:
            found = found[again[0] :]
            break
        response = best_response(rules, players, levels)
        answer = response.played(fresh, splits, UNLIMITED)
        value, best = (response.payoffs.result(each).value for each in (hands, answer))
        gain = max(best - value, 0.0)
        found.append(Field(rules, players, strategy, levels, response, value, gain))
        strategy, hands = response, answer
    return min(found, key=lambda each: each.gain)


def bets_by_first_card(field: Field) -> list[tuple[int, float]]:
    """Return each value of a first card, and what a bet on it is worth for each of its chips.

    That is for the best play of who can pay for all of it, beside players of FIELD.
    """
    best, splits = best_response(field.rules, field.players, field.levels), field.rules.max_splits
    seats = [best.begun(value, splits, UNLIMITED) for value in VALUES]
    values = [best.payoffs.result(hands).value for hands in seats]
    return [*zip(VALUES, values, strict=True)]


Test = Callable[[Verb, HandState], bool]
"""Tells whether somebody does a move in a state."""


def in_play(view: View) -> list[list[SeenHand]]:
    """Return the hands of each other player that VIEW shows who can still win, or is bust."""
    others = [view.of(player) for player in view.players if player != view.player]
    left = [[hand for hand in hands if hand.is_bust or not hand.has_resigned] for hands in others]
    return [hands for hands in left if hands]


class OtherHands:
    """Tells how hands end whose players play as FIELD does; DRAWS are of the cards not seen.

    Each hand is taken to depend on no other. A player who does what nobody in the field would do
    may have any hand with which that is allowed.
    """

    def __init__(self, field: Field, draws: Draws) -> None:
        self._field = field
        self._draws = draws
        self._fresh = draws.two_cards()

    @cached_property
    def _unplayed(self) -> list[float]:
        """The levels of a player whose turn has not come."""
        return best_levels(self._field.hands(self._draws))

    def levels(self, hands: Sequence[SeenHand]) -> list[float]:
        """Return the chance of each level to be the best of HANDS, which are all of a player."""
        first = hands[0]
        if Verb.SPLIT in first.acts:
            start = self._after_split(first)
            return best_of([self._levels_after(start, hand, _since_split(hand)) for hand in hands])
        return self._levels_after(self._fresh, first, first.acts) if first.acts else self._unplayed

    def _after_split(self, hand: SeenHand) -> Chances:
        """Return what the hands can be, with a second card, that HAND was first split into."""
        before = hand.acts[: hand.acts.index(Verb.SPLIT)]
        start: dict[HandState | End, float] = defaultdict(float)
        possible = self._follow(self._fresh, hand, before, self._likeliest)
        for state, weight in _that_do(Verb.SPLIT, possible, self._likeliest):
            if isinstance(state, HandState):
                for each, chance in self._draws.second_card(state.card).items():
                    start[each] += weight * chance
        return start

    def _levels_after(self, start: Chances, hand: SeenHand, acts: Sequence[Verb]) -> list[float]:
        """Return the levels of HAND, which has begun as START, and with which ACTS were done."""
        if hand.is_bust:
            return certain(BUST_LEVEL)
        for tests in (self._likeliest, (self._may,)):
            possible = self._follow(start, hand, acts, tests)
            if whole := sum(possible.values()):
                ends = ends_of(possible, self._field.move, self._draws)
                return [level / whole for level in levels_of(ends)]
        return self._unplayed

    def _follow(
        self, start: Chances, hand: SeenHand, acts: Iterable[Verb], tests: Sequence[Test]
    ) -> Chances:
        """Return what HAND can be if it has begun as START, and ACTS were done that pass TESTS."""
        # All that lies open of a hand was twisted, after it was split or burned.
        possible, open_cards = start, iter(hand.known)
        for act in acts:
            card = next(open_cards, None) if act is Verb.TWIST else None
            possible = self._after(act, _that_do(act, possible, tests), card)
        return possible

    @property
    def _likeliest(self) -> Sequence[Test]:
        return self._does, self._may

    def _does(self, act: Verb, state: HandState) -> bool:
        """Tell whether the field does ACT in STATE."""
        is_split = state.may_split and self._field.splits(state)
        return is_split if act is Verb.SPLIT else not is_split and self._field.move(state) is act

    def _may(self, act: Verb, state: HandState) -> bool:
        return is_allowed(act, state, self._field.rules.stick_min)

    def _after(self, act: Verb, possible: Iterable[Likely], card: Card | None) -> Chances:
        """Return what becomes of what is POSSIBLE by ACT, which has not made it bust.

        CARD is the one that was twisted, if it is seen.
        """
        after: dict[HandState | End, float] = defaultdict(float)
        for state, chance in possible:
            if isinstance(state, End):
                after[state] += chance
            elif act is Verb.STICK:
                after[state.end] += chance
            elif card is not None:
                after[state.after(act)[card.value - 1]] += chance
            else:
                for each, likely in self._draws.after(state, act).items():
                    after[each] += chance * likely
        return {
            each: chance
            for each, chance in after.items()
            if isinstance(each, HandState) or each.level != BUST_LEVEL
        }


def _that_do(act: Verb, possible: Chances, tests: Sequence[Test]) -> list[Likely]:
    """Return what is POSSIBLE and passes the first of TESTS of ACT that anything passes.

    Five cards stick by themselves.
    """
    for test in tests:
        found = [
            (each, chance)
            for each, chance in possible.items()
            if isinstance(each, End) or test(act, each)
        ]
        if found:
            return found
    return []


def is_allowed(act: Verb, state: HandState, stick_min: int) -> bool:
    """Tell whether the rules allow ACT in STATE; STICK_MIN is the least total to stick on."""
    match act:
        case Verb.STICK:
            return state.count.total >= stick_min
        case Verb.BUY:
            return not state.has_twisted
        case Verb.BURN:
            return state.may_burn
        case Verb.SPLIT:
            return state.is_alike and state.count.cards == FIRST_CARDS
    return True


def _since_split(hand: SeenHand) -> list[Verb]:
    """Return what was done with HAND since it was split for the last time, or made by a split."""
    splits = [number for number, act in enumerate(hand.acts) if act is Verb.SPLIT]
    return hand.acts[splits[-1] + 1 :] if splits else hand.acts


# The advice

ROUNDS_LITTLE = 50
"""From a bet of this many chips on, that payments are in whole chips is left out."""


def advise_shed(view: View) -> Advice:
    """Return what each move on offer in VIEW is worth; see ``advice_on_bets``.

    How the hand of a bet ends is known only of who plays first: others take more risks when they
    have seen somebody stick, and fewer when all have gone bust. What they gain by it is small.
    """
    others = _Others(view)
    if view.ask.phase is Phase.BET:
        advice = _advice_on_bet(view.ask, others)
        advice = replace(advice, has_chances=view.player == view.players[0])
    else:
        hand = _HandAsked(view, others)
        advice = advice_of([hand.move_value(option) for option in view.ask.options])
    rules = others.rules
    return replace(
        advice, high_cards_win=bool(rules.bonus_high), five_cards_pay=rules.bonus_five_card
    )


class _Others:
    """What VIEW tells of the other players, and of the cards to come."""

    def __init__(self, view: View) -> None:
        rules = cast(ShedRules, view.rules)
        self.draws = Draws.of(view.unseen)
        others = in_play(view)
        self.field = field_of(rules, len(others) + 1)
        if all(is_computer(hands[0].player) for hands in others):
            # They are no company on the clown wagon (``ShedPontoon.on_clown_wagon``).
            rules = replace(rules, bonus_clown=rules.bonus_high)
        self.rules = rules
        hands = OtherHands(self.field, self.draws)
        self.levels: list[Levels] = [hands.levels(each) for each in others]

    def strategy(self, bet: int, own: Sequence[OwnHand] = ()) -> BestStrategy:
        """Return the best play of a seat whose first bet is BET chips, beside OWN hands of it."""
        payoffs = Payoffs(self.rules, self.levels, bet, own)
        return BestStrategy(self.draws, payoffs, self.rules.stick_min)


def _advice_on_bet(ask: Ask, others: _Others) -> Advice:
    """Return what initial bets are worth, such as leave enough for one more bet, for two ..."""
    (option,) = ask.options
    first = ask.cards[0].value
    strategies: dict[int, BestStrategy] = {}
    values = []
    for chips in sizes_of_bets(option, ask.chips, range(2, MOST_ADDED + 3)):
        exact = chips if chips < ROUNDS_LITTLE else MANY_CHIPS
        if exact not in strategies:
            strategies[exact] = others.strategy(exact)
        best = strategies[exact]
        hands = best.begun(first, others.rules.max_splits, (ask.chips - chips) // chips)
        values.append(MoveValue(Move(Verb.BET, chips), *best.payoffs.result(hands)))
    return advice_on_bets(values)


class _HandAsked:
    """The hand that VIEW is asked about.

    A move with it counts for the other hands of the player, too, if it takes from their worth.
    """

    def __init__(self, view: View, others: _Others) -> None:
        hand = view.hand
        bets = hand.stake // hand.bet
        self._draws = others.draws
        self._state = state_of(view.ask.cards, bets, hand.acts)
        own = [_own_hand(each, others) for each in view.of(view.player) if each is not hand]
        self._to_pay = view.ask.chips // hand.bet
        """How many more bets the player can pay."""
        self._best = others.strategy(hand.bet, own)
        self._splits_left = others.rules.max_splits - len(own)

    def move_value(self, option: Option) -> MoveValue:
        """Return what the move of OPTION is worth."""
        hands = self._hands_after(option.verb)
        return MoveValue(Move(option.verb, option.least), *self._best.payoffs.result(hands))

    def _hands_after(self, verb: Verb) -> Hands:
        """Return how the hand ends after VERB, and the best play from then on."""
        state, draws = self._state, self._draws
        if verb is Verb.SPLIT:
            return self._split()
        if verb is Verb.STICK:
            return [(1.0, [{state.end: 1.0}])]
        moves = self._best.with_bets(state.bets + self._to_pay)
        return [(1.0, [ends_of(draws.after(state, verb), moves, draws)])]

    def _split(self) -> Hands:
        """Return the hands that the hand becomes."""
        hands = self._best.split(self._state.card, self._splits_left, self._to_pay)
        burned = self._state.bets - 1  # what was paid for burning stays with the hand
        return [
            (chance, [_with_stake(first, burned), *others]) for chance, (first, *others) in hands
        ]


def _with_stake(ends: Ends, bets: int) -> Ends:
    return {end_of(end.level, end.bets + bets): chance for end, chance in ends.items()}


def _own_hand(hand: SeenHand, others: _Others) -> OwnHand:
    """Return how another HAND of the player has ended, or will end if the field plays it."""
    bets = hand.stake // hand.bet
    if hand.is_bust:
        return OwnHand(certain(BUST_LEVEL), bets)
    cards = hand.known
    if len(cards) > 1:
        return OwnHand(certain(state_of(cards, bets, hand.acts).end.level), bets)
    start = others.draws.second_card(cards[0].value)
    return OwnHand(levels_of(ends_of(start, others.field.move, others.draws)))
