"""What the moves of a banker or dealer are worth against the hands that are still in.

The cards that the banker draws are worked out exactly, as one card less for the next draw; the
hidden cards of each hand as if they were the only ones (``beliefs``). A banker's value is for
each unit of the first bets on those hands. What others have lost before is not in it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter, mul
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Move, Verb
from pontoon.games.pontoon_hands import HandType, Level
from pontoon.odds.advice import MoveValue, Outlook, expected
from pontoon.odds.beliefs import Held, Levels, Terms, all_held, left_by, levels_of, terms_of
from pontoon.odds.pontoon_draws import (
    BUST,
    FIRST_CARDS,
    FIVE_CARD_TRICK,
    NO_CARDS,
    PONTOON,
    VALUES,
    DrawnHand,
    Unseen,
    Urn,
    Values,
    by_value,
    chances_after,
    count_of,
    counts_of_hands,
    draws,
    hand_of,
    places_of_counts,
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


class Against(Struct, frozen=True):
    """A hand that a banker plays against: what is on it, and how likely it is on each level.

    If it is bust it has no part in what the banker gains.
    """

    stake: int
    side_bet: int
    levels: Levels
    is_settled: bool = True
    """Whether its level follows from the cards that it has."""

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


Row = Sequence[float]
"""What the banker gains on each of BANKERS_LEVELS, in that order."""


def _row(hand: Against, chances: Sequence[float], terms: Terms) -> Row:
    """Return what a banker gains by HAND if it is on each of BANKERS_LEVELS with those CHANCES."""
    row = [hand.stake * units for units in _gained(chances, _changes(1, 0, terms))]
    if not hand.side_bet:
        return row
    signs = _gained(chances, _changes(0, 1, terms))
    return [gain + hand.side_bet * sign for gain, sign in zip(row, signs, strict=True)]


Changes = Sequence[Sequence[tuple[int, int]]]
"""For each of the banker's levels, on which levels a hand brings more than it does to a banker on
the level before, and how much. On most, that is only the banker's own: a hand that won ties."""


@lru_cache(maxsize=16)
def _changes(stake: int, side_bet: int, terms: Terms) -> Changes:
    hand, changes, last = Against(stake, side_bet, {}), [], [0] * len(BANKERS_LEVELS)
    for bankers in BANKERS_LEVELS:
        gains = [hand.gain(level, bankers, terms) for level in BANKERS_LEVELS]
        more = [gain - before for gain, before in zip(gains, last, strict=True)]
        changes.append([(place, units) for place, units in enumerate(more) if units])
        last = gains
    return changes


def _gained(chances: Sequence[float], changes: Changes) -> Row:
    row, gain = [], 0.0
    for change in changes:
        for place, units in change:
            gain += chances[place] * units
        row.append(gain)
    return row


def _sum_of(rows: Sequence[Row]) -> Row:
    if len(rows) == 1:
        return rows[0]
    return [*map(sum, zip(*rows, strict=True))] if rows else [0.0] * len(BANKERS_LEVELS)


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
        self._hand = hand_of(count_of(hand))
        self._unseen = unseen
        self._ends = ends
        self._played: dict[DrawnHand, Outlook] = {}

    def stay(self) -> Outlook:
        return self._stay(self._hand)

    def draw(self) -> Outlook:
        return self._draw(self._hand)

    def _stay(self, hand: DrawnHand) -> Outlook:
        return self._ends[hand.level]

    def _draw(self, hand: DrawnHand) -> Outlook:
        """Return what a card to HAND comes to, if it is then played best."""
        more = zip(chances_after(hand, self._unseen), hand.after, strict=True)
        return expected([(chance, self._play(each)) for chance, each in more if chance])

    def _play(self, hand: DrawnHand) -> Outlook:
        if hand not in self._played:
            stays = self._stay(hand)
            is_over = hand.count.is_bust or hand.count.is_complete
            self._played[hand] = stays if is_over else max(stays, self._draw(hand))
        return self._played[hand]


