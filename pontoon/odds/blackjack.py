"""What each move in Black Jack For Time is worth, exactly, from the cards that a player has seen.

Bob has a ten and a six, the dealer shows a ten, and all other cards of six decks are unseen:

>>> hand, odds = (6, 10), HandOdds((10,), (24, 24, 24, 24, 24, 24, 24, 24, 24, 96))
>>> (stay,), (hit,) = odds.outlooks(hand, odds.stay(hand)), odds.outlooks(hand, odds.hit(hand))
>>> f"stay {stay.value:.4f}, hit {hit.value:.4f}"
'stay -0.5412, hit -0.4609'

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order. What
other players have and do changes nothing but which cards are seen: all orders of the others are
equally likely, so it does not matter who draws first.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain, combinations, combinations_with_replacement
from math import comb, perm, prod
from operator import add, mul, sub
from struct import unpack
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
from pontoon.odds.advice import ALIKE, Advice, MoveValue, Outlook, advice_of, expected
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, by_value, joined
from pontoon.odds.view import DEALER, View

ACE, TEN = 1, 10
HOLES = {ACE: TEN, TEN: ACE}
"""The hole card that makes a natural with each card that can be up."""

TWENTY_ONE = (HandType.TWENTY_ONE, BEST_TOTAL)
CHARLIE = (HandType.CHARLIE, 0)
"""The dealer's; what it comes to makes no difference."""

STAND_OFF = Outlook(0, 1, 0)
BEATEN = Outlook(-1, 0, 0)

DOUBLED = 2
"""How many times its first bet a doubled hand stakes."""

NOISE = 10**-ALIKE
"""Values that differ by no more are the same."""


def _better(one: Outlook, other: Outlook) -> Outlook:
    return other if other.value - one.value > NOISE else one


@cache
def _with_another(hand: Values) -> Sequence[Values]:
    """Return HAND with another card, for each value with which it is not bust."""
    return [joined(hand, value) for value in VALUES if sum(hand) + value <= BEST_TOTAL]


class Outcome(NamedTuple):
    """What comes of a hand, against each of the cards that may be up.

    Each number is multiplied by the chance that the hand is dealt and that card is up. So what
    comes of a hand that hits is the sum of what comes of the hands that it can be then.
    """

    back: Sequence[float]
    """How many times its first bet the hand gets back."""
    win: Sequence[float]
    """The chance that it wins or gets its stake back."""
    made: Sequence[float]
    """The chance that it is not bust."""


def _sum(outcomes: Sequence[Outcome]) -> Outcome:
    return Outcome(*[[*map(sum, zip(*each, strict=True))] for each in zip(*outcomes, strict=True)])


def _best(stayed: Outcome, hit: Outcome) -> Outcome:
    """Return the better of both against each card, STAYED if they are worth the same."""
    backs = zip(stayed.back, hit.back, stayed.made, strict=True)
    hits = [more - back > chance * NOISE for back, more, chance in backs]
    if not any(hits):
        return stayed
    columns = [zip(hits, *each, strict=True) for each in zip(stayed, hit, strict=True)]
    return Outcome(*[[other if is_hit else one for is_hit, one, other in each] for each in columns])


