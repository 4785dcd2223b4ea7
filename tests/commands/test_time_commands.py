"""The timekeeper: players look at their time, and move minutes to the time bank and back."""

from pathlib import Path

import pytest

from pontoon.games.time_account import Account
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.voice_accounts import HOUR, TODAY, account_of, kept


def new_bot(folder: Path, account: str = "", **rules: str) -> OfflineBot:
    """Start a bot at noon where dave, called The Boss, has ACCOUNT, and kevin has not played."""
    players = [Entry("dave", nickname="The Boss", records=account), Entry("kevin")]
    config = {"blackjack": {"events": "13:10", **rules}}
    return OfflineBot(folder, players, "10D 9C 5H 9H 9S 6D 10H", config)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Start a bot where dave has 50 minutes, 30 more in the time bank, and 3 rounds behind him."""
    account = kept(minutes=50, time_bank=30, turns=3, gained=7, lost=17)
    return new_bot(tmp_path, account)


def answer(bot: OfflineBot, text: str, nick: str = "dave") -> str:
    """Return the one line that the bot answers in private."""
    (said,) = bot.tells(nick, text)
    assert said.target == nick
    return said.line


def minutes_and_bank(bot: OfflineBot) -> tuple[int, int]:
    """Return dave's minutes, and those in the time bank, as in players.xml."""
    account = account_of(bot)
    return account.minutes, account.time_bank


# Looking


def test_time_shows_everything(bot: OfflineBot) -> None:
    assert answer(bot, "time") == (
        "The Boss: minutes 50, coins 50, time bank 30, 17 rounds left today, "
        "next event at 13:10 UTC, in 70 minutes"
    )


def test_coins_are_the_whole_ones_in_the_minutes(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, kept(minutes=59), coin_minutes="15")
    assert "minutes 59, coins 3," in answer(bot, "time")


def test_the_next_event_is_told_by_the_clocks_of_the_channel(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, time_zone="Europe/Berlin")
    assert "next event at 13:10 CET, in 10 minutes" in answer(bot, "time")


def test_an_event_that_is_now_is_not_the_next_one(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, events="12:00")
    assert "next event at 12:00 UTC, in 1440 minutes" in answer(bot, "time")


def test_looking_changes_nothing(bot: OfflineBot) -> None:
    before = bot.players_xml.read_bytes()
    answer(bot, "time")
    answer(bot, "done")
    assert bot.players_xml.read_bytes() == before


def test_done_tells_how_the_day_went(bot: OfflineBot) -> None:
    assert answer(bot, "done") == (
        "The Boss's day: 3 rounds, 7 minutes gained, 17 lost; 50 left, time bank 30"
    )


@pytest.mark.parametrize("text", ["time", "done"])
def test_where_there_is_no_time_bank_none_is_shown(tmp_path: Path, text: str) -> None:
    bot = new_bot(tmp_path, kept(minutes=50, time_bank=30), time_bank="no")
    assert "time bank" not in answer(bot, text)


def test_whoever_has_never_played_has_the_minutes_and_bank_a_day(bot: OfflineBot) -> None:
    told = answer(bot, "time", "kevin")
    assert told.startswith("kevin: minutes 60, coins 60, time bank 0, 20 rounds left")


def test_what_is_bet_has_left_the_pot_until_the_round_is_over(bot: OfflineBot) -> None:
    bot.says("dave", "!blackjack dave kevin")
    bot.tells("dave", "10")
    assert "minutes 40, coins 40, time bank 30, 17 rounds left" in answer(bot, "time")
    assert minutes_and_bank(bot) == (50, 30)
    assert "minutes 60, coins 60" in answer(bot, "time", "kevin")
    bot.says("kevin", "!blackjack resign")
    bot.says("dave", "!blackjack resign")
    assert minutes_and_bank(bot) == (40, 30)


def test_chips_that_are_staked_in_another_game_are_no_coins(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "10")
    assert "minutes 50, coins 50" in answer(bot, "time")


# Where it is said


