"""``stop`` and ``leave`` wherever a round of any game may be: it ends in good order."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from pontoon.engine.moves import Step
from tests.support.offline_bot import BOT, CHANNEL, Clubhouse
from tests.support.short_timeouts import PLAYERS, all_want_the_bank, asked, in_channel, timers
from tests.support.stacked_decks import RiggedPack

NICKS = ("dave", "kevin", "bob")
CUTS = "AD KC QC"
STOPPED = "The round is stopped, and every stake goes back."


class State(NamedTuple):
    """Where a round is: a game, what is said to get there, and what is then asked."""

    game: str
    said: str
    step: Step
    cards: str = ""


STATES = {
    "a bet": State("pontoon", "", Step.BET),
    "a later bet": State("pontoon", "dave 10", Step.BET),
    "a hand": State("pontoon", "dave 10, kevin 10, bob 10", Step.HAND, "5D 9C 7S 6H 9H 10H"),
    "a split hand": State(
        "pontoon", "dave 10, kevin 10, bob 10, dave p", Step.HAND, "8D 9C 7S 8H 9H 10H 2C"
    ),
    "the last hand": State(
        "pontoon",
        "dave 10, kevin 10, bob 10, dave s, kevin s",
        Step.HAND,
        "10D 9C 7S 9S 9H 10H",
    ),
    "british bet": State("british", "", Step.BET),
    "british later bet": State("british", "kevin 10", Step.BET),
    "british hand": State("british", "kevin 10, bob 10", Step.HAND, "10D 10C 10S 8D 8C 8S"),
    "british banker": State(
        "british", "kevin 10, bob 10, kevin s, bob s", Step.BANKER, "10D 10C 10S 8D 8C 8S"
    ),
    "a kitty": State("shoot", "", Step.KITTY),
    "an auction": State("shoot", "dave n", Step.AUCTION),
    "a higher bid": State("shoot", "dave n, kevin 5", Step.AUCTION),
    "a kitty after an auction": State("shoot", "dave n, kevin 5, bob n", Step.KITTY),
    "a shoot bet": State("shoot", "dave 50, kevin 10, bob 10", Step.SHOOT),
    "a hand with a shot": State(
        "shoot", "dave 50, kevin 10, bob 10, kevin 5, bob n", Step.HAND, "10D 10C 10S 8D 8C 8S"
    ),
    "a bid": State("cutwc", "", Step.BET),
    "cutwc hand": State("cutwc", "dave 1, kevin 2", Step.HAND, "10D 10C 10S 8D 8C 8S"),
    "cutwc dealer": State(
        "cutwc", "dave 1, kevin 2, dave s, kevin s", Step.BANKER, "10D 10C 10S 8D 8C 8S"
    ),
    "coins": State("blackjack", "", Step.BET),
    "insurance": State(
        "blackjack", "dave 10, kevin 10, bob 10", Step.INSURANCE, "10D 10C 10S AD 8D 8C 8S 9D"
    ),
    "black jack hand": State(
        "blackjack", "dave 10, kevin 10, bob 10", Step.HAND, "10D 10C 10S 5D 8D 8C 8S 9D"
    ),
}


@pytest.fixture(params=STATES.values(), ids=list(STATES))
def house(request: pytest.FixtureRequest, tmp_path: Path) -> Clubhouse:
    """Dave, kevin and bob are in the middle of a round; dave has the bank where there is one."""
    state: State = request.param
    config = {"admin": {"masks": "*!admin@trusted"}}
    cuts = [CUTS] * 9
    house = Clubhouse(
        tmp_path,
        PLAYERS,
        state.cards,
        config,
        new_pack=lambda before: RiggedPack([*before, state.cards], cuts),
    )
    house.comes("admin", "admin@trusted")
    house.says("admin", f"!{state.game} {' '.join(NICKS)}")
    all_want_the_bank(house)
    for each in filter(None, state.said.split(", ")):
        nick, move = each.split()
        house.tells(nick, move)
    ask = house.croupier().ask
    assert ask is not None
    assert ask.step is state.step
    return house


def is_over(house: Clubhouse) -> bool:
    """Tell whether the round is over, with every chip where it belongs and nobody engaged."""
    if house.croupier().game != "pontoon":
        assert house.all_chips() == 3000
    if asked(house) is not None:
        return False
    assert timers(house) == 0
    assert all(house.club.hall.where_engaged(nick, nick) is None for nick in NICKS)
    return True


def be_present(_house: Clubhouse) -> None:
    """Let all be in the channel."""


def be_gone(house: Clubhouse) -> None:
    """Let the player who is asked be out of the channel."""
    house.leaves(str(asked(house)))


def be_all_gone(house: Clubhouse) -> None:
    """Let all who play be out of the channel."""
    for nick in NICKS:
        house.leaves(nick)


def be_back(house: Clubhouse) -> None:
    """Let the bot have been away for a while."""
    house.is_cut_off()
    house.pass_seconds(1000)
    house.is_back([BOT, "admin", *NICKS])


def be_coming_back(house: Clubhouse) -> None:
    """Let the bot be back in the channel, and not know yet where people are from."""
    house.is_cut_off()
    house.is_put_in([BOT, "admin", *NICKS])
    house.croupier().entered()


WHEN = (be_present, be_gone, be_all_gone, be_back, be_coming_back)
When = Callable[[Clubhouse], None]


@pytest.mark.parametrize("when", WHEN)
def test_an_admin_can_stop_it(house: Clubhouse, when: When) -> None:
    when(house)
    before = house.players_xml.read_bytes()
    said = in_channel(house.says("admin", f"!{house.croupier().game} stop"))
    assert said[0].startswith(STOPPED)
    assert is_over(house)
    assert house.players_xml.read_bytes() == before


@pytest.mark.parametrize("when", WHEN)
@pytest.mark.parametrize("nick", NICKS)
def test_its_players_cannot_even_as_operators_of_the_channel(
    house: Clubhouse, nick: str, when: When
) -> None:
    when(house)
    if house.roster().find(nick):
        house.ops(nick)
    ask = house.croupier().ask
    said = in_channel(house.says(nick, f"!{house.croupier().game} stop"))
    assert said == []
    assert house.croupier().ask == ask


def is_bank_turned_up(house: Clubhouse) -> bool:
    """Tell whether the banker's cards are turned up, from when on nobody leaves."""
    ask = house.croupier().ask
    return ask is not None and ask.step is Step.BANKER and house.croupier().game != "cutwc"


