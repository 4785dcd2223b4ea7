"""What each move in Black Jack For Time is worth, exactly, from the cards that a player has seen.

Bob has a ten and a six, the dealer shows a ten, and all other cards of six decks are unseen:

>>> odds = HandOdds(10, (24, 24, 24, 24, 24, 24, 24, 24, 24, 95))
>>> f"stay {odds.stay((6, 10)).value:.4f}, hit {odds.hit((6, 10)).value:.4f}"
'stay -0.5412, hit -0.4609'

The dealer's hand ends so then:

>>> dealer = DealersEnds(10, (24, 24, 24, 24, 24, 24, 24, 24, 24, 95))
>>> natural, *twenties = dealer.chances_of((), NATURAL, (HandType.POINTS, 20), TWENTY_ONE)
>>> f"{natural:.4f}", f"{twenties[0] - twenties[1]:.4f}"
('0.0772', '0.3397')

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order. What
other players have and do changes nothing but which cards are seen: all orders of the others are
equally likely, so it does not matter who draws first.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import accumulate, combinations, combinations_with_replacement
from math import perm, prod
from operator import mul
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand
from pontoon.engine.moves import Move, Phase, Verb
from pontoon.games.blackjack import DEALER_STAYS, LAST_COIN, BlackJackRules
from pontoon.games.blackjack_hands import (
    BEST_PAYS,
    BETTER_PAYS,
    PAID_AT_ONCE,
    HandType,
    Level,
    level_of,
)
from pontoon.odds.advice import ALIKE, Advice, MoveValue, advice_of
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, by_value, joined
from pontoon.odds.view import DEALER, View

NATURAL = (HandType.NATURAL, BEST_TOTAL)

ACE, TEN = 1, 10
TWENTY_ONE = (HandType.TWENTY_ONE, BEST_TOTAL)
CHARLIE = (HandType.CHARLIE, 0)
"""The dealer's; what it comes to makes no difference."""

BUST = Outlook(-1, 0, 1)
PAID = Outlook(BEST_PAYS - 1, 1, 0)
"""What comes of a hand that is paid at once."""
STAND_OFF = Outlook(0, 1, 0)
BEATEN = Outlook(-1, 0, 0)


def _better(one: Outlook, other: Outlook) -> Outlook:
    return other if round(other.value, ALIKE) > round(one.value, ALIKE) else one


@cache
def _with_another(hand: Values) -> Sequence[tuple[int, Values]]:
    """Return the value of each card with which HAND is not bust, and HAND with that card."""
    return [(value, joined(hand, value)) for value in VALUES if sum(hand) + value <= BEST_TOTAL]


