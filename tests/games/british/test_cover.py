"""Cover in British Pontoon: nobody ever owes what they do not have.

A stake is taken only if afterwards the banker has twice all live stakes, and the player as much
again as their own.
"""

import pytest

from pontoon.engine.errors import BadAmount, NotOffered
from pontoon.engine.events import BetPlaced, Resigned, RoundVoid, Shuffled
from pontoon.engine.moves import Bound, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from tests.support.banker_rounds import assert_barred, on_offer, play
from tests.support.british_rounds import Purse, against_dave, british, deal, seat
from tests.support.shed_rounds import asked, changes, dealt, snapshot
from tests.support.stacked_decks import StackedPack


def first_bet(*players: str, chips: Purse = 1000, **rules: int) -> Table:
    """Return a table at which the first of PLAYERS is asked for a bet against dave."""
    table = british(StackedPack(dealt("10C", "10D", "10H", "10S")), **rules)
    deal(table, *players, "dave", chips=chips)
    return table


def bets(table: Table) -> tuple[int | None, int | None]:
    """Return the least and the most that can be bet now."""
    (option,) = asked(table).options
    assert (asked(table).phase, option.verb) == (Phase.BET, Verb.BET)
    return option.least, option.most


# Initial bets


@pytest.mark.parametrize(
    ("rules", "limits"), [({}, (1, 100)), ({"min_bet": 5, "max_bet": 7}, (5, 7))]
)
def test_an_initial_bet_is_between_min_bet_and_max_bet(
    rules: dict[str, int], limits: tuple[int, int]
) -> None:
    assert bets(first_bet("bob", **rules)) == limits


@pytest.mark.parametrize("chips", [0, -1, 101, 10**30])
def test_another_bet_is_refused_and_changes_nothing(chips: int) -> None:
    table = first_bet("bob")
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(Verb.BET, chips))
    assert refusal.value.option == Option(Verb.BET, 1, 100)
    assert snapshot(table) == before


@pytest.mark.parametrize(("said", "chips"), [(1, 1), (100, 100), (Bound.MIN, 1), (Bound.MAX, 100)])
def test_a_bet_leaves_the_players_chips_at_once(said: int | Bound, chips: int) -> None:
    table = first_bet("bob", "kevin")
    assert table.act("bob", Move(Verb.BET, said)) == [BetPlaced("bob", chips)]
    assert (seat(table, "bob").chips, seat(table, "bob").staked) == (1000 - chips, chips)
    assert seat(table, "dave").chips == 1000


@pytest.mark.parametrize(("chips", "most"), [(2, 1), (3, 1), (4, 2), (99, 49), (200, 100)])
def test_a_player_can_bet_half_of_their_chips(chips: int, most: int) -> None:
    """As much again must be left, in case the banker collects double."""
    assert bets(first_bet("bob", chips={"bob": chips, "dave": 1000})) == (1, most)


@pytest.mark.parametrize(("chips", "most"), [(2, 1), (3, 1), (4, 2), (99, 49), (200, 100)])
def test_half_of_the_bankers_chips_can_be_bet(chips: int, most: int) -> None:
    """The banker may have to pay double."""
    assert bets(first_bet("bob", chips={"bob": 1000, "dave": chips})) == (1, most)


def test_the_bankers_chips_are_for_all_the_bets_together() -> None:
    table = first_bet("bob", "kevin", "eve", chips={"bob": 99, "kevin": 99, "eve": 99, "dave": 60})
    assert bets(table) == (1, 28)
    play(table, "bob: 20")
    assert bets(table) == (1, 9)
    play(table, "kevin: 3")
    assert bets(table) == (1, 7)


@pytest.mark.parametrize(("min_bet", "chips", "most"), [(1, 60, 28), (5, 60, 20), (5, 30, 5)])
def test_min_bet_is_kept_free_for_each_player_still_to_bet(
    min_bet: int, chips: int, most: int
) -> None:
    purses = {**dict.fromkeys(("bob", "kevin", "eve"), 1000), "dave": chips}
    table = first_bet("bob", "kevin", "eve", chips=purses, min_bet=min_bet)
    assert bets(table) == (min_bet, most)
    play(table, f"bob: {most}")
    assert bets(table) == (min_bet, min_bet)
    play(table, f"kevin: {min_bet}")
    assert bets(table) == (min_bet, min_bet)