class HandOdds:
    """What the moves with a hand are worth against each card of UPS, after the dealer has looked.

    So the dealer has no natural. UNSEEN are the cards that the player does not see, and those of
    the hand and the one that is up.
    """

    def __init__(self, ups: Values, unseen: Unseen) -> None:
        self.dealer = Dealer(ups, unseen)
        self._played: dict[Values, Outcome] = {}
        self._compared: dict[tuple[Values, int], Outcome] = {}

    def outlooks(self, hand: Values, outcome: Outcome, stakes: int = 1) -> list[Outlook]:
        """Return what HAND is worth against each of UPS if OUTCOME comes of it and its STAKES."""
        chances = [chance or 1 for chance in self.dealer.looked(hand)]  # nothing comes of no chance
        return [
            Outlook(back / chance - stakes, win / chance, max(1 - made / chance, 0.0))
            for chance, back, win, made in zip(chances, *outcome, strict=True)
        ]

    def stay(self, hand: Values) -> Outcome:
        return self._compare(hand, BEST_PAYS if level(hand) == TWENTY_ONE else BETTER_PAYS)

    def hit(self, hand: Values) -> Outcome:
        """Return what comes of HAND if it hits, and is then played as well as it can be."""
        return _sum([self.play(more) for more in _with_another(hand)])

    def double(self, hand: Values) -> Outcome:
        doubled = _sum([self._compare(more, BETTER_PAYS) for more in _with_another(hand)])
        return doubled._replace(back=[DOUBLED * back for back in doubled.back])

    def play(self, hand: Values) -> Outcome:
        """Return what comes of HAND if it hits or stays, whatever is better, or is over."""
        if hand not in self._played:
            kind, total = level(hand)
            if kind in PAID_AT_ONCE:
                dealt = self.dealer.looked(hand)
                outcome = Outcome([BEST_PAYS * each for each in dealt], dealt, dealt)
            elif kind is HandType.TWENTY_ONE:
                outcome = self.stay(hand)
            elif total <= BEST_TOTAL - TEN:
                outcome = self.hit(hand)  # it cannot bust, and is no worse with any card
            else:
                outcome = _best(self.stay(hand), self.hit(hand))
            self._played[hand] = outcome
        return self._played[hand]

    def _compare(self, hand: Values, pays: int) -> Outcome:
        """Return what comes of HAND if it is compared, and PAYS so much if it is the better one."""
        if (hand, pays) not in self._compared:
            dealt = self.dealer.looked(hand)
            beaten, tied = self.dealer.compared(hand, level(hand))
            win = [*map(sub, dealt, beaten)]
            back = [pays * each - (pays - 1) * tie for each, tie in zip(win, tied, strict=True)]
            self._compared[hand, pays] = Outcome(back, win, dealt)
        return self._compared[hand, pays]

    def dealer_busts(self, hand: Values) -> float:
        """Return the chance that the dealer's hand ends bust while the player holds HAND."""
        (better_than_bust,), _ = self.dealer.compared(hand, (HandType.BUST, 0))
        (dealt,) = self.dealer.looked(hand)
        return 1 - better_than_bust / dealt


class Opening(Struct, frozen=True, gc=False):
    """What a hand of two cards is worth before the dealer looks at the hole card."""

    up: int
    natural: float
    """The chance that the dealer has a natural."""
    against_natural: Outlook
    played: Outlook
    """What the hand comes to if the dealer has none, and it hits or stays."""
    doubled: Outlook
    """The same if it doubles, or is over."""

    @classmethod
    def all_with(cls, odds: HandOdds, hand: Values) -> "list[Opening]":
        """Return what HAND is worth against each of the cards that may be up."""
        is_over = level(hand)[0] is HandType.NATURAL
        played = odds.outlooks(hand, odds.play(hand))
        doubled = played if is_over else odds.outlooks(hand, odds.double(hand), DOUBLED)
        cases = zip(odds.dealer.ups, odds.dealer.naturals(hand), played, doubled, strict=True)
        against_natural = STAND_OFF if is_over else BEATEN
        return [cls(up, natural, against_natural, *outlooks) for up, natural, *outlooks in cases]

    def outlook(self, bet: int, coins: int) -> Outlook:
        """Return what the hand is worth without insurance, with that BET and COINS left."""
        played = self.played
        if coins >= bet + LAST_COIN:
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


