"""Whether the one who has the bank is asked again, and when others may play without them."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import in_channel, lines, new_bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave has the bank by a cut; no round is played, and it is long since he has answered."""
    bot = new_bot(tmp_path)
    bot.deals("dave", "!british dave kevin")
    bot.stops_round()
    bot.pass_seconds(400)
    return bot


def asked_for_the_bank(bot: OfflineBot) -> list[str]:
    """Return who is being asked whether they want the bank."""
    return [ask.player for ask in bot.croupier().waiting.asks if ask.phase is Phase.BANK]


def test_a_banker_who_has_answered_within_five_minutes_is_not_asked_again(
    bot: OfflineBot,
) -> None:
    bot.deals("kevin", "!british dave kevin")
    bot.stops_round()
    bot.pass_seconds(299)
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == ["kevin"]


def test_after_five_minutes_they_are(bot: OfflineBot) -> None:
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == ["dave", "kevin"]


def test_a_banker_who_did_not_want_the_bank_is_not_given_it_in_the_next_round(
    bot: OfflineBot,
) -> None:
    """Nobody else wanted it either, so that it stayed theirs."""
    bot.says("kevin", "!british dave kevin")
    bot.tells("dave", "n")
    said = in_channel(bot.tells("kevin", "n"))
    assert said == ["no round: nobody wants the bank; if you do, start another round"]
    assert bot.table().banker == "dave"
    bot.pass_seconds(10)
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == ["dave", "kevin"]
    bot.tells("dave", "n")
    bot.tells("kevin", "n")
    assert bot.croupier().ask is None


@pytest.fixture
def playing(tmp_path: Path) -> OfflineBot:
    """Dave alone wants the bank, and has 18 against kevin's 19."""
    bot = new_bot(tmp_path, "10H 10S 9H 8S")
    bot.says("kevin", "!british dave kevin")
    bot.tells("kevin", "n")
    bot.tells("dave", "y")
    return bot


def plays_on(bot: OfflineBot) -> None:
    """Have kevin bet, and both stick."""
    for nick, answer in (("kevin", "10"), ("kevin", "s"), ("dave", "s")):
        bot.tells(nick, answer)


def buys(bot: OfflineBot) -> None:
    """Have dave sell the bank to kevin."""
    bot.tells("dave", "sell bank to kevin for 100")
    bot.pass_seconds(3)
    bot.tells("kevin", "accept")


def test_a_bank_that_is_bought_is_not_given_away_by_what_the_buyer_said_before(
    playing: OfflineBot,
) -> None:
    """With its price: the buyer was asked anew, and 30 s of silence took the bank away."""
    buys(playing)
    plays_on(playing)
    playing.says("dave", "!british dave kevin")
    assert asked_for_the_bank(playing) == ["dave"]


def test_nor_is_one_that_is_bought_between_rounds(playing: OfflineBot) -> None:
    plays_on(playing)
    playing.pass_seconds(400)
    buys(playing)
    playing.says("dave", "!british dave kevin")
    assert asked_for_the_bank(playing) == ["dave"]


def test_nor_is_one_that_is_won_in_an_auction(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "10S 10H 8S 9H")
    bot.says("kevin", "!shoot dave kevin")
    bot.tells("kevin", "n")
    bot.tells("dave", "y")
    said = (("dave", "n"), ("kevin", "bid 10"), ("kevin", "kitty 5"), ("dave", "10"))
    for nick, answer in (*said, ("dave", "n"), ("dave", "s"), ("kevin", "s")):
        bot.tells(nick, answer)
    assert (bot.croupier().ask, bot.table().banker) == (None, "kevin")
    bot.says("dave", "!shoot dave kevin")
    assert asked_for_the_bank(bot) == ["dave"]


def test_nor_for_having_played_another_game_since(bot: OfflineBot) -> None:
    bot.says("kevin", "!british dave kevin")
    bot.tells("dave", "n")
    bot.tells("kevin", "n")
    bot.says("kevin", "!pontoon dave kevin")
    bot.tells("dave", "1")
    bot.stops_round()
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == ["dave", "kevin"]
    bot.tells("dave", "y")
    bot.stops_round()
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == ["kevin"]


# A banker who is silent


SILENT = (
    "No round: dave has the bank and has said nothing for 5 minutes: unless dave says something "
    "within 30 s, the bank passes on; start the round again then"
)


def test_a_banker_who_is_silent_for_five_minutes_is_asked_to_speak_and_blocks_nobody(
    bot: OfflineBot,
) -> None:
    """In 0.2.0 a client that was left on blocked British and Shoot Pontoon all night."""
    said = lines(bot.says("kevin", "!british kevin bob"))
    assert said[-1] == (CHANNEL, SILENT)
    assert said[0] == (
        "dave",
        "You have the bank of British Pontoon in #pontoon, and others want to play: say anything "
        "within 30 s, or the bank passes on.",
    )
    bot.pass_seconds(20)
    (again,) = lines(bot.says("kevin", "!british kevin bob"))
    assert again == (CHANNEL, SILENT.replace("30 s", "10 s"))
    assert in_channel(bot.pass_seconds(10)) == [
        "dave has said nothing: the bank passes on with the next !british"
    ]
    bot.deals("kevin", "!british kevin bob")
    assert bot.table().banker != "dave"


@pytest.mark.parametrize("where", ["in the channel", "to the bot", "both know"])
def test_a_word_keeps_the_bank(bot: OfflineBot, where: str) -> None:
    bot.says("kevin", "!british kevin bob")
    bot.pass_seconds(29)
    if where == "to the bot":
        bot.tells("dave", "games")
    else:
        bot.says("dave", "!stats" if where == "both know" else "hold on")
    assert in_channel(bot.pass_seconds(200)) == []
    (said,) = in_channel(bot.says("kevin", "!british kevin bob"))
    assert said.startswith("No round: dave has the bank: name dave too, or wait until dave has")
    bot.pass_seconds(200)
    assert in_channel(bot.says("kevin", "!british kevin bob")) == [SILENT]


def test_so_is_a_silent_banker_where_others_have_joined(bot: OfflineBot) -> None:
    for nick in ("kevin", "bob"):
        bot.says(nick, "!join british")
    assert SILENT in in_channel(bot.says("kevin", "!deal"))
    bot.pass_seconds(30)
    bot.deals("kevin", "!deal")
    assert set(bot.table().players) == {"kevin", "bob"}