def test_nothing_is_kept_free_for_a_player_who_has_resigned() -> None:
    purses = {"bob": 99, "kevin": 99, "eve": 99, "dave": 60}
    table = first_bet("bob", "kevin", "eve", chips=purses)
    play(table, "kevin: resigns eve: resigns bob: 28")
    table = first_bet("bob", "kevin", "eve", chips=purses)
    play(table, "eve: resigns bob: 20")
    assert bets(table) == (1, 10)


def test_who_is_to_bet_is_asked_anew_when_somebody_who_was_to_bet_resigns() -> None:
    purses = {"bob": 99, "kevin": 99, "eve": 99, "dave": 60}
    table = first_bet("bob", "kevin", "eve", chips=purses)
    assert bets(table) == (1, 28)
    play(table, "eve: resigns")
    assert bets(table) == (1, 29)
    play(table, "bob: 29")


# Buying


@pytest.mark.parametrize(("chips", "most"), [(1000, 20), (50, 15), (41, 10), (40, 10)])
def test_a_player_can_buy_for_what_leaves_as_much_as_all_of_their_stakes(
    chips: int, most: int
) -> None:
    table = against_dave("2C 3D", chips={"bob": chips, "dave": 1000})
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, most)


def test_with_less_a_player_cannot_buy() -> None:
    table = against_dave("2C 3D", chips={"bob": 39, "dave": 1000})
    assert_barred(table, "b", WhyNot.TOO_FEW_CHIPS)


@pytest.mark.parametrize(("chips", "most"), [(1000, 20), (60, 20), (59, 19), (41, 10), (40, 10)])
def test_a_hand_can_buy_for_what_the_banker_could_pay_double(chips: int, most: int) -> None:
    table = against_dave("2C 3D", chips={"bob": 1000, "dave": chips})
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, most)


def test_where_the_banker_could_not_pay_double_a_hand_cannot_buy() -> None:
    table = against_dave("2C 3D", chips={"bob": 1000, "dave": 39})
    assert_barred(table, "b", WhyNot.BANK_TOO_SMALL)
    with pytest.raises(NotOffered):
        table.act("bob", Move(Verb.BUY, 1))


def test_the_stakes_of_the_others_count_too() -> None:
    chips = {"bob": 1000, "kevin": 1000, "dave": 60}
    table = against_dave("2C 3D", "2H 3H", then="4C", chips=chips)
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 10)
    play(table, "bob: b resigns")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 20)


def test_what_busts_have_brought_the_banker_can_be_bought_against() -> None:
    """A stake is live until its hand busts: it is free again, and the banker's too."""
    chips = {"bob": 1000, "kevin": 1000, "dave": 40}
    table = against_dave("10C 6C", "2H 3H", then="KC", chips=chips)
    assert_barred(table, "b", WhyNot.BANK_TOO_SMALL)
    play(table, "bob: t")
    assert asked(table).player == "kevin"
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 15)


def test_who_is_to_play_is_asked_anew_when_what_others_have_lost_can_be_staked_against() -> None:
    chips = {"bob": 1000, "kevin": 1000, "dave": 40}
    table = against_dave("2C 3D", "2H 3H", then="4C", chips=chips)
    assert_barred(table, "b", WhyNot.BANK_TOO_SMALL)
    play(table, "kevin: resigns")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 15)
    play(table, "bob: b15")


# Splitting


def test_a_split_costs_one_initial_bet_and_leaves_as_much_as_all_stakes() -> None:
    chips = {"bob": 40, "dave": 1000}
    table = against_dave("8C 8D", chips=chips)
    assert asked(table).option(Verb.SPLIT) == Option(Verb.SPLIT, 10, 10)
    chips["bob"] = 39
    assert_barred(against_dave("8C 8D", chips=chips), "p", WhyNot.TOO_FEW_CHIPS)


