"""What moves are said to be worth beside what they have brought in rounds that the engine played.

The figures are those of ``python -m benchmarks.truth GAME --only MOVE --deals 20000``, with the
hand, players, chips, bet and rules that stand here.
"""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from benchmarks import truth
from benchmarks.truth import Decision, Players, Setting, find_decision, truth_of
from pontoon.engine.cards import cards
from pontoon.engine.moves import Verb
from pontoon.games import game_named
from pontoon.odds.advice import Advice
from pontoon.odds.advise import advise

SIGMAS = 3


class Played(NamedTuple):
    """What a move with a hand of the first player has brought, for each unit of the bet."""

    game: str
    players: int
    hand: str
    verb: Verb
    mean: float
    error: float
    bet: int = 100
    chips: int = 20_000
    rules: Mapping[str, Any] = MappingProxyType({})


EVERYTHING = {"max_bet_percent": (100,)}
"""Rules by which a player alone may bet all that they have."""

TABLE = (
    Played("pontoon", 1, "4H 4D", Verb.SPLIT, 0.691, 0.018, 100, 600, EVERYTHING),
    Played("pontoon", 1, "4H 4D", Verb.BUY, 0.572, 0.015, 100, 600, EVERYTHING),
    Played("pontoon", 2, "10H 10D", Verb.SPLIT, -0.507, 0.014),
    Played("pontoon", 10, "KH KD", Verb.SPLIT, -1.556, 0.007),
    Played("british", 2, "8H 8D", Verb.SPLIT, -0.392, 0.018, 50, 400),
    Played("british", 2, "6H 6D", Verb.SPLIT, -0.538, 0.018, 50, 400),
    Played("cutwc", 2, "10H 6D", Verb.STICK, -0.758, 0.003, 1),
    Played("cutwc", 2, "10H 6D", Verb.TWIST, -0.752, 0.003, 1),
)


def decision_on(game: str, players: int, hand: str, bet: int, chips: int, **rules: Any) -> Decision:
    """Return the first decision on HAND, in a round that is dealt by lot."""
    setting = Setting(game_named(game), game_named(game).Rules(**rules), players, chips, bet)
    who, lots = Players(setting), Random(hand)
    found = (find_decision(setting, who, lots, cards(hand)) for _ in range(100))
    return next(filter(None, found))  # a banker's pontoon can come first


@pytest.mark.parametrize("played", TABLE, ids=lambda each: f"{each.game} {each.hand} {each.verb}")
def test_a_move_is_worth_what_it_has_brought(played: Played) -> None:
    game, players, hand, verb, mean, error, bet, chips, rules = played
    advice = advise(decision_on(game, players, hand, bet, chips, **rules).view)
    assert advice is not None
    (value,) = [each.value for each in advice.values if each.move.verb is verb]
    assert value == pytest.approx(mean, abs=SIGMAS * error)


def test_values_that_do_not_come_true_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = decision_on("pontoon", 2, "KC 9D", 100, 1000)

    def faults(by: float) -> list[str]:
        """Return what is wrong with advice in which the best move is worth more BY so much."""

        def off(view: Any) -> Advice:
            advice = advise(view)
            assert advice is not None
            best, *others = advice.values
            return Advice((replace(best, value=best.value + by), *others))

        monkeypatch.setattr(truth, "advise", off)
        found = truth_of(decision, Players(decision.setting), Random(2), deals=300)
        return [*found.faults()]

    assert faults(0) == []
    (fault,) = faults(0.5)
    assert fault.startswith("stick")


def test_a_best_move_that_is_worse_than_another_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = decision_on("pontoon", 2, "KC 9D", 100, 1000)

    def reversed_advice(view: Any) -> Advice:
        advice = advise(view)
        assert advice is not None
        return Advice(advice.values[::-1])

    monkeypatch.setattr(truth, "advise", reversed_advice)
    found = truth_of(decision, Players(decision.setting), Random(2), deals=50)
    assert any(fault.startswith("stick is better than buy") for fault in found.faults())


def test_chances_that_do_not_come_true_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    decision = decision_on("pontoon", 2, "KC 5D", 100, 1000)

    def faults(**wrong: float) -> list[str]:
        """Return what is wrong with advice in which the best move has WRONG chances."""

        def off(view: Any) -> Advice:
            advice = advise(view)
            assert advice is not None
            best, *others = advice.values
            return Advice((replace(best, **wrong), *others))

        monkeypatch.setattr(truth, "advise", off)
        found = truth_of(decision, Players(decision.setting), Random(2), deals=300)
        return [*found.faults()]

    assert faults() == []
    for chance, told in (("win", "wins"), ("bust", "busts"), ("five_cards", "has five cards")):
        (fault,) = faults(**{chance: 0.9})
        assert f" {told} 0.900, played" in fault