def test_it_is_answered_where_it_was_said(bot: OfflineBot) -> None:
    for text, begins in [
        ("time", "The Boss: minutes 50"),
        ("deposit 5", "The Boss deposits 5 minutes"),
        ("withdraw 5", "The Boss withdraws 5 minutes"),
        ("done", "The Boss's day"),
        ("TIME", "The Boss: minutes 50"),
        ("Deposit 5", "The Boss deposits 5 minutes"),
    ]:
        (said,) = bot.says("dave", f"!{text}")
        assert said.target == CHANNEL
        assert said.line.startswith(begins)
        for private in (text, f"!{text}"):
            (said,) = bot.tells("dave", private)
            assert said.target == "dave"
            assert said.line.startswith(begins)


@pytest.mark.parametrize("text", ["time", "deposit 5", "done", "!timetable"])
def test_without_the_prefix_it_is_talk_in_the_channel(bot: OfflineBot, text: str) -> None:
    assert bot.says("dave", text) == []


def test_whoever_is_no_player_has_no_time(bot: OfflineBot) -> None:
    for text in ("time", "deposit 5", "withdraw 5", "done"):
        assert answer(bot, text, "zed") == "zed is not a player yet; ask an admin of this bot"


# The time bank


def test_a_deposit_and_a_withdrawal(bot: OfflineBot) -> None:
    assert answer(bot, "deposit 20") == "The Boss deposits 20 minutes: minutes 30, time bank 50"
    assert minutes_and_bank(bot) == (30, 50)
    assert answer(bot, "withdraw 1") == "The Boss withdraws 1 minute: minutes 31, time bank 49"
    assert minutes_and_bank(bot) == (31, 49)
    day = account_of(bot)
    assert (day.turns, day.gained, day.lost, day.day) == (3, 7, 17, TODAY)


def test_all_minutes_can_be_deposited_and_no_more(bot: OfflineBot) -> None:
    assert (
        answer(bot, "deposit 51")
        == "The Boss has fewer minutes than that: at most 50 can be moved now."
    )
    assert minutes_and_bank(bot) == (50, 30)
    answer(bot, "deposit 50")
    assert minutes_and_bank(bot) == (0, 80)
    assert "none can be moved now" in answer(bot, "deposit 1")


def test_all_that_is_in_the_time_bank_can_be_withdrawn_and_no_more(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, kept(minutes=0, time_bank=30))
    assert answer(bot, "withdraw 31") == (
        "The Boss's time bank has fewer minutes than that: at most 30 can be moved now."
    )
    assert minutes_and_bank(bot) == (0, 30)
    answer(bot, "withdraw 30")
    assert minutes_and_bank(bot) == (30, 0)


def test_a_withdrawal_does_not_go_past_the_next_event(bot: OfflineBot) -> None:
    """There are 70 minutes to it, and 50 are held."""
    assert answer(bot, "withdraw 21") == (
        "The Boss would have more minutes than there are to the next event: at most 20 can be "
        "moved now."
    )
    assert minutes_and_bank(bot) == (50, 30)
    answer(bot, "withdraw 20")
    assert minutes_and_bank(bot) == (70, 10)
    bot.pass_seconds(1)
    assert "none can be moved now" in answer(bot, "withdraw 1")
    bot.pass_seconds(71 * 60)
    assert "withdraws 10 minutes" in answer(bot, "withdraw 10")


def test_where_there_is_no_time_bank_nothing_is_moved(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, kept(minutes=50, time_bank=30), time_bank="no")
    for text in ("deposit 5", "withdraw 5", "deposit 0", "deposit 500"):
        assert answer(bot, text) == "There is no time bank here."
    assert minutes_and_bank(bot) == (50, 30)


def test_what_is_no_number_of_minutes_is_not_moved(bot: OfflineBot) -> None:
    for amount in ["", "0", "00", "-5", "+5", "1.5", "5 5", "five", "max", "min", "٣", "1e1", "5m"]:
        for way in ["deposit", "withdraw"]:
            assert answer(bot, f"{way} {amount}") == "Say how many minutes: deposit 5, withdraw 5."
            assert minutes_and_bank(bot) == (50, 30)


@pytest.mark.parametrize("way", ["deposit", "withdraw"])
def test_a_number_as_long_as_a_line_is_too_many(bot: OfflineBot, way: str) -> None:
    assert " at most " in answer(bot, f"{way} {'9' * 380}")
    assert minutes_and_bank(bot) == (50, 30)


