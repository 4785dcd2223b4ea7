"""Voice for minutes: they run down while their player is in a channel, who has +v until then."""

from pathlib import Path
from typing import Any

import pytest

from pontoon import atomicfile
from pontoon.minutes import Account
from tests.clubhouse import BOT, CHANNEL, Clubhouse, Entry

TODAY = 20261120
HOUR = 3600
DEN = "#den"
CARDS = "10D 5H 9H 6D 8S"
"""19 for one player, and a dealer who shows 5♥ and makes 19 too."""


def kept(minutes: int, **tallies: int) -> str:
    """Return what is in players.xml of a player whose account is of today."""
    counts = {"minutes": minutes, "day": TODAY, **tallies}
    return f"<blackjack>{''.join(f'<{n}>{v}</{n}>' for n, v in counts.items())}</blackjack>"


def open_house(folder: Path, *players: Entry, channels: str = CHANNEL, **rules: str) -> Clubhouse:
    """Open a club at noon, in whose channels the bot is an operator."""
    config = {"irc": {"channels": channels}, "blackjack": {"voice": "yes", **rules}}
    house = Clubhouse(folder, players or [Entry("dave", records=kept(50))], CARDS, config)
    for channel in channels.split():
        house.ops(BOT, channel)
    house.pass_seconds(0)
    house.croupier().entered()
    return house


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Open a club where dave has 50 minutes."""
    return open_house(tmp_path)


def account_of(house: Clubhouse, nick: str = "dave") -> Account:
    """Return the account in players.xml."""
    return Account.of(house.in_file(nick).record("blackjack").tallies)


def minutes_of(house: Clubhouse, nick: str = "dave") -> int:
    """Return the minutes in players.xml."""
    return account_of(house, nick).minutes


def pass_minutes(house: Clubhouse, minutes: float) -> list[str]:
    """Let MINUTES pass; return what was done about voice in them."""
    before = len(house.network.voices)
    house.pass_seconds(60 * minutes)
    return house.network.voices[before:]


def has_voice(house: Clubhouse, nick: str = "dave", channel: str = CHANNEL) -> bool:
    return "v" in house.roster(channel).modes(nick)


# Giving and taking


def test_a_player_with_minutes_has_voice_until_they_have_run_out(house: Clubhouse) -> None:
    assert house.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(house, 49.99) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]
    assert minutes_of(house) == 0
    assert pass_minutes(house, 600) == []


def test_minutes_run_out_to_the_second(tmp_path: Path) -> None:
    """Looking every minute, it would be noticed a quarter of a minute later."""
    house = open_house(tmp_path, Entry("dave", records=kept(50)), Entry("kevin"))
    house.pass_seconds(15)
    house.leaves("kevin")
    assert pass_minutes(house, 49.74) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]


def test_whoever_comes_with_minutes_is_given_voice(house: Clubhouse) -> None:
    house.leaves("dave")
    house.comes("dave")
    assert house.network.voices == ["#pontoon +v dave"] * 2


def test_whoever_comes_without_minutes_is_not(tmp_path: Path) -> None:
    house = open_house(tmp_path, Entry("dave", records=kept(0)))
    assert house.network.voices == []


def test_whoever_is_no_player_is_left_alone(house: Clubhouse) -> None:
    house.roster().add(house.person("zed"))
    house.roster().grant("zed", "v")
    house.comes("yan")
    assert pass_minutes(house, 100) == ["#pontoon -v dave"]
    assert has_voice(house, "zed")


def test_voice_that_is_there_already_is_not_given_again(tmp_path: Path) -> None:
    house = open_house(tmp_path)
    house.leaves("dave")
    house.roster().add(house.person("dave"))
    house.roster().grant("dave", "v")
    house.croupier().arrived(house.person("dave"))
    assert house.network.voices == ["#pontoon +v dave"]
    assert pass_minutes(house, 50) == ["#pontoon -v dave"]


def test_voice_that_somebody_else_gave_is_taken_when_there_are_no_minutes(tmp_path: Path) -> None:
    house = Clubhouse(
        tmp_path, [Entry("dave", records=kept(0))], config={"blackjack": {"voice": "yes"}}
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
    house = open_house(tmp_path, voice="no")
    house.pass_seconds(HOUR)
    assert house.network.voices == []
    assert house.time.calls == []
    assert "minutes 50" in house.tells("dave", "time")[0].line


def test_minutes_that_are_withdrawn_bring_voice_back(tmp_path: Path) -> None:
    house = open_house(tmp_path, Entry("dave", records=kept(0, time_bank=5)))
    house.tells("dave", "withdraw 5")
    assert house.network.voices == ["#pontoon +v dave"]
    house.tells("dave", "deposit 5")
    assert house.network.voices[1:] == ["#pontoon -v dave"]


def test_minutes_that_an_admin_gives_bring_voice_within_a_minute(tmp_path: Path) -> None:
    house = open_house(tmp_path, Entry("dave", records=kept(0)))
    house.edit("<minutes>0<", "<minutes>9<")
    house.store.refresh()
    assert pass_minutes(house, 1) == ["#pontoon +v dave"]


def test_a_new_day_brings_voice_back(tmp_path: Path) -> None:
    house = open_house(tmp_path, Entry("dave", records=kept(5)))
    assert pass_minutes(house, 5) == ["#pontoon -v dave"]
    assert pass_minutes(house, 12 * 60 - 6) == []
    assert pass_minutes(house, 2) == ["#pontoon +v dave"]
    house.leaves("dave")
    assert account_of(house) == Account(minutes=59, day=TODAY + 1)


# Where the bot may not


def test_a_player_whom_an_admin_adds_is_given_voice_within_a_minute(tmp_path: Path) -> None:
    house = open_house(tmp_path, Entry("kevin", records=kept(0)))
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


def test_a_minute_that_was_not_whole_costs_nothing(house: Clubhouse) -> None:
    house.pass_seconds(59)
    house.leaves("dave")
    assert minutes_of(house) == 50


def test_in_two_channels_minutes_run_once(tmp_path: Path) -> None:
    house = open_house(tmp_path, channels=f"{CHANNEL} {DEN}")
    assert sorted(house.network.voices) == ["#den +v dave", "#pontoon +v dave"]
    house.pass_seconds(10 * 60)
    house.leaves("dave", DEN)
    assert "minutes 40" in house.tells("dave", "time")[0].line
    house.pass_seconds(10 * 60)
    house.comes("dave", channel=DEN)
    assert sorted(pass_minutes(house, 30)) == ["#den -v dave", "#pontoon -v dave"]
    assert minutes_of(house) == 0


def test_each_channel_has_operators_of_its_own(tmp_path: Path) -> None:
    house = open_house(tmp_path, channels=f"{CHANNEL} {DEN}")
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
    house = open_house(tmp_path, Entry("dave", records=kept(50)), Entry("kevin", records=kept(20)))
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
    house = open_house(tmp_path, channels=f"{CHANNEL} {DEN}")
    house.says("dave", "!blackjack dave")
    house.leaves("dave")
    assert has_voice(house, channel=DEN)
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
    house = open_house(tmp_path, Entry(BOT, records=kept(50)))
    assert pass_minutes(house, 60) == []
    assert minutes_of(house, BOT) == 50


# Rounds


def test_a_round_is_begun_with_the_minutes_that_are_left(house: Clubhouse) -> None:
    house.pass_seconds(9.5 * 60)
    said = house.says("dave", "!blackjack dave")
    assert said[-1].line == "You have 41 coins. Bet (1-10)?"
    assert minutes_of(house) == 41


def test_what_is_staked_is_kept_and_the_rest_runs_down(house: Clubhouse) -> None:
    """Of 50 minutes 10 are staked, and come back."""
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    assert pass_minutes(house, 39.99) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]
    assert pass_minutes(house, 10) == []
    house.tells("dave", "s")
    assert house.heard_in(CHANNEL)[-1] == "Minutes: dave 10"
    assert house.network.voices[2:] == ["#pontoon +v dave"]
    assert pass_minutes(house, 10) == ["#pontoon -v dave"]


def test_what_was_spent_during_a_round_is_gone_when_it_is_settled(house: Clubhouse) -> None:
    """Of 50 minutes 15 are spent, and 10 lost with a hand that busts."""
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    house.pass_seconds(15 * 60)
    house.tells("dave", "h")
    assert house.heard_in(CHANNEL)[-1] == "Minutes: dave 25"


def test_time_shows_what_is_neither_spent_nor_staked(house: Clubhouse) -> None:
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    house.pass_seconds(15 * 60)
    assert "minutes 25, coins 25" in house.tells("dave", "time")[0].line
    assert minutes_of(house) == 35


def test_a_round_that_is_stopped_costs_its_time_alone(house: Clubhouse) -> None:
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    house.pass_seconds(15 * 60)
    house.ops("dave")
    house.says("dave", "!blackjack stop")
    assert "minutes 35, coins 35" in house.tells("dave", "time")[0].line


def test_the_day_of_a_sitter_turns_when_the_round_is_settled(house: Clubhouse) -> None:
    """Of 50 minutes 20 are spent, 10 of them after midnight, and 10 come back."""
    house.leaves("dave")
    house.pass_seconds(12 * HOUR - 600)
    house.comes("dave")
    house.says("dave", "!blackjack dave")
    house.tells("dave", "10")
    house.pass_seconds(20 * 60)
    assert "minutes 20, coins 20" in house.tells("dave", "time")[0].line
    assert account_of(house).day == TODAY
    house.tells("dave", "s")
    assert house.heard_in(CHANNEL)[-1] == "Minutes: dave 60"
    assert account_of(house) == Account(minutes=60, day=TODAY + 1)


# players.xml


def test_the_file_is_written_every_ten_minutes_while_somebody_stays(
    house: Clubhouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    written: list[float] = []
    replace = atomicfile.replace

    def watched(*args: Any) -> Any:
        written.append(house.time.seconds / 60)
        return replace(*args)

    monkeypatch.setattr("pontoon.atomicfile.replace", watched)
    house.pass_seconds(HOUR)
    assert written == [10, 20, 30, 40, 50]
    house.pass_seconds(HOUR)
    assert len(written) == 5


def test_minutes_that_cannot_be_written_are_when_the_file_is_well(house: Clubhouse) -> None:
    house.break_file()
    house.pass_seconds(25 * 60)
    house.leaves("dave")
    house.pass_seconds(HOUR)
    house.comes("dave")
    house.pass_seconds(10 * 60)
    house.mend_file()
    assert minutes_of(house) == 50
    assert pass_minutes(house, 14.99) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]
    assert minutes_of(house) == 0


def test_voice_ends_in_time_also_while_nothing_can_be_written(house: Clubhouse) -> None:
    house.break_file()
    assert pass_minutes(house, 49.99) == []
    assert pass_minutes(house, 0.01) == ["#pontoon -v dave"]
    house.mend_file()
    pass_minutes(house, 1)
    assert minutes_of(house) == 0


def test_what_an_admin_writes_meanwhile_is_what_the_minutes_run_down_from(
    house: Clubhouse,
) -> None:
    house.pass_seconds(5 * 60)
    house.edit("<minutes>50<", "<minutes>100<")
    house.leaves("dave")
    assert minutes_of(house) == 95


def test_what_a_player_spent_who_is_not_in_the_file_any_more_is_dropped(house: Clubhouse) -> None:
    house.break_file()
    house.pass_seconds(25 * 60)
    house.write_players([Entry("kevin", records=kept(9))])
    house.store.refresh()
    house.comes("kevin")
    house.pass_seconds(5 * 60)
    house.leaves("kevin")
    assert minutes_of(house, "kevin") == 4
