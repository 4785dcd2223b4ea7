"""What players decided in a round, and what each decision cost them."""

import pytest
from msgspec.structs import replace

from pontoon.engine.actions import Moved
from pontoon.engine.moves import Move, Verb
from pontoon.odds.advice import MoveValue, advice_of
from pontoon.odds.decisions import Decision, decisions, judge
from pontoon.storage.replay import Replay
from tests.support.advisers import advises
from tests.support.recorded_rounds import a_shed_round


def decided(*players: str, **silent: bool) -> list[Decision]:
    """Return what PLAYERS decide in a round of dave and kevin, who may be SILENT."""
    replay = Replay(a_shed_round())
    steps = [
        replace(step, act=replace(step.act, move=replace(step.act.move, unanswered=True)))
        if isinstance(step.act, Moved) and silent.get(step.act.player)
        else step
        for step in replay.steps
    ]
    return [*decisions("pontoon", replay.table.rules, steps, players)]


def test_moves_with_a_hand_are_decisions_and_bets_are_none() -> None:
    assert [each.move for each in decided("dave", "kevin")] == [Move(Verb.STICK), Move(Verb.TWIST)]
    assert [each.ask.player for each in decided("kevin")] == ["kevin"]


def test_what_the_bot_did_for_somebody_silent_is_no_decision_of_theirs() -> None:
    assert [each.ask.player for each in decided("dave", "kevin", dave=True)] == ["kevin"]


def test_a_decision_is_seen_as_its_player_saw_it() -> None:
    (view,) = [each.view for each in decided("kevin")]
    assert view.hand.known == view.ask.cards
    assert (view.hand.bet, view.player) == (5, "kevin")
    (dave,) = view.of("dave")
    assert (dave.cards, dave.acts) == ([None, None], [Verb.STICK])


def test_a_decision_costs_what_the_best_move_is_worth_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (decision,) = decided("kevin")
    values = [MoveValue(Move(Verb.BUY, 5), 0.3, 1, 0), MoveValue(Move(Verb.TWIST), -0.1, 1, 0)]
    advises(monkeypatch, lambda _: advice_of(values))
    judged = judge(decision)
    assert judged is not None
    assert judged.best == Move(Verb.BUY, 5)
    assert judged.cost == pytest.approx(0.4)


def test_between_the_least_and_the_most_an_amount_is_worth_its_share(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    (decision,) = decided("kevin")
    bought = replace(decision, move=Move(Verb.BUY, 20))
    values = [MoveValue(Move(Verb.BUY, chips), value, 1, 0) for chips, value in ((5, 0), (25, 0.4))]
    advises(monkeypatch, lambda _: advice_of(values))
    judged = judge(bought)
    assert judged is not None
    assert judged.best == Move(Verb.BUY, 25)
    assert judged.cost == pytest.approx(0.1)


def test_where_nothing_is_known_nothing_is_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    (decision,) = decided("kevin")
    advises(monkeypatch, lambda _: None)
    assert judge(decision) is None
