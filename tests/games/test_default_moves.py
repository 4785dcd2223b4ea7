"""What is done for a player who does not answer, in each game."""

from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.engine.absence_events import DidNotBet
from pontoon.engine.events import (
    BankerDrew,
    BankerStayed,
    BetPlaced,
    Event,
    NoRound,
    Obstacle,
    Passed,
    Resigned,
    RoundVoid,
    Stuck,
    Twisted,
)
from pontoon.engine.moves import Phase
from pontoon.engine.table import Table
from pontoon.games.bank_events import AuctionBegan, BankMissed, BankVacant
from pontoon.tables.round_flow import act_for
from tests.support import blackjack_rounds, british_rounds, cutwc_rounds, shed_rounds
from tests.support.banker_rounds import play
from tests.support.game_fixtures import GAMES_UNDER_TEST, GameUnderTest
from tests.support.long_games import Evening, choices
from tests.support.properties import FEW
from tests.support.shed_rounds import asked, dealt, of_kind
from tests.support.stacked_decks import StackedPack


def acted(table: Table) -> list[Event]:
    """Act for whoever is asked, or asked first, and return what happens."""
    return list(act_for(table, asked(table).player))


def kinds(events: list[Event]) -> list[type[Event]]:
    return [type(event) for event in events]


# A hand


def test_shed_twists_until_it_may_stick() -> None:
    table = shed_rounds.bob_holding("2C 3D", "4H 2S 5D")
    assert kinds(acted(table))[:4] == [Twisted, Twisted, Twisted, Stuck]


def test_only_the_hand_that_is_asked_about_is_played() -> None:
    table = shed_rounds.bob_holding("8C 8D", "10H 10S")
    shed_rounds.play(table, "bob: p")
    assert asked(table).hand == 1
    acted(table)
    assert asked(table).hand == 2


@pytest.mark.parametrize(
    ("bank", "then", "played"),
    [("10S 6S", "5H", [BankerStayed]), ("10S 5S", "3H", [BankerDrew, BankerStayed])],
)
def test_the_banker_draws_on_15_and_less_and_does_not_keep_the_bank(
    bank: str, then: str, played: list[type[Event]]
) -> None:
    table = british_rounds.against_dave("10C 8D", bank=bank, then=then)
    play(table, "bob: s")
    assert asked(table).phase is Phase.BANKER
    events = kinds(acted(table))
    assert events[: len(played) + 1] == [BankMissed, *played]
    assert table.banker is None


def test_silence_about_the_bank_is_no() -> None:
    table = british_rounds.british(StackedPack(""))
    table.deal([("kevin", 100), ("bob", 100)])
    assert acted(table) == []
    assert acted(table) == [NoRound(Obstacle.NOBODY_WILL_BANK)]


# Before the deal


def test_a_banker_puts_nothing_more_into_a_kitty() -> None:
    table = british_rounds.shoot(StackedPack(""), kitty=50)
    british_rounds.deal(table, "dave", "bob")
    assert acted(table)[:1] == [Passed("dave")]
    assert asked(table).phase is Phase.BET


def test_the_bank_of_one_who_puts_up_no_kitty_is_auctioned() -> None:
    table = british_rounds.shoot(StackedPack(""), kitty=0)
    british_rounds.deal(table, "dave", "bob", "kevin")
    assert acted(table) == [AuctionBegan("dave")]


def test_in_an_auction_silence_passes_and_needs_no_other_word() -> None:
    table = british_rounds.shoot(StackedPack(""), kitty=0)
    british_rounds.deal(table, "dave", "bob", "kevin")
    play(table, "dave: n")
    assert acted(table) == [Passed("bob")]


def test_a_kitty_that_must_be_put_up_costs_seat_and_bank_of_who_does_not() -> None:
    table = british_rounds.shoot(StackedPack(""), kitty=0)
    british_rounds.deal(table, "dave", "bob", "kevin")
    play(table, "dave: n bob: i1 kevin: n")
    assert (asked(table).player, asked(table).phase) == ("bob", Phase.KITTY)
    events = acted(table)
    assert events[:2] == [Resigned("bob", 0), BankVacant("bob")]
    assert events[-1] == NoRound(Obstacle.BANKER_LEFT)


# Bets


def betting() -> list[Any]:
    """Return what makes a table at which a bet is asked for, in each game."""
    pack = StackedPack("")
    return [
        pytest.param(partial(shed_rounds.begin, "", "bob", "kevin", "eve"), id="pontoon"),
        pytest.param(partial(british_bets, british_rounds.british(pack)), id="british"),
        pytest.param(partial(british_bets, british_rounds.shoot(StackedPack(""))), id="shoot"),
        pytest.param(partial(cutwc_rounds.begin, "", "bob", "kevin", "eve"), id="cutwc"),
        pytest.param(partial(blackjack_rounds.begin, "", "bob", "kevin", "eve"), id="blackjack"),
    ]


