"""Statistics and help are of what is staked in a game: chips, fingers of drink, or minutes."""

from pathlib import Path

import pytest

from pontoon.games import GAMES, Game
from pontoon.games.blackjack import BlackJack
from pontoon.games.british import BritishPontoon
from pontoon.games.cutwc import CutwcPontoon
from pontoon.games.shed import ShedPontoon
from pontoon.games.shoot import ShootPontoon
from pontoon.text import help_pages
from tests.support.offline_bot import Entry, OfflineBot

PLAYERS = (
    Entry(
        "dave",
        10,
        5,
        records="<cutwc><played>4</played><won>1</won><drinks>9</drinks></cutwc>"
        "<blackjack><played>2</played><won>1</won><minutes>40</minutes><time_bank>7</time_bank>"
        "<day>20261120</day></blackjack>",
    ),
    Entry("kevin", 20, records="<blackjack><played>2</played><won>1</won></blackjack>"),
)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, PLAYERS)


def test_statistics_are_of_what_is_staked(bot: OfflineBot) -> None:
    for game, line in [
        ("pontoon", "dave: chips 10, bank 5, played 0, won 0"),
        ("british", "dave: chips 10, bank 5, played 0, won 0"),
        ("shoot", "dave: chips 10, bank 5, played 0, won 0"),
        ("cutwc", "dave: drinks 9, played 4, won 1, ratio 25%"),
        ("blackjack", "dave: minutes 40, time bank 7, played 2, won 1, ratio 50%"),
    ]:
        assert bot.says("kevin", f"!{game} stats dave")[0].line == line
        assert bot.tells("kevin", f"stats {game} dave")[0].line == line


def test_minutes_are_those_of_today(bot: OfflineBot) -> None:
    """Kevin's account is of no day yet, and dave's of the day before."""
    assert "minutes 60, time bank 0" in bot.says("dave", "!blackjack stats kevin")[0].line
    bot.pass_seconds(12 * 3600)
    assert "minutes 60, time bank 7" in bot.says("dave", "!blackjack stats dave")[0].line


def test_among_equals_whoever_can_stake_more_is_better(bot: OfflineBot) -> None:
    (said,) = bot.says("dave", "!blackjack stats")
    assert said.line.startswith("1. kevin: minutes 60, ")
    bot.edit("<minutes>40<", "<minutes>61<")
    (said,) = bot.says("dave", "!blackjack stats")
    assert said.line.startswith("1. dave: minutes 61, ")


def test_without_a_time_bank_there_is_none_in_the_statistics(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, PLAYERS, config={"blackjack": {"time_bank": "no"}})
    line = "dave: minutes 40, played 2, won 1, ratio 50%"
    assert bot.says("kevin", "!blackjack stats dave")[0].line == line


def help_on(game: Game) -> str:
    return " ".join(help_pages.long_help(game, "!"))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_help_is_about_the_game_it_was_asked_of(bot: OfflineBot, game: Game) -> None:
    command = f"!{game.name}"
    in_channel, *in_private = bot.says("dave", f"{command} help")
    assert in_channel.line.startswith(f"{game.title}: {command} NICK")
    assert " ".join(said.line for said in in_private).startswith(f"{game.title}: {command} NICK")
    others = {f"!{other.name} " for other in GAMES} - {f"{command} "}
    assert not any(other in help_on(game) for other in others)


def test_what_help_says_can_be_said_in_the_channel_is_understood(bot: OfflineBot) -> None:
    """Each command in it that is no move has an answer when nothing is being played."""
    for game in GAMES:
        _, _, listed = help_on(game).rpartition("In a channel: ")
        for command in listed.rstrip(".").split(", "):
            assert bot.says("dave", command), command


@pytest.mark.parametrize(
    ("game", "there", "not_there"),
    [
        (ShedPontoon, ("A bet: 50", "u or burn", "!bet 50, !stick", "!bank"), ("hit", "time")),
        (
            BritishPontoon,
            ("A bet: 50", "t or draw", "sell bank to", "accept", "!british banker"),
            ("burn", "kitty", "time"),
        ),
        (ShootPontoon, ("o or shoot", "kitty 50", "bid 30", "!shoot banker"), ("burn", "time")),
        (CutwcPontoon, ("A bid: 2", "t or twist", "!bid 2, !stick"), ("!bank", "chips", "burn")),
        (
            BlackJack,
            ("A bet: 2", "h or hit", "d or double", "y or n", "!bet 2, !hit", "deposit 5", "!time"),
            ("!bank", "chips", "stick", "twist"),
        ),
    ],
)
def test_help_tells_the_moves_and_stakes_of_the_game(
    game: Game, there: tuple[str, ...], not_there: tuple[str, ...]
) -> None:
    told = help_on(game)
    assert [word for word in there if word not in told] == []
    assert [word for word in not_there if word in told] == []


def test_a_bid_may_be_said_with_the_word_of_the_question(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, PLAYERS)
    bot.says("dave", "!cutwc dave kevin")
    assert "dave bids 2" in bot.tells("dave", "bid 2")[0].line
