"""The auction of the bank in Shoot Pontoon: dave's kitty is dry, and he puts up none."""

from collections.abc import Collection

import pytest

from pontoon.engine.errors import BadAmount, NotOffered
from pontoon.engine.events import (
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
    BankVacant,
    BidMade,
    KittyPutUp,
    KnockedDown,
    SaleVoid,
    WayToBank,
)
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    PUNTERS,
    Purse,
    answer_for_bank,
    bank_of,
    deal,
    kitty_of,
    seat,
    shoot,
)
from tests.support.shed_rounds import asked, dealt, legal_moves, of_kind, settled, snapshot
from tests.support.stacked_decks import StackedPack


def auction(
    punters: int = 3,
    chips: Purse = 1000,
    **rules: int,
) -> Table:
    """Return a table at which dave has passed, and the first of so many others is to bid."""
    hands = ("10C 8C", "10D 8D", "10H 8H", "10S 9S")[: punters + 1]
    table = shoot(StackedPack(dealt(*hands)), kitty=0, **rules)
    deal(table, "dave", *PUNTERS[:punters], chips=chips)
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
    assert events == [
        Passed("eve"),
        KnockedDown("dave", "bob", 33),
        BankTaken("bob", WayToBank.AUCTION, 33),
    ]
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
    assert asked(table).phase is Phase.BANK


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
    table.act("bob", Move(Verb.BID, Bound.MAX))
    assert seat(table, "bob").chips == kitty_min + 2 * min_bet * punters
    assert asked(table).option(Verb.KITTY) == Option(Verb.KITTY, kitty_min, kitty_min)


def test_whoever_cannot_bid_higher_passes_without_being_asked() -> None:
    """They need 6 for cover and 1 for a kitty."""
    table = auction(chips={"dave": 1000, "bob": 7, "kevin": 8, "eve": 9})
    assert bid_on_offer(table) == ("kevin", 1, 1)
    play(table, "kevin: i1")
    assert bid_on_offer(table) == ("eve", 2, 2)
    events = play(table, "eve: i2")
    assert events[:2] == [BidMade("eve", 2), KnockedDown("dave", "eve", 2)]


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


def test_what_is_knocked_down_is_paid_at_once_and_is_no_part_of_the_result() -> None:
    """Kevin collects 30 in bets, and puts up 5."""
    table = auction(2)
    events = play(table, "bob: n kevin: i30")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "kevin", 30)]
    assert [seat(table, each).chips for each in ("dave", "kevin")] == [1030, 970]
    play(table, "kevin: k5 dave: 10 bob: 20 dave: n bob: n")
    events = play(table, "dave: s bob: s kevin: s")
    assert settled(events).results == (
        PlayerResult("dave", -10, 1, 0),
        PlayerResult("bob", -20, 1, 0),
        PlayerResult("kevin", 25, 1, 1),
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


@pytest.mark.parametrize("answer", ["i900", "n"])
def test_or_leaves_and_passes_it_on_whether_they_have_paid_for_it(answer: str) -> None:
    table = auction()
    play(table, f"bob: n kevin: n eve: {answer}")
    answer_for_bank(table, ("eve",))
    assert table.safest_move(asked(table)) is None
    events = play(table, "eve: resigns")
    assert events[-2:] == [BankVacant("eve"), NoRound(Obstacle.BANKER_LEFT)]
    assert (bank_of(table).banker, bank_of(table).left_by) == (None, "eve")


@pytest.mark.parametrize(("willing", "heir"), [(PUNTERS, "bob"), (("kevin", "eve"), "kevin")])
def test_without_a_bid_it_goes_to_the_left_free_to_the_first_who_says_yes(
    willing: Collection[str], heir: str
) -> None:
    table = auction()
    assert play(table, "bob: n kevin: n eve: n") == [Passed(each) for each in PUNTERS[:3]]
    assert [(ask.player, ask.phase) for ask in table.asks] == [
        (player, Phase.BANK) for player in PUNTERS[:3]
    ]
    assert answer_for_bank(table, willing) == [BankTaken(heir, WayToBank.LEFT)]
    assert asked(table).options == (Option(Verb.KITTY, 1, 100),)
    assert asked(table).player == heir


def test_only_those_are_asked_then_who_can_cover_one_player_and_put_up_a_kitty() -> None:
    """Bob has too little for a bid, which must leave the cover for all, and enough for this."""
    table = auction(2, chips={"dave": 1000, "bob": 3, "kevin": 2})
    assert [(ask.player, ask.phase) for ask in table.asks] == [("bob", Phase.BANK)]


def test_if_nobody_says_yes_there_is_no_round_and_the_bank_stays() -> None:
    table = auction(2)
    play(table, "bob: n kevin: n")
    assert answer_for_bank(table, ()) == [NoRound(Obstacle.NO_KITTY)]
    assert (bank_of(table).banker, kitty_of(table)) == ("dave", None)
    assert table.players == ()


# A bid binds: who leaves has bid


def test_the_bid_of_one_who_leaves_stands() -> None:
    table = auction()
    play(table, "bob: i10 kevin: i20")
    assert not table.is_free("kevin")
    assert play(table, "kevin: resigns") == [Resigned("kevin", 0)]
    assert bid_on_offer(table) == ("eve", 22, 995)
    events = play(table, "eve: i22 bob: n")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "eve", 22)]


