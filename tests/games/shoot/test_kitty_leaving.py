"""The kitty of Shoot Pontoon when its banker goes, and in rounds that come to nothing."""

import pytest

from pontoon.engine.decks import Pack
from pontoon.engine.events import (
    Abandoned,
    Kitty,
    NoRound,
    Obstacle,
    PlayerResult,
    Resigned,
)
from pontoon.engine.moves import Accept, Option, Phase, SellBank, Verb
from pontoon.engine.table import Table
from pontoon.games.bank import KittyBank
from pontoon.games.bank_events import (
    BankClaimed,
    BankRestored,
    BankTaken,
    BankVacant,
    KittyTaken,
    SaleVoid,
    WayToBank,
)
from pontoon.games.shoot import ShootPontoon, ShootRules
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    SEED,
    answer_for_bank,
    bank_of,
    deal,
    kitty_of,
    shoot,
    shooting_at,
    stack,
)
from tests.support.shed_rounds import asked, changes, dealt, first_moves, of_kind, settled
from tests.support.shoot_rounds import dry, put_up_on_offer, with_kitty
from tests.support.stacked_decks import StackedPack

# When the bank changes hands


def test_when_the_bank_is_taken_with_a_pontoon_the_old_banker_takes_the_kitty() -> None:
    table = shooting_at("AC KC", "10D 8D", kitty=150)
    events = play(table, "bob: n kevin: n s dave: s")
    assert of_kind(KittyTaken, events) == []
    assert settled(events).kitty == Kitty("dave", 150)
    stack(table, "10C 8C", "10D 8D")
    events = deal(table, "dave", "bob", "kevin", willing=["bob"])
    assert events[1:] == [KittyTaken("dave", 150), BankTaken("bob", WayToBank.PONTOON)]
    events = play(table, "bob: k10") + first_moves(table)
    end = settled(events)
    assert sum(each.chips for each in end.results) == 150 - (end.kitty.chips if end.kitty else 0)


def test_where_that_round_is_stopped_the_kitty_waits_for_the_next_deal() -> None:
    table = shooting_at("AC KC", "10D 8D", kitty=150)
    play(table, "bob: n kevin: n s dave: s")
    deal(table, "dave", "bob", "kevin", willing=["bob"])
    assert of_kind(BankRestored, table.abandon()) == [BankRestored("bob", 0)]
    assert (table.banker, kitty_of(table)) == ("bob", Kitty("dave", 150))
    assert KittyTaken("dave", 150) in deal(table, "bob", "dave")


def test_and_the_new_banker_puts_up_a_new_one() -> None:
    table = shooting_at("AC KC", "10D 8D", kitty=150)
    play(table, "bob: n kevin: n s dave: s")
    deal(table, "bob", "kevin", "dave", willing=["bob"])
    ask = asked(table)
    assert (ask.player, ask.phase) == ("bob", Phase.KITTY)
    assert ask.option(Verb.KITTY) == Option(Verb.KITTY, 1, 100)


@pytest.mark.parametrize(("chips", "taken"), [(5, False), (6, True)])
def test_whoever_takes_the_bank_needs_the_least_for_a_kitty_too(chips: int, taken: bool) -> None:
    """The pontoon brings 4; 2 are the cover and 8 the kitty."""
    has = {"bob": chips, "kevin": 1000, "dave": 1000}
    table = shooting_at("AC KC", "10D 8D", bets="2", chips=has, kitty_min=8)
    events = play(table, "bob: n kevin: n s dave: s")
    assert (of_kind(BankClaimed, events) != []) is taken


@pytest.mark.parametrize(("chips", "sold"), [(218, False), (219, True)])
def test_a_buyer_needs_the_least_for_a_kitty_too(chips: int, sold: bool) -> None:
    has = {"bob": 1000, "kevin": chips, "dave": 1000}
    table = shooting_at("10C 8C", "10D 8D", chips=has, kitty_min=7)
    table.do("dave", SellBank("kevin", 200))
    table.do("kevin", Accept(200))
    events = play(table, "bob: n kevin: n bob: s kevin: s dave: s")
    assert (of_kind(BankTaken, events) != []) is sold
    assert (of_kind(KittyTaken, events) != []) is sold


