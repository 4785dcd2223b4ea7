"""What the moves of a player are worth against a banker or dealer who plays last.

The banker is taken to know with how many cards the hand has stuck, which one was twisted first, and
what lies open of all other hands, and to draw as is best against that. So how the banker's hand
ends follows from these; it is worked out exactly from the cards that the player does not see.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from operator import itemgetter
from typing import NamedTuple

from msgspec.structs import replace

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Verb
from pontoon.games.pontoon_hands import Level
from pontoon.games.shoot import CARDS_TO_SHOOT_ON
from pontoon.odds.bank_field import Held, held_if_stuck, levels_of, without
from pontoon.odds.bank_terms import EVEN, Terms
from pontoon.odds.banker import (
    BANKERS_LEVELS,
    Against,
    Expected,
    Hands,
    Policy,
    both,
    expected_gains,
)
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import (
    FIRST_CARDS,
    FIVE_CARD_TRICK,
    PONTOON,
    Count,
    Unseen,
    Values,
    count_of,
    draws,
    hands_after,
)
from pontoon.odds.view import SeenHand

Comparison = Mapping[Level, tuple[float, float]]
"""What a hand on each level gains for each unit of its stake, and its chance to be better."""

PONTOON_CARDS = 0
"""Stands for the number of cards of a pontoon, which is shown."""
A_PONTOON = Count(FIRST_CARDS, BEST_TOTAL, is_soft=True)
A_TRICK = Count(FULL_HAND, BEST_TOTAL, is_soft=False)
A_STUCK_HAND = SeenHand("", 1, [None, None], is_over=True)


class Stakes(NamedTuple):
    """What is on a hand, and what may be added to it."""

    stake: int
    side_bet: int = 0
    last_buy: int = 0
    """0 if it has bought nothing."""
    room: int = 0
    """The most that it may buy for, all together; 0 after a twist."""
    shots: int = 0
    """The most that it may shoot for on three cards."""
    twists: int = 0
    """How many cards are twisted to it from now on. Those that were bought came before them."""
    shot: Verb | None = None
    """SHOOT or PASS once it has taken a fourth card from now on, if that tells others of it."""


def _twisted(stakes: Stakes) -> Stakes:
    return stakes._replace(room=0, twists=stakes.twists + 1)


def _bought(stakes: Stakes, chips: int) -> Stakes:
    stake, side_bet, _, room, shots, twists, shot = stakes
    return Stakes(stake + chips, side_bet, chips, room - chips, shots, twists, shot)


def _shot(stakes: Stakes, chips: int, bet: int) -> Stakes:
    side_bet = stakes.side_bet + chips
    tells = Verb.SHOOT if side_bet >= bet else None
    return stakes._replace(side_bet=side_bet, shots=0, shot=tells)


class AgainstBank:
    """How HAND, as others see it, compares with the banker's, who gains by OTHERS too.

    The banker's cards are of COMING; to the banker, those hidden in the hand and those to come are
    of BANKERS_UNSEEN.
    """

    def __init__(
        self,
        terms: Terms,
        coming: Unseen,
        bankers_unseen: Unseen,
        hand: SeenHand,
        others: Expected,
    ) -> None:
        self._terms = terms
        self._bankers_hands = Hands(coming)
        self._bankers_unseen = bankers_unseen
        self._hand = hand
        self._by_others = others
        self._comparisons: dict[tuple[int, int, int, Verb | None], Comparison] = {}
        self._known: dict[tuple[Values, int, int, Verb | None], tuple[float, float]] = {}

    def of(
        self, hand: Values, twists: int = 0, twisted: int = 0, shot: Verb | None = None
    ) -> tuple[float, float]:
        """Return what HAND gains for each unit of its stake if it sticks, and its chance to win.

        TWISTS are the last of its cards, so many, which were twisted from now on. TWISTED is the
        value of the third card if that will lie open, else 0. SHOT is that of ``Stakes``.
        """
        key = hand, twists, twisted, shot
        if key not in self._known:
            level = count_of(hand).level
            cards = PONTOON_CARDS if level == PONTOON else len(hand)
            self._known[key] = self._of(level, cards, twists, twisted, shot)
        return self._known[key]

    def of_trick(self) -> tuple[float, float]:
        """Return the same of a five-card trick."""
        return self._of(FIVE_CARD_TRICK, FULL_HAND)

    def _of(
        self,
        level: Level,
        cards: int,
        twists: int = 0,
        twisted: int = 0,
        shot: Verb | None = None,
    ) -> tuple[float, float]:
        key = cards, twists, twisted, shot
        if key not in self._comparisons:
            self._comparisons[key] = self._comparison(self._stuck(*key))
        return self._comparisons[key][level]

    def _stuck(self, cards: int, twists: int, twisted: int, shot: Verb | None) -> Held:
        """Return what the banker takes a hand for that has stuck with this many CARDS."""
        if cards == PONTOON_CARDS:
            return {((), A_PONTOON): 1.0}
        if cards == FULL_HAND:
            return {((), A_TRICK): 1.0}
        hand, cards_before = self._hand, max(len(self._hand.cards), FIRST_CARDS)
        acts = [*[Verb.BUY] * (cards - cards_before - twists), *[Verb.TWIST] * twists]
        if shot:  # before the last card: with another one it would be a five-card trick
            acts.insert(-1, shot)
            hand = replace(hand, side_bet=max(hand.side_bet, hand.bet))
        if twisted:
            hand = replace(hand, cards=[*hand.cards, PACK[twisted - 1]], acts=[*hand.acts, *acts])
            acts = []
        return held_if_stuck(hand, acts, self._terms, self._bankers_unseen)

    def _comparison(self, stuck: Held) -> Comparison:
        """Return the comparison of hands that have STUCK, as the banker sees them."""
        terms, cards = self._terms, without(self._bankers_unseen, [stuck])
        levels = levels_of(A_STUCK_HAND, stuck, terms, draws(cards))
        mine = Against(self._hand.stake, self._hand.side_bet, levels)
        by_mine = expected_gains([(mine, stuck)], terms, self._bankers_unseen)
        policy = Policy(both(by_mine, self._by_others), cards)
        ends = dict(self._bankers_hands.ends(policy))
        if terms.is_pontoon_shown_at_once:
            ends.pop(PONTOON, None)
        whole = sum(ends.values())
        comparison = {}
        for level in BANKERS_LEVELS:
            gain = sum([chance * terms.gain(level, each) for each, chance in ends.items()])
            win = sum([chance for each, chance in ends.items() if each < level])
            comparison[level] = gain / whole, win / whole
        return comparison


class HandOdds:
    """What the moves with a hand are worth, if it is then played as well as it can be.

    BET is what it began with. All cards but the first ones of the hand are of UNSEEN, OWN are
    those first ones. Values are in chips or fingers.
    """

    def __init__(
        self, terms: Terms, bet: int, unseen: Unseen, own: Values, bank: AgainstBank
    ) -> None:
        self._terms = terms
        self._bet = bet
        self._own = own
        self._unseen = tuple([number + own.count(value) for value, number in enumerate(unseen, 1)])
        self._bank = bank
        self._fits: dict[Values, float] = {}
        self._played: dict[tuple[Values, Stakes], tuple[Outlook, Stakes | None]] = {}
        """What hands are worth, and the stakes with which they draw if that is best."""
        self._staked: dict[tuple[Values, Stakes], Mapping[int, float]] = {}

    def stick(self, hand: Values, stakes: Stakes) -> Outlook:
        twisted = self._twisted(hand, stakes)
        gain, win = self._bank.of(hand, stakes.twists, twisted, stakes.shot)
        return Outlook(stakes.stake * gain + stakes.side_bet * (2 * win - 1), win, 0)

    def _twisted(self, hand: Values, stakes: Stakes) -> int:
        """Return the value of the card that was twisted to the first two; 0 if none was.

        The other cards of longer hands lie open, too, but to look at all would take too long.
        """
        if not stakes.twists or len(self._own) != FIRST_CARDS or len(hand) != FIRST_CARDS + 1:
            return 0
        return sum(hand) - sum(self._own)

    def twist(self, hand: Values, stakes: Stakes) -> Outlook:
        return self.draw(hand, _twisted(stakes))

    def buy(self, hand: Values, stakes: Stakes, chips: int) -> Outlook:
        return self.draw(hand, _bought(stakes, chips))

    def shoot(self, hand: Values, stakes: Stakes, chips: int) -> Outlook:
        """Return what a shoot bet on three cards is worth. The hand must then take another."""
        outlook, _ = max(self._draws(hand, _shot(stakes, chips, self._bet)))
        return outlook

    def draw(self, hand: Values, stakes: Stakes) -> Outlook:
        """Return what HAND is worth if it gets another card with those STAKES."""
        if len(hand) == FULL_HAND - 1:
            return self._last_card(hand, stakes)
        if len(hand) == CARDS_TO_SHOOT_ON and stakes.shots:
            stakes = stakes._replace(shots=0, shot=Verb.PASS)
        more = hands_after(hand, self._unseen)
        return expected([(chance, self.play(each, stakes)) for chance, each in more])

    def play(self, hand: Values, stakes: Stakes) -> Outlook:
        """Return what HAND is worth if it is played as well as it can be."""
        outlook, _ = self._best(hand, stakes)
        return outlook

    def stakes_in_the_end(self, hand: Values, stakes: Stakes) -> Mapping[int, float]:
        """Return what can be on HAND in the end if it gets another card, each with its chance."""
        if len(hand) == FULL_HAND - 1 or not stakes.room:
            return {stakes.stake: 1.0}
        if (hand, stakes) not in self._staked:
            found: dict[int, float] = defaultdict(float)
            for chance, each in hands_after(hand, self._unseen):
                _, after = self._best(each, stakes)
                ends = self.stakes_in_the_end(each, after) if after else {stakes.stake: 1.0}
                for stake, likely in ends.items():
                    found[stake] += chance * likely
            self._staked[hand, stakes] = found
        return self._staked[hand, stakes]

    def _best(self, hand: Values, stakes: Stakes) -> tuple[Outlook, Stakes | None]:
        """Return what HAND is worth at its best, and the stakes with which it draws then."""
        count = count_of(hand)
        if count.is_bust:
            return Outlook(-stakes.stake - stakes.side_bet, 0, 1), None
        if count.is_complete or count.total == BEST_TOTAL:
            return self.stick(hand, stakes), None
        if (hand, stakes) not in self._played:
            self._played[hand, stakes] = max(self._moves(hand, stakes), key=itemgetter(0))
        return self._played[hand, stakes]

    def _moves(self, hand: Values, stakes: Stakes) -> Iterator[tuple[Outlook, Stakes | None]]:
        if self._terms.may_stick(count_of(hand)):
            yield self.stick(hand, stakes), None
        for outlook, after in self._draws(hand, stakes):
            yield outlook, after
            if stakes.shots and outlook.win > EVEN and len(hand) == CARDS_TO_SHOOT_ON:
                yield max(self._draws(hand, _shot(stakes, stakes.shots, self._bet)))

    def _draws(self, hand: Values, stakes: Stakes) -> Iterator[tuple[Outlook, Stakes]]:
        """Yield what another card is worth, twisted or bought, and the stakes then."""
        after = _twisted(stakes)
        yield self.draw(hand, after), after
        if stakes.room:
            least, most = self._terms.buys(self._bet, stakes.last_buy)
            if stakes.room >= least:  # what is worth buying is worth most for the most
                after = _bought(stakes, min(most, stakes.room))
                yield self.draw(hand, after), after

    def _last_card(self, hand: Values, stakes: Stakes) -> Outlook:
        """Return what HAND is worth if it becomes a five-card trick, or bust."""
        if hand not in self._fits:
            more = hands_after(hand, self._unseen)
            self._fits[hand] = sum([chance for chance, each in more if not count_of(each).is_bust])
        fits = self._fits[hand]
        gain, win = self._bank.of_trick()
        value = fits * (stakes.stake * gain + stakes.side_bet * (2 * win - 1))
        return Outlook(value - (1 - fits) * (stakes.stake + stakes.side_bet), fits * win, 1 - fits)
