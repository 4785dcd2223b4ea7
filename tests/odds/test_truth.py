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
from benchmarks.truth import (
    Decision,
    PlayedRound,
    Players,
    Setting,
    deck_with,
    figure,
    figure_of_chance,
    find_decision,
    new_deal,
    truth_of,
)
from pontoon.engine.cards import cards
from pontoon.engine.moves import Ask, Move, Phase, Verb
from pontoon.games import game_named
from pontoon.odds.advice import Advice
from pontoon.odds.advise import advise
from pontoon.odds.beliefs import held
from pontoon.odds.habits import SHOTS_ON_A_TEN, terms_of
from pontoon.odds.pontoon_draws import by_value

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


SHOOT = Setting(game_named("shoot"), game_named("shoot").Rules(), players=2)
PUNTER, BANKER = SHOOT.names


def asked_in(phase: Phase, played: PlayedRound) -> tuple[Ask, list[tuple[str, Move]]]:
    """Play to the first question of PHASE, with bets of 10; return it, and what was no advice."""
    acts: list[tuple[str, Move]] = []
    while (ask := played.table.ask) is not None and ask.phase is not phase:
        move = Move(Verb.BET, 10) if ask.phase is Phase.BET else played.move(ask)
        if ask.phase in (Phase.BANK, Phase.KITTY, Phase.BET):
            acts.append((ask.player, move))
        played.act(ask, move)
    assert ask is not None
    return ask, acts


def test_who_does_now_this_and_now_that_does_it_as_often_as_is_expected() -> None:
    who, lots, shots = Players(SHOOT), Random(3), []
    deck = deck_with(SHOOT, lots, 0, cards("10S 9S"))
    for _ in range(200):
        played = PlayedRound(SHOOT, BANKER, new_deal(deck, SHOOT.names, lots), who, lots)
        ask, _ = asked_in(Phase.SHOOT, played)
        shots.append(float(played.move(ask).verb is Verb.SHOOT))
    assert figure_of_chance(shots, SHOTS_ON_A_TEN) is None


def test_who_has_shot_on_an_ace_may_have_done_so_on_a_ten() -> None:
    """As often as is expected of somebody who then sticks on two cards."""
    who, lots = Players(SHOOT), Random(3)
    deal = new_deal(deck_with(SHOOT, lots, 0, cards("AS 9S")), SHOOT.names, lots)
    played = PlayedRound(SHOOT, BANKER, deal, who, lots)
    ask, acts = asked_in(Phase.BANKER, played)
    view = played.view(ask)
    (hand,) = view.of(PUNTER)
    assert hand.acts == [Verb.SHOOT, Verb.STICK]
    likely = held(hand, terms_of(view), by_value(view.unseen))
    expected = sum(chance for each, chance in likely.items() if each.count.is_soft)
    decision = Decision(SHOOT, view, deal, acts)
    aces = [float(each.deck[0].is_ace) for each in decision.deals(who, lots, wanted=400)]
    assert 0.2 < expected < 0.8
    assert abs(figure(aces).sigmas(expected)) < SIGMAS


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
