"""Shoot bets: bob has bet 10 of 1000, and dave's kitty has 100 where nothing else is said."""

import pytest

from pontoon.engine.errors import BadAmount, NotOffered
from pontoon.engine.events import (
    BankerResult,
    BankerShown,
    HandResult,
    Kitty,
    PairShown,
    Passed,
    Resigned,
    SecondCard,
    SecondCardsOut,
    Split,
)
from pontoon.engine.moves import Ask, Bound, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from pontoon.games.bank_events import KittyAllShotAt, ShotFired
from pontoon.games.shoot import ShootPontoon
from tests.support.banker_rounds import assert_barred, gains, on_offer, play
from tests.support.british_rounds import seat, shooting_at
from tests.support.shed_rounds import asked, changes, of_kind, settled, snapshot


def shot_on_offer(table: Table) -> tuple[str, int | None]:
    """Return who is asked for a shoot bet, and for the most."""
    ask = asked(table)
    assert ask.phase is Phase.SHOOT
    shot, other = ask.options
    assert (shot.verb, shot.least, other) == (Verb.SHOOT, 1, Option(Verb.PASS))
    return ask.player, shot.most


def room(table: Table) -> int:
    """Return what of the kitty nobody shoots at."""
    running = table.round
    assert isinstance(running, ShootPontoon)
    return running.kitty - running.shots


# After the initial bets


def test_after_the_initial_bets_each_player_may_shoot_from_the_bankers_left() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    shot, no = Option(Verb.SHOOT, 1, 100), Option(Verb.PASS)
    bobs_first = asked(table).cards
    assert asked(table) == Ask("bob", Phase.SHOOT, (shot, no), bobs_first, 10, 990)
    assert play(table, "bob: o20") == [ShotFired("bob", None, 20)]
    assert shot_on_offer(table) == ("kevin", 80)
    events = play(table, "kevin: n")
    assert events[0] == Passed("kevin")
    assert isinstance(events[-1], SecondCardsOut)
    assert asked(table).player == "bob"


def test_when_all_of_the_kitty_is_bet_against_that_is_told_and_nobody_else_is_asked() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    events = play(table, "bob: o100")
    assert events[:2] == [ShotFired("bob", None, 100), KittyAllShotAt()]
    assert asked(table).phase is Phase.HAND
    table = shooting_at("10C 8C", "10D 8D")
    assert of_kind(KittyAllShotAt, play(table, "bob: o99 kevin: n")) == []


@pytest.mark.parametrize(("said", "chips"), [(1, 1), (100, 100), (Bound.MIN, 1), (Bound.MAX, 100)])
def test_of_any_amount_that_is_in_the_kitty(said: int | Bound, chips: int) -> None:
    table = shooting_at("10C 8C")
    assert table.act("bob", Move(Verb.SHOOT, said))[0] == ShotFired("bob", None, chips)
    assert seat(table, "bob").chips == 990 - chips


@pytest.mark.parametrize("chips", [0, -1, 101])
def test_but_no_more(chips: int) -> None:
    table = shooting_at("10C 8C")
    before = snapshot(table)
    with pytest.raises(BadAmount):
        table.act("bob", Move(Verb.SHOOT, chips))
    assert snapshot(table) == before


def test_all_the_shoot_bets_together_do_not_exceed_the_kitty() -> None:
    table = shooting_at("10C 8C", "10D 8D", "10H 8H")
    play(table, "bob: o60 kevin: o39")
    assert shot_on_offer(table) == ("eve", 1)


def test_one_player_may_shoot_the_whole_kitty_and_then_nobody_else_can() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    play(table, "bob: o100")
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.HAND)


@pytest.mark.parametrize(("chips", "most"), [(1000, 100), (60, 40), (21, 1)])
def test_chips_for_the_players_own_live_stakes_must_remain(chips: int, most: int) -> None:
    table = shooting_at("10C 8C", chips={"bob": chips, "dave": 1000})
    assert shot_on_offer(table) == ("bob", most)


def test_with_no_more_than_these_nothing_is_asked() -> None:
    table = shooting_at("10C 8C", chips={"bob": 20, "dave": 1000})
    assert asked(table).phase is Phase.HAND


def test_what_was_shot_cannot_be_staked_any_more() -> None:
    table = shooting_at("2C 3C", chips={"bob": 60, "dave": 1000})
    play(table, "bob: o15")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 12)
    table = shooting_at("2C 3C", chips={"bob": 60, "dave": 1000})
    play(table, "bob: o25")
    assert_barred(table, "b", WhyNot.TOO_FEW_CHIPS)


