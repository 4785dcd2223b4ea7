"""What is likely of hands that somebody else holds, from what lies open of them.

In the games against a banker (RULES 2, 3 and 4) people are taken to play by ``habits``, but for a
move now and then. So what was done with a hand tells of its hidden cards.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import add
from typing import NamedTuple

from msgspec.structs import replace

from pontoon.engine.cards import Card
from pontoon.engine.hands import BEST_TOTAL, FULL_HAND
from pontoon.engine.moves import Verb
from pontoon.games.pontoon_hands import Level
from pontoon.odds.habits import (
    Terms,
    Twists,
    chance_to_shoot,
    chance_to_stick,
    is_bought_to,
    terms_for,
)
from pontoon.odds.pontoon_draws import (
    FIRST_CARDS,
    NO_CARDS,
    PONTOON,
    VALUES,
    Count,
    DrawnHand,
    Draws,
    Unseen,
    Urn,
    chances_after,
    counts_of_hands,
    drawn_to,
    hand_of,
    with_card,
)
from pontoon.odds.view import SeenHand

Levels = Mapping[Level, float]
"""How likely a hand is to be on each level, bust included. The chances add up to 1."""

Held = Mapping[DrawnHand, float]
"""What a hand can be, each with its chance. The cards drawn are those that are hidden in it."""

Chances = Iterable[tuple[Count, float]]

RARELY = 0.002
"""How often people stick, or shoot, where they mostly do not, or do not where they mostly do."""
NEVER = 1e-9
"""The same of what can only be if the pack is empty."""
OTHERWISE = 0.005
"""How often people who draw twist where they mostly buy, or buy where they mostly twist.