def british_bets(table: Table) -> Table:
    """Return TABLE, at which bob and kevin are to bet against dave."""
    british_rounds.deal(table, "dave", "bob", "kevin")
    return table


@pytest.mark.parametrize("begin", betting())
def test_who_does_not_bet_sits_out_at_no_cost_and_the_next_is_asked(begin: Any) -> None:
    table: Table = begin()
    before = {seat.player: seat.chips for seat in table.seats}
    assert acted(table) == [DidNotBet("bob")]
    assert asked(table).player == "kevin"
    assert before == {seat.player: seat.chips for seat in table.seats}
    assert not of_kind(BetPlaced, acted(table))


@pytest.mark.parametrize("game", [shed_rounds, cutwc_rounds, blackjack_rounds])
def test_of_several_who_bet_at_once_only_one_is_acted_for(game: Any) -> None:
    """The bets of the others stand, and who has not bet is still asked."""
    table: Table = game.begin("", "bob", "kevin", "eve", "pat")
    first, *others = [ask.player for ask in table.asks]
    play(table, f"{first}: 1")
    sits_out, *rest = others
    assert list(act_for(table, sits_out)) == [DidNotBet(sits_out)]
    assert [ask.player for ask in table.asks] == rest
    events = [event for player in rest for event in act_for(table, player)]
    assert of_kind(DidNotBet, events) == [DidNotBet(player) for player in rest]
    assert of_kind(BetPlaced, events) == [BetPlaced(first, 1, table.game.unit)]


@pytest.mark.parametrize("game", [shed_rounds, cutwc_rounds, blackjack_rounds])
def test_where_nobody_bets_the_round_is_void(game: Any) -> None:
    table: Table = game.begin("", "bob", "kevin", "eve", "pat")
    asks = table.asks
    events = [event for ask in asks for event in act_for(table, ask.player)]
    assert events[-1] == RoundVoid(unit=table.game.unit)
    assert of_kind(DidNotBet, events) == [DidNotBet(ask.player) for ask in asks]
    assert table.ask is None


@pytest.mark.parametrize("begin", betting())
def test_who_sits_out_is_not_in_the_next_round_unless_named(begin: Any) -> None:
    table: Table = begin()
    others = [player for player in table.players if player != "bob"]
    acted(table)
    assert table.rotated_players() == (*others[1:], others[0])
    assert "bob" in table.players
    table.abandon()
    table.deal([(player, 100) for player in ("bob", *others)])
    assert table.rotated_players() == (*others, "bob")


def test_if_all_sit_out_all_are_in_the_next_round() -> None:
    table = shed_rounds.begin("", "bob", "kevin")
    acted(table)
    assert table.rotated_players() == ("kevin",)
    acted(table)
    assert table.ask is None
    assert table.rotated_players() == ("kevin", "bob")


def test_a_round_that_cannot_be_leaves_the_list_as_it_was() -> None:
    """Those who sat out before stay left out."""
    table = british_rounds.shoot(
        StackedPack(dealt("10C 8D", "10H 8S", "10S 9S")), kitty=0, max_bet=5
    )
    british_rounds.deal(table, "dave", "bob", "kevin", "eve")
    play(table, "dave: k5")
    acted(table)
    assert table.rotated_players() == ("kevin", "eve", "dave")
    table.abandon()
    british_rounds.deal(table, "dave", "bob")
    table.resign("bob")
    assert table.ask is None
    assert table.rotated_players() == ("kevin", "eve", "dave")


# Any game


@pytest.mark.parametrize("tested", GAMES_UNDER_TEST, ids=lambda tested: tested.game.name)
@FEW
@given(data=st.data(), done=choices)
def test_a_round_ends_whatever_was_done_before_nobody_answered(
    tested: GameUnderTest, data: st.DataObject, done: bytes
) -> None:
    """In so few steps, and with no chip more staked."""
    evening = Evening(tested, data.draw(tested.starts))
    for _ in evening.play(done):
        if data.draw(st.integers(0, 9)) == 0:
            break
    table = evening.table
    for _ in range(8 * len(evening.chips) + 1):
        if table.ask is None:
            return
        staked = {seat.player: seat.staked for seat in table.seats}
        player = asked(table).player
        events = acted(table)
        for seat in table.seats:
            assert seat.staked <= staked[seat.player]
        assert player not in [bet.player for bet in of_kind(BetPlaced, events)]
    pytest.fail("nobody ends this round")
