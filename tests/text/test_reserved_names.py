"""Whose names are taken, by whatever they look like."""

from pathlib import Path

import pytest

from pontoon.storage.players.store import PlayerStore
from pontoon.text.names import ReservedNames


def names_of(folder: Path, bot: str) -> ReservedNames:
    """Return the names where the BOT is called so, and there are no players."""
    return ReservedNames(
        PlayerStore(folder / "players.xml"), lambda nick: nick.lower() == bot.lower()
    )


@pytest.mark.parametrize(
    "name", ["Melissa", "MELISSA", "M\u0435liss\u0430", "Me1issa", "\u043celiss\u0430"]
)
def test_nobody_is_called_as_the_bot_is_in_another_look(tmp_path: Path, name: str) -> None:
    assert names_of(tmp_path, "Melissa").are_ours(name)


@pytest.mark.parametrize(
    "name", ["Melinda", "Mel", "Melissas", "\u041c\u0435\u043b\u0438\u0441\u0441\u0430"]
)
def test_others_are_not_the_bot(tmp_path: Path, name: str) -> None:
    assert not names_of(tmp_path, "Melissa").are_ours(name)


def test_nor_as_a_bot_with_a_number(tmp_path: Path) -> None:
    assert names_of(tmp_path, "Bot10").are_ours("B\u043et10")


@pytest.mark.parametrize("name", ["x" * 400, "\u0430" * 400, "dave " * 80])
def test_what_is_too_long_for_a_name_is_nobodys(tmp_path: Path, name: str) -> None:
    names = names_of(tmp_path, "Melissa")
    assert not [*names.called(name)]
    assert names.owner_of(name, "") is None