def test_who_leaves_with_the_highest_bid_pays_and_passes_the_bank_on() -> None:
    """In 0.5 bob and eve bid again, and a friend who had bid 1 could have it."""
    table = auction()
    play(table, "bob: i1 kevin: i900 kevin: resigns eve: n")
    events = play(table, "bob: n")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "kevin", 900)]
    assert events[-2:] == [BankVacant("kevin"), NoRound(Obstacle.BANKER_LEFT)]
    assert (bank_of(table).banker, bank_of(table).left_by) == (None, "kevin")


def test_a_bidder_who_is_not_the_highest_leaves_and_bids_no_more() -> None:
    table = auction()
    play(table, "bob: i10 kevin: i20")
    assert table.is_free("bob")
    assert play(table, "bob: resigns") == [Resigned("bob", 0)]
    assert bid_on_offer(table) == ("eve", 22, 995)
    events = play(table, "eve: n")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "kevin", 20)]


def test_who_leaves_when_asked_has_passed() -> None:
    table = auction()
    events = play(table, "bob: resigns")
    assert events == [Resigned("bob", 0)]
    assert bid_on_offer(table)[0] == "kevin"
    assert [seat.player for seat in table.seats] == ["dave", "kevin", "eve"]


def test_an_old_banker_who_leaves_is_paid_all_the_same() -> None:
    table = auction(2)
    events = play(table, "dave: resigns bob: i30 kevin: n")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "bob", 30)]
    assert asked(table).player == "bob"


def test_an_old_banker_who_leaves_gives_the_bank_up_if_nobody_takes_it() -> None:
    table = auction(2)
    play(table, "dave: resigns bob: n kevin: n")
    events = answer_for_bank(table, ())
    assert events == [BankVacant("dave"), NoRound(Obstacle.BANKER_LEFT)]


def test_with_one_player_left_a_bid_is_knocked_down_all_the_same() -> None:
    table = auction(2)
    events = play(table, "bob: i10 dave: resigns kevin: resigns")
    assert of_kind(KnockedDown, events) == [KnockedDown("dave", "bob", 10)]
    assert events[-1] == NoRound(Obstacle.TOO_FEW_PLAYERS)
    assert bank_of(table).banker == "bob"


def test_silence_passes_whoever_is_asked_and_an_auction_of_silent_people_ends() -> None:
    table = auction()
    for player in ("bob", "kevin", "eve"):
        ask = asked(table)
        assert (ask.player, table.safest_move(ask)) == (player, Move(Verb.PASS, unanswered=True))
        table.act(player, Move(Verb.PASS, unanswered=True))
    assert asked(table).phase is Phase.BANK


# A bank that was bought in a round that comes to nothing


@pytest.mark.parametrize("script", ["", "bob: k20 kevin: 1"])
def test_a_round_that_is_stopped_leaves_the_bank_with_whoever_has_paid_for_it(script: str) -> None:
    table = auction()
    play(table, f"bob: i10 kevin: n eve: n {script}".strip())
    events = table.abandon()
    assert of_kind(Settled, events) == []
    assert of_kind(BankRestored, events) == ([BankRestored("bob", 0)] if script else [])
    assert (bank_of(table).banker, kitty_of(table)) == ("bob", None)


def test_a_winner_who_leaves_before_anybody_has_bet_passes_it_on() -> None:
    for script in ("kevin: resigns", "kevin: k5 resigns"):
        table = auction()
        play(table, "bob: n kevin: i900 eve: n")
        events = play(table, script)
        assert BankVacant("kevin") in events
        assert table.ask is None
        assert (bank_of(table).banker, bank_of(table).left_by) == (None, "kevin")
        table.deal([(player, 1000) for player in ("dave", "bob", "kevin", "eve")])
        events = answer_for_bank(table, ("dave", "bob", "eve"))
        assert of_kind(BankTaken, events) == [BankTaken("eve", WayToBank.LEFT)]


def test_a_winner_who_stays_while_nobody_bets_has_the_bank() -> None:
    table = auction(2)
    events = play(table, "bob: i900 kevin: n bob: k5 kevin: resigns dave: resigns")
    assert events[-1] == RoundVoid()
    assert of_kind(BankRestored, events) == [BankRestored("bob", 0)]
    assert (bank_of(table).banker, kitty_of(table)) == ("bob", None)


def test_what_was_agreed_about_the_bank_before_is_void() -> None:
    table = auction(2)
    table.do("dave", SellBank("bob", 5))
    table.do("bob", Accept(5))
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


def test_it_is_at_risk_of_one_who_has_left_too() -> None:
    """Or else the chips could be lost elsewhere before it is knocked down."""
    table = auction()
    play(table, "bob: i100 resigns")
    assert table.at_risk("bob") == 100 + 1 + 4
    play(table, "kevin: i110")
    assert table.at_risk("bob") == 0


def test_it_is_no_longer_at_risk_when_it_has_been_paid() -> None:
    table = auction()
    play(table, "bob: i100 kevin: n eve: n")
    assert (asked(table).player, table.at_risk("bob")) == ("bob", 0)


def test_no_bank_is_sold_to_a_highest_bidder_whose_chips_are_gone() -> None:
    """It goes to the left, free, as if nobody had bid."""
    table = auction()
    play(table, "bob: i900 kevin: n")
    assert table.run_down("bob", 800) == []
    assert of_kind(KnockedDown, play(table, "eve: n")) == []
    assert asked(table).phase is Phase.BANK
    assert seat(table, "bob").chips == 800
    assert table.at_risk("bob") == 0


def test_nobody_with_fewer_chips_than_the_next_bid_is_asked_for_one() -> None:
    table = auction()
    play(table, "bob: i500")
    table.run_down("kevin", 500)
    assert bid_on_offer(table)[0] == "eve"
