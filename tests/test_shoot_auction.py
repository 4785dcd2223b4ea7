"""The auction of the bank in Shoot Pontoon: dave's kitty is dry, and he puts up none."""

import pytest

from pontoon.bankevents import (
    AuctionBegan,
    BankTaken,
    BidMade,
    KittyPutUp,
    SaleVoid,
    WayToBank,
)
from pontoon.errors import BadAmount, NotOffered
from pontoon.events import NoRound, Obstacle, Passed, PlayerResult, Resigned
from pontoon.moves import Accept, Ask, Move, Option, SellBank, Step, Verb
from pontoon.table import Table
from tests.at_bank import play
from tests.at_british import PUNTERS, Purse, bank_of, deal, kitty_of, shoot
from tests.at_table import asked, changes, dealt, of_kind, settled, snapshot
from tests.stacked import StackedPack


def auction(punters: int = 3, chips: Purse = 1000, **rules: int) -> Table:
    """Return a table at which dave has passed, and the first of so many others is to bid."""
    hands = ("10C 8C", "10D 8D", "10H 8H", "10S 9S")[: punters + 1]
    table = shoot(StackedPack(dealt(*hands)), kitty=0, **rules)
    deal(table, "dave", *PUNTERS[:punters], chips=chips)
    play(table, "dave: n")
    return table


def bid_on_offer(table: Table) -> tuple[str, int | None, int | None]:
    """Return who is asked for a bid, and for the least and the most."""
    ask = asked(table)
    assert ask.step is Step.AUCTION
    assert ask.options[1:] == (Option(Verb.PASS),)
    assert ask.options[0].verb is Verb.BID
    return ask.player, ask.options[0].least, ask.options[0].most


def test_a_banker_who_puts_up_no_kitty_loses_the_bank_to_the_highest_bidder() -> None:
    table = shoot(StackedPack(""), kitty=0)
    deal(table, "dave", "bob", "kevin")
    events = play(table, "dave: n")
    assert events == [AuctionBegan("dave")]
    assert asked(table) == Ask(
        "bob",
        Step.AUCTION,
        (Option(Verb.BID, 1, 995), Option(Verb.PASS)),
        (),
        0,
        1000,
        seconds=30,
    )


def test_from_the_bankers_left_each_bids_higher_or_passes_for_good() -> None:
    table = auction()
    assert bid_on_offer(table)[:2] == ("bob", 1)
    assert play(table, "bob: i10") == [BidMade("bob", 10)]
    assert bid_on_offer(table)[:2] == ("kevin", 11)
    assert play(table, "kevin: n") == [Passed("kevin")]
    assert bid_on_offer(table)[:2] == ("eve", 11)
    play(table, "eve: i30")
    assert bid_on_offer(table)[:2] == ("bob", 31)
    play(table, "bob: i31")
    assert bid_on_offer(table)[:2] == ("eve", 32)
    events = play(table, "eve: n")
    assert events == [Passed("eve"), BankTaken("bob", WayToBank.AUCTION, 31)]
    assert (asked(table).player, asked(table).step) == ("bob", Step.KITTY)


def test_the_first_to_bid_is_on_the_bankers_left_wherever_the_banker_sits() -> None:
    table = shoot(StackedPack(""), kitty=0)
    deal(table, "bob", "dave", "kevin", "eve")
    play(table, "dave: n")
    for player in ("kevin", "eve", "bob"):
        assert bid_on_offer(table)[0] == player
        play(table, f"{player}: n")
    assert asked(table).player == "kevin"


@pytest.mark.parametrize("chips", [0, 10, 995, -1])
def test_a_bid_that_is_not_higher_or_too_high_is_refused(chips: int) -> None:
    table = auction()
    play(table, "bob: i10")
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("kevin", Move(Verb.BID, chips))
    assert refusal.value.option == Option(Verb.BID, 11, 993)
    assert snapshot(table) == before


@pytest.mark.parametrize(
    ("punters", "chips", "kitty_min", "most"), [(1, 50, 1, 47), (3, 50, 1, 43), (3, 50, 9, 35)]
)
def test_a_bid_must_leave_kitty_and_cover(
    punters: int, chips: int, kitty_min: int, most: int
) -> None:
    has = {"dave": 1000, **dict.fromkeys(PUNTERS[:punters], chips)}
    assert bid_on_offer(auction(punters, has, kitty_min=kitty_min)) == ("bob", 1, most)


def test_whoever_cannot_bid_higher_passes_without_being_asked() -> None:
    """They need 6 for cover and 1 for a kitty."""
    table = auction(chips={"dave": 1000, "bob": 7, "kevin": 8, "eve": 9})
    assert bid_on_offer(table) == ("kevin", 1, 1)
    play(table, "kevin: i1")
    assert bid_on_offer(table) == ("eve", 2, 2)
    events = play(table, "eve: i2")
    assert events == [BidMade("eve", 2), BankTaken("eve", WayToBank.AUCTION, 2)]


def test_whoever_is_to_bid_may_be_silent_for_auction_timeout() -> None:
    """The ask says for how many seconds; what follows is made to happen by the croupier."""
    table = auction(auction_timeout=7)
    assert asked(table).seconds == 7
    assert play(table, "bob: n") == [Passed("bob")]
    assert asked(table).seconds == 7


def test_nothing_else_waits_only_so_long() -> None:
    table = auction()
    play(table, "bob: i1 kevin: n eve: n")
    while table.ask is not None:
        assert table.ask.seconds == 0
        table.act(table.ask.player, next(table.legal_moves()))


