"""British Pontoon in the channel: its commands, its lines, and who may deal in the bank."""

import re
from pathlib import Path

import pytest

from pontoon.text import announcements
from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.short_timeouts import in_channel
from tests.support.stacked_decks import RiggedPack

CARDS = "10H 9S KH 8D 10S 8H"
"""Kevin has 18 and bob 19 against dave's 18, twice."""
DEN = "#den"
MAY_START_AGAIN = 121
"""Seconds after which whoever has stopped a round may start another one."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Dave is cut the bank as soon as he, kevin and bob play; eve looks on."""
    return OfflineBot(
        tmp_path,
        "dave 1000, kevin 1000, bob 1000, eve 1000",
        config={"irc": {"channels": f"{CHANNEL} {DEN}"}},
        new_pack=lambda before: RiggedPack([*before, CARDS], ["AD KC KS"]),
    )


def play(bot: OfflineBot) -> list[Said]:
    """Play a round of British Pontoon in which kevin and bob stick; return what ends it."""
    bot.deals("dave", "!british dave kevin bob")
    for nick, answer in (("kevin", "10"), ("bob", "20"), ("kevin", "s"), ("bob", "s")):
        bot.tells(nick, answer)
    return bot.tells("dave", "s")


def lines(said: list[Said]) -> list[str]:
    """Return what was SAID, to whomever."""
    return [each.line for each in said]


# The end of a round


def test_the_results_and_the_chips_are_told_from_the_bankers_left_the_banker_last(
    bot: OfflineBot,
) -> None:
    assert in_channel(play(bot)) == [
        "dave stays on 18 and pays 19 or better",
        "Banker dave: K♥ 8♥ = 18 points: loses 10",
        "kevin: 10♥ 8♦ = 18 points, stake 10: loses 10",
        "bob: 9♠ 10♠ = 19 points, stake 20: wins 20",
        "Chips: kevin 990, bob 1020, dave 990",
    ]


# Commands


def test_the_bank_is_shown_with_what_can_be_staked_against_it_to_anybody(bot: OfflineBot) -> None:
    assert lines(bot.says("eve", "!british banker")) == ["Nobody has the bank."]
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("kevin", "10")
    assert bot.says("eve", "!british banker")[0][:2] == (
        CHANNEL,
        "dave has the bank, 490 more can be staked against it",
    )
    for nick, answer in (("bob", "20"), ("kevin", "s"), ("bob", "s"), ("dave", "s")):
        bot.tells(nick, answer)
    assert lines(bot.says("eve", "!british banker")) == ["dave has the bank"]


def test_without_a_game_it_is_the_last_bank(bot: OfflineBot) -> None:
    assert lines(bot.says("eve", "!banker")) == ["No game with a bank is being played."]
    play(bot)
    assert lines(bot.says("eve", "!banker")) == ["dave has the bank"]
    assert lines(bot.says("eve", "!banker british")) == ["dave has the bank"]
    bot.says("dave", "!pontoon dave")
    assert lines(bot.says("eve", "!banker")) == ["British Pontoon | dave has the bank"]
    assert lines(bot.says("eve", "!cutwc banker")) == ["No game with a bank is being played."]


def test_each_game_in_each_channel_has_a_bank_of_its_own(bot: OfflineBot) -> None:
    play(bot)
    assert lines(bot.says("eve", "!shoot banker")) == ["Nobody has the bank."]
    assert lines(bot.says("eve", "!british banker", DEN)) == ["Nobody has the bank."]


def test_without_names_the_last_players_are_seated_rotated_and_the_banker_stays(
    bot: OfflineBot,
) -> None:
    play(bot)
    for order in ("kevin, bob, dave", "bob, dave, kevin", "dave, kevin, bob"):
        (said,) = in_channel(bot.deals("eve", "!british"))
        assert said == (
            f"British Pontoon: {order} | dave is the banker as before | deals to kevin, bob, dave "
            "| kevin to bet"
        )
        bot.stops_round()
        bot.pass_seconds(MAY_START_AGAIN)


def test_nobody_leaves_to_dodge_the_double_once_the_bankers_cards_are_turned_up(
    bot: OfflineBot,
) -> None:
    bot.deals("dave", "!british dave kevin bob")
    for nick, answer in (("kevin", "10"), ("bob", "20"), ("kevin", "s"), ("bob", "s")):
        bot.tells(nick, answer)
    said = bot.tells("kevin", "resign")
    assert [each[:2] for each in said] == [("kevin", announcements.TOO_LATE_TO_LEAVE)]