def advise_banker(view: View) -> Iterator[MoveValue]:
    """Yield what it is worth to stay and to draw."""
    terms, unseen = terms_of(view), by_value(view.unseen)
    found = all_held(view.others, terms, unseen)
    cards = left_by(view.others, found, unseen)
    in_play = [
        (hand, levels_of(hand, hands, terms, draws(cards)))
        for hand, hands in zip(view.others, found, strict=True)
        if not (hand.is_bust or hand.has_resigned)
    ]
    hands = [Against(hand.stake, hand.side_bet, levels) for hand, levels in in_play]
    bets = sum(hand.bet for hand, _ in in_play)
    gains = _sum_of([_row(hand, _chances(hand.levels), terms) for hand in hands])
    ends = {
        level: Outlook(gain / bets, chance_to_win(hands, level, terms), float(level == BUST))
        for level, gain in zip(BANKERS_LEVELS, gains, strict=True)
    }
    odds = BankersOdds(tuple(card.value for card in view.hand.known), cards, ends)
    for option in view.ask.options:
        outlook = odds.stay() if option.verb is Verb.STAY else odds.draw()
        yield MoveValue(Move(option.verb), *outlook)


class Expected(NamedTuple):
    """What a banker gains on each level, and how much more if a card of each value is theirs."""

    gains: Row
    more: Sequence[Row]
    stakes: int
    """All that is staked on those hands."""


def expected_gains(hands: Collection[tuple[Against, Held]], terms: Terms, urn: Unseen) -> Expected:
    """Return what a banker gains by all HANDS together, of which the hidden cards are of URN."""
    rows = [_row(hand, _chances(hand.levels), terms) for hand, _ in hands]
    changes: list[list[Row]] = [[] for _ in urn]
    for (hand, held), row in zip(hands, rows, strict=True):
        if hand.is_settled:
            for lost, change in zip(_lost(held, urn), changes, strict=True):
                part = sum(lost)
                if 0 < part < 1:
                    pairs = zip(row, _row(hand, lost, terms), strict=True)
                    change.append([(gain - less) / (1 - part) - gain for gain, less in pairs])
    stakes = sum(hand.stake for hand, _ in hands)
    return Expected(_sum_of(rows), [*map(_sum_of, changes)], stakes)


def _chances(levels: Levels) -> Sequence[float]:
    return [levels.get(level, 0.0) for level in BANKERS_LEVELS]


def _lost(held: Held, urn: Unseen) -> Sequence[Sequence[float]]:
    """Return how much less likely HELD is on each level without one card of each value of URN."""
    shares = [[min(number / max(cards, 1), 1) for number in range(FULL_HAND + 1)] for cards in urn]
    lost = [[0.0] * len(BANKERS_LEVELS) for _ in urn]
    for hand, chance in held.items():
        level = LEVELS[hand.place]
        for value, number in hand.numbers:
            lost[value - 1][level] += chance * shares[value - 1][number]
    return lost


def both(one: Expected, other: Expected) -> Expected:
    """Return what a banker gains by the hands of ONE and the OTHER."""
    more = [_sum_of(pair) for pair in zip(one.more, other.more, strict=True)]
    return Expected(_sum_of([one.gains, other.gains]), more, one.stakes + other.stakes)


LEVELS: Sequence[int] = [BANKERS_LEVELS.index(count.level) for count in counts_of_hands()]
"""The places of the levels of all ``counts_of_hands``."""


class _Kind(NamedTuple):
    """What a hand counts that can take another card, and is on with it, by the value of that."""

    level: int
    """The place of its level among BANKERS_LEVELS."""
    of_counts_after: Callable[[Sequence[float]], Sequence[float]]
    """Picks what belongs to what it counts then."""
    of_levels_after: Callable[[Sequence[float]], Sequence[float]]
    """Picks what belongs to the levels that it is on then."""


@cache
def _kinds() -> Mapping[int, _Kind]:
    """Return the kinds of all hands that can take another card, by their places."""
    places = places_of_counts()
    kinds = {}
    for count, place in places.items():
        if not (count.is_bust or count.is_complete):
            after = [places[with_card(count, value)] for value in VALUES]
            levels_after = [LEVELS[each] for each in after]
            kinds[place] = _Kind(LEVELS[place], itemgetter(*after), itemgetter(*levels_after))
    return kinds


