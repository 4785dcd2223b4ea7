"""Rounds that waited for the bot while those who sit there played elsewhere: no chips are made."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Verb
from tests.support.offline_bot import BOT, CHANNEL, OfflineBot, stacked
from tests.support.short_timeouts import asked, in_channel
from tests.support.stacked_decks import cards_kept

OTHER = "#other"
CONFIG = {
    "irc": {"channels": f"{CHANNEL} {OTHER}"},
    "shed": {"max_bet_percent": "100", "bonus_clown": "0"},
    "british": {"min_bet": "10"},
}
LOSES = "10C 6S 10H 10D 8H 5S"
"""With these cards the first of two players in Shed Pontoon busts on a twist."""


def new_bot(folder: Path, players: str, cards: str = LOSES, pack: str = "") -> OfflineBot:
    """Start a bot with PLAYERS and rich, in two channels."""
    return OfflineBot(folder, f"{players}, rich 1000", pack, CONFIG, stacked(cards))


def loses_elsewhere(bot: OfflineBot, nick: str) -> None:
    """Put the bot out, and have somebody bet all they may against rich and lose it."""
    bot.is_put_out()
    bot.pass_seconds(601)
    bot.says("rich", f"!pontoon {nick} rich", OTHER)
    bot.says(nick, "!max", OTHER)
    bot.says("rich", "!1", OTHER)
    while ask := bot.croupier(OTHER).ask:
        sticks = ask.player == "rich" and ask.option(Verb.STICK) is not None
        bot.says(ask.player, "!s" if sticks else "!t", OTHER)


def test_no_negative_bet_is_made_against_a_banker_who_has_lost_all_elsewhere(
    tmp_path: Path,
) -> None:
    bot = new_bot(tmp_path, "dave 1000, kevin 1000, bob 1000")
    bot.deals("dave", "!british dave kevin bob")
    banker = bot.table().seats[-1].player
    bot.tells(str(asked(bot)), "10")
    loses_elsewhere(bot, banker)
    assert bot.in_file(banker).chips == 20  # what the bet may cost the banker
    chips = bot.all_chips()
    second = asked(bot)
    assert second is not None
    said = bot.is_back([BOT, "dave", "kevin", "bob"]) + bot.tells(second, "max")
    assert any(f"{second} leaves the round" in line for line in in_channel(said))
    assert not any(" bets " in line for line in in_channel(said))
    assert bot.all_chips() == chips


@pytest.mark.parametrize("word", ["max", "min", "1"])
def test_nobody_without_a_chip_left_plays_a_free_hand(tmp_path: Path, word: str) -> None:
    bot = new_bot(tmp_path, "dave 1000, kevin 1000")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "10")
    loses_elsewhere(bot, "dave")
    assert bot.in_file("dave").chips == 0
    said = bot.is_back([BOT, "dave", "kevin"]) + bot.tells("dave", word)
    heard = bot.heard_in(CHANNEL)
    left = heard.index(
        "dave leaves the round | kevin bets 10 | second cards are out | kevin to play"
    )
    assert heard[left + 1] == "dave sits out the next Shed Pontoon"
    assert in_channel(said) == ["I am back; the round continues", "kevin to play"]
    assert bot.table().seats[0].staked == 0


def test_nothing_is_bought_with_chips_that_were_lost_elsewhere(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "dave 1000, kevin 1000", "10C 6S 3H 10D 10H 8H 5S 9S")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "10")
    bot.tells("dave", "100")
    loses_elsewhere(bot, "dave")
    assert bot.in_file("dave").chips == 100
    bot.is_back([BOT, "dave", "kevin"])
    (said,) = bot.tells("dave", "b")
    assert said.line.startswith("You have too few chips left to buy. ")
    assert said.line.endswith(" Stake 100, chips 0")


def test_nobody_is_hurried_to_bet_who_has_nothing_left_to_bet(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "dave 1000, kevin 1000")
    bot.says("dave", "!pontoon dave kevin")
    loses_elsewhere(bot, "dave")
    bot.is_back([BOT, "dave", "kevin"])
    bot.tells("kevin", "hand")
    assert [*bot.croupier().action_clock._waits] == ["kevin"]
    assert in_channel(bot.pass_seconds(80)) == ["kevin has 45 s left to bet"]


def test_a_restart_does_not_forget_what_was_lost_elsewhere(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "dave 1000, kevin 1000")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("kevin", "10")
    loses_elsewhere(bot, "dave")
    with cards_kept():
        bot.starts_anew()
    said = bot.is_back([BOT, "dave", "kevin"]) + bot.tells("dave", "500")
    line = "dave leaves the round | kevin bets 10 | second cards are out | kevin to play"
    assert line in in_channel(said)
    assert bot.table().seats[0].staked == 0


# What is owed for a bank


def for_a_bank(folder: Path, game: str) -> OfflineBot:
    """Start a bot where dave has the bank of GAME, whose punters have 20 and 16 against 19."""
    bot = new_bot(folder, "dave 1000, kevin 1000, ann 1000", pack="10S 6H QH 10D KC 9H")
    bot.deals("dave", f"!{game} dave kevin ann")
    return bot


def sold_for_900(folder: Path) -> OfflineBot:
    """Start a bot where kevin is to have dave's bank for 900 after the round."""
    bot = for_a_bank(folder, "british")
    bot.tells("kevin", "10")
    bot.tells("ann", "10")
    bot.tells("dave", "sell bank to kevin for 900")
    bot.pass_seconds(3)
    bot.tells("kevin", "accept 900")
    return bot


