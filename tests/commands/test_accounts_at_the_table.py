"""A player who has an account is whoever is logged in to it: at every command and when named."""

from pathlib import Path

import pytest

from tests.support.account_owners import DAVES, UNKNOWN, lines, opened
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


@pytest.fixture
def robbed(bot: OfflineBot) -> OfflineBot:
    """Mallory has the nick dave, and dave himself is called davey."""
    bot.renames("dave", "davey")
    bot.renames("mallory", "dave")
    return bot


@pytest.mark.parametrize(
    "text",
    ["!bank", "!bank +5", "!bank -5", "!time", "!deposit 5", "!withdraw 5", "!done"],
)
def test_an_impostor_is_told_to_log_in(robbed: OfflineBot, text: str) -> None:
    before = robbed.players_xml.read_bytes()
    (said,) = robbed.says("dave", text)
    assert said.line.startswith("dave has an account, and you are not logged in to it. Log in")
    (private,) = robbed.tells("dave", text)
    assert private == said._replace(target="dave")
    assert robbed.players_xml.read_bytes() == before


@pytest.mark.parametrize("account", ["", "mallory"])
def test_whatever_else_they_are_logged_in_to(robbed: OfflineBot, account: str) -> None:
    robbed.logs_in("dave", account)
    for text in ("bank +5", "set nickname The Boss"):
        (said,) = robbed.tells("dave", text)
        assert said.line.startswith("dave has an account")
    assert robbed.in_file("dave").nickname == ""


@pytest.mark.parametrize("text", ["bank +5", "set nickname The Boss", "claim", "help", "s"])
def test_of_whom_it_is_not_known_they_are_told_to_say_it_again(
    robbed: OfflineBot, text: str
) -> None:
    before = robbed.players_xml.read_bytes()
    robbed.logs_in("dave", None)
    assert [each[:2] for each in robbed.tells("dave", text)] == [("dave", UNKNOWN)]
    assert robbed.players_xml.read_bytes() == before


def test_nobody_is_told_what_the_account_is_called(robbed: OfflineBot) -> None:
    said = [
        *robbed.says("kevin", "!pontoon dave"),
        *robbed.tells("dave", "bank"),
        *robbed.tells("dave", "claim"),
    ]
    robbed.edit(DAVES, "<account>secret</account>")
    said += robbed.says("kevin", "!pontoon dave")
    assert not any("secret" in each.line for each in said)


def test_looking_is_open_to_all(robbed: OfflineBot) -> None:
    assert "chips 1000" in robbed.says("dave", "!pontoon stats dave")[0].line
    assert "chips 1000" in robbed.tells("dave", "stats dave")[0].line
    assert robbed.tells("dave", "help")


def test_the_owner_has_it_all_under_any_nick(robbed: OfflineBot) -> None:
    assert "deposits 5" in robbed.says("davey", "!bank +5")[0].line
    assert "withdraws" in robbed.tells("davey", "bank -5")[0].line
    assert robbed.tells("davey", "set nickname The Boss")[0].line == "You are now called The Boss."
    assert "minutes" in robbed.tells("davey", "time")[0].line
    assert robbed.in_file("dave").nickname == "The Boss"


