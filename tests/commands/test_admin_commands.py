"""Admin commands: what admins can have done in private, and what is noted of it."""

from pathlib import Path
from unittest.mock import Mock

import pytest

from pontoon.storage.players.entries import MAX_CHIPS
from pontoon.storage.players.player import Fault, PlayersFileError
from pontoon.text import admin_commands as said
from tests.support.admins import (
    ADMIN,
    Managed,
    chips,
    is_accounted_for,
    ledger_of,
    order,
    usage_of,
    with_admins,
)
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.players_files import text_in
from tests.support.short_timeouts import in_channel

FULL = Fault(0, "the disk is full")

NO_NICK = (
    "That is not a valid nick. Use at most 64 characters: A to Z, digits and "
    "- [ ] \\ ` _ ^ { | }, but no digit and no - at the start."
)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return with_admins(tmp_path)


def test_a_player_is_added(bot: OfflineBot) -> None:
    assert order(bot, "add anna 500") == "anna is now a player with 500 chips."
    assert chips(bot, "anna") == 500
    assert ("added", "dave!dave@dave.home (account boss)") in ledger_of(bot)
    assert is_accounted_for(bot)


def test_chips_are_given_and_taken(bot: OfflineBot) -> None:
    assert order(bot, "chips kevin +500") == "kevin +500: 1500 chips"
    assert order(bot, "chips KEVIN -1500") == "kevin -1500: 0 chips"
    assert chips(bot, "kevin") == 0
    assert is_accounted_for(bot)


def test_chips_that_are_given_in_a_round_are_there_after_it(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "10S 10H KS KH", config=ADMIN)
    bot.logs_in("dave", "boss")
    bot.says("kevin", "!pontoon kevin")
    bot.tells("kevin", "10")
    assert order(bot, "chips kevin +500") == "kevin +500: 1500 chips"
    said_then = bot.tells("kevin", "s")
    assert in_channel(said_then)[-1] == "Chips: kevin 1500"
    assert is_accounted_for(bot)


def test_a_player_is_removed_with_bank_and_all(bot: OfflineBot) -> None:
    bot.says("kevin", "!bank +400")
    assert order(bot, "remove kevin") == "kevin is no longer a player; they had 1000 chips."
    assert chips(bot, "kevin") is None
    assert is_accounted_for(bot)


@pytest.mark.parametrize("nick", ["[a]", "`zoe|away`", "x", "_9-", "x" * 64])
def test_any_nick_that_networks_let_people_have_can_be_given(bot: OfflineBot, nick: str) -> None:
    assert order(bot, f"rename kevin {nick}") == f"kevin is now {nick}."
    removed = order(bot, f"remove {nick}")
    assert removed == f"{nick} is no longer a player; they had 1000 chips."
    assert order(bot, f"add {nick} 5") == f"{nick} is now a player with 5 chips."


def test_a_player_is_renamed(bot: OfflineBot) -> None:
    assert order(bot, "rename kevin bob") == "kevin is now bob."
    assert (chips(bot, "kevin"), chips(bot, "bob")) == (None, 1000)
    assert is_accounted_for(bot)


@pytest.mark.parametrize("text", ["remove kevin", "rename kevin bob"])
def test_who_is_playing_stays_who_they_are(bot: OfflineBot, text: str) -> None:
    bot.says("kevin", "!pontoon kevin")
    assert order(bot, text).startswith(f"kevin is playing in {CHANNEL}")
    assert chips(bot, "kevin") == 1000


def test_what_cannot_be_is_refused_and_changes_nothing(bot: OfflineBot) -> None:
    for text, answer in [
        ("add kevin 5", "There is already a player called kevin."),
        ("add KEVIN 5", "There is already a player called kevin."),
        ("add PontoonBot 5", "That is my own nick."),
        ("add 9lives 5", NO_NICK),
        ("add a:b 5", NO_NICK),
        ("add zo\xeb 5", NO_NICK),
        (f"add {'x' * 65} 5", NO_NICK),
        ("rename kevin zo\xeb2", NO_NICK),
        ("rename kevin -kev", NO_NICK),
        ("rename kevin kev.in", NO_NICK),
        ("rename kevin \u0440\u043e\u0440", NO_NICK),
        ("rename kevin d\u0430ve", "There is already a player called dave."),
        (f"add anna {MAX_CHIPS + 1}", "A player cannot have that many chips."),
        ("chips kevin -1001", "kevin has only 1000 chips."),
        (f"chips kevin +{MAX_CHIPS}", "A player cannot have that many chips."),
        ("chips bob +1", "There is no such player in players.xml."),
        ("remove bob", "There is no such player in players.xml."),
        ("rename bob eve", "There is no such player in players.xml."),
        ("rename kevin dave", "There is already a player called dave."),
        ("rename kevin PontoonBot", "That is my own nick."),
        ("stop #other", "I do not deal in #other."),
        ("say #other hi", "I do not deal in #other."),
        (f"stop {CHANNEL}", f"No round is being played in {CHANNEL}."),
        ("stop pontoon", "Usage: stop #CHANNEL (stops the round there and returns all stakes)"),
        ("say Good night", "Usage: say #CHANNEL TEXT (says TEXT there)"),
    ]:
        before = text_in(bot.players_xml)
        assert order(bot, text) == answer
        assert text_in(bot.players_xml) == before


