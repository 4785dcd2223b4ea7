"""The auction of the bank in Shoot Pontoon: dave's kitty is dry, and he puts up none."""

from collections.abc import Collection

import pytest

from pontoon.engine.errors import BadAmount, NotOffered
from pontoon.engine.events import (
    Kitty,
    NoRound,
    Obstacle,
    Passed,
    PlayerResult,
    Resigned,
    RoundVoid,
    Settled,
)
from pontoon.engine.moves import Accept, Ask, Bound, Move, Option, Phase, SellBank, Verb
from pontoon.engine.table import Table
from pontoon.games.bank_events import (
    AuctionBegan,
    BankRestored,
    BankTaken,
    BidMade,
    HeldAgain,
    KittyPutUp,
    SaleVoid,
    WayToBank,
)
from tests.support.banker_rounds import play
from tests.support.british_rounds import PUNTERS, Purse, bank_of, deal, kitty_of, seat, shoot
from tests.support.shed_rounds import asked, changes, dealt, legal_moves, of_kind, settled, snapshot
from tests.support.stacked_decks import StackedPack


def auction(
    punters: int = 3,
    chips: Purse = 1000,
    willing: Collection[str] | None = None,
    **rules: int,
) -> Table:
    """Return a table at which dave has passed, and the first of so many others is to bid.

    Those who are WILLING would have the bank.
    """
    hands = ("10C 8C", "10D 8D", "10H 8H", "10S 9S")[: punters + 1]
    table = shoot(StackedPack(dealt(*hands)), kitty=0, **rules)
    deal(table, "dave", *PUNTERS[:punters], chips=chips, willing=willing)
    play(table, "dave: n")
    return table


def bid_on_offer(table: Table) -> tuple[str, int | None, int | None]:
    """Return who is asked for a bid, and for the least and the most."""
    ask = asked(table)
    assert ask.phase is Phase.AUCTION
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
        Phase.AUCTION,
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
    assert bid_on_offer(table)[:2] == ("bob", 33)
    play(table, "bob: i33")
    assert bid_on_offer(table)[:2] == ("eve", 37)
    events = play(table, "eve: n")
    assert events == [Passed("eve"), BankTaken("bob", WayToBank.AUCTION, 33)]
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.KITTY)


def test_a_bid_is_at_least_a_tenth_above_the_last_one_rounded_up() -> None:
    """Raises of 1 every 29 seconds made an auction last for seven hours."""
    for last, least in [(1, 2), (9, 10), (10, 11), (11, 13), (20, 22), (21, 24), (100, 110)]:
        table = auction()
        play(table, f"bob: i{last}")
        assert bid_on_offer(table)[:2] == ("kevin", least)


def test_the_first_to_bid_is_on_the_bankers_left_wherever_the_banker_is_named() -> None:
    table = shoot(StackedPack(""), kitty=0)
    deal(table, "eve", "dave", "kevin", "bob")
    play(table, "dave: n")
    for player in ("bob", "kevin", "eve"):
        assert bid_on_offer(table)[0] == player
        play(table, f"{player}: n")
    assert asked(table).player == "bob"


def test_a_bid_that_is_not_higher_or_too_high_is_refused() -> None:
    for chips in [0, 10, 995, -1]:
        table = auction()
        play(table, "bob: i10")
        before = snapshot(table)
        with pytest.raises(BadAmount) as refusal:
            table.act("kevin", Move(Verb.BID, chips))
        assert refusal.value.option == Option(Verb.BID, 11, 993)
        assert snapshot(table) == before


def test_a_bid_must_leave_kitty_and_cover() -> None:
    for punters, chips, kitty_min, most in [(1, 50, 1, 47), (3, 50, 1, 43), (3, 50, 9, 35)]:
        has = {"dave": 1000, **dict.fromkeys(PUNTERS[:punters], chips)}
        assert bid_on_offer(auction(punters, has, kitty_min=kitty_min)) == ("bob", 1, most)


@pytest.mark.parametrize("punters", [1, 3])
@pytest.mark.parametrize(("min_bet", "kitty_min"), [(1, 1), (5, 20)])
def test_max_never_leaves_less_than_a_kitty_and_the_cover_for_this_table(
    punters: int, min_bet: int, kitty_min: int
) -> None:
    table = auction(punters, min_bet=min_bet, kitty_min=kitty_min)
    table.act("bob", Move(Verb.BID, Bound.MOST))
    assert seat(table, "bob").chips == kitty_min + 2 * min_bet * punters
    assert asked(table).option(Verb.KITTY) == Option(Verb.KITTY, kitty_min, kitty_min)


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


