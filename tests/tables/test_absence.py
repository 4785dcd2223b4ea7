"""Players who leave the channel: a grace period, not more than one, and no penalty besides."""

from pathlib import Path

import pytest

from pontoon.irc.outgoing import Priority
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot
from tests.support.short_timeouts import (
    GAMES,
    PLAYERS,
    asked,
    auction,
    begin,
    in_channel,
    new_bot,
    playing,
    timers,
)

GONE = "{} is gone: 60 s to come back"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


# Gone


def test_the_channel_is_told_who_is_gone_and_for_how_long_that_may_be(bot: OfflineBot) -> None:
    (said,) = bot.leaves("kevin")
    assert (said.target, said.line) == (CHANNEL, GONE.format("kevin"))


def test_once_a_round_however_often_they_go(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    for _ in range(3):
        bot.comes("kevin")
        assert bot.leaves("kevin") == []
    bot.comes("kevin")
    bot.says("kevin", "!pontoon resign")
    bot.says("dave", "!pontoon resign")
    bot.says("kevin", "!pontoon")
    assert in_channel(bot.leaves("kevin")) == [GONE.format("kevin")]


def test_nothing_is_said_of_who_has_nothing_to_decide_any_more(bot: OfflineBot) -> None:
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    assert bot.leaves("dave") == []
    assert bot.leaves("bob") == []


def test_nor_of_who_has_given_up_the_seat_nor_when_no_round_is_played(bot: OfflineBot) -> None:
    bot.says("kevin", "!pontoon resign")
    assert bot.leaves("kevin") == []
    bot.says("dave", "!pontoon resign")
    assert bot.leaves("dave") == []


# The act


def test_who_is_asked_is_played_for_when_the_grace_is_over(bot: OfflineBot) -> None:
    bot.leaves("dave")
    assert bot.pass_seconds(59.9) == []
    assert in_channel(bot.pass_seconds(0.1)) == ["dave twists 3♠ | dave sticks | kevin to play"]


def test_it_counts_from_when_they_left_not_from_their_turn(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    bot.pass_seconds(50)
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    assert asked(bot) == "kevin"
    bot.pass_seconds(9.9)
    assert asked(bot) == "kevin"
    assert in_channel(bot.pass_seconds(0.1))[0] == "kevin sticks"


def test_who_has_been_out_for_too_long_is_played_for_at_once(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    bot.pass_seconds(60)
    bot.tells("dave", "t")
    assert in_channel(bot.tells("dave", "s"))[0] == ("dave sticks | kevin sticks")


def test_a_bet_is_not_waited_for_either(tmp_path: Path) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", "!pontoon dave kevin")
    bot.leaves("dave")
    said = bot.pass_seconds(60)
    assert in_channel(said) == [
        "kevin has 45 s left to bet",
        "dave does not bet",
    ]
    assert asked(bot) == "kevin"
    assert bot.croupier().table.rotated_players() == ("kevin",)


def test_all_that_follows_is_played_at_once_as_long_as_they_are_out(tmp_path: Path) -> None:
    bot = playing(tmp_path, "8D 9C 8H 9H 10S 10D")
    bot.tells("dave", "p")
    bot.leaves("dave")
    assert in_channel(bot.pass_seconds(60)) == [
        "dave sticks (hand 1) | dave sticks (hand 2) | kevin to play"
    ]


def test_also_if_the_grace_was_used_up_in_parts(tmp_path: Path) -> None:
    bot = playing(tmp_path, "8D 9C 8H 9H 10S 10D")
    bot.tells("dave", "p")
    bot.leaves("dave")
    bot.pass_seconds(40)
    bot.comes("dave")
    bot.leaves("dave")
    bot.pass_seconds(20)
    assert asked(bot) == "kevin"


def test_with_a_grace_of_0_that_is_when_they_leave(tmp_path: Path) -> None:
    bot = playing(tmp_path, grace=0)
    assert in_channel(bot.leaves("kevin")) == ["kevin is gone: play continues without them"]
    assert in_channel(bot.leaves("dave"))[:2] == [
        "dave is gone: play continues without them",
        "dave twists 3♠ | dave sticks | kevin sticks",
    ]
    assert asked(bot) is None


# Coming back


def test_who_is_back_in_time_is_shown_the_hand_and_goes_on(bot: OfflineBot) -> None:
    bot.leaves("dave")
    bot.pass_seconds(59)
    (said,) = bot.comes("dave")
    assert said.target == "dave"
    assert "5♦ K♥ = 15: (t)wist" in said.line
    bot.pass_seconds(1)
    assert asked(bot) == "dave"


def test_who_is_back_in_time_has_a_whole_turn_again(bot: OfflineBot) -> None:
    bot.pass_seconds(80)
    bot.leaves("dave")
    bot.pass_seconds(50)
    bot.comes("dave")
    assert bot.pass_seconds(44.9) == []
    assert in_channel(bot.pass_seconds(0.1)) == ["dave has 45 s left to play"]
    bot.pass_seconds(44.9)
    assert asked(bot) == "dave"
    bot.pass_seconds(0.1)
    assert asked(bot) == "kevin"


def test_who_cannot_be_reached_has_the_time_of_somebody_who_is_out(bot: OfflineBot) -> None:
    """Once they say something to the bot they have their whole turn again."""
    bot.real_network.croupiers.cannot_reach("dave", "+b")
    bot.pass_seconds(59)
    bot.tells("dave", "hand")
    bot.pass_seconds(89)
    assert asked(bot) == "dave"
    bot.real_network.croupiers.cannot_reach("dave", "+b")
    bot.pass_seconds(1)
    assert asked(bot) == "kevin"


@pytest.mark.parametrize("out", [1, 7, 30, 59])
@pytest.mark.parametrize("here", [1, 10, 89])
def test_coming_and_going_holds_a_table_no_longer_than_the_times_for_a_round(
    bot: OfflineBot, out: int, here: int
) -> None:
    start = bot.time.seconds()
    while asked(bot) == "dave":
        bot.leaves("dave")
        bot.pass_seconds(out)
        bot.comes("dave")
        if asked(bot) == "dave":
            bot.pass_seconds(here)
    assert bot.time.seconds() - start <= 3 * 90 + 60 + max(out, here)
    assert bot.time.seconds() - start >= 60


def part_for(bot: OfflineBot, seconds: float) -> list[str]:
    """Let dave be out of the channel for so many SECONDS; return what is said there meanwhile."""
    return in_channel([*bot.leaves("dave"), *bot.pass_seconds(seconds), *bot.comes("dave")])


def test_parting_before_each_decision_buys_no_grace_but_that_of_the_round(tmp_path: Path) -> None:
    bot = playing(tmp_path, "2D 9C 2H 9H 2S 3S 4S 5S 6S")
    assert part_for(bot, 40) == [GONE.format("dave")]
    bot.tells("dave", "t")
    assert part_for(bot, 19.9) == []
    bot.tells("dave", "t")
    assert part_for(bot, 0.2)[0].startswith("dave twists ")


def test_what_was_not_waited_for_does_not_count(bot: OfflineBot) -> None:
    """Kevin is out and back while dave is to play."""
    for _ in range(3):
        bot.leaves("kevin")
        bot.pass_seconds(20)
        bot.comes("kevin")
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    bot.leaves("kevin")
    bot.pass_seconds(59.9)
    assert asked(bot) == "kevin"


def test_the_next_round_has_all_the_grace_again(tmp_path: Path) -> None:
    bot = playing(tmp_path, "2D 9C 2H 9H 2S 3S 4S 5S 6S")
    part_for(bot, 59)
    bot.stops_round()
    bot.says("dave", "!pontoon dave kevin")
    assert part_for(bot, 59) == [GONE.format("dave"), "kevin has 45 s left to bet"]
    assert bot.croupier().waiting.ask_of("dave")


def test_so_has_a_round_in_which_the_bot_itself_was_away(tmp_path: Path) -> None:
    """It does not know who was there meanwhile."""
    bot = playing(tmp_path, "2D 9C 2H 9H 2S 3S 4S 5S 6S")
    part_for(bot, 59)
    bot.is_put_out()
    bot.is_back([BOT, "kevin"])
    bot.pass_seconds(59)
    assert asked(bot) == "dave"
    bot.comes("dave")
    bot.tells("dave", "t")
    assert part_for(bot, 2)[0].startswith("")


def test_being_out_is_no_silence(tmp_path: Path) -> None:
    """Nobody is away for having been played for while out."""
    bot = new_bot(tmp_path, away_after=1)
    for _ in range(3):
        bot.says("dave", "!pontoon dave kevin")
        bot.tells("kevin", "1")
        bot.leaves("dave")
        bot.pass_seconds(60)
        assert asked(bot) == "kevin"
        bot.says("kevin", "!pontoon resign")
        bot.comes("dave")
        bot.pass_seconds(600)
    bot.says("dave", "!pontoon dave kevin")
    assert asked(bot) == "dave"
    assert "seems to be away" not in " ".join(bot.heard_in(CHANNEL))


def test_somebody_else_with_the_nick_is_not_back(bot: OfflineBot) -> None:
    bot.leaves("dave")
    (said,) = bot.comes("dave", "mallory@elsewhere")
    assert not said.shows_cards
    bot.pass_seconds(60)
    assert asked(bot) == "kevin"


def test_who_is_back_under_another_nick_is_waited_for_once_they_have_the_old_one(
    bot: OfflineBot,
) -> None:
    bot.leaves("dave")
    bot.comes("dave_", "dave@dave.home")
    bot.pass_seconds(59)
    bot.renames("dave_", "dave")
    bot.pass_seconds(80)
    assert asked(bot) == "dave"


def test_who_is_back_for_the_next_hand_is_asked(tmp_path: Path) -> None:
    bot = playing(tmp_path)
    bot.leaves("kevin")
    bot.pass_seconds(61)
    bot.comes("kevin")
    bot.tells("dave", "t")
    said = bot.tells("dave", "s")
    assert [each.target for each in said if each.urgency is Priority.PROMPT] == ["kevin"]
    bot.pass_seconds(89)
    assert asked(bot) == "kevin"


def test_no_timer_is_left_when_the_round_is_over(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    bot.says("dave", "!pontoon resign")
    bot.pass_seconds(60)
    assert asked(bot) is None
    assert timers(bot) == 0
    assert bot.pass_seconds(1000) == []


# Every game


@pytest.mark.parametrize("game", GAMES)
def test_a_round_that_all_leave_is_played_to_its_end(tmp_path: Path, game: str) -> None:
    bot = new_bot(tmp_path)
    bot.says("dave", f"!{game} dave kevin bob")
    for nick in ("dave", "kevin", "bob"):
        bot.leaves(nick)
    bot.pass_seconds(60)
    assert asked(bot) is None
    assert timers(bot) == 0
    assert bot.all_chips() == 3000


def test_a_bidder_who_was_out_for_too_long_passes_at_once(tmp_path: Path) -> None:
    bot = auction(tmp_path, grace=20)
    bot.leaves("bob")
    assert in_channel(bot.pass_seconds(30))[0].startswith("kevin passes | bob passes | ")


def test_a_bidder_who_is_out_while_time_runs_out_has_the_rest_of_the_grace_afterwards(
    tmp_path: Path,
) -> None:
    bot = auction(tmp_path)
    bot.leaves("kevin")
    bot.pass_seconds(30)
    bot.tells("bob", "n")
    assert asked(bot) == "kevin"
    bot.pass_seconds(29)
    assert asked(bot) == "kevin"
    bot.pass_seconds(1)
    assert asked(bot) != "kevin"


def test_the_hand_of_a_banker_who_is_gone_is_played_by_rule(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "10S 2S 10H 3S 10D 9D", PLAYERS, "AD KC")
    begin(bot, "british", "dave kevin")
    bot.tells("kevin", "10")
    bot.leaves("dave")
    bot.pass_seconds(60)
    assert in_channel(bot.tells("kevin", "s"))[0].startswith(
        "kevin sticks | dave turns up 2♠ 3♠ | dave does not keep the bank | "
        "dave draws 10♦ | dave draws 9♦ | dave busts"
    )


WON = "kevin: bid 100, bob: n"


def auctioned(folder: Path, grace: int, answers: str) -> OfflineBot:
    """Return a bot where people gave these ANSWERS after the bank was put up for auction."""
    bot = auction(folder, grace=grace, turn_timeout=180)
    for answer in answers.split(", "):
        bot.tells(*answer.split(": "))
    return bot


@pytest.mark.parametrize("answers", [WON, f"{WON}, kevin: 10"])
def test_a_winner_who_is_back_in_time_keeps_the_bank(tmp_path: Path, answers: str) -> None:
    bot = auctioned(tmp_path, 8, answers)
    bot.leaves("kevin")
    bot.pass_seconds(7)
    bot.comes("kevin")
    assert in_channel(bot.pass_seconds(10)) == []
    assert asked(bot) == ("kevin" if answers == WON else "bob")


def test_once_the_bets_are_in_they_may_be_out_like_any_banker(tmp_path: Path) -> None:
    bot = auctioned(tmp_path, 8, f"{WON}, kevin: 10, bob: 5")
    bot.leaves("kevin")
    bot.tells("dave", "5")
    assert not any("goes back" in line for line in in_channel(bot.pass_seconds(20)))
    assert bot.table().round is not None
