"""What is expected of hands that have stuck, beside what players by the odds hold who stick."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations_with_replacement
from typing import Any

import pytest

from pontoon.engine.cards import PACK, Card
from pontoon.engine.hands import BEST_TOTAL
from pontoon.engine.moves import Ask, Option, Phase, Unit, Verb
from pontoon.games import game_named
from pontoon.games.pontoon_hands import Level
from pontoon.odds.advice import Usual
from pontoon.odds.advise import advise
from pontoon.odds.beliefs import held
from pontoon.odds.habits import terms_of
from pontoon.odds.pontoon_draws import VALUES, Unseen, Values, by_value, count_of
from pontoon.odds.view import PLENTY, SeenHand, View

PUNTER, BANKER = "bob", "dave"
CHIPS, BET = 1000, 10
OFF = 0.02
"""By so much chances may be off on average, added up over all levels."""

Acts = tuple[Verb, ...]
Levels = Mapping[Level, float]


def cards_of(values: Values) -> list[Card]:
    """Return cards of VALUES that are no pair."""
    found: list[Card] = []
    for value in values:
        ranks = {card.rank for card in found}
        fitting = [card for card in PACK if card.value == value and card not in found]
        found.append(min(fitting, key=lambda card: card.rank in ranks))
    return found


@dataclass
class Lines:
    """All that a punter does who plays GAME alone against a banker, by the odds."""

    game: str
    rules: Any
    covered: int
    stuck: dict[tuple[Acts, Values], dict[Level, float]] = field(default_factory=dict)
    """How often hands stick on each level, by what was done and which cards were twisted."""

    def hand(self, cards: list[Card | None], acts: Acts) -> SeenHand:
        return SeenHand(PUNTER, 1, cards, [*acts], BET, BET, covered=(self.covered,))

    def view(self, values: Values, acts: Acts) -> View:
        """Return what the punter sees, whose hand is of VALUES after ACTS."""
        cards, is_drink = cards_of(values), self.game == "cutwc"
        options = [Option(Verb.TWIST)]
        if is_drink or count_of(values).total >= self.rules.stick_min:
            options.append(Option(Verb.STICK))
        if self.covered and Verb.TWIST not in acts:
            options.append(Option(Verb.BUY, 1, 1) if is_drink else Option(Verb.BUY, BET, 2 * BET))
        unit = Unit.FINGERS if is_drink else Unit.CHIPS
        ask = Ask(PUNTER, Phase.HAND, tuple(options), tuple(cards), BET, CHIPS, unit=unit)
        hands = self.hand([*cards], acts), SeenHand(BANKER, 1, [None, None])
        return View(
            self.game, self.rules, PUNTER, ask, (PUNTER, BANKER), BANKER, hands, (), kitty=0
        )

    def play(self, hidden: Values, twisted: Values, acts: Acts, chance: float) -> None:
        """Note on what a hand sticks that has come so far, and how likely it does."""
        values = (*hidden, *twisted)
        count = count_of(tuple(sorted(values)))
        if count.is_bust:
            return
        if not (count.total == BEST_TOTAL or count.is_complete):
            advice = advise(self.view(values, acts))
            assert advice is not None
            for each, usually in advice.usual or [Usual(advice.best, 1.0)]:
                if each.move.verb is Verb.STICK:
                    self.stick(twisted, acts, count.level, chance * usually)
                    continue
                for value, likely in chances(values):
                    drawn = (hidden, (*twisted, value))
                    if each.move.verb is Verb.BUY:
                        drawn = ((*hidden, value), twisted)
                    self.play(*drawn, (*acts, each.move.verb), chance * usually * likely)
            return
        self.stick(twisted, acts, count.level, chance)

    def stick(self, twisted: Values, acts: Acts, level: Level, chance: float) -> None:
        self.stuck.setdefault((acts, twisted), defaultdict(float))[level] += chance

    def expected(self, acts: Acts, twisted: Values) -> Levels:
        """Return on which levels a hand is expected to be that has stuck after ACTS."""
        cards: list[Card | None] = [None, None]
        opened = cards_of(twisted)
        cards += [opened.pop(0) if act is Verb.TWIST else None for act in acts]
        hand = self.hand(cards, acts)
        hand.is_over = True
        levels: dict[Level, float] = defaultdict(float)
        terms = terms_of(self.view((10, 9), ()))
        for each, chance in held(hand, terms, left_by(twisted)).items():
            levels[each.level] += chance
        return levels


def left_by(values: Values) -> Unseen:
    """Return how many cards of each value are left in a pack without VALUES."""
    whole = by_value(dict.fromkeys({card.rank for card in PACK}, 4))
    return tuple(
        [number - values.count(value) for value, number in zip(VALUES, whole, strict=True)]
    )


def chances(values: Values) -> Iterator[tuple[int, float]]:
    """Yield what the next card can be, without VALUES, with its chance."""
    left = left_by(values)
    yield from ((value, number / sum(left)) for value, number in enumerate(left, 1) if number)


@pytest.mark.parametrize(
    ("game", "rules", "covered"),
    [
        ("british", {}, PLENTY),
        ("british", {}, 0),
        ("british", {"stick_min": 17}, PLENTY),
        ("cutwc", {}, PLENTY),
    ],
)
def test_hands_that_stick_are_what_is_expected(
    game: str, rules: dict[str, Any], covered: int
) -> None:
    """Above all after a twist, which pays to mislead by."""
    lines = Lines(game, game_named(game).Rules(**rules), covered)
    for first, second in combinations_with_replacement(VALUES, 2):
        if {first, second} != {1, 10}:
            chance = dict(chances(()))[first] * dict(chances((first,)))[second]
            lines.play((first, second), (), (), chance * (1 if first == second else 2))
    off = often = 0.0
    for (acts, twisted), levels in lines.stuck.items():
        if twisted and len(acts) < 3:
            expected, whole = lines.expected(acts, twisted), sum(levels.values())
            often += whole
            for level in {*levels, *expected}:
                off += abs(levels.get(level, 0) - whole * expected.get(level, 0))
    assert off < OFF * often
