"""Voice for minutes: they run down while their player is in a channel, who has +v until then."""

from pathlib import Path

import pytest

from pontoon.games.time_account import Account
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse, Entry
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
def house(tmp_path: Path) -> Clubhouse:
    """Open a club where dave has 50 minutes, and voice."""
    return where_voice_is_for_minutes(tmp_path)


# Giving and taking


def test_a_player_with_minutes_has_voice_until_they_have_run_out(house: Clubhouse) -> None:
    assert house.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(house, 49.99) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]
    assert minutes_of(house) == 0
    assert pass_minutes(house, 600) == []


def test_minutes_run_out_to_the_second(tmp_path: Path) -> None:
    """Looking every minute, it would be noticed a quarter of a minute later."""
    house = where_voice_is_for_minutes(
        tmp_path, Entry("dave", records=kept(minutes=50)), Entry("kevin")
    )
    house.pass_seconds(15)
    house.leaves("kevin")
    assert pass_minutes(house, 49.74) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]


def test_whoever_comes_with_minutes_is_given_voice(house: Clubhouse) -> None:
    house.leaves("dave")
    house.comes("dave")
    assert house.network.voices == ["#pontoon +v dave"] * 2


def test_whoever_comes_without_minutes_is_not(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=0)))
    assert house.network.voices == []


def test_whoever_is_no_player_is_left_alone(house: Clubhouse) -> None:
    house.roster().add(house.person("zed"))
    house.roster().grant("zed", "v")
    house.comes("yan")
    assert pass_minutes(house, 100) == ["#pontoon -v dave"]
    assert has_voice(house, "zed")


def test_voice_that_is_there_already_is_not_given_again(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path)
    house.leaves("dave")
    house.roster().add(house.person("dave"))
    house.roster().grant("dave", "v")
    house.croupier().door.arrived(house.person("dave"))
    assert house.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(house, 50) == ["#pontoon -v dave"]


def test_voice_that_somebody_else_gave_is_taken_when_there_are_no_minutes(tmp_path: Path) -> None:
    house = Clubhouse(
        tmp_path, [Entry("dave", records=kept(minutes=0))], config={"blackjack": {"voice": "yes"}}
    )
    house.roster().grant("dave", "v")
    house.ops(BOT)
    assert pass_minutes(house, 1) == ["#pontoon -v dave"]


def test_the_bot_does_not_quarrel_with_an_operator(house: Clubhouse) -> None:
    """Whoever has been silenced, or given voice for nothing, stays so."""
    house.roster().revoke("dave", "v")
    assert pass_minutes(house, 49) == []
    pass_minutes(house, 1)
    house.roster().grant("dave", "v")
    assert pass_minutes(house, 60) == []


def test_without_the_setting_nobody_is_given_voice_and_no_minutes_run(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, voice="no")
    house.pass_seconds(HOUR)
    assert house.network.voices == []
    assert house.time.calls == []
    assert "minutes 50" in house.tells("dave", "time")[0].line


def test_minutes_that_are_withdrawn_bring_voice_back(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(
        tmp_path, Entry("dave", records=kept(minutes=0, time_bank=5))
    )
    house.tells("dave", "withdraw 5")
    assert house.network.voices == ["#pontoon +v dave"]
    house.tells("dave", "deposit 5")
    assert house.network.voices[1:] == ["#pontoon -v dave"]


def test_minutes_that_an_admin_gives_bring_voice_within_a_minute(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=0)))
    house.edit("<minutes>0<", "<minutes>9<")
    house.store.refresh()
    assert pass_minutes(house, 1) == ["#pontoon +v dave"]


def test_a_new_day_brings_voice_back(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, Entry("dave", records=kept(minutes=5)))
    assert pass_minutes(house, 5) == ["#pontoon -v dave"]
    assert pass_minutes(house, 12 * 60 - 6) == []
    assert pass_minutes(house, 2) == ["#pontoon +v dave"]
    house.leaves("dave")
    assert account_of(house) == Account(minutes=59, day=TODAY + 1)


# Where the bot may not


def test_a_player_whom_an_admin_adds_is_given_voice_within_a_minute(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, Entry("kevin", records=kept(minutes=0)))
    house.leaves("kevin")
    house.comes("dave")
    house.write_players([Entry("dave")])
    house.store.refresh()
    assert pass_minutes(house, 1) == ["#pontoon +v dave"]


def test_where_the_bot_is_no_operator_it_asks_for_nothing(house: Clubhouse) -> None:
    """The minutes run all the same; when it is one, it does what is due."""
    house.roster().revoke(BOT, "o")
    assert pass_minutes(house, 55) == []
    assert minutes_of(house) == 0
    house.ops(BOT)
    assert pass_minutes(house, 1) == ["#pontoon -v dave"]


def test_voice_that_could_not_be_taken_is_as_soon_as_it_can_be(house: Clubhouse) -> None:
    house.roster().revoke(BOT, "o")
    house.renames("dave", "dave_")
    assert pass_minutes(house, 5) == []
    house.ops(BOT)
    assert pass_minutes(house, 1) == ["#pontoon -v dave_"]


