"""Who cannot join or is not dealt to: strangers, the ignored, the broke, and those who flood."""

from pathlib import Path

import pytest

from pontoon.tables import joining
from pontoon.text import announcements as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from tests.support.admins import order, with_admins
from tests.support.joins import (
    after,
    bet_and_stick,
    dealt,
    in_channel,
    in_line,
    is_playing,
    join,
    joined,
    to,
)
from tests.support.offline_bot import Entry, OfflineBot
from tests.support.play_rounds import full_disk
from tests.support.voice_accounts import kept

NICKS = ("dave", "kevin", "bob")
ZOE = Entry("zoe", owner="<account>zoes</account>")
LIMITS = {"server": "irc.example.org", "user_lines": "5", "user_lines_per_second": "0.5"}


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, [*map(Entry, NICKS), Entry("poor", 0), ZOE])


# Who they are


def test_who_is_logged_out_cannot_join_as_the_player(bot: OfflineBot) -> None:
    said = bot.says("zoe", "!join")
    assert len(to("zoe", said)) == 1
    assert joined(bot) == []
    bot.logs_in("zoe", "zoes")
    bot.says("zoe", "!join")
    assert joined(bot) == ["zoe"]


def test_a_stranger_cannot_leave_deal_or_be_told_for_others(bot: OfflineBot) -> None:
    join(bot, "dave")
    bot.comes("mallory")
    assert to("mallory", bot.says("mallory", "!leave")) == ["You have not joined here."]
    assert to("mallory", bot.says("mallory", "!deal")) == [
        "Only those who have joined can deal Shed Pontoon here: say !join."
    ]
    assert joined(bot) == ["dave"]
    assert not is_playing(bot)


def test_who_has_left_the_channel_says_nothing_that_counts(bot: OfflineBot) -> None:
    """Where the channel lets people speak who are not in it."""
    bot.leaves("dave")
    assert bot.says("dave", "!join") == []
    assert in_line(bot) == []


def test_the_banned_cannot_join_and_are_left_out(tmp_path: Path) -> None:
    bot = with_admins(tmp_path)
    join(bot, "dave", "kevin")
    order(bot, "ban kevin 5")
    assert bot.says("kevin", "!leave") == []
    said = in_channel(bot.says("dave", "!deal"))
    assert said[0].startswith("Left out: kevin ")
    assert dealt(bot) == ["dave"]
    assert in_line(bot) == ["kevin", "dave"]