Were it less, one twist could leave no doubt of an ace, though many do not play so well. Were it
more, too much would be expected of those who do as most, where a ten was twisted to two cards.
"""


class Stuck(NamedTuple):
    """A hand sticks, to which those TWISTS were made before."""

    twists: Twists


class Asked(NamedTuple):
    """How another card is asked for: TWIST or BUY, and what was twisted before."""

    act: Verb
    twists: Twists
    covered: int
    """How many buys the banker has cover for."""


class Busting(NamedTuple):
    """A card that makes a hand bust: its value if it lies open, else None."""

    value: int | None


Step = int | Busting | Asked | Verb | Stuck | Level | None
"""A card that comes to a hand, as its value if it lies open, else as None; or what is done with the
hand: another card is asked for, it shoots or does not (SHOOT, PASS), it sticks, or is declared to
be a PONTOON."""


def held(hand: SeenHand, terms: Terms, unseen: Unseen) -> Held:
    """Return what HAND can be after what was done with it, if its hidden cards are of UNSEEN."""
    return _held_after(tuple(_steps_of(hand)), terms_for(hand, terms), unseen)


def _steps_of(hand: SeenHand) -> Iterator[Step]:
    drawn, shots = drawn_by(hand), _shots_of(hand)
    for number, card in enumerate(hand.cards, 1):
        if number > FIRST_CARDS:
            twists = twists_of(hand, number - 1)
            draw = number - 1 - FIRST_CARDS
            yield Asked(drawn[draw], twists, hand.covered_at(draw))
        value = card.value if card else None
        yield Busting(value) if hand.is_bust and number == len(hand.cards) else value
        if number in shots:
            yield shots[number]
    if hand.is_pontoon:
        yield PONTOON
    elif hand.is_over and not (hand.is_bust or hand.has_resigned):
        yield Stuck(twists_of(hand))


def twists_of(hand: SeenHand, cards: int = FULL_HAND) -> Twists:
    """Return what was twisted to HAND when it had no more than so many CARDS."""
    number = drawn_by(hand)[: max(cards - FIRST_CARDS, 0)].count(Verb.TWIST)
    last = hand.cards[:cards][-1] if number else None
    return Twists(number, last.value if last else None)


@lru_cache(maxsize=64)  # Hands of several players are often alike.
def _held_after(steps: tuple[Step, ...], terms: Terms, unseen: Unseen) -> Held:
    hands = _hands_after(steps, terms, unseen)
    whole = sum(hands.values())
    return {hand: chance / whole for hand, chance in hands.items()} if whole else {}


@lru_cache(maxsize=64)  # What may be done with a hand from now on has the first steps in common.
def _hands_after(steps: tuple[Step, ...], terms: Terms, unseen: Unseen) -> Held:
    """Return what a hand can be after STEPS, each with the chance that it is held and does that.

    Its hidden cards are those drawn, of UNSEEN.
    """
    if not steps:
        return {hand_of(NO_CARDS): 1.0}
    *before, step = steps
    hands = _hands_after(tuple(before), terms, unseen)
    match step:
        case None:
            return _with_hidden(hands, _urn(unseen))
        case int():
            return _with_open(hands, step)
        case Busting(value):
            return _made_bust(hands, value, unseen)
        case Asked():
            return _who_draw(hands, terms, step)
        case Verb():
            return _who_shoot(hands, step)
        case Stuck(twists):
            return _who_stick(hands, terms, twists)
        case _:  # PONTOON
            return {hand: chance for hand, chance in hands.items() if hand.level == PONTOON}


def levels_of(hand: SeenHand, hands: Held, terms: Terms, cards: Draws) -> Levels:
    """Return the levels on which HAND can end, which is one of HANDS and draws from CARDS."""
    counts: dict[Count, float] = defaultdict(float)
    for each, chance in hands.items():
        counts[each.count] += chance
    for _ in range(FIRST_CARDS - len(hand.cards)):
        counts = drawn_to(counts.items(), cards)
    if hand.is_over:
        return _by_level(counts.items())
    return _levels_by_habit(
        tuple(counts.items()), terms_for(hand, terms), cards, twists_of(hand), hand.covered[-1]
    )


def without(unseen: Unseen, hidden: Iterable[Held]) -> Unseen:
    """Return how many cards of UNSEEN are left when those HIDDEN in hands are taken, on average."""
    return _left(unseen, map(_hidden_in, hidden))


def _left(unseen: Unseen, hidden: Iterable[Unseen]) -> Unseen:
    numbers = zip(unseen, *hidden, strict=True)
    return tuple([max(number - sum(taken), 0.0) for number, *taken in numbers])


def _hidden_in(hands: Held) -> Unseen:
    """Return how many cards of each value are hidden in a hand that is one of HANDS, on average."""
    found = [0.0] * len(VALUES)
    for hand, chance in hands.items():
        for value in hand.drawn:
            found[value - 1] += chance
    return tuple(found)


def all_held(hands: Sequence[SeenHand], terms: Terms, unseen: Unseen) -> Sequence[Held]:
    """Return what each of HANDS can be, with what is likely in the others.

    >>> from pontoon.odds.habits import DrinkTerms
    >>> hands = [SeenHand("dave", 1, [None]), SeenHand("kevin", 1, [None])]
    >>> [*all_held(hands, DrinkTerms(), (0,) * 8 + (1, 1))[0].values()]
    [0.5, 0.5]
    """
    found: list[Held] = [held(hand, terms, unseen) if _tells(hand) else {} for hand in hands]
    if sum(map(bool, found)) > 1:
        for _ in range(PASSES):
            hidden = [*map(_hidden_in, found)]
            left = _left(unseen, hidden)
            found = [
                held(hand, terms, tuple(map(add, left, own))) if before else {}
                for hand, before, own in zip(hands, found, hidden, strict=True)
            ]
    left = without(unseen, found)
    return [before or held(hand, terms, left) for hand, before in zip(hands, found, strict=True)]


def left_by(hands: Sequence[SeenHand], found: Sequence[Held], unseen: Unseen) -> Unseen:
    """Return how many cards of UNSEEN are left on average by HANDS, which can be what was FOUND.

    Of hands that tell nothing any card can be the next one as well.
    """
    pairs = zip(hands, found, strict=True)
    return without(unseen, [each for hand, each in pairs if _tells(hand)])


def _tells(hand: SeenHand) -> bool:
    """Tell whether anything was done with HAND that tells of its hidden cards."""
    return None in hand.cards and (hand.is_over or bool(hand.acts))


PASSES = 2
"""How often what is likely in one hand is worked out again from what is likely in all others."""


_urn = lru_cache(maxsize=16)(Urn)  # Hidden cards are mostly of the same.


def _with_hidden(hands: Held, urn: Urn) -> Held:
    """Return HANDS with another card of URN, where they are not bust then."""
    more: dict[DrawnHand, float] = defaultdict(float)
    for hand, chance in hands.items():
        for likely, after in zip(urn.chances(hand), hand.fits, strict=True):
            if likely:
                more[after] += chance * likely
    return more


def _with_open(hands: Held, value: int) -> Held:
    """Return HANDS with a card of VALUE that lies open, where they are not bust then."""
    return {
        hand_of(with_card(hand.count, value), hand.drawn): chance
        for hand, chance in hands.items()
        if value <= hand.count.most_to_fit
    }


def _made_bust(hands: Held, value: int | None, unseen: Unseen) -> Held:
    """Return HANDS that are bust with a card of VALUE, or with any that is hidden."""
    bust: dict[DrawnHand, float] = defaultdict(float)
    for hand, chance in hands.items():
        most = hand.count.most_to_fit
        if value is None:
            chances = chances_after(hand, unseen)
            for likely, after in zip(chances[most:], hand.after[most:], strict=True):
                if likely:
                    bust[after] += chance * likely
        elif value > most:
            bust[hand_of(with_card(hand.count, value), hand.drawn)] += chance
    return bust


def drawn_by(hand: SeenHand) -> list[Verb]:
    """Return how each card after the first two came to HAND."""
    return [act for act in hand.acts if act in (Verb.TWIST, Verb.BUY)]


def _shots_of(hand: SeenHand) -> Mapping[int, Verb]:
    """Return on how many cards HAND could shoot, with SHOOT or PASS.

    >>> _shots_of(SeenHand("dave", 1, acts=[Verb.PASS, Verb.BUY, Verb.SHOOT, Verb.BUY]))
    {1: <Verb.PASS: 'pass'>, 3: <Verb.SHOOT: 'shoot'>}
    """
    shots, cards = {}, 1
    for act in hand.acts:
        if act in (Verb.SHOOT, Verb.PASS):
            shots[cards] = act
        elif act in (Verb.TWIST, Verb.BUY):
            cards = max(cards, FIRST_CARDS) + 1
    return shots


def _who_shoot(hands: Held, act: Verb) -> Held:
    """Return HANDS, each with the chance that it is held and does ACT: it shoots, or does not."""
    shooting = {}
    for hand, chance in hands.items():
        shoots = min(max(chance_to_shoot(hand.count), RARELY), 1 - RARELY)
        shooting[hand] = chance * (shoots if act is Verb.SHOOT else 1 - shoots)
    return shooting


def _who_draw(hands: Held, terms: Terms, asked: Asked) -> Held:
    """Return HANDS, each with the chance that it is held and draws as ASKED."""
    drawing = _chances_to_draw(terms, asked)
    return {
        hand: chance * drawing[hand.count]
        for hand, chance in hands.items()
        if hand.count in drawing
    }


def _who_stick(hands: Held, terms: Terms, twists: Twists) -> Held:
    """Return HANDS, each with the chance that it is held and sticks."""
    sticking = _chances_to_stick(terms, twists)
    return {
        hand: chance * sticking[hand.count]
        for hand, chance in hands.items()
        if hand.count in sticking and hand.level != PONTOON  # which would have been shown
    }


@lru_cache(maxsize=128)  # Any card may have been twisted last.
def _chances_to_draw(terms: Terms, asked: Asked) -> Mapping[Count, float]:
    """Return how likely hands draw as ASKED, by what they count: those that can."""
    act, twists, covered = asked
    has_choice, chances = act is Verb.BUY or (covered and not twists.number), {}
    for count, sticks in _chances_to_stick(terms, twists).items():
        if not count.is_complete:
            is_rare = has_choice and is_bought_to(terms, count, covered) != (act is Verb.BUY)
            chances[count] = (1 - sticks) * (OTHERWISE if is_rare else 1)
    return chances


@lru_cache(maxsize=128)  # Any card may have been twisted last.
def _chances_to_stick(terms: Terms, twists: Twists) -> Mapping[Count, float]:
    """Return how likely hands that are not bust stick, by what they count."""
    return {
        count: _sticking(count, terms, twists)
        for count in counts_of_hands()
        if not count.is_bust and count.cards >= FIRST_CARDS + twists.number
    }


def _sticking(count: Count, terms: Terms, twists: Twists) -> float:
    """Return how likely a hand of COUNT sticks."""
    if count.is_complete or count.total == BEST_TOTAL:
        return 1 - NEVER
    if not terms.may_stick(count):
        return NEVER
    chance = chance_to_stick(terms, count, twists)
    return min(max(chance, RARELY), 1 - RARELY)


@lru_cache(maxsize=16)  # Most hands that are not played yet are alike.
def _levels_by_habit(
    counts: tuple[tuple[Count, float], ...],
    terms: Terms,
    cards: Draws,
    twists: Twists,
    covered: int,
) -> Levels:
    return _by_level(_ends_by_habit(counts, terms, cards, twists, covered))


def _ends_by_habit(
    counts: Chances, terms: Terms, cards: Draws, twists: Twists, covered: int
) -> Chances:
    """Yield what hands of those COUNTS become when they are played by habit."""
    playing: dict[Twists, dict[Count, float]] = {twists: dict(counts)}
    while playing:
        drawing: dict[Twists, list[tuple[Count, float]]] = defaultdict(list)
        for so_far, hands in playing.items():
            more = Twists(so_far.number + 1)
            for count, chance in hands.items():
                sticks = 1.0 if count.is_bust else chance_to_stick(terms, count, so_far)
                if sticks:
                    yield count, chance * sticks
                if sticks < 1:
                    buys = not so_far.number and is_bought_to(terms, count, covered)
                    drawing[so_far if buys else more].append((count, chance * (1 - sticks)))
        playing = {after: drawn_to(hands, cards) for after, hands in drawing.items()}


def held_if_stuck(hand: SeenHand, acts: Sequence[Verb], terms: Terms, unseen: Unseen) -> Held:
    """Return what HAND can be if it sticks after these ACTS, whose cards do not lie open.

    >>> from pontoon.odds.habits import DrinkTerms
    >>> (hand,) = held_if_stuck(SeenHand("dave", 1, [None] * 2), [], DrinkTerms(), (0,) * 9 + (4,))
    >>> hand.drawn
    (10, 10)
    """
    stuck = replace(hand, acts=[*hand.acts, *acts], is_over=True)
    many = FIRST_CARDS + len(drawn_by(stuck))
    stuck.cards = [*hand.cards, *[None] * (many - len(hand.cards))]
    return held(stuck, terms, unseen)


def as_others_see(hand: SeenHand, *, is_split: bool) -> SeenHand:
    """Return HAND, whose owner sees all of it, as others do who see what was twisted.

    The first card of a pair that IS_SPLIT lies open, too.
    """
    cards: list[Card | None] = [hand.cards[0] if is_split else None, None]
    for act, card in zip(drawn_by(hand), hand.cards[FIRST_CARDS:], strict=False):
        cards.append(card if act is Verb.TWIST else None)
    return replace(hand, cards=cards[: len(hand.cards)])


def _by_level(counts: Chances) -> Levels:
    levels: dict[Level, float] = defaultdict(float)
    for count, chance in counts:
        levels[count.level] += chance
    whole = sum(levels.values())
    return {level: chance / whole for level, chance in levels.items()}
