"""What the moves of a banker or dealer are worth against the hands that are still in.

The cards that the banker draws are worked out exactly, as one card less for the next draw; the
hidden cards of each hand as if they were the only ones (``beliefs``). A banker's value is for
each unit of the first bets on those hands. What others have lost before is not in it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, reduce
from operator import add, itemgetter, mul
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Move, Verb
from pontoon.games.pontoon_hands import HandType, Level
from pontoon.odds.advice import MoveValue, Outlook, expected
from pontoon.odds.beliefs import Held, Levels, all_held, left_by, levels_of
from pontoon.odds.habits import Terms, terms_of
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
from pontoon.odds.view import SeenHand, View

BANKERS_LEVELS: Sequence[Level] = (
    BUST,
    *((HandType.POINTS, total) for total in range(2, BEST_TOTAL)),
    (HandType.TWENTY_ONE, 0),
    FIVE_CARD_TRICK,
    PONTOON,
)
"""All levels on which a banker's hand can end."""


BUST_PLACE, TRICK_PLACE, PONTOON_PLACE = map(BANKERS_LEVELS.index, (BUST, FIVE_CARD_TRICK, PONTOON))

LEVELS: Sequence[int] = [BANKERS_LEVELS.index(count.level) for count in counts_of_hands()]
"""The places of the levels of all ``counts_of_hands``."""

Row = Sequence[float]
"""A number for each of BANKERS_LEVELS, in that order."""


class Against(Struct, frozen=True):
    """A hand that a banker plays against: what is on it, and how likely it is on each level.

    If it is bust it has no part in what the banker gains.
    """

    stake: int
    side_bet: int
    chances: Row
    hidden: Sequence[Row] = ()
    """How many cards of each value are hidden in it, on average, by its level; nothing if that does
    not follow from the cards that it has."""

    def left_of(self, unseen: Unseen) -> Unseen:
        """Return what is left of UNSEEN without the cards that are hidden in it, on average."""
        pairs = zip(unseen, map(sum, self.hidden), strict=True)
        return tuple([max(number - hidden, 0.0) for number, hidden in pairs])

    def gain(self, level: Level, bankers: Level, terms: Terms) -> int:
        """Return what the banker gains by the hand if it is of LEVEL."""
        if level == BUST:
            return 0
        side_bet = -self.side_bet if level > bankers else self.side_bet
        return self.stake * terms.bankers_gain(level, bankers) + side_bet

    def gains(self, bankers: Level, terms: Terms) -> dict[int, float]:
        """Return all that the banker can gain by the hand, each with its chance."""
        gains: dict[int, float] = defaultdict(float)
        for level, chance in zip(BANKERS_LEVELS, self.chances, strict=True):
            if chance:
                gains[self.gain(level, bankers, terms)] += chance
        return gains


def settled(hand: SeenHand, held: Held, bet: int = 0) -> Against:
    """Return HAND, which is over and one of HELD. Without a stake it will have BET."""
    chances, hidden = [0.0] * len(BANKERS_LEVELS), [[0.0] * len(BANKERS_LEVELS) for _ in VALUES]
    for each, chance in held.items():
        level = LEVELS[each.place]
        chances[level] += chance
        for value in each.drawn:
            hidden[value - 1][level] += chance
    return Against(hand.stake or bet, hand.side_bet, chances, hidden)


Changes = Sequence[Sequence[tuple[int, int]]]
"""For each of the banker's levels, on which levels a hand brings more than it does to a banker on
the level before, and how much. On most, that is only the banker's own: a hand that won ties."""


def _changes(hand: Against, terms: Terms) -> Changes:
    """Return the changes by HAND: what it brings is so many times its stake or its side bet."""
    stake, side_bet = hand.stake, hand.side_bet
    return [
        [(place, stake * units + side_bet * signs) for place, units, signs in change]
        for change in _units(terms)
    ]


@lru_cache(maxsize=16)
def _units(terms: Terms) -> Sequence[Sequence[tuple[int, int, int]]]:
    """Return the changes by a stake of 1 and by a side bet of 1."""
    stake, side_bet = (
        _changes_between(
            [hand.gain(level, bankers, terms) for level in BANKERS_LEVELS]
            for bankers in BANKERS_LEVELS
        )
        for hand in (Against(1, 0, ()), Against(0, 1, ()))
    )
    pairs = [(dict(one), dict(other)) for one, other in zip(stake, side_bet, strict=True)]
    return [
        [(place, one.get(place, 0), other.get(place, 0)) for place in sorted({*one, *other})]
        for one, other in pairs
    ]


