"""Voice for minutes: what they have to do with rounds, and with players.xml."""

from pathlib import Path
from typing import Any

import pytest

from pontoon.games.time_account import Account
from pontoon.irc.people import Person
from pontoon.storage import atomic_file
from tests.support.offline_bot import CHANNEL, Clubhouse, Entry
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
def house(tmp_path: Path) -> Clubhouse:
    """Open a club where dave has 50 minutes, and voice."""
    return where_voice_is_for_minutes(tmp_path)


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
    house.club.hall.stop_round(CHANNEL, Person("admin", "admin@trusted"))
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
    replace = atomic_file.replace

    def watched(*args: Any) -> Any:
        written.append(house.time.seconds / 60)
        return replace(*args)

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", watched)
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
    house.write_players([Entry("kevin", records=kept(minutes=9))])
    house.store.refresh()
    house.comes("kevin")
    house.pass_seconds(5 * 60)
    house.leaves("kevin")
    assert minutes_of(house, "kevin") == 4