def test_shoot_bets_need_no_cover_of_the_bankers() -> None:
    table = shooting_at("10C 8C", chips={"bob": 1000, "dave": 20})
    assert shot_on_offer(table) == ("bob", 100)


def test_the_bet_is_made_on_one_card() -> None:
    table = shooting_at("10C 8C")
    assert [str(each) for each in asked(table).cards] == ["10C"]


def test_who_has_resigned_is_not_asked() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    play(table, "kevin: resigns bob: n")
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.HAND)


def test_no_other_move_is_possible_while_a_shoot_bet_is_asked() -> None:
    table = shooting_at("10C 8C")
    for verb in (Verb.BET, Verb.STICK, Verb.KITTY, Verb.BID):
        with pytest.raises(NotOffered) as refusal:
            table.act("bob", Move(verb))
        assert refusal.value.why_not is WhyNot.NOT_NOW


# Before a fourth card


@pytest.mark.parametrize("first", ["o20", "n"])
@pytest.mark.parametrize("way", ["t", "b"])
def test_before_a_fourth_card_a_player_may_shoot_whether_or_not_they_did_before(
    first: str, way: str
) -> None:
    table = shooting_at("2C 3C", then="4C")
    play(table, f"bob: {first} {way}")
    left = 80 if first == "o20" else 100
    assert asked(table).option(Verb.SHOOT) == Option(Verb.SHOOT, 1, left)
    assert play(table, "bob: o30") == [ShotFired("bob", None, 30)]
    assert seat(table, "bob").hands[0].side_bet == 130 - left


def test_on_two_cards_and_on_four_it_is_not_possible() -> None:
    table = shooting_at("2C 3C", then="4C 2H")
    play(table, "bob: n")
    assert_barred(table, "o", WhyNot.NOT_THREE_CARDS)
    play(table, "bob: t t")
    assert_barred(table, "o", WhyNot.NOT_THREE_CARDS)


def test_on_three_cards_that_make_21_nothing_is_asked() -> None:
    table = shooting_at("7C 7D", then="7H")
    play(table, "bob: n t")
    assert asked(table).player == "dave"


def test_once_a_hand() -> None:
    table = shooting_at("2C 3C", then="4C")
    play(table, "bob: n t o30")
    assert_barred(table, "o", WhyNot.HAS_SHOT)


@pytest.mark.parametrize(("way", "letters"), [("t", "t"), ("b", "tb")])
def test_and_that_hand_must_then_buy_or_twist(way: str, letters: str) -> None:
    table = shooting_at("2C 4C", then="KC 2H")
    play(table, f"bob: n {way}")
    assert on_offer(table) == "s" + letters + "o"
    play(table, "bob: o30")
    assert on_offer(table) == letters
    assert_barred(table, "s", WhyNot.HAS_SHOT)
    play(table, "bob: t")
    assert "s" in on_offer(table)


def test_it_adds_to_the_hands_shoot_bet() -> None:
    table = shooting_at("2C 3C", then="4C KH")
    events = play(table, "bob: o20 t o30 t s dave: s")
    (result,) = of_kind(HandResult, events)
    assert (result.stake, result.shot, result.gain) == (10, 50, -60)


def test_within_the_same_limit() -> None:
    table = shooting_at("2C 3C", "2D 3D", then="4C")
    play(table, "bob: o20 kevin: o80 bob: t")
    assert_barred(table, "o", WhyNot.KITTY_TAKEN)


def test_and_as_long_as_chips_for_the_players_stakes_remain() -> None:
    table = shooting_at("2C 3C", then="4C", chips={"bob": 40, "dave": 1000})
    play(table, "bob: n b")
    assert_barred(table, "o", WhyNot.TOO_FEW_CHIPS)
    table = shooting_at("2C 3C", then="4C", chips={"bob": 41, "dave": 1000})
    play(table, "bob: n b")
    assert asked(table).option(Verb.SHOOT) == Option(Verb.SHOOT, 1, 1)


def test_with_the_pack_empty_there_is_no_fourth_card_to_shoot_for() -> None:
    table = shooting_at("2C 3C", then="4C")
    play(table, "bob: n")
    running = table.round
    assert isinstance(running, ShootPontoon)
    while running.pack.left > 1:
        running.pack.deal()
    play(table, "bob: t")
    assert on_offer(table) == "s"
    assert_barred(table, "o", WhyNot.PACK_EMPTY)


