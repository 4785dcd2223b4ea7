"""Voice for minutes: they run down while their player is in a channel, who has +v until then."""

from pathlib import Path

import pytest

from pontoon.games.time_account import Account
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.short_timeouts import timers
from tests.support.voice_accounts import (
    HOUR,
    TODAY,
    account_of,
    has_voice,
    kept,
    minutes_of,
    pass_minutes,
    where_voice_is_for_minutes,
)

DEN = "#den"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Start a bot where dave has 50 minutes, and voice."""
    return where_voice_is_for_minutes(tmp_path)


# Giving and taking


def test_a_player_with_minutes_has_voice_until_they_have_run_out(bot: OfflineBot) -> None:
    assert bot.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(bot, 49.99) == []
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]
    assert minutes_of(bot) == 0
    assert pass_minutes(bot, 600) == []


def test_minutes_run_out_to_the_second(tmp_path: Path) -> None:
    """Looking every minute, it would be noticed a quarter of a minute later."""
    bot = where_voice_is_for_minutes(
        tmp_path, Entry("dave", records=kept(minutes=50)), Entry("kevin")
    )
    bot.pass_seconds(15)
    bot.leaves("kevin")
    assert pass_minutes(bot, 49.74) == []
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]


def test_whoever_comes_with_minutes_is_given_voice(bot: OfflineBot) -> None:
    bot.leaves("dave")
    bot.comes("dave")
    assert bot.network.voices == ["#pontoon +v dave"] * 2


def test_whoever_comes_without_minutes_is_not(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=0)))
    assert bot.network.voices == []


def test_whoever_is_no_player_is_left_alone(bot: OfflineBot) -> None:
    bot.roster().add(bot.person("zed"))
    bot.roster().grant("zed", "v")
    bot.comes("yan")
    assert pass_minutes(bot, 100) == ["#pontoon -v dave"]
    assert has_voice(bot, "zed")


def test_voice_that_is_there_already_is_not_given_again(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path)
    bot.leaves("dave")
    bot.roster().add(bot.person("dave"))
    bot.roster().grant("dave", "v")
    bot.croupier().absence.arrived(bot.person("dave"))
    assert bot.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(bot, 50) == ["#pontoon -v dave"]


def test_voice_that_somebody_else_gave_is_taken_when_there_are_no_minutes(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path, [Entry("dave", records=kept(minutes=0))], config={"blackjack": {"voice": "yes"}}
    )
    bot.roster().grant("dave", "v")
    bot.ops(BOT)
    assert pass_minutes(bot, 1) == ["#pontoon -v dave"]


def test_the_bot_does_not_quarrel_with_an_operator(bot: OfflineBot) -> None:
    """Whoever has been silenced, or given voice for nothing, stays so."""
    bot.roster().revoke("dave", "v")
    assert pass_minutes(bot, 49) == []
    pass_minutes(bot, 1)
    bot.roster().grant("dave", "v")
    assert pass_minutes(bot, 60) == []


def test_without_the_setting_nobody_is_given_voice_and_no_minutes_run(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, voice="no")
    bot.pass_seconds(HOUR)
    assert bot.network.voices == []
    assert timers(bot) == 0
    assert "minutes 50" in bot.tells("dave", "time")[0].line


def test_minutes_that_are_withdrawn_bring_voice_back(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=0, time_bank=5)))
    bot.tells("dave", "withdraw 5")
    assert bot.network.voices == ["#pontoon +v dave"]
    bot.tells("dave", "deposit 5")
    assert bot.network.voices[1:] == ["#pontoon -v dave"]


def test_minutes_that_an_admin_gives_bring_voice_within_a_minute(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=0)))
    bot.edit("<minutes>0<", "<minutes>9<")
    bot.store.refresh()
    assert pass_minutes(bot, 1) == ["#pontoon +v dave"]


def test_a_new_day_brings_voice_back(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=5)))
    assert pass_minutes(bot, 5) == ["#pontoon -v dave"]
    assert pass_minutes(bot, 12 * 60 - 6) == []
    assert pass_minutes(bot, 2) == ["#pontoon +v dave"]
    bot.leaves("dave")
    assert account_of(bot) == Account(minutes=59, day=TODAY + 1)


# Where the bot may not


def test_a_player_whom_an_admin_adds_is_given_voice_within_a_minute(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry("kevin", records=kept(minutes=0)))
    bot.leaves("kevin")
    bot.comes("dave")
    bot.write_players([Entry("dave")])
    bot.store.refresh()
    assert pass_minutes(bot, 1) == ["#pontoon +v dave"]


def test_where_the_bot_is_no_operator_it_asks_for_nothing(bot: OfflineBot) -> None:
    """The minutes run all the same; when it is one, it does what is due."""
    bot.roster().revoke(BOT, "o")
    assert pass_minutes(bot, 55) == []
    assert minutes_of(bot) == 0
    bot.ops(BOT)
    assert pass_minutes(bot, 1) == ["#pontoon -v dave"]


def test_voice_that_could_not_be_taken_is_as_soon_as_it_can_be(bot: OfflineBot) -> None:
    bot.roster().revoke(BOT, "o")
    bot.renames("dave", "dave_")
    assert pass_minutes(bot, 5) == []
    bot.ops(BOT)
    assert pass_minutes(bot, 1) == ["#pontoon -v dave_"]


def test_a_bot_that_becomes_an_operator_gives_voice_within_a_minute(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000", config={"blackjack": {"voice": "yes"}})
    assert pass_minutes(bot, 5) == []
    bot.ops(BOT)
    assert pass_minutes(bot, 1) == ["#pontoon +v dave"]


# Who comes and goes


def test_minutes_run_only_while_their_player_is_there(bot: OfflineBot) -> None:
    bot.pass_seconds(10 * 60)
    bot.leaves("dave")
    assert minutes_of(bot) == 40
    bot.pass_seconds(2 * HOUR)
    bot.comes("dave")
    bot.pass_seconds(5 * 60)
    bot.leaves("dave")
    assert minutes_of(bot) == 35


def test_what_is_not_a_whole_minute_is_counted_with_the_next_stay(bot: OfflineBot) -> None:
    """Nobody speaks for nothing by coming and going."""
    for left in (50, 49, 48, 48):
        bot.pass_seconds(40)
        bot.leaves("dave")
        assert minutes_of(bot) == left
        bot.pass_seconds(HOUR)
        bot.comes("dave")


def test_in_two_channels_minutes_run_once(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    assert sorted(bot.network.voices) == ["#den +v dave", "#pontoon +v dave"]
    bot.pass_seconds(10 * 60)
    bot.leaves("dave", DEN)
    assert "minutes 40" in bot.tells("dave", "time")[0].line
    bot.pass_seconds(10 * 60)
    bot.comes("dave", channel=DEN)
    assert sorted(pass_minutes(bot, 30)) == ["#den -v dave", "#pontoon -v dave"]
    assert minutes_of(bot) == 0


def test_each_channel_has_operators_of_its_own(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    bot.roster(DEN).revoke(BOT, "o")
    assert pass_minutes(bot, 50) == ["#pontoon -v dave"]


def test_whoever_takes_a_nick_that_is_no_players_loses_voice(bot: OfflineBot) -> None:
    bot.pass_seconds(10 * 60)
    bot.renames("dave", "dave_")
    assert bot.network.voices[1:] == ["#pontoon -v dave_"]
    assert minutes_of(bot) == 40
    bot.pass_seconds(HOUR)
    bot.renames("dave_", "dave")
    assert bot.network.voices[2:] == ["#pontoon +v dave"]
    assert minutes_of(bot) == 40


def test_a_change_of_case_is_none(bot: OfflineBot) -> None:
    bot.renames("dave", "DAVE")
    assert pass_minutes(bot, 49) == []
    assert pass_minutes(bot, 1) == ["#pontoon -v DAVE"]


def test_whoever_takes_the_nick_of_another_player_spends_their_minutes(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(
        tmp_path, Entry("dave", records=kept(minutes=50)), Entry("kevin", records=kept(minutes=20))
    )
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert pass_minutes(bot, 20) == ["#pontoon -v kevin"]
    assert (minutes_of(bot), minutes_of(bot, "kevin")) == (50, 0)


def test_a_sitter_who_changes_nick_goes_on_spending_their_own_minutes(bot: OfflineBot) -> None:
    bot.says("dave", "!blackjack dave")
    bot.renames("dave", "dave_")
    assert bot.network.voices == ["#pontoon +v dave"]
    bot.comes("dave", "mallory@elsewhere")
    assert bot.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(bot, 50) == ["#pontoon -v dave_"]


def test_a_sitter_who_leaves_one_channel_is_still_a_player_in_the_other(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    bot.says("dave", "!blackjack dave")
    bot.leaves("dave")
    assert has_voice(bot, "dave", DEN)
    assert pass_minutes(bot, 50) == ["#den -v dave"]


def test_a_player_whom_an_admin_removes_loses_voice(bot: OfflineBot) -> None:
    bot.pass_seconds(60)
    bot.write_players([Entry("kevin")])
    bot.store.refresh()
    assert pass_minutes(bot, 1) == ["#pontoon -v dave"]
    assert [player.nick for player in bot.all_in_file()] == ["kevin"]


def test_while_the_bot_is_out_of_the_channel_no_minutes_run(bot: OfflineBot) -> None:
    bot.pass_seconds(10 * 60)
    bot.is_put_out()
    assert minutes_of(bot) == 40
    assert bot.pass_seconds(HOUR) == []
    bot.is_back([BOT, "dave"])
    bot.ops(BOT)
    assert pass_minutes(bot, 39.99) == ["#pontoon +v dave"]
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]


def test_a_bot_that_is_a_player_too_has_nothing_to_do_with_it(tmp_path: Path) -> None:
    bot = where_voice_is_for_minutes(tmp_path, Entry(BOT, records=kept(minutes=50)))
    assert pass_minutes(bot, 60) == []
    assert minutes_of(bot, BOT) == 50
