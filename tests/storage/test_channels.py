"""What is kept of channels: settings, bans, who has joined, and who watches."""

from datetime import timedelta

import msgspec
import pytest
from msgspec import json
from msgspec.structs import replace

from pontoon.engine.errors import NotRecorded
from pontoon.storage import channels
from pontoon.storage.channels import (
    NOBODY,
    UNSET,
    Ban,
    Channels,
    ChannelSettings,
    LineupRecord,
    Watcher,
)
from pontoon.storage.rounds import SeatRecord
from tests.storage.conftest import Kept, Start
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.kept_rounds import NOON

FOR_EVER = 10**9
SETTINGS = ChannelSettings(60, ("pontoon", "shoot"), banter=False)
BAN = Ban("local", "Mal[]", "~m", "evil.example", "mal", NOON + timedelta(minutes=5))
ALWAYS = Ban("local", "eve", "", "eve.example", "")
DAVE, KEVIN = SeatRecord("dave", "dave_", "d@home"), SeatRecord("kevin", "kevin", "k@home")
TWO = LineupRecord("pontoon", (KEVIN, DAVE), is_new=False)
NEW = LineupRecord("british", (DAVE,))
WATCHERS = (Watcher("bob", 3), Watcher("anna", 0, NOON), Watcher("carol", 10, NOON))


def both(kept: Kept, start: Start) -> tuple[Channels, Channels]:
    """Return what is kept, in memory and as the next start finds it."""
    assert kept.database.commit()
    return kept.channels, start().channels


def rows(kept: Kept) -> list[tuple[object, ...]]:
    assert kept.database.commit()
    return kept.database.read("SELECT thing FROM channels UNION ALL SELECT ban FROM bans")


def test_what_is_set_and_who_is_banned_is_found_again(kept: Kept, start: Start) -> None:
    kept.channels.change_settings("local", "#a", ChannelSettings(turn_timeout=30))
    kept.channels.change_settings("local", "#a", SETTINGS)
    kept.channels.change_settings("local", "#b", SETTINGS)
    kept.channels.change_settings("local", "#b", UNSET)
    for ban in (BAN, ALWAYS, Ban("local", "gone", "", "gone", "")):
        kept.channels.ban(ban)
    assert kept.channels.unban("local", "GONE") is not None
    for found in both(kept, start):
        assert found.settings("local", "#a") == SETTINGS
        assert found.settings("local", "#b") == UNSET
        assert found.settings("west", "#a") == UNSET
        assert found.bans("local") == [BAN, ALWAYS]
        assert found.bans("west") == []


def test_nothing_stays_of_what_is_over(kept: Kept) -> None:
    kept.channels.ban(Ban("local", "old", "", "old", "", NOON))
    kept.channels.ban(BAN)
    kept.channels.unban("local", BAN.nick)
    kept.channels.change_settings("local", "#a", SETTINGS)
    kept.channels.change_settings("local", "#a", UNSET)
    kept.channels.line_up("local", "#a", TWO)
    kept.channels.line_up("local", "#a", LineupRecord("pontoon", ()))
    kept.channels.watch("local", "#a", WATCHERS)
    kept.channels.watch("local", "#a", ())
    kept.channels.leave_untold("local", "#a", ("Shed Pontoon", "it was stopped"))
    kept.channels.leave_untold("local", "#a", ())
    assert rows(kept) == []


def test_a_ban_is_found_by_its_nick_however_that_is_spelt(kept: Kept) -> None:
    kept.channels.ban(BAN)
    assert kept.channels.unban("local", "mAL{}") == BAN
    assert kept.channels.unban("local", "Mal[]") is None


def test_another_person_of_that_nick_is_banned_besides(kept: Kept, start: Start) -> None:
    other, longer = replace(BAN, host="other", account=""), replace(BAN, user="", until=None)
    kept.channels.ban(BAN)
    kept.channels.ban(other)
    assert kept.channels.bans("local") == [BAN, other]
    kept.channels.ban(longer)
    for found in both(kept, start):
        assert found.bans("local") == [other, longer]
    assert kept.channels.unban("local", BAN.nick) == longer
    for found in both(kept, start):
        assert found.bans("local") == []