class HandOdds:
    """What the moves with a hand are worth against the card UP, after the dealer has looked.

    So the dealer has no natural. UNSEEN are the cards that the player does not see, and those of
    the hand itself.
    """

    def __init__(self, up: int, unseen: Unseen) -> None:
        self.up = up
        self._unseen = unseen
        self._no_hole = {ACE: TEN, TEN: ACE}.get(up)
        """The value that the hole card does not have, or there would be a natural."""
        self._dealer = DealersEnds(up, unseen)
        self._played: dict[Values, Outlook] = {}
        self._compared: dict[Values, tuple[float, float]] = {}

    def natural(self, hand: Values) -> float:
        """Return the chance that the dealer has a natural, as long as nobody has looked."""
        return self._dealer.chances_of(hand, NATURAL)[0] if self._no_hole else 0.0

    def stay(self, hand: Values) -> Outlook:
        win, tie = self._comparison(hand)
        pays = BEST_PAYS if level(hand) == TWENTY_ONE else BETTER_PAYS
        return Outlook(pays * win + tie - 1, win + tie, 0)

    def hit(self, hand: Values) -> Outlook:
        """Return what HAND is worth if it hits, and is then played as well as it can be."""
        return self._after_card(hand, self.play, BUST)

    def double(self, hand: Values) -> Outlook:
        return self._after_card(hand, self._doubled, BUST._replace(value=2 * BUST.value))

    def _doubled(self, hand: Values) -> Outlook:
        """Return what a doubled HAND is worth, its last card included."""
        win, tie = self._comparison(hand)
        return Outlook(2 * (BETTER_PAYS * win + tie - 1), win + tie, 0)

    def play(self, hand: Values) -> Outlook:
        """Return what HAND is worth if it hits or stays, whatever is better, or is over."""
        if hand not in self._played:
            kind, total = level(hand)
            if kind in PAID_AT_ONCE:
                outlook = PAID
            elif kind is HandType.TWENTY_ONE:
                outlook = self.stay(hand)
            elif total <= BEST_TOTAL - TEN:
                outlook = self.hit(hand)  # it cannot bust, and is no worse with any card
            else:
                outlook = _better(self.stay(hand), self.hit(hand))
            self._played[hand] = outlook
        return self._played[hand]

    def _after_card(
        self, hand: Values, worth: Callable[[Values], Outlook], bust: Outlook
    ) -> Outlook:
        """Return what HAND is worth with another card, from its WORTH then and if it is BUST.

        One of the cards that are left is the hole card, which cannot be any.
        """
        left = [*self._unseen]
        for value in hand:
            left[value - 1] -= 1
        cards = sum(left)
        holes = cards - (left[self._no_hole - 1] if self._no_hole else 0)
        never_hole = 1 / max(cards - 1, 1)
        may_be_hole = never_hole * (holes - 1) / holes
        cases, busts = [], 1.0
        for value, more in _with_another(hand):
            chance = left[value - 1] * (never_hole if value == self._no_hole else may_be_hole)
            if chance:
                busts -= chance
                cases.append((chance, worth(more)))
        return expected([*cases, (max(busts, 0.0), bust)])

    def dealer_busts(self, hand: Values) -> float:
        """Return the chance that the dealer's hand ends bust while the player holds HAND."""
        (made,) = self._dealer.chances_of(hand, ENDS[0])
        return (1 - made) / (1 - self.natural(hand))

    def _comparison(self, hand: Values) -> tuple[float, float]:
        """Return the chances that HAND is better than the dealer's, and that it is as good."""
        if hand not in self._compared:
            kind, total = level(hand)
            if total < DEALER_STAYS:  # the dealer comes to no such total
                (as_good,) = (better,) = self._dealer.chances_of(hand, (kind, total))
            else:
                as_good, better = self._dealer.chances_of(hand, (kind, total), (kind, total + 1))
            possible = 1 - self.natural(hand)
            self._compared[hand] = (1 - as_good) / possible, (as_good - better) / possible
        return self._compared[hand]


class Opening(Struct, frozen=True):
    """What a hand of two cards is worth before the dealer looks at the hole card."""

    up: int
    natural: float
    """The chance that the dealer has a natural."""
    against_natural: Outlook
    played: Outlook
    """What the hand comes to if the dealer has none, and it hits or stays."""
    doubled: Outlook | None
    """The same if it doubles; None if it is over."""

    @classmethod
    def of(cls, odds: HandOdds, hand: Values) -> "Opening":
        is_over = level(hand) == NATURAL
        return cls(
            odds.up,
            odds.natural(hand),
            STAND_OFF if is_over else BEATEN,
            odds.play(hand),
            None if is_over else odds.double(hand),
        )

    def outlook(self, bet: int, coins: int) -> Outlook:
        """Return what the hand is worth without insurance, with that BET and COINS left."""
        played = self.played
        if self.doubled and coins >= bet + LAST_COIN:
            played = _better(played, self.doubled)
        return expected(((self.natural, self.against_natural), (1 - self.natural, played)))

    def insured(self, bet: int, coins: int, pays: int) -> Outlook:
        """Return what it is worth with insurance, for which PAYS coins come back for each."""
        cost = bet // 2
        outlook = self.outlook(bet, coins - cost)
        gain = cost * (pays * self.natural - 1)
        return outlook._replace(value=outlook.value + gain / bet)

    def best(self, bet: int, coins: int, pays: int) -> Outlook:
        """Return the better of both, if insurance is offered."""
        if self.up == ACE and 1 <= bet // 2 <= coins - LAST_COIN:
            return _better(self.outlook(bet, coins), self.insured(bet, coins, pays))
        return self.outlook(bet, coins)


@lru_cache(maxsize=8)
def _openings(unseen: Unseen) -> tuple[tuple[float, Opening], ...]:
    """Return all that a player can be dealt from UNSEEN, with the chances.

    They are the same for all who bet on the same deck.
    """
    openings = []
    for up in VALUES:
        shown, left = _drawn(unseen, up)
        odds = HandOdds(up, left)
        for first, second in combinations_with_replacement(VALUES, 2):
            one, rest = _drawn(left, first)
            other, _ = _drawn(rest, second)
            orders = 1 if first == second else 2
            if chance := shown * one * other * orders:
                openings.append((chance, Opening.of(odds, (first, second))))
    return tuple(openings)


