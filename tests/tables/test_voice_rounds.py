"""Voice for minutes: what they have to do with rounds, and with players.xml."""

from pathlib import Path
from typing import Any

import pytest

from pontoon.games.time_account import Account
from pontoon.irc.people import Person
from pontoon.storage import atomic_file
from pontoon.tables.voice import VoiceMeter
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.voice_accounts import (
    HOUR,
    TODAY,
    account_of,
    kept,
    minutes_of,
    pass_minutes,
    where_voice_is_for_minutes,
)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Start a bot where dave has 50 minutes, and voice."""
    return where_voice_is_for_minutes(tmp_path)


# Rounds


def test_a_round_is_begun_with_the_minutes_that_are_left(bot: OfflineBot) -> None:
    bot.pass_seconds(9.5 * 60)
    said = bot.says("dave", "!blackjack dave")
    assert said[-1].line == "Bet (1-10)? You have 41 coins"
    assert minutes_of(bot) == 41


def test_what_is_staked_is_kept_and_the_rest_runs_down(bot: OfflineBot) -> None:
    """Of 50 minutes 10 are staked, and come back."""
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    assert pass_minutes(bot, 39.99) == []
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]
    assert pass_minutes(bot, 10) == []
    bot.tells("dave", "s")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 10"
    assert bot.network.voices[2:] == ["#pontoon +v dave"]
    assert pass_minutes(bot, 10) == ["#pontoon -v dave"]


@pytest.mark.parametrize(("game", "matters"), [("pontoon", False), ("blackjack", True)])
def test_minutes_are_looked_at_after_a_move_for_minutes_only(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch, game: str, matters: bool
) -> None:
    bot.says("dave", f"!{game} dave")
    looks: list[str] = []
    monkeypatch.setattr(VoiceMeter, "changed", lambda _: looks.append("looked"))
    bot.tells("dave", "10")
    assert bool(looks) is matters


def test_what_was_spent_during_a_round_is_gone_when_it_is_settled(bot: OfflineBot) -> None:
    """Of 50 minutes 15 are spent, and 10 lost with a hand that busts."""
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.pass_seconds(15 * 60)
    bot.tells("dave", "h")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 25"


def test_time_shows_what_is_neither_spent_nor_staked(bot: OfflineBot) -> None:
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.pass_seconds(15 * 60)
    assert "minutes 25, coins 25" in bot.tells("dave", "time")[0].line
    assert minutes_of(bot) == 35


def test_a_round_that_is_stopped_costs_its_time_alone(bot: OfflineBot) -> None:
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.pass_seconds(15 * 60)
    bot.real_network.croupiers.stop_round(CHANNEL, Person("admin", "admin@trusted"))
    bot.time.advance(0)
    assert "minutes 35, coins 35" in bot.tells("dave", "time")[0].line


def test_the_day_of_a_sitter_turns_when_the_round_is_settled(bot: OfflineBot) -> None:
    """Of 50 minutes 20 are spent, 10 of them after midnight, and 10 come back."""
    bot.leaves("dave")
    bot.pass_seconds(12 * HOUR - 600)
    bot.comes("dave")
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.pass_seconds(20 * 60)
    assert "minutes 20, coins 20" in bot.tells("dave", "time")[0].line
    assert account_of(bot).day == TODAY
    bot.tells("dave", "s")
    assert bot.heard_in(CHANNEL)[-1] == "Minutes: dave 60"
    assert account_of(bot) == Account(minutes=60, day=TODAY + 1)


# players.xml


def test_the_file_is_written_every_ten_minutes_while_somebody_stays(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[float] = []
    replace = atomic_file.replace

    def watched(*args: Any) -> Any:
        written.append(bot.time.seconds() / 60)
        return replace(*args)

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", watched)
    bot.pass_seconds(HOUR)
    assert written == [10, 20, 30, 40, 50]
    bot.pass_seconds(HOUR)
    assert len(written) == 5


def test_minutes_that_cannot_be_written_are_when_the_file_is_well(bot: OfflineBot) -> None:
    bot.break_file()
    bot.pass_seconds(25 * 60)
    bot.leaves("dave")
    bot.pass_seconds(HOUR)
    bot.comes("dave")
    bot.pass_seconds(10 * 60)
    bot.mend_file()
    assert minutes_of(bot) == 50
    assert pass_minutes(bot, 14.99) == []
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]
    assert minutes_of(bot) == 0


def test_voice_ends_in_time_also_while_nothing_can_be_written(bot: OfflineBot) -> None:
    bot.break_file()
    assert pass_minutes(bot, 49.99) == []
    assert pass_minutes(bot, 0.01) == ["#pontoon -v dave"]
    bot.mend_file()
    pass_minutes(bot, 1)
    assert minutes_of(bot) == 0


def test_what_an_admin_writes_meanwhile_is_what_the_minutes_run_down_from(
    bot: OfflineBot,
) -> None:
    bot.pass_seconds(5 * 60)
    bot.edit("<minutes>50<", "<minutes>100<")
    bot.leaves("dave")
    assert minutes_of(bot) == 95


def test_what_a_player_spent_who_is_not_in_the_file_any_more_is_dropped(bot: OfflineBot) -> None:
    bot.break_file()
    bot.pass_seconds(25 * 60)
    bot.write_players([Entry("kevin", records=kept(minutes=9))])
    bot.store.refresh()
    bot.comes("kevin")
    bot.pass_seconds(5 * 60)
    bot.leaves("kevin")
    assert minutes_of(bot, "kevin") == 4
