"""What is kept of channels: settings, bans, who has joined, and who watches."""

from datetime import timedelta

import msgspec
import pytest
from msgspec import json
from msgspec.structs import replace

from pontoon.engine.errors import NotRecorded
from pontoon.engine.result import WhyVoid
from pontoon.storage import channels
from pontoon.storage.channels import (
    NOBODY,
    UNSET,
    Ban,
    Channels,
    ChannelSettings,
    LineupRecord,
    VoidRound,
    Watcher,
)
from pontoon.storage.rounds import SeatRecord
from tests.storage.conftest import Kept, Start
from tests.support.faulty_disk import FaultyDisk, Trouble
from tests.support.kept_rounds import NOON

pytestmark = pytest.mark.usefixtures("on_both")

FOR_EVER = 10**9
SETTINGS = ChannelSettings(60, ("pontoon", "shoot"), banter=False)
BAN = Ban("local", "Mal[]", "~m", "evil.example", "mal", NOON + timedelta(minutes=5))
ALWAYS = Ban("local", "eve", "", "eve.example", "")
DAVE, KEVIN = SeatRecord("dave", "dave_", "d@home"), SeatRecord("kevin", "kevin", "k@home")
TWO = LineupRecord("pontoon", (KEVIN, DAVE), is_new=False)
NEW = LineupRecord("british", (DAVE,))
STOPPED = VoidRound("pontoon", WhyVoid.STOPPED)
WATCHERS = (Watcher("bob", 3), Watcher("anna", 2), Watcher("carol", 10))


def both(kept: Kept, start: Start) -> tuple[Channels, Channels]:
    """Return what is kept, in memory and as the next start finds it."""
    assert kept.database.commit()
    return kept.channels, start().channels


def rows(kept: Kept) -> list[tuple[object, ...]]:
    assert kept.database.commit()
    return kept.database.read("SELECT kept FROM channels UNION ALL SELECT ban FROM bans")


def test_what_is_set_and_who_is_banned_is_found_again(kept: Kept, start: Start) -> None:
    kept.channels.keep("local", "#a", settings=ChannelSettings(turn_timeout=30))
    kept.channels.keep("local", "#a", settings=SETTINGS)
    kept.channels.keep("local", "#b", settings=SETTINGS)
    kept.channels.keep("local", "#b", settings=UNSET)
    for ban in (BAN, ALWAYS, Ban("local", "gone", "", "gone", "")):
        kept.channels.ban(ban)
    assert kept.channels.unban("local", "GONE") is not None
    for found in both(kept, start):
        assert found.of("local", "#a").settings == SETTINGS
        assert found.of("local", "#b").settings == UNSET
        assert found.of("west", "#a").settings == UNSET
        assert found.bans("local") == [BAN, ALWAYS]
        assert found.bans("west") == []


def test_nothing_stays_of_what_is_over(kept: Kept) -> None:
    kept.channels.ban(Ban("local", "old", "", "old", "", NOON))
    kept.channels.ban(BAN)
    kept.channels.unban("local", BAN.nick)
    kept.channels.keep("local", "#a", settings=SETTINGS)
    kept.channels.keep("local", "#a", settings=UNSET)
    kept.channels.put("local", "#a", lineup=TWO)
    kept.channels.put("local", "#a", lineup=LineupRecord("pontoon", ()))
    kept.channels.put("local", "#a", watchers=WATCHERS)
    kept.channels.put("local", "#a", watchers=())
    kept.channels.put("local", "#a", void=STOPPED)
    kept.channels.put("local", "#a", void=None)
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
    monkeypatch.setattr(channels, "MAX_SETTINGS", 3)
    for number in (0, 1, 2, 3, 0, 4):
        kept.channels.keep("local", f"#{number}", settings=SETTINGS)
    for found in both(kept, start):
        still = [found.of("local", f"#{number}").settings == SETTINGS for number in range(5)]
        assert still == [True, False, False, True, True]


