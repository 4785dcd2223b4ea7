"""The table of moves of Shed Pontoon, at both sides of every limit (splits have a file of theirs).

The hands are bob's; he plays alone, has bet 10 and has 990 chips left where nothing else is said.
"""

import pytest

from pontoon.engine.cards import card, cards
from pontoon.engine.errors import BadAmount, NotOffered
from pontoon.engine.events import Bought, Burned, Busted, HandResult, Stuck, Twisted
from pontoon.engine.moves import Bound, Move, Option, Phase, Verb, WhyNot
from tests.support.shed_rounds import (
    asked,
    assert_barred,
    bob_holding,
    hand,
    move,
    names,
    of_kind,
    on_offer,
    play,
    snapshot,
)

# Stick


def test_below_16_a_hand_cannot_stick() -> None:
    for held in ["10C 5D", "AC 4D", "2C 2D", "AC AD"]:
        assert_barred(bob_holding(held), "s", WhyNot.TOTAL_TOO_LOW)


def test_from_16_on_a_hand_can_stick_soft_or_hard() -> None:
    for held in ["10C 6D", "AC 5D", "AC KD", "10C JD"]:
        table = bob_holding(held)
        events = play(table, "bob: s")
        assert events[0] == Stuck("bob", None)
        assert table.ask is None


def test_the_least_total_to_stick_on_is_config() -> None:
    for stick_min, too_low, enough in [
        (12, "5C 6D", "5C 7D"),
        (18, "10C 7D", "10C 8D"),
        (18, "AC 6D", "AC 7D"),
        (21, "10C JD", "AC KD"),
    ]:
        assert_barred(bob_holding(too_low, stick_min=stick_min), "s", WhyNot.TOTAL_TOO_LOW)
        assert "s" in on_offer(bob_holding(enough, stick_min=stick_min))


def test_a_soft_hand_that_a_card_makes_hard_may_have_to_go_on() -> None:
    table = bob_holding("AC 7D", then="7C")
    assert "s" in on_offer(table)
    play(table, "bob: t")
    assert hand(table).total == 15
    assert_barred(table, "s", WhyNot.TOTAL_TOO_LOW)


# Twist


def test_a_hand_can_always_twist_even_a_pontoon() -> None:
    for held in ["2C 3D", "10C 5D", "10C 6D", "KC QD", "AC KD"]:
        table = bob_holding(held, then="2H")
        assert play(table, "bob: t")[0] == Twisted("bob", None, card("2H"))


BUST_ON_SEVENS = Busted("bob", None, cards("7C 7D 7H 7S"))


def test_a_hand_of_21_can_twist_itself_bust() -> None:
    table = bob_holding("7C 7D", then="7H 7S")
    play(table, "bob: t")
    assert (hand(table).total, on_offer(table)) == (21, "st")
    assert play(table, "bob: t")[:2] == [Twisted("bob", None, card("7S")), BUST_ON_SEVENS]


def test_a_twist_costs_nothing() -> None:
    table = bob_holding("2C 3D", then="2H", chips_left=0)
    play(table, "bob: t")
    assert (asked(table).stake, asked(table).chips) == (10, 0)


# Buy


def test_a_card_bought_costs_the_initial_bet_which_is_added_to_the_stake() -> None:
    table = bob_holding("2C 3D", then="4H")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 10)
    assert play(table, "bob: b") == [Bought("bob", None, 10, cards("2C 3D 4H"))]
    assert (asked(table).stake, asked(table).chips) == (20, 980)


def test_every_card_costs_the_initial_bet_and_not_the_stake() -> None:
    table = bob_holding("2C 3D", then="4H 5S")
    events = play(table, "bob: b b")
    assert [event.chips for event in of_kind(Bought, events)] == [10, 10]
    assert (asked(table).stake, asked(table).chips) == (30, 970)


def test_any_hand_that_has_not_twisted_can_buy() -> None:
    for held in ["2C 3D", "10C 6D", "10C JD", "AC KD"]:
        assert "b" in on_offer(bob_holding(held))


def test_a_hand_that_has_twisted_cannot_buy() -> None:
    table = bob_holding("2C 3D", then="2H 2S")
    play(table, "bob: t")
    assert_barred(table, "b", WhyNot.HAS_TWISTED)