def test_a_bot_that_becomes_an_operator_gives_voice_within_a_minute(tmp_path: Path) -> None:
    house = Clubhouse(tmp_path, "dave 1000", config={"blackjack": {"voice": "yes"}})
    assert pass_minutes(house, 5) == []
    house.ops(BOT)
    assert pass_minutes(house, 1) == ["#pontoon +v dave"]


# Who comes and goes


def test_minutes_run_only_while_their_player_is_there(house: Clubhouse) -> None:
    house.pass_seconds(10 * 60)
    house.leaves("dave")
    assert minutes_of(house) == 40
    house.pass_seconds(2 * HOUR)
    house.comes("dave")
    house.pass_seconds(5 * 60)
    house.leaves("dave")
    assert minutes_of(house) == 35


def test_what_is_not_a_whole_minute_is_counted_with_the_next_stay(house: Clubhouse) -> None:
    """Nobody speaks for nothing by coming and going."""
    for left in (50, 49, 48, 48):
        house.pass_seconds(40)
        house.leaves("dave")
        assert minutes_of(house) == left
        house.pass_seconds(HOUR)
        house.comes("dave")


def test_in_two_channels_minutes_run_once(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    assert sorted(house.network.voices) == ["#den +v dave", "#pontoon +v dave"]
    house.pass_seconds(10 * 60)
    house.leaves("dave", DEN)
    assert "minutes 40" in house.tells("dave", "time")[0].line
    house.pass_seconds(10 * 60)
    house.comes("dave", channel=DEN)
    assert sorted(pass_minutes(house, 30)) == ["#den -v dave", "#pontoon -v dave"]
    assert minutes_of(house) == 0


def test_each_channel_has_operators_of_its_own(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    house.roster(DEN).revoke(BOT, "o")
    assert pass_minutes(house, 50) == ["#pontoon -v dave"]


def test_whoever_takes_a_nick_that_is_no_players_loses_voice(house: Clubhouse) -> None:
    house.pass_seconds(10 * 60)
    house.renames("dave", "dave_")
    assert house.network.voices[1:] == ["#pontoon -v dave_"]
    assert minutes_of(house) == 40
    house.pass_seconds(HOUR)
    house.renames("dave_", "dave")
    assert house.network.voices[2:] == ["#pontoon +v dave"]
    assert minutes_of(house) == 40


def test_a_change_of_case_is_none(house: Clubhouse) -> None:
    house.renames("dave", "DAVE")
    assert pass_minutes(house, 49) == []
    assert pass_minutes(house, 1) == ["#pontoon -v DAVE"]


def test_whoever_takes_the_nick_of_another_player_spends_their_minutes(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(
        tmp_path, Entry("dave", records=kept(minutes=50)), Entry("kevin", records=kept(minutes=20))
    )
    house.leaves("kevin")
    house.renames("dave", "kevin")
    assert pass_minutes(house, 20) == ["#pontoon -v kevin"]
    assert (minutes_of(house), minutes_of(house, "kevin")) == (50, 0)


def test_a_sitter_who_changes_nick_goes_on_spending_their_own_minutes(house: Clubhouse) -> None:
    house.says("dave", "!blackjack dave")
    house.renames("dave", "dave_")
    assert house.network.voices == ["#pontoon +v dave"]
    house.comes("dave", "mallory@elsewhere")
    assert house.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(house, 50) == ["#pontoon -v dave_"]


def test_a_sitter_who_leaves_one_channel_is_still_a_player_in_the_other(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, channels=f"{CHANNEL} {DEN}")
    house.says("dave", "!blackjack dave")
    house.leaves("dave")
    assert has_voice(house, "dave", DEN)
    assert pass_minutes(house, 50) == ["#den -v dave"]


def test_a_player_whom_an_admin_removes_loses_voice(house: Clubhouse) -> None:
    house.pass_seconds(60)
    house.write_players([Entry("kevin")])
    house.store.refresh()
    assert pass_minutes(house, 1) == ["#pontoon -v dave"]
    assert [player.nick for player in house.all_in_file()] == ["kevin"]


def test_while_the_bot_is_out_of_the_channel_no_minutes_run(house: Clubhouse) -> None:
    house.pass_seconds(10 * 60)
    house.is_put_out()
    assert minutes_of(house) == 40
    assert house.pass_seconds(HOUR) == []
    house.is_back([BOT, "dave"])
    house.ops(BOT)
    assert pass_minutes(house, 39.99) == ["#pontoon +v dave"]
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]


def test_a_bot_that_is_a_player_too_has_nothing_to_do_with_it(tmp_path: Path) -> None:
    house = where_voice_is_for_minutes(tmp_path, Entry(BOT, records=kept(minutes=50)))
    assert pass_minutes(house, 60) == []
    assert minutes_of(house, BOT) == 50
