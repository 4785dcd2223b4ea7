"""Why nobody can stake more than they are asked for, as they are told when they try."""

import pytest

from pontoon.engine.errors import BadAmount
from pontoon.engine.moves import WhyNot
from pontoon.engine.table import Table
from tests.support.banker_rounds import move, play
from tests.support.british_rounds import against_dave, deal, shoot, shooting_at
from tests.support.sample_events import WORDS
from tests.support.shed_rounds import asked
from tests.support.stacked_decks import StackedPack


def refused(table: Table, word: str) -> BadAmount:
    """Return how TABLE refuses the move WORD of whoever is asked."""
    with pytest.raises(BadAmount) as refusal:
        table.act(asked(table).player, move(table, word))
    return refusal.value


def why(table: Table, word: str) -> WhyNot | None:
    """Return what keeps the move WORD of whoever is asked from being for so much."""
    return refused(table, word).why_not


def british(bob: int, dave: int) -> Table:
    """Return a table at which bob is to bet against dave, who may take bets of 1 to 100."""
    table = against_dave("5D 8H", bets="", chips={"bob": bob, "dave": dave})
    assert asked(table).player == "bob"
    return table


def test_a_bet_is_kept_down_by_the_rules_or_by_what_could_be_lost() -> None:
    for bob, dave, bar in [
        (1000, 1000, None),
        (200, 200, None),
        (199, 1000, WhyNot.TOO_FEW_CHIPS),
        (1000, 199, WhyNot.BANK_TOO_SMALL),
        (100, 120, WhyNot.TOO_FEW_CHIPS),
        (120, 100, WhyNot.BANK_TOO_SMALL),
    ]:
        assert why(british(bob, dave), "101") is bar


def test_so_is_what_is_bought_for() -> None:
    for bob, dave, bar in [
        (1000, 1000, None),
        (60, 60, None),
        (50, 1000, WhyNot.TOO_FEW_CHIPS),
        (1000, 58, WhyNot.BANK_TOO_SMALL),
    ]:
        table = british(bob, dave)
        play(table, "bob: 10")
        assert why(table, "b21") is bar


def test_and_what_is_bought_for_a_second_time() -> None:
    table = against_dave("2D 3H", then="4C 5C", bets="10")
    play(table, "bob: b15")
    assert why(table, "b16") is None


def test_a_shoot_bet_is_kept_down_by_the_kitty_or_by_what_could_be_lost() -> None:
    for chips, kitty, bar in [
        (1000, 50, WhyNot.KITTY_TAKEN),
        (60, 50, WhyNot.TOO_FEW_CHIPS),
        (70, 50, WhyNot.KITTY_TAKEN),
    ]:
        purses = {"bob": chips, "dave": 1000}
        table = shooting_at("5D 8H", chips=purses, kitty=kitty, kitty_max=kitty)
        assert why(table, "o51") is bar


def test_what_others_shoot_at_is_not_in_the_kitty_any_more() -> None:
    table = shooting_at("5D 8H", "10D 8D", kitty=50, kitty_max=50)
    play(table, "bob: o20")
    assert why(table, "o31") is WhyNot.KITTY_TAKEN


def test_a_kitty_is_kept_down_by_nothing_that_would_be_told() -> None:
    table = shoot(StackedPack(""), 0)
    deal(table, "dave", "bob")
    assert why(table, "k101") is None


def test_it_is_told_in_words() -> None:
    table = british(199, 1000)
    assert WORDS.refusal(refused(table, "101")).startswith(
        "You can bet from 1 to 99: you must be able to pay double. "
    )
    assert WORDS.refusal(refused(british(1000, 199), "101")).startswith(
        "You can bet from 1 to 99: the banker must be able to pay double. "
    )
    assert WORDS.refusal(refused(british(2, 4), "2")).startswith(
        "You can bet only 1: you must be able to pay double. "
    )
    shot = shooting_at("5D 8H", kitty=50, kitty_max=50)
    assert WORDS.refusal(refused(shot, "o51")).startswith(
        "You can shoot from 1 to 50: there is no more in the kitty. "
    )


def test_whoever_is_not_understood_is_told_how_amounts_are_said() -> None:
    shot = shooting_at("5D 8H", kitty=50, kitty_max=50)
    assert WORDS.not_understood(asked(shot)).startswith(
        "A bet against the kitty is a whole number, as in o 5, or max or min. "
    )
    kitty = shoot(StackedPack(""), 0)
    deal(kitty, "dave", "bob")
    assert WORDS.not_understood(asked(kitty)).startswith("What you put into the kitty is a whole")
    play(kitty, "dave: n")
    assert WORDS.not_understood(asked(kitty)).startswith("A bid is a whole number, or max or min. ")


def test_and_that_a_shoot_bet_needs_one_where_other_moves_do_not() -> None:
    table = shooting_at("2D 3H", then="4C", kitty=50, kitty_max=50)
    play(table, "bob: n")
    assert WORDS.not_understood(asked(table)).startswith("That is not a move. ")
    play(table, "bob: t")
    assert WORDS.not_understood(asked(table)).startswith(
        "That is not a move; to shoot, say o and a number, as in o 5. "
    )
