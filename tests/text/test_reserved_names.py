"""Whose names are taken, by whatever they look like."""

from pathlib import Path

import pytest

from pontoon.storage.players.store import PlayerStore
from pontoon.text.names import are_ours, owner_of, players_called


def is_for_bot(name: str, bot: str) -> bool:
    """Tell whether NAME is taken by a BOT that is called so."""
    return are_ours(name, lambda nick: nick.lower() == bot.lower())


@pytest.mark.parametrize(
    "name", ["Melissa", "MELISSA", "M\u0435liss\u0430", "Me1issa", "\u043celiss\u0430"]
)
def test_nobody_is_called_as_the_bot_is_in_another_look(name: str) -> None:
    assert is_for_bot(name, "Melissa")


@pytest.mark.parametrize(
    "name", ["Melinda", "Mel", "Melissas", "\u041c\u0435\u043b\u0438\u0441\u0441\u0430"]
)
def test_others_are_not_the_bot(name: str) -> None:
    assert not is_for_bot(name, "Melissa")


def test_nor_as_a_bot_with_a_number() -> None:
    assert is_for_bot("B\u043et10", "Bot10")


@pytest.mark.parametrize("name", ["x" * 400, "\u0430" * 400, "dave " * 80])
def test_what_is_too_long_for_a_name_is_nobodys(tmp_path: Path, name: str) -> None:
    store = PlayerStore(tmp_path / "players.xml")
    assert not [*players_called(store, name)]
    assert owner_of(store, name, "") is None
