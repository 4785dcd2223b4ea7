"""A log of rounds with computer players proves as much as any other."""

import random
from pathlib import Path

import pytest

from pontoon.engine.computers import is_computer
from tests.support.logged_evenings import (
    CLIENTS,
    SHORT_DECKS,
    LoggedBot,
    logged,
    same_secrets,
    verdicts,
)
from tests.support.play_rounds import GAMES
from tests.support.random_people import typed

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("client", ["irssi", "untimed"])
@pytest.mark.parametrize("game", GAMES)
def test_decks_of_rounds_with_computers_are_right(tmp_path: Path, game: str, client: str) -> None:
    assert client in CLIENTS
    chance = random.Random(game)
    with same_secrets(5):
        bot = LoggedBot(tmp_path, config=SHORT_DECKS)
        for words in range(5):
            bot.says("dave", f"!cut words {words}")
            bot.pass_seconds(3)
            bot.says("dave", f"!{game} bob+ dave cat+")
            while asks := bot.croupier().waiting.asks:
                for ask in asks:
                    if not is_computer(ask.player):
                        bot.tells("dave", typed(chance.choice(ask.options), chance.randrange(7)))
                bot.pass_seconds(1)
        bot.gives_up(game)
    logs = logged(bot.book, client, "dave")
    found = verdicts(tmp_path, logs.channel, logs.private)
    opened = [each for each in found.values() if not each.startswith("not provable: it is not op")]
    assert opened
    assert all(each.startswith("right: ") for each in opened)