def _drawn(unseen: Unseen, value: int) -> tuple[float, Unseen]:
    """Return the chance that a card of UNSEEN has that VALUE, and what is unseen then."""
    rest = tuple([left - (value == each) for each, left in zip(VALUES, unseen, strict=True)])
    return unseen[value - 1] / sum(unseen), rest


def advise_blackjack(view: View) -> Advice:
    """Return what each move on offer in VIEW is worth.

    A bet is worth the same for each of its coins, but for what its player cannot afford afterwards:
    the values are those of the least and of the most. Insurance is part of the value while it is
    asked for, and not of the chances; before a hand is played it is lost.
    """
    advisers = {Phase.BET: _bets, Phase.INSURANCE: _insurance, Phase.HAND: _moves}
    advice = advice_of([*advisers[view.ask.phase](view)])
    if view.ask.phase is Phase.BET:
        return advice
    odds, hand = _hand_odds(view)
    if view.ask.phase is Phase.INSURANCE:
        return replace(advice, dealer_natural=odds.natural(hand))
    return replace(advice, dealer_busts=odds.dealer_busts(hand))


def _bets(view: View) -> Iterator[MoveValue]:
    (option,) = view.ask.options
    openings = _openings(by_value(view.unseen))
    for bet in sorted({option.least or 0, option.most or 0}):
        coins = view.ask.chips - bet
        pays = _rules(view).insurance_pays
        cases = [(chance, opening.best(bet, coins, pays)) for chance, opening in openings]
        yield MoveValue(Move(Verb.BET, bet), *expected(cases))