@pytest.mark.parametrize("when", [be_present, be_back])
@pytest.mark.parametrize("order", [NICKS, tuple(reversed(NICKS)), ("kevin", "dave", "bob")])
def test_everybody_can_leave_and_then_it_is_over(
    house: Clubhouse, order: tuple[str, ...], when: When
) -> None:
    when(house)
    for nick in order:
        if is_bank_turned_up(house):
            assert "turned up" in house.says(nick, f"!{house.croupier().game} leave")[0].line
            house.pass_seconds(120)
        elif asked(house) is not None:
            house.says(nick, f"!{house.croupier().game} leave")
    assert is_over(house)


@pytest.mark.parametrize("nick", NICKS)
def test_who_leaves_is_not_waited_for_and_the_rest_is_played(house: Clubhouse, nick: str) -> None:
    can_leave = not is_bank_turned_up(house)
    house.tells(nick, "leave")
    assert not (can_leave and asked(house) == nick)
    house.pass_seconds(10_000)
    assert is_over(house)


def test_who_is_out_of_the_channel_cannot_leave_but_the_table_goes_on(house: Clubhouse) -> None:
    player, ask = str(asked(house)), house.croupier().ask
    be_gone(house)
    assert "come back" in house.tells(player, "leave")[0].line
    assert house.croupier().ask is ask
    house.pass_seconds(60)
    assert house.croupier().ask is not ask


def test_all_gone_it_is_played_to_its_end(house: Clubhouse) -> None:
    be_all_gone(house)
    house.pass_seconds(120)
    assert is_over(house)


def test_all_silent_it_is_played_to_its_end(house: Clubhouse) -> None:
    house.pass_seconds(10_000)
    assert is_over(house)


def test_it_can_be_dealt_again_then(house: Clubhouse) -> None:
    game = house.croupier().game
    house.says("admin", f"!{game} stop")
    assert house.says("dave", f"!{game} {' '.join(NICKS)}")[0].target == CHANNEL
    assert asked(house) is not None
