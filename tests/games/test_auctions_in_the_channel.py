"""The auction of Shoot Pontoon in a channel: after auction_timeout silence passes."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, OfflineBot, Said
from tests.support.stacked_decks import RiggedPack

TWICE_AS_LONG = 60
"""Seconds; a turn may last longer."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    return auction(tmp_path)


def auction(folder: Path, **rules: str) -> OfflineBot:
    """Start a bot where dave has put up no kitty: kevin is to bid for the bank, then bob."""
    bot = OfflineBot(
        folder,
        "dave 1000, kevin 1000, bob 1000",
        config={"shoot": rules},
        new_pack=lambda before: RiggedPack(before, ["AD KC KS"]),
    )
    bot.deals("dave", "!shoot dave kevin bob")
    assert "Bid for the bank" in bot.tells("dave", "n")[-1].line
    return bot


def in_channel(said: list[Said]) -> list[str]:
    """Return what of SAID the channel was told."""
    return [each.line for each in said if each.target == CHANNEL]


@pytest.mark.parametrize(("rules", "seconds"), [({}, 30), ({"auction_timeout": "7"}, 7)])
def test_silence_for_auction_timeout_passes(
    tmp_path: Path, rules: dict[str, str], seconds: int
) -> None:
    bot = auction(tmp_path, **rules)
    assert bot.pass_seconds(seconds - 1) == []
    assert in_channel(bot.pass_seconds(1)) == ["kevin passes | bob to bid for the bank"]


def test_it_passes_for_good(bot: OfflineBot) -> None:
    bot.pass_seconds(30)
    assert in_channel(bot.tells("bob", "10")) == [
        "bob bids 10 | bob gets the bank for 10 | bob to put up the kitty"
    ]


@pytest.mark.parametrize("answer", ["10", "n", "leave"])
def test_whoever_is_asked_next_has_the_whole_time(bot: OfflineBot, answer: str) -> None:
    bot.pass_seconds(29)
    bot.tells("kevin", answer)
    assert bot.pass_seconds(29) == []
    assert bot.pass_seconds(1)[0].line.startswith("bob passes | ")


def test_everybodys_silence_is_as_if_all_had_passed(bot: OfflineBot) -> None:
    """They are asked whether they take it free, and are silent again: it stays where it was."""
    assert in_channel(bot.pass_seconds(TWICE_AS_LONG)) == [
        "kevin passes | bob to bid for the bank",
        "bob passes | who takes the bank?",
    ]
    assert in_channel(bot.pass_seconds(30)) == ["no round: nobody puts up a kitty"]


def test_whoever_is_out_of_the_channel_is_silent_too(bot: OfflineBot) -> None:
    bot.leaves("kevin")
    assert in_channel(bot.pass_seconds(30)) == ["kevin passes | bob to bid for the bank"]


def test_nothing_but_a_bid_is_waited_for_only_so_long(bot: OfflineBot) -> None:
    """Others may take longer over bets."""
    bot.tells("kevin", "10")
    bot.tells("bob", "n")
    bot.tells("kevin", "20")
    assert in_channel(bot.pass_seconds(TWICE_AS_LONG)) == ["bob has 45 s left to bet"]
    assert "bob bets 1" in bot.tells("bob", "1")[0].line


def test_after_an_auction_that_was_stopped_nobody_passes(bot: OfflineBot) -> None:
    bot.stops_round()
    assert bot.pass_seconds(TWICE_AS_LONG) == []


def test_while_the_bot_is_out_of_the_channel_nobody_passes(bot: OfflineBot) -> None:
    bot.is_put_out()
    assert bot.pass_seconds(TWICE_AS_LONG) == []
    bot.is_back(["dave", "kevin", "bob"])
    assert in_channel(bot.pass_seconds(30)) == ["kevin passes | bob to bid for the bank"]


def test_what_is_no_bid_is_answered_with_how_to_bid(bot: OfflineBot) -> None:
    assert bot.tells("kevin", "ten")[0].line.startswith("A bid is a whole number, or max or min. ")
