"""The initial bet of Shed Pontoon: from 1 chip to a share of one's own chips, rounded up."""

import pytest
from msgspec.structs import replace

from pontoon.engine.errors import BadAmount, CannotDeal, NotOffered
from pontoon.engine.events import (
    BetLimited,
    BetPlaced,
    Event,
    Resigned,
    RoundVoid,
    SecondCard,
)
from pontoon.engine.moves import Bound, Move, Option, Phase, Verb, WhyNot
from pontoon.engine.table import Table
from pontoon.games.shed import ShedRules
from tests.support.shed_rounds import (
    RULES,
    asked,
    begin,
    changes,
    dealt,
    hand,
    of_kind,
    on_offer,
    play,
    snapshot,
)

NAMES = ("bob", "dave", "kevin", "eve", "mallory", "p6", "p7", "p8", "p9", "p10")
MOST = {  # chips: the greatest bet with 1, 2, 3, 4, 5 and 10 players
    1: (1, 1, 1, 1, 1, 1),
    2: (1, 1, 1, 1, 1, 1),
    99: (1, 10, 20, 25, 50, 50),
    100: (1, 10, 20, 25, 50, 50),
    101: (2, 11, 21, 26, 51, 51),
    10**12: (10**10, 10**11, 2 * 10**11, 25 * 10**10, 5 * 10**11, 5 * 10**11),
}
EVERY_MOST = [
    (chips, players, most)
    for chips, row in MOST.items()
    for players, most in zip((1, 2, 3, 4, 5, 10), row, strict=True)
]


def test_the_greatest_bet_is_a_share_of_the_chips_rounded_up() -> None:
    for chips, players, most in EVERY_MOST:
        table = begin("", *NAMES[:players], chips=chips)
        assert asked(table).options == (Option(Verb.BET, 1, most),)


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 10])
def test_nobody_can_bet_without_a_chip(players: int) -> None:
    assert RULES.max_bet(0, players) == 0
    with pytest.raises(CannotDeal):
        begin("", *NAMES[:players], chips=0)


@pytest.mark.parametrize("players", range(1, 11))
def test_rounding_up_never_adds_a_whole_chip_or_more(players: int) -> None:
    percent = (1, 10, 20, 25, 50)[min(players, 5) - 1]
    for chips in (*range(1, 250), 10**30):
        most = RULES.max_bet(chips, players)
        assert 0 <= 100 * most - percent * chips < 100
        assert 1 <= most <= chips


@pytest.mark.parametrize(
    ("percents", "players", "most"),
    [((100,), 1, 1000), ((100,), 10, 1000), ((5, 7), 1, 50), ((5, 7), 2, 70), ((5, 7), 3, 70)],
)
def test_the_shares_are_config_and_the_last_one_holds_for_more_players(
    percents: tuple[int, ...], players: int, most: int
) -> None:
    table = begin("", *NAMES[:players], rules=ShedRules(max_bet_percent=percents))
    assert asked(table).options == (Option(Verb.BET, 1, most),)


def test_each_player_bets_from_their_own_chips() -> None:
    table = begin("", "bob", "dave")
    play(table, "bob: 100")
    assert asked(table).options == (Option(Verb.BET, 1, 100),)
    assert asked(table).player == "dave"


# The share goes by how many have bet


def limited(events: list[Event], table: Table) -> tuple[list[BetLimited], dict[str, int]]:
    """Return which bets were lowered, and what all have staked then."""
    staked = {seat.player: seat.staked for seat in table.seats}
    assert all(seat.chips + seat.staked == 1000 for seat in table.seats)
    return of_kind(BetLimited, events), staked


def test_empty_chairs_do_not_raise_what_the_only_player_who_bets_may_bet() -> None:
    """Who names four others that are away plays alone, and for no more than one who sat alone."""
    table = begin("", "afk1", "afk2", "afk3", "afk4", "me")
    play(table, "afk1: resigns afk2: resigns afk3: resigns afk4: resigns")
    events = table.act("me", Move(Verb.BET, Bound.MAX))
    assert limited(events, table)[1] == {"afk1": 0, "afk2": 0, "afk3": 0, "afk4": 0, "me": 10}


@pytest.mark.parametrize("order", ["bob dave kevin", "kevin bob dave"])
def test_a_bet_above_the_share_for_those_who_have_bet_is_lowered_to_it_and_told(order: str) -> None:
    """After all the bets, and before the second cards; what it is lowered by comes back."""
    table = begin("", "bob", "dave", "kevin", "eve")
    script = {"bob": "bob: 250", "dave": "dave: 200", "kevin": "kevin: 201"}
    play(table, " ".join(script[player] for player in order.split()))
    events = play(table, "eve: resigns")
    assert events[:6] == [
        Resigned("eve", 0),
        BetPlaced("bob", 250),
        BetPlaced("dave", 200),
        BetPlaced("kevin", 201),
        BetLimited("bob", 250, 200, 3),
        BetLimited("kevin", 201, 200, 3),
    ]
    assert isinstance(events[6], SecondCard)
    assert limited(events, table)[1] == {"bob": 200, "dave": 200, "kevin": 200, "eve": 0}
    assert hand(table).bet == 200


