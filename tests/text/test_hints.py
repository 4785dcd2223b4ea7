"""What moves are worth, and what decisions have cost, in words; tests/wire has them in full."""

import re
from collections.abc import Sequence
from fractions import Fraction

import pytest
from msgspec.structs import replace

from pontoon.engine.cards import cards
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb
from pontoon.text.formatting import CardFormat
from pontoon.text.hints import (
    HIGH_CARDS_WIN_NOTHING,
    MAX_REVIEWED,
    Reviewed,
    Why,
    Worth,
    hint,
    review,
)

STICK, TWIST, BUY = Option(Verb.STICK), Option(Verb.TWIST), Option(Verb.BUY, 5, 50)
HAND = Ask("dave", Phase.HAND, (STICK, TWIST, BUY), tuple(cards("8C 6D")), 50, 100)
STUCK = Reviewed(HAND, Move(Verb.STICK), Move(Verb.TWIST), 9.11)
WELL = Reviewed(HAND, Move(Verb.TWIST), Move(Verb.TWIST), 0.0)


def asked(phase: Phase, *options: Option, unit: Unit = Unit.CHIPS) -> Ask:
    return Ask("dave", phase, options, (), 0, 100, unit=unit)


def moves_of(ask: Ask, *moves: Move) -> list[str]:
    """Return how a hint on ASK names MOVES."""
    worth = [Worth(move, 1.0, 0.5) for move in moves]
    line = hint(worth, Why(moves[0], 0.0), ask)
    return [part.partition(":")[0] for part in line.removeprefix("Best: ").split("; ")]


def why(ask: Ask, *chances: float | Fraction | None) -> list[str]:
    """Return the reasons that a hint on ASK gives for these CHANCES, in the order of ``Why``."""
    move = Move(Verb.TWIST)
    line = hint([Worth(move, 1.0, 0.5)], Why(move, *chances), ask)  # type: ignore[arg-type]
    _, _, reasons = line.rstrip(".").partition(" Why: ")
    return reasons.split("; ") if reasons else []


def said(*decisions: Reviewed) -> list[str]:
    return review("r1", decisions, CardFormat())


def test_an_amount_is_told_where_there_is_a_choice() -> None:
    few, many = Move(Verb.BUY, 5), Move(Verb.BUY, 50)
    assert moves_of(HAND, few, many) == ["(b)uy for 5", "(b)uy for 50"]
    assert moves_of(asked(Phase.HAND, Option(Verb.BUY, 50, 50)), many) == ["(b)uy"]


def test_bets_bids_and_shots_have_their_amount_alone() -> None:
    bets = [Move(Verb.BET, 2), Move(Verb.BET, 4)]
    for unit, word in ((Unit.CHIPS, "bet"), (Unit.FINGERS, "bid")):
        ask = asked(Phase.BET, Option(Verb.BET, 2, 4), unit=unit)
        assert moves_of(ask, *bets) == [f"{word} 2", f"{word} 4"]
    shots = asked(Phase.SHOOT, Option(Verb.SHOOT, 1, 9), Option(Verb.PASS))
    assert moves_of(shots, Move(Verb.SHOOT, 9), Move(Verb.PASS)) == ["sh(o)ot 9", "(n)o"]


@pytest.mark.parametrize(
    ("gains", "told"),
    [
        ((1234.4, -8.4, 0.4), ["+1234", "-8", "0"]),
        ((-2.23, 0.96, 0.04), ["-2.2", "+1", "0"]),
        ((0.5, -0.096, -0.004), ["+0.5", "-0.1", "0"]),
    ],
)
def test_gains_are_as_exact_as_the_greatest(gains: Sequence[float], told: list[str]) -> None:
    move = Move(Verb.TWIST)
    line = hint([Worth(move, each, 0.5) for each in gains], Why(move, 0.0), HAND)
    assert re.findall(r": ([^ ]+) chip", line) == told


def test_chances_that_are_not_known_or_next_to_nothing_are_left_out() -> None:
    assert why(HAND, 0.004, 0.004, Fraction(3)) == []
    assert why(HAND, None) == []
    assert why(HAND, 0.3) == ["(t)wist ends bust in 30 %"]
    assert why(HAND, 0.3, 0.2) == ["(t)wist ends with five cards in 20 % and bust in 30 %"]
    paid = why(HAND, 0.0, 0.2, Fraction(3))
    assert paid == ["(t)wist ends with five cards in 20 % (they pay 3 × your stake)"]
    assert why(HAND, 0.3, None, None, True, 0.28)[1:] == ["the dealer busts in 28 %"]


def test_before_there_is_a_hand_chances_are_after_no_move() -> None:
    (bet,), (hand,) = why(asked(Phase.BET), 0.3, 0.2), why(HAND, 0.3, 0.2)
    assert bet.partition(" ends ")[2] == hand.removeprefix("(t)wist ends ")


def test_a_chance_to_win_that_is_not_known_is_left_out() -> None:
    bet = Move(Verb.BET, 10)
    line = hint([Worth(bet, 2.0, None)], Why(bet, None), asked(Phase.BET, Option(Verb.BET, 1, 10)))
    assert line == "Best: bet 10: +2 chips."


