"""What a table that people have joined waits for: while the bot is away, and over restarts."""

from collections.abc import Callable
from pathlib import Path

import pytest

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
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot
from tests.support.play_rounds import full_disk
from tests.support.short_timeouts import timers

NICKS = ("dave", "kevin", "bob")


def new_bot(folder: Path, **table: int) -> OfflineBot:
    config = {"table": {key: str(value) for key, value in table.items()}}
    return OfflineBot(folder, [*map(Entry, NICKS)], config=config)


def after_a_round(folder: Path) -> OfflineBot:
    """Have dave and kevin join and play a round; the next one is due after 20 seconds."""
    bot = new_bot(folder, again=20)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    return bot


@pytest.mark.parametrize("game", ["pontoon", "british"])
def test_who_is_not_dealt_to_yet_is_told_once_and_dealt_to_when_that_is_over(
    tmp_path: Path, game: str
) -> None:
    bot = new_bot(tmp_path, join_wait=5)
    bot.deals("bob", f"!{game} dave kevin")
    for nick in ("dave", "kevin"):
        bot.says(nick, f"!{game} stop")
    assert "not dealt to here for 2 minutes" in bot.heard_in(CHANNEL)[-1]
    join(bot, "dave", "kevin", game=game)
    said = after(bot, 117.9)
    assert [line for line in said if line.startswith("No round: ")] == said
    assert len(said) == 1
    assert not is_playing(bot)
    bot.pass_seconds(0.1)
    assert is_playing(bot)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path)


# The first round


def test_a_table_waits_while_the_bot_is_out_and_then_for_the_whole_time(bot: OfflineBot) -> None:
    """Nobody could join meanwhile."""
    join(bot, "dave", "kevin")
    bot.pass_seconds(50)
    bot.is_put_out()
    assert after(bot, 600) == []
    bot.is_back([BOT, *NICKS])
    assert after(bot, 2) == [
        "Shed Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 58 s"
    ]
    assert after(bot, 57.9) == []
    bot.pass_seconds(0.1)
    assert dealt(bot) == ["dave", "kevin"]


@pytest.mark.parametrize("stop", [OfflineBot.stops, OfflineBot.dies])
def test_a_new_table_waits_on_after_a_restart(
    bot: OfflineBot, stop: Callable[[OfflineBot], None]
) -> None:
    join(bot, "kevin", "dave")
    bot.pass_seconds(50)
    stop(bot)
    bot.starts()
    assert after(bot, 2) == [
        "Shed Pontoon: kevin, dave are in; !join, or !deal to begin; I deal in 58 s"
    ]
    bot.pass_seconds(58)
    assert dealt(bot) == ["kevin", "dave"]