def test_a_bet_of_somebody_who_has_left_counts_and_is_lowered_like_any_other() -> None:
    table = begin("", "bob", "dave", "kevin")
    events = play(table, "bob: 200 resigns dave: 150 kevin: resigns")
    lowered, staked = limited(events, table)
    assert lowered == [BetLimited("bob", 200, 100, 2), BetLimited("dave", 150, 100, 2)]
    assert staked == {"bob": 100, "dave": 100, "kevin": 0}


def test_no_bet_is_lowered_where_all_have_bet() -> None:
    table = begin("", "bob", "dave", "kevin")
    events = play(table, "bob: 200 dave: 200 kevin: 200")
    assert limited(events, table) == ([], {"bob": 200, "dave": 200, "kevin": 200})


def test_shares_that_grow_as_players_leave_raise_no_bet() -> None:
    rules = replace(RULES, max_bet_percent=(50, 10))
    table = begin("", "bob", "dave", rules=rules)
    events = play(table, "bob: 100 dave: resigns")
    assert limited(events, table) == ([], {"bob": 100, "dave": 0})


def test_a_lowered_bet_is_what_a_buy_costs_and_a_loss_is() -> None:
    table = begin(dealt("10C", "9C", then="2D 3H 10H"), "bob", "dave")
    play(table, "bob: 100 dave: resigns")
    assert asked(table).option(Verb.BUY) == Option(Verb.BUY, 10, 10)
    assert changes(play(table, "bob: b t")) == {"bob": -20, "dave": 0}


def test_the_share_on_offer_is_that_of_the_players_who_sat_down() -> None:
    """Who leaves before the others have bet does not change what these are asked."""
    table = begin("", "bob", "dave", "kevin")
    table.resign("bob")
    assert asked(table).options == (Option(Verb.BET, 1, 200),)


@pytest.mark.parametrize(
    ("said", "chips"),
    [(1, 1), (2, 2), (99, 99), (100, 100), (Bound.MIN, 1), (Bound.MAX, 100), (None, 1)],
)
def test_a_bet_leaves_the_players_chips_at_once(said: int | Bound | None, chips: int) -> None:
    table = begin("", "bob", "dave")
    assert table.act("bob", Move(Verb.BET, said)) == []
    seat = table.seats[0]
    assert (seat.chips, seat.hands[0].bet, seat.hands[0].stake) == (1000 - chips, chips, chips)


@pytest.mark.parametrize("chips", [0, -1, 101, 1000, 10**30])
def test_a_bet_outside_the_limits_is_refused_and_changes_nothing(chips: int) -> None:
    table = begin("", "bob", "dave")
    ask = asked(table)
    before = snapshot(table)
    with pytest.raises(BadAmount) as refusal:
        table.act("bob", Move(Verb.BET, chips))
    assert refusal.value.option == Option(Verb.BET, 1, 100)
    assert refusal.value.ask.options == ask.options
    assert snapshot(table) == before


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb is not Verb.BET])
def test_no_other_move_is_possible_while_a_bet_is_asked(verb: Verb) -> None:
    table = begin("", "bob", "dave")
    before = snapshot(table)
    with pytest.raises(NotOffered) as refusal:
        table.act("bob", Move(verb))
    assert refusal.value.why_not is WhyNot.NOT_NOW
    assert refusal.value.ask.options == (Option(Verb.BET, 1, 100),)
    assert snapshot(table) == before


def test_the_asker_for_a_bet_shows_the_card_and_the_chips() -> None:
    ask = asked(begin("5D 9C", "bob", "dave"))
    assert (ask.player, ask.hand, ask.stake, ask.chips) == ("bob", None, 0, 1000)
    assert [str(card) for card in ask.cards] == ["5D"]
    assert ask.phase is Phase.BET


def test_a_whole_fortune_may_be_bet_where_config_allows_it() -> None:
    table = begin("", "bob", chips=7, rules=replace(RULES, max_bet_percent=(100,)))
    play(table, "bob: 7")
    assert (table.seats[0].chips, asked(table).stake) == (0, 7)


# Chips that were lost elsewhere meanwhile


def test_no_bet_is_offered_from_chips_that_are_gone() -> None:
    table = begin("", "bob", "dave")
    assert table.run_down("bob", 50) == []
    assert (asked(table).player, asked(table).options) == ("bob", (Option(Verb.BET, 1, 5),))


def test_who_has_no_chip_left_plays_no_free_hand() -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    assert table.run_down("bob", 0) == []
    assert asked(table).player == "dave"
    events = play(table, "dave: 10")
    assert events[:2] == [BetPlaced("dave", 10), Resigned("bob", 0)]
    assert of_kind(SecondCard, events) == [SecondCard("dave", None, table.seats[1].hands[0].cards)]
    assert changes(play(table, "dave: s")) == {"bob": 0, "dave": 0}


def test_where_nobody_has_a_chip_left_the_round_is_void() -> None:
    table = begin("", "bob", "dave")
    events = [*table.run_down("bob", 0), *table.run_down("dave", 0)]
    assert events == [Resigned("bob", 0), Resigned("dave", 0), RoundVoid()]


@pytest.mark.parametrize(("chips", "moves"), [(10, "tbp"), (9, "t"), (0, "t")])
def test_nothing_is_bought_or_split_with_chips_that_are_gone(chips: int, moves: str) -> None:
    table = begin(dealt("6C 6D", "10H 8D"), "bob", "dave")
    play(table, "bob: 10 dave: 10")
    table.run_down("bob", chips)
    assert on_offer(table) == moves
