"""Bets against the kitty, said in the channel: ``!shoot`` is a game, and a move as well."""

from pathlib import Path

import pytest

from pontoon.engine.moves import Phase, Verb
from tests.support.offline_bot import OfflineBot, Said
from tests.support.short_timeouts import begin, in_channel
from tests.support.stacked_decks import RiggedPack

CARDS = "2D 10H 3D 9H 4D 2H"
"""kevin is dealt 2 and 3, and twists 4; dave, who has the bank, has 19."""


@pytest.fixture
def bot(tmp_path: Path) -> OfflineBot:
    """Return a bot where kevin, who is dealt 2 and 3, is asked for his initial bet."""
    players = "dave 1000, kevin 1000, bob 1000"
    opened = OfflineBot(tmp_path, players, new_pack=lambda _: RiggedPack([CARDS] * 2, ["AD KC"]))
    begin(opened, "shoot", "dave kevin")
    return opened


def on_three_cards(bot: OfflineBot) -> OfflineBot:
    """Let kevin have three cards under 21, and nothing bet against the kitty."""
    for said in ("10", "n", "t"):
        bot.tells("kevin", said)
    ask = bot.croupier().ask
    assert ask is not None
    assert (ask.player, len(ask.cards)) == ("kevin", 3)
    assert ask.option(Verb.SHOOT) is not None
    return bot


def to_kevin(said: list[Said]) -> str:
    """Return the only line of what was SAID, which must be for kevin alone."""
    (only,) = said
    assert only.target == "kevin"
    return only.line


@pytest.mark.parametrize("said", ["!shoot 11", "!Shoot 011", "!o 11"])
def test_on_three_cards_it_is_said_in_the_channel_as_in_private(bot: OfflineBot, said: str) -> None:
    on_three_cards(bot)
    assert "kevin shoots 11" in in_channel(bot.says("kevin", said))[0]


@pytest.mark.parametrize("said", ["!shoot 11", "!11"])
def test_where_nothing_else_is_asked_the_number_is_a_bet_against_the_kitty(
    bot: OfflineBot, said: str
) -> None:
    bot.tells("kevin", "10")
    assert "kevin shoots 11" in in_channel(bot.says("kevin", said))[0]


def test_it_is_no_initial_bet_in_private_nor_in_the_channel(bot: OfflineBot) -> None:
    answers = [bot.tells("kevin", "shoot 11"), bot.says("kevin", "!shoot 11")]
    first, second = map(to_kevin, answers)
    assert first == second
    assert first.startswith("Your bet comes first. ")


def test_it_neither_begins_a_round_nor_says_anything_of_somebody_without_a_seat(
    bot: OfflineBot,
) -> None:
    assert bot.says("bob", "!shoot 11") == []
    ask = bot.croupier().ask
    assert ask is not None
    assert ask.phase is Phase.BET


@pytest.mark.parametrize(
    ("said", "how"), [("5", "o 5"), ("bet 5", "o 5"), ("max", "o max"), ("min", "o min")]
)
def test_a_number_alone_on_three_cards_is_told_how_to_shoot(
    bot: OfflineBot, said: str, how: str
) -> None:
    on_three_cards(bot)
    for answer in (bot.tells("kevin", said), bot.says("kevin", f"!{said}")):
        assert to_kevin(answer).startswith(f"To bet against the kitty, say {how}. ")


def test_a_number_alone_is_told_of_the_bet_made_where_nobody_can_shoot(bot: OfflineBot) -> None:
    bot.tells("kevin", "10")
    bot.tells("kevin", "n")
    assert to_kevin(bot.tells("kevin", "5")).startswith("You have already bet. ")
