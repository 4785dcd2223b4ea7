"""Times of day and time zones as config.ini gives them, in the section of a game that has such."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, time, timedelta, tzinfo
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from msgspec.structs import fields

from pontoon.games.blackjack import BlackJackRules
from pontoon.service.config.ini import ConfigError
from pontoon.service.config.settings import read

DEFAULTS: Mapping[str, object] = {
    "decks": 6,
    "marker": (60, 75),
    "max_coins": 10,
    "insurance_pays": 2,
    "minutes_per_day": 60,
    "coin_minutes": 1,
    "turns_per_day": 20,
    "events": (time(3, 0),),
    "time_zone": UTC,
    "time_bank": True,
    "voice": False,
}


def rules(folder: Path, text: str) -> Any:
    """Return the rules of Black Jack For Time that a config.ini with this TEXT gives."""
    path = folder / "config.ini"
    path.write_bytes(f"[blackjack]\n{text}\n".encode())
    return read(path, {}).games["blackjack"]


def test_black_jack_has_the_defaults_of_the_rule_book(tmp_path: Path) -> None:
    assert rules(tmp_path, "") == BlackJackRules()
    found = {key.name: getattr(BlackJackRules(), key.name) for key in fields(BlackJackRules)}
    assert found == dict(DEFAULTS)


@pytest.mark.parametrize(
    ("text", "times"),
    [
        ("03:00", (time(3, 0),)),
        ("3:00", (time(3, 0),)),
        ("00:00", (time(0, 0),)),
        ("23:59", (time(23, 59),)),
        ("03:00,15:30", (time(3, 0), time(15, 30))),
        ("21:05 ,\t3:00 , 09:59", (time(21, 5), time(3, 0), time(9, 59))),
    ],
)
def test_events_are_times_of_day(tmp_path: Path, text: str, times: tuple[time, ...]) -> None:
    assert rules(tmp_path, f"events = {text}").events == times


def test_there_may_be_any_number_of_events(tmp_path: Path) -> None:
    text = ", ".join(f"{hour}:{minute:02}" for hour in range(24) for minute in range(60))
    assert len(rules(tmp_path, f"events = {text}").events) == 24 * 60


@pytest.mark.parametrize(
    ("text", "zone"),
    [
        ("UTC", UTC),
        ("utc", UTC),
        ("Europe/London", ZoneInfo("Europe/London")),
        ("America/New_York", ZoneInfo("America/New_York")),
    ],
)
def test_the_time_zone_is_named(tmp_path: Path, text: str, zone: tzinfo) -> None:
    assert rules(tmp_path, f"time_zone = {text}").time_zone == zone


def test_a_time_zone_has_its_changes_of_clock(tmp_path: Path) -> None:
    zone = rules(tmp_path, "time_zone = Europe/London").time_zone
    assert datetime(2025, 1, 1, tzinfo=zone).utcoffset() == timedelta(0)
    assert datetime(2025, 7, 1, tzinfo=zone).utcoffset() == timedelta(hours=1)


def test_a_wrong_value_is_told_in_one_line_with_its_key(tmp_path: Path) -> None:
    for key, text, reason in [
        ("events", "24:00", "'24:00' is not a time of day, such as 03:00"),
        ("events", "3", "'3' is not a time of day"),
        ("events", "3:0", "'3:0' is not a time of day"),
        ("events", "03:60", "'03:60' is not a time of day"),
        ("events", "03:00:00", "'03:00:00' is not a time of day"),
        ("events", "-3:00", "'-3:00' is not a time of day"),
        ("events", "٣:00", "'٣:00' is not a time of day"),
        ("events", "03.00", "'03.00' is not a time of day"),
        ("events", "03:00 15:00", "'03:00 15:00' is not a time of day"),
        ("events", "03:00, 3:00", "3:00 appears twice"),
        ("events", "\x02", r"'\x02' is not a time of day"),
        ("events", "3" * 500, "is not a time of day"),
        ("events", "", "has no value"),
        (
            "time_zone",
            "Europe/Londinium",
            "'Europe/Londinium' is not a time zone of this machine",
        ),
        ("time_zone", "Europe", "'Europe' is not a time zone"),
        ("time_zone", "GMT+25", "'GMT+25' is not a time zone"),
        ("time_zone", "/etc/localtime", "'/etc/localtime' is not a time zone"),
        ("time_zone", "../zoneinfo/UTC", "'../zoneinfo/UTC' is not a time zone"),
        ("time_zone", "tzdata.zi", "'tzdata.zi' is not a time zone"),
        ("time_zone", "a\x00b", r"'a\x00b' is not a time zone"),
        ("time_zone", "Zürich", "'Zürich' is not a time zone"),
        ("time_zone", "E" * 5000, "is not a time zone"),
        ("time_bank", "maybe", "'maybe' is not one of: yes, no"),
        ("voice", "1", "'1' is not one of: yes, no"),
        ("decks", "0", "'0' is not a whole number from 1 to 100"),
        ("marker", "60-400", "60-400 goes beyond the shoe of 312 cards"),
        ("max_coins", "0", "'0' is not a whole number from 1 to"),
        ("turns_per_day", "0", "'0' is not a whole number from 1 to"),
        ("coin_minutes", "0", "'0' is not a whole number from 1 to"),
        ("minutes_per_day", "0", "'0' is not a whole number from 1 to 1440"),
        ("minutes_per_day", "1441", "'1441' is not a whole number from 1 to 1440"),
        ("insurance_pays", "0", "'0' is not a whole number from 1 to 100"),
    ]:
        with pytest.raises(ConfigError, match=re.escape(reason)) as raised:
            rules(tmp_path, f"{key} = {text}")
        (fault,) = raised.value.faults
        assert str(fault).startswith(f"{tmp_path}/config.ini, line 2, [blackjack] {key}: ")
        assert str(fault).removeprefix(str(tmp_path)).isprintable()
        assert len(fault.reason) < 200


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("decks = 1\nmarker = 0-0\n[table]\nmax_players = 10", "but 10 + 1 hands need 55"),
        ("coin_minutes = 31", "60 is less than the 62 minutes of two coins"),
        ("coin_minutes = 10\nminutes_per_day = 19", "19 is less than the 20 minutes of two coins"),
    ],
)
def test_what_cannot_be_together_is_told(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(ConfigError, match=re.escape(reason)):
        rules(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "decks = 1\nmarker = 0-0\n[table]\nmax_players = 9",
        "coin_minutes = 30",
        "coin_minutes = 10\nminutes_per_day = 20",
    ],
)
def test_what_is_just_enough_can_be_together(tmp_path: Path, text: str) -> None:
    assert rules(tmp_path, text)
