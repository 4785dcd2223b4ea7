"""What moves are worth, and what decisions have cost, in words."""

from pontoon.engine.cards import cards
from pontoon.engine.moves import Ask, Move, Option, Phase, Unit, Verb
from pontoon.text.formatting import CardFormat
from pontoon.text.hints import MAX_REVIEWED, Reviewed, hint, review

STICK, TWIST, BUY = Option(Verb.STICK), Option(Verb.TWIST), Option(Verb.BUY, 5, 50)
HAND = Ask("dave", Phase.HAND, (STICK, TWIST, BUY), tuple(cards("8C 6D")), 50, 100)
STUCK = Reviewed(HAND, Move(Verb.STICK), Move(Verb.TWIST), 0.0911)
WELL = Reviewed(HAND, Move(Verb.TWIST), Move(Verb.TWIST), 0.0)


def asked(phase: Phase, *options: Option, unit: Unit = Unit.CHIPS) -> Ask:
    return Ask("dave", phase, options, (), 0, 100, unit=unit)


def said(*decisions: Reviewed) -> list[str]:
    return review("r1", decisions, CardFormat())


def test_an_amount_is_told_where_there_is_a_choice() -> None:
    worth = [(Move(Verb.BUY, 5), 0.2), (Move(Verb.BUY, 50), 0.1)]
    told = "Best: (b)uy for 5, +20 for 100 staked; (b)uy for 50 +10."
    assert hint(worth, 0, HAND) == told
    fixed = asked(Phase.HAND, Option(Verb.BUY, 50, 50))
    assert hint([(Move(Verb.BUY, 50), 0.1)], 0, fixed) == "Best: (b)uy, +10 for 100 staked."


def test_bets_and_bids_have_no_letter() -> None:
    worth = [(Move(Verb.BET, 2), -0.1), (Move(Verb.BET, 4), -0.2)]
    for unit, word in ((Unit.CHIPS, "bet"), (Unit.FINGERS, "bid")):
        ask = asked(Phase.BET, Option(Verb.BET, 2, 4), unit=unit)
        assert hint(worth, 0, ask) == f"Best: {word} 2, -10 for 100 staked; {word} 4 -20."


def test_a_shoot_bet_stands_alone() -> None:
    ask = asked(Phase.SHOOT, Option(Verb.SHOOT, 1, 9), Option(Verb.PASS))
    worth = [(Move(Verb.SHOOT, 9), 0.1), (Move(Verb.PASS), 0.0)]
    assert hint(worth, 0.5, ask) == "Best: sh(o)ot 9, +10 for 100 staked; (n)o 0; 50 % to bust."


def test_a_review_says_what_was_done_and_what_was_best() -> None:
    assert said(STUCK, WELL) == [
        "14 (8♣ 6♦): you stuck, best was (t)wist: cost 9 for 100 staked",
        "14 (8♣ 6♦): you twisted, which cost nothing",
        "Round r1: your 2 decisions cost 9 for 100 staked.",
    ]
    assert said(WELL)[-1] == "Round r1: your 1 decision cost nothing."


def test_it_says_for_how_much_and_with_which_hand() -> None:
    second = Ask("dave", Phase.HAND, (BUY,), tuple(cards("8C 6D")), 50, 100, hand=2)
    (first, _) = said(Reviewed(second, Move(Verb.BUY, 7), Move(Verb.BUY, 50), 0.5))
    told = "14 (8♣ 6♦) (hand 2): you bought for 7, best was (b)uy for 50: cost 50 for 100 staked"
    assert first == told


def test_of_many_decisions_those_that_cost_something_are_told() -> None:
    assert len(said(*[WELL] * (MAX_REVIEWED - 1), STUCK)) == MAX_REVIEWED + 1
    assert said(*[WELL] * MAX_REVIEWED, STUCK) == [
        "14 (8♣ 6♦): you stuck, best was (t)wist: cost 9 for 100 staked",
        f"Round r1: your {MAX_REVIEWED + 1} decisions cost 9 for 100 staked.",
    ]