@pytest.mark.parametrize(
    ("gain", "win", "high_cards_win", "is_told"),
    [
        (-2, 0.5, False, True),
        (2, 0.5, False, False),
        (-2, 0.1, False, False),
        (-2, 0.5, True, False),
    ],
)
def test_a_move_that_wins_often_and_loses_chips_is_explained(
    gain: float, win: float, high_cards_win: bool, is_told: bool
) -> None:
    move = Move(Verb.TWIST)
    line = hint([Worth(move, gain, win)], Why(move, 0.3, None, None, high_cards_win), HAND)
    assert (HIGH_CARDS_WIN_NOTHING in line) == is_told


def test_a_decision_is_told_with_what_was_better_or_as_the_best() -> None:
    stuck, well, total = said(STUCK, WELL)
    assert ("(t)wist" in stuck, " 9.1 chips" in stuck, " 50" in stuck) == (True, True, True)
    assert "best" in well
    assert " 9.1 chips" in total
    assert "nothing" in said(WELL)[-1]


def test_a_bet_is_told_with_the_first_card_if_there_is_one() -> None:
    options = (Option(Verb.BET, 1, 100),)
    for seen, begins in (("8C", "8♣: you bet 100; bet 1 "), ("", "You bet 100; bet 1 ")):
        ask = Ask("dave", Phase.BET, options, tuple(cards(seen)), 0, 1000)
        (line, _) = said(Reviewed(ask, Move(Verb.BET, 100), Move(Verb.BET, 1), 40.2))
        assert line.startswith(begins)
        what = "this card" if seen else "a bet"
        assert line.endswith(f" 40 chips: {what} loses on average")


def reason(decision: Reviewed) -> str:
    return said(decision)[0].rpartition(": ")[2]


@pytest.mark.parametrize(
    ("made", "best", "why"),
    [
        (1, 100, "this card gains on average"),
        (100, 1, "this card loses on average"),
        (100, 50, "it leaves enough to raise the stake later"),
    ],
)
def test_why_a_bet_is_better(made: int, best: int, why: str) -> None:
    ask = Ask("dave", Phase.BET, (Option(Verb.BET, 1, 100),), tuple(cards("8C")), 0, 1000)
    assert reason(Reviewed(ask, Move(Verb.BET, made), Move(Verb.BET, best), 4.0)) == why


def test_nothing_is_won_with_fingers() -> None:
    bids = (Option(Verb.BET, 1, 4),)
    ask = Ask("dave", Phase.BET, bids, tuple(cards("AC")), 0, 100, unit=Unit.FINGERS)
    why = reason(Reviewed(ask, Move(Verb.BET, 3), Move(Verb.BET, 1), 0.7))
    assert why == "a higher bid can only cost more"


def test_what_is_nearly_best_is_called_as_good() -> None:
    (line, _) = said(Reviewed(HAND, Move(Verb.STICK), Move(Verb.TWIST), 0))
    assert line.endswith("you stuck, which was as good as the best")


def test_why_a_move_is_better() -> None:
    stick, twist, buy = Move(Verb.STICK), Move(Verb.TWIST), Move(Verb.BUY, 50)
    assert reason(Reviewed(HAND, twist, buy, 9.0)) == "this hand is worth a higher stake"
    assert reason(Reviewed(HAND, buy, twist, 9.0)) == "this hand is not worth a higher stake"
    assert reason(Reviewed(HAND, stick, twist, 9.0, (0.1, 0.4), (0, 0.2))) == (
        "five cards in 20 %, not 0 %"
    )
    assert reason(Reviewed(HAND, twist, stick, 9.0, (0.1, 0.4))) == "it wins in 40 %, not 10 %"
    assert " of 50" in reason(Reviewed(HAND, twist, stick, 9.0))  # no reason is known


def test_what_was_declined_is_named() -> None:
    no = Move(Verb.PASS)
    for phase, verb, did in (
        (Phase.INSURANCE, Verb.INSURE, "you did not insure"),
        (Phase.SHOOT, Verb.SHOOT, "you did not shoot"),
    ):
        ask = replace(HAND, phase=phase, options=(Option(verb, 5, 5), Option(Verb.PASS)))
        line, _ = said(Reviewed(ask, no, Move(verb, 5), 1.0, dealer_natural=0.4))
        assert did in line
        assert line.endswith(": the dealer has a natural in 40 %")


def test_a_banker_has_no_stake_of_their_own() -> None:
    ask = replace(HAND, phase=Phase.BANKER, stake=0)
    line, _ = said(Reviewed(ask, Move(Verb.STAY), Move(Verb.DRAW), 1.5))
    assert line.endswith(" 1.5 chips")


def test_it_says_for_how_much_and_with_which_hand() -> None:
    second = Ask("dave", Phase.HAND, (BUY,), tuple(cards("8C 6D")), 50, 100, hand=2)
    (first, _) = said(Reviewed(second, Move(Verb.BUY, 7), Move(Verb.BUY, 50), 25))
    assert first.startswith("14 (8♣ 6♦) (hand 2): you bought for 7; (b)uy for 50 ")
    assert first.endswith(": this hand is worth a higher stake")


def test_of_many_decisions_those_that_cost_something_are_told() -> None:
    assert len(said(*[WELL] * (MAX_REVIEWED - 1), STUCK)) == MAX_REVIEWED + 1
    assert said(*[WELL] * MAX_REVIEWED, STUCK)[:-1] == said(STUCK)[:-1]