def test_each_game_remembers_players_of_its_own(bot: OfflineBot) -> None:
    play(bot)
    assert "name the players" in bot.deals("dave", "!shoot")[0].line
    bot.says("eve", "!pontoon eve dave")
    bot.stops_round()
    assert bot.deals("dave", "!british")[0].line.startswith("British Pontoon: kevin, bob, dave")


def test_the_statistics_count_the_rounds_of_the_game(bot: OfflineBot) -> None:
    play(bot)
    assert lines(bot.says("eve", "!british stats bob")) == [
        "bob: chips 1020, bank 0, played 1, won 1, ratio 100%, best hand 19, best round +20, "
        "worst round 0, winning streak 1"
    ]
    assert "played 1, won 0" in bot.says("eve", "!british stats dave")[0].line
    assert "played 0, won 0" in bot.says("eve", "!shoot stats bob")[0].line


def test_whoever_leaves_has_lost_the_stake_and_the_others_play_on(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("kevin", "10")
    bot.tells("bob", "20")
    said = bot.says("kevin", "!british resign")
    assert said[0].line == "kevin leaves the round, losing 10 | bob to play"


def test_who_is_to_play_is_asked_again_if_they_can_stake_more_now(tmp_path: Path) -> None:
    bot = OfflineBot(
        tmp_path,
        "dave 40, kevin 1000, bob 1000",
        new_pack=lambda before: RiggedPack([*before, "10H 9S KH 3D 10S 8H"], ["AD KC KS"]),
    )
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("kevin", "10")
    bot.tells("bob", "10")
    assert "(b)uy for 10-15" in lines(bot.says("bob", "!british resign"))[-1]


def test_the_round_can_be_stopped_and_every_stake_goes_back(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    assert "all stakes are returned" in bot.stops_round()[0].line
    assert {player.chips for player in bot.all_in_file()} == {1000}
    assert lines(bot.says("dave", "!british banker")) == ["dave has the bank"]


@pytest.mark.parametrize("topic", ["rules", "help"])
def test_rules_and_help_are_short_in_the_channel_and_long_in_private(
    bot: OfflineBot, topic: str
) -> None:
    in_channel, *in_private = bot.says("eve", f"!british {topic}")
    assert in_channel.target == CHANNEL
    assert in_channel.line.startswith("British Pontoon: ")
    assert {said.target for said in in_private} == {"eve"}


# The bank belongs to the person who sat down


def test_whoever_has_taken_a_nick_that_the_buyer_has_left_does_not_buy(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    bot.tells("dave", "sell bank to kevin for 900")
    bot.leaves("kevin")
    bot.comes("kevin", "somebody@else")
    for said in (bot.tells("kevin", "accept"), bot.says("kevin", "!accept")):
        assert [each[:2] for each in said] == [
            ("kevin", "You do not have the bank, and nobody has offered it to you.")
        ]


def test_whoever_has_taken_a_nick_that_the_banker_has_left_does_not_sell(bot: OfflineBot) -> None:
    """Neither there nor where nobody plays now."""
    play(bot)
    bot.deals("eve", "!british dave kevin bob")
    bot.leaves("dave")
    bot.comes("dave", "somebody@else")
    for said in (
        bot.tells("dave", "sell bank to kevin for 0"),
        bot.says("dave", "!sell bank to kevin for 0", DEN),
    ):
        assert [each.target for each in said] == ["dave"]
        assert "You do not have the bank" in said[0].line


def test_a_sitter_deals_in_the_bank_under_a_new_nick_too(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    bot.renames("kevin", "kev")
    bot.renames("eve", "kevin")
    bot.tells("dave", "sell bank to kev for 5")
    assert "You do not have the bank" in bot.tells("kevin", "accept 5")[0].line
    assert lines(bot.tells("kev", "accept 5")) == [
        "kevin buys dave's bank for 5 chips after the round",
        "kevin buys your bank for 5 chips after the round.",
    ]


@pytest.mark.parametrize("who", ["dave", "kevin"])
@pytest.mark.parametrize("is_in_round", [True, False])
def test_an_offer_ends_when_seller_or_buyer_leaves_the_channel(
    bot: OfflineBot, who: str, *, is_in_round: bool
) -> None:
    if is_in_round:
        bot.deals("dave", "!british dave kevin bob")
    else:
        play(bot)
    bot.tells("dave", "sell bank to kevin for 5")
    assert "dave does not sell the bank to kevin after all" in in_channel(bot.leaves(who))[0]
    bot.comes(who)
    assert "Nobody has offered you the bank." in lines(bot.tells("kevin", "accept 5"))


def test_between_rounds_the_bank_is_sold_by_whoever_has_the_nick(bot: OfflineBot) -> None:
    play(bot)
    bot.tells("dave", "sell bank to kevin for 5")
    assert lines(bot.says("kevin", "!accept 5")) == [
        "kevin buys the bank for 5",
        "kevin buys your bank for 5 chips.",
    ]
    assert {nick: bot.in_file(nick).chips for nick in ("dave", "kevin")} == {
        "dave": 995,
        "kevin": 985,
    }
    assert lines(bot.says("eve", "!british banker")) == ["kevin has the bank"]


def test_a_stranger_has_nothing_to_do_with_the_bank(bot: OfflineBot) -> None:
    for text in ["accept", "accept 5", "decline", "cancel", "sell bank to kevin for 5"]:
        play(bot)
        bot.comes("mallory")
        (said,) = bot.tells("mallory", text)
        assert said[:2] == (
            "mallory",
            "You do not have the bank, and nobody has offered it to you.",
        )


# What is told in private


def privately(said: list[Said]) -> list[tuple[str, str]]:
    """Return what was SAID to people alone, and to whom, but for prompts and cards."""
    told = [each[:2] for each in said if each.target[0] != "#" and "bank" in each.line]
    return [each for each in told if not re.search("Do you want|(is|are) still to", each[1])]


def test_the_banker_of_a_round_is_told_so_in_private(bot: OfflineBot) -> None:
    said = bot.deals("kevin", "!british dave kevin bob")
    assert privately(said) == [("dave", "You have the bank: you play last.")]


def test_with_a_kitty_the_banker_is_told_of_it_too(bot: OfflineBot) -> None:
    bot.deals("kevin", "!shoot dave kevin bob")
    assert privately(bot.tells("dave", "50")) == [
        ("dave", "You have the bank, kitty 50: you play last.")
    ]


def test_whom_the_bank_is_offered_to_is_told_what_to_answer(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    for buyer in ("kevin", "bob"):
        bot.tells("dave", "cancel")
        assert privately(bot.tells("dave", f"sell bank to {buyer} for 200")) == [
            (
                buyer,
                "dave offers you the bank for 200 chips, after the round: say accept 200 or "
                "decline.",
            )
        ]


def test_the_seller_is_told_the_answer_and_the_buyer_of_a_cancelled_offer(
    bot: OfflineBot,
) -> None:
    bot.deals("dave", "!british dave kevin bob")
    answers = (
        ("bob", "decline", "dave", "bob does not want your bank."),
        ("dave", "cancel", "bob", "dave takes back the offer of the bank."),
        ("bob", "accept 5", "dave", "bob buys your bank for 5 chips after the round."),
    )
    for who, answer, whom, line in answers:
        bot.tells("dave", "sell bank to bob for 5")
        assert privately(bot.says(who, f"!{answer}")) == [(whom, line)]


@pytest.mark.parametrize("is_in_round", [True, False])
def test_it_is_not_offered_to_somebody_who_is_not_in_the_channel(
    bot: OfflineBot, *, is_in_round: bool
) -> None:
    if is_in_round:
        bot.deals("dave", "!british dave kevin bob")
    else:
        play(bot)
    bot.leaves("kevin")
    assert "Only somebody at the table" in bot.tells("dave", "sell bank to kevin for 6")[0].line


def test_an_offer_in_a_round_goes_to_the_person_in_the_seat(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    bot.renames("kevin", "kev")
    bot.renames("eve", "kevin")
    assert privately(bot.tells("dave", "sell bank to kev for 5"))[0][0] == "kev"
    bot.tells("dave", "cancel")
    assert privately(bot.tells("dave", "sell bank to bob for 5"))[0][0] == "bob"


def test_a_banker_who_says_no_price_is_told_what_is_missing(bot: OfflineBot) -> None:
    """In whichever channel the bank is."""
    for offer in ["sell bank", "sell bank to bob", "sell bank to bob for max"]:
        bot.deals("eve", "!british eve kevin bob")
        bot.stops_round()
        bot.deals("dave", "!british dave kevin bob", DEN)
        for said in (bot.tells("dave", offer), bot.says("dave", f"!{offer}", DEN)):
            assert [each[:2] for each in said] == [
                ("dave", "Name the buyer and the price: sell bank to kevin for 200")
            ]


def test_whoever_has_no_bank_to_sell_is_told_that_first(bot: OfflineBot) -> None:
    bot.deals("dave", "!british dave kevin bob")
    assert lines(bot.tells("kevin", "sell bank")) == ["You do not have the bank."]