def test_each_hand_may_once() -> None:
    table = shooting_at("8C 8D", then="2H 3H 4H 5S 4D")
    play(table, "bob: n p n t o10 t s t o10")
    assert [each.side_bet for each in seat(table, "bob").hands] == [10, 10]


# After a split


def test_after_a_split_the_shoot_bet_belongs_to_the_hand_that_was_split() -> None:
    table = shooting_at("8C 8D", then="2H 3H")
    play(table, "bob: o20 p n")
    assert [each.side_bet for each in seat(table, "bob").hands] == [20, 0]


def test_before_its_second_card_the_new_hand_may_get_one_of_its_own() -> None:
    table = shooting_at("8C 8D", then="2H 3H")
    events = play(table, "bob: o20 p")
    assert [type(event) for event in events[-2:]] == [Split, PairShown]
    ask = asked(table)
    assert (ask.player, ask.phase, ask.hand, len(ask.cards)) == ("bob", Phase.SHOOT, 2, 1)
    assert shot_on_offer(table) == ("bob", 80)
    events = play(table, "bob: o30")
    assert [type(event) for event in events] == [ShotFired, SecondCard, SecondCard]
    assert events[0] == ShotFired("bob", 2, 30)
    assert [each.side_bet for each in seat(table, "bob").hands] == [20, 30]


def test_if_the_kitty_is_taken_the_new_hand_is_dealt_to_at_once() -> None:
    table = shooting_at("8C 8D", then="2H 3H")
    events = play(table, "bob: o100 p")
    assert [type(event) for event in events[-2:]] == [SecondCard, SecondCard]
    assert (asked(table).phase, asked(table).hand) == (Phase.HAND, 1)


def test_after_a_split_the_hand_that_nothing_is_bet_on_is_named() -> None:
    table = shooting_at("8C 8D", then="9H 10H")
    events = play(table, "bob: n p n")
    assert of_kind(Passed, events) == [Passed("bob"), Passed("bob", 2)]


def test_who_leaves_when_asked_after_a_split_loses_both_hands() -> None:
    table = shooting_at("8C 8D", "10D 9D", then="2H 3H")
    events = play(table, "bob: o20 kevin: n bob: p resigns")
    assert Resigned("bob", 40) in events
    assert of_kind(SecondCard, events)[3:] == []
    events = play(table, "kevin: s dave: s")
    assert gains(events) == [-30, -10, -10]
    assert settled(events).kitty == Kitty("dave", 120)


def test_every_new_hand_may_also_the_fourth() -> None:
    table = shooting_at("2C 2D", then="2H 2S KH QH JH")
    play(table, "bob: o10 p o20 p o30")
    assert [each.side_bet for each in seat(table, "bob").hands] == [10, 20, 30]
    play(table, "bob: t p")
    assert (asked(table).phase, asked(table).hand) == (Phase.SHOOT, 4)
    play(table, "bob: o5")
    assert [each.side_bet for each in seat(table, "bob").hands][1:] == [20, 30, 5]


# What becomes of them


@pytest.mark.parametrize(
    ("hand", "bank", "then", "script", "stake", "shot"),
    [
        # better than the banker's: paid its amount, and the bet kept
        ("10C JC", "10S 9S", "", "s dave: s", 10, 40),
        ("AC KC", "10S 9S", "", "dave: s", 20, 40),
        ("2C 2D", "10S 9S", "2H 3C 4C", "t t t dave: s", 20, 40),
        ("10C 5C", "10S 6S", "KS", "s dave: t", 10, 40),
        ("AC KC", "2S 3S", "4S 5S 3H", "dave: t t t", 20, 40),
        # equal or worse: into the kitty, and never more than the amount
        ("10C 9C", "10S 9H", "", "s dave: s", -10, -40),
        ("10C 8C", "10S 9S", "", "s dave: s", -10, -40),
        ("10C JC", "2S 3S", "4S 5S 3H", "s dave: t t t", -20, -40),
        ("2C 2D", "2S 3S", "2H 3C 4C 4S 5S 3H", "t t t dave: t t t", -20, -40),
        ("10C 6C", "10S 9S", "KC", "t", -10, -40),
        ("10C JC", "AS KS", "", "", -20, -40),
    ],
)
def test_shoot_bets_are_settled_together_with_the_stakes_always_at_even_money(
    hand: str, bank: str, then: str, script: str, stake: int, shot: int
) -> None:
    table = shooting_at(hand, bank=bank, then=then, kitty=150)
    events = play(table, f"bob: o40 {script}")
    (result,) = of_kind(HandResult, events)
    assert (result.stake, result.shot, result.gain) == (10, 40, stake + shot)
    assert of_kind(BankerResult, events)[0].gain == -stake
    assert changes(events)["bob"] == stake + shot
    kitty = settled(events).kitty or Kitty("dave", 150 - shot)  # gone with the bank
    assert kitty.chips == 150 - shot


