"""What the moves of a banker or dealer are worth against the hands that are still in.

The cards that the banker draws are worked out exactly, as one card less for the next draw; the
hidden cards of each hand as if they were the only ones (``beliefs``). A banker's value is for
each unit of the first bets on those hands. What others have lost before is not in it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Move, Verb
from pontoon.games.pontoon_hands import HandType, Level
from pontoon.odds.advice import MoveValue
from pontoon.odds.beliefs import Held, Levels, Terms, all_held, left_by, levels_of, terms_of
from pontoon.odds.outlook import Outlook, expected
from pontoon.odds.pontoon_draws import (
    BUST,
    FIVE_CARD_TRICK,
    NO_CARDS,
    PONTOON,
    VALUES,
    Count,
    Draws,
    Unseen,
    Values,
    by_value,
    count_of,
    draws,
    hands_after,
    joined,
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


def _row(hand: Against, levels: Levels, terms: Terms) -> Row:
    """Return what a banker gains by HAND if it is on those LEVELS."""
    parts = []
    for level, chance in levels.items():
        if level != BUST:
            units, signs = _rows_of(level, terms)
            stake, side_bet = chance * hand.stake, chance * hand.side_bet
            if side_bet:
                pairs = zip(units, signs, strict=True)
                parts.append([stake * unit + side_bet * sign for unit, sign in pairs])
            else:
                parts.append([stake * unit for unit in units])
    return _sum_of(parts)


def _sum_of(rows: Sequence[Row]) -> Row:
    return [*map(sum, zip(*rows, strict=True))] if rows else [0.0] * len(BANKERS_LEVELS)


@cache
def _rows_of(level: Level, terms: Terms) -> tuple[Row, Row]:
    """Return what a banker gains by a hand of LEVEL, for a stake of one and for such a side bet."""
    hands = Against(1, 0, {}), Against(0, 1, {})
    stake, side_bet = ([hand.gain(level, each, terms) for each in BANKERS_LEVELS] for hand in hands)
    return stake, side_bet


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
    found = all_held(view.others, terms, unseen)
    cards = left_by(view.others, found, unseen)
    in_play = [
        (hand, levels_of(hand, hands, terms, draws(cards)))
        for hand, hands in zip(view.others, found, strict=True)
        if not (hand.is_bust or hand.has_resigned)
    ]
    hands = [Against(hand.stake, hand.side_bet, levels) for hand, levels in in_play]
    bets = sum(hand.bet for hand, _ in in_play)
    gains = _sum_of([_row(hand, hand.levels, terms) for hand in hands])
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
    rows = [_row(hand, hand.levels, terms) for hand, _ in hands]
    changes: list[list[Row]] = [[] for _ in urn]
    for (hand, held), row in zip(hands, rows, strict=True):
        if hand.is_settled:
            for value, lost in _lost(held, urn).items():
                part, gone = sum(lost.values()), _row(hand, lost, terms)
                if part < 1:
                    changes[value - 1].append(
                        [
                            (gain - less) / (1 - part) - gain
                            for gain, less in zip(row, gone, strict=True)
                        ]
                    )
    stakes = sum(hand.stake for hand, _ in hands)
    return Expected(_sum_of(rows), [*map(_sum_of, changes)], stakes)


def _lost(held: Held, urn: Unseen) -> Mapping[int, Levels]:
    """Return how much less likely each level of HELD is without one card of each value of URN."""
    lost: dict[int, dict[Level, float]] = defaultdict(lambda: defaultdict(float))
    for (values, count), chance in held.items():
        for value in set(values):
            share = min(values.count(value) / max(urn[value - 1], 1), 1)
            lost[value][count.level] += chance * share
    return lost


def both(one: Expected, other: Expected) -> Expected:
    """Return what a banker gains by the hands of ONE and the OTHER."""
    more = [_sum_of(pair) for pair in zip(one.more, other.more, strict=True)]
    return Expected(_sum_of([one.gains, other.gains]), more, one.stakes + other.stakes)


class _Kind(NamedTuple):
    """What a hand counts: its place among all that it can, the place of its level, what follows."""

    place: int
    level: int
    after: Sequence[int]
    """The places of what it is with another card, by the values of that; none if it is over."""


@cache
def _kinds() -> Mapping[Count, _Kind]:
    """Return all that hands of two cards and more can count, those with the most cards first."""
    pairs = {with_card(with_card(NO_CARDS, first), second) for first in VALUES for second in VALUES}
    found, last = set(pairs), pairs
    while last:
        last = {
            with_card(count, value)
            for count in last
            if not (count.is_bust or count.is_complete)
            for value in VALUES
        }
        found |= last
    counts = sorted(found, reverse=True)
    places = {count: place for place, count in enumerate(counts)}
    kinds = {}
    for count, place in places.items():
        is_over = count.is_bust or count.is_complete
        after = [] if is_over else [places[with_card(count, value)] for value in VALUES]
        kinds[count] = _Kind(place, BANKERS_LEVELS.index(count.level), after)
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
        self._best: list[float] = []
        """What hands of each kind gain at their best."""
        self._draws: list[bool | None] = []
        """Whether they draw; None if that is close."""
        for kind in _kinds().values():
            gain = expected.gains[kind.level]
            if not kind.after:
                self._best.append(gain)
                self._draws.append(False)
                continue
            best = self._best
            drawn = sum(
                [chance * best[each] for chance, each in zip(chances, kind.after, strict=True)]
            )
            best.append(max(gain, drawn))
            self._draws.append(None if abs(drawn - gain) < close else drawn > gain)

    def draws_to(self, hand: Values) -> bool:
        """Tell whether the banker draws to HAND."""
        kind = _kind_of(hand)
        draws_to = self._draws[kind.place]
        return self._draws_by_cards(hand, kind) if draws_to is None else draws_to

    @property
    def stays(self) -> Sequence[bool]:
        """Whether hands of each kind, by its place, stay whatever their cards are, or must."""
        return [draws_to is False for draws_to in self._draws]

    def _draws_by_cards(self, hand: Values, kind: _Kind) -> bool:
        expected, best = self._expected, self._best
        more = _sum_of([expected.more[value - 1] for value in hand])
        kinds = [*_kinds().values()]
        drawn = 0.0
        for chance, value in draws(self._cards, hand):
            after = kinds[kind.after[value - 1]]
            drawn += chance * (best[after.place] + more[after.level])
        return drawn > expected.gains[kind.level] + more[kind.level]


CLOSE = 0.1
"""Staying and drawing are looked at closer if they differ by less than this part of the stakes."""


@lru_cache(maxsize=8192)
def _kind_of(hand: Values) -> _Kind:
    return _kinds()[count_of(hand)]


class Hands:
    """All hands that a banker can have whose cards are of UNSEEN."""

    def __init__(self, unseen: Unseen) -> None:
        self._unseen = unseen
        self._pairs: dict[Values, float] = defaultdict(float)
        self._draws: dict[Values, Draws] = {}
        for chance, first in hands_after((), unseen):
            for likely, pair in hands_after(first, unseen):
                self._pairs[pair] += chance * likely

    def ends(self, policy: Policy | None) -> Levels:
        """Return the levels on which a banker can end who plays by POLICY, or draws nothing."""
        ended = [0.0] * len(BANKERS_LEVELS)
        levels, known = [kind.level for kind in _kinds().values()], self._draws
        stays, hands = policy.stays if policy else [], self._pairs
        while hands:
            more: dict[Values, float] = defaultdict(float)
            for hand, chance in hands.items():
                kind = _kind_of(hand)
                if policy is None or not policy.draws_to(hand):
                    ended[kind.level] += chance
                    continue
                if hand not in known:
                    known[hand] = draws(self._unseen, hand)
                for likely, value in known[hand]:
                    place = kind.after[value - 1]
                    if stays[place]:
                        ended[levels[place]] += chance * likely
                    else:
                        more[joined(hand, value)] += chance * likely
            hands = more
        return dict(zip(BANKERS_LEVELS, ended, strict=True))
