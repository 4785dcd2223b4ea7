"""The best play of one hand of Shed Pontoon against given payoffs."""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from msgspec import Struct

from pontoon.engine.moves import Verb
from pontoon.odds.advice import ALIKE
from pontoon.odds.shed_hands import (
    MAX_BURNS,
    MOST_ADDED,
    Draws,
    End,
    Ends,
    HandState,
    Outcomes,
    Policy,
    after_card,
    value_of_pair,
)
from pontoon.odds.shed_payoffs import (
    Payoffs,
    Result,
    best_of,
    levels_of,
)

UNLIMITED = 100
"""More bets than a seat can ever pay."""


def may_split(state: HandState) -> bool:
    """Tell whether it is looked ahead that STATE is split: a pair that has not been burned to."""
    return state.is_alike and state.cards == 2 and state.bets == 1


def mixed(parts: Iterable[tuple[float, Sequence[float]]]) -> list[float]:
    """Return what is expected if each of PARTS comes with its chance; there is at least one."""
    found: list[float] = []
    for chance, part in parts:
        before = found or [0.0] * len(part)
        found = [total + chance * each for total, each in zip(before, part, strict=True)]
    return found


class BestPlay:
    """The best moves against PAYOFFS, for a hand whose stake can grow to MAX_BETS.

    A hand may stick on STICK_MIN and more. Splitting is apart, in ``BestSeat``.
    """

    def __init__(self, draws: Draws, payoffs: Payoffs, stick_min: int, most_bets: int) -> None:
        self._draws = draws
        self._payoffs = payoffs
        self._stick_min = stick_min
        self._most_bets = most_bets
        self._worth: dict[HandState | End, float] = {}
        self._moves: dict[HandState, Verb] = {}
        self._burned: dict[int, float] = {}

    def worth(self, state: HandState | End) -> float:
        """Return what a hand in STATE is worth, in initial bets."""
        known = self._worth.get(state)
        if known is None:
            known = (
                self._decide(state) if isinstance(state, HandState) else self._payoffs.value(state)
            )
            self._worth[state] = known
        return known

    def chances(self, state: HandState) -> tuple[tuple[Verb, float]]:
        """Return the best move in STATE, as a ``Policy`` has it."""
        self.worth(state)
        return ((self._moves[state], 1.0),)

    def ends_after(self, state: HandState, verb: Verb) -> Ends:
        """Return how a hand in STATE ends after a twist or a buy, as VERB says."""
        start = zip(after_card(state, verb), self._draws.values, strict=True)
        return Outcomes(start, self, self._draws).ends

    def _decide(self, state: HandState) -> float:
        worth: dict[Verb, float] = {}
        if state.total >= self._stick_min:
            worth[Verb.STICK] = self.worth(End(state.level, state.bets))
        worth[Verb.TWIST] = self._after_card(state, Verb.TWIST)
        if state.bets < self._most_bets:
            if not state.has_twisted:
                worth[Verb.BUY] = self._after_card(state, Verb.BUY)
            if state.may_burn and state.bets <= MAX_BURNS:
                worth[Verb.BURN] = self._after_burn(state.bets)
        # A hand that loses in any case sticks: to twist until it is bust would look like a chance.
        self._moves[state] = best = max(worth, key=lambda verb: round(worth[verb], ALIKE))
        return worth[best]

    def _after_card(self, state: HandState, verb: Verb) -> float:
        after = zip(self._draws.values, after_card(state, verb), strict=True)
        return sum([chance * self.worth(each) for chance, each in after])

    def _after_burn(self, bets: int) -> float:
        if bets not in self._burned:
            fresh = self._draws.two_cards(bets + 1).items()
            self._burned[bets] = sum([chance * self.worth(state) for state, chance in fresh])
        return self._burned[bets]


class Splitting:
    """Splits pairs whose cards count one of VALUES, and else plays by POLICY."""

    def __init__(self, policy: Policy, values: Collection[int]) -> None:
        self._policy = policy
        self._values = values

    def chances(self, state: HandState) -> Iterable[tuple[Verb, float]]:
        moves = self._policy.chances(state)
        if may_split(state) and value_of_pair(state) in self._values:
            # What else it would do is for a pair that comes when no split is left.
            return ((Verb.SPLIT, 1.0), *((verb, 0.0) for verb, _ in moves))
        return moves


