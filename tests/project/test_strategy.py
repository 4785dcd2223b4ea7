"""docs/strategy.md has what ``pontoonbot odds`` prints, and the pictures that it draws."""

from pathlib import Path

import pytest

from pontoon.cli import main
from tests.odds.write_strategy import PICTURES, PLAYERS, marked, printed

pytestmark = pytest.mark.slow


def test_the_page_has_what_the_command_prints() -> None:
    """If not: ``python -m tests.odds.write_strategy``."""
    assert marked() == printed()


@pytest.mark.parametrize("players", PLAYERS)
def test_a_picture_is_what_the_command_draws(players: int, tmp_path: Path) -> None:
    drawn = tmp_path / f"strategy-{players}.svg"
    assert main(["odds", "shed", "--players", str(players), "--svg", str(drawn)]) == 0
    assert (PICTURES / drawn.name).read_text("utf-8") == drawn.read_text("utf-8")