def bid_900(folder: Path) -> OfflineBot:
    """Start a bot where kevin has bid 900 for dave's bank; ann is to bid."""
    bot = for_a_bank(folder, "shoot")
    bot.tells("dave", "n")
    bot.tells("kevin", "bid 900")
    return bot


def plays_to_the_end(bot: OfflineBot) -> None:
    """Have all be silent until the round is over."""
    bot.is_back([BOT, "dave", "kevin", "ann"])
    bot.pass_seconds(1000)
    assert bot.croupier().ask is None


def test_the_price_of_a_bank_that_is_sold_is_not_lost_elsewhere_too(tmp_path: Path) -> None:
    """Kevin has 1000: 10 are staked, 10 more could be lost, and 900 are dave's."""
    bot = sold_for_900(tmp_path)
    loses_elsewhere(bot, "kevin")
    assert bot.in_file("kevin").chips == 1000 - 80
    chips = bot.all_chips()
    plays_to_the_end(bot)
    assert bot.all_chips() == chips
    assert bot.in_file("kevin").chips == 1000 - 80 + 10 - 900
    assert not any("too few chips" in line for line in bot.log)


def test_the_highest_bid_for_a_bank_is_not_lost_elsewhere_too(tmp_path: Path) -> None:
    """Nor what kitty and cover need: else kevin might have the bank for nothing."""
    bot = bid_900(tmp_path)
    loses_elsewhere(bot, "kevin")
    assert bot.in_file("kevin").chips == 900 + 5
    chips = bot.all_chips()
    plays_to_the_end(bot)
    assert bot.all_chips() == chips
    assert not any("too few chips" in line for line in bot.log)


def test_no_bank_is_agreed_to_be_bought_with_chips_that_are_staked_elsewhere(
    tmp_path: Path,
) -> None:
    """What kevin staked before he accepted counts too."""
    bot = for_a_bank(tmp_path, "british")
    bot.tells("kevin", "10")
    bot.tells("ann", "10")
    bot.is_put_out()
    bot.pass_seconds(601)
    bot.says("rich", "!pontoon kevin rich", OTHER)
    bot.is_back([BOT, "dave", "kevin", "ann"])
    bot.says("kevin", "!bet 500", OTHER)
    bot.tells("dave", "sell bank to kevin for 900")
    bot.pass_seconds(3)
    bot.tells("kevin", "accept 900")
    said = in_channel(bot.pass_seconds(400))
    assert any(line.startswith("dave does not sell the bank to kevin after all") for line in said)
    assert bot.in_file("dave").chips == 1000
