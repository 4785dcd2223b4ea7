"""Hints leave nothing that the collector of garbage must find: to look for it stops the reactor."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from pontoon.games import GAMES, Game
from pontoon.odds.advise import ADVISERS, advise
from tests.odds.test_view import PLAYERS, views

ROUNDS = 4


@contextmanager
def not_collecting() -> Iterator[None]:
    """Have no garbage at first, and let it be collected by nobody else."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


@pytest.mark.parametrize("game", [game for game in GAMES if game.name in ADVISERS])
def test_what_a_hint_needs_goes_with_it(game: Game) -> None:
    seen = [
        view
        for number in range(ROUNDS)
        for player in PLAYERS
        for view in views(game, number, player, None)
    ]
    for view in seen:
        advise(view)  # what is kept from then on
    with not_collecting():
        for view in seen:
            advise(view)
        assert gc.collect() == 0
