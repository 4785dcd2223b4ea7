"""A bank that is sold between two rounds is paid for in players.xml, at once and once."""

from pathlib import Path

import pytest

from pontoon.storage.place import connected
from pontoon.text.announcements import CANNOT_SAVE_CHIPS, SALE_IS_OFF
from tests.support.ledger_checks import check_books
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.play_rounds import full_disk
from tests.support.stacked_decks import RiggedPack

DEN = "#den"
IS_PLAYING = "The bank can change hands only while neither of you is in a round."
CARDS = "10H 9S KH 8D 10S 8H"
"""Kevin has 18 and bob 19 against dave's 18."""
ENDED = {"dave": 990, "kevin": 990, "bob": 1020}
"""The chips after that round, of bets of 10 and 20."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave has the bank, after a round with kevin and bob."""
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000",
        config={"irc": {"channels": f"{CHANNEL} {DEN}"}},
        new_pack=lambda before: RiggedPack([*before, CARDS], ["AD KC KS"]),
    )
    bot.deals("dave", "!british dave kevin bob")
    for nick, answer in (("kevin", "10"), ("bob", "20"), ("kevin", "s"), ("bob", "s")):
        bot.tells(nick, answer)
    bot.tells("dave", "s")
    assert chips(bot) == ENDED
    return bot


def chips(bot: OfflineBot) -> dict[str, int]:
    """Return what everybody has in the file."""
    return {player.nick: player.chips for player in bot.all_in_file()}


def lines(said: list[Said]) -> list[str]:
    """Return what was SAID, to whomever."""
    return [each.line for each in said]


def sales(bot: OfflineBot) -> list[int]:
    """Return what players have gained by banks that were sold, as the ledger says."""
    with connected(bot.players_xml) as database:
        found = database.execute(
            "SELECT e.after - e.before FROM entries e JOIN changes c ON c.id = e.change"
            " WHERE c.why = 'bank sold' ORDER BY 1"
        )
        return [gain for (gain,) in found]


def banker(bot: OfflineBot) -> str:
    """Return who has the bank, as the channel is told."""
    (said,) = lines(bot.says("bob", "!british banker"))
    return said.partition(" has the bank")[0]


def test_the_price_goes_from_the_buyer_to_the_seller_and_is_in_the_ledger(
    bot: OfflineBot,
) -> None:
    bot.tells("dave", "sell bank to kevin for 200")
    bot.tells("kevin", "accept 200")
    assert chips(bot) == {**ENDED, "dave": 1190, "kevin": 790}
    assert banker(bot) == "kevin"
    assert sales(bot) == [-200, 0, 200]
    check_books(bot.players_xml)


def test_a_bank_is_given_away_without_a_line_in_the_ledger(bot: OfflineBot) -> None:
    bot.tells("dave", "sell bank to kevin for 0")
    bot.tells("kevin", "accept 0")
    assert (chips(bot), banker(bot)) == (ENDED, "kevin")
    check_books(bot.players_xml)


def test_it_is_paid_for_once_whoever_says_accept_again_and_whatever_is_started_anew(
    bot: OfflineBot,
) -> None:
    bot.tells("dave", "sell bank to kevin for 200")
    for _ in range(3):
        bot.tells("kevin", "accept 200")
    bot.starts_anew()
    bot.tells("kevin", "accept 200")
    assert chips(bot) == {**ENDED, "dave": 1190, "kevin": 790}
    assert len(sales(bot)) == 3
    check_books(bot.players_xml)


@pytest.mark.parametrize("playing", ["dave", "kevin"])
def test_chips_that_are_at_stake_elsewhere_buy_no_bank(bot: OfflineBot, playing: str) -> None:
    """In 0.1.0 490 chips came from nothing."""
    bot.tells("dave", "sell bank to kevin for 490")
    bot.says(playing, f"!pontoon {playing}", DEN)
    bot.tells(playing, "max")
    (said,) = bot.says("kevin", "!accept 490")
    assert said[:2] == ("kevin", IS_PLAYING)
    assert (chips(bot), banker(bot)) == (ENDED, "dave")
    bot.stops_round(DEN)
    bot.says("kevin", "!accept 490")
    assert chips(bot) == {**ENDED, "dave": 1480, "kevin": 500}


@pytest.mark.parametrize("playing", ["dave", "kevin"])
def test_nor_is_one_offered_then(bot: OfflineBot, playing: str) -> None:
    bot.says(playing, f"!pontoon {playing}", DEN)
    (said,) = bot.says("dave", "!sell bank to kevin for 490")
    assert said[:2] == ("dave", IS_PLAYING)


def test_whoever_has_too_few_chips_by_now_does_not_buy(bot: OfflineBot) -> None:
    bot.tells("dave", "sell bank to kevin for 500")
    bot.tells("kevin", "bank +600")
    assert "You need 502 chips" in bot.tells("kevin", "accept 500")[0].line
    assert banker(bot) == "dave"
    bot.tells("kevin", "bank -600")
    bot.tells("kevin", "accept 500")
    assert banker(bot) == "kevin"


def test_nothing_is_sold_while_the_file_is_broken(bot: OfflineBot) -> None:
    bot.tells("dave", "sell bank to kevin for 200")
    bot.break_file()
    (said,) = bot.tells("kevin", "accept 200")
    assert said.line == CANNOT_SAVE_CHIPS
    bot.mend_file()
    assert (chips(bot), banker(bot)) == (ENDED, "dave")
    bot.tells("kevin", "accept 200")
    assert chips(bot)["kevin"] == 790


