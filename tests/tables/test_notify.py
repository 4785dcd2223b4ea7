"""Who is told that so many have joined (the command notify)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.storage.channels import Watcher
from pontoon.tables import watchers as watching
from tests.support.joins import bet_and_stick, join, to
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot

NICKS = ("dave", "kevin", "bob", "alice", "carol")
TWO = "2 players have joined in #pontoon: say !join there to play."
USAGE = "Say !notify and a number from 2 to 10, or !notify off."


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    config = {"irc": {"channels": "#pontoon #den"}, "table": {"join_wait": "3600"}}
    return OfflineBot(tmp_path, [*map(Entry, NICKS)], config=config)


def told(bot: OfflineBot, seconds: float, nick: str = "bob") -> list[str]:
    """Let SECONDS pass; return what NICK hears then."""
    return to(nick, bot.pass_seconds(seconds))


def watching_here(bot: OfflineBot) -> Sequence[Watcher]:
    """Return those who are to be told, or were lately."""
    return bot.bot.channels.of(bot.bot.config.irc.network, CHANNEL).watchers


def watchers(bot: OfflineBot) -> list[str]:
    """Return the players who are to be told, or were lately."""
    return [each.player for each in watching_here(bot)]


def test_a_player_is_told_when_so_many_have_been_in_for_twenty_seconds(bot: OfflineBot) -> None:
    assert to("bob", bot.says("bob", "!notify 2")) == [
        "I will tell you once when 2 have joined in #pontoon."
    ]
    bot.says("dave", "!join")
    bot.pass_seconds(100)
    bot.says("kevin", "!join")
    assert told(bot, 19.9) == []
    assert told(bot, 0.1) == [TWO]


def test_it_is_sent_behind_everything_else(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.pass_seconds(20)
    assert [each.urgency for each in bot.said if each.line == TWO] == [Priority.CHATTER]


def test_one_who_leaves_and_another_who_joins_do_not_begin_the_time_anew(bot: OfflineBot) -> None:
    """So many are in all the time."""
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    join(bot, "alice")
    bot.says("dave", "!leave")
    assert told(bot, 16) == [TWO]


def test_people_who_leave_at_once_call_nobody(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.pass_seconds(17)
    bot.says("kevin", "!leave")
    assert told(bot, 100) == []
    bot.says("kevin", "!join")
    assert told(bot, 19.9) == []
    assert told(bot, 0.1) == [TWO]


def test_nor_do_people_who_are_out_of_the_channel(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.leaves("kevin")
    assert told(bot, 100) == []
    bot.comes("kevin")
    assert told(bot, 20) == [TWO]


def test_a_player_is_told_once(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert told(bot, 20) == [TWO]
    join(bot, "alice")
    assert told(bot, 10_000) == []


def test_the_answer_comes_before_the_notice(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.pass_seconds(100)
    will_tell = "I will tell you once when 2 have joined in #pontoon."
    assert to("bob", bot.says("bob", "!notify 2")) == [will_tell, TWO]
    assert told(bot, 3000) == []


def test_at_most_once_an_hour(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert told(bot, 18) == [TWO]
    bot.says("bob", "!notify 2")
    assert told(bot, 3599) == []
    assert told(bot, 1) == [TWO]


def test_the_hour_outlasts_off_and_a_restart(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert told(bot, 18) == [TWO]
    bot.says("bob", "!notify off")
    bot.starts_anew()
    bot.says("bob", "!notify 2")
    assert told(bot, 3590) == []
    assert told(bot, 10) == [TWO]


def test_a_clock_set_back_makes_nobody_wait_for_a_day(bot: OfflineBot) -> None:
    bot.time.elapsed = 86_400.0
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert told(bot, 18) == [TWO]
    bot.stops()
    bot.time.elapsed = 0.0
    bot.starts()
    bot.says("bob", "!notify 2")
    assert told(bot, 20) == [TWO]


def test_who_waits_is_kept_over_a_restart(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.starts_anew()
    join(bot, "dave", "kevin")
    assert told(bot, 20) == [TWO]


def test_a_restart_begins_the_twenty_seconds_anew(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.starts_anew()
    assert told(bot, 19.9) == []
    assert told(bot, 0.1) == [TWO]


def test_so_does_the_bot_being_out(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.is_put_out()
    assert told(bot, 100) == []
    bot.is_back([BOT, *NICKS])
    assert told(bot, 19.9) == []
    assert told(bot, 0.1) == [TWO]


def test_who_is_out_of_the_channel_is_told_on_coming(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.leaves("bob")
    join(bot, "dave", "kevin")
    assert told(bot, 100) == []
    assert to("bob", bot.comes("bob")) == [TWO]


def test_who_is_in_is_not_told(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "bob", "dave", "kevin")
    assert told(bot, 100) == []


def test_who_plays_elsewhere_is_told_after_that(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.says("bob", "!pontoon bob", "#den")
    join(bot, "dave", "kevin")
    assert told(bot, 40) == []
    bet_and_stick(bot, "#den")
    assert told(bot, 60) == [TWO]


def test_it_is_told_while_a_round_is_played_here(bot: OfflineBot) -> None:
    """There is a next round."""
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    assert told(bot, 20) == [TWO]


def test_others_wait_for_more(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.says("alice", "!notify 3")
    join(bot, "dave", "kevin")
    said = bot.pass_seconds(20)
    assert to("bob", said) == [TWO]
    assert to("alice", said) == []
    bot.says("carol", "!join")
    assert told(bot, 20, "alice") == [TWO.replace("2", "3")]


def test_a_later_number_counts_instead(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.says("bob", "!notify 3")
    join(bot, "dave", "kevin")
    assert told(bot, 100) == []
    assert watchers(bot) == ["bob"]


def test_off_ends_it(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert to("bob", bot.says("bob", "!notify OFF")) == [
        "I will not tell you when others join here."
    ]
    assert told(bot, 100) == []
    assert watchers(bot) == []


def test_anything_else_is_explained_and_changes_nothing(bot: OfflineBot) -> None:
    for words in ["", "1", "11", "0", "-2", "2.0", "two", "2 3", "٣", "off please", "100", "1e1"]:
        bot.says("bob", "!notify 4")
        assert to("bob", bot.says("bob", f"!notify {words}".strip())) == [USAGE]
        (only,) = watching_here(bot)
        assert only.many == 4


def test_players_alone_are_told(bot: OfflineBot) -> None:
    bot.comes("stranger")
    said = to("stranger", bot.says("stranger", "!notify 2"))
    assert said
    assert "I will tell you" not in said[0]
    assert watchers(bot) == []


def test_so_many_can_wait_in_a_channel(bot: OfflineBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "MOST_WATCHERS", 2)
    for nick in ("bob", "alice"):
        bot.says(nick, "!notify 9")
    said = bot.says("carol", "!notify 2")
    assert to("carol", said) == ["Too many people wait for that here already. Try again later."]
    assert "I will not" in to("carol", bot.says("carol", "!notify off"))[0]
    assert "I will" in to("bob", bot.says("bob", "!notify 5"))[0]
    assert "I will" in to("carol", bot.says("carol", "!notify 2", "#den"))[0]
    bot.says("alice", "!notify off")
    assert "I will" in to("carol", bot.says("carol", "!notify 2"))[0]


def test_the_list_does_not_grow_by_those_who_were_told(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "MOST_WATCHERS", 1)
    join(bot, "dave", "kevin")
    for nick in ("bob", "alice", "carol"):
        bot.says(nick, "!notify 2")
        bot.pass_seconds(20)
        assert watchers(bot) == [nick]


def test_who_is_renamed_is_still_told(bot: OfflineBot) -> None:
    """Without accounts nobody else can be known to be them; with the nick they are back."""
    bot.says("bob", "!notify 2")
    bot.renames("bob", "bob_away")
    join(bot, "dave", "kevin")
    assert bot.pass_seconds(100) == []
    bot.renames("bob_away", "bob")
    assert told(bot, 20) == [TWO]


def test_it_can_be_said_while_rounds_are_off(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.ops("dave")
    bot.says("dave", "!pontoon off")
    assert to("bob", bot.says("bob", "!notify off")) == [
        "I will not tell you when others join here."
    ]