def _gained(chances: Sequence[float], changes: Changes) -> Row:
    row, gain = [], 0.0
    for change in changes:
        for place, units in change:
            gain += chances[place] * units
        row.append(gain)
    return row


def gains_against(chances: Row, terms: Terms) -> Row:
    """Return what hands on each level gain for each unit of their stake.

    CHANCES are how likely the banker is on each level.
    """
    return _gained(chances, _changes_of_hands(terms))


@lru_cache(maxsize=16)
def _changes_of_hands(terms: Terms) -> Changes:
    """Return ``Changes`` with a hand in the banker's place, and the banker in that of the hand."""
    rows = [[terms.gain(level, bankers) for bankers in BANKERS_LEVELS] for level in BANKERS_LEVELS]
    return _changes_between(rows)


def _changes_between(rows: Iterable[Sequence[int]]) -> Changes:
    changes, last = [], [0] * len(BANKERS_LEVELS)
    for gains in rows:
        more = [gain - before for gain, before in zip(gains, last, strict=True)]
        changes.append([(place, units) for place, units in enumerate(more) if units])
        last = [*gains]
    return changes


NOTHING: Row = [0.0] * len(BANKERS_LEVELS)


def _added(one: Row, other: Row) -> Row:
    """Return the sum of both. Very often one of them is nothing."""
    if one is NOTHING or other is NOTHING:
        return other if one is NOTHING else one
    return [*map(add, one, other)]


def _sum_of(rows: Sequence[Row]) -> Row:
    return reduce(_added, rows, NOTHING)


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
    hands = [Against(hand.stake, hand.side_bet, in_order(levels)) for hand, levels in in_play]
    bets = sum(hand.bet for hand, _ in in_play)
    gains = _sum_of([_gained(hand.chances, _changes(hand, terms)) for hand in hands])
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


def expected_gains(hands: Collection[Against], terms: Terms, urn: Unseen) -> Expected:
    """Return what a banker gains by all HANDS together, of which the hidden cards are of URN."""
    gains, more = NOTHING, [NOTHING] * len(urn)
    for hand in hands:
        changes = _changes(hand, terms)
        row = _gained(hand.chances, changes)
        gains = _added(gains, row)
        for number, (hidden, cards) in enumerate(zip(hand.hidden, urn, strict=False)):
            in_it, there = sum(hidden), max(cards, 1.0)
            if 0 < in_it < there:
                part, each = in_it / (there - in_it), 1 / (there - in_it)
                pairs = zip(row, _gained(hidden, changes), strict=True)
                change = [gain * part - lost * each for gain, lost in pairs]
                more[number] = _added(more[number], change)
    return Expected(gains, more, sum(hand.stake for hand in hands))


def in_order(levels: Levels) -> Row:
    """Return how likely each of BANKERS_LEVELS is if LEVELS says so."""
    return [levels.get(level, 0.0) for level in BANKERS_LEVELS]


