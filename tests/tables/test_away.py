"""Players who seem away: the bot plays for them until they say something to it."""

import sys
from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import (
    GAMES,
    asked,
    begin,
    in_channel,
    lines,
    new_bot,
    playing,
    timers,
)

AWAY = "{} seems to be away: I play for them until they speak to me"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


@pytest.fixture
def away(tmp_path: Path) -> OfflineBot:
    """Dave has let two decisions go by, and is away; the round is over."""
    bot = new_bot(tmp_path, "5D 9C KH 9H 3S")
    for starter in ("dave", "kevin"):
        bot.says("dave", "hello")
        bot.says(starter, "!pontoon dave kevin")
        bot.tells("kevin", "10")
        said = bot.pass_seconds(120)
        bot.says("kevin", "!pontoon resign")
    assert in_channel(said)[-2:] == [
        "dave does not bet | kevin bets 10 | second cards are out | kevin to play",
        AWAY.format("dave"),
    ]
    private = " ".join(each.line for each in said if each.target == "dave")
    assert "optout" in private
    assert "say anything here" in private
    return bot


def has_time(bot: OfflineBot) -> bool:
    """Tell whether dave is asked in a new round, for which he was named."""
    bot.says("dave", "hello")
    bot.says("kevin", "!pontoon dave kevin")
    return bot.croupier().waiting.ask_of("dave") is not None


def test_who_is_away_is_played_for_at_once_and_that_is_not_said_again(away: OfflineBot) -> None:
    """Words to others are enough for being dealt in, but not for being waited for."""
    away.says("dave", "hello")
    said = away.says("kevin", "!pontoon dave kevin")
    assert lines(said)[:2] == [
        (CHANNEL, "Shed Pontoon: dave, kevin | dave does not bet | place your bets"),
        (CHANNEL, "dave sits out the next Shed Pontoon"),
    ]
    assert not any("Bet (" in line for target, line in lines(said) if target == "dave")


@pytest.mark.parametrize("said", ["hand", "50", "help", "bank", "what?", "set nickname D"])
def test_who_says_anything_to_the_bot_is_back(away: OfflineBot, said: str) -> None:
    away.tells("dave", said)
    assert has_time(away)


@pytest.mark.parametrize("said", ["!pontoon stats", "!games", "!bank"])
def test_so_is_who_says_a_command_in_the_channel(away: OfflineBot, said: str) -> None:
    away.says("dave", said)
    assert has_time(away)


@pytest.mark.parametrize("said", ["hello", "stick", "50"])
def test_but_not_who_talks_to_others(away: OfflineBot, said: str) -> None:
    away.says("dave", said)
    assert not has_time(away)


def test_a_word_has_them_waited_for_once_not_again_and_again(tmp_path: Path) -> None:
    """Silent once, a word, silent again: only a decision made in time ends a row of silence."""
    bot = playing(tmp_path, "8D 9C 8H 9H 10S 10D", away_after=1)
    bot.tells("dave", "p")
    bot.pass_seconds(80)
    bot.tells("dave", "hand")
    bot.pass_seconds(10)
    assert asked(bot) == "kevin"
    bot.says("kevin", "!pontoon resign")
    bot.tells("dave", "hand")
    bot.says("dave", "!pontoon dave kevin")
    bot.pass_seconds(89)
    assert bot.croupier().waiting.ask_of("dave") is not None
    bot.tells("dave", "hand")
    bot.tells("kevin", "10")
    bot.pass_seconds(1)
    assert bot.croupier().waiting.ask_of("dave") is None


def test_a_decision_in_time_ends_the_row(away: OfflineBot) -> None:
    away.tells("dave", "hand")
    assert has_time(away)
    away.tells("dave", "10")
    away.tells("kevin", "10")
    away.says("dave", "!pontoon resign")
    away.says("kevin", "!pontoon resign")
    assert has_time(away)


def test_a_move_begins_the_count_anew(tmp_path: Path) -> None:
    bot = playing(tmp_path, "5D 9C 2H 9H 2S 2C 10D", away_after=2)
    bot.says("kevin", "!pontoon leave")
    bot.tells("dave", "t")
    bot.pass_seconds(120)
    bot.says("kevin", "!pontoon dave kevin")
    bot.tells("dave", "10")
    bot.tells("kevin", "10")
    assert "away" not in " ".join(in_channel(bot.pass_seconds(120)))


@pytest.mark.parametrize(("after", "times"), [(1, 1), (3, 3), (0, 12)])
def test_how_many_decisions_it_takes_can_be_set(tmp_path: Path, after: int, times: int) -> None:
    bot = new_bot(tmp_path, away_after=after)
    for _ in range(times):
        assert AWAY.format("dave") not in " ".join(bot.heard_in(CHANNEL))
        bot.says("dave", "!pontoon dave")
        bot.pass_seconds(240)
    assert (AWAY.format("dave") in " ".join(bot.heard_in(CHANNEL))) == (after > 0)


def test_hands_are_played_for_who_is_away_too(tmp_path: Path) -> None:
    """The second of two split hands at once, as the first was let go by."""
    bot = playing(tmp_path, "8D 9C 8H 9H 10S 10D", away_after=1)
    bot.tells("dave", "p")
    said = in_channel(bot.pass_seconds(120))
    assert said[-2:] == [
        "dave sticks (hand 1) | dave sticks (hand 2) | kevin to play",
        AWAY.format("dave"),
    ]


# Everybody


@pytest.mark.parametrize("game", [game for game in GAMES if game != "shoot"])
def test_a_round_in_which_all_are_away_is_over_at_once(tmp_path: Path, game: str) -> None:
    """In Shoot Pontoon the banker, who has missed no decision yet, is asked for the kitty."""
    bot = new_bot(tmp_path, away_after=1)
    begin(bot, game, "dave kevin bob")
    bot.pass_seconds(1000)
    for nick in ("dave", "kevin", "bob"):
        bot.says(nick, "hello")
    bot.comes("oper")
    bot.says("oper", f"!{game} dave kevin bob")
    assert asked(bot) is None
    assert timers(bot) == 0
    assert bot.all_chips() == 3000


def test_a_full_table_that_is_out_is_played_for_in_one_go(tmp_path: Path) -> None:
    """As a loop: a hundred take no more of the stack than one, and few lines."""
    nicks = [f"p{number}" for number in range(100)]
    bot = OfflineBot(
        tmp_path,
        ", ".join(f"{nick} 1000" for nick in nicks),
        "8C 8D 8H 8S " * 90,
        {
            "shed": {"decks": "100"},
            "blackjack": {"decks": "100"},
            "table": {"grace": "0", "max_players": "100"},
        },
    )
    bot.says("p0", f"!pontoon {' '.join(nicks)}")
    for nick in nicks:
        bot.tells(nick, "1")
    for _ in range(4):
        bot.tells("p0", "p")
    for nick in reversed(nicks[1:]):
        bot.leaves(nick)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(stack_depth() + 120)
    try:
        said = [each.line for each in bot.leaves("p0")]
    finally:
        sys.setrecursionlimit(limit)
    assert asked(bot) is None
    results = [line for line in said if "high cards" in line]
    assert len(results) == 104
    played = " | ".join(said[: said.index(results[0])])
    assert played.count(" sticks") == 104
    assert said.index(results[0]) < 20


def stack_depth() -> int:
    """Return how deep the stack of the caller is."""
    frame, depth = sys._getframe(1), 0
    while frame.f_back is not None:
        frame, depth = frame.f_back, depth + 1
    return depth