def test_a_pair_is_split_only_if_the_banker_could_pay_both_hands_double() -> None:
    chips = {"bob": 1000, "dave": 40}
    assert "p" in on_offer(against_dave("8C 8D", chips=chips))
    chips["dave"] = 39
    assert_barred(against_dave("8C 8D", chips=chips), "p", WhyNot.BANK_TOO_SMALL)


def test_the_stakes_of_a_players_other_hands_count_until_they_bust() -> None:
    chips = {"bob": 59, "dave": 1000}
    table = against_dave("8C 8D", then="2H 3H KC QC", chips=chips)
    play(table, "bob: p")
    assert_barred(table, "b", WhyNot.TOO_FEW_CHIPS)
    play(table, "bob: t t")
    assert asked(table).hand == 2
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 14)


def test_twisting_and_sticking_need_no_cover() -> None:
    table = against_dave("10C 5D", chips={"bob": 20, "dave": 20})
    assert on_offer(table) == "st"


# And so nobody owes


def test_a_player_who_staked_all_they_could_has_nothing_left_to_owe() -> None:
    table = against_dave(
        "2C KD", bank="2H 3H", then="4C 2S 3S 4S", bets="10", chips={"bob": 40, "dave": 1000}
    )
    events = play(table, "bob: b s dave: t t t")
    assert changes(events) == {"bob": -40, "dave": 40}


def test_a_banker_against_whom_all_was_staked_has_nothing_left_to_owe() -> None:
    table = against_dave("AC KC", "AD KD", bets="10", chips={"bob": 99, "kevin": 99, "dave": 40})
    events = play(table, "dave: s")
    assert changes(events) == {"bob": 20, "kevin": 20, "dave": -40}


def test_the_last_to_bet_can_always_bet_the_least() -> None:
    players = ("bob", "kevin", "eve", "mallory", "p6", "p7", "p8")
    table = british(StackedPack(""), min_bet=3)
    deal(table, *players, "dave", chips={**dict.fromkeys(players, 6), "dave": 42})
    for player in players:
        assert bets(table) == (3, 3)
        play(table, f"{player}: 3")


# Chips that the banker has lost elsewhere meanwhile


@pytest.mark.parametrize(("chips", "most"), [(200, 90), (60, 20), (40, 10)])
def test_no_punter_is_offered_more_than_a_banker_with_fewer_chips_could_pay(
    chips: int, most: int
) -> None:
    table = first_bet("bob", "kevin", min_bet=10)
    assert table.run_down("dave", chips) == []
    assert bets(table) == (10, most)


def test_nobody_is_asked_for_a_bet_that_a_banker_with_fewer_chips_could_not_pay() -> None:
    """Of a cover of 15 the first may not take 10: 10 are kept free for the other."""
    table = first_bet("bob", "kevin", min_bet=10)
    assert table.run_down("dave", 30) == [Resigned("bob", 0)]
    assert (asked(table).player, bets(table)) == ("kevin", (10, 15))


def test_no_bet_is_taken_from_those_who_come_after_one_that_leaves_no_cover() -> None:
    table = first_bet("bob", "kevin", min_bet=10)
    play(table, "bob: 100")
    assert table.run_down("dave", 50)[0] == Resigned("kevin", 0)
    assert [each.staked for each in table.seats] == [100, 0, 0]
    assert asked(table).phase is Phase.HAND


def test_a_round_whose_banker_has_no_chips_left_is_void() -> None:
    table = first_bet("bob", "kevin")
    events = table.run_down("dave", 0)
    left = [Resigned("bob", 0), Resigned("kevin", 0)]
    assert events == [*left, Shuffled(), RoundVoid()]
    assert table.ask is None


def test_a_punter_whose_own_chips_are_gone_is_asked_for_no_bet() -> None:
    table = first_bet("bob", "kevin", min_bet=10)
    assert table.run_down("bob", 19) == [Resigned("bob", 0)]
    assert asked(table).player == "kevin"


def test_no_card_is_bought_that_a_banker_with_fewer_chips_could_not_pay() -> None:
    table = against_dave("6C 5D", "10C 8C")
    assert on_offer(table) == "tb"
    table.run_down("dave", 40)
    assert on_offer(table) == "t"
    assert_barred(table, "b", WhyNot.BANK_TOO_SMALL)