def test_the_settings_kept_are_bounded_those_set_the_longest_ago_go(
    kept: Kept, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(channels, "MOST_SETTINGS", 3)
    for number in (0, 1, 2, 3, 0, 4):
        kept.channels.change_settings("local", f"#{number}", SETTINGS)
    for found in both(kept, start):
        still = [found.settings("local", f"#{number}") == SETTINGS for number in range(5)]
        assert still == [True, False, False, True, True]


def test_who_has_joined_and_who_watches_is_found_again(kept: Kept, start: Start) -> None:
    kept.channels.line_up("local", "#a", NEW)
    kept.channels.line_up("local", "#a", TWO)
    kept.channels.line_up("west", "#a", NEW)
    kept.channels.watch("local", "#a", WATCHERS[:1])
    kept.channels.watch("local", "#a", WATCHERS)
    for found in both(kept, start):
        assert found.lineup("local", "#a") == TWO
        assert found.lineup("west", "#a") == NEW
        assert found.lineup("local", "#b") == NOBODY
        assert found.watchers("local", "#a") == WATCHERS
        assert found.watchers("west", "#a") == ()


def test_a_channel_has_a_row_of_each_kind(kept: Kept, start: Start) -> None:
    kept.channels.close("local", "#a", is_closed=True)
    kept.channels.line_up("local", "#a", TWO)
    kept.channels.watch("local", "#a", WATCHERS)
    kept.channels.leave_untold("local", "#a", ("Shed Pontoon", "it was stopped"))
    assert len(rows(kept)) == 4
    kept.channels.close("local", "#a", is_closed=False)
    kept.channels.line_up("local", "#a", NOBODY)
    for found in both(kept, start):
        assert found.lineup("local", "#a") == NOBODY
        assert not found.is_closed("local", "#a")
        assert found.watchers("local", "#a") == WATCHERS
        assert found.untold("local", "#a") == ("Shed Pontoon", "it was stopped")


def test_a_channel_takes_as_many_rows_however_often_people_come_and_go(kept: Kept) -> None:
    for number in range(300):
        kept.channels.line_up("local", "#a", (TWO, NEW, NOBODY, NEW)[number % 4])
        kept.channels.watch("local", "#a", WATCHERS[number % 3 :])
    assert len(rows(kept)) == 2


def test_times_are_kept_with_their_zone(kept: Kept, start: Start) -> None:
    later = NOON + timedelta(microseconds=1)
    kept.channels.watch("local", "#a", [Watcher("bob", 2, later)])
    for found in both(kept, start):
        (bob,) = found.watchers("local", "#a")
        assert bob.at == later


# A disk that fails


def test_what_somebody_orders_is_not_done_while_nothing_can_be_written(kept: Kept) -> None:
    kept.channels.ban(BAN)
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        kept.channels.line_up("local", "#b", NEW)
        assert not kept.database.commit()
        with pytest.raises(NotRecorded):
            kept.channels.change_settings("local", "#a", SETTINGS)
        with pytest.raises(NotRecorded):
            kept.channels.ban(ALWAYS)
        with pytest.raises(NotRecorded):
            kept.channels.unban("local", BAN.nick)
        with pytest.raises(NotRecorded):
            kept.channels.close("local", "#a", is_closed=True)
        with pytest.raises(NotRecorded):
            kept.channels.keep_lineup("local", "#a", TWO)
        with pytest.raises(NotRecorded):
            kept.channels.keep_watchers("local", "#a", WATCHERS)
    assert kept.channels.settings("local", "#a") == UNSET
    assert kept.channels.bans("local") == [BAN]
    assert not kept.channels.is_closed("local", "#a")
    assert kept.channels.lineup("local", "#a") == NOBODY
    assert kept.channels.watchers("local", "#a") == ()


def test_that_people_have_come_or_gone_counts_and_is_written_later(
    kept: Kept, start: Start
) -> None:
    kept.channels.line_up("local", "#a", NEW)
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        kept.channels.line_up("local", "#a", TWO)
        kept.channels.watch("local", "#a", WATCHERS)
        assert not kept.database.commit()
    assert kept.channels.lineup("local", "#a") == TWO
    assert start().channels.lineup("local", "#a") == NEW
    for found in both(kept, start):
        assert found.lineup("local", "#a") == TWO
        assert found.watchers("local", "#a") == WATCHERS


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        (ChannelSettings, b'{"turn_timeout":0}'),
        (ChannelSettings, b'{"turn_timeout":9000}'),
        (ChannelSettings, b'{"games":[]}'),
        (Watcher, b'{"player":"bob","many":300}'),
        (LineupRecord, b'{"game":"pontoon","places":[["dave","a","b@c"],["dave","x","y@z"]]}'),
    ],
)
def test_what_the_bot_cannot_have_written_is_no_value(kind: type, value: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        json.decode(value, type=kind)
