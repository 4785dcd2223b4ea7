"""What the moves of a banker or dealer are worth against the hands that are still in.

The cards that the banker draws are worked out exactly, as one card less for the next draw; the
hidden cards of each hand as if they were the only ones (``bank_field``). A banker's value is for
each unit of the first bets on those hands. What others have lost before is not in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Move, Verb
from pontoon.games.pontoon_hands import HandType, Level
from pontoon.odds.advice import MoveValue
from pontoon.odds.bank_field import Levels, levels_of
from pontoon.odds.bank_terms import Terms, terms_of
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import (
    BUST,
    FIRST_CARDS,
    FIVE_CARD_TRICK,
    NO_CARDS,
    PONTOON,
    Count,
    Draws,
    Unseen,
    Values,
    by_value,
    count_of,
    draws,
    hands_after,
    with_card,
)
from pontoon.odds.view import View

BANKERS_LEVELS: Sequence[Level] = (
    BUST,
    *((HandType.POINTS, total) for total in range(2, BEST_TOTAL)),
    (HandType.TWENTY_ONE, 0),
    FIVE_CARD_TRICK,
    PONTOON,
)
"""All levels on which a banker's hand can end."""

Gains = Mapping[Level, float]
"""What the banker gains by a hand that ends on each level."""


class Against(Struct, frozen=True):
    """A hand that a banker plays against: what is on it, and how likely it is on each level.

    If it is bust it has no part in what the banker gains.
    """

    stake: int
    side_bet: int
    levels: Levels

    def gain(self, level: Level, bankers: Level, terms: Terms) -> int:
        """Return what the banker gains by the hand if it is of LEVEL."""
        if level == BUST:
            return 0
        side_bet = -self.side_bet if level > bankers else self.side_bet
        return self.stake * terms.bankers_gain(level, bankers) + side_bet

    def gains(self, bankers: Level, terms: Terms) -> dict[int, float]:
        """Return all that the banker can gain by the hand, each with its chance."""
        gains: dict[int, float] = defaultdict(float)
        for level, chance in self.levels.items():
            gains[self.gain(level, bankers, terms)] += chance
        return gains


def gains_by_level(hands: Collection[Against], terms: Terms) -> Gains:
    """Return what a banker on each level gains by all HANDS together."""
    return {
        bankers: sum(
            chance * hand.gain(level, bankers, terms)
            for hand in hands
            for level, chance in hand.levels.items()
        )
        for bankers in BANKERS_LEVELS
    }


def chance_to_win(hands: Collection[Against], bankers: Level, terms: Terms) -> float:
    """Return the chance that a banker on that level loses nothing to HANDS all in all."""
    sums: dict[int, float] = {0: 1.0}
    for hand in hands:
        more: dict[int, float] = defaultdict(float)
        for gain, chance in hand.gains(bankers, terms).items():
            for before, likely in sums.items():
                more[before + gain] += likely * chance
        sums = more
    return sum(chance for gain, chance in sums.items() if gain >= 0)


class BankersOdds:
    """What staying and drawing are worth to a banker with HAND, who does not see UNSEEN.

    ENDS are what the hand comes to on each level.
    """

    def __init__(self, hand: Values, unseen: Unseen, ends: Mapping[Level, Outlook]) -> None:
        self._hand = count_of(hand)
        self._unseen = unseen
        self._ends = ends
        self._played: dict[Values, Outlook] = {}

    def stay(self, drawn: Values = ()) -> Outlook:
        return self._ends[self._with(drawn).level]

    def draw(self, drawn: Values = ()) -> Outlook:
        """Return what a card after those DRAWN comes to, if the hand is then played best."""
        more = hands_after(drawn, self._unseen)
        return expected([(chance, self._play(each)) for chance, each in more])

    def _play(self, drawn: Values) -> Outlook:
        if drawn not in self._played:
            count = self._with(drawn)
            stays = count.is_bust or count.is_complete
            self._played[drawn] = (
                self.stay(drawn) if stays else max(self.stay(drawn), self.draw(drawn))
            )
        return self._played[drawn]

    def _with(self, drawn: Values) -> Count:
        count = self._hand
        for value in drawn:
            count = with_card(count, value)
        return count


def advise_banker(view: View) -> Iterator[MoveValue]:
    """Yield what it is worth to stay and to draw."""
    terms, unseen = terms_of(view), by_value(view.unseen)
    cards = draws(unseen)
    in_play = [hand for hand in view.others if not (hand.is_bust or hand.has_resigned)]
    hands = [Against(hand.stake, hand.side_bet, levels_of(hand, terms, cards)) for hand in in_play]
    bets = sum(hand.bet for hand in in_play)
    ends = {
        level: Outlook(gain / bets, chance_to_win(hands, level, terms), float(level == BUST))
        for level, gain in gains_by_level(hands, terms).items()
    }
    odds = BankersOdds(tuple(card.value for card in view.hand.known), unseen, ends)
    for option in view.ask.options:
        outlook = odds.stay() if option.verb is Verb.STAY else odds.draw()
        yield MoveValue(Move(option.verb), *outlook)


def policy(gains: Gains, cards: Draws) -> frozenset[Count]:
    """Return with which hands a banker draws who gains so much on each level.

    The banker goes by what a hand counts, as if each card were put back.
    """
    worth: dict[Count, float] = {}
    for _, first in cards:
        for _, second in cards:
            _find_worth(with_card(with_card(NO_CARDS, first), second), gains, cards, worth)
    return frozenset([count for count, most in worth.items() if most > gains[count.level]])


def _find_worth(count: Count, gains: Gains, cards: Draws, worth: dict[Count, float]) -> float:
    """Return what a hand of COUNT gains at its best; WORTH is what was found before."""
    if count not in worth:
        worth[count] = gains[count.level]
        if not (count.is_bust or count.is_complete):
            drawn = [
                chance * _find_worth(with_card(count, value), gains, cards, worth)
                for chance, value in cards
            ]
            worth[count] = max(worth[count], sum(drawn))
    return worth[count]


@lru_cache(maxsize=64)
def bankers_ends(drawing: frozenset[Count], unseen: Unseen) -> Levels:
    """Return the levels on which a banker can end who draws with the hands DRAWING.

    All cards of the hand are of UNSEEN.
    """
    ended: dict[Level, float] = defaultdict(float)
    hands: dict[Values, float] = {(): 1.0}
    while hands:
        more: dict[Values, float] = defaultdict(float)
        for hand, chance in hands.items():
            count = count_of(hand)
            if count.cards < FIRST_CARDS or count in drawing:
                for likely, drawn in hands_after(hand, unseen):
                    more[drawn] += chance * likely
            else:
                ended[count.level] += chance
        hands = more
    return ended