@pytest.mark.parametrize(("hand", "gain"), [("10C JC", 1), ("10C 8C", -1)])
def test_a_shoot_bet_is_won_and_lost_with_a_stake_of_one_chip_too(hand: str, gain: int) -> None:
    table = shooting_at(hand, bets="1")
    assert gains(play(table, "bob: o40 s dave: s")) == [41 * gain]


def test_the_ordinary_bets_are_the_bankers_and_the_shoot_bets_the_kittys() -> None:
    table = shooting_at("10C JC", "10D 8D")
    events = play(table, "bob: o40 kevin: o15 bob: s kevin: s dave: s")
    assert of_kind(BankerResult, events)[0].gain == 0
    assert gains(events) == [50, -25]
    assert changes(events) == {"bob": 50, "kevin": -25, "dave": 0}
    assert settled(events).kitty == Kitty("dave", 75)


def test_a_hand_that_busts_loses_its_shoot_bet_to_the_kitty_at_once() -> None:
    table = shooting_at("10C 6C", "10D 8D", then="KC")
    play(table, "bob: o40 kevin: o60")
    assert room(table) == 0
    play(table, "bob: t")
    assert room(table) == 80
    assert seat(table, "bob").chips == 950


def test_which_makes_room_for_more() -> None:
    table = shooting_at("10C 6C", "2D 3D", then="KC 4D")
    play(table, "bob: o40 kevin: o60 bob: t kevin: t")
    assert asked(table).option(Verb.SHOOT) == Option(Verb.SHOOT, 1, 80)


def test_a_resigning_players_shoot_bets_go_into_the_kitty() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    play(table, "bob: o40 kevin: n")
    events = play(table, "bob: resigns")
    assert events[0] == Resigned("bob", 50)
    assert room(table) == 140
    assert seat(table, "dave").chips == 1010
    events = play(table, "kevin: s dave: s")
    assert changes(events) == {"bob": -50, "kevin": -10, "dave": 20}
    assert settled(events).kitty == Kitty("dave", 140)


def test_who_is_to_shoot_is_asked_anew_when_that_makes_room() -> None:
    table = shooting_at("10C 8C", "10D 8D")
    play(table, "bob: o60")
    assert shot_on_offer(table) == ("kevin", 40)
    play(table, "bob: resigns")
    assert shot_on_offer(table) == ("kevin", 160)
    play(table, "kevin: o160")
    assert room(table) == 0


def test_so_is_who_is_to_play_on_three_cards() -> None:
    table = shooting_at("2C 3C", "10D 8D", then="4C")
    play(table, "bob: n kevin: o100 bob: t")
    assert_barred(table, "o", WhyNot.KITTY_TAKEN)
    play(table, "kevin: resigns")
    assert asked(table).option(Verb.SHOOT) == Option(Verb.SHOOT, 1, 200)


@pytest.mark.parametrize("bobs", ["10C JC", "AC KC"])
def test_a_bankers_pontoon_takes_all_shoot_bets_into_the_kitty_and_doubles_only_the_stakes(
    bobs: str,
) -> None:
    table = shooting_at(bobs, "10D 8D", bank="AS KS")
    events = play(table, "bob: o40 kevin: o60")
    assert len(of_kind(BankerShown, events)) == 1
    assert gains(events) == [-60, -80]
    assert changes(events) == {"bob": -60, "kevin": -80, "dave": 40}
    assert settled(events).kitty == Kitty("dave", 200)


def test_each_hand_of_a_split_has_its_own_shoot_bet_settled() -> None:
    table = shooting_at("10C 10D", then="JH 6H")
    events = play(table, "bob: o20 p o30 s s dave: s")
    assert [(each.shot, each.gain) for each in of_kind(HandResult, events)] == [(20, 30), (30, -40)]
    assert changes(events) == {"bob": -10, "dave": 0}
    assert settled(events).kitty == Kitty("dave", 110)


def test_nobody_owes_who_has_shot_all_they_could_and_loses_double() -> None:
    table = shooting_at("10C 8C", bank="AS KS", chips={"bob": 60, "dave": 1000})
    events = play(table, "bob: o40")
    assert changes(events) == {"bob": -60, "dave": 20}
