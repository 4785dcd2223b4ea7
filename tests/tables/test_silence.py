"""Players who are in the channel but do not answer: the bot warns them once, then acts for them."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from pontoon.irc.outgoing import Priority
from pontoon.text.prompts import TIME_IS_UP
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import (
    GAMES,
    asked,
    auction,
    begin,
    calls_due,
    in_channel,
    lines,
    new_bot,
    playing,
    timers,
)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


# The warning


def test_half_way_the_player_and_the_channel_are_told(
    bot: OfflineBot,
) -> None:
    assert bot.pass_seconds(44.9) == []
    said = bot.pass_seconds(0.1)
    assert lines(said) == [
        (CHANNEL, "dave has 45 s left to play"),
        ("dave", "45 s left. 5♦ K♥ = 15: (t)wist (b)uy for 50. Stake 50, chips 950"),
    ]
    assert said[1].urgency is Priority.PROMPT
    assert bot.pass_seconds(44.9) == []


@pytest.mark.parametrize(("timeout", "left"), [(10, 5), (11, 6), (12, 6), (86400, 43200)])
def test_the_seconds_that_are_left_are_whole(tmp_path: Path, timeout: int, left: int) -> None:
    bot = playing(tmp_path, turn_timeout=timeout)
    (said, _) = bot.pass_seconds(0.5 * timeout)
    assert said.line == f"dave has {left} s left to play"


def test_each_decision_has_a_warning_of_its_own(bot: OfflineBot) -> None:
    bot.pass_seconds(60)
    bot.tells("dave", "t")
    assert bot.pass_seconds(44.9) == []
    assert len(bot.pass_seconds(0.1)) == 2


def test_the_timer_is_not_set_again_for_a_decision_that_is_due_later(bot: OfflineBot) -> None:
    bot.pass_seconds(10)
    (timer,) = calls_due(bot)
    bot.tells("dave", "t")
    assert calls_due(bot) == [timer]
    assert bot.pass_seconds(35) == []  # it rings in vain
    assert timers(bot) == 1
    assert len(bot.pass_seconds(10)) == 2


def test_a_player_under_another_nick_is_warned_there(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_")
    assert [each.target for each in bot.pass_seconds(45)] == [CHANNEL, "dave_"]


def test_the_time_for_an_answer_begins_when_the_question_has_left(tmp_path: Path) -> None:
    """Ten results go before it at the end of a round: a second each, at the usual pace."""
    bot = new_bot(tmp_path, "5D 9C KH 9H 3S")
    bot.waiting = []
    bot.says("dave", "!pontoon dave kevin")
    bot.pass_seconds(80)
    assert not [each for each in bot.waiting if "s left" in " ".join(each.items)]
    bot.lets_leave()
    bot.waiting = None
    assert bot.pass_seconds(44.9) == []
    assert "dave, kevin have 45 s left to bet" in [each.line for each in bot.pass_seconds(0.1)]
    bot.pass_seconds(44.9)
    assert bot.tells("dave", "5")[0].line == "You bet 5. kevin is still to bet."


def test_a_question_with_a_time_of_its_own_has_all_of_it_when_it_has_left(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.waiting = []
    bot.says("dave", "!british dave kevin bob")
    bot.pass_seconds(29)
    bot.lets_leave()
    bot.waiting = None
    bot.pass_seconds(29)
    bot.tells("dave", "y")
    assert "only dave wants the bank" in bot.pass_seconds(1)[0].line


def test_nobody_is_warned_after_the_round(bot: OfflineBot) -> None:
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    bot.tells("kevin", "s")
    assert timers(bot) == 0
    assert bot.pass_seconds(1e6) == []


# The act


def test_then_the_safest_move_is_made_and_that_is_said(bot: OfflineBot) -> None:
    bot.pass_seconds(45)
    said = lines(bot.pass_seconds(45))
    assert said[:2] == [
        ("dave", TIME_IS_UP.format(of_game="")),
        (CHANNEL, "dave twists 3♠ | dave sticks | kevin to play"),
    ]
    nick, prompt = said[-1]
    assert nick == "kevin"
    assert "9♣ 9♥ = 18: (s)tick" in prompt


def test_who_has_not_bet_when_the_time_is_up_sits_out_and_the_others_play(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "5D 9C 7S KH 9H 7C")
    bot.says("dave", "!pontoon dave kevin bob")
    assert [each.line for each in bot.tells("kevin", "50")] == [
        "You bet 50. dave, bob are still to bet."
    ]
    assert in_channel(bot.pass_seconds(45)) == ["dave, bob have 45 s left to bet"]
    assert in_channel(bot.tells("bob", "50")) == []
    assert in_channel(bot.pass_seconds(45)) == [
        "dave does not bet | kevin bets 50 | bob bets 50 | second cards are out | kevin to play"
    ]
    bot.says("bob", "!pontoon resign")
    ended = in_channel(bot.says("kevin", "!pontoon resign"))
    assert ended[-1] == "Chips: dave 1000, kevin 950, bob 950"


def test_where_nobody_has_bet_the_round_is_void(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "5D 9C", away_after=0)
    bot.says("dave", "!pontoon dave kevin")
    assert in_channel(bot.pass_seconds(90)) == [
        "dave, kevin have 45 s left to bet",
        "dave does not bet | kevin does not bet | no round: nobody has bet",
    ]
    assert asked(bot) is None


def test_all_are_asked_at_once_and_have_one_clock(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    said = bot.says("dave", "!pontoon dave kevin bob")
    assert said[0].line == "Shed Pontoon: dave, kevin, bob | place your bets"
    assert [each.target for each in said[1:]] == ["dave", "kevin", "bob"]
    bot.pass_seconds(89)
    bot.tells("dave", "10")
    bot.tells("kevin", "10")
    bot.pass_seconds(1)
    assert asked(bot) == "dave"
    assert "bob" not in [each.player for each in bot.table().seats if not each.has_resigned]


def test_who_did_not_bet_is_off_the_list(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("bob", "!pontoon dave kevin bob")
    bot.tells("kevin", "10")
    bot.tells("bob", "10")
    bot.pass_seconds(90)
    bot.says("kevin", "!pontoon resign")
    bot.says("bob", "!pontoon resign")
    assert bot.says("kevin", "!pontoon")[0].line == "Shed Pontoon: bob, kevin | place your bets"


def test_where_too_few_are_left_the_refusal_says_so_too(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.deals("dave", "!cutwc dave kevin bob")
    bot.tells("dave", "1")
    bot.leaves("bob")
    while asked(bot):
        bot.pass_seconds(60)
    (said,) = bot.says("dave", "!cutwc")
    assert said.line.startswith("No round: CUTwC Pontoon needs at least 2 players")
    assert said.line.endswith(" | bob is not in the channel")


def test_nor_is_it_enough_that_somebody_names_them_until_they_have_said_something(
    tmp_path: Path,
) -> None:
    bot = new_bot(tmp_path)
    bot.says("kevin", "!pontoon dave kevin")
    bot.pass_seconds(240)
    said = bot.says("kevin", "!pontoon dave kevin")
    assert [each.line for each in said[:2]] == [
        "Left out: dave did not bet last time: they have to say something first",
        "Shed Pontoon: kevin | place your bets",
    ]
    bot.says("kevin", "!pontoon resign")
    bot.pass_seconds(120)
    bot.says("dave", "hello")
    assert bot.says("bob", "!pontoon dave bob")[0].line.startswith("Shed Pontoon: dave, bob")


def test_a_move_in_the_last_moment_counts(bot: OfflineBot) -> None:
    bot.pass_seconds(89.99)
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    assert asked(bot) == "kevin"
    assert "kevin has" in bot.pass_seconds(45)[0].line


@pytest.mark.parametrize("said", ["s", "1e3", "hand", "what?", "help", "bank"])
def test_talk_buys_no_time(bot: OfflineBot, said: str) -> None:
    bot.pass_seconds(70)
    bot.tells("dave", said)
    bot.pass_seconds(20)
    assert asked(bot) == "kevin"


@pytest.mark.parametrize("game", GAMES)
def test_what_others_do_buys_no_time_in_any_game(tmp_path: Path, game: str) -> None:
    """In games with a bank it may change what can be bet."""
    players = "dave 700, kevin 700, bob 700, eve 700"
    bot = new_bot(tmp_path, "", players, "AD KC QC JC")
    begin(bot, game, "dave kevin bob eve")
    player = asked(bot)
    others = [each for each in ("kevin", "bob") if each != player]
    bot.pass_seconds(70)
    bot.says(others[0], f"!{game} leave")
    assert asked(bot) == player
    bot.pass_seconds(19.9)
    assert asked(bot) == player
    bot.pass_seconds(0.1)
    assert asked(bot) != player


def test_a_round_has_time_for_three_decisions_and_then_15_s_for_each(tmp_path: Path) -> None:
    """Who takes all the time for one decision after the other cannot do so for a whole round."""
    bot = playing(tmp_path, "2D 9C 2H 9H 2S 3S 4S", turn_timeout=120, away_after=0)
    bot.pass_seconds(119)
    bot.tells("dave", "p")
    for _ in range(2):
        bot.pass_seconds(119)
        assert asked(bot) == "dave"
        bot.tells("dave", "t")
    bot.pass_seconds(14.9)
    before = bot.croupier().ask
    assert before is not None
    assert before.player == "dave"
    bot.pass_seconds(0.1)
    assert bot.croupier().ask != before


def test_the_next_round_has_all_the_time_again(tmp_path: Path) -> None:
    bot = playing(tmp_path, "2D 9C 2H 9H 2S 3S 4S")
    for _ in range(3):
        bot.pass_seconds(89)
        bot.tells("dave", "t")
    bot.says("dave", "!pontoon resign")
    bot.says("kevin", "!pontoon resign")
    bot.says("dave", "!pontoon dave")
    bot.pass_seconds(89)
    assert asked(bot) == "dave"


@pytest.mark.parametrize("game", GAMES)
def test_a_round_of_silent_people_ends_and_costs_nobody_anything(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path, away_after=0)
    bot.says("dave", f"!{game} dave kevin bob")
    bot.pass_seconds(1e5)
    assert asked(bot) is None
    assert timers(bot) == 0
    for nick in ("dave", "kevin", "bob"):
        player = bot.in_file(nick)
        assert (player.chips, player.stats_in(game).played) == (1000, 0)


# An auction


def test_an_auction_has_a_time_of_its_own_without_a_warning(tmp_path: Path) -> None:
    bot = auction(tmp_path, turn_timeout=10)
    assert bot.pass_seconds(29.9) == []
    assert in_channel(bot.pass_seconds(0.1)) == ["kevin passes | bob to bid for the bank"]


def test_it_runs_on_while_a_bidder_is_out(tmp_path: Path) -> None:
    bot = auction(tmp_path)
    bot.pass_seconds(10)
    bot.leaves("kevin")
    bot.pass_seconds(10)
    bot.comes("kevin")
    bot.pass_seconds(9.9)
    assert asked(bot) == "kevin"
    bot.pass_seconds(0.1)
    assert asked(bot) == "bob"


def test_silence_in_an_auction_makes_nobody_away(tmp_path: Path) -> None:
    bot = auction(tmp_path, away_after=1)
    said = bot.pass_seconds(60)
    assert asked(bot) == "kevin"
    assert "away" not in " ".join(in_channel(said))
    assert bot.croupier().ask is not None


def test_an_auction_is_over_after_three_minutes_whatever_is_bid(tmp_path: Path) -> None:
    """Raises just in time, one after the other, do not hold a table for hours."""
    bot = auction(tmp_path)
    began, bid = bot.time.seconds(), 0
    while (ask := bot.croupier().ask) is not None and ask.phase is Phase.AUCTION:
        bot.pass_seconds(29)
        bid = ask.options[0].least or 0
        bot.tells(ask.player, f"bid {bid}")
        assert bot.time.seconds() - began < 211
    assert bid > 1