@pytest.mark.parametrize("game", ["blackjack", "pontoon"])
def test_nothing_is_moved_while_somebody_plays(bot: OfflineBot, game: str) -> None:
    bot.says("dave", f"!{game} dave kevin")
    for text in ("deposit 5", "withdraw 5"):
        assert answer(bot, text).startswith("The Boss, you are playing in #pontoon: ")
    assert minutes_and_bank(bot) == (50, 30)
    bot.stops_round()
    assert "deposits 5" in answer(bot, "deposit 5")


# players.xml


@pytest.mark.parametrize("text", ["deposit 5", "withdraw 5"])
def test_nothing_is_moved_while_the_file_is_broken(bot: OfflineBot, text: str) -> None:
    bot.break_file()
    assert answer(bot, text) == CANNOT_SAVE_CHIPS
    assert "minutes 50" in answer(bot, "time")
    bot.mend_file()
    assert minutes_and_bank(bot) == (50, 30)
    assert " 5 minutes: " in answer(bot, text)


def test_nothing_is_moved_where_the_file_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("pontoon.storage.atomic_file.replace", fail)
    assert answer(bot, "deposit 5") == CANNOT_SAVE_CHIPS
    assert any("No space left" in line for line in bot.log)
    assert minutes_and_bank(bot) == (50, 30)
    monkeypatch.undo()
    assert "deposits 5 minutes: minutes 45" in answer(bot, "deposit 5")


def test_what_an_admin_writes_is_what_there_is(bot: OfflineBot) -> None:
    bot.edit("<minutes>50<", "<minutes>10<")
    assert "minutes 10" in answer(bot, "time")
    assert "at most 10" in answer(bot, "deposit 11")


# Days


def test_a_day_that_has_turned_while_nobody_looked_raises_the_minutes(bot: OfflineBot) -> None:
    bot.pass_seconds(12 * HOUR)
    assert answer(bot, "done") == (
        "The Boss's day: 0 rounds, 0 minutes gained, 0 lost; 60 left, time bank 30"
    )
    assert "minutes 60, coins 60, time bank 30, 20 rounds left" in answer(bot, "time")
    assert account_of(bot).day == TODAY


def test_the_second_before_midnight_is_of_the_day_before(bot: OfflineBot) -> None:
    bot.pass_seconds(12 * HOUR - 1)
    assert "minutes 50" in answer(bot, "time")
    bot.pass_seconds(1)
    assert "minutes 60" in answer(bot, "time")


def test_the_first_deposit_of_a_day_is_made_from_its_minutes(bot: OfflineBot) -> None:
    bot.pass_seconds(36 * HOUR)
    assert "minutes 0, time bank 90" in answer(bot, "deposit 60")
    assert account_of(bot) == Account(minutes=0, time_bank=90, day=TODAY + 2, deposited=60)


def test_a_deposit_each_evening_brings_nothing(bot: OfflineBot) -> None:
    """Not even over a restart, though there is nothing of it in a file from before."""
    assert "<deposited>" not in bot.players_xml.read_text()
    answer(bot, "deposit 49")
    bot.pass_seconds(12 * HOUR)
    assert "minutes 11, coins 11, time bank 79" in answer(bot, "time")
    answer(bot, "deposit 11")
    assert "<deposited>60</deposited>" in bot.players_xml.read_text()
    bot.starts_anew()
    bot.pass_seconds(24 * HOUR)
    assert "minutes 0, coins 0, time bank 90" in answer(bot, "time")


def test_a_new_day_takes_no_minutes_away(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, kept(minutes=300))
    bot.pass_seconds(12 * HOUR)
    assert "minutes 300" in answer(bot, "time")


def test_the_day_of_whoever_plays_turns_after_the_round(bot: OfflineBot) -> None:
    bot.pass_seconds(12 * HOUR - 1)
    bot.says("dave", "!blackjack dave")
    bot.tells("dave", "10")
    bot.pass_seconds(1)
    assert "minutes 40, coins 40, time bank 30, 17 rounds left" in answer(bot, "time")
    bot.tells("dave", "s")
    assert "coins 60, time bank 30, 20 rounds left" in answer(bot, "time")
