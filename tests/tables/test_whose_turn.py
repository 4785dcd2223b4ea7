"""Whose turn it is: told by the nick on IRC, others are told of by name."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Entry, OfflineBot, Said

PLAYERS = (
    Entry("dave", played=1, nickname="The Dealer's Friend"),
    Entry("kevin", played=1),
    Entry("bob", played=1),
)


def dealt(bot: OfflineBot) -> OfflineBot:
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "50")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, who has a nickname, is to play 5♦ K♥; kevin has 9♣ 9♥."""
    return dealt(OfflineBot(tmp_path, PLAYERS, "5D 9C KH 9H 2D"))


def in_channel(said: Sequence[Said]) -> list[str]:
    return [each.line for each in said if each.target == CHANNEL]


def test_whose_turn_it_is_is_told_by_the_nick_then_by_the_name(bot: OfflineBot) -> None:
    assert bot.heard_in(CHANNEL)[-1].endswith(
        "The Dealer's Friend bets 50 | kevin bets 50 | second cards are out | "
        "dave (The Dealer's Friend) to play"
    )


def test_so_is_that_time_runs_out(bot: OfflineBot) -> None:
    said = in_channel(bot.pass_seconds(45))
    assert said == ["dave (The Dealer's Friend) has 45 s left to play"]


def test_and_whom_a_round_that_is_being_played_waits_for(bot: OfflineBot) -> None:
    assert in_channel(bot.says("bob", "!pontoon bob")) == [
        "A round of Shed Pontoon is already being played here | dave (The Dealer's Friend) to play"
    ]


def test_it_is_the_nick_that_they_have_at_that_moment(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_afk")
    assert in_channel(bot.pass_seconds(45)) == [
        "dave_afk (The Dealer's Friend) has 45 s left to play"
    ]
    bot.renames("kevin", "kev")
    bot.tells("dave_afk", "t")
    assert in_channel(bot.tells("dave_afk", "s")) == [
        "The Dealer's Friend sticks | kev (kevin) to play"
    ]


def test_who_is_out_of_the_channel_has_only_a_name(bot: OfflineBot) -> None:
    bot.renames("kevin", "kev")
    bot.leaves("kev")
    bot.tells("dave", "t")
    assert in_channel(bot.tells("dave", "s")) == ["The Dealer's Friend sticks | kevin to play"]


def test_who_has_taken_the_nick_of_a_player_is_not_meant(bot: OfflineBot) -> None:
    bot.renames("kevin", "kev")
    bot.renames("bob", "kevin")
    bot.tells("dave", "t")
    assert in_channel(bot.tells("dave", "s"))[0].endswith("kev (kevin) to play")
