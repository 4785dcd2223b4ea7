"""Coins that run down during a round, where minutes are spent in the channel, cannot be staked."""

from pathlib import Path

import pytest

from pontoon.engine.errors import Refused
from pontoon.engine.events import DealerShows, Resigned
from pontoon.engine.moves import Option, Phase, Unit, Verb, WhyNot
from tests.support.blackjack_rounds import assert_barred, begin, bob_holding, on_offer, play
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.shed_rounds import asked, changes, dealt, of_kind, snapshot
from tests.support.voice_accounts import HOUR, kept, minutes_of, where_voice_is_for_minutes

# At the table


def test_a_bet_is_from_the_coins_there_are_when_it_is_placed() -> None:
    for coins, most in [(100, 10), (11, 10), (10, 9), (3, 2), (2, 1)]:
        table = begin("", "bob", "dave")
        assert table.run_down("bob", coins) == []
        ask = asked(table)
        assert (ask.player, ask.chips, ask.options) == ("bob", coins, (Option(Verb.BET, 1, most),))
        with pytest.raises(Refused, match=r"TOO_FEW_CHIPS|BAD_AMOUNT"):
            play(table, f"bob: {most + 1}")
        play(table, f"bob: {most}")
        assert table.seats[0].chips == coins - most


@pytest.mark.parametrize("coins", [0, 1])
def test_who_has_no_coin_left_to_bet_leaves(coins: int) -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    assert table.run_down("bob", coins) == []
    assert asked(table).player == "dave"
    events = play(table, "dave: 10")
    assert of_kind(Resigned, events) == [Resigned("bob", 0, Unit.COINS)]
    assert changes(play(table, "dave: s")) == {"bob": 0, "dave": 10}


def test_who_has_none_left_when_the_bet_would_be_asked_is_not_asked() -> None:
    table = begin(dealt("10C 9D", "10H 8D"), "bob", "dave")
    assert table.run_down("dave", 1) == []
    assert asked(table).player == "bob"
    events = play(table, "bob: 10")
    assert of_kind(Resigned, events) == [Resigned("dave", 0, Unit.COINS)]
    assert of_kind(DealerShows, events)
    assert changes(play(table, "bob: s")) == {"bob": 10, "dave": 0}


def test_a_bet_is_doubled_with_coins_that_are_there() -> None:
    for coins, moves in [(11, "hsd"), (10, "hs"), (0, "hs")]:
        table = bob_holding("6C 5D")
        assert table.run_down("bob", coins) == []
        assert on_offer(table) == moves
        if "d" not in moves:
            assert_barred(table, "d", WhyNot.LAST_COIN if coins else WhyNot.TOO_FEW_CHIPS)


def test_insurance_is_wagered_from_coins_that_are_there() -> None:
    """Where there are too few the round plays on without."""
    for coins, step in [(6, Phase.INSURANCE), (5, Phase.HAND), (0, Phase.HAND)]:
        table = bob_holding("10C 9D", "AC 5D")
        assert asked(table).phase is Phase.INSURANCE
        table.run_down("bob", coins)
        assert (asked(table).phase, table.seats[0].staked) == (step, 10)


def test_coins_only_run_down() -> None:
    table = begin("", "bob", "dave")
    before = snapshot(table)
    assert table.run_down("bob", 100) == table.run_down("bob", 1000) == []
    assert snapshot(table) == before


# In a channel


def new_bot(folder: Path, minutes: int) -> OfflineBot:
    """Start a bot where dave has so many MINUTES to speak in, and begin a round of his."""
    bot = where_voice_is_for_minutes(folder, Entry("dave", records=kept(minutes=minutes)))
    bot.says("dave", "!blackjack dave")
    return bot


def test_no_minutes_are_bet_that_were_spent_while_the_bet_was_asked(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, 50)
    bot.pass_seconds(44.5 * 60)
    refused = "You can bet from 1 to 5. Bet (1-5)? You have 6 coins"
    assert [each.line for each in bot.tells("dave", "10")] == [refused]
    assert "dave bets 5" in bot.tells("dave", "max")[0].line


def test_the_hand_is_shown_with_the_coins_there_are(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, 50)
    bot.pass_seconds(44.5 * 60)
    assert [each.line for each in bot.tells("dave", "hand")] == ["Bet (1-5)? You have 6 coins"]


def test_minutes_of_a_day_that_has_begun_since_are_not_there_before_the_round_is_over(
    tmp_path: Path,
) -> None:
    """Of 8 minutes 5 are spent before midnight and 3 after it."""
    bot = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=8)))
    bot.leaves("dave")
    bot.pass_seconds(12 * HOUR - 5 * 60)
    bot.comes("dave")
    bot.says("dave", "!blackjack dave")
    bot.pass_seconds(10 * 60)
    assert "dave leaves the round" in bot.tells("dave", "1")[0].line
    assert bot.heard_in(CHANNEL)[-1].endswith("no round: nobody has bet")


def test_who_has_spent_all_but_the_last_coin_leaves_the_round(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, 50)
    bot.pass_seconds(49 * 60)
    assert "dave leaves the round" in bot.tells("dave", "1")[0].line
    assert bot.croupier().ask is None
    assert minutes_of(bot) == 1


@pytest.mark.parametrize("text", ["1", "hand"])
def test_whoever_finds_the_round_over_by_that_is_told_so(tmp_path: Path, text: str) -> None:
    bot = new_bot(tmp_path, 50)
    bot.pass_seconds(49 * 60)
    said = [each.line for each in bot.tells("dave", text) if each.target == "dave"]
    assert any(line.startswith("The round is over. Say !blackjack ") for line in said)


def test_no_bet_is_doubled_with_minutes_that_were_spent(tmp_path: Path) -> None:
    """There is no credit: of 12 minutes 4 are staked, and only 2 more are left."""
    bot = new_bot(tmp_path, 12)
    bot.tells("dave", "4")
    bot.pass_seconds(6 * 60)
    (said,) = bot.tells("dave", "d")
    assert said.line.startswith("You have too few coins left to double. ")
    assert said.line.endswith(" Bet 4, coins 2")
    assert "ouble" not in said.line.partition("dealer")[2]
    bot.tells("dave", "h")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 2"


def test_chips_do_not_run_down(tmp_path: Path) -> None:
    """What an admin takes out of players.xml meanwhile could still be staked."""
    bot = OfflineBot(tmp_path)
    bot.says("dave", "!pontoon dave kevin")
    bot.edit("<chips>1000<", "<chips>10<")
    assert "You bet 100" in bot.tells("dave", "100")[0].line
