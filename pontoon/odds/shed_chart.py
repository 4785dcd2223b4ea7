"""The policy of a field as a chart: the total of a hand by the number of its cards."""

from msgspec import Struct

from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Verb
from pontoon.odds.shed_field import Field, states
from pontoon.odds.shed_hands import HandState, Points


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


class Row(Struct, frozen=True):
    """What to do with hands of one total: the moves for each of COLUMNS, the likeliest first.

    Where there is no such hand there are none.
    """

    total: int
    is_soft: bool
    moves: tuple[tuple[Verb, ...], ...]


def chart(field: Field) -> list[Row]:
    """Return the policy of FIELD, hard hands first, the highest total first.

    Hands that were burned are left out, and three sevens, which always stick.
    """
    totals = [(total, is_soft) for is_soft in (False, True) for total in range(BEST_TOTAL, 1, -1)]
    rows = [
        Row(*points, tuple([_moves(field, points, each) for each in COLUMNS])) for points in totals
    ]
    return [row for row in rows if any(row.moves)]


def _moves(field: Field, points: Points, column: Column) -> tuple[Verb, ...]:
    """Return the moves with a hand of COLUMN that has this many POINTS, the likeliest first."""
    bets = 1 if column.has_twisted else column.cards - 1
    state = HandState(column.cards, *points, column.is_pair, column.has_twisted, bets)
    if state not in states():
        return ()
    made = [(chance, verb) for verb, chance in field.chances(state) if chance]
    return tuple([verb for _, verb in sorted(made, key=lambda each: -each[0])])