def test_no_bet_and_no_hand_waits_only_so_long() -> None:
    table = auction()
    play(table, "bob: i1 kevin: n eve: n bob: k1")
    while table.ask is not None:
        assert table.ask.seconds == 0
        table.act(table.ask.player, next(legal_moves(table)))


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
    assert events == [AuctionBegan("dave"), NoRound(Obstacle.NO_KITTY)]
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)
    assert table.players == ()


# Who leaves during the auction


def test_when_the_highest_bidder_leaves_the_auction_is_held_again_among_the_others() -> None:
    """They need leave cover for one player less."""
    table = auction()
    play(table, "bob: i10 kevin: i20")
    assert bid_on_offer(table) == ("eve", 22, 993)
    assert play(table, "kevin: resigns") == [Resigned("kevin", 0), HeldAgain("kevin")]
    assert bid_on_offer(table) == ("bob", 1, 995)
    events = play(table, "bob: i3 eve: i4 bob: n")
    assert BankTaken("eve", WayToBank.AUCTION, 4) in events


def test_a_bid_that_falls_away_does_not_give_a_friend_the_bank_for_1() -> None:
    """Eve, who has passed at 900, can bid again; in 0.1.0 kevin had it, having bid 1."""
    table = auction()
    play(table, "bob: n kevin: i1 eve: i900 kevin: n")
    table = auction()
    play(table, "bob: i1 kevin: i900 eve: n")
    play(table, "kevin: resigns")
    assert bid_on_offer(table)[0] == "bob"
    events = play(table, "bob: i1 eve: i500 bob: n")
    assert BankTaken("eve", WayToBank.AUCTION, 500) in events


def test_a_bidder_who_is_not_the_highest_leaves_and_nothing_is_held_again() -> None:
    table = auction()
    play(table, "bob: i10 kevin: i20")
    assert play(table, "bob: resigns") == [Resigned("bob", 0)]
    assert bid_on_offer(table) == ("eve", 22, 995)


def test_who_has_passed_bids_again_when_the_auction_is_held_again() -> None:
    table = auction()
    play(table, "bob: i10 kevin: n")
    play(table, "bob: resigns")
    events = play(table, "kevin: n eve: n")
    assert events == [Passed("kevin"), Passed("eve"), BankTaken("kevin", WayToBank.LEFT)]


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


# Who wants the bank


def test_a_bid_counts_as_wanting_the_bank_and_goes_before_what_was_said_before() -> None:
    table = auction(willing=("dave",))
    events = play(table, "bob: n kevin: i2 eve: n")
    assert events[-1] == BankTaken("kevin", WayToBank.AUCTION, 2)


def test_a_bid_counts_even_if_the_auction_is_held_again_and_nobody_bids_then() -> None:
    table = auction(willing=("dave",))
    play(table, "bob: i1 kevin: i900 kevin: resigns")
    assert play(table, "bob: n eve: n")[-1] == BankTaken("bob", WayToBank.LEFT)


def test_without_a_bid_it_passes_over_those_who_do_not_want_it() -> None:
    events = play(auction(willing=("dave", "eve")), "bob: n kevin: n eve: n")
    assert events[-1] == BankTaken("eve", WayToBank.LEFT)


def test_if_nobody_else_wants_it_there_is_no_round_and_the_bank_stays() -> None:
    table = auction(willing=("dave",))
    events = play(table, "bob: n kevin: n eve: n")
    assert events[-1] == NoRound(Obstacle.NO_KITTY)
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)


def test_silence_passes_whoever_is_asked_and_an_auction_of_silent_people_ends() -> None:
    table = auction()
    for player in ("bob", "kevin", "eve"):
        ask = asked(table)
        assert (ask.player, table.safest_move(ask)) == (player, Move(Verb.PASS, unanswered=True))
        table.act(player, Move(Verb.PASS, unanswered=True))
    assert asked(table).phase is Phase.KITTY


# A bank that was bought in a round that comes to nothing


def test_a_round_that_is_stopped_leaves_the_bank_with_the_old_banker() -> None:
    table = auction()
    play(table, "bob: i10 kevin: n eve: n bob: k20 kevin: 1")
    table.abandon()
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)


