"""The odds of Shed Pontoon: one hand against other players, of whom some cards lie open.

What is not exact: cards are drawn as if each were put back, other players play as the field does
and have chips for all that they want, and no hand depends on another. Hands after a split are
played as if they were alone, and a hand that was burned is not split in what is looked ahead.
"""

from typing import cast

from msgspec.structs import replace

from pontoon.engine.computers import is_computer
from pontoon.engine.moves import Ask, Move, Option, Phase, Verb
from pontoon.games.shed import ShedRules
from pontoon.odds.advice import (
    Advice,
    MoveValue,
    advice_of,
    advice_on_bets,
    sizes_of_bets,
)
from pontoon.odds.shed_field import usual_field
from pontoon.odds.shed_hands import (
    BUST_LEVEL,
    MOST_ADDED,
    Draws,
    End,
    Ends,
    Outcomes,
    state_of,
    value_of_pair,
)
from pontoon.odds.shed_others import OtherHands, in_play
from pontoon.odds.shed_payoffs import (
    MANY_CHIPS,
    Levels,
    OwnHand,
    Payoffs,
    Result,
    certain,
    levels_of,
)
from pontoon.odds.shed_play import BestSeat, Unsplit
from pontoon.odds.view import SeenHand, View

ROUNDS_LITTLE = 50
"""From a bet of so many chips on, that payments are in whole chips is left out."""


def advise_shed(view: View) -> Advice:
    """Return what each move on offer in VIEW is worth (RULES 1); see ``advice_on_bets``.

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
        self.field = usual_field(rules, len(others) + 1)
        if all(is_computer(hands[0].player) for hands in others):
            # They are no company on the clown wagon (``ShedPontoon.on_clown_wagon``).
            rules = replace(rules, bonus_clown=rules.bonus_high)
        self.rules = rules
        hands = OtherHands(self.field, self.draws)
        self.levels: list[Levels] = [hands.levels(each) for each in others]


def _advice_on_bet(ask: Ask, others: _Others) -> Advice:
    """Return what initial bets are worth, such as leave enough for one more bet, for two ..."""
    (option,) = ask.options
    first = others.draws.second_card(ask.cards[0].value)
    seats: dict[int, BestSeat] = {}
    values = []
    for chips in sizes_of_bets(option, ask.chips, range(2, MOST_ADDED + 3)):
        exact = chips if chips < ROUNDS_LITTLE else MANY_CHIPS
        if exact not in seats:
            payoffs = Payoffs(others.rules, others.levels, exact)
            seats[exact] = BestSeat(others.draws, payoffs, others.rules.stick_min)
        seat = seats[exact]
        played = seat.played(first, others.rules.max_splits, (ask.chips - chips) // chips)
        values.append(MoveValue(Move(Verb.BET, chips), *played.result(seat.payoffs)))
    return advice_on_bets(values)


class _HandAsked:
    """The hand that VIEW is asked about.

    A move with it counts for the other hands of the player, too, if it takes from their worth.
    """

    def __init__(self, view: View, others: _Others) -> None:
        hand = view.hand
        bets = hand.stake // hand.bet
        self._others = others
        self._state = state_of(view.ask.cards, bets, hand.acts)
        self._own = [_own_hand(each, others) for each in view.of(view.player) if each is not hand]
        self._to_pay = view.ask.chips // hand.bet
        """How many more bets the player can pay."""
        self._payoffs = Payoffs(others.rules, others.levels, hand.bet, self._own)
        self._seat = BestSeat(others.draws, self._payoffs, others.rules.stick_min)
        self._best = self._seat.with_bets(bets + self._to_pay)
        self._splits_left = others.rules.max_splits - len(self._own)

    def move_value(self, option: Option) -> MoveValue:
        """Return what the move of OPTION is worth."""
        verb = option.verb
        result = self._split() if verb is Verb.SPLIT else self._payoffs.result(self._ends(verb))
        return MoveValue(Move(verb, option.least), *result)

    def _ends(self, verb: Verb) -> Ends:
        """Return how the hand ends after VERB, and the best play from then on."""
        state, draws = self._state, self._others.draws
        if verb is Verb.STICK:
            return {End(state.level, state.bets): 1.0}
        if verb is Verb.BURN:
            return Outcomes(draws.two_cards(state.bets + 1).items(), self._best, draws).ends
        return self._best.ends_after(state, verb)

    def _split(self) -> Result:
        """Return what the hands are worth together that the hand becomes."""
        value = value_of_pair(self._state)
        hands = self._seat.split(value, self._splits_left, self._to_pay)
        burned = self._state.bets - 1  # what was paid for burning stays with the hand
        return hands.with_stake(burned).result(self._payoffs)


def _own_hand(hand: SeenHand, others: _Others) -> OwnHand:
    """Return how another HAND of the player has ended, or will end if the field plays it."""
    bets = hand.stake // hand.bet
    if hand.is_bust:
        return OwnHand(certain(BUST_LEVEL), bets)
    cards = hand.known
    if len(cards) > 1:
        return OwnHand(certain(state_of(cards, bets, hand.acts).level), bets)
    start = others.draws.second_card(cards[0].value)
    to_come = Outcomes(start.items(), Unsplit(others.field), others.draws)
    return OwnHand(levels_of(to_come.ends))
