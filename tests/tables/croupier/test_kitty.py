"""What becomes of a kitty from round to round, and when the bot is stopped and started."""

import sqlite3
from pathlib import Path

import pytest

from pontoon.engine.events import Kitty
from pontoon.engine.moves import Verb
from pontoon.storage.place import path_beside
from pontoon.text.announcements import CANNOT_SAVE_CHIPS, SALE_IS_OFF
from tests.storage.players.test_failed_writes import full_disk
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.random_people import LETTERS
from tests.support.stacked_decks import RiggedPack

DEN = "#den"
CONFIG = {"irc": {"server": "127.0.0.1", "channels": f"{CHANNEL} {DEN}"}}
KITTY = '<kitty game="shoot" network="127.0.0.1" channel="#pontoon" banker="dave">'
LOST = "10S 9S 8H 10H 10D 9D 8C 10C"
"""Whoever is cut the bank has 19 against 18, twice."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return new_bot(tmp_path)


def new_bot(
    folder: Path, players: str = "dave 1000, kevin 1000, bob 1000, eve 1000", cards: str = LOST
) -> OfflineBot:
    """Return a bot where the first of two draws the higher card for the bank."""
    return OfflineBot(
        folder,
        players,
        config=CONFIG,
        new_pack=lambda before: RiggedPack([*before, cards], ["AD KC"]),
    )


def begin(
    bot: OfflineBot, players: str = "dave kevin", put_up: str = "50", channel: str = CHANNEL
) -> None:
    """Deal a round of Shoot Pontoon, up to the first bet."""
    bot.deals(players.split()[0], f"!shoot {players}", channel)
    ask = bot.croupier(channel).ask
    assert ask is not None
    bot.tells(ask.player, put_up)


def finish(
    bot: OfflineBot, punter: str = "kevin", banker: str = "dave", bet: str = "10"
) -> list[Said]:
    """Have PUNTER place a BET, shoot 20, and lose both; return what is said at the end."""
    for answer in (bet, "20", "s"):
        bot.tells(punter, answer)
    return bot.tells(banker, "s")


def chips(bot: OfflineBot) -> dict[str, int]:
    """Return the chips of dave and kevin in the file."""
    return {nick: bot.in_file(nick).chips for nick in ("dave", "kevin")}


def all_chips(bot: OfflineBot) -> int:
    """Return all chips that the file knows of."""
    kitties = [kitty.chips for kitty in map(bot.kitty, (CHANNEL, DEN)) if kitty]
    return sum(player.chips for player in bot.all_in_file()) + sum(kitties)


def test_a_kitty_is_written_when_the_round_is_settled_and_not_before(bot: OfflineBot) -> None:
    begin(bot)
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 1000, "kevin": 1000}
    finish(bot)
    assert bot.kitty() == Kitty("dave", 70)
    assert chips(bot) == {"dave": 960, "kevin": 970}


def test_it_is_played_for_in_the_next_round(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    said = bot.deals("dave", "!shoot dave kevin")
    asked = "The kitty has 70. Add to it (1-30) within 30 s, or (n)o? You have 960 chips"
    assert asked in said[-1].line
    bot.tells("dave", "n")
    finish(bot)
    assert bot.kitty() == Kitty("dave", 90)
    assert chips(bot) == {"dave": 970, "kevin": 940}


def test_a_round_that_is_stopped_leaves_it_as_it_was(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    begin(bot, put_up="30")
    bot.tells("kevin", "10")
    bot.stops_round()
    assert bot.kitty() == Kitty("dave", 70)
    assert chips(bot) == {"dave": 960, "kevin": 970}
    assert bot.says("kevin", "!shoot banker")[0].line == "dave has the bank, kitty 70"


# Stopped and started


def starts_without_bank(bot: OfflineBot) -> None:
    """Stop and start the bot with a database of 0.5, which has nothing about banks."""
    bot.stops()
    with sqlite3.connect(path_beside(bot.players_xml)) as database:
        database.execute("UPDATE tables SET bank = NULL")
    database.close()
    bot.starts()


def test_after_a_start_the_banker_has_the_bank_and_the_kitty(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.starts_anew()
    assert bot.says("kevin", "!shoot banker")[0].line == "dave has the bank, kitty 70"
    said = bot.deals("kevin", "!shoot kevin dave")
    assert "The kitty has 70. Add to it (1-30) within 30 s, or (n)o? You have 960" in said[-1].line
    assert chips(bot) == {"dave": 960, "kevin": 970}


def test_without_the_bank_it_is_first_paid_back(bot: OfflineBot) -> None:
    """Before players are seated: those chips can be played with, and the bank is cut for."""
    begin(bot)
    finish(bot)
    starts_without_bank(bot)
    assert bot.kitty() == Kitty("dave", 70)
    said = bot.deals("kevin", "!shoot kevin dave")
    assert said[0] == (CHANNEL, "dave takes the kitty of 70", said[0].urgency)
    assert any("cut for the bank" in each.line for each in said)
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 1030, "kevin": 970}
    assert "dave gets back the kitty of shoot in #pontoon: +70" in bot.log


def test_a_bank_that_cannot_be_read_is_vacant(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.stops()
    with sqlite3.connect(path_beside(bot.players_xml)) as database:
        database.execute("""UPDATE tables SET bank = '{"circle": 7}'""")
    database.close()
    bot.starts()
    assert bot.says("kevin", "!shoot banker")[0].line == "Nobody has the bank."
    assert "#pontoon: I cannot read who has the bank of shoot: it is vacant" in bot.tables_log
    bot.deals("kevin", "!shoot kevin dave")
    assert chips(bot) == {"dave": 1030, "kevin": 970}


def test_a_banker_who_has_nothing_else_can_be_seated_with_it(tmp_path: Path) -> None:
    bot = new_bot(tmp_path, "dave 42, kevin 1000")
    begin(bot, put_up="40")
    finish(bot, bet="1")
    assert bot.kitty() == Kitty("dave", 60)
    bot.edit("<chips>3</chips>", "<chips>0</chips>")
    starts_without_bank(bot)
    bot.deals("kevin", "!shoot kevin dave")
    assert bot.croupier().ask is not None
    assert chips(bot)["dave"] == 60


def test_it_is_paid_back_to_a_banker_who_is_gone(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.leaves("dave")
    starts_without_bank(bot)
    bot.deals("kevin", "!shoot kevin bob")
    assert chips(bot) == {"dave": 1030, "kevin": 970}


def test_another_game_leaves_it_where_it_is(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.starts_anew()
    for game in ("british", "pontoon", "cutwc"):
        bot.says("kevin", f"!{game} kevin dave")
        bot.says("kevin", f"!{game} stop")
    assert bot.kitty() == Kitty("dave", 70)


def test_no_chips_are_lost_or_made_by_stopping_at_any_moment(bot: OfflineBot) -> None:
    for steps in range(6):
        begin(bot)
        for answer in ("10", "20", "s", "s", "n")[:steps]:
            ask = bot.croupier().ask
            bot.tells(ask.player if ask else "dave", answer)
        bot.starts_anew()
        assert all_chips(bot) == 4000
        while (ask := bot.croupier().ask) is not None:
            option = ask.options[0]
            is_amount = option.verb in (Verb.BET, Verb.KITTY, Verb.SHOOT)
            bot.tells(ask.player, str(option.least) if is_amount else LETTERS[option.verb])
        assert all_chips(bot) == 4000


def test_each_channel_has_its_own(bot: OfflineBot) -> None:
    begin(bot)
    begin(bot, "bob eve", "60", DEN)
    finish(bot)
    finish(bot, "eve", "bob")
    assert (bot.kitty(), bot.kitty(DEN)) == (Kitty("dave", 70), Kitty("bob", 80))
    bot.starts_anew()
    banks = [bot.says("kevin", "!shoot banker", each)[0].line for each in (CHANNEL, DEN)]
    assert banks == ["dave has the bank, kitty 70", "bob has the bank, kitty 80"]
    assert all_chips(bot) == 4000


# A file that is broken, or full disks


def test_a_kitty_waits_with_the_result_of_its_round(bot: OfflineBot) -> None:
    begin(bot)
    bot.break_file()
    finish(bot)
    assert KITTY not in bot.players_xml.read_text()
    bot.mend_file()
    for _ in range(2):
        bot.pass_seconds(5)
        assert bot.kitty() == Kitty("dave", 70)
        assert chips(bot) == {"dave": 960, "kevin": 970}


def test_what_cannot_be_written_to_the_last_is_logged_with_its_kitty(bot: OfflineBot) -> None:
    begin(bot)
    bot.break_file()
    finish(bot)
    bot.settlements.close()
    assert bot.log[-1].endswith(": dave -40, kevin -30, the kitty in #pontoon +70") or (
        bot.log[-1].endswith(": kevin -30, dave -40, the kitty in #pontoon +70")
    )


def test_nothing_is_paid_back_while_the_file_is_broken(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    starts_without_bank(bot)
    bot.break_file()
    for _ in range(2):
        assert bot.deals("kevin", "!shoot kevin dave")[0].line == CANNOT_SAVE_CHIPS
    bot.mend_file()
    bot.deals("kevin", "!shoot kevin dave")
    assert chips(bot) == {"dave": 1030, "kevin": 970}
    assert bot.kitty() is None


def test_nothing_is_paid_back_that_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(bot)
    finish(bot)
    starts_without_bank(bot)
    with full_disk(monkeypatch):
        (said,) = bot.deals("kevin", "!shoot kevin dave")
    assert said.line == CANNOT_SAVE_CHIPS
    assert any("players.xml: it cannot be written" in line for line in bot.log)
    assert bot.croupier().ask is None
    assert bot.kitty() == Kitty("dave", 70)
    bot.deals("kevin", "!shoot kevin dave")
    assert chips(bot) == {"dave": 1030, "kevin": 970}


# What admins do


def test_the_kitty_is_what_an_admin_makes_it(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.edit(f"{KITTY}70<", f"{KITTY}75<")
    said = bot.deals("dave", "!shoot dave kevin")
    assert "The kitty has 75." in said[-1].line
    bot.edit(f"{KITTY}75<", f"{KITTY}80<")
    bot.tells("dave", "n")
    finish(bot)
    assert bot.kitty() == Kitty("dave", 100)


def test_what_a_kitty_has_not_any_more_is_logged(tmp_path: Path) -> None:
    """An admin has emptied it while it is shot at; the one who hits is paid all the same."""
    bot = new_bot(tmp_path, cards="10S 9S 8H 10H 10D 9D 9C 8C")
    begin(bot)
    finish(bot)
    begin(bot, put_up="n")
    bot.edit(f"{KITTY}70<", f"{KITTY}5<")
    finish(bot)
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 950, "kevin": 1000}
    short = "the kitty has too few chips in players.xml: 15 chips of a loss are not taken"
    assert bot.log[-1] == short


def test_a_kitty_that_an_admin_takes_away_is_dry(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.edit(f"{KITTY}70</kitty>", "")
    said = bot.deals("dave", "!shoot dave kevin")
    assert "Put up a kitty (1-100)" in said[-1].line


def test_a_kitty_that_an_admin_gives_to_another_is_paid_to_them(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.edit('banker="dave"', 'banker="BOB"')
    said = bot.deals("dave", "!shoot dave kevin")
    assert said[0].line == "bob takes the kitty of 70"
    assert "Put up a kitty (1-100)" in said[-1].line
    assert bot.in_file("bob").chips == 1070


def test_the_kitty_of_a_banker_who_was_removed_is_logged_and_dropped(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    starts_without_bank(bot)
    bot.edit("<nick>dave</nick>", "<nick>david</nick>")
    said = bot.deals("kevin", "!shoot kevin bob")
    assert "takes the kitty" not in said[0].line
    assert bot.kitty() is None
    assert bot.in_file("david").chips == 960
    gone = "dave is no longer in players.xml: the kitty of shoot in #pontoon, 70, is dropped"
    assert gone in bot.log


def test_the_kitty_of_a_channel_that_left_config_ini_is_returned_at_the_start(
    bot: OfflineBot,
) -> None:
    begin(bot, channel=DEN)
    finish(bot)
    begin(bot, "bob eve")
    finish(bot, "eve", "bob")
    before = bot.all_chips()
    assert bot.kitty(DEN) == Kitty("dave", 70)
    bot.starts_anew({"irc": {"server": "127.0.0.1", "channels": "#PONTOON"}})
    assert "dave gets back the kitty of shoot in #den: +70" in bot.log
    assert (bot.kitty(DEN), bot.kitty()) == (None, Kitty("bob", 70))
    assert bot.in_file("dave").chips == 1030
    assert bot.all_chips() == before
    check_books(bot.players_xml)


# A game that operators take away


def taken_away(bot: OfflineBot) -> list[str]:
    """Have bob, an operator, let only Shed Pontoon be played; return what is said."""
    bot.ops("bob")
    return [each.line for each in bot.says("bob", "!pontoon set games pontoon")]


def test_if_operators_take_the_game_away_it_goes_back_to_its_banker(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    returned, answer = taken_away(bot)
    assert returned == "dave takes the kitty of 70"
    assert "games pontoon" in answer
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 1030, "kevin": 970}
    assert bot.looks() == []


def test_if_a_round_is_played_it_goes_back_after_that(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.deals("dave", "!shoot dave kevin")
    bot.tells("dave", "n")
    assert len(taken_away(bot)) == 1
    bot.looks()
    assert bot.kitty() == Kitty("dave", 70)
    finish(bot)
    (said,) = bot.looks()
    assert said.line == "dave takes the kitty of 90"
    assert bot.kitty() is None
    assert all_chips(bot) == 4000


def test_if_players_xml_is_broken_it_goes_back_once_it_is_mended(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.break_file()
    taken_away(bot)
    bot.looks()
    bot.mend_file()
    assert bot.kitty() == Kitty("dave", 70)
    bot.looks()
    assert bot.kitty() is None
    assert all_chips(bot) == 4000


def test_if_the_bot_is_killed_meanwhile_it_goes_back_after_the_start(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.break_file()
    taken_away(bot)
    bot.mend_file()
    bot.starts_anew()
    bot.looks()
    assert bot.kitty() is None
    assert all_chips(bot) == 4000


def test_the_bank_of_a_game_that_was_taken_away_is_not_for_sale(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    taken_away(bot)
    (said,) = bot.tells("dave", "sell bank to kevin for 5")
    assert said.line == "No game with a bank is being played."


# When the bank changes hands without a settled round


def test_who_sells_the_bank_between_rounds_takes_the_kitty(bot: OfflineBot) -> None:
    """It stayed in the name of the old banker, and was missed by whoever counted."""
    begin(bot)
    finish(bot)
    bot.tells("dave", "sell bank to kevin for 5")
    said = [each.line for each in bot.tells("kevin", "accept 5")]
    assert "dave takes the kitty of 70" in said
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 1035, "kevin": 965}
    assert bot.says("kevin", "!shoot banker")[0].line == "kevin has the bank, kitty 0"


def test_a_sale_between_rounds_is_off_if_its_price_cannot_be_written(
    bot: OfflineBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the next start the buyer would have the bank, and the seller no price."""
    begin(bot)
    finish(bot)
    before = chips(bot), bot.kitty()
    bot.tells("dave", "sell bank to kevin for 5")
    with full_disk(monkeypatch):
        said = [each.line for each in bot.tells("kevin", "accept 5") if each.target == CHANNEL]
    assert said[-1] == SALE_IS_OFF
    for _ in range(2):
        bot.pass_seconds(5)
        assert (chips(bot), bot.kitty()) == before
        assert bot.says("kevin", "!shoot banker")[0].line == "dave has the bank, kitty 70"
        bot.starts_anew()
    bot.tells("dave", "sell bank to kevin for 5")
    bot.tells("kevin", "accept 5")
    assert chips(bot) == {"dave": 1035, "kevin": 965}
    check_books(bot.players_xml)


