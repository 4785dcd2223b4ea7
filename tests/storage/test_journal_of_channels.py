"""The journal keeps what operators have set and whom admins have banned."""

from datetime import timedelta

import pytest
from msgspec.structs import replace
from pontoon.storage.journal import Journal
from pontoon.storage.journal_records import UNSET, Ban, ChannelSettings

from pontoon.engine.errors import NotRecorded
from pontoon.storage import journal as journals
from pontoon.storage import journal_notes
from tests.support.journals import NOON, read_again, recovered, rewritten
from tests.support.memory_file import LinesInMemory

SETTINGS = ChannelSettings(60, ("pontoon", "shoot"), banter=False)
BAN = Ban("local", "Mal[]", "~m", "evil.example", "mal", NOON + timedelta(minutes=5))
FOR_EVER = Ban("local", "eve", "", "eve.example", "")


def test_what_is_set_and_who_is_banned_is_read_again(journal: Journal, file: LinesInMemory) -> None:
    journal.notes.change_settings("local", "#a", ChannelSettings(turn_timeout=30))
    journal.notes.change_settings("local", "#a", SETTINGS)
    journal.notes.change_settings("local", "#b", SETTINGS)
    journal.notes.change_settings("local", "#b", UNSET)
    for ban in (BAN, FOR_EVER):
        journal.notes.ban(ban)
    journal.notes.ban(Ban("local", "gone", "", "gone", ""))
    assert journal.notes.unban("local", "GONE") is not None
    for again in (
        read_again(file),
        rewritten(journal, file),
        read_again(file),
        recovered(file),
    ):
        assert again.notes.settings("local", "#a") == SETTINGS
        assert again.notes.settings("local", "#b") == UNSET
        assert again.notes.settings("west", "#a") == UNSET
        assert again.notes.bans("local") == [BAN, FOR_EVER]
        assert again.notes.bans("west") == []


def test_a_rewritten_file_has_nothing_that_is_over(journal: Journal, file: LinesInMemory) -> None:
    journal.notes.ban(Ban("local", "old", "", "old", "", NOON))
    journal.notes.change_settings("local", "#a", SETTINGS)
    journal.notes.change_settings("local", "#a", UNSET)
    rewritten(journal, file)
    assert file.lines == []


def test_a_ban_is_found_by_its_nick_however_that_is_spelt(journal: Journal) -> None:
    journal.notes.ban(BAN)
    assert journal.notes.unban("local", "mAL{}") == BAN
    assert journal.notes.unban("local", "Mal[]") is None


def test_another_person_of_that_nick_is_banned_besides(
    journal: Journal, file: LinesInMemory
) -> None:
    other, longer = replace(BAN, host="other", account=""), replace(BAN, user="", until=None)
    journal.notes.ban(BAN)
    journal.notes.ban(other)
    assert journal.notes.bans("local") == [BAN, other]
    journal.notes.ban(longer)
    for again in (journal, read_again(file), rewritten(journal, file)):
        assert again.notes.bans("local") == [other, longer]
    assert journal.notes.unban("local", BAN.nick) == longer
    for again in (journal, read_again(file), rewritten(journal, file)):
        assert again.notes.bans("local") == []


def test_the_settings_kept_are_bounded(
    journal: Journal, file: LinesInMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(journal_notes, "MOST_SETTINGS", 3)
    for number in range(5):
        journal.notes.change_settings("local", f"#{number}", SETTINGS)
    for again in (journal, read_again(file)):
        kept = [again.notes.settings("local", f"#{number}") == SETTINGS for number in range(5)]
        assert kept == [False, False, True, True, True]


def test_the_file_does_not_grow_by_them(journal: Journal, file: LinesInMemory) -> None:
    largest = 0
    for number in range(2000):
        journal.notes.change_settings("local", "#a", ChannelSettings(30 + number % 500))
        journal.notes.ban(BAN)
        journal.notes.unban("local", BAN.nick)
        largest = max(largest, file.length)
    assert largest < journals.FULL_BYTES + 1000


def test_what_cannot_be_written_is_not_done(journal: Journal, file: LinesInMemory) -> None:
    journal.notes.ban(BAN)
    file.is_full = True
    with pytest.raises(NotRecorded):
        journal.notes.change_settings("local", "#a", SETTINGS)
    with pytest.raises(NotRecorded):
        journal.notes.ban(FOR_EVER)
    with pytest.raises(NotRecorded):
        journal.notes.unban("local", BAN.nick)
    assert journal.notes.settings("local", "#a") == UNSET
    assert journal.notes.bans("local") == [BAN]


@pytest.mark.parametrize(
    "line",
    [
        '{"settings":{"turn_timeout":0},"channel":["local","#a"]}',
        '{"settings":{"turn_timeout":9000},"channel":["local","#a"]}',
        '{"settings":{"games":[]},"channel":["local","#a"]}',
        '{"settings":{"games":"pontoon"},"channel":["local","#a"]}',
        '{"settings":5,"channel":["local","#a"]}',
        '{"ban":{"network":"local","nick":"eve"}}',
        '{"ban":[]}',
        '{"ban":{"network":"l","nick":"e","user":"","host":"h","account":"",'
        '"until":"2026-11-20T12:00:00"}}',
        '{"unban":["local",5]}',
    ],
)
def test_a_line_that_the_bot_cannot_have_written_is_damaged(file: LinesInMemory, line: str) -> None:
    file.lines.append(line.encode())
    with pytest.raises(ValueError, match="line 1: "):
        read_again(file)
