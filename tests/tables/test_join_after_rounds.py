"""What a table that people have joined does in a round and after it: what is told, who is dealt."""

from pathlib import Path

import pytest

from tests.support.joins import after, bet_and_stick, dealt, in_channel, is_playing, join, joined
from tests.support.offline_bot import BOT, Entry, OfflineBot

NICKS = ("dave", "kevin", "bob")
AGAIN = 20
"""So many seconds after a round the next one is dealt, where that is tried."""


def new_bot(folder: Path, **table: int) -> OfflineBot:
    config = {"table": {key: str(value) for key, value in table.items()}}
    return OfflineBot(folder, [*map(Entry, NICKS)], config=config)


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path)


# What the channel hears


def test_who_is_in_is_not_told_once_they_are_dealt_to(bot: OfflineBot) -> None:
    for nick in ("dave", "kevin"):
        bot.says(nick, "!join")
    bot.says("dave", "!deal")
    assert after(bot, 10) == []


def test_who_leaves_in_a_round_is_told_with_the_line_for_the_next_one(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    assert in_channel(bot.says("dave", "!leave")) == []
    assert after(bot, 2) == ["Shed Pontoon: kevin is in for the next round"]


def test_who_parts_is_told_with_the_line_while_none_is_played(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.parts("dave")
    assert after(bot, 2) == ["Shed Pontoon: kevin is in; !join, or !deal to begin; I deal in 56 s"]


def test_who_sits_a_round_out_is_told_without_the_line_for_the_next_one(tmp_path: Path) -> None:
    """The channel has heard who does not answer, and hears enough while others play."""
    bot = new_bot(tmp_path, turn_timeout=30)
    join(bot, "dave", "kevin", "bob")
    bot.says("dave", "!deal")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "min")
    heard = after(bot, 35)
    assert any("bob does not answer and sits this round out" in line for line in heard)
    assert is_playing(bot)
    assert not [line for line in heard if "for the next round" in line]


def test_the_rest_of_a_second_counts_as_one(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.pass_seconds(0.5)
    bot.says("kevin", "!leave")
    assert after(bot, 2) == ["Shed Pontoon: dave is in; !join, or !deal to begin; I deal in 56 s"]


def test_people_who_join_one_after_the_other_do_not_put_off_what_is_told(bot: OfflineBot) -> None:
    bot.says("dave", "!join")
    bot.pass_seconds(1.5)
    bot.says("kevin", "!join")
    assert after(bot, 0.5) == [
        "Shed Pontoon: dave, kevin are in; !join, or !deal to begin; I deal in 60 s"
    ]


def test_a_channel_that_the_bot_has_lost_is_told_nothing(bot: OfflineBot) -> None:
    for word in ("!join", "!leave"):
        bot.says("dave", word)
    bot.is_put_out()
    assert after(bot, 60) == []


def test_a_bot_that_is_back_in_a_round_does_not_say_who_is_in_for_the_next(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    join(bot, "bob")
    bot.is_put_out()
    bot.is_back([BOT, *NICKS])
    assert is_playing(bot)
    assert not [line for line in after(bot, 10) if "for the next round" in line]


# The next round


def test_who_joins_after_a_round_begins_no_other(bot: OfflineBot) -> None:
    """After a round only ``again`` or somebody deals."""
    join(bot, "dave")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    assert join(bot, "bob") == ["Shed Pontoon: dave, bob are in; !join, or !deal to begin"]
    assert after(bot, 3600) == []


def test_who_joins_after_a_round_does_not_prolong_the_wait_for_the_next(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=AGAIN)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.pass_seconds(10)
    assert join(bot, "bob") == [
        "Shed Pontoon: kevin, dave, bob are in; !join, or !deal to begin; I deal in 8 s"
    ]
    bot.pass_seconds(8)
    assert dealt(bot) == ["kevin", "dave", "bob"]


def test_no_round_follows_one_that_was_stopped_before_anybody_answered(tmp_path: Path) -> None:
    """What they decided in the round before does not count any more."""
    bot = new_bot(tmp_path, again=AGAIN)
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.says("dave", "!deal")
    bot.stops_round()
    assert not is_playing(bot)
    bot.pass_seconds(AGAIN)
    assert not is_playing(bot)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_nor_one_after_which_too_few_of_those_who_answered_are_in(
    tmp_path: Path, is_restarted: bool
) -> None:
    """It counts who is in now, and has answered."""
    bot = new_bot(tmp_path, again=AGAIN)
    join(bot, "dave", "kevin", game="british")
    bot.deals("dave", "!deal")
    join(bot, "bob")
    bot.says("dave", "!leave")
    bet_and_stick(bot)
    if is_restarted:
        bot.starts_anew()
    assert sorted(joined(bot)) == ["bob", "kevin"]
    bot.pass_seconds(AGAIN)
    assert not is_playing(bot)


def test_what_was_decided_for_the_silent_is_no_answer_after_a_restart(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, again=AGAIN)
    join(bot, "dave", "kevin", game="british")
    bot.says("dave", "!deal")
    bot.tells("kevin", "y")
    bot.pass_seconds(30)
    bot.dies()
    bot.starts()
    assert is_playing(bot)
    bot.says("dave", "!british leave")
    assert not is_playing(bot)
    assert sorted(joined(bot)) == ["dave", "kevin"]
    bot.pass_seconds(AGAIN)
    assert not is_playing(bot)


def test_who_leaves_under_another_nick_is_none_of_the_last_players_either(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin")
    bot.says("dave", "!deal")
    bet_and_stick(bot)
    bot.renames("dave", "dave_")
    for nick in ("dave_", "kevin"):
        bot.says(nick, "!leave")
    bot.renames("dave_", "dave")
    bot.says("bob", "!pontoon")
    assert not is_playing(bot)


def test_deal_behind_a_game_deals_that_game(bot: OfflineBot) -> None:
    for game in ("british", "pontoon"):
        bot.deals("dave", f"!{game} dave kevin")
        bet_and_stick(bot)
    bot.says("dave", "!british deal")
    assert is_playing(bot)
    assert bot.croupier().game == "british"


def test_a_table_that_got_enough_people_again_does_not_close(bot: OfflineBot) -> None:
    join(bot, "dave", "kevin", game="british")
    bot.deals("dave", "!deal")
    bet_and_stick(bot)
    bot.leaves("kevin")
    bot.pass_seconds(300)
    bot.comes("kevin")
    assert after(bot, 3600) == []
    assert sorted(joined(bot)) == ["dave", "kevin"]


def test_who_left_and_joined_again_is_one_of_the_last_players_again(bot: OfflineBot) -> None:
    """Their table has closed since, for want of others."""
    bot.says("dave", "!pontoon dave kevin")
    bet_and_stick(bot)
    bot.says("dave", "!leave")
    join(bot, "dave", game="british")
    bot.pass_seconds(600)
    assert not bot.croupier().joining.is_open
    bot.says("kevin", "!pontoon")
    assert dealt(bot) == ["kevin", "dave"]
