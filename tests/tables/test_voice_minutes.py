"""Where voice is for minutes: they run down while their player is in the channel."""

from datetime import UTC, timedelta
from zoneinfo import ZoneInfo

from pontoon.games.time_account import Account
from tests.support.time_accounts import TODAY, TOMORROW, at, dave, time_accounts


def test_minutes_in_the_channel_run_down_to_none() -> None:
    for minutes, spent, left in [(60, 0, 60), (60, 1, 59), (60, 60, 0), (60, 61, 0), (0, 5, 0)]:
        account = time_accounts().after_speech(dave(minutes=minutes, time_bank=9, turns=2), spent)
        assert account == dave(minutes=left, time_bank=9, turns=2)


def test_a_player_with_minutes_left_has_voice() -> None:
    for minutes, voice in [(0, False), (1, True), (60, True)]:
        assert time_accounts().has_voice(dave(minutes=minutes, time_bank=100)) is voice


def test_what_is_staked_is_kept_and_is_not_spoken_with() -> None:
    """Coins of 15 minutes."""
    for staked, voice, left, clock in [
        (0, True, 40, "13:00"),
        (3, True, 45, "12:15"),
        (4, False, 60, "12:00"),
    ]:
        kept = time_accounts(coin_minutes=15)
        assert kept.has_voice(dave(), staked) is voice
        assert kept.after_speech(dave(), 20, staked).minutes == left
        assert kept.runs_out(dave(), at("12:00"), staked) == at(clock)


def test_minutes_run_out_in_real_time_also_where_clocks_change() -> None:
    """At midnight in Berlin, three hours before 04:00 of summer time."""
    zone = ZoneInfo("Europe/Berlin")
    midnight = at("23:00", day=14).replace(month=3, day=29).astimezone(zone)
    out = time_accounts(time_zone=zone).runs_out(dave(minutes=180), midnight).astimezone(zone)
    assert out.hour == 4


def test_minutes_run_down_in_real_time_also_where_clocks_change() -> None:
    """From 01:00 to 04:00 in Berlin two hours pass."""
    zone = ZoneInfo("Europe/Berlin")
    one = at("00:00", day=15).replace(month=3, day=30).astimezone(zone)
    account = dave(minutes=180, day=20250330)
    account, since = time_accounts(time_zone=zone).after_presence(
        account, one, one + timedelta(hours=3)
    )
    assert account.minutes == 60
    assert since == one.astimezone(UTC) + timedelta(hours=2)


def test_only_whole_minutes_are_counted_and_the_rest_the_next_time() -> None:
    for until, left, counted in [
        ("12:00", 60, "12:00"),
        ("12:00:59", 60, "12:00"),
        ("12:01", 59, "12:01"),
        ("12:10:30", 50, "12:10"),
        ("13:00", 0, "13:00"),
        ("15:00", 0, "15:00"),
        ("11:00", 60, "12:00"),
    ]:
        account, since = time_accounts().after_presence(dave(), at("12:00"), at(until))
        assert account == dave(minutes=left)
        assert since == at(counted)


def test_looking_often_costs_as_much_as_looking_once() -> None:
    account, since = dave(), at("12:00")
    for second in range(7, 1801, 7):
        now = at("12:00") + timedelta(seconds=second)
        account, since = time_accounts().after_presence(account, since, now)
    assert account == dave(minutes=60 - 29)


def test_a_new_day_raises_the_minutes_of_somebody_who_is_there() -> None:
    """5 minutes are spent before midnight, when they are gone, and 10 after it."""
    account, since = time_accounts().after_presence(
        dave(minutes=5, turns=3), at("23:50"), at("00:10", day=16)
    )
    assert account == Account(minutes=50, day=TOMORROW)
    assert since == at("00:10", day=16)


def test_a_minute_counts_for_the_day_in_which_it_ends() -> None:
    """The second one ends at half a minute past midnight."""
    for until, minutes, day in [
        ("23:59:30", 4, TODAY),
        ("23:59:59", 4, TODAY),
        ("00:00", 60, TOMORROW),
    ]:
        now = at(until, day=int(str(day)[-2:]))
        account, since = time_accounts().after_presence(dave(minutes=5), at("23:58:30"), now)
        assert (account.minutes, account.day) == (minutes, day)
        account, since = time_accounts().after_presence(account, since, at("00:00:30", day=16))
        assert account == Account(minutes=59, day=TOMORROW)
        assert since == at("00:00:30", day=16)


def test_a_minute_that_ends_at_midnight_is_one_of_the_day_before() -> None:
    account, _ = time_accounts().after_presence(dave(minutes=5), at("23:59"), at("00:00", day=16))
    assert account == Account(minutes=60, day=TOMORROW)


def test_days_in_the_channel_are_spent_one_by_one() -> None:
    """Nothing is left of the days before to somebody who was there for all of them."""
    friday = dave(minutes=500, day=20250613)
    account, since = time_accounts().after_presence(
        friday, at("12:00", day=13), at("00:01", day=16)
    )
    assert account == Account(minutes=59, day=TOMORROW)
    assert since == at("00:01", day=16)


def test_who_comes_on_a_new_day_has_its_minutes() -> None:
    yesterday = dave(minutes=0, day=20250614)
    account, _ = time_accounts().after_presence(yesterday, at("12:00"), at("12:05"))
    assert account == Account(minutes=55, day=TODAY)