def test_a_banker_who_is_not_here_takes_the_kitty_all_the_same() -> None:
    """With the settlement of the round in which the bank moves."""
    table = shoot(StackedPack(dealt("10C 8C", "10S 9S")), kitty=150)
    events = deal(table, "bob", "kevin")
    assert events[1:] == [KittyTaken("dave", 150), BankTaken("bob", WayToBank.LEFT)]
    events = play(table, "bob: k40 kevin: 10 n s bob: s")
    assert settled(events).results == (
        PlayerResult("kevin", -10, 1, 0),
        PlayerResult("bob", -30, 1, 1),
        PlayerResult("dave", 150, 0, 0),
    )
    assert settled(events).kitty == Kitty("bob", 40)


def test_a_banker_who_cannot_cover_takes_the_kitty_and_can_bet_with_it() -> None:
    table = shoot(Pack(SEED), kitty=150)
    deal(
        table,
        "dave",
        "bob",
        "kevin",
        chips={"dave": 1, "bob": 1000, "kevin": 1000},
        willing=["bob"],
    )
    play(table, "bob: k40 kevin: 1")
    assert asked(table).player == "dave"
    assert asked(table).option(Verb.BET) == Option(Verb.BET, 1, 75)


def test_with_it_such_a_banker_can_say_yes_first_and_keep_the_bank() -> None:
    table = shoot(Pack(SEED), kitty=150)
    events = deal(table, "dave", "bob", "kevin", chips={"dave": 1, "bob": 99, "kevin": 99})
    assert KittyTaken("dave", 150) in events
    assert of_kind(BankTaken, events) == []
    assert put_up_on_offer(table) == (1, 100)


@pytest.mark.parametrize(("kitty", "is_asked"), [(5, False), (6, True)])
def test_but_such_a_banker_needs_the_least_for_a_new_one_as_everybody_does(
    kitty: int, is_asked: bool
) -> None:
    """Of the 7 chips 2 are the cover and 5 the kitty."""
    table = shoot(Pack(SEED), kitty=kitty, kitty_min=5)
    table.deal([("dave", 1), ("bob", 1000)])
    assert (table.ask_of("dave") is not None) is is_asked


@pytest.mark.parametrize("min_bet", [1, 5])
def test_a_full_kitty_of_a_banker_with_few_chips_keeps_nobody_from_playing(min_bet: int) -> None:
    """It counts among its banker's chips: in 0.1.0 dave had "fewer than 10 chips", each time."""
    table = shoot(Pack(SEED), kitty=150, min_bet=min_bet)
    assert table.why_not_deal([("dave", 0), ("bob", 1000)]) is None
    assert table.why_not_deal([("bob", 0), ("dave", 1000)]) is not None
    assert table.why_too_few("dave", 0) is None
    assert table.why_too_few("bob", 0) is not None
    events = deal(table, "dave", "bob", chips={"dave": 0, "bob": 1000}, willing=["bob"])
    assert KittyTaken("dave", 150) in events
    assert BankTaken("bob", WayToBank.LEFT) in events
    play(table, f"bob: k{max(20, min_bet)}")
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.BET)


def test_where_nobody_else_wants_the_bank_such_a_banker_puts_up_another_kitty() -> None:
    table = shoot(Pack(SEED), kitty=150)
    events = deal(table, "dave", "bob", chips={"dave": 0, "bob": 1000}, willing=["dave"])
    assert KittyTaken("dave", 150) in events
    assert put_up_on_offer(table) == (1, 100)


def test_a_banker_with_a_kitty_and_without_cover_who_does_not_want_the_bank_keeps_both() -> None:
    """Until somebody else wants it."""
    table = shoot(Pack(SEED), kitty=150)
    events = deal(table, "dave", "bob", chips={"dave": 0, "bob": 1000}, willing=[])
    assert events[-1] == NoRound(Obstacle.NOBODY_WILL_BANK)
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", Kitty("dave", 150))


def test_the_kitty_of_a_banker_who_resigns_leaves_with_them() -> None:
    table = shooting_at("10C 8C", "10D 8D", kitty=150)
    events = play(table, "dave: resigns bob: n kevin: n bob: s kevin: s")
    assert of_kind(KittyTaken, events) == [KittyTaken("dave", 150)]
    assert changes(events) == {"bob": -10, "kevin": -10, "dave": 170}


def test_it_leaves_with_them_and_nobody_has_the_bank_until_the_next_deal() -> None:
    table = shoot(StackedPack(dealt("10C 8C", "10S 9S")), kitty=150)
    deal(table, "dave", "bob")
    events = play(table, "bob: 10 n dave: resigns bob: s")
    assert BankVacant("dave") in events
    assert of_kind(KittyTaken, events) == [KittyTaken("dave", 150)]
    assert changes(events) == {"bob": -10, "dave": 160}
    assert (bank_of(table).banker, kitty_of(table)) == (None, None)


