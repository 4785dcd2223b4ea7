"""A game takes one new file and its place in the list: the one in docs/adding-a-game.md is played.

The program is imported afresh, with that game in it, so that all that is made of the list of games
when a module is imported is made of six.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from tests.support.repository import ROOT

DOCUMENT = ROOT / "docs" / "adding-a-game.md"

Opened = Callable[..., Any]
"""Opens an OfflineBot of the program with six games."""

HAND = "10C 5D KH 4S 9C 8D 7H"


def the_example() -> str:
    """Return the game that the document shows."""
    (example,) = re.findall(r"^```python\n(.*?)^```$", DOCUMENT.read_text("utf-8"), re.M | re.S)
    return str(example)


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Opened]:
    """Import the program with one new file and one line more."""
    folder = tmp_path_factory.mktemp("games")
    (folder / "nearest.py").write_text(the_example(), "utf-8")
    afresh = [name for name in sys.modules if name.partition(".")[0] in ("pontoon", "tests")]
    with patch.dict(sys.modules):
        for name in afresh:
            del sys.modules[name]
        games: Any = import_module("pontoon.games")
        games.__path__.append(str(folder))
        games.GAMES = (*games.GAMES, import_module("pontoon.games.nearest").NearestTo21)
        yield import_module("tests.support.offline_bot").OfflineBot


@pytest.fixture
def bot(opened: Opened, tmp_path: Path) -> Any:
    return opened(tmp_path, cards=HAND, config={"nearest": {"max_bet": "20"}})


def lines(said: list[Any]) -> list[str]:
    """Return what was SAID, with whom it was said to."""
    return [f"{each.target}: {each.line}" for each in said]


def play_a_round(bot: Any) -> list[str]:
    """Have dave and kevin play a round that dave wins with 20; return what is said in the end."""
    bot.says("dave", "!nearest dave kevin")
    for nick, move in (("dave", "max"), ("kevin", "5"), ("dave", "s"), ("kevin", "t")):
        bot.tells(nick, move)
    return lines(bot.tells("kevin", "s"))


def test_it_is_started_and_asks_for_bets(bot: Any) -> None:
    assert lines(bot.says("dave", "!nearest dave kevin")) == [
        "#pontoon: Nearest to 21: dave, kevin | dave to bet",
        "dave: Bet (1-20)? You have 1000 chips",
    ]


def test_its_moves_are_made_and_refused_with_the_reason(bot: Any) -> None:
    bot.says("dave", "!nearest dave kevin")
    bot.tells("dave", "20")
    assert lines(bot.tells("kevin", "5"))[-1] == (
        "dave: kevin bets 5, twists 5♦, twists 4♠. "
        "10♣ K♥ = 20: (s)tick (t)wist. Stake 20, chips 980"
    )
    bot.says("dave", "!stick")
    assert lines(bot.tells("kevin", "s")) == [
        "kevin: You can't stick below 12. 5♦ 4♠ = 9: (t)wist. Stake 5, chips 995"
    ]


def test_a_round_in_which_nobody_bets_is_void(bot: Any) -> None:
    """And not settled: nobody has played, and no card was dealt."""
    bot.says("dave", "!nearest dave kevin")
    bot.says("dave", "!nearest leave")
    told = lines(bot.says("kevin", "!nearest leave"))
    assert "nobody has bet" in " ".join(told).lower()
    assert not bot.in_file("dave").stats_in("nearest").played


def test_its_results_and_balances_are_told(bot: Any) -> None:
    assert play_a_round(bot)[-5:] == [
        "#pontoon: dave: 10♣ K♥ = 20 points, stake 20: wins 20",
        "#pontoon: kevin: 5♦ 4♠ 9♣ = 18 points, stake 5: loses 5",
        "#pontoon: Chips: dave 1020, kevin 995",
        "dave: You win 20: 1020 chips.",
        "kevin: You lose 5: 995 chips.",
    ]


def test_it_has_an_element_in_players_xml_once_it_was_played(bot: Any) -> None:
    play_a_round(bot)
    saved = bot.players_xml.read_text("utf-8")
    assert "<nearest><played>1</played><won>1</won><standing streak=" in saved
    assert bot.in_file("dave").stats_in("nearest").won == 1
    assert bot.in_file("kevin").stats_in("nearest").played == 1


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("<won>x</won>", "line 2: won is 'x': it must be a whole number, 0 or more"),
        ("<won>1</won><won>1</won>", "line 2: this is a second won for the same player"),
        ("<won>1</won>one", "line 2: 'one' in nearest is outside any element"),
    ],
)
def test_its_element_is_checked_like_the_others(bot: Any, wrong: str, reason: str) -> None:
    """Although the schema that ships with the program does not have it."""
    play_a_round(bot)
    bot.edit("<won>1</won><standing", f"{wrong}<standing")
    bot.pass_seconds(60)
    assert bot.log[-1] == f"players.xml: {reason}"


def test_it_has_statistics_help_and_rules(bot: Any) -> None:
    play_a_round(bot)
    said = {what: lines(bot.says("dave", f"!nearest {what}")) for what in ("help", "rules")}
    assert lines(bot.says("dave", "!nearest stats")) == [
        "#pontoon: 1. dave: chips 1020, bank 0, played 1, won 1, ratio 100% | "
        "2. kevin: chips 995, bank 0, played 1, won 0, ratio 0%"
    ]
    assert said["help"][0].startswith("#pontoon: Nearest to 21: !nearest NICK NICK ... deals")
    assert "a move: s or stick, t or twist" in " ".join(said["help"])
    assert said["rules"] == [
        "#pontoon: Nearest to 21: come as near to 21 as you can, but not over it. Twist for a "
        "card, or stick. I am sending you the full rules in private.",
        "dave: Nearest to 21: Bet 1 to 20. Two cards each. Twist, or stick from 12 on.",
    ]


def test_it_is_in_the_list_of_games(bot: Any) -> None:
    (games,) = lines(bot.says("dave", "!games"))
    assert ", Nearest to 21 (!nearest). " in games


def test_nobody_can_be_called_what_it_is_called(bot: Any) -> None:
    (refused,) = lines(bot.tells("dave", "set nickname Nearest to 21"))
    assert refused == "dave: That is the name of a game; choose another."


def test_it_is_left_and_dealt_again_as_others_are(bot: Any) -> None:
    bot.says("dave", "!nearest dave kevin")
    assert lines(bot.says("dave", "!nearest stop"))[0].startswith("dave: A round that is dealt is ")
    bot.stops_round()
    assert lines(bot.says("kevin", "!nearest"))[0].startswith(
        "#pontoon: Nearest to 21: kevin, dave"
    )
    bot.tells("kevin", "7")
    assert lines(bot.says("kevin", "!nearest resign"))[0].startswith(
        "#pontoon: kevin leaves the round, losing 7"
    )


@pytest.mark.parametrize(
    ("keys", "fault"),
    [
        ({"max_bet": "0"}, "[nearest] max_bet: '0' is not a whole number from 1 to 1000000"),
        ({"max_bte": "5"}, "[nearest] max_bte: unknown key; did you mean max_bet?"),
        ({"decks": "1", "marker": "60-75"}, "60-75 goes beyond the shoe of 52 cards"),
    ],
)
def test_its_section_of_config_ini_is_read(
    opened: Opened, tmp_path: Path, keys: Mapping[str, str], fault: str
) -> None:
    with pytest.raises(Exception, match=re.escape(fault)):
        opened(tmp_path, config={"nearest": keys})


def test_its_imports_are_in_the_order_that_ruff_wants() -> None:
    for statement in ast.walk(ast.parse(the_example())):
        if isinstance(statement, ast.ImportFrom):
            names = [each.name for each in statement.names]
            assert names == sorted(names)
