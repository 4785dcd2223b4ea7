"""A seat belongs to whoever is logged in to the account of its player."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from pontoon.commands import dispatch
from tests.support.account_owners import DAVES, LOCKED, UNKNOWN, lines, opened
from tests.support.offline_bot import CHANNEL, OfflineBot
from tests.support.short_timeouts import in_channel


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return opened(tmp_path)


@pytest.fixture
def seated(bot: OfflineBot) -> OfflineBot:
    """Dave and kevin have bet; dave is to play."""
    bot.says("dave", "!pontoon dave kevin")
    bot.tells("dave", "50")
    bot.tells("kevin", "50")
    return bot


def test_who_logs_out_in_a_round_is_told_and_has_time_to_log_in(seated: OfflineBot) -> None:
    said = seated.logs_in("dave", "")
    assert [tuple(each[:2]) for each in said] == [
        ("dave", LOCKED),
        (CHANNEL, "dave is no longer logged in: 60 s to log in"),
    ]


def test_nobody_is_promised_more_time_to_log_in_than_they_have_left(seated: OfflineBot) -> None:
    seated.leaves("dave")
    seated.pass_seconds(40)
    seated.comes("dave")
    (_, said) = seated.logs_in("dave", "")
    assert said.line == "dave is no longer logged in: 20 s to log in"


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
    assert said[0].line.startswith("dave twists 2♠")
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
    ctx = bot.real_network.commands
    request = dispatch.accept(ctx, replace(bot.person("dave"), account=None), "bank")
    assert request is not None
    dispatch.answer_as(ctx, request, bot.person("dave"))
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
    seated.people["dave"] = type(seated.person("dave"))("dave", "dave@dave.home", account)
    assert seated.comes("dave") == []
    assert [each.line for each in seated.tells("dave", "hand")] == [why]
    assert "5♦" not in "".join(each.line for each in seated.tells("dave", "s"))


def test_another_connection_of_the_owner_takes_a_seat_that_is_left(seated: OfflineBot) -> None:
    seated.comes("davey", "d@phone")
    seated.logs_in("davey", "dave")
    seated.leaves("dave")
    assert "5♦ K♥ = 15" in seated.tells("davey", "hand")[0].line
    assert seated.comes("dave") == []
    assert "I deal card games" in seated.tells("dave", "s")[0].line
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


def test_a_nick_change_keeps_the_seat(seated: OfflineBot) -> None:
    seated.renames("dave", "davey")
    seated.renames("mallory", "dave")
    assert "I deal card games" in seated.tells("dave", "s")[0].line
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
    assert in_channel(said)[-1].startswith("Chips: dave ")
    assert "I deal card games" in seated.tells("dave", "s")[0].line


@pytest.mark.parametrize("way", ["is cut off", "starts anew"])
def test_after_a_while_without_the_bot_the_owner_has_the_seat(seated: OfflineBot, way: str) -> None:
    seated.is_cut_off()
    if way == "starts anew":
        seated.starts_anew()
    seated.renames("dave", "davey")
    seated.renames("mallory", "dave")
    seated.people["dave"] = type(seated.person("dave"))("dave", "dave@dave.home", "mallory")
    said = seated.is_back(["dave", "davey", "kevin"])
    assert "continues" in said[0].line
    assert lines(said, "dave") == []
    assert "5♦ K♥ = 15" in lines(said, "davey")[-1]
    assert "I deal card games" in seated.tells("dave", "s")[0].line
    assert seated.tells("davey", "t")[0].line.startswith("dave twists")


def test_and_nobody_has_it_before_it_is_known_who_they_are(seated: OfflineBot) -> None:
    seated.is_cut_off()
    seated.logs_in("dave", None)
    said = seated.is_back(["dave", "kevin"])
    assert "dave is gone" in said[0].line
    assert lines(said, "dave") == []
    assert "5♦ K♥ = 15" in seated.logs_in("dave", "dave")[0].line
