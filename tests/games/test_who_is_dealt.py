"""Who is dealt in a round, and who is left out: RULES, At every table."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.short_timeouts import PLAYERS, begin, in_channel, new_bot
from tests.support.stacked_decks import RiggedPack

OTHER = "#other"


def ends(bot: OfflineBot, *nicks: str) -> None:
    """Have NICKS, all who are seated, bet and leave, so that the round is over."""
    for nick in nicks:
        bot.tells(nick, "1")
    for nick in nicks:
        bot.says(nick, "!pontoon resign")
    assert bot.croupier().ask is None


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Bob has no chips."""
    return new_bot(tmp_path, "", "dave 1000, kevin 1000, bob 0")


def test_who_lacks_chips_is_left_out_while_the_others_play(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!pontoon dave bob kevin")) == [
        "Left out: bob has no chips",
        "Shed Pontoon: dave, kevin | place your bets",
    ]


def test_who_is_named_and_not_here_keeps_the_round_from_beginning(bot: OfflineBot) -> None:
    """All that is wrong is told, what would not matter by itself too."""
    bot.leaves("kevin")
    assert in_channel(bot.says("dave", "!pontoon dave bob kevin nobody")) == [
        "No round: bob has no chips | kevin is not in the channel"
        " | nobody is not a player yet; ask an admin of this bot"
    ]


def test_the_number_of_players_is_that_of_those_dealt(bot: OfflineBot) -> None:
    """Dave alone can bet 1 %, whoever else was named."""
    said = bot.says("dave", "!pontoon dave bob")
    assert "Bet (1-10)?" in said[-1].line


def test_too_few_for_the_game_is_no_round(bot: OfflineBot) -> None:
    assert in_channel(bot.says("dave", "!british dave bob")) == [
        "No round: British Pontoon needs at least 2 players: !british dave kevin"
        " | bob has fewer than 2 chips"
    ]


def test_on_a_bare_command_whoever_cannot_be_seated_is_left_out(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    ends(bot, "dave", "kevin")
    bot.leaves("kevin")
    assert in_channel(bot.says("dave", "!pontoon")) == [
        "Left out: kevin is not in the channel",
        "Shed Pontoon: dave | place your bets",
    ]


def test_the_list_rotates_and_who_could_not_be_seated_is_off_it(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "", "dave 1000, kevin 1000, bob 1000")
    bot.says("dave", "!pontoon dave kevin bob")
    ends(bot, "dave", "kevin", "bob")
    bot.leaves("bob")
    assert in_channel(bot.says("dave", "!pontoon"))[-1].startswith("Shed Pontoon: kevin, dave |")
    ends(bot, "kevin", "dave")
    bot.comes("bob")
    assert in_channel(bot.says("dave", "!pontoon")) == [
        "Shed Pontoon: dave, kevin | place your bets"
    ]


def test_nor_does_a_round_that_could_not_begin_count(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon dave kevin")
    ends(bot, "dave", "kevin")
    for _ in range(5):
        bot.leaves("kevin")
        bot.leaves("dave")
        bot.says("bob", "!pontoon")
        bot.comes("kevin")
        bot.comes("dave")
    assert in_channel(bot.says("bob", "!pontoon"))[0].startswith("Shed Pontoon: kevin, dave")


def test_the_list_is_whole_after_a_restart_too(bot: OfflineBot) -> None:
    bot.write_players([Entry("dave"), Entry("kevin"), Entry("bob", 1000)])
    bot.says("dave", "!pontoon dave kevin bob")
    bot.starts_anew()
    ends(bot, "dave", "kevin", "bob")
    bot.starts_anew()
    assert in_channel(bot.says("dave", "!pontoon"))[0].startswith("Shed Pontoon: kevin, bob, dave")


# The bank


@pytest.fixture
def banked(tmp_path: Path) -> OfflineBot:
    """Dave has the bank; the round is over. There is another channel."""
    bot = OfflineBot(
        tmp_path,
        PLAYERS,
        config={"irc": {"channels": f"{CHANNEL} {OTHER}"}},
        new_pack=lambda before: RiggedPack([*before, "10S 10D 9S 9D"], ["AD KC"]),
    )
    begin(bot, "british", "dave kevin")
    bot.tells("kevin", "10")
    bot.tells("kevin", "s")
    bot.tells("dave", "s")
    assert bot.croupier().ask is None
    return bot


def test_a_round_that_does_not_name_the_banker_is_refused(banked: OfflineBot) -> None:
    """Else the bank could be had for nothing."""
    assert in_channel(banked.says("kevin", "!british kevin bob")) == [
        "No round: dave has the bank: name dave too"
    ]


@pytest.mark.parametrize("why", ["gone", "poor", "silent", "playing elsewhere"])
def test_but_not_where_the_banker_could_not_play(banked: OfflineBot, why: str) -> None:
    match why:
        case "gone":
            banked.leaves("dave")
        case "poor":
            banked.write_players([Entry("dave", 1), Entry("kevin"), Entry("bob")])
        case "playing elsewhere":
            banked.says("dave", "!pontoon dave", OTHER)
            banked.tells("dave", "1")
        case "silent":
            for _ in range(2):
                banked.says("dave", "!pontoon dave")
                banked.pass_seconds(250)  # until the turn is over, and dave is dealt to again
    assert in_channel(banked.says("kevin", "!british kevin bob"))[0].startswith(
        "British Pontoon: kevin, bob"
    )
