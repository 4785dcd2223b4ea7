"""How likely each level is for hands that somebody else holds, from what lies open of them.

People are taken to play by habit (``usually_sticks``), but for a move now and then.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from pontoon.engine.cards import Card
from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Verb
from pontoon.games.pontoon_hands import Level
from pontoon.odds.bank_terms import Terms, usually_sticks
from pontoon.odds.pontoon_draws import (
    FIRST_CARDS,
    NO_CARDS,
    PONTOON,
    Count,
    Draws,
    drawn_to,
)
from pontoon.odds.view import SeenHand

Levels = Mapping[Level, float]
"""How likely a hand is to be on each level, bust included. The chances add up to 1."""

Chances = Iterable[tuple[Count, float]]

RARELY = 0.1
"""How often people do the opposite of what they mostly do."""
NEVER = 1e-9
"""The same of what can only be if the pack is empty."""


def levels_of(hand: SeenHand, terms: Terms, cards: Draws) -> Levels:
    """Return the levels on which HAND can end, if the cards hidden in it are of CARDS."""
    if hand.is_pontoon:
        return {PONTOON: 1.0}
    counts: dict[Count, float] = {NO_CARDS: 1.0}
    for place, card in enumerate(hand.cards):
        if place >= FIRST_CARDS:
            counts = dict(_who_draw(counts.items(), terms))
        counts = _dealt(counts, card, cards)
    for _ in range(FIRST_CARDS - len(hand.cards)):
        counts = drawn_to(counts.items(), cards)
    if hand.is_over:
        return _by_level(_who_stick(counts.items(), terms))
    return _by_level(ends(counts, terms, cards).items())


def _dealt(counts: Mapping[Count, float], card: Card | None, cards: Draws) -> dict[Count, float]:
    if card is None:
        return drawn_to(counts.items(), cards)
    return drawn_to(counts.items(), [(1.0, card.value)])


def _who_draw(counts: Chances, terms: Terms) -> Chances:
    """Yield COUNTS, each with the chance that a hand is of it and draws."""
    for count, chance in counts:
        if not count.is_bust:
            yield count, chance * (1 - _sticking(count, terms))


def _who_stick(counts: Chances, terms: Terms) -> Chances:
    """Yield COUNTS, each with the chance that a hand is of it and sticks."""
    for count, chance in counts:
        if not count.is_bust and count.level != PONTOON:  # which would have been shown
            yield count, chance * _sticking(count, terms)


def _sticking(count: Count, terms: Terms) -> float:
    """Return how likely a hand of COUNT sticks."""
    if count.is_complete or count.total == BEST_TOTAL:
        return 1 - NEVER
    if not terms.may_stick(count):
        return NEVER
    return 1 - RARELY if usually_sticks(terms, count) else RARELY


def ends(counts: Mapping[Count, float], terms: Terms, cards: Draws) -> dict[Count, float]:
    """Return what hands of those COUNTS become when they are played by habit."""
    ended: dict[Count, float] = defaultdict(float)
    while counts:
        drawing = []
        for count, chance in counts.items():
            if usually_sticks(terms, count):
                ended[count] += chance
            else:
                drawing.append((count, chance))
        counts = drawn_to(drawing, cards)
    return ended


def levels_if_stuck(hand: SeenHand, many: int, terms: Terms, cards: Draws) -> Levels:
    """Return the levels of HAND if it sticks when it has that MANY cards, none more of them open.

    >>> from pontoon.odds.bank_terms import DrinkTerms
    >>> levels_if_stuck(SeenHand("dave", 1), 2, DrinkTerms(), [(1.0, 10)])
    {(<HandType.POINTS: 2>, 20): 1.0}
    """
    hidden = [None] * (many - len(hand.cards))
    return levels_of(replace(hand, cards=[*hand.cards, *hidden], is_over=True), terms, cards)


def as_others_see(hand: SeenHand, *, is_split: bool) -> SeenHand:
    """Return HAND, whose owner sees all of it, as others do who see what was twisted.

    The first card of a pair that IS_SPLIT lies open, too.
    """
    cards: list[Card | None] = [hand.cards[0] if is_split else None, None]
    drawn = [act for act in hand.acts if act in (Verb.TWIST, Verb.BUY)]
    for act, card in zip(drawn, hand.cards[FIRST_CARDS:], strict=False):
        cards.append(card if act is Verb.TWIST else None)
    return replace(hand, cards=cards[: len(hand.cards)])


def _by_level(counts: Chances) -> Levels:
    levels: dict[Level, float] = defaultdict(float)
    for count, chance in counts:
        levels[count.level] += chance
    whole = sum(levels.values())
    return {level: chance / whole for level, chance in levels.items()}
