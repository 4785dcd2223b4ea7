"""Charts of the best moves: the total of a hand by its number of cards, or the dealer's card."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement, product
from typing import Any

from msgspec import Struct

from pontoon.engine.cards import PACK, Card
from pontoon.engine.hands import BEST_TOTAL, Hand
from pontoon.engine.moves import Verb
from pontoon.games import Game
from pontoon.games.blackjack import BlackJack, BlackJackRules
from pontoon.odds.advise import advise
from pontoon.odds.pontoon_draws import FIRST_CARDS, VALUES
from pontoon.odds.shed import Field
from pontoon.odds.shed_hands import MOST_ADDED, UNLIMITED, state_of
from pontoon.odds.situation import situation

Points = tuple[int, bool]
"""The total of a hand, and whether it is soft."""


class Column(Struct, frozen=True):
    """A kind of hands: this many cards, all of them bought unless it has twisted, or a pair."""

    cards: int
    is_pair: bool = False
    has_twisted: bool = False


COLUMNS = (
    Column(2),
    Column(2, is_pair=True),
    Column(3),
    Column(3, has_twisted=True),
    Column(4),
    Column(4, has_twisted=True),
)
"""The columns of all games but Black Jack, which has one for each card of the dealer."""

DEALERS_CARDS = (*VALUES[1:], VALUES[0])
"""What the card counts that the dealer shows, the ace last."""

TOTALS: Sequence[Points] = [
    (total, is_soft) for is_soft in (False, True) for total in range(BEST_TOTAL, 1, -1)
]
"""Hard totals first, the highest first."""


class Row(Struct, frozen=True):
    """What to do with hands of one total: the moves for each column, the best first.

    Where there is no such hand there are none.
    """

    total: int
    is_soft: bool
    moves: tuple[tuple[Verb, ...], ...]


# Shed Pontoon


def shed_chart(field: Field) -> Iterator[Row]:
    """Yield how players of FIELD play.

    Hands that were burned are left out, and three sevens, which always stick.
    """
    for points in TOTALS:
        moves = [_field_moves(field, points, each) for each in COLUMNS]
        if any(moves):
            yield Row(*points, tuple(moves))


def _field_moves(field: Field, points: Points, column: Column) -> tuple[Verb, ...]:
    hand = _example(points, column)
    if hand is None:
        return ()
    drawn = [Verb.TWIST if column.has_twisted else Verb.BUY] * (column.cards - FIRST_CARDS)
    state = state_of(hand, 1 + drawn.count(Verb.BUY), drawn)
    splits = state.may_split and field.strategy.splits(state, field.rules.max_splits, UNLIMITED)
    return (Verb.SPLIT if splits else field.strategy.moves(MOST_ADDED)(state),)


# The games against a banker or dealer who is a player


def bank_chart(game: Game, rules: Any, players: int) -> Iterator[Row]:
    """Yield the best moves of the first of so many PLAYERS of GAME by RULES.

    Each is that of one hand of the total, with cards as different as can be.
    """
    for points in TOTALS:
        moves = [_bank_moves(game, rules, players, points, each) for each in COLUMNS]
        if any(moves):
            yield Row(*points, tuple(moves))


def _bank_moves(
    game: Game, rules: Any, players: int, points: Points, column: Column
) -> tuple[Verb, ...]:
    hand = _example(points, column)
    if hand is None:
        return ()
    verb = Verb.TWIST if column.has_twisted else Verb.BUY
    view = situation(game, rules, players, hand, [verb] * (column.cards - 2))
    advice = view and advise(view)
    return (advice.best.move.verb,) if advice else ()


def _example(points: Points, column: Column) -> list[Card] | None:
    """Return a hand of COLUMN that has this many POINTS; None if there is none.

    >>> [str(card) for card in _example((18, False), Column(4)) or ()]
    ['10C', '4C', '2C', '2D']
    """
    if column.is_pair:
        total, is_soft = points
        values = [1, 1] if is_soft else [total // 2] * 2
    else:
        values = _values(points, column.cards)
    if not values:
        return None
    hand = _cards(values, is_pair=column.is_pair)
    is_pair = column.cards == FIRST_CARDS and hand[0].rank == hand[1].rank
    fits = (Hand(hand).total, Hand(hand).is_soft) == points and is_pair == column.is_pair
    return hand if fits else None


def _values(points: Points, cards: int) -> list[int]:
    """Return what so many CARDS count that make POINTS, as far apart as can be; none if none do."""
    total, is_soft = points
    aces, others = (1, total - 11) if is_soft else (0, total)
    number = cards - aces
    least = 2 if others >= 2 * number else 1
    values = [least] * number
    left = others - sum(values)
    if left < 0:
        return []
    for place in range(number):
        more = min(left, 10 - values[place])
        values[place] += more
        left -= more
    return [] if left else [*[1] * aces, *values]


def _cards(values: Sequence[int], *, is_pair: bool) -> list[Card]:
    """Return cards that count VALUES, of one rank if that IS_PAIR; two other tens are of two."""
    hand: list[Card] = []
    for value in values:
        fit = [card for card in PACK if card.value == value and card not in hand]
        if hand and value == hand[0].value and len(values) == FIRST_CARDS:
            fit = [card for card in fit if (card.rank == hand[0].rank) == is_pair] or fit
        hand.append(fit[0])
    return hand


# Black Jack


def blackjack_chart(rules: BlackJackRules) -> Iterator[Row]:
    """Yield the best moves with two cards by RULES, for each card that the dealer can show."""
    worth: dict[tuple[Points, int, Verb], float] = defaultdict(float)
    for (one, other), up in product(combinations_with_replacement(VALUES, 2), DEALERS_CARDS):
        hand = _cards((one, other), is_pair=False)
        view = situation(BlackJack, rules, 1, hand, up=_cards((up,), is_pair=False)[0])
        advice = view and advise(view)
        if advice:
            points = Hand(hand).total, Hand(hand).is_soft
            orders = _ranks(one) * _ranks(other) * (1 if one == other else 2)
            for each in advice.values:
                worth[points, up, each.move.verb] += orders * each.value
    for points in TOTALS:
        cells = [
            {verb: worth[key] for verb in Verb if (key := (points, up, verb)) in worth}
            for up in DEALERS_CARDS
        ]
        if any(cells):
            yield Row(*points, tuple([_best(cell) for cell in cells]))


def _best(cell: dict[Verb, float]) -> tuple[Verb, ...]:
    """Return the best move in CELL; behind a double, what is best for who cannot pay for it."""
    best = sorted(cell, key=cell.__getitem__, reverse=True)
    return tuple(best[: 2 if best and best[0] is Verb.DOUBLE else 1])


def insurance_value(rules: BlackJackRules) -> float:
    """Return what insurance gains for each coin paid for it, if no card but the ace is seen."""
    packs = rules.decks
    return rules.insurance_pays * 16 * packs / (52 * packs - 1) - 1


def _ranks(value: int) -> int:
    """Return how many ranks count VALUE."""
    return sum(card.value == value for card in PACK[:13])