def test_a_hand_that_has_bought_can_twist_and_then_not_buy() -> None:
    table = bob_holding("2C 3D", then="2H 2S")
    play(table, "bob: b t")
    assert names(hand(table).cards) == "2C 3D 2H 2S"
    assert_barred(table, "b", WhyNot.HAS_TWISTED)


def test_buying_takes_as_many_chips_as_the_bet() -> None:
    table = bob_holding("2C 3D", then="2H", chips_left=10)
    play(table, "bob: b")
    assert asked(table).chips == 0
    assert_barred(table, "b", WhyNot.TOO_FEW_CHIPS)


def test_with_fewer_chips_than_the_bet_a_hand_cannot_buy() -> None:
    assert_barred(bob_holding("2C 3D", chips_left=9), "b", WhyNot.TOO_FEW_CHIPS)


# Burn


def test_fourteen_without_an_ace_can_be_burned() -> None:
    for held in ["10C 4D", "KC 4D", "9C 5D", "8C 6D", "7C 7D"]:
        table = bob_holding(held, then="10H 9S")
        assert asked(table).option(Verb.BURN) == Option(Verb.BURN, 10, 10)
        assert play(table, "bob: u") == [Burned("bob", None, 10, cards("10H 9S"))]
        assert (asked(table).stake, asked(table).chips) == (20, 980)


def test_another_total_than_14_cannot_be_burned() -> None:
    for held in ["10C 3D", "10C 5D", "9C 4D", "2C 2D", "KC QD"]:
        assert_barred(bob_holding(held), "u", WhyNot.NOT_FOURTEEN)


def test_a_hand_with_an_ace_cannot_be_burned() -> None:
    for held in ["AC 3D", "3C AD", "AC KD", "AC 2D"]:
        assert_barred(bob_holding(held), "u", WhyNot.HAS_ACE)


@pytest.mark.parametrize("way", ["t", "b"])
def test_fourteen_on_three_cards_cannot_be_burned(way: str) -> None:
    table = bob_holding("5C 4D", then="5H")
    play(table, f"bob: {way}")
    assert hand(table).total == 14
    assert_barred(table, "u", WhyNot.NOT_TWO_CARDS)


def test_burning_takes_as_many_chips_as_the_bet() -> None:
    table = bob_holding("10C 4D", then="10H 9S", chips_left=10)
    play(table, "bob: u")
    assert (asked(table).stake, asked(table).chips) == (20, 0)


def test_with_fewer_chips_than_the_bet_a_hand_cannot_burn() -> None:
    assert_barred(bob_holding("10C 4D", chips_left=9), "u", WhyNot.TOO_FEW_CHIPS)


def test_a_hand_may_burn_again_and_again_as_long_as_the_chips_last() -> None:
    table = bob_holding("10C 4D", then="9C 5D 8C 6D 7C 7D 10H 4S", chips_left=45)
    for left in (35, 25, 15, 5):
        play(table, "bob: u")
        assert asked(table).chips == left
    assert names(hand(table).cards) == "10H 4S"
    assert asked(table).stake == 50
    assert_barred(table, "u", WhyNot.TOO_FEW_CHIPS)


def test_a_burned_hand_is_like_one_just_dealt() -> None:
    """It may buy, be split, or be a pontoon."""
    assert on_offer(bob_holding("10C 4D")) == "tbu"
    table = bob_holding("10C 4D", then="8H 8S")
    play(table, "bob: u")
    assert on_offer(table) == "stbp"
    table = bob_holding("10C 4D", then="AH KS")
    play(table, "bob: u")
    (result,) = of_kind(HandResult, play(table, "bob: s"))
    assert (result.gain, result.stake) == (40, 20)


# Ends of a hand


@pytest.mark.parametrize(("way", "kind"), [("t t t", Twisted), ("b b b", Bought)])
def test_five_cards_stick_by_themselves(way: str, kind: type[Twisted | Bought]) -> None:
    table = bob_holding("2C 2D", then="2H 3C 3D")
    events = play(table, f"bob: {way}")
    assert [type(event) for event in events[-6:-2]] == [kind, kind, kind, Stuck]
    assert len(of_kind(Stuck, events)) == 1
    assert table.ask is None


def test_four_cards_do_not_stick_by_themselves() -> None:
    table = bob_holding("2C 2D", then="2H 10C")
    play(table, "bob: t t")
    assert (hand(table).total, on_offer(table)) == (16, "st")