def test_the_highest_pays_the_old_banker_with_the_settlement() -> None:
    """Kevin collects 30 in bets, as much as he has paid for the bank, and puts up 5."""
    table = auction(2)
    play(table, "bob: n kevin: i30")
    play(table, "kevin: k5 dave: 10 bob: 20 dave: n bob: n")
    events = play(table, "dave: s bob: s kevin: s")
    assert settled(events).results == (
        PlayerResult("dave", 20, 1, 0),
        PlayerResult("bob", -20, 1, 0),
        PlayerResult("kevin", -5, 1, 1),
    )
    assert bank_of(table).banker == "kevin"


def test_the_old_banker_can_bet_with_what_the_bank_brought() -> None:
    table = auction(1, {"dave": 4, "bob": 1000})
    play(table, "bob: i96")
    play(table, "bob: k1")
    assert asked(table).player == "dave"
    assert asked(table).option(Verb.BET) == Option(Verb.BET, 1, 50)


def test_whoever_has_the_bank_by_auction_has_to_put_up_a_kitty() -> None:
    table = auction()
    play(table, "bob: n kevin: n eve: i900")
    assert asked(table).options == (Option(Verb.KITTY, 1, 94),)
    with pytest.raises(NotOffered):
        table.act("eve", Move(Verb.PASS))
    assert play(table, "eve: k50")[0] == KittyPutUp("eve", 50, 50)


@pytest.mark.parametrize(("bob", "heir"), [(1000, "bob"), (6, "kevin")])
def test_without_a_bid_the_bank_goes_to_the_left_free_to_the_first_who_can(
    bob: int, heir: str
) -> None:
    table = auction(chips={"dave": 1000, "bob": bob, "kevin": 1000, "eve": 1000})
    passes = "bob: n kevin: n eve: n" if bob == 1000 else "kevin: n eve: n"
    events = play(table, passes)
    assert events[-1] == BankTaken(heir, WayToBank.LEFT)
    assert asked(table).options == (Option(Verb.KITTY, 1, 100),)
    assert asked(table).player == heir


def test_if_none_of_them_can_there_is_no_round_and_the_bank_stays() -> None:
    table = shoot(StackedPack(""), kitty=0)
    deal(table, "dave", "bob", "kevin", chips={"dave": 1000, "bob": 4, "kevin": 4})
    events = play(table, "dave: n")
    assert events == [AuctionBegan("dave"), NoRound(Obstacle.NOBODY_CAN_BANK)]
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)
    assert table.players == ()


# Who leaves during the auction


def test_a_bidder_who_leaves_takes_the_bid_along() -> None:
    table = auction()
    play(table, "bob: i10 kevin: i20 kevin: resigns")
    assert bid_on_offer(table)[0] == "eve"
    play(table, "eve: n")
    assert bid_on_offer(table)[:2] == ("bob", 1)
    events = play(table, "bob: i3")
    assert events == [BidMade("bob", 3), BankTaken("bob", WayToBank.AUCTION, 3)]


def test_who_is_to_bid_is_asked_anew_when_the_highest_bidder_leaves() -> None:
    """And need leave cover for one player less."""
    table = auction()
    play(table, "bob: i10 kevin: i20")
    assert bid_on_offer(table) == ("eve", 21, 993)
    play(table, "kevin: resigns")
    assert bid_on_offer(table) == ("eve", 1, 995)
    events = play(table, "eve: i2 bob: n")
    assert BankTaken("eve", WayToBank.AUCTION, 2) in events


def test_if_all_other_bidders_have_left_there_was_no_bid() -> None:
    table = auction()
    play(table, "bob: i10 kevin: n")
    events = play(table, "bob: resigns eve: n")
    assert events == [Resigned("bob", 0), Passed("eve"), BankTaken("kevin", WayToBank.LEFT)]


def test_who_leaves_when_asked_has_passed() -> None:
    table = auction()
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 0)]
    assert bid_on_offer(table)[0] == "kevin"
    assert [seat.player for seat in table.seats] == ["dave", "kevin", "eve"]


def test_an_old_banker_who_leaves_is_paid_all_the_same() -> None:
    table = auction(2)
    play(table, "dave: resigns bob: i30 kevin: n")
    events = play(table, "bob: k5 kevin: 1 n s bob: s")
    assert changes(events)["dave"] == 30


@pytest.mark.parametrize("bob", ["i10", "n"])
def test_with_one_player_left_there_is_no_round_and_the_bank_does_not_move(bob: str) -> None:
    table = auction(2)
    events = play(table, f"bob: {bob} dave: resigns kevin: resigns")
    assert table.ask is None
    assert events[-1] == NoRound(Obstacle.TOO_FEW_PLAYERS)
    assert of_kind(BankTaken, events) == []
    assert bank_of(table).banker == "dave"


def test_a_round_that_is_stopped_leaves_the_bank_with_the_old_banker() -> None:
    table = auction()
    play(table, "bob: i10 kevin: n eve: n bob: k20 kevin: 1")
    table.abandon()
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)


def test_what_was_agreed_about_the_bank_before_is_void() -> None:
    table = shoot(StackedPack(""), kitty=0)
    table.do("dave", SellBank("bob", 5))
    table.do("bob", Accept())
    deal(table, "dave", "bob", "kevin")
    events = play(table, "dave: n bob: n kevin: i1")
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "bob")]
