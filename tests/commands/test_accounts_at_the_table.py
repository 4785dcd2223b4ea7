"""A player who has an account is whoever is logged in to it, at every command and in every seat."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from unittest.mock import patch

import pytest

from pontoon.irc.people import Person
from pontoon.tables.voice import VoicedChannels
from tests.support.offline_bot import CHANNEL, Entry, OfflineBot, Said

DAVES = "<account>Dave</account>"
MINUTES = "<blackjack><minutes>50</minutes><time_bank>5</time_bank><day>20261120</day></blackjack>"


def opened(folder: Path, cards: str = "5D 9C KH 9H 2S 3S 4S", **table: str) -> OfflineBot:
    """Open a club: dave is an account's, kevin and bob are nicks. Mallory has come, as nobody."""
    entries = [Entry("dave", 1000, 100, owner=DAVES, records=MINUTES), Entry("kevin"), Entry("bob")]
    bot = OfflineBot(folder, entries, cards, config={"table": table})
    bot.logs_in("dave", "dave")
    bot.comes("mallory", "mallory@elsewhere")
    bot.logs_in("mallory", "mallory")
    return bot


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


@pytest.fixture
def robbed(bot: OfflineBot) -> OfflineBot:
    """Mallory has the nick dave, and dave himself is called davey."""
    bot.renames("dave", "davey")
    bot.renames("mallory", "dave")
    return bot


def lines(said: Sequence[Said], target: str) -> list[str]:
    """Return the lines of SAID that were for TARGET."""
    return [each.line for each in said if each.target == target]


# Nobody else


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


UNKNOWN = "The server did not tell me in time which account you are logged in to. Please try again."


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
    assert "dave" in robbed.tells("dave", "stats")[0].line
    assert robbed.tells("dave", "help")


# The owner


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


# Naming for a round