def test_what_is_knocked_down_stays_paid_though_the_winner_leaves_before_the_bets_are_in() -> None:
    """Or else they could look at the bets first, and have a round count only if they like them."""
    table = auction()
    play(table, "bob: n kevin: i900 eve: n kevin: k5 eve: 1")
    events = play(table, "kevin: resigns")
    assert BankTaken("dave", WayToBank.BACK) in events
    assert of_kind(BankRestored, events) == [BankRestored("dave", 0, 900)]
    assert events[-2:] == [
        RoundVoid(has_bets=True),
        Settled((PlayerResult("dave", 900, 0, 0), PlayerResult("kevin", -900, 0, 0)), 0),
    ]
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)
    assert table.ask is None
    deal(table, "dave", "bob", "kevin", "eve")
    assert (asked(table).player, asked(table).phase) == ("dave", Phase.KITTY)


def test_a_winner_who_stays_while_nobody_bets_has_the_bank_and_has_paid_it() -> None:
    table = auction(2)
    events = play(table, "bob: i900 kevin: n bob: k5 kevin: resigns dave: resigns")
    assert of_kind(BankRestored, events) == [BankRestored("bob", 0, 900)]
    assert changes(events) == {"dave": 900, "bob": -900}
    assert (bank_of(table).banker, kitty_of(table)) == ("bob", None)


def test_the_bank_goes_back_to_the_seller_if_the_winner_leaves_before_the_kitty() -> None:
    """The seller keeps the price, is asked for the kitty, and the round goes on."""
    table = auction()
    play(table, "bob: n kevin: i900 eve: n")
    events = play(table, "kevin: resigns")
    assert BankTaken("dave", WayToBank.BACK) in events
    ask = asked(table)
    assert (ask.player, ask.options) == ("dave", (Option(Verb.KITTY, 1, 100), Option(Verb.PASS)))
    events = play(table, "dave: k20 bob: 1 eve: 1 bob: n eve: n bob: s eve: s dave: s")
    won = changes(events)
    assert (won["kevin"], sum(won.values()), bank_of(table).banker) == (-900, -20, "dave")
    assert kitty_of(table) == Kitty("dave", 20)


def test_it_passes_on_free_if_the_seller_puts_up_no_kitty_again() -> None:
    table = auction()
    play(table, "bob: n kevin: i900 eve: n kevin: resigns")
    events = play(table, "dave: n")
    assert BankTaken("bob", WayToBank.LEFT) in events
    assert asked(table).options == (Option(Verb.KITTY, 1, 100),)


def test_it_stays_paid_if_then_there_is_no_round() -> None:
    table = auction(2, willing=("dave",))
    play(table, "bob: i900 kevin: n bob: resigns")
    events = play(table, "dave: n")
    assert NoRound(Obstacle.NO_KITTY) in events
    assert changes(events) == {"dave": 900, "bob": -900}
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)


def test_what_was_agreed_about_the_bank_before_is_void() -> None:
    table = auction(2)
    table.do("dave", SellBank("bob", 5))
    table.do("bob", Accept())
    events = play(table, "bob: n kevin: i1")
    assert of_kind(SaleVoid, events) == [SaleVoid("dave", "bob")]


# Chips for the highest bid


def test_the_highest_bid_is_at_risk_until_a_higher_one_is_made() -> None:
    """With the kitty and the cover that it leaves, here 1 and 6: or else the bank would be free."""
    table = auction()
    play(table, "bob: i100")
    assert [table.at_risk(each) for each in ("bob", "kevin", "dave")] == [107, 0, 0]
    play(table, "kevin: i110")
    assert [table.at_risk(each) for each in ("bob", "kevin", "dave")] == [0, 117, 0]


def test_the_highest_bid_is_at_risk_only_once_after_it_has_been_paid() -> None:
    table = auction()
    play(table, "bob: i100 kevin: n eve: n")
    assert (asked(table).player, table.at_risk("bob")) == ("bob", 100)


def test_no_bank_is_sold_to_a_highest_bidder_whose_chips_are_gone() -> None:
    """It goes to the left, free, as if nobody had bid."""
    table = auction()
    play(table, "bob: i900 kevin: n")
    assert table.run_down("bob", 800) == []
    events = play(table, "eve: n")
    assert of_kind(BankTaken, events) == [BankTaken("bob", WayToBank.LEFT)]
    assert seat(table, "bob").chips == 800
    assert table.at_risk("bob") == 0


def test_nobody_with_fewer_chips_than_the_next_bid_is_asked_for_one() -> None:
    table = auction()
    play(table, "bob: i500")
    table.run_down("kevin", 500)
    assert bid_on_offer(table)[0] == "eve"