class Policy:
    """How a banker plays who gains what is EXPECTED, and to whom CARDS are to come or their own.

    It is worked out by what a hand counts, as if each card were put back, and only where staying
    and drawing are worth nearly the same by its very cards.
    """

    def __init__(self, expected: Expected, cards: Unseen) -> None:
        self._expected = expected
        self._cards = cards
        whole, close = sum(cards), CLOSE * expected.stakes
        chances = [number / whole for number in cards]
        self._best = [expected.gains[level] for level in LEVELS]
        """What hands of each count gain at their best."""
        self.draws: list[bool | None] = [False] * len(LEVELS)
        """Whether they draw, by the places of what they count; None if that is close."""
        for place, (_, of_counts_after, _) in _kinds().items():
            gain = self._best[place]
            drawn = sum(map(mul, chances, of_counts_after(self._best)))
            if drawn > gain:
                self._best[place] = drawn
            self.draws[place] = None if abs(drawn - gain) < close else drawn > gain
        self._least = ROUNDING * expected.stakes * whole
        self._gained: dict[int, tuple[float, list[float]]] = {}
        self._changed: dict[int, dict[int, tuple[float, list[float]]]] = defaultdict(dict)

    def draws_to(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND."""
        draws_to = self.draws[hand.place]
        return self.draws_by_cards(hand) if draws_to is None else draws_to

    def draws_by_cards(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND, of whose cards none is to come again."""
        place, cards = hand.place, self._cards
        found = self._gained.get(place)
        if found is None:
            self._gained[place] = found = self._by_drawing(place)
        more, by_card = found
        changed = self._changed[place]
        taken = [(value - 1, min(number, cards[value - 1])) for value, number in hand.numbers]
        for other, less in taken:
            more -= less * by_card[other]
        for value, number in hand.numbers:
            if value not in changed:
                changed[value] = self._by_drawing_with(place, value)
            change, change_by_card = changed[value]
            for other, less in taken:
                change -= less * change_by_card[other]
            more += number * change
        return more > self._least

    def _by_drawing(self, place: int) -> tuple[float, list[float]]:
        """Return what all CARDS bring more than staying, and what each of them does."""
        level, of_counts_after, _ = _kinds()[place]
        stays = self._expected.gains[level]
        by_card = [drawn - stays for drawn in of_counts_after(self._best)]
        return sum(map(mul, self._cards, by_card)), by_card

    def _by_drawing_with(self, place: int, value: int) -> tuple[float, list[float]]:
        """Return how that changes if a card of VALUE is the banker's."""
        level, _, of_levels_after = _kinds()[place]
        row = self._expected.more[value - 1]
        stays = row[level]
        by_card = [drawn - stays for drawn in of_levels_after(row)]
        return sum(map(mul, self._cards, by_card)), by_card


CLOSE = 0.1
"""Staying and drawing are looked at closer if they differ by less than this part of the stakes."""
ROUNDING = 1e-12
"""They are worth the same if they differ by less than that part: then it is but by rounding."""


class BankersHands:
    """All hands that a banker can have whose cards are of URN."""

    def __init__(self, urn: Urn) -> None:
        self._urn = urn
        self._pairs: dict[DrawnHand, float] = defaultdict(float)
        no_card = hand_of(NO_CARDS)
        for chance, first in zip(urn.chances(no_card), no_card.fits, strict=True):
            for likely, pair in zip(urn.chances(first), first.fits, strict=True):
                if chance and likely:
                    self._pairs[pair] += chance * likely

    @property
    def pontoon(self) -> float:
        """The chance of a pontoon."""
        return sum([chance for hand, chance in self._pairs.items() if hand.level == PONTOON])

    def ends(self, policy: Policy) -> Levels:
        """Return the levels on which a banker can end who plays by POLICY."""
        stayed, bust, trick = [0.0] * len(LEVELS), 0.0, 0.0
        hands, urn, draws = self._pairs, self._urn, policy.draws
        for cards in range(FIRST_CARDS, FULL_HAND):
            more: dict[DrawnHand, float] = defaultdict(float)
            for hand, chance in hands.items():
                draws_to = draws[hand.place]
                if draws_to is None:
                    draws_to = policy.draws_by_cards(hand)
                if not draws_to:
                    stayed[hand.place] += chance
                    continue
                not_bust = urn.chance_to_fit(hand)
                bust += chance * (1 - not_bust)
                if cards == FULL_HAND - 1:
                    trick += chance * not_bust
                    continue
                for likely, after in zip(urn.chances(hand), hand.fits, strict=True):
                    if likely:
                        more[after] += chance * likely
            hands = more
        ended: dict[Level, float] = dict.fromkeys(BANKERS_LEVELS, 0.0)
        ended |= {BUST: bust, FIVE_CARD_TRICK: trick}
        for place, chance in enumerate(stayed):
            ended[BANKERS_LEVELS[LEVELS[place]]] += chance
        return ended
