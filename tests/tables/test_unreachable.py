"""Players whom nothing said in private reaches: the channel is told, once a round for each."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.short_timeouts import asked, in_channel, playing

WHY = "is in +g mode (server-side ignore)."


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave is to play, kevin waits, bob looks on."""
    return playing(tmp_path)


def bounces(bot: OfflineBot, nick: str, why: str = WHY) -> list[Said]:
    """Have the server say that something did not reach NICK; return what the bot says to that."""
    before = len(bot.said)
    bot.real_network.croupiers.cannot_reach(nick, why)
    return bot.said[before:]


def test_the_channel_is_told_what_is_wrong_and_what_follows(bot: OfflineBot) -> None:
    (said,) = bounces(bot, "dave")
    assert said.target == CHANNEL
    assert said.line == (
        "dave: my private messages do not reach you (is in +g mode server-side ignore), so "
        "you cannot see your cards. Allow messages from me, then say hand to me"
    )


def test_once_a_round_for_each(bot: OfflineBot) -> None:
    assert len(bounces(bot, "dave")) == 1
    assert bounces(bot, "DAVE", "again") == []
    assert len(bounces(bot, "kevin")) == 1
    bot.stops_round()
    bot.says("kevin", "!pontoon")
    assert len(bounces(bot, "dave")) == 1


def test_the_time_runs_on(bot: OfflineBot) -> None:
    bot.pass_seconds(100)
    bounces(bot, "dave")
    bot.pass_seconds(20)
    assert asked(bot) == "kevin"


def test_they_can_play_in_the_channel(bot: OfflineBot) -> None:
    bounces(bot, "dave")
    assert in_channel(bot.says("dave", "!twist")) == ["dave twists 3♠"]


@pytest.mark.parametrize("nick", ["bob", "nobody", CHANNEL, ""])
def test_nothing_is_said_of_others(bot: OfflineBot, nick: str) -> None:
    assert bounces(bot, nick) == []


def test_nor_of_who_is_out_or_has_left_the_round_or_of_anybody_after_it(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    assert bounces(bot, "kevin") == []
    bot.comes("kevin")
    bot.says("kevin", "!pontoon resign")
    assert bounces(bot, "kevin") == []
    bot.says("dave", "!pontoon resign")
    assert bounces(bot, "dave") == []


def test_a_player_is_known_under_a_new_nick(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_")
    assert bounces(bot, "dave") == []
    assert bounces(bot, "dave_")[0].line.startswith("dave: my private messages")


@pytest.mark.parametrize(
    ("why", "told"),
    [
        ("x" * 500, "x" * 80),
        ("a\x02b\x03\u202ec", "abc"),
        ("(s)tick (1-200) | Chips: dave 1", "stick 1-200 Chips: dave 1"),
        ("", ""),
    ],
)
def test_what_a_server_says_cannot_look_like_something_else(
    bot: OfflineBot, why: str, told: str
) -> None:
    (said,) = bounces(bot, "dave", why)
    assert f"you ({told})," in said.line or (not told and "you," in said.line)
