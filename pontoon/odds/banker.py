"""What the moves of a banker or dealer are worth against the hands that are still in.

The cards that the banker draws are worked out exactly, as one card less for the next draw; the
hidden cards of each hand as if they were the only ones (``beliefs``). A banker's value is for
each unit of the first bets on those hands. What others have lost before is not in it.
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from operator import itemgetter, mul
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


def _row(hand: Against, chances: Row, terms: Terms) -> Row:
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
    hand = Against(stake, side_bet, ())
    return _changes_between(
        [hand.gain(level, bankers, terms) for level in BANKERS_LEVELS] for bankers in BANKERS_LEVELS
    )


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
    hands = [Against(hand.stake, hand.side_bet, in_order(levels)) for hand, levels in in_play]
    bets = sum(hand.bet for hand, _ in in_play)
    gains = _sum_of([_row(hand, hand.chances, terms) for hand in hands])
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
    rows = [_row(hand, hand.chances, terms) for hand in hands]
    changes: list[list[Row]] = [[] for _ in urn]
    for hand, row in zip(hands, rows, strict=True):
        for hidden, cards, change in zip(hand.hidden, urn, changes, strict=False):
            in_it, there = sum(hidden), max(cards, 1.0)
            if 0 < in_it < there:
                pairs = zip(row, _row(hand, hidden, terms), strict=True)
                change.append([(gain * in_it - lost) / (there - in_it) for gain, lost in pairs])
    stakes = sum(hand.stake for hand in hands)
    return Expected(_sum_of(rows), [*map(_sum_of, changes)], stakes)


def in_order(levels: Levels) -> Row:
    """Return how likely each of BANKERS_LEVELS is if LEVELS says so."""
    return [levels.get(level, 0.0) for level in BANKERS_LEVELS]


def both(one: Expected, other: Expected) -> Expected:
    """Return what a banker gains by the hands of ONE and the OTHER."""
    more = [_sum_of(pair) for pair in zip(one.more, other.more, strict=True)]
    return Expected(_sum_of([one.gains, other.gains]), more, one.stakes + other.stakes)


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
        self._whole = whole
        self._least = ROUNDING * expected.stakes
        self._drawn: dict[tuple[int, int], tuple[float, Sequence[float]]] = {}
        """What ``_by_drawing`` has found, by place and value."""

    def draws_to(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND."""
        draws_to = self.draws[hand.place]
        return self.draws_by_cards(hand) if draws_to is None else draws_to

    def draws_by_cards(self, hand: DrawnHand) -> bool:
        """Tell whether the banker draws to HAND, of whose cards none is to come again.

        What drawing brings is a sum over all cards, less those that the hand has taken.
        """
        place, cards, whole = hand.place, self._cards, self._whole
        level, rows = LEVELS[place], self._expected.more
        taken = []
        for value, number in hand.numbers:
            there = cards[value - 1]
            less = number if number < there else there
            taken.append((value - 1, less))
            whole -= less
        stays, drawn = self._expected.gains[level], 0.0
        for value, number in (HAND_ITSELF, *hand.numbers):
            gain, by_card = self._drawn.get((place, value)) or self._by_drawing(place, value)
            for card, less in taken:
                gain -= less * by_card[card]
            drawn += number * gain
            if value:
                stays += number * rows[value - 1][level]
        return drawn > (stays + self._least) * whole

    def _by_drawing(self, place: int, value: int) -> tuple[float, Sequence[float]]:
        """Return what all cards together bring that are left, and what each does by its value.

        With a VALUE, it is what a card of that in the banker's hand adds to it.
        """
        kind = _kinds()[place]
        if value:
            by_card = kind.of_levels_after(self._expected.more[value - 1])
        else:
            by_card = kind.of_counts_after(self._best)
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
        chances: dict[DrawnHand, float] = dict.fromkeys(tree.hands[: tree.pairs], 0.0)
        no_card = hand_of(NO_CARDS)
        for chance, first in zip(urn.chances(no_card), no_card.fits, strict=True):
            for likely, pair in zip(urn.chances(first), first.fits, strict=True):
                chances[pair] += chance * likely
        self._pairs = [*chances.values()]
        self._after: list[Sequence[float] | None] = [None] * tree.drawing
        """The chances of what each hand is with another card, once they are known."""
        self._to_fit: list[float | None] = [None] * len(tree.hands)
        """The chance of each hand not to bust with another card, once it is known."""

    @property
    def pontoon(self) -> float:
        """The chance of a pontoon."""
        pairs = zip(self._pairs, self._tree.levels, strict=False)
        return sum([chance for chance, level in pairs if BANKERS_LEVELS[level] == PONTOON])

    def ends(self, policy: Policy) -> list[float]:
        """Return how likely a banker who plays by POLICY ends on each level."""
        tree = self._tree
        chances = [*self._pairs, *[0.0] * (len(tree.hands) - tree.pairs)]
        ended, bust, trick = [0.0] * len(BANKERS_LEVELS), 0.0, 0.0
        rows = zip(chances, tree.places(policy.draws), tree.levels, strict=True)
        for number, (chance, by_count, level) in enumerate(rows):  # sees what was added on the way
            if not chance:
                continue
            draws_to = by_count
            if draws_to is None:
                draws_to = policy.draws_by_cards(tree.hands[number])
            if not draws_to:
                ended[level] += chance
                continue
            to_fit = self._to_fit[number]
            if to_fit is None:
                self._to_fit[number] = to_fit = self._urn.chance_to_fit(tree.hands[number])
            bust += chance * (1 - to_fit)
            if number >= tree.drawing:
                trick += chance * to_fit
                continue
            likely = self._after[number]
            if likely is None:
                self._after[number] = likely = self._urn.chances(tree.hands[number])
            for after, each in zip(tree.after[number], likely, strict=True):
                chances[after] += chance * each
        ended[BANKERS_LEVELS.index(BUST)] = bust
        ended[BANKERS_LEVELS.index(FIVE_CARD_TRICK)] = trick
        return ended
