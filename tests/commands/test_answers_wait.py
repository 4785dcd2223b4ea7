"""Commands that change players.xml: they count at once, and are answered when that is written."""

from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.storage import atomic_file
from pontoon.storage.rows import DatabaseError
from pontoon.storage.sqlite_file import SqliteFile
from pontoon.text.announcements import CANNOT_SAVE_CHIPS, NOT_READ
from tests.support.held_thread import HeldThread
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import OfflineBot

CONFIG = {"admin": {"masks": "*!*@trusted"}}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Return a bot that writes by a thread which works when the test says so."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", config=CONFIG)
    bot.comes("dave")
    bot.comes("boss", "boss@trusted")
    bot.writing = HeldThread()
    bot.bot.database.run_by(bot.time, bot.writing, bot.reading)
    return bot


def is_written(bot: OfflineBot) -> list[str]:
    """Have the thread do all that it is asked for; return what the bot says by that."""
    assert isinstance(bot.writing, HeldThread)
    before = len(bot.said)
    while not bot.writing.is_idle:
        bot.writing.works_and_tells()
        bot.time.advance(0)
    check_books(bot.players_xml)
    return [each.line for each in bot.said[before:]]


@pytest.mark.parametrize(
    ("nick", "command", "answer"),
    [
        ("dave", "bank +100", "dave deposits 100: chips 900, bank 100"),
        ("dave", "set nickname Davey", None),
        ("dave", "set cards ascii", None),
        ("dave", "optout", None),
        ("boss", "chips dave +100", None),
        ("boss", "add zed 500", None),
        ("boss", "rename kevin kev", None),
        ("boss", "remove kevin", None),
    ],
)
def test_nothing_is_written_or_told_while_the_thread_is_at_work(
    bot: OfflineBot, nick: str, command: str, answer: str | None
) -> None:
    before, players = bot.players_xml.read_bytes(), bot.store.players()
    assert bot.tells(nick, command) == []
    assert bot.players_xml.read_bytes() == before
    assert bot.store.players() != players
    told = is_written(bot)
    assert len(told) == 1
    assert answer in (None, *told)
    assert bot.players_xml.read_bytes() != before


def test_what_one_command_has_decided_the_next_one_goes_by(bot: OfflineBot) -> None:
    bot.tells("dave", "bank +900")
    bot.tells("dave", "bank +900")
    assert len(is_written(bot)) == 2
    assert (bot.in_file("dave").chips, bot.in_file("dave").bank) == (100, 900)


def test_an_edit_meanwhile_is_kept_and_the_answer_is_by_that(bot: OfflineBot) -> None:
    bot.tells("dave", "bank +100")
    bot.edit("<chips>1000</chips>", "<chips>5000</chips>")
    assert is_written(bot) == ["dave deposits 100: chips 4900, bank 100"]


def test_an_edit_may_leave_nothing_to_do(bot: OfflineBot) -> None:
    bot.tells("dave", "bank +100")
    bot.edit("<chips>1000</chips>", "<chips>50</chips>")
    assert is_written(bot) == [CANNOT_SAVE_CHIPS]
    assert (bot.in_file("dave").chips, bot.in_file("dave").bank) == (50, 0)


def test_what_cannot_be_written_is_undone_and_they_are_told(bot: OfflineBot) -> None:
    bot.tells("dave", "bank +100")
    with patch.object(atomic_file, "replace", side_effect=OSError(28, "No space left")):
        assert is_written(bot) == [CANNOT_SAVE_CHIPS]
    assert bot.store.find("dave") == bot.in_file("dave")
    bot.tells("dave", "bank +100")
    assert is_written(bot) == ["dave deposits 100: chips 900, bank 100"]


def test_who_becomes_a_player_joins_as_soon_as_they_are_one(bot: OfflineBot) -> None:
    bot.starts({"identity": {"self_registration": "yes"}, **CONFIG})
    bot.writing = HeldThread()
    bot.bot.database.run_by(bot.time, bot.writing, bot.reading)
    bot.comes("zed", "zed@zed.example")
    assert bot.says("zed", "!join") == []
    assert bot.croupier().lineup.people == ()
    is_written(bot)
    assert len(bot.croupier().lineup.people) == 1


def test_who_leaves_before_that_has_no_place(bot: OfflineBot) -> None:
    bot.starts({"identity": {"self_registration": "yes"}, **CONFIG})
    bot.writing = HeldThread()
    bot.bot.database.run_by(bot.time, bot.writing, bot.reading)
    bot.comes("zed", "zed@zed.example")
    bot.says("zed", "!join")
    bot.leaves("zed")
    is_written(bot)
    assert bot.croupier().lineup.people == ()
    assert bot.in_file("zed").chips == 1000


def test_a_database_that_does_not_answer_is_no_fault_of_a_question(bot: OfflineBot) -> None:
    """Another machine may have it, behind a network that is cut."""
    with patch.object(SqliteFile, "read", side_effect=DatabaseError("no answer")):
        assert [each.line for each in bot.tells("dave", "fair 41")] == [NOT_READ]
    assert "no answer" in "".join([*bot.log, *bot.tables_log])
