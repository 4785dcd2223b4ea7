"""Computer players: how they come to a table, and go."""

from pathlib import Path
from time import process_time

import pytest

from pontoon.games import GAMES
from tests.support.joins import dealt, in_channel, join, joined, to
from tests.support.offline_bot import CHANNEL, OfflineBot

ANN = "ann+#pontoon@127.0.0.1"
BOB = "bob+#pontoon@127.0.0.1"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return OfflineBot(tmp_path, "dave 1000, kevin 1000")


def of(folder: Path, **table: str) -> OfflineBot:
    """Return a bot in FOLDER with what TABLE says in that section."""
    return OfflineBot(folder, "dave 1000, kevin 1000", config={"table": table})


# Named for a round


@pytest.mark.parametrize("name", ["ann+", "+ann", "ANN+", "+Ann", ", ann+;"])
def test_a_computer_is_named_with_a_plus_on_either_side(bot: OfflineBot, name: str) -> None:
    (opening,) = in_channel(bot.says("dave", f"!pontoon dave {name}"))
    assert opening == "Shed Pontoon: dave, ann+ (computer) | place your bets"
    assert dealt(bot) == ["dave", ANN]


def test_a_computer_that_does_not_exist_is_told_with_those_that_do(bot: OfflineBot) -> None:
    for text in ("!pontoon dave zed+", "!join zed+", "!join", "!leave +zed"):
        said = bot.says("dave", text)
        if text != "!join":
            assert [each.line for each in said] == [
                "I have no computer player of that name: the three are ann+, bob+ and cat+."
            ]
    assert joined(bot) == ["dave"]


def test_no_more_of_them_play_than_config_says(tmp_path: Path) -> None:
    bot = of(tmp_path, computer_players="1")
    assert in_channel(bot.says("dave", "!pontoon dave ann+ bob+")) == [
        "No round: bob+ cannot play: at most 1 computer player can play in a round here"
    ]
    assert join(bot, "dave", game="ann+") == [
        "Shed Pontoon: dave, ann+ (computer) are in; !join, or !deal to begin; I deal in 60 s"
    ]
    assert to("dave", bot.says("dave", "!join bob+")) == [
        "bob+ cannot play: at most 1 computer player can play in a round here"
    ]
    assert to("dave", bot.says("dave", "!join ann+")) == ["ann+ (computer) is in already."]


def test_none_of_them_play_where_config_says_so(tmp_path: Path) -> None:
    bot = of(tmp_path, computer_players="0")
    assert in_channel(bot.says("dave", "!pontoon dave ann+")) == [
        "No round: ann+ cannot play: no computer players play here"
    ]
    assert join(bot, "dave", game="british") == [
        "British Pontoon: dave is in; 1 more is needed: !join"
    ]
    assert to("dave", bot.says("dave", "!join ann+")) == [
        "ann+ cannot play: no computer players play here"
    ]


@pytest.mark.parametrize("game", [each.name for each in GAMES])
def test_a_person_who_names_only_computers_plays_with_them(bot: OfflineBot, game: str) -> None:
    bot.says("dave", f"!{game} ann+ bob+")
    assert dealt(bot) == ["dave", ANN, BOB]


def test_a_stranger_who_names_only_a_computer_hears_how_to_become_a_player(
    bot: OfflineBot,
) -> None:
    bot.comes("zed")
    (line,) = in_channel(bot.says("zed", "!pontoon ann+"))
    assert line == "No round: zed is not a player yet; ask an admin of this bot"


def test_where_the_person_named_cannot_play_nothing_is_said_of_the_computer(
    bot: OfflineBot,
) -> None:
    (line,) = in_channel(bot.says("dave", "!pontoon zed ann+"))
    assert line.startswith("No round: zed ")
    assert "ann+" not in line


def test_a_computer_named_twice_does_not_play(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!pontoon dave ann+ +ann")) == [
        "No round: ann+ is named twice"
    ]


# Joining and leaving


def test_somebody_joins_together_with_a_computer(bot: OfflineBot) -> None:
    assert join(bot, "dave", game="british ann+") == [
        "British Pontoon: dave, ann+ (computer) are in; !join, or !deal to begin; I deal in 60 s"
    ]
    bot.says("dave", "!deal")
    assert sorted(dealt(bot)) == [ANN, "dave"]


