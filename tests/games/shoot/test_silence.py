"""Silence in the auction of Shoot Pontoon: after auction_timeout it passes, and nowhere else."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Clubhouse, Said
from tests.support.stacked_decks import RiggedPack

TWICE_AS_LONG = 60
"""Seconds; a turn may last longer."""


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    return auction(tmp_path)


def auction(folder: Path, **rules: str) -> Clubhouse:
    """Open a club where dave has put up no kitty: kevin is to bid for the bank, then bob."""
    house = Clubhouse(
        folder,
        "dave 1000, kevin 1000, bob 1000",
        config={"shoot": rules},
        new_pack=lambda before: RiggedPack(before, ["AD KC KS"]),
    )
    house.deals("dave", "!shoot dave kevin bob")
    assert "Bid for the bank" in house.tells("dave", "n")[-1].line
    return house


def in_channel(said: list[Said]) -> list[str]:
    """Return what of SAID the channel was told."""
    return [each.line for each in said if each.target == CHANNEL]


@pytest.mark.parametrize(("rules", "seconds"), [({}, 30), ({"auction_timeout": "7"}, 7)])
def test_silence_for_auction_timeout_passes(
    tmp_path: Path, rules: dict[str, str], seconds: int
) -> None:
    house = auction(tmp_path, **rules)
    assert house.pass_seconds(seconds - 1) == []
    assert in_channel(house.pass_seconds(1)) == ["kevin passes | bob to bid for the bank"]


def test_it_passes_for_good(house: Clubhouse) -> None:
    house.pass_seconds(30)
    assert in_channel(house.tells("bob", "10")) == [
        "bob bids 10 | bob gets the bank for 10 | bob to put up the kitty"
    ]


@pytest.mark.parametrize("answer", ["10", "n", "leave"])
def test_whoever_is_asked_next_has_the_whole_time(house: Clubhouse, answer: str) -> None:
    house.pass_seconds(29)
    house.tells("kevin", answer)
    assert house.pass_seconds(29) == []
    assert house.pass_seconds(1)[0].line.startswith("bob passes | ")


def test_everybodys_silence_is_as_if_all_had_passed(house: Clubhouse) -> None:
    """The bank goes to the left, free; and a kitty has to be put up now."""
    assert in_channel(house.pass_seconds(TWICE_AS_LONG)) == [
        "kevin passes | bob to bid for the bank",
        "bob passes | the bank passes to kevin | kevin to put up the kitty",
    ]


def test_whoever_is_out_of_the_channel_is_silent_too(house: Clubhouse) -> None:
    house.leaves("kevin")
    assert in_channel(house.pass_seconds(30)) == ["kevin passes | bob to bid for the bank"]


def test_nothing_but_a_bid_is_waited_for_only_so_long(house: Clubhouse) -> None:
    """Others may take longer over bets."""
    house.tells("kevin", "10")
    house.tells("bob", "n")
    house.tells("kevin", "20")
    assert house.pass_seconds(TWICE_AS_LONG) == []
    assert "bob bets 1" in house.tells("bob", "1")[0].line


def test_after_an_auction_that_was_stopped_nobody_passes(house: Clubhouse) -> None:
    house.says("dave", "!shoot stop")
    house.deals("dave", "!shoot dave kevin bob")
    assert house.pass_seconds(TWICE_AS_LONG) == []


def test_while_the_bot_is_out_of_the_channel_nobody_passes(house: Clubhouse) -> None:
    house.is_put_out()
    assert house.pass_seconds(TWICE_AS_LONG) == []
    house.is_back(["dave", "kevin", "bob"])
    assert in_channel(house.pass_seconds(30)) == ["kevin passes | bob to bid for the bank"]
