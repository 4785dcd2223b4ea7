"""What players decided in a round, and what each decision cost them."""

from functools import partial

import pytest
from msgspec.structs import replace

from pontoon.engine.actions import Moved
from pontoon.engine.moves import Move, Verb
from pontoon.odds.advice import Advice, MoveValue, advice_of
from pontoon.odds.decisions import NEGLIGIBLE, Decision, decisions, judge
from pontoon.odds.view import View
from pontoon.storage.replay import Replay
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


def test_bets_and_moves_with_a_hand_are_decisions() -> None:
    assert [each.move for each in decided("dave", "kevin")] == [
        *(Move(Verb.BET, 5), Move(Verb.BET, 10)),
        *(Move(Verb.STICK), Move(Verb.TWIST)),
    ]
    assert {each.ask.player for each in decided("kevin")} == {"kevin"}


def test_what_the_bot_did_for_somebody_silent_is_no_decision_of_theirs() -> None:
    assert {each.ask.player for each in decided("dave", "kevin", dave=True)} == {"kevin"}


def test_a_decision_is_seen_as_its_player_saw_it() -> None:
    _bet, twisted = decided("kevin")
    view = twisted.view
    assert view.hand.known == view.ask.cards
    assert (view.hand.bet, view.player) == (5, "kevin")
    (dave,) = view.of("dave")
    assert (dave.cards, dave.acts) == ([None, None], [Verb.STICK])


def test_a_decision_costs_what_the_best_move_is_worth_more() -> None:
    _bet, decision = decided("kevin")
    values = [MoveValue(Move(Verb.BUY, 5), 0.3, 1, 0), MoveValue(Move(Verb.TWIST), -0.1, 1, 0)]
    judged = judge(decision, lambda _: advice_of(values))
    assert judged is not None
    assert judged.best == Move(Verb.BUY, 5)
    assert (judged.wins, judged.five_cards) == ((1, 1), (0, 0))
    assert judged.cost == pytest.approx(0.4 * 5)


def test_between_the_least_and_the_most_an_amount_is_worth_its_share() -> None:
    _bet, decision = decided("kevin")
    bought = replace(decision, move=Move(Verb.BUY, 20))
    values = [MoveValue(Move(Verb.BUY, chips), value, 1, 0) for chips, value in ((5, 0), (25, 0.4))]
    judged = judge(bought, lambda _: advice_of(values))
    assert judged is not None
    assert judged.best == Move(Verb.BUY, 25)
    assert judged.cost == pytest.approx(0.1 * 5)


def test_a_bet_is_judged_by_itself() -> None:
    """Not by what lies between the least and the most: who bets less can pay for more buys."""
    bet, _twisted = decided("kevin")
    gains = {1: -0.1, 3: 0.5, 5: 0.2, 50: -0.3}

    def adviser(view: View) -> Advice:
        (option,) = view.ask.options
        told = [chips for chips in gains if (option.least or 0) <= chips <= (option.most or 0)]
        return advice_of([MoveValue(Move(Verb.BET, each), gains[each], 1, 0) for each in told])

    judged = judge(bet, adviser)
    assert judged is not None
    assert judged.best == Move(Verb.BET, 3)
    assert judged.cost == pytest.approx(3 * 0.5 - 5 * 0.2)


def test_what_costs_next_to_nothing_is_as_good_as_the_best() -> None:
    _bet, decision = decided("kevin")
    for more, costs in ((NEGLIGIBLE / 2, False), (NEGLIGIBLE * 2, True)):
        values = [MoveValue(Move(Verb.BUY, 5), more, 1, 0), MoveValue(Move(Verb.TWIST), 0, 1, 0)]
        judged = judge(decision, partial(_always, advice_of(values)))
        assert judged is not None
        assert bool(judged.cost) is costs


def test_where_nothing_is_known_nothing_is_judged() -> None:
    _bet, decision = decided("kevin")
    assert judge(decision, lambda _: None) is None


def _always(advice: Advice, _view: View) -> Advice:
    return advice