def test_so_does_a_banker_who_leaves_before_anybody_has_bet(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    begin(bot, put_up="30")
    said = [each.line for each in bot.tells("dave", "leave")]
    assert said[-1] == "dave takes the kitty of 70"
    assert bot.kitty() is None
    assert chips(bot) == {"dave": 1030, "kevin": 970}
    assert bot.says("kevin", "!shoot banker")[0].line == "Nobody has the bank."


def auctioned(bot: OfflineBot) -> None:
    """Have dave put up no kitty, and kevin get the bank for 900."""
    bot.deals("dave", "!shoot dave kevin")
    bot.tells("dave", "n")
    bot.tells("kevin", "bid 900")


def test_what_is_knocked_down_in_an_auction_is_paid_at_once(bot: OfflineBot) -> None:
    auctioned(bot)
    assert chips(bot) == {"dave": 1900, "kevin": 100}
    check_books(bot.players_xml)
    bot.tells("kevin", "kitty 5")
    bot.stops_round()
    assert chips(bot) == {"dave": 1900, "kevin": 100}
    assert bot.says("kevin", "!shoot banker")[0].line == "kevin has the bank, kitty 0"


def test_a_settled_round_pays_what_its_hands_won_and_not_the_price_again(bot: OfflineBot) -> None:
    auctioned(bot)
    for nick, answer in (("kevin", "5"), ("dave", "10"), ("dave", "n"), ("dave", "s")):
        bot.tells(nick, answer)
    said = [each.line for each in bot.tells("kevin", "s")]
    assert "Banker kevin: " in " ".join(said)
    assert sum(chips(bot).values()) + (kitty.chips if (kitty := bot.kitty()) else 0) == 2000
    assert abs(chips(bot)["dave"] - 1900) == 10
    check_books(bot.players_xml)


def test_a_price_that_cannot_be_written_waits(bot: OfflineBot) -> None:
    bot.deals("dave", "!shoot dave kevin")
    bot.tells("dave", "n")
    bot.break_file()
    bot.tells("kevin", "bid 900")
    assert bot.croupier().ask is not None
    bot.mend_file()
    assert chips(bot) == {"dave": 1000, "kevin": 1000}
    bot.tells("kevin", "kitty 5")
    bot.pass_seconds(5)
    assert chips(bot) == {"dave": 1900, "kevin": 100}
    check_books(bot.players_xml)


@pytest.mark.parametrize("is_restarted", [False, True])
def test_who_wins_an_auction_and_leaves_has_paid_all_the_same(
    bot: OfflineBot, *, is_restarted: bool
) -> None:
    """In 0.2.0 the price went back, and nobody had the bank: bidding high cost nothing."""
    bot.deals("dave", "!shoot dave kevin")
    bot.tells("dave", "n")
    bot.tells("kevin", "bid 900")
    bot.tells("kevin", "kitty 5")
    if is_restarted:
        bot.starts_anew()
    said = [each.line for each in bot.tells("kevin", "leave") if each.target == CHANNEL]
    assert "kevin passes the bank on" in said[0]
    assert (chips(bot), bot.kitty()) == ({"dave": 1900, "kevin": 100}, None)
    assert bot.says("kevin", "!shoot banker")[0].line == "Nobody has the bank."
    bot.starts_anew()
    assert chips(bot) == {"dave": 1900, "kevin": 100}
    assert [bot.in_file(nick).stats_in("shoot").played for nick in ("dave", "kevin")] == [0, 0]


def test_who_has_chips_in_the_kitty_alone_is_told_how_they_come_back(bot: OfflineBot) -> None:
    begin(bot)
    finish(bot)
    bot.edit("<chips>960</chips>", "<chips>0</chips>")
    why = (
        "dave has too few chips: 70 are in the kitty, and come back when dave sells the bank, or "
        "it passes on"
    )
    (told,) = bot.says("dave", "!join pontoon")
    assert (told.target, told.line) == ("dave", why)
    said = [each.line for each in bot.says("kevin", "!pontoon dave kevin")]
    assert f"Left out: {why}" in said
