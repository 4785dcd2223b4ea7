"""The kitty of Shoot Pontoon: put up and added to, whose it is, and where it goes."""

import pytest

from pontoon.engine.decks import Pack
from pontoon.engine.errors import NotOffered, RequestFault, RequestRefused
from pontoon.engine.events import (
    Event,
    Kitty,
    NoRound,
    Obstacle,
    Passed,
    PlayerResult,
)
from pontoon.engine.moves import Ask, LookAtBank, Move, Option, Phase, Verb
from pontoon.engine.round import TableRules
from pontoon.engine.table import Table
from pontoon.games.bank import KittyBank
from pontoon.games.bank_events import (
    AuctionBegan,
    BankerSeated,
    BankLooked,
    BankTaken,
    KittyPutUp,
    NotCovered,
    WayToBank,
)
from pontoon.games.shoot import ShootPontoon, ShootRules
from pontoon.text.help_pages import long_rules
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    FULL,
    SEED,
    deal,
    has_been_played,
    kitty_of,
    seat,
    shoot,
    shooting_at,
    stack,
)
from tests.support.shed_rounds import asked, of_kind, settled
from tests.support.shoot_rounds import dry, put_up_on_offer, with_kitty

# Putting up


def test_before_the_deal_the_banker_puts_up_a_kitty() -> None:
    table = dry("bob", "kevin")
    ask = asked(table)
    offered = (Option(Verb.KITTY, 1, 100), Option(Verb.PASS))
    assert ask == Ask("dave", Phase.KITTY, offered, (), 0, 1000, seconds=30)
    events = play(table, "dave: k50")
    assert events[:2] == [
        KittyPutUp("dave", 50, 50),
        BankerSeated("dave", ("bob", "kevin", "dave"), 50, WayToBank.KEPT),
    ]
    assert asked(table).phase is Phase.BET


def test_it_is_between_kitty_min_and_kitty_max_which_are_min_bet_and_max_bet() -> None:
    for rules, limits in [
        ({}, (1, 100)),
        ({"min_bet": 5, "max_bet": 70}, (5, 70)),
        ({"kitty_min": 20, "kitty_max": 30}, (20, 30)),
        ({"min_bet": 5, "max_bet": 70, "kitty_max": 500}, (5, 500)),
    ]:
        assert put_up_on_offer(dry(**rules)) == limits


def test_it_leaves_the_bankers_chips() -> None:
    table = dry()
    play(table, "dave: k50")
    assert seat(table, "dave").chips == 950
    assert asked(table).option(Verb.BET) == Option(Verb.BET, 1, 100)


def test_it_must_leave_the_bankers_cover() -> None:
    for punters, chips, most in [(1, 50, 48), (1, 3, 1), (3, 50, 44), (3, 7, 1), (1, 102, 100)]:
        players = ("bob", "kevin", "eve")[:punters]
        table = dry(*players, chips={"dave": chips, **dict.fromkeys(players, 1000)})
        assert put_up_on_offer(table) == (1, most)


def test_the_kitty_is_no_cover() -> None:
    table = dry(chips={"dave": 60, "bob": 1000})
    play(table, "dave: k40")
    assert asked(table).option(Verb.BET) == Option(Verb.BET, 1, 10)


@pytest.mark.parametrize(("chips", "banker"), [(6, "bob"), (7, "dave")])
def test_a_banker_whose_kitty_is_dry_needs_the_least_for_one_as_well_as_cover(
    chips: int, banker: str
) -> None:
    players = {"dave": chips, "bob": 1000, "kevin": 1000}
    table = dry("bob", "kevin", chips=players, kitty_min=5)
    assert (asked(table).player, asked(table).phase) == (banker, Phase.KITTY)


@pytest.mark.parametrize(("chips", "step"), [(1, Phase.KITTY), (2, Phase.BET)])
def test_a_banker_who_has_a_kitty_needs_only_cover(chips: int, step: Phase) -> None:
    """With less bob has the bank instead, and is to put up a kitty of his own."""
    table = shoot(Pack(SEED), kitty=1, kitty_min=5)
    deal(table, "dave", "bob", "kevin", chips={"dave": chips, "bob": 1000, "kevin": 1000})
    assert (asked(table).player, asked(table).phase) == ("bob", step)