def test_and_nothing_of_the_player_whose_nick_it_is(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert bot.tells("kevin", "bank")[0].line == "dave: chips 1000, bank 100"


def test_a_player_who_is_not_logged_in_cannot_be_named(robbed: OfflineBot) -> None:
    robbed.logs_in("davey", "")
    robbed.leaves("bob")
    (said,) = robbed.says("kevin", "!pontoon dave kevin bob zed")
    assert said.line == (
        "No round: dave is not logged in to dave's account | bob is not in the channel"
        " | zed is not a player yet; ask an admin of this bot"
    )


@pytest.mark.parametrize("name", ["dave", "DAVE", "davey"])
def test_by_the_players_name_and_by_their_nick_the_owner_is_meant(
    robbed: OfflineBot, name: str
) -> None:
    said = robbed.says("kevin", f"!pontoon {name} kevin")
    assert said[0].line == "Shed Pontoon: dave, kevin | place your bets"
    assert "5♦" in lines(said, "davey")[0]
    assert lines(said, "dave") == []


def test_so_they_cannot_be_named_twice(robbed: OfflineBot) -> None:
    assert (
        robbed.says("kevin", "!pontoon dave kevin davey")[0].line == "No round: dave is named twice"
    )


def test_a_player_without_account_is_not_whoever_owns_another(bot: OfflineBot) -> None:
    """Who has the nick kevin is dave; kevin himself is not there."""
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    said = bot.says("bob", "!pontoon kevin bob")
    assert said[0].line == "Shed Pontoon: dave, bob | place your bets"


def test_but_of_the_last_players_each_is_meant_as_that_player(bot: OfflineBot) -> None:
    bot.says("dave", "!pontoon kevin bob")
    bot.stops_round()
    bot.leaves("kevin")
    bot.renames("dave", "kevin")
    assert bot.says("bob", "!pontoon")[0].line == "Left out: kevin is not in the channel"


def test_of_the_last_players_the_owner_is_meant(robbed: OfflineBot) -> None:
    robbed.says("kevin", "!pontoon dave kevin")
    robbed.stops_round()
    said = robbed.says("dave", "!pontoon")
    assert said[0].line == "Shed Pontoon: kevin, dave | place your bets"
    assert lines(said, "dave") == []
    robbed.stops_round()
    robbed.leaves("davey")
    assert "dave is not logged in" in robbed.says("dave", "!pontoon")[0].line
    robbed.stops_round()
    robbed.leaves("dave")
    assert "dave is not in the channel" in robbed.says("kevin", "!pontoon")[0].line


def test_an_owner_who_is_there_twice_has_one_seat(bot: OfflineBot) -> None:
    bot.comes("davey", "d@phone")
    bot.logs_in("davey", "Dave")
    said = bot.says("kevin", "!pontoon davey kevin")
    assert lines(said, "davey")
    assert lines(said, "dave") == []
    assert "I deal card games" in bot.tells("dave", "50")[0].line
    assert "you are playing in" in bot.tells("davey", "bank +1")[0].line
    assert "dave is playing in #pontoon" in bot.tells("dave", "bank +1")[0].line
    assert bot.tells("davey", "50")[0].line.startswith("You bet 50.")


@pytest.fixture
def british(robbed: OfflineBot) -> OfflineBot:
    """Kevin has the bank, and dave has bet."""
    robbed.says("kevin", "!british kevin dave")
    robbed.tells("kevin", "y")
    robbed.tells("davey", "n")
    robbed.tells("davey", "5")
    return robbed


@pytest.mark.parametrize("when", ["in a round", "between rounds"])
@pytest.mark.parametrize("name", ["dave", "davey"])
def test_a_bank_is_offered_to_the_owner_by_either_name(
    british: OfflineBot, name: str, when: str
) -> None:
    if when == "between rounds":
        british.tells("davey", "s")
        british.tells("kevin", "s")
        assert british.croupier().ask is None
    said = british.tells("kevin", f"sell bank to {name} for 5")
    assert said[0].line.startswith("kevin offers the bank to dave for 5 chips, ")
    assert "offers you the bank" in lines(said, "davey")[0]
    assert lines(said, "dave") == []
    refused = british.tells("dave", "accept 5")
    assert refused[0].line == "You do not have the bank, and nobody has offered it to you."
    assert "dave" in lines(british.tells("davey", "accept 5"), CHANNEL)[0]


def test_an_owner_who_is_only_in_another_channel_is_not_back(tmp_path: Path) -> None:
    irc = {"irc": {"channels": "#pontoon #other"}}
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES), Entry("kevin")], "5D 9C", config=irc)
    bot.logs_in("dave", "dave")
    bot.says("dave", "!pontoon dave kevin")
    bot.leaves("dave")
    assert bot.logs_in("dave", "Dave") == []
    assert (
        bot.tells("dave", "hand")[0].line == "You are not in #pontoon. Come back there to play on."
    )
    assert "5♦" in bot.comes("dave")[0].line


def test_a_name_means_first_of_all_the_player_of_that_name(tmp_path: Path) -> None:
    """Not the owner of another one, who has that nick just now."""
    kevins = "<account>kev</account>"
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES), Entry("kevin", owner=kevins)], "5D 9C")
    bot.logs_in("dave", "dave")
    bot.logs_in("kevin", "kev")
    bot.renames("dave", "davey")
    bot.renames("kevin", "dave")
    said = bot.says("dave", "!pontoon dave kevin")
    assert said[0].line == "Shed Pontoon: dave, kevin | place your bets"
    assert "5♦" in lines(said, "davey")[0]
    assert "9♣" in lines(said, "dave")[0]


def test_who_plays_as_another_elsewhere_cannot_be_seated_by_an_account(tmp_path: Path) -> None:
    irc = {"irc": {"channels": "#pontoon #other"}}
    bot = OfflineBot(
        tmp_path, [Entry("dave", owner=DAVES), Entry("kevin"), Entry("bob")], config=irc
    )
    bot.says("kevin", "!pontoon kevin", "#other")
    bot.tells("kevin", "1")
    bot.logs_in("kevin", "dave")
    (said,) = bot.says("bob", "!pontoon dave bob")
    assert said.line == "No round: dave is playing in #other"