@lru_cache(maxsize=4)
def _openings(unseen: Unseen) -> tuple[tuple[float, Opening], ...]:
    """Return all that a player can be dealt from UNSEEN, with the chances.

    They are the same for all who bet on the same deck.
    """
    openings: list[tuple[float, Opening]] = []
    odds = HandOdds(tuple(VALUES), unseen)
    for hand in combinations_with_replacement(VALUES, 2):
        orders = len({hand, hand[::-1]})
        chances = [orders * chance for chance in odds.dealer.dealt(hand)]
        if any(chances):
            openings += zip(chances, Opening.all_with(odds, hand), strict=True)
    return tuple(openings)


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
        return replace(advice, dealer_natural=sum(odds.dealer.naturals(hand)))
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
    (opening,) = Opening.all_with(odds, hand)
    stakes = view.hand.bet, view.ask.chips
    insured = opening.insured(*stakes, _rules(view).insurance_pays)
    yield MoveValue(Move(Verb.PASS), *opening.outlook(*stakes))
    yield MoveValue(Move(Verb.INSURE, view.hand.bet // 2), *insured)


def _moves(view: View) -> Iterator[MoveValue]:
    odds, hand = _hand_odds(view)
    outcomes = {Verb.HIT: odds.hit, Verb.STAY: odds.stay, Verb.DOUBLE: odds.double}
    # Of moves that are worth the same the one named first is the best: to stay, as in ``play``.
    for option in sorted(view.ask.options, key=lambda option: option.verb is not Verb.STAY):
        stakes = DOUBLED if option.verb is Verb.DOUBLE else 1
        (outlook,) = odds.outlooks(hand, outcomes[option.verb](hand), stakes)
        yield MoveValue(Move(option.verb, option.least), *outlook)


def _rules(view: View) -> BlackJackRules:
    assert isinstance(view.rules, BlackJackRules)
    return view.rules


def _hand_odds(view: View) -> tuple[HandOdds, Values]:
    """Return the odds of the hand that the player is asked about, and the hand."""
    (dealer,) = view.of(DEALER)
    hand = tuple(sorted(card.value for card in view.hand.known))
    unseen = by_value(view.unseen)
    up = dealer.known[0].value
    on_table = map((up, *hand).count, VALUES)
    return HandOdds((up,), tuple(map(add, unseen, on_table))), hand


# How the dealer's hand ends


@cache
def level(values: Values) -> Level:
    """Return the level of a hand of these VALUES, which may be in any order.

    >>> level((1, 5)), level((1, 2, 3, 4, 5))
    ((<HandType.POINTS: 2>, 16), (<HandType.CHARLIE: 4>, 15))
    """
    return level_of(Hand(PACK[value - 1] for value in values))


ENDS: Sequence[Level] = (
    CHARLIE,
    TWENTY_ONE,
    *((HandType.POINTS, total) for total in reversed(range(DEALER_STAYS, BEST_TOTAL))),
)
"""How the dealer's hand can end if it is neither bust nor a natural, the best first."""

DRAWN = range(2, FULL_HAND + 1)
"""How many cards it can have then."""

BITS = 64
"""Enough for the number of orders of five cards of a hundred decks."""


class Dealer:
    """How the dealer's hand ends with each card of UPS face up, beside any hand of a player.

    The dealer's cards and the player's are all among those UNSEEN, but no card is in both hands. To
    go through all hands of the dealer anew for each of the player's would take long. So it is found
    out once for each few cards in how many orders the dealer has all of them, among others. The
    orders that have no card of a hand are then all orders, less those with any one of its cards,
    and, since they are taken away twice, more those with any two; and so on.

    The numbers of orders with each card up and with each of ENDS are packed in one integer, each in
    BITS of its own, so that all are added at once. Charlies, the most, come first: they are short.
    """

    def __init__(self, ups: Values, unseen: Unseen) -> None:
        self.ups = ups
        self._holes = [HOLES.get(up, 0) for up in ups]
        self._unseen = [0, *map(int, unseen)]
        self._cards = sum(self._unseen)
        self._all = [times * self._orders(hand) for hand, times in _hands(ups).items()]
        """In how many orders the dealer has each of ``_hands``."""
        self._with: dict[Values, Sequence[int]] = {}
        """What ``_orders_with`` has returned."""
        self._filled: dict[int, dict[Values, int]] = defaultdict(dict)
        """The same in all, with ``_fillings``, by how many cards are left beside the player's."""

    def dealt(self, hand: Values) -> list[float]:
        """Return the chances that HAND is dealt, in this order, and each of UPS is up."""
        chance = self._orders(hand) / perm(self._cards, len(hand) + 1)
        return [chance * (self._unseen[up] - hand.count(up)) for up in self.ups]

    def naturals(self, hand: Values) -> list[float]:
        """Return the chance of a natural beside HAND with each of UPS, if nobody has looked."""
        others = max(self._cards - len(hand) - 1, 1)
        return [(self._unseen[hole] - hand.count(hole)) / others for hole in self._holes]

    def looked(self, hand: Values) -> list[float]:
        """Return the chances that HAND is dealt, each of UPS is up, and there is no natural."""
        others, left = self._cards - len(hand) - 1, [*map(sub, self._unseen, _counts(hand))]
        chance = self._orders(hand) / max(perm(self._cards, len(hand) + 2), 1)
        cards = zip(self.ups, self._holes, strict=True)
        return [chance * left[up] * (others - left[hole]) for up, hole in cards]

    def compared(self, hand: Values, level: Level) -> tuple[list[float], list[float]]:
        """Return the chances of ``looked`` and an end better than LEVEL, and of one as good."""
        ups, orders = len(self.ups), self._orders(hand)
        if not orders:
            return [0.0] * ups, [0.0] * ups
        chance = orders / perm(self._cards, min(len(hand) + FULL_HAND, self._cards))
        numbers = self._orders_beside(hand)
        end = ups * _end(level)
        better = [chance * sum(numbers[up:end:ups]) for up in range(ups)]
        tied = numbers[end : end + ups] if level in ENDS else [0] * ups
        return better, [chance * each for each in tied]

    def _orders(self, cards: Values) -> int:
        """Return in how many ways CARDS can come, in this order."""
        return prod(map(perm, self._unseen, _counts(cards)))

    def _orders_beside(self, hand: Values) -> Sequence[int]:
        """Return in how many orders the dealer has each of ENDS and each of UPS beside HAND."""
        parts, times = _parts_drawn(self.ups, hand)
        cards = self._cards - len(hand)
        filled = self._filled[cards]
        for part in parts:
            if part not in filled:
                filled[part] = sum(map(mul, self._orders_with(part), _fillings(cards)))
        packed = sum(map(mul, times, [filled[part] for part in parts]))
        numbers = len(self.ups) * len(ENDS)
        return unpack(f"<{numbers}Q", packed.to_bytes(numbers * BITS // 8, "little"))

    def _orders_with(self, part: Values) -> Sequence[int]:
        """Return in how many orders the dealer has PART, by the number of the dealer's cards.

        It is one of many parts of the same values, which all have an equal share of the orders.
        """
        if part not in self._with:
            alike = prod(map(comb, self._unseen, _counts(part)))
            self._with[part] = [
                sum(map(mul, ways, [self._all[place] for place in places])) // alike
                for places, ways in _hands_with(self.ups)[part]
            ]
        return self._with[part]


@cache
def _end(level: Level) -> int:
    """Return the place of LEVEL in ENDS, or the place where it would be."""
    return sum(end > level for end in ENDS)


@lru_cache
def _fillings(cards: int) -> Sequence[int]:
    """Return in how many orders others of so many CARDS can follow each of DRAWN, up to five."""
    most = min(cards, FULL_HAND)
    return [perm(cards - drawn, most - drawn) if drawn <= most else 0 for drawn in DRAWN]


@cache
def _counts(cards: Values) -> Sequence[int]:
    """Return how many of CARDS have each value, from value 0, which none has."""
    return tuple(map(cards.count, range(TEN + 1)))


@cache
def _parts(hand: Values) -> Mapping[Values, int]:
    """Return all parts of HAND, and in how many ways it has each.

    >>> _parts((2, 2)) == {(): 1, (2,): 2, (2, 2): 1}
    True
    """
    return Counter(chain.from_iterable([combinations(hand, many) for many in range(len(hand) + 1)]))


@cache
def _parts_drawn(ups: Values, hand: Values) -> tuple[Sequence[Values], Sequence[int]]:
    """Return which parts of HAND the dealer can have, and in how many ways it has each.

    The number is below 0 for a part of one card or three.
    """
    drawn = [(part, ways) for part, ways in _parts(hand).items() if part in _hands_with(ups)]
    return [part for part, _ in drawn], [ways * (-1) ** len(part) for part, ways in drawn]


@cache
def _hands_with(ups: Values) -> Mapping[Values, Sequence[tuple[Values, Values]]]:
    """Return, by part and number of cards, the places of ``_hands`` that have it, and the ways."""
    found: dict[Values, list[tuple[list[int], list[int]]]] = {}
    for place, hand in enumerate(_hands(ups)):
        for part, times in _parts(hand).items():
            if part not in found:
                found[part] = [([], []) for _ in DRAWN]
            places, ways = found[part][DRAWN.index(len(hand))]
            places.append(place)
            ways.append(times)
    # Tuples of numbers are nothing that the collector of garbage stops for.
    return {
        part: tuple([(tuple(places), tuple(ways)) for places, ways in by_number])
        for part, by_number in found.items()
    }


@cache
def _hands(ups: Values) -> Mapping[Values, int]:
    """Return all hands with which the dealer is compared, each with its orders, packed."""
    packed: dict[Values, int] = defaultdict(int)
    for place, up in enumerate(ups):
        for hand, orders in dealers_hands(up).items():
            if level(hand)[0] not in (HandType.BUST, HandType.NATURAL):
                packed[hand] += orders << BITS * (_end(level(hand)) * len(ups) + place)
    return packed


def dealers_hands(up: int, most_cards: int = FULL_HAND) -> Mapping[Values, int]:
    """Return all hands of a dealer with UP who stops at MOST_CARDS, each with its orders."""
    complete: Counter[Values] = Counter()
    drawing: Counter[Values] = Counter({(up,): 1})
    while drawing:
        further: Counter[Values] = Counter()
        for hand, orders in drawing.items():
            for value in VALUES:
                more = joined(hand, value)
                _, total = level(more)
                draws = total < DEALER_STAYS and len(more) < most_cards
                (further if draws else complete)[more] += orders
        drawing = further
    return complete
