"""The initial bet of Shed Pontoon: from 1 chip to a share of one's own chips, rounded up."""

from dataclasses import replace

import pytest

from pontoon.errors import BadAmount, CannotDeal, NotOffered
from pontoon.events import BetPlaced
from pontoon.games.shed import ShedRules
from pontoon.moves import Bar, Extreme, Move, Option, Step, Verb
from tests.at_table import RULES, asked, begin, play, snapshot

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


@pytest.mark.parametrize(("chips", "players", "most"), EVERY_MOST)
def test_the_greatest_bet_is_a_share_of_the_chips_rounded_up(
    chips: int, players: int, most: int
) -> None:
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


def test_the_share_is_that_of_the_players_who_sat_down() -> None:
    """Somebody who leaves before the others have bet does not lower what they may bet."""
    table = begin("", "bob", "dave", "kevin")
    table.resign("bob")
    assert asked(table).options == (Option(Verb.BET, 1, 200),)


@pytest.mark.parametrize(
    ("said", "chips"),
    [(1, 1), (2, 2), (99, 99), (100, 100), (Extreme.LEAST, 1), (Extreme.MOST, 100), (None, 1)],
)
def test_a_bet_leaves_the_players_chips_at_once(said: int | Extreme | None, chips: int) -> None:
    table = begin("", "bob", "dave")
    events = table.act("bob", Move(Verb.BET, said))
    assert events == [BetPlaced("bob", chips)]
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
    assert refusal.value.options == ask.options
    assert snapshot(table) == before


@pytest.mark.parametrize("verb", [verb for verb in Verb if verb is not Verb.BET])
def test_no_other_move_is_possible_while_a_bet_is_asked(verb: Verb) -> None:
    table = begin("", "bob", "dave")
    before = snapshot(table)
    with pytest.raises(NotOffered) as refusal:
        table.act("bob", Move(verb))
    assert refusal.value.bar is Bar.NOT_NOW
    assert refusal.value.options == (Option(Verb.BET, 1, 100),)
    assert snapshot(table) == before


def test_the_asker_for_a_bet_shows_the_card_and_the_chips() -> None:
    ask = asked(begin("5D 9C", "bob", "dave"))
    assert (ask.player, ask.hand, ask.stake, ask.chips) == ("bob", None, 0, 1000)
    assert [str(card) for card in ask.cards] == ["5D"]
    assert ask.step is Step.BET


def test_a_whole_fortune_may_be_bet_where_config_allows_it() -> None:
    table = begin("", "bob", chips=7, rules=replace(RULES, max_bet_percent=(100,)))
    play(table, "bob: 7")
    assert (table.seats[0].chips, asked(table).stake) == (0, 7)