def test_if_nobody_can_put_up_a_kitty_there_is_no_round() -> None:
    table = shoot(Pack(SEED), kitty=0, kitty_min=5)
    events = deal(table, "dave", "bob", chips=6)
    assert events[-1] == NoRound(Obstacle.NOBODY_CAN_BANK)
    assert deal(table, "dave", "bob", chips=7)[-1] != NoRound(Obstacle.NOBODY_CAN_BANK)


@pytest.mark.parametrize("kitty", [0, 60])
def test_the_kitty_is_asked_for_in_the_time_of_the_bank(kitty: int) -> None:
    table = shoot(Pack(SEED), kitty)
    table.table_rules = TableRules(bank_timeout=7)
    deal(table, "dave", "bob")
    assert (asked(table).phase, asked(table).seconds) == (Phase.KITTY, 7)


def missed(table: Table) -> list[Event]:
    """Let whoever is asked be silent; return what happens."""
    move = table.safest_move(asked(table))
    assert move is not None
    return table.act(asked(table).player, move)


def test_silence_leaves_the_kitty_as_it_is_and_the_bank_where_it_is() -> None:
    table = with_kitty(60)
    assert missed(table)[0] == Passed("dave")
    settled(play(table, "bob: 10 n s dave: s"))
    assert (table.banker, kitty_of(table)) == ("dave", Kitty("dave", 60))


def test_a_kitty_must_leave_the_cover_for_as_many_as_the_banker_can_cover_with_the_least() -> None:
    """With 8 chips and a kitty of 5 one player is covered, and kevin is left out."""
    has = {"dave": 8, "bob": 1000, "kevin": 1000}
    table = dry("bob", "kevin", chips=has, kitty_min=5)
    assert put_up_on_offer(table) == (5, 6)
    events = play(table, "dave: k5")
    assert of_kind(NotCovered, events) == [NotCovered("kevin")]


def test_silence_about_a_new_kitty_has_the_bank_auctioned() -> None:
    table = dry("bob", "kevin")
    assert missed(table) == [AuctionBegan("dave")]
    assert asked(table).player == "bob"


def test_a_banker_who_adds_nothing_keeps_the_bank() -> None:
    table = with_kitty(60)
    play(table, "dave: n")
    assert of_kind(BankTaken, play(table, "bob: 10 n s dave: s")) == []


# Adding


def test_before_later_deals_the_banker_may_add_to_it() -> None:
    table = with_kitty(60)
    assert asked(table).options == (Option(Verb.KITTY, 1, 40), Option(Verb.PASS))
    events = play(table, "dave: k15")
    assert events[0] == KittyPutUp("dave", 15, 75)
    assert seat(table, "dave").chips == 985


def test_or_not() -> None:
    table = with_kitty(60)
    events = play(table, "dave: n")
    assert events[0] == Passed("dave")
    assert of_kind(AuctionBegan, events) == []
    assert asked(table).phase is Phase.BET
    assert seat(table, "dave").chips == 1000


def test_not_above_kitty_max() -> None:
    for kitty, most in [(1, 99), (60, 40), (99, 1)]:
        assert put_up_on_offer(with_kitty(kitty)) == (1, most)


def test_any_number_of_chips_may_be_added_also_fewer_than_are_put_up_at_first() -> None:
    assert put_up_on_offer(with_kitty(60, kitty_min=20)) == (1, 40)


def test_which_winnings_may_exceed_and_then_nothing_is_asked() -> None:
    for kitty in [100, 101, 5000]:
        assert asked(with_kitty(kitty)).phase is Phase.BET


@pytest.mark.parametrize(("chips", "most"), [(20, 18), (3, 1)])
def test_what_is_added_must_leave_the_cover_too(chips: int, most: int) -> None:
    table = with_kitty(60, chips={"dave": chips, "bob": 1000})
    assert put_up_on_offer(table) == (1, most)


def test_with_nothing_but_cover_left_nothing_is_asked() -> None:
    assert asked(with_kitty(60, chips={"dave": 2, "bob": 1000})).phase is Phase.BET


def test_no_other_move_is_possible_while_a_kitty_is_asked() -> None:
    table = dry()
    for verb in (Verb.BET, Verb.BID, Verb.SHOOT, Verb.STICK):
        with pytest.raises(NotOffered):
            table.act("dave", Move(verb))


