"""It is bad form for the player who is about to deal to propose another game."""

from pathlib import Path

import pytest

from tests.support.offline_bot import OfflineBot, Said

BAD_FORM = "It was {}'s turn to deal CUTwC Pontoon: it is good manners"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Bob has dealt for dave and kevin; dave deals next."""
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000, bob 1000")
    bot.says("bob", "!cutwc dave kevin bob")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "1")
    while (ask := bot.croupier().ask) is not None:
        bot.tells(ask.player, "s")
    return bot


def remarks(said: list[Said]) -> list[str]:
    return [each.line for each in said if "good manners" in each.line]


@pytest.mark.parametrize("command", ["!pontoon", "!british", "!shoot", "!blackjack"])
def test_the_player_about_to_deal_who_starts_another_game_is_told_so_and_it_starts(
    bot: OfflineBot, command: str
) -> None:
    said = bot.says("dave", f"{command} dave bob")
    assert said[0].line.startswith(BAD_FORM.format("dave"))
    assert bot.croupier().ask is not None


@pytest.mark.parametrize("nick", ["kevin", "bob", "eve"])
def test_nobody_else_is(bot: OfflineBot, nick: str) -> None:
    bot.comes("eve")
    assert remarks(bot.says(nick, "!pontoon dave bob kevin")) == []
    assert bot.croupier().ask is not None


@pytest.mark.parametrize("command", ["!cutwc", "!cutwc dave bob", "!cutwc bob kevin"])
def test_the_same_game_is_no_other_one_whoever_is_named(bot: OfflineBot, command: str) -> None:
    assert remarks(bot.says("dave", command)) == []


def test_the_dealer_is_known_whatever_the_case_of_the_nick_and_called_by_the_nickname(
    bot: OfflineBot,
) -> None:
    bot.tells("dave", "set nickname The Boss")
    bot.renames("dave", "DAVE")
    said = bot.says("DAVE", "!pontoon DAVE bob")[0].line
    assert said.startswith(BAD_FORM.format("The Boss"))


def test_nothing_is_said_of_a_game_that_does_not_start(bot: OfflineBot) -> None:
    assert remarks(bot.says("dave", "!pontoon nobody")) == []
    assert remarks(bot.says("dave", "!pontoon dave bob")) != []


def test_it_is_said_once_since_then_the_other_game_is_what_is_played(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave")
    bot.stops_round()
    assert remarks(bot.says("dave", "!blackjack dave")) == []


def test_a_round_that_was_stopped_moves_the_deal_too(bot: OfflineBot) -> None:
    bot.says("kevin", "!cutwc")
    bot.stops_round()
    assert remarks(bot.says("dave", "!pontoon dave")) == []
    bot.stops_round()
    bot.says("kevin", "!cutwc dave kevin bob")
    bot.stops_round()
    assert remarks(bot.says("dave", "!pontoon dave")) != []


def test_who_was_alone_or_with_computers_tries_out_other_games(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000")
    bot.says("dave", "!cutwc ann+")
    bot.stops_round()
    for command in ("!pontoon ann+", "!blackjack dave"):
        assert remarks(bot.says("dave", command)) == []
        bot.stops_round()