def test_who_has_joined_and_who_watches_is_found_again(kept: Kept, start: Start) -> None:
    kept.channels.put("local", "#a", lineup=NEW)
    kept.channels.put("local", "#a", lineup=TWO)
    kept.channels.put("west", "#a", lineup=NEW)
    kept.channels.put("local", "#a", watchers=WATCHERS[:1])
    kept.channels.put("local", "#a", watchers=WATCHERS)
    for found in both(kept, start):
        assert found.of("local", "#a").lineup == TWO
        assert found.of("west", "#a").lineup == NEW
        assert found.of("local", "#b").lineup == NOBODY
        assert found.of("local", "#a").watchers == WATCHERS
        assert found.of("west", "#a").watchers == ()


def test_a_channel_has_a_row(kept: Kept, start: Start) -> None:
    kept.channels.keep("local", "#a", is_closed=True)
    kept.channels.put("local", "#a", lineup=TWO)
    kept.channels.put("local", "#a", watchers=WATCHERS)
    kept.channels.put("local", "#a", void=STOPPED)
    assert len(rows(kept)) == 1
    kept.channels.keep("local", "#a", is_closed=False)
    kept.channels.put("local", "#a", lineup=NOBODY)
    for found in both(kept, start):
        assert found.of("local", "#a").lineup == NOBODY
        assert not found.of("local", "#a").is_closed
        assert found.of("local", "#a").watchers == WATCHERS
        assert found.of("local", "#a").void == STOPPED


def test_a_channel_takes_one_row_however_often_people_come_and_go(kept: Kept) -> None:
    for number in range(300):
        kept.channels.put("local", "#a", lineup=(TWO, NEW, NOBODY, NEW)[number % 4])
        kept.channels.put("local", "#a", watchers=WATCHERS[number % 3 :])
    assert len(rows(kept)) == 1


# A disk that fails


@pytest.mark.only_sqlite
def test_what_somebody_orders_is_not_done_while_nothing_can_be_written(kept: Kept) -> None:
    kept.channels.ban(BAN)
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        kept.channels.put("local", "#b", lineup=NEW)
        assert not kept.database.commit()
        with pytest.raises(NotRecorded):
            kept.channels.keep("local", "#a", settings=SETTINGS)
        with pytest.raises(NotRecorded):
            kept.channels.ban(ALWAYS)
        with pytest.raises(NotRecorded):
            kept.channels.unban("local", BAN.nick)
        with pytest.raises(NotRecorded):
            kept.channels.keep("local", "#a", is_closed=True)
        with pytest.raises(NotRecorded):
            kept.channels.keep("local", "#a", lineup=TWO)
        with pytest.raises(NotRecorded):
            kept.channels.keep("local", "#a", watchers=WATCHERS)
    assert kept.channels.of("local", "#a").settings == UNSET
    assert kept.channels.bans("local") == [BAN]
    assert not kept.channels.of("local", "#a").is_closed
    assert kept.channels.of("local", "#a").lineup == NOBODY
    assert kept.channels.of("local", "#a").watchers == ()


@pytest.mark.only_sqlite
def test_that_people_have_come_or_gone_counts_and_is_written_later(
    kept: Kept, start: Start
) -> None:
    kept.channels.put("local", "#a", lineup=NEW)
    assert kept.database.commit()
    with FaultyDisk(Trouble.FULL, 1, FOR_EVER).at_work():
        kept.channels.put("local", "#a", lineup=TWO)
        kept.channels.put("local", "#a", watchers=WATCHERS)
        assert not kept.database.commit()
    assert kept.channels.of("local", "#a").lineup == TWO
    assert start().channels.of("local", "#a").lineup == NEW
    for found in both(kept, start):
        assert found.of("local", "#a").lineup == TWO
        assert found.of("local", "#a").watchers == WATCHERS


def test_what_the_bot_cannot_have_written_is_no_value() -> None:
    for kind, value in [
        (ChannelSettings, b'{"turn_timeout":0}'),
        (ChannelSettings, b'{"turn_timeout":9000}'),
        (ChannelSettings, b'{"games":[]}'),
        (Watcher, b'{"player":"bob","many":300}'),
        (LineupRecord, b'{"game":"pontoon","places":[["dave","a","b@c"],["dave","x","y@z"]]}'),
    ]:
        with pytest.raises(msgspec.ValidationError):
            json.decode(value, type=kind)
