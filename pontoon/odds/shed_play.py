"""The best play of one hand of Shed Pontoon against given payoffs."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec import Struct

from pontoon.engine.moves import Verb
from pontoon.odds.shed_hands import (
    LEVELS,
    MAX_BURNS,
    VALUES,
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
    Levels,
    Payoffs,
    Result,
    best_of,
    hands_after_split,
    levels_of,
)


def may_split(state: HandState) -> bool:
    """Tell whether it is looked ahead that STATE is split: a pair that has not been burned to."""
    return state.is_alike and state.cards == 2 and state.bets == 1


def mixed(parts: Iterable[tuple[float, Levels]]) -> list[float]:
    """Return the chances of each level if each of PARTS comes with its chance."""
    levels = [0.0] * len(LEVELS)
    for chance, part in parts:
        levels = [total + chance * each for total, each in zip(levels, part, strict=True)]
    return levels


class BestPlay:
    """The best moves against PAYOFFS, for a hand whose stake can grow to MAX_BETS.

    A hand may stick on STICK_MIN and more. Splitting is apart, in ``split``.
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

    def values_to_split(self, splits_left: int, values: Iterable[int] = VALUES) -> list[int]:
        """Return those of VALUES of which a pair is worth more if it is split."""
        if not splits_left or self._most_bets < 2:
            return []
        return [
            value
            for value in values
            for pair in self._draws.second_card(value)
            if pair.is_alike and self.split(pair, splits_left).value > self.worth(pair)
        ]

    def split(self, pair: HandState, splits_left: int) -> Result:
        """Return what PAIR is worth if it is split, and again whenever it can be."""
        value = value_of_pair(pair)
        hands = split_hands(value, Splitting(self, (value,)), self._draws, splits_left)
        return self._payoffs.result_of_split(hands.ends, hands.hands)

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
        self._moves[state] = best = max(worth, key=worth.__getitem__)
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
        if may_split(state) and value_of_pair(state) in self._values:
            return ((Verb.SPLIT, 1.0),)
        return self._policy.chances(state)


class SplitHands(Struct, frozen=True):
    """How each hand of a pair ends once it is split, and the chances of how many there will be."""

    ends: Ends
    hands: Mapping[int, float]

    @property
    def levels(self) -> list[float]:
        """The chance of each level to be the best of them."""
        each = levels_of(self.ends)
        return mixed((chance, best_of([each] * many)) for many, chance in self.hands.items())


class Unsplit:
    """Plays as POLICY does with hands that it does not split."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy

    def chances(self, state: HandState) -> Iterable[tuple[Verb, float]]:
        moves = [each for each in self._policy.chances(state) if each[0] is not Verb.SPLIT]
        whole = sum(chance for _, chance in moves)
        return [(verb, chance / whole if whole else 1 / len(moves)) for verb, chance in moves]


def split_hands(value: int, policy: Policy, draws: Draws, splits_left: int) -> SplitHands:
    """Return what becomes of a pair of cards that count VALUE if it is split now.

    With SPLITS_LEFT, the one included, a hand that is such a pair again is split as POLICY has it,
    by which each hand is played as if it were alone.
    """
    start = draws.second_card(value)
    again = 0.0
    for alike in [state for state in start if state.is_alike]:
        again = dict(policy.chances(alike)).get(Verb.SPLIT, 0.0) * start[alike]
        if splits_left > 1:
            start[alike] -= again
    whole = sum(start.values())
    start = {state: chance / whole for state, chance in start.items()}
    found = Outcomes(start.items(), Unsplit(policy), draws)
    return SplitHands(found.ends, hands_after_split(again, splits_left))


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
        results = [(1.0, payoffs.result(self.ends))]
        for chance, split in self.splits:
            results.append((chance, payoffs.result_of_split(split.ends, split.hands)))
        return Result(
            sum(chance * each.value for chance, each in results),
            sum(chance * each.win for chance, each in results),
            sum(chance * each.bust for chance, each in results),
        )


def played(
    start: Mapping[HandState, float], policy: Policy, draws: Draws, splits_left: int
) -> Played:
    """Return how a seat ends whose hand begins with the chances of START, played by POLICY."""
    found = Outcomes(start.items(), policy, draws)
    splits = [
        (chance, split_hands(value, policy, draws, splits_left))
        for value, chance in found.splits.items()
    ]
    return Played(found.ends, splits, found.visits)
