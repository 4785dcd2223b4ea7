"""When the one who has the bank is asked again, and when others may play without them."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import PLAYERS, in_channel
from tests.support.stacked_decks import RiggedPack

HAS_THE_BANK = "No round: dave has the bank: name dave too"
DEN = "#den"


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave has the bank by a cut; no round is played, and it is long since he was heard."""
    bot = OfflineBot(
        tmp_path,
        PLAYERS,
        config={"irc": {"channels": f"{CHANNEL} {DEN}"}},
        new_pack=lambda before: RiggedPack([*before], ["AD KC"] * 9),
    )
    bot.deals("dave", "!british dave kevin")
    bot.stops_round()
    bot.pass_seconds(400)
    return bot


def asked_for_the_bank(bot: OfflineBot) -> list[str]:
    """Return who is being asked whether they want the bank."""
    return [ask.player for ask in bot.croupier().waiting.asks if ask.phase is Phase.BANK]


# A banker who is dealt to


@pytest.mark.parametrize("where", ["in the channel", "to the bot"])
def test_a_banker_who_was_heard_within_five_minutes_is_not_asked(
    bot: OfflineBot, where: str
) -> None:
    if where == "in the channel":
        bot.says("dave", "hello")
    else:
        bot.tells("dave", "games")
    bot.pass_seconds(299)
    bot.says("kevin", "!british dave kevin")
    assert asked_for_the_bank(bot) == []
    assert bot.table().banker == "dave"


def test_one_whom_somebody_else_names_later_is_asked_with_the_others(bot: OfflineBot) -> None:
    said = in_channel(bot.says("kevin", "!british dave kevin"))
    assert said[0].endswith("| who takes the bank?")
    assert asked_for_the_bank(bot) == ["dave", "kevin"]
    bot.tells("kevin", "y")
    assert (
        "dave is the banker as before | deals to kevin, dave"
        in in_channel(bot.tells("dave", "y"))[0]
    )


def test_one_who_deals_is_not(bot: OfflineBot) -> None:
    bot.says("dave", "!british dave kevin")
    assert asked_for_the_bank(bot) == []


def test_one_who_has_joined_is_not(bot: OfflineBot) -> None:
    for nick in ("dave", "kevin"):
        bot.says(nick, "!join british")
    bot.pass_seconds(40)
    bot.says("kevin", "!deal")
    assert asked_for_the_bank(bot) == []


def test_where_such_a_banker_and_all_others_say_no_it_stays_theirs(bot: OfflineBot) -> None:
    bot.says("kevin", "!british dave kevin")
    bot.tells("kevin", "n")
    assert in_channel(bot.tells("dave", "n")) == ["no round: nobody takes the bank"]
    assert bot.table().banker == "dave"


# Others play without the banker


def refuses(bot: OfflineBot, command: str = "!british kevin bob") -> bool:
    """Tell whether COMMAND of kevin is refused because dave has the bank and is not dealt to."""
    said = in_channel(bot.says("kevin", command))
    return said == [HAS_THE_BANK]


@pytest.fixture
def heard(bot: OfflineBot) -> OfflineBot:
    """Dave has just said something."""
    bot.says("dave", "hello")
    return bot


def test_a_round_without_the_banker_is_refused_for_join_wait_from_the_first_refusal(
    heard: OfflineBot,
) -> None:
    assert refuses(heard)
    heard.pass_seconds(59)
    assert refuses(heard)
    heard.pass_seconds(1)
    assert in_channel(heard.says("kevin", "!british kevin bob"))[0].endswith("who takes the bank?")
    assert asked_for_the_bank(heard) == ["kevin", "bob"]


def test_a_refusal_of_long_ago_has_warned_nobody(heard: OfflineBot) -> None:
    assert refuses(heard)
    heard.pass_seconds(370)
    heard.says("dave", "hello again")
    assert refuses(heard)


def test_a_round_with_the_banker_begins_it_again(heard: OfflineBot) -> None:
    assert refuses(heard)
    heard.says("kevin", "!british dave kevin")
    heard.stops_round()
    heard.pass_seconds(100)
    assert refuses(heard)


def test_where_people_join_they_wait_as_long(heard: OfflineBot) -> None:
    for nick in ("kevin", "bob"):
        heard.says(nick, "!join british")
    (said,) = in_channel(heard.says("kevin", "!deal"))
    assert said == "No round: dave has the bank: it is for dave to join within 60 s"
    heard.pass_seconds(60)
    heard.deals("kevin", "!deal")
    assert set(heard.table().players) == {"kevin", "bob"}


@pytest.mark.parametrize("why", ["silent", "gone", "opted out", "poor", "bets elsewhere"])
def test_it_is_not_refused_where_the_banker(bot: OfflineBot, why: str) -> None:
    if why != "silent":
        bot.says("dave", "hello")
    match why:
        case "gone":
            bot.leaves("dave")
        case "opted out":
            bot.says("dave", "!optout")
        case "poor":
            bot.tells("dave", "bank +999")
        case "bets elsewhere":
            bot.says("dave", "!pontoon dave", DEN)
            bot.tells("dave", "5")
    assert not refuses(bot)
    assert asked_for_the_bank(bot) == ["kevin", "bob"]