def test_somebody_who_has_joined_has_a_computer_join_and_leave(bot: OfflineBot) -> None:
    join(bot, "dave")
    assert join(bot, "dave", game="bob+") == [
        "Shed Pontoon: dave, bob+ (computer) are in; !join, or !deal to begin; I deal in 60 s"
    ]
    assert to("dave", bot.says("dave", "!join bob+")) == ["bob+ (computer) is in already."]
    assert to("kevin", bot.says("kevin", "!leave bob+")) == [
        "Only people who have joined can send a computer away: say !join."
    ]
    assert to("dave", bot.says("dave", "!leave ann+, +bob")) == [
        "ann+ is not in. | bob+ gives up its place for the next rounds."
    ]
    bot.says("dave", "!join +BOB,")
    said = bot.says("dave", "!pontoon leave +bob")
    assert to("dave", said) == ["bob+ gives up its place for the next rounds."]
    assert joined(bot) == ["dave"]
    (line,) = in_channel(said)
    assert line.startswith("Shed Pontoon: dave is in; ")


def test_a_line_of_plus_signs_is_read_at_once(bot: OfflineBot) -> None:
    began = process_time()
    assert bot.says("dave", f"!leave {'+' * 19} x") == []
    assert process_time() - began < 1


def test_computers_go_when_the_last_person_goes(bot: OfflineBot) -> None:
    join(bot, "dave", game="ann+")
    join(bot, "kevin")
    bot.says("dave", "!leave")
    assert joined(bot) == [ANN, "kevin"]
    said = bot.says("kevin", "!leave")
    assert not bot.croupier().lineup.is_open
    assert in_channel(said) == ["Shed Pontoon: nobody is in; !join opens a table"]


@pytest.mark.parametrize("says", [("!leave",), ("!leave ann+", "!leave")])
def test_computers_who_have_left_are_not_dealt_to_again(
    bot: OfflineBot, says: tuple[str, ...]
) -> None:
    join(bot, "dave", game="ann+")
    bot.says("dave", "!deal")
    bot.stops_round()
    for each in says:
        bot.says("dave", each)
    assert in_channel(bot.says("dave", "!pontoon"))[0].startswith("Who plays? ")


def test_somebody_alone_with_computers_takes_the_table_to_another_game(bot: OfflineBot) -> None:
    join(bot, "dave", game="ann+")
    assert join(bot, "dave", game="british bob+") == [
        "British Pontoon: dave, bob+ (computer) are in; !join, or !deal to begin; I deal in 60 s"
    ]


def test_a_computer_whose_entry_has_been_removed_is_made_again(bot: OfflineBot) -> None:
    join(bot, "dave", game="ann+")
    bot.store.remove(ANN)
    bot.says("dave", "!deal")
    assert dealt(bot) == ["dave", ANN]


def test_people_who_wait_for_others_hear_of_computers_once(bot: OfflineBot) -> None:
    assert join(bot, "dave", game="british")[0].endswith(
        "; 1 more is needed: !join, or !join ann+ for a computer player"
    )
    join(bot, "kevin")
    said = bot.says("kevin", "!leave")
    assert in_channel(said)[0].endswith("; 1 more is needed: !join")
    bot.says("dave", "!leave")
    assert "!join ann+" in join(bot, "dave", game="british")[0]


def test_nobody_is_told_anything_for_a_computer(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave ann+ bob+")
    bot.tells("dave", "10")
    bot.pass_seconds(600)
    assert {each.target for each in bot.said} <= {CHANNEL, "dave"}
    assert bot.croupier().ask is None


def test_their_statistics_are_those_of_the_channel(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!pontoon stats +ann"))[0] == (
        "There is no player of that name."
    )
    bot.says("dave", "!pontoon dave ann+")
    bot.stops_round()
    for said in (bot.says("dave", "!pontoon stats +ann"), bot.tells("dave", "stats pontoon ann+")):
        assert "ann+: chips 1000, bank 0, played 0, won 0" in said[0].line
