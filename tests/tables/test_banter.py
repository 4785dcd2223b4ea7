"""A few words about the last round, at the end of the line that begins the next one."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.stacked_decks import RiggedPack

SEVENS = "7D AD 7C KD 7S"
NO_BANTER = {"table": {"banter": "no"}}


def plays(bot: OfflineBot) -> OfflineBot:
    """Have dave win with three sevens against kevin's pontoon."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    bot.tells("dave", "b")
    bot.tells("dave", "s")
    bot.tells("kevin", "s")
    return bot


def club(folder: Path) -> OfflineBot:
    return plays(OfflineBot(folder, "dave 1000, kevin 1000, bob 1000", SEVENS))


def test_the_next_round_begins_with_it_whatever_game_it_is(tmp_path: Path) -> None:
    bot = club(tmp_path)
    assert "seven" not in " ".join(bot.heard_in(CHANNEL))
    assert bot.says("dave", "!cutwc dave bob")[0].line == (
        "CUTwC Pontoon: dave, bob | bob deals | place your bids | "
        "three sevens for dave in the last round"
    )


def test_it_is_said_once(tmp_path: Path) -> None:
    bot = club(tmp_path)
    bot.says("dave", "!pontoon")
    bot.stops_round()
    assert "seven" not in bot.says("dave", "!pontoon")[0].line


def test_a_round_that_cannot_begin_does_not_use_it_up(tmp_path: Path) -> None:
    bot = club(tmp_path)
    bot.says("dave", "!pontoon nobody")
    assert "seven" in bot.says("dave", "!pontoon")[0].line


STREAK = (
    "<pontoon><played>4</played><won>4</won>"
    '<standing streak="4" best_hand="20" most_won="0" most_lost="0" ranked_rounds="0" '
    'ranked_staked="0" ranked_won="0" ranked_lost="0"/></pontoon>'
)


def test_five_rounds_won_in_a_row_are_worth_a_word_once(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "KD 9C QH 7H")
    bot.edit("<pontoon><played>0</played><won>0</won></pontoon>", STREAK)
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "5")
    bot.tells("kevin", "5")
    bot.tells("dave", "s")
    bot.tells("kevin", "s")
    assert bot.says("dave", "!pontoon")[0].line.endswith(" | dave has won 5 rounds in a row")
    bot.stops_round()
    assert "in a row" not in bot.says("kevin", "!pontoon")[0].line


def test_a_streak_is_not_told_again_for_a_round_that_was_left_before_the_bet(
    tmp_path: Path,
) -> None:
    bot = OfflineBot(tmp_path, "dave 1000, kevin 1000", "KD 9C QH 7H")
    ended = STREAK.replace("4", "5", 2).replace('streak="4"', 'streak="5"')
    bot.edit("<pontoon><played>0</played><won>0</won></pontoon>", ended)
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "leave")
    bot.tells("kevin", "5")
    bot.tells("kevin", "s")
    assert "in a row" not in bot.says("kevin", "!pontoon kevin")[0].line


def test_an_ordinary_round_is_worth_no_word(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, cards="5D 9C KH 9H 2D")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    bot.tells("dave", "leave")
    bot.tells("kevin", "s")
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"


def test_config_ini_can_forbid_it_at_any_time(tmp_path: Path) -> None:
    bot = club(tmp_path)
    bot.adopts(NO_BANTER)
    assert bot.says("dave", "!pontoon")[0].line == "Shed Pontoon: kevin, dave | place your bets"


@pytest.mark.parametrize("config", ["yes", "no"])
def test_operators_have_the_last_word_for_their_channel(tmp_path: Path, config: str) -> None:
    bot = OfflineBot(tmp_path, cards=SEVENS, config={"table": {"banter": config}})
    plays(bot).ops("dave")
    bot.says("dave", f"!pontoon set banter {'no' if config == 'yes' else 'yes'}")
    assert ("seven" in bot.says("dave", "!pontoon")[0].line) is (config == "no")


@pytest.mark.parametrize(("chips", "is_broken"), [(21, True), (200, False)])
def test_a_bank_is_broken_when_its_banker_cannot_keep_it(
    tmp_path: Path, chips: int, is_broken: bool
) -> None:
    """Dave has the bank, and bust pays kevin's pontoon double."""
    bot = OfflineBot(
        tmp_path,
        f"dave {chips}, kevin 100, bob 100",
        new_pack=lambda before: RiggedPack([*before, "AS 9D KC 7H KD"], ["AD KC"] * 9),
    )
    bot.deals("dave", "!british dave kevin")
    bot.tells("kevin", "max")
    bot.tells("dave", "t")
    bot.all_want_the_bank()
    said = bot.deals("kevin", "!british kevin bob" + " dave" * (not is_broken))
    assert ("the last round broke dave's bank" in said[0].line) is is_broken, bot.heard_in(CHANNEL)