# Where it is when the round is over


def test_the_end_of_the_round_tells_what_is_in_the_kitty_now_and_whose_it_is() -> None:
    table = shooting_at("10C 8C", kitty=0)
    play(table, "dave: k50 bob: 10 o20 s dave: s")
    assert kitty_of(table) == Kitty("dave", 70)


def test_the_changes_add_up_to_what_the_kitty_lost() -> None:
    table = shooting_at("10C JC", kitty=0)
    end = settled(play(table, "dave: k50 bob: 10 o20 s dave: s"))
    assert end.kitty == Kitty("dave", 30)
    assert end.results == (PlayerResult("bob", 30, 1, 1), PlayerResult("dave", -60, 1, 0))
    assert sum(result.chips for result in end.results) == -30
    assert end.house == 0


def test_a_kitty_that_is_dry_is_none() -> None:
    table = shooting_at("10C JC", kitty=0)
    end = settled(play(table, "dave: k20 bob: 10 o20 s dave: s"))
    assert (end.kitty, kitty_of(table)) == (None, None)
    stack(table, "10C 8C")
    deal(table, "dave", "bob")
    assert put_up_on_offer(table) == (1, 100)


def test_the_kitty_stays_from_round_to_round() -> None:
    table = shooting_at("10C 8C", kitty=150)
    end = settled(play(table, "bob: n s dave: s"))
    assert end.kitty == Kitty("dave", 150)
    assert sum(result.chips for result in end.results) == 0


# Looking at the bank


def test_the_bank_shows_the_kitty() -> None:
    table = with_kitty(60)
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", 500, 60)]
    play(table, "dave: k20")
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", 490, 80)]
    table.abandon()
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", None, 60)]


def test_a_dry_kitty_shows_as_nothing() -> None:
    table = shoot(Pack(SEED), kitty=0)
    assert table.do("bob", LookAtBank()) == [BankLooked("dave", None, 0)]
    bank = KittyBank(Pack(SEED))
    nobody = Table(ShootPontoon, ShootRules(), bank, 10)
    with pytest.raises(RequestRefused) as refusal:
        nobody.do("bob", LookAtBank())
    assert refusal.value.why is RequestFault.NO_BANK_YET


# The rule book


def test_what_is_left_out_of_the_rules_follows_what_holds_for_bets() -> None:
    rules = ShootRules(min_bet=7, max_bet=70)
    assert (rules.kitty_min, rules.kitty_max, rules.auction_timeout) == (7, 70, 30)
    rules = ShootRules(min_bet=7, max_bet=70, kitty_min=2, kitty_max=300)
    assert (rules.kitty_min, rules.kitty_max) == (2, 300)
    assert ShootRules() == ShootRules(kitty_min=1, kitty_max=FULL)


def test_the_greatest_kitty_cannot_be_less_than_the_least() -> None:
    assert list(ShootRules(kitty_min=5, kitty_max=5).conflicts(10)) == []
    (clash,) = ShootRules(kitty_min=5, kitty_max=4).conflicts(10)
    assert clash[0][:2] == ("kitty_max", "kitty_min")
    assert clash[1] == "4 is less than kitty_min = 5"
    assert len(list(ShootRules(min_bet=9, max_bet=8).conflicts(10))) == 2


def test_a_new_table_has_a_pack_a_bank_and_no_kitty() -> None:
    bank = ShootPontoon.new_equipment(ShootRules(), SEED)
    assert (bank.banker, bank.kitty, bank.pack.left) == (None, None, 52)
    assert has_been_played(bank).banker == "dave"


def test_the_leaflet_is_filled_from_the_rules() -> None:
    said = " ".join(long_rules(ShootPontoon, ShootRules(kitty_min=3, kitty_max=44)))
    assert "a kitty of 3 to 44" in said


def test_a_banker_keeps_a_bank_for_which_a_new_one_would_have_to_put_up_more() -> None:
    table = shoot(Pack(SEED), kitty=3, kitty_min=5)

    table.deal([("dave", 2), ("kevin", 2)])

    assert [(ask.player, ask.phase) for ask in table.asks] == [("kevin", Phase.BET)]
