"""A bot that is out of the channel: the round waits, and a kick undoes nothing."""

from pathlib import Path

import pytest

from tests.support.offline_bot import BOT, CHANNEL, Entry, OfflineBot, near_marker
from tests.support.short_timeouts import asked, in_channel, playing, timers

OTHER = "#other"
DAY = 24 * 60 * 60


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave, with 5♦ K♥, is to play; kevin has 9♣ 9♥."""
    return playing(tmp_path)


def looks(bot: OfflineBot) -> None:
    """Let the bot look at what waits, as it does all the time."""
    bot.real_network.croupiers.look()


def is_back(bot: OfflineBot) -> list[str]:
    """Let the bot come back; return what the channel hears."""
    return in_channel(bot.is_back([BOT, "dave", "kevin", "bob"]))


def test_a_kick_undoes_nothing(bot: OfflineBot) -> None:
    assert bot.is_put_out() == []
    bot.pass_seconds(1000)
    assert asked(bot) == "dave"
    assert timers(bot) == 0
    assert is_back(bot) == ["I am back; the round continues", "dave to play"]
    bot.tells("dave", "t")
    bot.tells("dave", "s")
    assert in_channel(bot.tells("kevin", "s"))[-1] == "Chips: dave 1000, kevin 1000"


def test_nor_does_a_second_one_or_a_lost_connection_meanwhile(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.croupier().absence.suspend()
    bot.is_cut_off()
    assert is_back(bot) == ["I am back; the round continues", "dave to play"]


def test_nobody_can_move_meanwhile(bot: OfflineBot) -> None:
    bot.is_put_out()
    assert bot.says("dave", "!s") == []
    assert "I am not back" in bot.tells("dave", "t")[0].line


def test_a_cards_worth_of_marker_is_not_forgotten(tmp_path: Path) -> None:
    bot = near_marker(tmp_path)
    assert "marker" in bot.says("dave", "!pontoon dave kevin")[0].line
    bot.is_put_out()
    is_back(bot)
    bot.tells("dave", "leave")
    said = in_channel(bot.tells("kevin", "leave"))
    assert "the cards have been shuffled | no round: nobody has bet" in said[-1]


def test_it_waits_over_a_restart_too(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.stops()
    bot.network.rosters.pop(CHANNEL, None)
    bot.starts()
    assert asked(bot) == "dave"
    assert is_back(bot)[1].endswith("dave to play")


def test_after_a_day_it_is_given_up_and_stakes_are_free(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.pass_seconds(DAY - 1)
    looks(bot)
    assert asked(bot) == "dave"
    bot.pass_seconds(1)
    looks(bot)
    assert asked(bot) is None
    assert bot.all_chips() == 3000
    assert is_back(bot)[-1].startswith("no round: ")
    assert bot.says("dave", "!pontoon dave")[0].target == CHANNEL


def test_the_day_counts_on_over_a_restart(bot: OfflineBot) -> None:
    bot.is_put_out()
    bot.pass_seconds(DAY / 2)
    bot.stops()
    bot.network.rosters.pop(CHANNEL, None)
    bot.starts()
    bot.pass_seconds(DAY / 2)
    looks(bot)
    assert asked(bot) is None


# Playing elsewhere


@pytest.fixture
def tables(tmp_path: Path) -> OfflineBot:
    """Put the bot out of the channel where dave has staked 100 and kevin 50.

    Dave is to play 5♦ K♥ there; all are in another channel too.
    """
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000",
        "5D 9C KH 9H 3S",
        {"irc": {"channels": "#pontoon #other"}},
    )
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "100")
    bot.tells("kevin", "50")
    bot.is_put_out()
    return bot


def test_for_ten_minutes_its_players_play_nowhere_else(tables: OfflineBot) -> None:
    tables.pass_seconds(599)
    (said,) = tables.says("dave", "!pontoon dave", OTHER)
    assert said.line == f"No round: dave is playing in {CHANNEL}"


def test_then_they_play_elsewhere_with_what_they_have_not_staked(tables: OfflineBot) -> None:
    tables.pass_seconds(600)
    said = tables.says("dave", "!pontoon dave kevin", OTHER)
    asks = {each.target: each.line for each in said}
    assert "Bet (1-90)?" in asks["dave"]
    assert "Bet (1-95)?" in asks["kevin"]


def test_what_is_staked_cannot_be_put_into_the_bank(tables: OfflineBot) -> None:
    tables.pass_seconds(600)
    (said,) = tables.says("dave", "!bank +100", OTHER)
    assert "playing" in said.line
    assert tables.in_file("dave").bank == 0


def test_back_in_both_nobody_stakes_the_same_chips_twice(tables: OfflineBot) -> None:
    """Dave has 100 of his 1000 at stake here, and may buy for as much only with what he has."""
    tables.pass_seconds(600)
    tables.write_players([Entry("dave", 300), Entry("kevin", 1000)])
    tables.says("kevin", "!pontoon dave kevin", OTHER)
    tables.tells("dave", "20")
    tables.tells("kevin", "1")
    here, there = tables.table(), tables.table(OTHER)
    tables.is_back([BOT, "dave", "kevin"])
    for _ in range(3):
        tables.says("dave", "!b")
        tables.says("dave", "!b", OTHER)
        assert here.at_risk("dave") + there.at_risk("dave") <= 300
    assert here.at_risk("dave") > 100


def test_in_private_the_round_that_asks_something_is_meant(tables: OfflineBot) -> None:
    tables.pass_seconds(600)
    tables.says("dave", "!pontoon dave", OTHER)
    tables.says("dave", "!1", OTHER)
    tables.is_back([BOT, "dave", "kevin"])
    tables.says("dave", "!t")
    tables.says("dave", "!s")
    assert asked(tables) == "kevin"
    assert tables.tells("dave", "t")[0].line.startswith("dave twists")
