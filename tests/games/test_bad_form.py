"""It is bad form for the player who is about to deal to propose another game."""

from pathlib import Path

import pytest

from tests.support.offline_bot import Clubhouse, Said

BAD_FORM = "It is bad form, {}, to propose another game than CUTwC Pontoon when you are to deal."


@pytest.fixture
def house(tmp_path: Path) -> Clubhouse:
    """Bob has dealt for dave and kevin; dave deals next."""
    house = Clubhouse(tmp_path, "dave 1000, kevin 1000, bob 1000")
    house.says("bob", "!cutwc dave kevin bob")
    for nick in ("dave", "kevin"):
        house.tells(nick, "1")
    while (ask := house.croupier().ask) is not None:
        house.tells(ask.player, "s")
    return house


def remarks(said: list[Said]) -> list[str]:
    return [each.line for each in said if "bad form" in each.line]


@pytest.mark.parametrize("command", ["!pontoon", "!british", "!shoot", "!blackjack"])
def test_the_player_about_to_deal_who_starts_another_game_is_told_so_and_it_starts(
    house: Clubhouse, command: str
) -> None:
    said = house.says("dave", f"{command} kevin bob")
    assert said[0].line == BAD_FORM.format("dave")
    assert house.croupier().ask is not None


@pytest.mark.parametrize("nick", ["kevin", "bob", "eve"])
def test_nobody_else_is(house: Clubhouse, nick: str) -> None:
    house.comes("eve")
    assert remarks(house.says(nick, "!pontoon dave")) == []
    assert house.croupier().ask is not None


@pytest.mark.parametrize("command", ["!cutwc", "!cutwc dave bob", "!cutwc bob kevin"])
def test_the_same_game_is_no_other_one_whoever_is_named(house: Clubhouse, command: str) -> None:
    assert remarks(house.says("dave", command)) == []


def test_the_dealer_is_known_whatever_the_case_of_the_nick_and_called_by_the_nickname(
    house: Clubhouse,
) -> None:
    house.tells("dave", "set nickname The Boss")
    house.renames("dave", "DAVE")
    assert house.says("DAVE", "!pontoon bob")[0].line == BAD_FORM.format("The Boss")


def test_nothing_is_said_of_a_game_that_does_not_start(house: Clubhouse) -> None:
    assert remarks(house.says("dave", "!pontoon nobody")) == []
    assert remarks(house.says("dave", "!pontoon bob")) != []


def test_it_is_said_once_since_then_the_other_game_is_what_is_played(house: Clubhouse) -> None:
    house.says("dave", "!pontoon dave")
    house.stops_round()
    assert remarks(house.says("dave", "!blackjack dave")) == []


def test_a_round_that_was_stopped_moves_the_deal_too(house: Clubhouse) -> None:
    house.says("kevin", "!cutwc")
    house.stops_round()
    assert remarks(house.says("dave", "!pontoon dave")) == []
    house.stops_round()
    house.says("kevin", "!cutwc dave kevin bob")
    house.stops_round()
    assert remarks(house.says("dave", "!pontoon dave")) != []