class Unsplit:
    """Plays as POLICY does with hands that it does not split."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def chances(self, state: HandState) -> Iterable[tuple[Verb, float]]:
        moves = [each for each in self._policy.chances(state) if each[0] is not Verb.SPLIT]
        whole = sum(chance for _, chance in moves)
        return [(verb, chance / whole if whole else 1 / len(moves)) for verb, chance in moves]


class SplitHands(Struct, frozen=True):
    """What becomes of a pair that is split: how each of its hands ends, in each of some ways.

    Each way comes with its chance.
    """

    ways: Sequence[tuple[float, Sequence[Ends]]]

    @property
    def levels(self) -> list[float]:
        """The chance of each level to be the best of them."""
        return mixed((chance, best_of(map(levels_of, hands))) for chance, hands in self.ways)

    def result(self, payoffs: Payoffs) -> Result:
        """Return what the hands are worth together against PAYOFFS."""
        return Result(*mixed((chance, payoffs.result(*hands)) for chance, hands in self.ways))

    def with_stake(self, bets: int) -> "SplitHands":
        """Return the same if this many BETS more are on the first hand."""
        return SplitHands(
            [
                (chance, [_with_stake(first, bets), *others])
                for chance, (first, *others) in self.ways
            ]
        )


def _with_stake(ends: Ends, bets: int) -> Ends:
    return {End(end.level, end.bets + bets): chance for end, chance in ends.items()}


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


class PairSplit:
    """What becomes of two cards that count VALUE, of a pair that is split now.

    POLICY_WITH returns how a hand is played for which that many bets more can be paid. Hands are
    played one after the other, each with what those before it have left to pay with.
    """

    def __init__(self, value: int, policy_with: Callable[[int], Policy], draws: Draws) -> None:
        self._start = draws.second_card(value)
        self._policy_with = policy_with
        self._draws = draws
        self._ends: dict[tuple[float, int], Ends] = {}

    @property
    def pair(self) -> HandState | None:
        """The same pair again; None if there is no such card left."""
        return next((state for state in self._start if state.is_alike), None)

    def hands(self, again: float, splits_left: int, to_pay: int) -> SplitHands:
        """Return the hands, if a hand that is such a pair AGAIN is split so often.

        SPLITS_LEFT and TO_PAY, in bets, are what is left after this split.
        """
        pair = self.pair
        alike = again * self._start[pair] if pair else 0.0
        ways = []
        found = hands_after_split(alike, min(splits_left, to_pay))
        for (apart, last), chance in found.items():
            if chance:
                # That further splits are paid before all buys is nearly so: it takes a pair first.
                left = to_pay - (apart + last - 2)
                ways.append((chance, [*self._in_turn([again] * apart + [0.0] * last, left)]))
        return SplitHands(ways)

    def _in_turn(self, splitting: Sequence[float], to_pay: int) -> Iterator[Ends]:
        """Yield how hands end, each with how often a pair of its cards has been split instead."""
        left = {to_pay: 1.0}
        for number, again in enumerate(splitting):
            ends, after = defaultdict[End, float](float), defaultdict[int, float](float)
            most = MOST_ADDED * (len(splitting) - number)
            for bets, chance in left.items():
                can_pay = min(bets, most)
                for end, each in self._ends_with(again, min(can_pay, MOST_ADDED)).items():
                    ends[end] += chance * each
                    after[min(can_pay - (end.bets - 1), most - MOST_ADDED)] += chance * each
            yield ends
            left = after

    def _ends_with(self, again: float, to_pay: int) -> Ends:
        """Return how a hand ends for which that many bets can be paid."""
        if (again, to_pay) not in self._ends:
            start = dict(self._start)
            if pair := self.pair:
                start[pair] *= 1 - again
            whole = sum(start.values())
            begun = [(state, chance / whole) for state, chance in start.items()]
            found = Outcomes(begun, Unsplit(self._policy_with(to_pay)), self._draws)
            self._ends[again, to_pay] = found.ends
        return self._ends[again, to_pay]


class Played(Struct, frozen=True):
    """How a seat ends: a hand that was not split, and with a chance each, hands that were."""

    ends: Ends
    splits: Sequence[tuple[float, SplitHands]]
    visits: Mapping[HandState, float]

    @property
    def levels(self) -> list[float]:
        """The chance of each level to be the best of the seat."""
        parts = [(1.0, levels_of(self.ends))]
        return mixed([*parts, *((chance, split.levels) for chance, split in self.splits)])

    def result(self, payoffs: Payoffs) -> Result:
        """Return what it is worth against PAYOFFS."""
        splits = [(chance, split.result(payoffs)) for chance, split in self.splits]
        return Result(*mixed([(1.0, payoffs.result(self.ends)), *splits]))


def played(
    start: Mapping[HandState, float], policy: Policy, draws: Draws, splits_left: int
) -> Played:
    """Return how a seat ends whose hand begins with the chances of START, played by POLICY.

    It can pay for all that POLICY does.
    """
    unsplit, splits = dict(start), []
    for state in start:
        if splits_left and may_split(state):
            again = dict(policy.chances(state)).get(Verb.SPLIT, 0.0)
            pair = PairSplit(value_of_pair(state), lambda _: policy, draws)
            if again:
                splits.append((start[state] * again, pair.hands(again, splits_left - 1, UNLIMITED)))
                unsplit[state] *= 1 - again
    found = Outcomes(unsplit.items(), Unsplit(policy), draws)
    return Played(found.ends, splits, {**found.visits, **start})


class BestSeat:
    """The best play of a seat against PAYOFFS, by how many bets its player can pay."""

    def __init__(self, draws: Draws, payoffs: Payoffs, stick_min: int) -> None:
        self._draws = draws
        self.payoffs = payoffs
        self._stick_min = stick_min
        self._plays: dict[int, BestPlay] = {}
        self._pairs: dict[int, PairSplit] = {}
        self._is_worth: dict[tuple[int, int, int], bool] = {}

    def with_bets(self, most_bets: int) -> BestPlay:
        """Return the best play of a hand whose stake can grow to MOST_BETS."""
        if most_bets not in self._plays:
            self._plays[most_bets] = BestPlay(self._draws, self.payoffs, self._stick_min, most_bets)
        return self._plays[most_bets]

    def split(self, value: int, splits_left: int, to_pay: int) -> SplitHands:
        """Return what becomes of a pair of cards that count VALUE if it is split.

        SPLITS_LEFT and TO_PAY, in bets, include this split. A hand that is such a pair again is
        split if that is better.
        """
        if value not in self._pairs:
            self._pairs[value] = PairSplit(
                value, lambda bets: self.with_bets(1 + bets), self._draws
            )
        pair = self._pairs[value]
        again = pair.pair is not None and self.splits(pair.pair, splits_left - 1, to_pay - 1)
        return pair.hands(float(again), splits_left - 1, to_pay - 1)

    def splits(self, pair: HandState, splits_left: int, to_pay: int) -> bool:
        """Tell whether it is better to split PAIR than to play it as it is."""
        if not (splits_left and to_pay):
            return False
        value = value_of_pair(pair)
        known = value, splits_left, min(to_pay, MOST_ADDED * (splits_left + 1))
        if known not in self._is_worth:
            split = self.split(value, splits_left, to_pay).result(self.payoffs)
            whole = self.with_bets(1 + min(to_pay, MOST_ADDED)).worth(pair)
            self._is_worth[known] = split.value > whole
        return self._is_worth[known]

    def played(self, start: Mapping[HandState, float], splits_left: int, to_pay: int) -> Played:
        """Return how the seat ends whose hand begins with the chances of START."""
        unsplit, splits = dict(start), []
        for state in start:
            if may_split(state) and self.splits(state, splits_left, to_pay):
                split = self.split(value_of_pair(state), splits_left, to_pay)
                splits.append((unsplit.pop(state), split))
        best = self.with_bets(1 + min(to_pay, MOST_ADDED))
        found = Outcomes(unsplit.items(), best, self._draws)
        return Played(found.ends, splits, {**found.visits, **start})