def test_a_bust_ends_the_hand() -> None:
    """With the fifth card too, which does not stick then."""
    for held, then, moves in [
        ("10C 6D", "6H", "t"),
        ("10C 6D", "6H", "b"),
        ("2C 2D", "10C 3H 10D", "t t t"),
        ("2C 2D", "10C 3H 10D", "b b b"),
    ]:
        table = bob_holding(held, then=then)
        events = play(table, f"bob: {moves}")
        assert of_kind(Busted, events) == [Busted("bob", None, cards(f"{held} {then}"))]
        assert of_kind(Stuck, events) == []
        assert table.ask is None


def test_a_bust_names_the_cards_that_only_its_player_is_shown() -> None:
    table = bob_holding("10C 6D", then="6H")
    bought, busted, *_ = play(table, "bob: b")
    assert bought == Bought("bob", None, 10, cards("10C 6D 6H"))
    assert busted == Busted("bob", None, cards("10C 6D 6H"))


# What is asked


def test_an_ask_shows_the_hand_the_stake_and_the_chips() -> None:
    ask = asked(bob_holding("10C 4D", bet=30, chips_left=40))
    assert (ask.player, names(ask.cards), ask.stake, ask.chips) == ("bob", "10C 4D", 30, 40)
    assert ask.hand is None
    assert ask.phase is Phase.HAND


def test_exactly_the_allowed_moves_are_on_offer_and_the_others_are_barred() -> None:
    for held, chips_left, letters in [
        ("7C 7D", 10, "tbup"),
        ("8C 8D", 10, "stbp"),
        ("8C 8D", 9, "st"),
        ("10C 4D", 10, "tbu"),
        ("AC 3D", 10, "tb"),
        ("2C 3D", 9, "t"),
        ("KC 10D", 10, "stb"),
    ]:
        table = bob_holding(held, chips_left=chips_left)
        assert on_offer(table) == letters
        for letter in "stbup":
            if letter not in letters:
                with pytest.raises(NotOffered) as refusal:
                    table.act("bob", move(letter))
                assert refusal.value.why_not is not WhyNot.NOT_NOW


def test_a_bet_is_not_possible_while_a_hand_is_played() -> None:
    table = bob_holding("10C 4D")
    before = snapshot(table)
    with pytest.raises(NotOffered) as refusal:
        table.act("bob", Move(Verb.BET, 10))
    assert refusal.value.why_not is WhyNot.NOT_NOW
    assert refusal.value.ask.options == asked(table).options
    assert snapshot(table) == before


@pytest.mark.parametrize("verb", [Verb.BUY, Verb.BURN, Verb.SPLIT])
@pytest.mark.parametrize("amount", [None, 10, Bound.MIN, Bound.MAX])
def test_what_a_move_costs_may_be_said(verb: Verb, amount: int | Bound | None) -> None:
    table = bob_holding("7C 7D", then="2H 3S")
    table.act("bob", Move(verb, amount))
    assert asked(table).chips == 980


@pytest.mark.parametrize("verb", [Verb.BUY, Verb.BURN, Verb.SPLIT])
@pytest.mark.parametrize("amount", [-10, 0, 9, 11, 20])
def test_a_move_cannot_be_had_for_another_amount(verb: Verb, amount: int) -> None:
    table = bob_holding("7C 7D")
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(verb, amount))
    assert refusal.value.option == Option(verb, 10, 10)
    assert snapshot(table) == before


@pytest.mark.parametrize("verb", [Verb.STICK, Verb.TWIST])
@pytest.mark.parametrize("amount", [0, 10])
def test_a_move_that_costs_nothing_takes_no_amount(verb: Verb, amount: int) -> None:
    table = bob_holding("8C 8D")
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(verb, amount))
    assert refusal.value.option == Option(verb)
    assert snapshot(table) == before


def test_a_refusal_carries_the_number_behind_its_reason() -> None:
    for held, letter, limit in [("10C 4D", "s", 17), ("7C 8D", "u", 14), ("7C 8D", "p", 0)]:
        with pytest.raises(NotOffered) as refusal:
            bob_holding(held, stick_min=17).act("bob", move(letter))
        assert refusal.value.limit == limit