def test_an_order_that_makes_no_sense_is_answered_with_how_to_give_it(bot: OfflineBot) -> None:
    for text in [
        *("add", "add anna", "add anna x", "add anna +5", "add anna 5 6", "add anna 1e3"),
        *("chips", "chips dave", "chips dave 5", "chips dave +0", "chips dave +x", "chips dave ٣"),
        *("remove", "remove a b", "rename", "rename dave", "rename a b c", "stop a b"),
        *("say", f"say {CHANNEL}", "reload now", "status dave", "quit now"),
    ]:
        before = bot.players_xml.read_bytes()
        assert order(bot, text) == usage_of(text)
        assert bot.players_xml.read_bytes() == before


def test_where_players_xml_is_broken_an_order_says_so(bot: OfflineBot) -> None:
    bot.players_xml.write_text("<players>")
    for text in ("add anna 5", "chips dave +5", "remove kevin", "rename kevin bob"):
        assert order(bot, text).startswith("I cannot use players.xml right now: ")


@pytest.mark.parametrize(
    "text", ["add anna 5", "chips kevin -1000", "remove kevin", "rename kevin bob"]
)
def test_while_the_result_of_a_round_waits_players_stay_who_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Or else what they have lost would be dropped, or be somebody else's."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "10S 10H KS 5H", config=ADMIN)
    bot.logs_in("dave", "boss")
    bot.says("kevin", "!pontoon kevin")
    with monkeypatch.context() as patched:
        patched.setattr(bot.store, "settle_all", Mock(side_effect=PlayersFileError(FULL)))
        bot.tells("kevin", "10")
        bot.tells("kevin", "s")
        before = bot.players_xml.read_bytes()
        assert order(bot, text) == "I cannot use players.xml right now: the disk is full"
        assert bot.players_xml.read_bytes() == before


def test_a_round_is_stopped_with_all_stakes_given_back(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon kevin")
    bot.tells("kevin", "10")
    told_all = bot.tells("dave", f"stop {CHANNEL}")
    assert [each.line for each in told_all if each.target == "dave"] == [
        f"The round in {CHANNEL} is stopped."
    ]
    assert any(each.target == CHANNEL for each in told_all)
    assert bot.croupier().ask is None
    assert chips(bot, "kevin") == 1000


def test_stop_alone_is_about_the_seat_one_has(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon dave kevin")
    bot.tells("dave", "stop")
    assert bot.croupier().ask is not None


def test_the_bot_says_what_it_is_told_to(bot: OfflineBot) -> None:
    told_all = bot.tells("dave", f"say {CHANNEL} Back  at nine!")
    assert [(each.target, each.line) for each in told_all] == [
        (CHANNEL, "Back at nine!"),
        ("dave", f"Said in {CHANNEL}."),
    ]


def test_what_is_managed(bot: OfflineBot) -> None:
    managed = bot.bot.control
    assert isinstance(managed, Managed)
    assert order(bot, "reload") == "read again"
    assert order(bot, "status") == "well | at home"
    assert order(bot, "quit") == said.QUITTING
    assert managed.done == ["reload", "status", "quit"]


def test_each_order_is_logged_with_who_gave_it_and_what_came_of_it(bot: OfflineBot) -> None:
    order(bot, "chips kevin +500")
    order(bot, "chips kevin")
    who = "dave!dave@dave.home (account boss)"
    assert f"admin command of {who}: chips kevin +500: kevin +500: 1500 chips" in bot.tables_log
    assert f"admin command of {who}: chips kevin: {usage_of('chips')}" in bot.tables_log


def test_what_comes_of_a_reload_is_not_logged_once_more(bot: OfflineBot) -> None:
    """What holds now, and each fault, is in the log by then."""
    assert order(bot, "reload") == "read again"
    order(bot, "reload now")
    who = "dave!dave@dave.home (account boss)"
    assert bot.tables_log == [
        f"admin command of {who}: reload",
        f"admin command of {who}: reload now: {usage_of('reload')}",
    ]


def test_each_order_is_in_the_ledger(bot: OfflineBot) -> None:
    who = "dave!dave@dave.home (account boss)"
    bot.says("kevin", "!pontoon kevin")
    for text in (f"stop {CHANNEL}", f"say {CHANNEL} hi", "reload", "status", "quit"):
        bot.tells("dave", text)
        assert ledger_of(bot)[-1] == (f"order: {text}", who)
    for text, why in (("add anna 5", "added"), ("rename anna eve", "renamed")):
        order(bot, text)
        assert ledger_of(bot)[-1] == (why, who)
    assert is_accounted_for(bot)


def test_what_was_not_done_is_not_in_the_ledger(bot: OfflineBot) -> None:
    for text in ("reload now", "chips kevin -5000", "add kevin 5"):
        order(bot, text)
    assert ledger_of(bot) == []


def test_an_order_may_be_formatted_but_a_name_with_codes_is_none(bot: OfflineBot) -> None:
    assert order(bot, "\x02add\x02 anna 500") == "anna is now a player with 500 chips."
    assert order(bot, "add mi\x02a 500") == NO_NICK