def test_a_table_that_has_played_does_not_deal_by_itself_after_a_restart(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.starts_anew()
    assert after(bot, 3600) == []
    bot.says("dave", "!deal")
    assert dealt(bot) == ["kevin", "dave"]


def test_a_round_and_those_who_wait_for_the_next_one_outlast_a_restart(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    join(bot, "bob")
    bot.starts_anew()
    assert is_playing(bot)
    bet_and_stick(bot)
    bot.says("dave", "!deal")
    assert dealt(bot) == ["kevin", "dave", "bob"]


def test_the_wait_begins_anew_when_there_are_enough_again(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", game="british")
    bot.pass_seconds(50)
    bot.leaves("kevin")
    assert after(bot, 60) == []
    bot.comes("kevin")
    bot.pass_seconds(59.9)
    assert not is_playing(bot)
    bot.pass_seconds(0.1)
    assert is_playing(bot)


def test_three_times_the_wait_counts_from_when_there_were_enough(bot: OfflineBot) -> None:
    join(bot, "dave", game="british")
    bot.pass_seconds(500)
    join(bot, "kevin")
    bot.pass_seconds(57.9)
    assert not is_playing(bot)
    bot.pass_seconds(0.1)
    assert is_playing(bot)


def test_nobody_prolongs_the_wait_by_leaving_and_joining(bot: OfflineBot) -> None:
    join(bot, "dave")
    for _ in range(4):
        bot.pass_seconds(36)
        bot.says("kevin", "!leave")
        join(bot, "kevin")
    assert not is_playing(bot)
    bot.pass_seconds(180 - 2 - 4 * 38)
    assert is_playing(bot)


def test_a_table_that_could_not_be_dealt_to_waits_for_the_next_who_joins(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.ops("bob")
    bot.says("bob", "!pontoon off")
    assert after(bot, 1200) == []
    bot.says("bob", "!pontoon on")
    assert after(bot, 1200) == []
    join(bot, "bob")
    bot.pass_seconds(57.9)
    assert not is_playing(bot)
    bot.pass_seconds(0.1)
    assert dealt(bot) == ["dave", "kevin", "bob"]


# Too few


def test_the_ten_minutes_begin_anew_when_the_bot_is_back(bot: OfflineBot) -> None:
    join(bot, "dave", game="british")
    bot.pass_seconds(590)
    bot.is_put_out()
    bot.pass_seconds(600)
    bot.is_back([BOT, *NICKS])
    bot.pass_seconds(599.9)
    assert joined(bot) == ["dave"]
    assert after(bot, 0.1) == [
        "British Pontoon: the table closes, since too few joined; !join opens it again"
    ]


def test_a_table_that_nobody_has_come_back_to_closes(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    for nick in ("dave", "kevin"):
        bot.leaves(nick)
    bot.starts_anew()
    assert after(bot, 600) == [
        "Shed Pontoon: the table closes, since too few joined; !join opens it again"
    ]
    bot.starts_anew()
    assert in_line(bot) == []


def test_a_table_that_closes_says_nothing_else(bot: OfflineBot) -> None:
    join(bot, "dave", game="british")
    bot.leaves("dave")
    bot.pass_seconds(597)
    bot.says("bob", "!join")
    bot.says("bob", "!leave")
    assert after(bot, 3) == [
        "British Pontoon: the table closes, since too few joined; !join opens it again"
    ]


# Games that are no longer dealt


def test_a_table_of_a_game_that_operators_shut_closes(bot: OfflineBot) -> None:
    """Else nobody could play anything: it could not be dealt to, and stood in the way."""
    join(bot, "dave", "kevin", game="british")
    bot.ops("bob")
    said = in_channel(bot.says("bob", "!pontoon set games pontoon"))
    assert said[0] == "British Pontoon: the table closes, since it is not dealt here any more"
    assert in_line(bot) == []
    bot.says("bob", "!pontoon bob kevin")
    assert dealt(bot) == ["bob", "kevin"]


def test_it_closes_after_the_round_that_is_played(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bot.ops("bob")
    bot.says("bob", "!pontoon set games british")
    assert after(bot, 10) == []
    bet_and_stick(bot)
    assert in_line(bot) == []


# Going on


def test_it_is_dealt_again_by_itself(tmp_path: Path) -> None:
    bot = after_a_round(tmp_path)
    assert after(bot, 19.9) == []
    bot.pass_seconds(0.1)
    assert dealt(bot) == ["kevin", "dave"]


def test_it_is_not_while_nobody_answers(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=20)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bot.pass_seconds(1000)
    assert not is_playing(bot)
    assert in_line(bot) == []


def test_nor_while_fewer_than_the_least_number_answer(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=20)
    join(bot, "dave", "kevin", "bob", game="british")
    bot.says("dave", "!deal")
    bot.tells("dave", "y")
    while is_playing(bot):
        bot.pass_seconds(30)
    join(bot, "kevin", "bob")
    assert len(joined(bot)) == 3
    bot.pass_seconds(100)
    assert not is_playing(bot)


def test_nor_when_too_few_are_left(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=20)
    join(bot, "dave", "kevin", game="british")
    bot.deals("dave", "!deal")
    bet_and_stick(bot)
    bot.says("kevin", "!leave")
    bot.pass_seconds(30)
    assert not is_playing(bot)


def test_who_has_answered_in_a_round_of_named_players_goes_on_too(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=20)
    bot.says("dave", "!pontoon dave kevin")
    join(bot, "kevin", "bob")
    bet_and_stick(bot)
    bot.pass_seconds(20)
    assert dealt(bot) == ["kevin", "bob"]


def test_play_goes_on_after_a_netsplit_or_while_the_bot_was_out(tmp_path: Path) -> None:
    """As a new table does: all who have joined still sit there."""
    bot = after_a_round(tmp_path)
    for nick in ("dave", "kevin"):
        bot.leaves(nick)
    bot.pass_seconds(30)
    for nick in ("dave", "kevin"):
        bot.comes(nick)
    bot.is_put_out()
    bot.pass_seconds(30)
    bot.is_back([BOT, *NICKS])
    assert not is_playing(bot)
    bot.pass_seconds(20)
    assert dealt(bot) == ["kevin", "dave"]


@pytest.mark.parametrize("stop", [OfflineBot.stops, OfflineBot.dies])
def test_play_goes_on_after_a_restart_between_rounds(
    tmp_path: Path, stop: Callable[[OfflineBot], None]
) -> None:
    bot = after_a_round(tmp_path)
    stop(bot)
    bot.starts()
    assert after(bot, 19.9) == []
    bot.pass_seconds(0.1)
    assert dealt(bot) == ["kevin", "dave"]


def test_play_goes_on_after_a_round_in_which_the_bot_was_killed(tmp_path: Path) -> None:
    """Who has answered before is in the database."""
    bot = new_bot(tmp_path, again=20)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    for nick, move in [("dave", "bet 10"), ("kevin", "bet 10"), ("dave", "stick")]:
        bot.tells(nick, move)
    bot.dies()
    bot.starts()
    bot.says("kevin", "!pontoon leave")
    assert not is_playing(bot)
    bot.pass_seconds(20)
    assert dealt(bot) == ["kevin", "dave"]


def test_it_does_not_after_a_restart_while_nobody_answers(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=20)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bot.dies()
    bot.starts()
    bot.pass_seconds(1000)
    assert not is_playing(bot)


def test_nothing_is_dealt_by_itself_while_rounds_are_off(tmp_path: Path) -> None:
    bot = after_a_round(tmp_path)
    bot.ops("bob")
    bot.says("bob", "!pontoon off")
    assert after(bot, 100) == []
    assert not is_playing(bot)


# A database that cannot be written


def test_a_deal_that_cannot_be_written_is_told_when_it_can(tmp_path: Path) -> None:
    bot = after_a_round(tmp_path)
    before = in_line(bot)
    with full_disk():
        assert after(bot, 30) == []
        (line,) = in_channel(bot.looks())
        assert line.startswith("Play pauses because I cannot save the game (")
        assert after(bot, 500) == []
    assert in_channel(bot.looks())[0].startswith("Shed Pontoon: kevin, dave | ")
    assert dealt(bot) == before


def test_a_new_table_whose_deal_was_never_written_is_still_new(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    with full_disk():
        assert bot.says("dave", "!deal") == []
        bot.dies()
    bot.starts()
    assert not is_playing(bot)
    bot.pass_seconds(60)
    assert dealt(bot) == ["dave", "kevin"]


@pytest.mark.parametrize("command", ["!join", "!leave", "!notify 2", "!notify off"])
def test_of_what_cannot_be_kept_nobody_hears_and_then_it_is_refused(
    bot: OfflineBot, command: str
) -> None:
    """Killed now, the bot knows nothing of it."""
    join(bot, "dave")
    who = "kevin" if command == "!join" else "dave"
    if command == "!notify off":
        bot.says("dave", "!notify 3")
    notes, here = bot.bot.channels, (bot.croupier().known_as, CHANNEL)
    before = notes.of(*here).lineup, notes.of(*here).watchers
    with full_disk():
        assert bot.says(who, command) == []
        (refusal,) = bot.says(who, command)
        assert refusal.target == who
        assert refusal.line.startswith("I did not do that because I cannot save it (")
        bot.dies()
    bot.starts()
    notes = bot.bot.channels
    assert joined(bot) == ["dave"]
    assert (notes.of(*here).lineup, notes.of(*here).watchers) == before
    bot.says(who, command)
    bot.dies()
    bot.starts()
    assert joined(bot) == {"!join": ["dave", "kevin"], "!leave": []}.get(command, ["dave"])


# Timers


def test_nothing_is_waited_for_when_everybody_has_left(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    for nick in ("dave", "kevin"):
        bot.says(nick, "!leave")
    bot.pass_seconds(2)
    assert timers(bot) == 0


def test_nothing_is_waited_for_in_a_channel_that_the_bot_has_given_up(bot: OfflineBot) -> None:
    bot.says("bob", "!notify 2")
    join(bot, "dave", "kevin")
    bot.adopts({"irc": {"channels": "#other"}})
    assert timers(bot) == 0


def test_a_channel_that_the_bot_has_given_up_has_no_table_when_it_is_back(bot: OfflineBot) -> None:
    bot.says("dave", "!join")
    bot.adopts({"irc": {"channels": "#other"}})
    assert in_channel(bot.pass_seconds(10)) == []
    bot.adopts({"irc": {"channels": "#pontoon"}})
    assert in_line(bot) == []


# In a channel where rounds are off


def test_a_place_can_be_given_up_while_rounds_are_off(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.ops("bob")
    bot.says("bob", "!pontoon off")
    assert to("dave", bot.says("dave", "!leave")) == ["You give up your place for the next rounds."]
    assert joined(bot) == ["kevin"]
    assert in_channel(bot.pass_seconds(600)) == []
