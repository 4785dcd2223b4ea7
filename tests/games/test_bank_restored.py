"""A bank or kitty that moved in a round which comes to nothing, and a banker who leaves."""

from pathlib import Path

import pytest

from pontoon.engine.decks import Pack
from pontoon.engine.events import Abandoned, Kitty, NoRound, Obstacle, Resigned, RoundVoid, Shuffled
from pontoon.engine.table import Table
from pontoon.games.bank import Bank
from pontoon.games.bank_events import BankerLeft, BankRestored, BankTaken
from tests.support.banker_rounds import play
from tests.support.british_rounds import (
    against_dave,
    banker,
    british,
    deal,
    kitty_of,
    shoot,
    table_of,
)
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.shed_rounds import of_kind, settled
from tests.support.stacked_decks import RiggedPack

SEED = bytes(range(32))


def with_kitty(*players: str, kitty: int = 60) -> Table:
    """Return a table at which dave, who has the bank, may add to a KITTY."""
    table = shoot(Pack(SEED), kitty)
    deal(table, "dave", *players)
    return table


# A round that comes to nothing


def test_a_bank_that_was_cut_for_in_a_stopped_round_stays_with_whoever_won_the_cut() -> None:
    table = table_of(Bank(Pack(SEED)))
    winner = banker(deal(table, "dave", "bob"))
    assert table.abandon() == [Abandoned(), Shuffled()]
    assert table.banker == winner


def test_a_bank_that_nobody_else_wanted_is_nobodys_again() -> None:
    table = table_of(Bank(Pack(SEED)))
    deal(table, "dave", "bob", willing=["bob"])
    assert table.abandon() == [Abandoned(), Shuffled(), BankRestored(None, None)]


def test_a_bank_that_had_passed_to_the_left_goes_back() -> None:
    table = british(Pack(SEED))
    assert of_kind(BankTaken, deal(table, "bob", "kevin"))
    assert of_kind(BankRestored, table.abandon()) == [BankRestored("dave", None)]


def test_nothing_is_told_of_a_bank_that_has_not_moved() -> None:
    table = against_dave("10C 8C")
    assert table.abandon() == [Abandoned(), Shuffled()]
    table = with_kitty("bob")
    assert table.abandon() == [Abandoned()]


def test_nor_where_the_round_is_settled_or_in_the_next_one() -> None:
    """Bob takes the bank for good."""
    table = against_dave("AC KC")
    events = play(table, "dave: s")
    assert settled(events)
    assert of_kind(BankRestored, events) == []
    deal(table, "dave", "bob")
    assert of_kind(BankTaken, table.abandon()) == []
    assert table.banker == "bob"


def test_what_was_put_into_the_kitty_is_taken_out_of_it() -> None:
    table = with_kitty("bob")
    play(table, "dave: k20")
    assert table.abandon() == [Abandoned(), Shuffled(), BankRestored("dave", 60)]


def test_a_void_round_is_void_last_of_all() -> None:
    table = with_kitty("bob")
    assert play(table, "dave: k20 bob: resigns")[-2:] == [BankRestored("dave", 60), RoundVoid()]


def test_a_kitty_that_was_taken_is_there_again_if_there_is_no_round() -> None:
    table = shoot(Pack(SEED), 60)
    deal(table, "bob", "kevin", willing=["bob"])
    events = table.resign("kevin")
    assert events[-2:] == [BankRestored("dave", 60), NoRound(Obstacle.TOO_FEW_PLAYERS)]
    assert kitty_of(table) == Kitty("dave", 60)


@pytest.mark.parametrize(
    ("chips", "why"), [(2, Obstacle.NOBODY_CAN_BANK), (3, Obstacle.NOBODY_WILL_BANK)]
)
def test_it_is_not_taken_where_nobody_can_have_the_bank_or_wants_it(
    chips: int, why: Obstacle
) -> None:
    """Its banker is not there, and 3 chips are needed."""
    table = shoot(Pack(SEED), 60)
    assert deal(table, "bob", "kevin", chips=chips, willing=[])[1:] == [NoRound(why)]
    assert (table.banker, kitty_of(table)) == ("dave", Kitty("dave", 60))


# A banker who leaves


@pytest.mark.parametrize("script", ["dave: resigns", "bob: s dave: resigns"])
def test_a_banker_who_leaves_leaves_cards_to_be_played_by_rule(script: str) -> None:
    table = against_dave("10C 8C", "10D 8D")
    events = [each for each in play(table, script) if isinstance(each, Resigned | BankerLeft)]
    assert events == [Resigned("dave", 0), BankerLeft("dave", 15)]


def test_no_others_do() -> None:
    table = british(Pack(SEED))
    deal(table, "dave", "bob", "kevin")
    assert of_kind(BankerLeft, play(table, "dave: resigns")) == []
    table = against_dave("10C 8C", "10D 8D")
    assert of_kind(BankerLeft, play(table, "bob: resigns")) == []


# As a channel sees it


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave wins the cut, and has 18 against 18 and 19."""
    return OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000",
        new_pack=lambda before: RiggedPack(
            [*before, "10H 9S KH 8D 10S 8H"], ["AD KC KS", "KC AD KS"]
        ),
    )


def test_the_channel_is_told_with_the_news_that_the_round_is_stopped(bot: OfflineBot) -> None:
    bot.deals("dave", "!shoot dave kevin bob")
    bot.tells("dave", "50")
    assert bot.stops_round()[0].line == (
        "no round: it is stopped, and all stakes are returned | the cards have been shuffled "
        "| dave has the bank, kitty 0"
    )


def test_so_it_is_where_the_round_is_given_up_while_the_bot_is_out(bot: OfflineBot) -> None:
    """Kevin alone wants the bank."""
    bot.says("dave", "!british dave kevin bob")
    for nick, answer in (("dave", "n"), ("kevin", "y"), ("bob", "n")):
        bot.tells(nick, answer)
    bot.is_put_out()
    bot.pass_seconds(24 * 60 * 60)
    bot.real_network.croupiers.look()
    (said,) = bot.is_back(["dave", "kevin", "bob"])
    assert said.target == CHANNEL
    assert said.line.endswith("| nobody has the bank")


def test_what_becomes_of_the_bank_of_one_who_leaves_is_told(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("kevin", "10")
    bot.tells("bob", "10")
    assert bot.says("dave", "!british resign")[0].line == (
        "dave leaves the round | I draw for the banker on 15 or less, and the bank moves after "
        "the round"
    )


def test_a_banker_who_leaves_before_anybody_has_bet_makes_the_round_void(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    assert [each.line for each in bot.says("dave", "!british leave")[:2]] == [
        "dave leaves the round | the cards have been shuffled | dave passes the bank on: I ask who "
        "takes it at the next deal | no round: nobody has bet",
        "dave sits out the next British Pontoon",
    ]
    assert {player.chips for player in bot.all_in_file()} == {1000}
