"""Players with as many chips as players.xml can hold: what they hear is what is in the file."""

from pathlib import Path

import pytest

from pontoon.engine.result import MAX_NUMBER
from pontoon.storage.history import Wanted, rounds
from pontoon.storage.history_check import check
from pontoon.storage.place import reading
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot
from tests.support.play_rounds import GAMES, play_out
from tests.support.stacked_decks import RiggedPack
from tests.support.voice_accounts import account_of, kept

MOST = MAX_NUMBER
NO_MORE = "Nobody can have more: the house keeps what is above that."


def is_read_again(bot: OfflineBot) -> None:
    """Check that the next start finds the players of BOT as they are, and all accounted for."""
    before = bot.all_in_file()
    check_books(bot.players_xml)
    with reading(bot.players_xml) as read:
        assert check(read, rounds(read, Wanted())).findings == []
    bot.starts_anew()
    assert bot.all_in_file() == before


def kept_by_house(bot: OfflineBot) -> list[str]:
    return [line for line in bot.log if "cannot have more than" in line]


def test_a_winner_hears_of_the_chips_that_are_in_the_file(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, f"dave {MOST - 40}, kevin {MOST}", "KD 9C AH 9H")
    bot.says("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        bot.tells(nick, "50")
    bot.tells("dave", "s")
    lines = [each.line for each in bot.tells("kevin", "s")]
    assert f"Chips: dave {MOST}, kevin {MOST - 50}" in lines
    assert f"You win 100: {MOST} chips. {NO_MORE}" in lines
    assert f"You lose 50: {MOST - 50} chips." in lines
    assert kept_by_house(bot) == [f"dave cannot have more than {MOST} chips: the house keeps 60"]
    is_read_again(bot)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("chips", [MOST, MOST - 1, MOST // 2])
def test_the_file_is_read_again_whatever_they_play(tmp_path: Path, game: str, chips: int) -> None:
    entries = [Entry(nick, chips, records=kept(minutes=MOST)) for nick in ("dave", "kevin", "bob")]
    bot = OfflineBot(tmp_path, entries)
    for choice in range(3):
        bot.says("dave", f"!{game} dave kevin bob")
        for _ in play_out(bot, choice):
            pass
        is_read_again(bot)


def test_deposits_and_withdrawals_that_do_not_fit_are_refused_in_a_line(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave", 1000, MOST - 5), Entry("kevin", MOST - 5, 1000)])
    refusal = f"cannot have more than {MOST} chips in"
    assert [each.line for each in bot.says("dave", "!bank +6")] == [
        f"dave {refusal} the bank: at most 5 can be moved now."
    ]
    assert [each.line for each in bot.says("kevin", "!bank -6")] == [
        f"kevin {refusal} hand: at most 5 can be moved now."
    ]
    assert [each.line for each in bot.says("dave", "!bank +5")] == [
        f"dave deposits 5: chips 995, bank {MOST}"
    ]
    assert [each.line for each in bot.says("kevin", "!bank -5")] == [
        f"kevin withdraws 5: chips {MOST}, bank 995"
    ]
    assert [each.line for each in bot.says("kevin", "!bank -5")] == [
        f"kevin {refusal} hand: none can be moved now."
    ]
    is_read_again(bot)


def test_so_are_minutes_for_a_full_time_bank(tmp_path: Path) -> None:
    account = kept(minutes=50, time_bank=MOST - 5)
    bot = OfflineBot(tmp_path, [Entry("dave", records=account)])
    assert [each.line for each in bot.tells("dave", "deposit 6")] == [
        "dave's time bank cannot hold so many minutes: at most 5 can be moved now."
    ]
    assert account_of(bot).time_bank == MOST - 5
    bot.tells("dave", "deposit 5")
    assert account_of(bot).time_bank == MOST
    is_read_again(bot)


def test_so_are_orders(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, f"dave {MOST}, kevin 1000", config={"admin": {"masks": "kevin!*@*"}})
    assert [each.line for each in bot.tells("kevin", "chips dave +1")] == [
        "A player cannot have that many chips."
    ]
    is_read_again(bot)


def test_the_price_of_a_bank_that_does_not_fit_is_in_the_log(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path,
        f"dave {MOST}, kevin 1000, bob 1000",
        new_pack=lambda before: RiggedPack([*before, "10H 9S KH 8D 10S 8H"], ["AD KC KS"]),
    )
    bot.deals("dave", "!british dave kevin bob")
    for nick, answer in (
        ("kevin", "10"),
        ("bob", "20"),
        ("kevin", "s"),
        ("bob", "s"),
        ("dave", "s"),
    ):
        bot.tells(nick, answer)
    bot.tells("dave", "sell bank to kevin for 200")
    bot.pass_seconds(3)
    bot.tells("kevin", "accept 200")
    assert (bot.in_file("dave").chips, bot.in_file("kevin").chips) == (MOST, 790)
    assert kept_by_house(bot) == [f"dave cannot have more than {MOST} chips: the house keeps 190"]
    is_read_again(bot)


def test_a_kitty_comes_back_as_far_as_it_fits(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, f"dave {MOST - 10}, kevin 1000")
    where = f'game="shoot" network="127.0.0.1" channel="{CHANNEL}"'
    bot.edit("</players>", f'<kitty {where} banker="dave">50</kitty></players>')
    bot.says("dave", "!shoot dave kevin")
    said = [each.line for each in bot.said]
    assert bot.in_file("dave").chips == MOST
    assert any("10" in line and "kitty" in line for line in said), said
    assert kept_by_house(bot) == [f"dave cannot have more than {MOST} chips: the house keeps 40"]
    bot.says("dave", "!shoot stop")
    is_read_again(bot)