def test_a_sale_whose_price_cannot_be_written_is_off_and_can_be_made_anew(bot: OfflineBot) -> None:
    before = chips(bot)
    bot.tells("dave", "sell bank to kevin for 200")
    with full_disk():
        bot.tells("kevin", "accept 200")
    assert any("No space left" in line for line in bot.log)
    assert SALE_IS_OFF in lines(bot.says("bob", "!british banker"))
    assert banker(bot) == "dave"
    assert chips(bot) == before
    bot.tells("dave", "sell bank to kevin for 200")
    bot.tells("kevin", "accept 200")
    assert banker(bot) == "kevin"
    assert chips(bot) == {**ENDED, "dave": 1190, "kevin": 790}
    check_books(bot.players_xml)


def test_a_bank_that_was_bought_is_not_taken_by_a_round_without_its_owner(
    bot: OfflineBot,
) -> None:
    """In 0.1.0 the seller and a friend played without the buyer, and the bank was theirs again."""
    bot.tells("dave", "sell bank to kevin for 200")
    bot.tells("kevin", "accept 200")
    (said,) = lines(bot.says("dave", "!british dave bob"))
    assert "kevin has the bank: name kevin too" in said
    assert banker(bot) == "kevin"


# An offer is accepted by its price


def answer(bot: OfflineBot, words: str) -> str:
    """Return what kevin is told when he says WORDS."""
    return next(each.line for each in bot.tells("kevin", words) if each.target == "kevin")


def test_who_accepts_an_offer_that_was_changed_meanwhile_pays_nothing(bot: OfflineBot) -> None:
    """In 0.2.0 900 chips were gone for one word that was meant for a price of 1."""
    bot.tells("dave", "sell bank to kevin for 1")
    (said,) = lines(bot.tells("dave", "sell bank to kevin for 900"))
    assert said == "Your offer of the bank stands: to make another, say cancel first."
    bot.tells("dave", "cancel")
    bot.tells("dave", "sell bank to kevin for 900")
    how = "dave offers you the bank of British Pontoon for 900: say accept 900."
    assert answer(bot, "accept") == how
    assert answer(bot, "accept 1") == how
    assert (chips(bot), banker(bot)) == (ENDED, "dave")
    assert "kevin buys the bank for 900" in lines(bot.tells("kevin", "accept 900"))


def test_in_the_channel_they_are_told_what_to_say_there(bot: OfflineBot) -> None:
    bot.tells("dave", "sell bank to kevin for 200")
    for words in ("!accept", "!accept 201", "!accept british 20"):
        (said,) = bot.says("kevin", words)
        assert said[:2] == (
            "kevin",
            "dave offers you the bank of British Pontoon for 200: say !accept 200 in #pontoon.",
        )
    (said,) = bot.says("kevin", "!accept 200", DEN)
    assert said[:2] == ("kevin", "Nobody has offered you the bank.")
    bot.says("kevin", "!accept 200")
    assert banker(bot) == "kevin"


def test_the_game_may_be_said_too(bot: OfflineBot) -> None:
    bot.tells("dave", "sell bank to kevin for 200")
    (said,) = bot.says("kevin", "!accept shoot 200")
    assert said[:2] == ("kevin", "Nobody has offered you the bank.")
    bot.says("kevin", "!accept British 200")
    assert banker(bot) == "kevin"


def test_of_two_offers_in_a_channel_the_game_says_which(bot: OfflineBot) -> None:
    """Bob has the other bank, of Shoot Pontoon, by a cut among him and kevin."""
    bot.deals("bob", "!shoot bob kevin")
    for nick, words in (("bob", "50"), ("kevin", "10"), ("kevin", "n"), ("kevin", "s")):
        bot.tells(nick, words)
    bot.tells("bob", "s")
    before = chips(bot)
    bot.tells("dave", "sell bank to kevin for 200")
    bot.tells("bob", "sell bank to kevin for 200")
    told = (
        "dave offers you the bank of British Pontoon for 200: say !accept british 200 in #pontoon.",
        "bob offers you the bank of Shoot Pontoon for 200: say !accept shoot 200 in #pontoon.",
    )
    for words in ("accept", "accept 200"):
        assert answer(bot, words) == " | ".join(told)
    (said,) = bot.says("kevin", "!accept 200")
    assert said[:2] == ("kevin", " | ".join(told))
    bot.says("kevin", "!accept british 200")
    assert banker(bot) == "kevin"
    assert bot.table().banker == "bob"
    after = chips(bot)
    assert (after["dave"] - before["dave"], after["kevin"] - before["kevin"]) == (200, -200)


def test_of_two_offers_in_two_channels_one_is_accepted_in_its_channel(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000",
        config={"irc": {"channels": f"{CHANNEL} {DEN}"}},
        new_pack=lambda before: RiggedPack([*before, "10H 8H 9H 9S"], ["AD KC"] * 3),
    )
    for seller, channel in (("dave", CHANNEL), ("bob", DEN)):
        bot.deals(seller, f"!british {seller} kevin", channel)
        for nick, words in (("kevin", "10"), ("kevin", "s"), (seller, "s")):
            bot.tells(nick, words)
    bot.tells("dave", "sell bank to kevin for 1")
    bot.tells("bob", "sell bank to kevin for 300")
    before = bot.in_file("kevin").chips
    for words in ("accept", "accept 1"):
        told = answer(bot, words)
        assert "say !accept 1 in #pontoon. | " in told
        assert told.endswith("say !accept 300 in #den.")
    bot.says("kevin", "!accept 1")
    assert bot.in_file("kevin").chips == before - 1
    assert answer(bot, "accept").endswith("for 300: say accept 300.")