def test_the_ignored_are_not_heard(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": {"ignore": "*!bob@*"}})
    assert bot.says("bob", "!join") == []
    assert in_line(bot) == []


def test_who_is_taken_out_of_the_file_is_left_out_three_times(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.edit(str(Entry("dave")), "")
    for _ in range(3):
        bot.says("kevin", "!deal")
        assert dealt(bot) == ["kevin"]
        bet_and_stick(bot)
    assert in_line(bot) == ["kevin"]


def test_who_loses_all_chips_is_left_out_with_the_reason(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.edit(str(Entry("dave")), str(Entry("dave", 0)))
    said = in_channel(bot.says("kevin", "!deal"))
    assert said[0].startswith("Left out: dave ")
    assert dealt(bot) == ["kevin"]


def test_a_table_where_nobody_has_chips_says_so_some_times(bot: OfflineBot) -> None:
    join(bot, "dave")
    bot.edit(str(Entry("dave")), str(Entry("dave", 0)))
    said = after(bot, 3000)
    assert len(said) == 5
    assert all(line.startswith("No round: dave ") for line in said)
    assert after(bot, 3000) == []
    assert in_line(bot) == ["dave"]


def test_who_has_too_few_chips_for_a_game_cannot_join_it(tmp_path: Path) -> None:
    entries = [*map(Entry, NICKS), Entry("short", 5)]
    bot = OfflineBot(tmp_path, entries, config={"british": {"min_bet": "10"}})
    (said,) = to("short", bot.says("short", "!join british"))
    assert "short" in said
    assert in_line(bot) == []


def test_a_game_that_operators_have_shut_cannot_be_joined(bot: OfflineBot) -> None:
    bot.ops("bob")
    bot.says("bob", "!pontoon set games pontoon")
    said = bot.says("dave", "!join british")
    (why,) = to("dave", said)
    assert why.startswith("The operators of this channel do not want British Pontoon here.")
    assert in_channel(said) == []
    assert in_line(bot) == []


def test_who_has_no_rounds_left_today_cannot_join_and_can_join_another_game(
    tmp_path: Path,
) -> None:
    spent = Entry("dave", records=kept(minutes=40, turns=20))
    bot = OfflineBot(tmp_path, [spent, Entry("kevin")])
    (why,) = to("dave", bot.says("dave", "!join blackjack"))
    assert "no rounds left today" in why
    assert in_line(bot) == []
    bot.says("dave", "!join pontoon")
    assert joined(bot) == ["dave"]


def test_who_was_refused_has_not_left_their_own_table(tmp_path: Path) -> None:
    entries = [*map(Entry, NICKS), Entry("short", 5)]
    bot = OfflineBot(tmp_path, entries, config={"british": {"min_bet": "10"}})
    join(bot, "short")
    bot.says("short", "!join british")
    assert joined(bot) == ["short"]
    assert bot.croupier().joining.game == "pontoon"


def test_so_many_can_be_in_at_one_table(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(joining, "MOST_PLACES", 2)
    join(bot, "dave", "kevin")
    assert to("bob", bot.says("bob", "!join")) == [said.IS_FULL.format(title="Shed Pontoon")]
    assert joined(bot) == ["dave", "kevin"]


def test_who_comes_back_to_a_full_table_from_elsewhere_is_in_again(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(joining, "MOST_PLACES", 2)
    join(bot, "dave", "kevin")
    bot.leaves("dave")
    bot.comes("dave", "dave@mobile.example")
    join(bot, "dave")
    assert joined(bot) == ["dave", "kevin"]


# How much is said


def test_joining_and_leaving_are_charged(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": LIMITS})
    for number in range(5):
        bot.says("dave", ("!join", "!leave")[number % 2])
    said = to("dave", bot.says("dave", "!leave"))
    assert said == ["You are sending too fast; I will listen again in 10 s."]
    assert joined(bot) == ["dave"]


def test_to_deal_is_free(tmp_path: Path) -> None:
    """As any other way to begin a round: else the quick could not play."""
    bot = OfflineBot(tmp_path, [*map(Entry, NICKS)], config={"irc": LIMITS})
    bot.says("dave", "!join")
    for _ in range(6):
        bot.says("dave", "!deal")
        assert is_playing(bot)
        bet_and_stick(bot)


def test_people_who_come_and_go_are_one_line_every_two_seconds(bot: OfflineBot) -> None:
    before = len(bot.said)
    for _ in range(20):
        for nick in NICKS:
            bot.says(nick, "!join")
            bot.says(nick, "!leave")
        bot.pass_seconds(0.5)
    bot.pass_seconds(2)
    assert len(in_channel(bot.said[before:])) <= 6


# Files that cannot be written


def test_nobody_joins_while_chips_cannot_be_saved(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.break_file()
    bet_and_stick(bot)
    said = in_channel(bot.says("kevin", "!join"))
    assert len(said) == 1
    assert in_line(bot) == []
    bot.mend_file()
    bot.says("kevin", "!join")
    assert joined(bot) == ["kevin"]


def test_who_opts_out_while_nothing_can_be_saved_is_told_and_has_not(bot: OfflineBot) -> None:
    with full_disk():
        said = bot.tells("dave", "optout")
    assert to("dave", said)
    assert "From now on" not in to("dave", said)[0]
    bot.looks()
    bot.says("kevin", "!pontoon kevin dave")
    assert dealt(bot) == ["kevin", "dave"]


def test_nor_has_who_opts_out_while_players_xml_is_broken(bot: OfflineBot) -> None:
    bot.break_file()
    assert to("dave", bot.tells("dave", "optout")) == [CANNOT_SAVE_CHIPS]
    bot.mend_file()
    bot.says("kevin", "!pontoon kevin dave")
    assert dealt(bot) == ["kevin", "dave"]


# Consent


@pytest.mark.parametrize("words", ["!pontoon kevin", "!pontoon kevin dave", "!pontoon dave kevin"])
def test_who_has_opted_out_is_not_dealt_however_they_are_named(bot: OfflineBot, words: str) -> None:
    bot.tells("kevin", "optout")
    said = in_channel(bot.says("dave", words))
    assert any("kevin cannot be named for a round, only join one" in line for line in said)
    assert "kevin" not in dealt(bot)


def test_who_has_opted_out_is_not_dealt_after_leaving_the_line(bot: OfflineBot) -> None:
    bot.tells("kevin", "optout")
    join(bot, "kevin", "dave")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    for nick in ("kevin", "dave"):
        bot.says(nick, "!leave")
    bot.says("dave", "!deal")
    assert dealt(bot) == []
    bot.says("dave", "!pontoon dave kevin")
    assert dealt(bot) == ["dave"]


def test_opting_out_is_kept_over_a_restart_and_lasts_in_every_game(bot: OfflineBot) -> None:
    bot.tells("kevin", "optout")
    bot.starts_anew()
    for game in ("pontoon", "blackjack", "cutwc", "british", "shoot"):
        said = in_channel(bot.says("dave", f"!{game} dave bob kevin"))
        assert any("kevin cannot be named" in line for line in said), game
        assert "kevin" not in dealt(bot)
        bot.stops_round()