def both(one: Expected, other: Expected) -> Expected:
    """Return what a banker gains by the hands of ONE and the OTHER."""
    more = [_added(*pair) for pair in zip(one.more, other.more, strict=True)]
    return Expected(_added(one.gains, other.gains), more, one.stakes + other.stakes)


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
        self._least = ROUNDING * expected.stakes
        self._drawn: dict[tuple[int, int], tuple[float, Sequence[float]]] = {}
        """What ``_by_drawing`` has found, by place and value."""

    def draws_to(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND."""
        draws_to = self.draws[hand.place]
        return self.draws_by_cards(hand) if draws_to is None else draws_to

    def draws_by_cards(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND, of whose cards none is to come again.

        What drawing gains against staying is a sum over all cards, less those that the hand has.
        """
        place, cards, gained = hand.place, self._cards, 0.0
        taken = [(value - 1, min(number, cards[value - 1])) for value, number in hand.numbers]
        for value, number in (HAND_ITSELF, *hand.numbers):
            gain, by_card = self._drawn.get((place, value)) or self._by_drawing(place, value)
            for card, less in taken:
                gain -= less * by_card[card]
            gained += number * gain
        return gained > 0

    def _by_drawing(self, place: int, value: int) -> tuple[float, Sequence[float]]:
        """Return what all cards together gain against staying, and what each does by its value.

        With a VALUE, it is what a card of that in the banker's hand adds to it.
        """
        level, of_counts_after, of_levels_after = _kinds()[place]
        if value:
            more = self._expected.more[value - 1]
            stays, after = more[level], of_levels_after(more)
        else:
            stays, after = self._expected.gains[level] + self._least, of_counts_after(self._best)
        by_card = [each - stays for each in after]
        self._drawn[place, value] = found = sum(map(mul, self._cards, by_card)), by_card
        return found


HAND_ITSELF = (0, 1)
"""Comes before the values of the cards in a hand, each with the number of such cards."""
CLOSE = 0.1
"""Staying and drawing are looked at closer if they differ by less than this part of the stakes."""
ROUNDING = 1e-12
"""They are worth the same if they differ by less than that part: then it is but by rounding."""


class _Tree(NamedTuple):
    """All hands of two to four cards that are not bust, those with fewer cards first.

    They have numbers in that order, since to add up in lists is faster than by hand.
    """

    hands: Sequence[DrawnHand]
    pairs: int
    """How many have two cards."""
    drawing: int
    """How many have two or three."""
    places: Callable[[Sequence[bool | None]], Sequence[bool | None]]
    """Picks what belongs to the places of their counts."""
    levels: Sequence[int]
    after: Sequence[Sequence[int]]
    """The numbers of what each ``fits``, but for those with four cards."""


@cache
def _tree() -> _Tree:
    layers = [[hand_of(NO_CARDS)]]
    for _ in range(FULL_HAND - 1):
        layers.append([*dict.fromkeys(after for hand in layers[-1] for after in hand.fits)])
    *shorter, last = layers[FIRST_CARDS:]
    drawing = [hand for hands in shorter for hand in hands]
    hands = [*drawing, *last]
    numbers = {hand: number for number, hand in enumerate(hands)}
    places = [hand.place for hand in hands]
    return _Tree(
        hands,
        len(layers[FIRST_CARDS]),
        len(drawing),
        itemgetter(*places),
        [LEVELS[place] for place in places],
        [tuple([numbers[after] for after in hand.fits]) for hand in drawing],
    )


class BankersHands:
    """All hands that a banker can have whose cards are of URN."""

    def __init__(self, urn: Urn) -> None:
        self._urn = urn
        self._tree = tree = _tree()
        pairs = urn.chances_of_two()
        self._chances = [pairs.get(hand, 0.0) for hand in tree.hands]
        """How likely the banker comes to have each hand who plays by the last policy."""
        self._draws = [False] * len(tree.hands)
        """Whether the banker draws to it by that; by none before the first one."""
        self._ended = [0.0] * len(BANKERS_LEVELS)
        for level, chance in zip(tree.levels, self._chances, strict=True):
            self._ended[level] += chance

    def ends(self, policy: Policy) -> list[float]:
        """Return how likely a banker who plays by POLICY ends on each level.

        Only what it changes against the last one is worked out: mostly that is little.
        """
        tree, urn, ended = self._tree, self._urn, self._ended
        more = [0.0] * len(tree.hands)
        states = self._draws, self._chances, tree.levels, more
        rows = zip(tree.places(policy.draws), *states, strict=True)
        for number, (by_count, drew, before, level, change) in enumerate(rows):
            if not change and (by_count is drew or before <= ROUNDING):
                continue
            hand = tree.hands[number]
            self._chances[number] = chance = before + change
            draws_to = by_count
            if draws_to is None:
                draws_to = chance > ROUNDING and policy.draws_by_cards(hand)
            self._draws[number] = draws_to
            drawn = chance * draws_to - before * drew
            ended[level] += change - drawn
            if not drawn:
                continue
            fits = drawn * urn.chance_to_fit(hand)
            ended[BUST_PLACE] += drawn - fits
            if number >= tree.drawing:
                ended[TRICK_PLACE] += fits
                continue
            for after, each in zip(tree.after[number], urn.chances(hand), strict=True):
                more[after] += drawn * each
        return [*ended]
