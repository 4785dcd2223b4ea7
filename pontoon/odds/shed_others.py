"""How the hands of the other players of Shed Pontoon will end, from what lies open of them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from pontoon.engine.cards import Card
from pontoon.engine.moves import Verb
from pontoon.games.shed import ShedPontoon
from pontoon.odds.shed_field import Field
from pontoon.odds.shed_hands import (
    BUST_LEVEL,
    Draws,
    End,
    HandState,
    Outcomes,
    Policy,
    after_card,
    value_of_pair,
)
from pontoon.odds.shed_payoffs import best_of, certain, levels_of
from pontoon.odds.shed_play import Unsplit, played
from pontoon.odds.view import SeenHand, View

Belief = Mapping[HandState | End, float]
"""The weights of what a hand can be; they need not add up to 1."""


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
        self._rules = AnyMove(field.rules.stick_min)
        self._draws = draws
        self._fresh: Belief = dict(draws.two_cards().items())

    @cached_property
    def _unplayed(self) -> list[float]:
        """The levels of a player whose turn has not come."""
        splits = self._field.rules.max_splits
        return played(self._draws.two_cards(), self._field, self._draws, splits).levels

    def levels(self, hands: Sequence[SeenHand]) -> list[float]:
        """Return the chance of each level to be the best of HANDS, which are all of a player."""
        first = hands[0]
        if Verb.SPLIT in first.acts:
            start = self._after_split(first)
            return best_of([self._levels_after(start, hand, _since_split(hand)) for hand in hands])
        return self._levels_after(self._fresh, first, first.acts) if first.acts else self._unplayed

    def _after_split(self, hand: SeenHand) -> Belief:
        """Return what the hands can be, with a second card, that HAND was first split into."""
        before = hand.acts[: hand.acts.index(Verb.SPLIT)]
        belief = self._follow(self._fresh, hand, before, self._field)
        start: dict[HandState | End, float] = defaultdict(float)
        for state, weight in self._that_do(Verb.SPLIT, belief, self._field).items():
            if isinstance(state, HandState):
                for each, chance in self._draws.second_card(value_of_pair(state)).items():
                    start[each] += weight * chance
        return start

    def _levels_after(self, start: Belief, hand: SeenHand, acts: Sequence[Verb]) -> list[float]:
        """Return the levels of HAND, which has begun as START, and with which ACTS were done."""
        if hand.is_bust:
            return certain(BUST_LEVEL)
        for policy in (self._field, self._rules):
            belief = self._follow(start, hand, acts, policy)
            if whole := sum(belief.values()):
                found = Outcomes(belief.items(), Unsplit(self._field), self._draws)
                return [level / whole for level in levels_of(found.ends)]
        return self._unplayed

    def _follow(
        self, start: Belief, hand: SeenHand, acts: Iterable[Verb], policy: Policy
    ) -> Belief:
        """Return what HAND can be if it has begun as START, and ACTS were done by POLICY."""
        # All that lies open of a hand was twisted, after it was split or burned.
        belief, open_cards = start, iter(hand.known)
        for act in acts:
            card = next(open_cards, None) if act is Verb.TWIST else None
            belief = self._after(act, self._that_do(act, belief, policy), card)
        return belief

    def _that_do(self, act: Verb, belief: Belief, policy: Policy) -> Belief:
        """Return those of BELIEF with which ACT is done by POLICY, or if it never is, by the rules.

        Five cards stick by themselves.
        """
        for each in (policy, self._rules):
            chances = {
                state: chance * (isinstance(state, End) or dict(each.chances(state)).get(act, 0))
                for state, chance in belief.items()
            }
            if any(chances.values()):
                return chances
        return {}

    def _after(self, act: Verb, belief: Belief, card: Card | None) -> Belief:
        """Return what becomes of BELIEF by ACT, which is known not to have made it bust."""
        after: dict[HandState | End, float] = defaultdict(float)
        for state, chance in belief.items():
            if isinstance(state, End):
                after[state] += chance
            elif act is Verb.STICK:
                after[End(state.level, state.bets)] += chance
            elif act is Verb.BURN:
                for fresh, each in self._draws.two_cards(state.bets + 1).items():
                    after[fresh] += chance * each
            elif card is not None:
                after[after_card(state, act)[card.value - 1]] += chance
            else:
                for each, drawn in zip(self._draws.values, after_card(state, act), strict=True):
                    after[drawn] += chance * each
        return {
            each: chance
            for each, chance in after.items()
            if isinstance(each, HandState) or each.level != BUST_LEVEL
        }


def is_allowed(act: Verb, state: HandState, stick_min: int) -> bool:
    """Tell whether the rules allow ACT in STATE; STICK_MIN is the least total to stick on."""
    match act:
        case Verb.STICK:
            return state.total >= stick_min
        case Verb.BUY:
            return not state.has_twisted
        case Verb.BURN:
            return state.may_burn
        case Verb.SPLIT:
            return state.is_alike and state.cards == 2
    return True


class AnyMove:
    """Makes any move that the rules allow, with STICK_MIN the least total to stick on."""

    def __init__(self, stick_min: int) -> None:
        self._stick_min = stick_min

    def chances(self, state: HandState) -> Iterable[tuple[Verb, float]]:
        moves = [verb for verb in ShedPontoon.MOVES if is_allowed(verb, state, self._stick_min)]
        return [(verb, 1 / len(moves)) for verb in moves]


def _since_split(hand: SeenHand) -> list[Verb]:
    """Return what was done with HAND since it was split for the last time, or made by a split."""
    splits = [number for number, act in enumerate(hand.acts) if act is Verb.SPLIT]
    return hand.acts[splits[-1] + 1 :] if splits else hand.acts
