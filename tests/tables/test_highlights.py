"""Whom a line in the channel calls: by the nick on IRC whoever is to act, others only by name."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pontoon.irc.outgoing import WORD_JOINER
from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, Said
from tests.support.short_timeouts import GAMES

PLAYERS = (
    Entry("dave", played=1, nickname="The Dealer's Friend"),
    Entry("kevin", played=1),
    Entry("bob", played=1),
)
TURN = {"table": {"highlights": "turn"}}


def dealt(bot: OfflineBot) -> OfflineBot:
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "50")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, who has a nickname, is to play 5♦ K♥; kevin has 9♣ 9♥."""
    return dealt(OfflineBot(tmp_path, PLAYERS, "5D 9C KH 9H 2D"))


@pytest.fixture
def quiet(tmp_path: Path) -> OfflineBot:
    """Deal the same where only whoever is to act is called."""
    return dealt(OfflineBot(tmp_path, PLAYERS, "5D 9C KH 9H 2D", TURN))


def in_channel(said: Sequence[Said]) -> list[str]:
    """Return what was said in the channel, with ``·`` for WORD JOINER."""
    return [each.line.replace(WORD_JOINER, "·") for each in said if each.target == CHANNEL]


def test_whose_turn_it_is_is_told_by_the_nick_then_by_the_name(bot: OfflineBot) -> None:
    assert bot.heard_in(CHANNEL)[-1].endswith(
        "The Dealer's Friend bets 50 | kevin bets 50 | second cards are out | "
        "dave (The Dealer's Friend) to play"
    )


def test_so_is_that_time_runs_out(bot: OfflineBot) -> None:
    said = in_channel(bot.pass_seconds(90))
    assert said == ["dave (The Dealer's Friend) has 30 s left to play"]


def test_and_whom_a_round_that_is_being_played_waits_for(bot: OfflineBot) -> None:
    assert in_channel(bot.says("bob", "!pontoon bob")) == [
        "A round of Shed Pontoon is already being played here | dave (The Dealer's Friend) to "
        "play | the round that bob asked for comes next"
    ]


def test_it_is_the_nick_that_they_have_at_that_moment(bot: OfflineBot) -> None:
    bot.renames("dave", "dave_afk")
    assert in_channel(bot.pass_seconds(90)) == [
        "dave_afk (The Dealer's Friend) has 30 s left to play"
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


@pytest.mark.parametrize("game", GAMES)
def test_by_default_no_line_has_a_word_joiner(tmp_path: Path, game: str) -> None:
    bot = OfflineBot(tmp_path, PLAYERS)
    bot.deals("dave", f"!{game} dave kevin bob")
    bot.pass_seconds(10_000)
    assert not any(WORD_JOINER in said.line for said in bot.said)


def test_with_turn_only_who_is_to_act_is_called(quiet: OfflineBot) -> None:
    assert in_channel(quiet.said) == [
        "Shed Pontoon: The Dealer's Friend, kev·in | place your bets",
        "The Dealer's Friend bets 50 | kev·in bets 50 | second cards are out | "
        "dave (The Dealer's Friend) to play",
    ]
    quiet.tells("dave", "t")
    assert in_channel(quiet.tells("dave", "s")) == ["The Dealer's Friend sticks | kevin to play"]
    assert in_channel(quiet.pass_seconds(90)) == ["kevin has 30 s left to play"]
    assert in_channel(quiet.tells("kevin", "s")) == [
        "kev·in sticks",
        "The Dealer's Friend: 5♦ K♥ 2♦ = 17 high cards, stake 50: loses 50",
        "kev·in: 9♣ 9♥ = 18 high cards, stake 50: wins the stake back",
        "Chips: The Dealer's Friend 950, kev·in 1000",
    ]


def test_with_turn_the_nick_that_a_player_had_calls_nobody_either(quiet: OfflineBot) -> None:
    """Many have it highlighted still; in their turn it stands behind the nick as it is."""
    quiet.renames("kevin", "kev")
    quiet.tells("dave", "t")
    assert in_channel(quiet.tells("dave", "s"))[0].endswith("kev (kevin) to play")
    assert in_channel(quiet.tells("kev", "s"))[0] == "ke·vin sticks"


def test_with_turn_who_a_round_waits_for_is_called_by_the_answer(quiet: OfflineBot) -> None:
    assert in_channel(quiet.says("kevin", "!pontoon kevin"))[0].endswith(
        "dave (The Dealer's Friend) to play | the round that kev·in asked for comes next"
    )


def test_with_turn_answers_in_the_channel_call_nobody(quiet: OfflineBot) -> None:
    (said,) = in_channel(quiet.says("bob", "!pontoon stats"))
    assert "1. b·ob: " in said.replace("bo·b", "b·ob")
    assert "da·ve (The Dealer's Friend)" in said
    (said,) = in_channel(quiet.says("bob", "!bank"))
    assert said == "bo·b: chips 1000, bank 0"


def test_with_turn_private_lines_are_plain(quiet: OfflineBot) -> None:
    assert quiet.tells("kevin", "s")[0].line == "It is The Dealer's Friend's turn to play."
    assert quiet.tells("dave", "stats kevin")[0].line.startswith("Shed Pontoon | kevin: chips")
    assert not any(WORD_JOINER in said.line for said in quiet.said if said.target != CHANNEL)


def test_nicks_copied_from_such_a_line_are_understood(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, PLAYERS, config=TURN)
    (said, *_) = bot.says("bob", f"!pontoon ke{WORD_JOINER}vin bo{WORD_JOINER}b")
    assert said.line.replace(WORD_JOINER, "") == "Shed Pontoon: kevin, bob | place your bets"
    assert "kevin: chips" in bot.tells("bob", f"stats ke{WORD_JOINER}vin")[0].line


def test_the_nick_of_the_bot_can_be_copied(tmp_path: Path) -> None:
    register = {"identity": {"self_registration": "yes"}}
    bot = OfflineBot(tmp_path, PLAYERS, config={**TURN, **register})
    bot.comes("zed")
    (said,) = bot.says("bob", "!pontoon zed")
    assert f"/msg {BOT} register" in said.line
    assert f"ze{WORD_JOINER}d is not a player yet" in said.line


def test_another_config_ini_holds_at_once(bot: OfflineBot) -> None:
    bot.adopts(TURN)
    bot.tells("dave", "t")
    assert in_channel(bot.says("bob", "!bank")) == ["bo·b: chips 1000, bank 0"]
    bot.adopts({})
    assert in_channel(bot.says("bob", "!bank")) == ["bob: chips 1000, bank 0"]
