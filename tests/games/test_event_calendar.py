"""When days begin and events are, also where clocks are put forward and back."""

from datetime import UTC, datetime, time, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pontoon.games.time_account import EventCalendar

BERLIN = ZoneInfo("Europe/Berlin")
"""Clocks go forward at 02:00 on 30 March 2025, and back at 03:00 on 26 October."""
NUUK = ZoneInfo("America/Nuuk")
"""The same moments, but there they are at 23:00 on 29 March and at 24:00 on 25 October."""
SAINT_JOHNS = ZoneInfo("America/St_Johns")
"""Clocks went back at 00:01 on 7 November 2010, into the day before."""
APIA = ZoneInfo("Pacific/Apia")
"""There was no 30 December 2011."""

EVENTS = st.lists(st.times(timezones=st.none()), min_size=1, max_size=5)
ZONES = st.one_of(st.just(UTC), st.sampled_from((BERLIN, NUUK, SAINT_JOHNS, APIA)))
MOMENTS = st.datetimes(datetime(2009, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC))


def at(text: str) -> datetime:
    """Return the moment written ``2025-03-30 00:59``, in UTC."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def event(times: str, now: str, zone: tzinfo = UTC) -> str:
    """Return when the first event at TIMES is after NOW, in UTC."""
    events = [time.fromisoformat(each) for each in times.split()]
    return EventCalendar(events, zone).next_event(at(now)).strftime("%Y-%m-%d %H:%M")


# Events


def test_next_is_strictly_later_than_now() -> None:
    for now, next_event in [
        ("2025-06-01 00:00", "2025-06-01 03:00"),
        ("2025-06-01 02:59:59.999999", "2025-06-01 03:00"),
        ("2025-06-01 03:00", "2025-06-02 03:00"),
        ("2025-06-01 03:00:00.000001", "2025-06-02 03:00"),
        ("2025-12-31 23:59", "2026-01-01 03:00"),
    ]:
        assert event("03:00", now) == next_event


@pytest.mark.parametrize(
    ("now", "next_event"),
    [
        ("2025-06-01 01:00", "2025-06-01 03:00"),
        ("2025-06-01 03:00", "2025-06-01 15:30"),
        ("2025-06-01 15:30", "2025-06-01 21:00"),
        ("2025-06-01 21:00", "2025-06-02 03:00"),
    ],
)
@pytest.mark.parametrize("times", ["03:00 15:30 21:00", "21:00 03:00 15:30"])
def test_of_several_events_the_first_to_come_is_next(now: str, next_event: str, times: str) -> None:
    assert event(times, now) == next_event


def test_minutes_to_an_event_are_whole_ones() -> None:
    for now, minutes in [
        ("2025-06-01 03:00", 24 * 60),
        ("2025-06-01 02:59", 1),
        ("2025-06-01 02:59:00.000001", 0),
        ("2025-06-01 02:58:30", 1),
        ("2025-06-01 02:59:59", 0),
    ]:
        assert EventCalendar([time(3)], UTC).minutes_to_event(at(now)) == minutes


def test_events_are_in_the_time_zone() -> None:
    assert event("03:00", "2025-06-01 00:59", BERLIN) == "2025-06-01 01:00"
    assert event("03:00", "2025-01-01 01:59", BERLIN) == "2025-01-01 02:00"


def test_now_may_be_in_any_zone() -> None:
    calendar = EventCalendar([time(3)], BERLIN)
    now = at("2025-06-01 00:30")
    for zone in (UTC, BERLIN, APIA, timezone(timedelta(hours=-11))):
        assert calendar.next_event(now.astimezone(zone)) == at("2025-06-01 01:00")
        assert calendar.minutes_to_event(now.astimezone(zone)) == 30


# Changes of clock


def test_a_day_on_which_clocks_change_is_shorter_or_longer() -> None:
    """From 03:00 in Berlin to 03:00 on the next day."""
    for now, minutes in [
        ("2025-03-29 02:00", 23 * 60),
        ("2025-03-28 02:00", 24 * 60),
        ("2025-10-25 01:00", 25 * 60),
    ]:
        assert EventCalendar([time(3)], BERLIN).minutes_to_event(at(now)) == minutes


def test_minutes_are_counted_right_where_now_is_in_the_zone_itself() -> None:
    """The difference of two moments of one zone would be what its clocks show."""
    now = datetime(2025, 3, 30, 1, 0, tzinfo=BERLIN)
    assert EventCalendar([time(4)], BERLIN).minutes_to_event(now) == 2 * 60


def test_a_time_that_clocks_pass_over_is_counted_on_from_the_change() -> None:
    """There is no 02:30: half an hour after 02:00 the clocks show 03:30."""
    for now, next_event in [
        ("2025-03-30 00:59", "2025-03-30 01:30"),
        ("2025-03-30 01:29", "2025-03-30 01:30"),
        ("2025-03-30 01:30", "2025-03-31 00:30"),
    ]:
        assert event("02:30", now, BERLIN) == next_event


def test_the_last_time_of_a_day_may_be_passed_over_and_come_on_the_next() -> None:
    assert event("23:30", "2025-03-30 00:59", NUUK) == "2025-03-30 01:30"
    assert event("23:30", "2025-03-30 01:29", NUUK) == "2025-03-30 01:30"
    assert event("23:30", "2025-03-30 01:30", NUUK) == "2025-03-31 00:30"


def test_of_a_time_that_comes_twice_the_first_is_meant() -> None:
    for now, next_event in [
        ("2025-10-25 23:59", "2025-10-26 00:30"),
        ("2025-10-26 00:29", "2025-10-26 00:30"),
        ("2025-10-26 00:30", "2025-10-27 01:30"),
        ("2025-10-26 01:15", "2025-10-27 01:30"),
    ]:
        assert event("02:30", now, BERLIN) == next_event


# Days


def test_a_day_begins_at_midnight_in_the_time_zone() -> None:
    for now, day in [
        ("2025-05-31 21:59", 20250531),
        ("2025-05-31 22:00", 20250601),
        ("2025-06-01 21:59:59", 20250601),
        ("2024-12-31 23:00", 20250101),
    ]:
        assert EventCalendar([time(3)], BERLIN).day_of(at(now)) == day


def test_the_next_day_begins_at_the_next_midnight() -> None:
    for zone, now, next_day in [
        (UTC, "2025-06-01 00:00", "2025-06-02 00:00"),
        (UTC, "2025-06-01 23:59", "2025-06-02 00:00"),
        (BERLIN, "2025-03-29 23:00", "2025-03-30 22:00"),
        (BERLIN, "2025-10-25 22:00", "2025-10-26 23:00"),
        (NUUK, "2025-03-30 00:00", "2025-03-30 01:00"),
        (NUUK, "2025-10-26 00:30", "2025-10-26 02:00"),
        (NUUK, "2025-10-26 01:30", "2025-10-26 02:00"),
        (APIA, "2011-12-30 09:00", "2011-12-30 10:00"),
        (SAINT_JOHNS, "2010-11-07 02:29", "2010-11-07 02:30"),
        (SAINT_JOHNS, "2010-11-07 02:30", "2010-11-08 03:30"),
        (SAINT_JOHNS, "2010-11-07 03:00", "2010-11-08 03:30"),
    ]:
        assert EventCalendar([time(3)], zone).next_day(at(now)) == at(next_day)


def test_a_day_turns_into_a_later_one_but_for_a_clock_that_was_put_back() -> None:
    """A day that is farther ahead than tomorrow comes from a clock that was wrong."""
    for day, has_turned in [
        (0, True),
        (20250531, True),
        (20250601, False),
        (20250602, False),
        (20250603, True),
        (29991231, True),
        (99999999999, True),
    ]:
        assert EventCalendar([time(3)], UTC).has_turned(day, at("2025-06-01 12:00")) is has_turned


def test_tomorrow_may_be_in_another_month_or_year() -> None:
    calendar = EventCalendar([time(3)], UTC)
    assert not calendar.has_turned(20260101, at("2025-12-31 12:00"))
    assert calendar.has_turned(20251232, at("2025-12-31 12:00"))


def test_no_day_begins_twice_where_clocks_are_put_back_over_midnight() -> None:
    """At 00:01 on 7 November it was 23:01 on the 6th again."""
    calendar = EventCalendar([time(3)], SAINT_JOHNS)
    change = at("2010-11-07 02:31")
    begun = [20101106]
    for minute in range(-60, 120):
        now = change + timedelta(minutes=minute)
        if calendar.has_turned(begun[-1], now):
            begun.append(calendar.day_of(now))
    assert begun == [20101106, 20101107]
    assert calendar.day_of(change + timedelta(minutes=30)) == 20101106


# Of any zone and moment


@given(events=EVENTS, zone=ZONES, now=MOMENTS)
def test_there_is_always_an_event_within_two_days_and_none_before_it(
    events: list[time], zone: tzinfo, now: datetime
) -> None:
    calendar = EventCalendar(events, zone)
    found = calendar.next_event(now)
    assert now < found <= now + timedelta(hours=49)
    assert calendar.next_event(found - timedelta(microseconds=1)) == found
    between = now + (found - now) / 2
    assert calendar.next_event(between) == found
    assert 0 <= calendar.minutes_to_event(now) <= 49 * 60


@given(zone=ZONES, now=MOMENTS)
def test_a_day_has_turned_when_the_next_begins_and_not_before(zone: tzinfo, now: datetime) -> None:
    calendar = EventCalendar([time(3)], zone)
    day, next_day = calendar.day_of(now), calendar.next_day(now)
    assert now < next_day <= now + timedelta(hours=49)
    assert not calendar.has_turned(day, next_day - timedelta(microseconds=1))
    assert calendar.has_turned(day, next_day)
