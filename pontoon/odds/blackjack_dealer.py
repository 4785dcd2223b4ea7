"""How the dealer's hand ends in Black Jack For Time, exactly, from the cards that are unseen.

A card is its value here, from 1 for an ace to 10, and a hand is the values in rising order. The
dealer shows a ten, and all other cards of six decks are unseen:

>>> from pontoon.games.blackjack_hands import HandType
>>> chances = dealers_chances(10, (24, 24, 24, 24, 24, 24, 24, 24, 24, 95))
>>> f"{chances[NATURAL]:.4f}", f"{chances[HandType.POINTS, 20]:.4f}"
('0.0772', '0.3397')

What can be drawn to a card does not depend on what is unseen, so it is found out only once: all
hands as a tree in which hands share the cards that they have in common. The chance of a hand is
then one product for each step of the tree. All orders of the same cards are equally likely.
"""

from collections import Counter
from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from pontoon.engine.cards import PACK
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND, Hand
from pontoon.games.blackjack import DEALER_STAYS
from pontoon.games.blackjack_hands import HandType, Level, level_of
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, joined

NATURAL = (HandType.NATURAL, BEST_TOTAL)


@cache
def level(values: Values) -> Level:
    """Return the level of a hand of these VALUES, which may be in any order.

    >>> level((1, 5)), level((1, 2, 3, 4, 5))
    ((<HandType.POINTS: 2>, 16), (<HandType.CHARLIE: 4>, 15))
    """
    return level_of(Hand(PACK[value - 1] for value in values))


def dealers_chances(up: int, unseen: Unseen, most_cards: int = FULL_HAND) -> dict[Level, float]:
    """Return the chance of each level of the dealer's hand if the card UP is face up.

    The hole card is any of those UNSEEN, which UP is not among. The dealer stops at MAX_CARDS.
    """
    tree = _tree(up, most_cards)
    cards = _cards_chances(unseen, most_cards - 1)
    chances = [1.0]
    for before, card in tree.steps:
        chances.append(chances[before] * cards[card])
    return {
        level: sum([orders * chances[number] for number, orders in hands])
        for level, hands in tree.endings.items()
    }


def _cards_chances(unseen: Unseen, most: int) -> list[float]:
    """Return the chance of each value after 0, 1, ... cards, 0, 1, ... of the same value included.

    MOST cards are drawn. The place of a chance in the list is what ``_place`` returns. It is below
    0 after more cards of the value than there are, but the chance of the last of these was 0.
    """
    total = sum(unseen)
    return [
        (left - same) / cards
        for drawn in range(most)
        for cards in (max(total - drawn, 1),)
        for same in range(drawn + 1)
        for left in unseen
    ]


def _place(value: int, drawn: int, same: int) -> int:
    return (drawn * (drawn + 1) // 2 + same) * len(VALUES) + value - 1


class _Tree(Struct, frozen=True):
    """All hands that the dealer can draw to a card, that card not included, and their beginnings.

    They are numbered, and 0 has no cards. Each of the ``steps`` makes the next one: it has the
    number of the hand without its last card, and the ``_place`` of the chance of that card.
    ``endings`` has for each level the hands that are complete, and in how many orders the dealer
    draws the cards of each.
    """

    steps: tuple[tuple[int, int], ...]
    endings: Mapping[Level, tuple[tuple[int, int], ...]]


@cache
def _tree(up: int, most_cards: int) -> _Tree:
    numbers: dict[Values, int] = {(): 0}
    steps: list[tuple[int, int]] = []
    endings: dict[Level, list[tuple[int, int]]] = {}
    for drawn, orders in _orders(up, most_cards).items():
        for length, value in enumerate(drawn):
            before, hand = drawn[:length], drawn[: length + 1]
            if hand not in numbers:
                numbers[hand] = len(numbers)
                steps.append((numbers[before], _place(value, length, before.count(value))))
        endings.setdefault(level((up, *drawn)), []).append((numbers[drawn], orders))
    return _Tree(tuple(steps), {level: tuple(hands) for level, hands in endings.items()})


def _orders(up: int, most_cards: int) -> Counter[Values]:
    """Return in how many orders the dealer draws the cards of each complete hand."""
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
