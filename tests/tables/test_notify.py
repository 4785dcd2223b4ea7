"""Who is told that so many have joined (the command notify)."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from pontoon.storage.channels import Watcher
from pontoon.tables import watchers as watching
from tests.support.joins import join, to
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot

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


def test_a_player_is_told_at_once_when_so_many_have_joined(bot: OfflineBot) -> None:
    assert to("bob", bot.says("bob", "!notify 2")) == [
        "I will tell you once when 2 have joined in #pontoon."
    ]
    bot.says("dave", "!join")
    assert told(bot, 100) == []
    assert to("bob", bot.says("kevin", "!join")) == [TWO]


def test_it_is_sent_behind_everything_else(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.pass_seconds(20)
    assert [each.urgency for each in bot.said if each.line == TWO] == [Priority.CHATTER]


def test_people_who_are_out_of_the_channel_do_not_count(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave")
    bot.leaves("dave")
    assert to("bob", bot.says("kevin", "!join")) == []
    assert to("bob", bot.comes("dave")) == [TWO]


def test_a_player_is_told_once(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    assert watchers(bot) == []
    join(bot, "alice")
    assert [each.line for each in bot.said].count(TWO) == 1


def test_the_answer_comes_before_the_notice(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.pass_seconds(100)
    will_tell = "I will tell you once when 2 have joined in #pontoon."
    assert to("bob", bot.says("bob", "!notify 2")) == [will_tell, TWO]
    assert told(bot, 3000) == []


def test_who_waits_is_kept_over_a_restart(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.starts_anew()
    bot.says("dave", "!join")
    assert to("bob", bot.says("kevin", "!join")) == [TWO]


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


def test_it_is_told_while_a_round_is_played_here(bot: OfflineBot) -> None:
    """There is a next round."""
    bot.says("bob", "!notify 2")
    bot.says("dave", "!pontoon dave kevin")
    bot.says("dave", "!join")
    assert to("bob", bot.says("kevin", "!join")) == [TWO]


def test_others_wait_for_more(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.says("alice", "!notify 3")
    bot.says("dave", "!join")
    said = bot.says("kevin", "!join")
    assert to("bob", said) == [TWO]
    assert to("alice", said) == []
    assert to("alice", bot.says("carol", "!join")) == [TWO.replace("2", "3")]


def test_a_later_number_counts_instead(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.says("bob", "!notify 3")
    join(bot, "dave", "kevin")
    assert told(bot, 100) == []
    assert watchers(bot) == ["bob"]


def test_off_ends_it(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    assert to("bob", bot.says("bob", "!notify OFF")) == [
        "I will not tell you when others join here."
    ]
    join(bot, "dave", "kevin")
    assert TWO not in [each.line for each in bot.said]
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
    monkeypatch.setattr(watching, "MAX_WATCHERS", 2)
    for nick in ("bob", "alice"):
        bot.says(nick, "!notify 9")
    said = bot.says("carol", "!notify 2")
    assert to("carol", said) == ["Too many people wait for that here already. Try again later."]
    assert "I will not" in to("carol", bot.says("carol", "!notify off"))[0]
    assert "I will" in to("bob", bot.says("bob", "!notify 5"))[0]
    assert "I will" in to("carol", bot.says("carol", "!notify 2", "#den"))[0]
    bot.says("alice", "!notify off")
    assert "I will" in to("carol", bot.says("carol", "!notify 2"))[0]


def test_who_is_renamed_is_still_told(bot: OfflineBot) -> None:
    """Without accounts nobody else can be known to be them; with the nick the next one counts."""
    bot.says("bob", "!notify 2")
    bot.renames("bob", "bob_away")
    join(bot, "dave", "kevin")
    assert TWO not in [each.line for each in bot.said]
    bot.renames("bob_away", "bob")
    assert to("bob", bot.says("alice", "!join")) == [TWO.replace("2", "3")]


def test_who_was_told_by_version_0_5_waits_for_nothing(bot: OfflineBot) -> None:
    place = bot.bot.config.irc.network, CHANNEL
    bot.bot.channels.put(*place, watchers=(Watcher("alice"),))
    bot.says("dave", "!join")
    assert to("alice", bot.says("kevin", "!join")) == []
    bot.says("bob", "!notify 3")
    assert watchers(bot) == ["bob"]


def test_who_has_a_seat_is_told_too(bot: OfflineBot) -> None:
    """Here or elsewhere: others want to play when their round is over."""
    bot.says("bob", "!notify 2")
    bot.says("bob", "!pontoon bob", "#den")
    bot.says("dave", "!join")
    assert to("bob", bot.says("kevin", "!join")) == [TWO]


def test_it_can_be_said_while_rounds_are_off(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    bot.ops("dave")
    bot.says("dave", "!pontoon off")
    assert to("bob", bot.says("bob", "!notify off")) == [
        "I will not tell you when others join here."
    ]