def test_a_player_who_is_not_logged_in_cannot_be_named(robbed: OfflineBot) -> None:
    robbed.logs_in("davey", "")
    robbed.leaves("bob")
    (said,) = robbed.says("kevin", "!pontoon dave kevin bob zed")
    assert said.line == (
        "No round | dave is not logged in to dave's account | bob is not in the channel"
        " | zed is not a player yet; ask an admin"
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
    assert robbed.says("kevin", "!pontoon dave davey")[0].line == "No round | dave is named twice"


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
    assert bot.says("bob", "!pontoon")[0].line == "left out | kevin is not in the channel"


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
    assert bot.tells("dave", "50")[0].line.startswith("I deal card games.")
    assert "you are playing in" in bot.tells("davey", "bank +1")[0].line
    assert "dave is playing in #pontoon" in bot.tells("dave", "bank +1")[0].line
    assert bot.tells("davey", "50")[0].line.startswith("You bet 50.")


# A seat


@pytest.fixture
def seated(bot: OfflineBot) -> OfflineBot:
    """Dave and kevin have bet; dave is to play."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    return bot


LOCKED = (
    "Your seat in #pontoon belongs to a services account: log in to services, then say hand to me."
)


def test_who_logs_out_in_a_round_is_told_and_has_time_to_log_in(seated: OfflineBot) -> None:
    said = seated.logs_in("dave", "")
    assert [tuple(each[:2]) for each in said] == [
        ("dave", LOCKED),
        (CHANNEL, "dave is no longer logged in: they have 60 s to log in"),
    ]


def test_nobody_is_promised_more_time_to_log_in_than_they_have_left(seated: OfflineBot) -> None:
    seated.leaves("dave")
    seated.pass_seconds(40)
    seated.comes("dave")
    (_, said) = seated.logs_in("dave", "")
    assert said.line == "dave is no longer logged in: they have 20 s to log in"


@pytest.mark.parametrize("text", ["s", "t", "hand", "leave", "accept", "stick"])
def test_until_then_they_cannot_move(seated: OfflineBot, text: str) -> None:
    seated.logs_in("dave", "")
    assert [each[:2] for each in seated.tells("dave", text)] == [("dave", LOCKED)]
    ask = seated.croupier().ask
    assert ask is not None
    assert ask.player == "dave"


@pytest.mark.parametrize("text", ["!stick", "!pontoon leave"])
def test_nor_in_the_channel(seated: OfflineBot, text: str) -> None:
    seated.logs_in("dave", "")
    assert [each[:2] for each in seated.says("dave", text)] == [("dave", LOCKED)]


def test_who_logs_in_again_is_shown_the_hand_and_plays_on(seated: OfflineBot) -> None:
    seated.logs_in("dave", "")
    (said,) = seated.logs_in("dave", "DAVE")
    assert said.target == "dave"
    assert "5♦ K♥ = 15" in said.line
    assert seated.tells("dave", "t")[0].line.startswith("dave twists")


def test_the_table_does_not_wait_for_ever(seated: OfflineBot) -> None:
    seated.logs_in("dave", "")
    said = seated.pass_seconds(60)
    assert said[0].line.startswith("dave does not answer | dave twists 2♠")
    assert lines(said, "dave") == []


def test_nothing_is_shown_to_who_is_logged_out(seated: OfflineBot) -> None:
    seated.logs_in("dave", "")
    assert "9♣ 9♥" in lines(seated.tells("kevin", "hand"), "kevin")[0]
    assert lines(seated.pass_seconds(31), "dave") == []


def test_it_is_told_once_a_round(seated: OfflineBot) -> None:
    seated.logs_in("dave", "")
    seated.logs_in("dave", "dave")
    assert lines(seated.logs_in("dave", ""), CHANNEL) == []


def test_what_was_not_told_of_an_account_is_found_when_they_speak(seated: OfflineBot) -> None:
    """As where the server tells of accounts with what people say, and only so."""
    person = seated.person("dave")
    seated.people["dave"] = type(person)("dave", person.userhost, "")
    assert lines(seated.tells("dave", "s"), "dave") == [LOCKED, LOCKED]
    seated.people["dave"] = person
    assert "5♦ K♥ = 15" in seated.tells("dave", "hand")[0].line


@pytest.mark.parametrize("text", ["s", "hand", "leave", "nonsense"])
def test_that_it_is_not_known_who_somebody_is_costs_them_nothing(
    seated: OfflineBot, text: str
) -> None:
    seated.logs_in("dave", None)
    assert [each[:2] for each in seated.tells("dave", text)] == [("dave", UNKNOWN)]
    assert seated.croupier().seat_map.address("dave") == "dave"
    seated.logs_in("dave", "dave")
    assert seated.tells("dave", "t")[0].line.startswith("dave twists")


def test_who_is_found_out_to_be_the_player_is_not_away_any_longer(tmp_path: Path) -> None:
    bot = opened(tmp_path, away_after="1")
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    assert "dave seems to be away" in "".join(each.line for each in bot.pass_seconds(121))
    bot.tells("kevin", "s")
    request = bot.club.hear(replace(bot.person("dave"), account=None), "bank")
    assert request is not None
    bot.club.obey(request, bot.person("dave"))
    bot.says("kevin", "!pontoon dave kevin")
    assert "50" in bot.tells("dave", "50")[0].line


def test_a_move_in_the_channel_is_told_from_other_bots_commands_though_it_is_not_known(
    seated: OfflineBot,
) -> None:
    seated.logs_in("dave", None)
    assert [each[:2] for each in seated.says("dave", "!stick")] == [("dave", UNKNOWN)]
    assert seated.says("dave", "!hello") == []
    assert seated.says("bob", "!stick") == []


def test_who_may_be_back_under_another_nick_is_too(seated: OfflineBot) -> None:
    seated.leaves("dave")
    seated.comes("davey", "d@phone")
    seated.logs_in("davey", None)
    assert [each[:2] for each in seated.says("davey", "!stick")] == [("davey", UNKNOWN)]
    seated.logs_in("davey", "")
    assert seated.says("davey", "!stick") == []


def test_who_comes_back_does_so_by_account_whatever_the_nick_and_address(
    seated: OfflineBot,
) -> None:
    seated.leaves("dave")
    seated.comes("davey", "d@phone")
    (said,) = seated.logs_in("davey", "dave")
    assert (said.target, "5♦ K♥ = 15" in said.line) == ("davey", True)
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


@pytest.mark.parametrize(("account", "why"), [(None, UNKNOWN), ("", LOCKED), ("mallory", LOCKED)])
def test_nobody_comes_back_without_it_though_nick_and_address_are_the_same(
    seated: OfflineBot, account: str | None, why: str
) -> None:
    seated.leaves("dave")
    seated.people["dave"] = type(seated.person("dave"))("dave", "dave@home", account)
    assert seated.comes("dave") == []
    assert [each.line for each in seated.tells("dave", "hand")] == [why]
    assert "5♦" not in "".join(each.line for each in seated.tells("dave", "s"))


def test_another_connection_of_the_owner_takes_a_seat_that_is_left(seated: OfflineBot) -> None:
    seated.comes("davey", "d@phone")
    seated.logs_in("davey", "dave")
    seated.leaves("dave")
    assert "5♦ K♥ = 15" in seated.tells("davey", "hand")[0].line
    assert seated.comes("dave") == []
    assert seated.tells("dave", "s")[0].line.startswith("I deal card games.")
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


def test_a_nick_change_keeps_the_seat(seated: OfflineBot) -> None:
    seated.renames("dave", "davey")
    seated.renames("mallory", "dave")
    assert seated.tells("dave", "s")[0].line.startswith("I deal card games.")
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


def test_who_has_a_seat_by_nick_and_logs_in_to_the_account_of_another_has_no_second(
    seated: OfflineBot,
) -> None:
    seated.leaves("dave")
    seated.logs_in("kevin", "dave")
    assert "5♦" not in "".join(each.line for each in seated.tells("kevin", "hand"))
    assert "9♣ 9♥ = 18" in seated.tells("kevin", "hand")[0].line


def test_an_account_that_is_given_to_a_player_in_a_round_counts_at_once(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, cards="5D 9C KH 9H")
    bot.says("dave", "!pontoon dave kevin")
    bot.edit("<nick>dave</nick>", f"<nick>dave</nick>{DAVES}")
    bot.settlements.look()
    assert lines(bot.tells("dave", "50"), "dave")[-1] == LOCKED
    bot.logs_in("dave", "dave")
    assert bot.tells("dave", "50")[0].line.startswith("You bet 50.")


def test_a_round_that_is_over_keeps_nobody_waiting(seated: OfflineBot) -> None:
    seated.logs_in("dave", "")
    seated.pass_seconds(60)
    said = seated.tells("kevin", "s")
    assert said[-1].line.startswith("Chips: dave ")
    assert seated.tells("dave", "s")[0].line.startswith("I deal card games.")


# While the bot is not there


@pytest.mark.parametrize("way", ["is cut off", "starts anew"])
def test_after_a_while_without_the_bot_the_owner_has_the_seat(seated: OfflineBot, way: str) -> None:
    seated.is_cut_off()
    if way == "starts anew":
        seated.starts_anew()
    seated.renames("dave", "davey")
    seated.renames("mallory", "dave")
    seated.people["dave"] = type(seated.person("dave"))("dave", "dave@home", "mallory")
    said = seated.is_back(["dave", "davey", "kevin"])
    assert "continues" in said[0].line
    assert lines(said, "dave") == []
    assert "5♦ K♥ = 15" in lines(said, "davey")[-1]
    assert seated.tells("dave", "s")[0].line.startswith("I deal card games.")
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


def test_and_nobody_has_it_before_it_is_known_who_they_are(seated: OfflineBot) -> None:
    seated.is_cut_off()
    seated.logs_in("dave", None)
    said = seated.is_back(["dave", "kevin"])
    assert "dave is gone" in said[0].line
    assert lines(said, "dave") == []
    assert "5♦ K♥ = 15" in seated.logs_in("dave", "dave")[0].line


@pytest.mark.parametrize(("account", "stops"), [("dave", True), ("mallory", False)])
def test_who_has_started_a_round_is_known_by_the_account_then(
    bot: OfflineBot, account: str, stops: bool
) -> None:
    bot.says("dave", "!pontoon kevin bob")
    bot.is_cut_off()
    bot.logs_in("dave", account)
    bot.is_back(["dave", "kevin", "bob"])
    bot.says("dave", "!pontoon stop")
    assert (bot.croupier().ask is None) is stops


# The bank of British Pontoon


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
    refused = british.tells("dave", "accept")
    assert refused[0].line == "You do not have the bank, and nobody has offered it to you."
    assert "dave" in lines(british.tells("davey", "accept"), CHANNEL)[0]


# Minutes and voice


VOICED = {"blackjack": {"voice": "yes"}}


def test_voice_and_minutes_are_the_owners(tmp_path: Path) -> None:
    entries = [Entry("dave", owner=DAVES, records=MINUTES)]
    bot = OfflineBot(tmp_path, entries, config=VOICED)
    bot.ops("PontoonBot")
    bot.croupier().rank_changed()
    bot.pass_seconds(600)
    assert bot.network.voices == []
    assert bot.in_file("dave").has("minutes", "blackjack") == 50
    bot.logs_in("dave", "dave")
    assert bot.network.voices == ["#pontoon +v dave"]
    bot.pass_seconds(600)
    bot.logs_in("dave", "")
    assert bot.network.voices[1:] == ["#pontoon -v dave"]
    assert bot.in_file("dave").has("minutes", "blackjack") == 40
    bot.pass_seconds(600)
    assert bot.in_file("dave").has("minutes", "blackjack") == 40


def test_of_two_connections_the_minutes_run_once(tmp_path: Path) -> None:
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES, records=MINUTES)], config=VOICED)
    bot.ops("PontoonBot")
    bot.croupier().rank_changed()
    bot.logs_in("dave", "dave")
    bot.comes("davey", "d@phone")
    bot.logs_in("davey", "dave")
    assert bot.network.voices == ["#pontoon +v dave", "#pontoon +v davey"]
    bot.pass_seconds(600)
    bot.leaves("dave")
    bot.leaves("davey")
    assert bot.in_file("dave").has("minutes", "blackjack") == 40


def test_a_channel_full_of_accounts_is_looked_through_once(tmp_path: Path) -> None:
    """As when the bot has come in, and is told of everybody there in one go."""
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES, records=MINUTES)], config=VOICED)
    bot.ops("PontoonBot")
    looked: list[str] = []
    with patch.object(VoicedChannels, "changed", lambda _: looked.append("looked")):
        for number in range(10):
            bot.club.floor.account_changed(Person(f"n{number}", "x@y", f"a{number}"))
        assert looked == []
        bot.pass_seconds(0)
        assert looked == ["looked"]
        bot.logs_in("dave", "dave")
        assert looked == ["looked", "looked"]


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
    bot = OfflineBot(tmp_path, [Entry("dave", owner=DAVES), Entry("kevin")], config=irc)
    bot.says("kevin", "!pontoon kevin", "#other")
    bot.logs_in("kevin", "dave")
    (said,) = bot.says("kevin", "!pontoon dave")
    assert said.line == "No round | dave is playing in #other"