def test_the_kitty_of_one_who_left_before_anybody_had_bet_goes_back_before_the_next_deal() -> None:
    table = with_kitty(60)
    play(table, "dave: n resigns")
    assert (bank_of(table).banker, kitty_of(table)) == (None, Kitty("dave", 60))
    table.deal([("dave", 1000), ("bob", 1000)])
    events = answer_for_bank(table, ["bob"])
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]
    assert (asked(table).player, asked(table).chips) == ("bob", 1000)
    assert asked(table).options == (Option(Verb.KITTY, 1, 100), Option(Verb.PASS))


# Before the deal somebody leaves


def test_a_banker_who_leaves_before_the_deal_makes_the_round_void_and_passes_the_bank_on() -> None:
    table = dry("bob", "kevin")
    events = play(table, "dave: resigns")
    assert events == [Resigned("dave", 0), BankVacant("dave"), NoRound(Obstacle.BANKER_LEFT)]
    assert (table.banker, table.ask) == (None, None)


def test_a_player_who_leaves_before_the_deal_is_not_dealt_to() -> None:
    table = dry("bob", "kevin")
    play(table, "kevin: resigns dave: k10")
    assert [each.player for each in table.seats] == ["bob", "dave"]
    events = play(table, "bob: 1 n") + first_moves(table)
    results = {each.player: (each.chips, each.played) for each in settled(events).results}
    assert results["kevin"] == (0, 0)


def test_the_banker_is_asked_anew_when_there_are_fewer_players_to_cover() -> None:
    table = dry("bob", "kevin", chips={"dave": 20, "bob": 1000, "kevin": 1000})
    assert put_up_on_offer(table) == (1, 16)
    play(table, "kevin: resigns")
    assert put_up_on_offer(table) == (1, 18)
    assert asked(table).option(Verb.PASS) is not None


def test_with_one_player_left_there_is_no_round() -> None:
    table = dry("bob")
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 0), NoRound(Obstacle.TOO_FEW_PLAYERS)]
    assert table.ask is None
    assert bank_of(table).banker == "dave"


def test_an_offer_of_the_bank_is_void_if_its_banker_leaves() -> None:
    table = dry("bob", "kevin")
    table.do("dave", SellBank("kevin", 5))
    assert SaleVoid("dave", "kevin") in play(table, "dave: resigns")
    assert bank_of(table).sale is None


# Rounds that are stopped, void, or cannot be


def test_a_round_that_is_stopped_restores_the_kitty_and_the_bank_as_they_were() -> None:
    table = shoot(StackedPack(dealt("10C 6C", "10D 8D", "10S 9S", then="KC")), kitty=60)
    deal(table, "dave", "bob", "kevin")
    play(table, "dave: k20 bob: 10 kevin: 10 bob: o30 kevin: n bob: t")
    assert table.abandon()[0] == Abandoned()
    assert kitty_of(table) == Kitty("dave", 60)
    assert bank_of(table).banker == "dave"


def test_so_does_a_void_round() -> None:
    table = with_kitty(60)
    play(table, "dave: k20 bob: resigns")
    assert table.ask is None
    assert kitty_of(table) == Kitty("dave", 60)


# A kitty that a run of the program before has left


def test_a_kitty_from_before_is_first_paid_back_to_its_banker() -> None:
    """Nobody has the bank yet: the kitty goes back before it is cut for."""
    bank = KittyBank(StackedPack(""))
    bank.kitty = Kitty("kevin", 33)
    table = Table(ShootPontoon, ShootRules(), bank, 10)
    events = deal(table, "dave", "kevin", chips={"dave": 2, "kevin": 2})
    assert events[1] == KittyTaken("kevin", 33)
    ask = asked(table)
    assert (ask.player, ask.chips, ask.phase) == ("kevin", 35, Phase.KITTY)
    table.abandon()
    assert bank.kitty == Kitty("kevin", 33)


def test_even_if_that_banker_is_not_here() -> None:
    bank = KittyBank(StackedPack(""))
    bank.kitty = Kitty("kevin", 33)
    table = Table(ShootPontoon, ShootRules(), bank, 10)
    deal(table, "dave", "bob")
    play(table, f"{asked(table).player}: k10")
    events = first_moves(table)
    end = settled(events)
    assert end.results[-1] == PlayerResult("kevin", 33, 0, 0)
    left = end.kitty.chips if end.kitty else 0
    assert sum(result.chips for result in end.results) == 33 - left