def _insurance(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    opening = Opening.of(odds, hand)
    stakes = view.hand.bet, view.ask.chips
    insured = opening.insured(*stakes, _rules(view).insurance_pays)
    yield MoveValue(Move(Verb.PASS), *opening.outlook(*stakes))
    yield MoveValue(Move(Verb.INSURE, view.hand.bet // 2), *insured)


def _moves(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    outlooks = {Verb.HIT: odds.hit, Verb.STAY: odds.stay, Verb.DOUBLE: odds.double}
    # Of moves that are worth the same the one named first is the best: to stay, as in ``play``.
    for option in sorted(view.ask.options, key=lambda option: option.verb is not Verb.STAY):
        yield MoveValue(Move(option.verb, option.least), *outlooks[option.verb](hand))


def _rules(view: View) -> BlackJackRules:
    assert isinstance(view.rules, BlackJackRules)
    return view.rules


def _hand_odds(view: View) -> tuple[HandOdds, Values]:
    """Return the odds of the hand that the player is asked about, and the hand."""
    (dealer,) = view.of(DEALER)
    hand = tuple(sorted(card.value for card in view.hand.known))
    unseen = by_value(view.unseen)
    own = [left + hand.count(value) for value, left in zip(VALUES, unseen, strict=True)]
    return HandOdds(dealer.known[0].value, tuple(own)), hand


# How the dealer's hand ends


@cache
def level(values: Values) -> Level:
    """Return the level of a hand of these VALUES, which may be in any order.

    >>> level((1, 5)), level((1, 2, 3, 4, 5))
    ((<HandType.POINTS: 2>, 16), (<HandType.CHARLIE: 4>, 15))
    """
    return level_of(Hand(PACK[value - 1] for value in values))


class DealersEnds:
    """How the dealer's hand ends if the card UP is face up, beside any hand of a player.

    The hole card, too, is one of those UNSEEN, which UP is not among. The cards of the player's
    hand are among them, but the dealer does not draw these. To go through all draws anew for each
    hand would take long. So it is found out once for each few cards in how many orders the dealer
    draws all of them, among others. The orders that have no card of a hand are then all orders,
    less those with any one of its cards, and, since they are taken away twice, more those with any
    two; and so on.
    """

    def __init__(self, up: int, unseen: Unseen, most_cards: int = FULL_HAND) -> None:
        """Begin with UP. The dealer stops at MOST_CARDS."""
        self._up, self._most_cards = up, most_cards
        self._cards = int(sum(unseen))
        self._left = [int(left) - alike for left in unseen for alike in range(most_cards)]
        self._orders: dict[Values, Mapping[tuple[int, int], int]] = {}
        self._at_least: dict[int, dict[Values, list[float]]] = defaultdict(dict)
        """What ``_with`` has returned, by the number of cards in the player's hand."""

    def chances_of(self, hand: Values, *levels: Level) -> list[float]:
        """Return the chances that the dealer's hand is as good as each of LEVELS beside HAND."""
        parts, times = _parts(self._up, self._most_cards, hand)
        known = self._at_least[len(hand)]
        for part in parts:
            if part not in known:
                known[part] = self._with(part, self._cards - len(hand))
        at_least = [known[part] for part in parts]
        places = map(_place, levels)
        return [sum(map(mul, times, [each[place] for each in at_least])) for place in places]

    def _with(self, part: Values, cards: int) -> list[float]:
        """Return the chances to draw all of PART and end as well as each of ENDS, or better.

        There are so many CARDS to draw from.
        """
        if part not in self._orders:
            self._orders[part] = self._orders_with(part)
        at = [0.0] * (len(ENDS) + 1)
        for (end, drawn), orders in self._orders[part].items():
            if drawn <= cards:  # else there is no such draw, whatever is counted for a part
                at[end] += orders / perm(cards, drawn)
        return [*accumulate(reversed(at))][::-1]

    def _orders_with(self, part: Values) -> Mapping[tuple[int, int], int]:
        """Return in how many orders PART is drawn, by the place in ENDS and the number of cards."""
        left, most = [*self._left], self._most_cards
        for value in part:
            for place in range((value - 1) * most, value * most):
                left[place] -= 1
        orders: dict[tuple[int, int], int] = defaultdict(int)
        for end, drawn, times, others in _draws_with(self._up, most, part):
            orders[end, drawn] += times * prod([left[each] for each in others])
        return orders


ENDS: Sequence[Level] = (
    *((HandType.POINTS, total) for total in range(DEALER_STAYS, BEST_TOTAL)),
    TWENTY_ONE,
    CHARLIE,
    NATURAL,
)
"""How the dealer's hand can end if it is not bust, the least first."""


def _end(up: int, drawn: Values, most_cards: int) -> Level:
    """Return how the dealer's hand has ended, which is not bust."""
    kind, total = level((up, *drawn))
    if total == BEST_TOTAL:
        return kind, total
    return CHARLIE if len(drawn) + 1 == most_cards else (HandType.POINTS, total)


@cache
def _place(level: Level) -> int:
    """Return the place of the first of ENDS that is as good as LEVEL."""
    return sum(end < level for end in ENDS)


class _Draw(NamedTuple):
    """Cards that the dealer draws until the hand is complete, in any order."""

    end: int
    """The place in ENDS."""
    drawn: int
    """How many they are."""
    orders: int
    """In how many orders they come, times the ways in which the cards looked for are among them."""
    others: tuple[int, ...]
    """Those not looked for: the place of what is left of the value when it is drawn."""


@cache
def _draws_with(up: int, most_cards: int, part: Values) -> Sequence[_Draw]:
    """Return the dealer's draws to the card UP that have the cards of PART among them."""
    if not part:
        return [
            _Draw(
                ENDS.index(_end(up, drawn, most_cards)),
                len(drawn),
                orders,
                tuple(
                    [
                        (value - 1) * most_cards + drawn[:n].count(value)
                        for n, value in enumerate(drawn)
                    ]
                ),
            )
            for drawn, orders in _draws(up, most_cards).items()
            if level((up, *drawn))[0] is not HandType.BUST
        ]
    *before, value = part
    found = []
    for draw in _draws_with(up, most_cards, tuple(before)):
        alike = [each for each in draw.others if each // most_cards == value - 1]
        if alike:
            others = tuple([each for each in draw.others if each != alike[-1]])
            found.append(draw._replace(orders=draw.orders * len(alike), others=others))
    return found


@cache
def _parts(up: int, most_cards: int, hand: Values) -> tuple[Sequence[Values], Sequence[int]]:
    """Return which parts of HAND the dealer can draw, and in how many ways it has each.

    The number is below 0 for a part of one card or three.

    >>> _parts(10, 5, (2, 2))
    (((), (2,), (2, 2)), (1, -2, 1))
    """
    parts = Counter(part for many in range(len(hand) + 1) for part in combinations(hand, many))
    drawn = [part for part in parts if _draws_with(up, most_cards, part)]
    return tuple(drawn), tuple([-parts[part] if len(part) % 2 else parts[part] for part in drawn])


@cache
def _draws(up: int, most_cards: int) -> Mapping[Values, int]:
    """Return all that the dealer can draw to the card UP, each with the number of its orders."""
    complete: Counter[Values] = Counter()
    drawing: Counter[Values] = Counter({(): 1})
    while drawing:
        further: Counter[Values] = Counter()
        for drawn, orders in drawing.items():
            for value in VALUES:
                more = joined(drawn, value)
                _, total = level((up, *more))
                draws = total < DEALER_STAYS and len(more) + 1 < most_cards
                (further if draws else complete)[more] += orders
        drawing = further
    return complete
