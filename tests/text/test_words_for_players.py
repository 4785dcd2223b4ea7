"""Players never hear of files: those are for admins and for the person at the terminal."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.commands.base import Who
from pontoon.commands.command_table import COMMANDS
from pontoon.games import GAMES
from tests.support.repository import ROOT

FOR_ADMINS = {"admin_commands.py", "reports.py"}
"""Modules whose words reach admins or the terminal only."""

AT_THE_TERMINAL = {"how_to_connect"}
"""Functions whose words reach the terminal only."""

FILE = re.compile(r"\.(xml|ini|journal|ledger)\b|\b(journal|ledger)\b", re.IGNORECASE)


def literals(node: ast.AST) -> Iterator[str]:
    """Yield the texts in NODE that are not docstrings, nor for the terminal."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.FunctionDef) and child.name in AT_THE_TERMINAL:
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str):
            yield child.value
        yield from literals(child)


def modules() -> list[Path]:
    found = (ROOT / "pontoon" / "text").glob("*.py")
    return sorted(each for each in found if each.name not in FOR_ADMINS)


@pytest.mark.parametrize("module", modules(), ids=lambda module: module.name)
def test_no_words_for_players_name_a_file(module: Path) -> None:
    texts = [*literals(ast.parse(module.read_text("utf-8")))]
    assert [text for text in texts if FILE.search(text)] == []


def test_no_command_for_players_names_a_file() -> None:
    for command in COMMANDS:
        if command.who is not Who.ADMIN:
            assert not FILE.search(f"{command.usage} {command.help}")


def test_no_rules_of_a_game_name_a_file() -> None:
    for game in GAMES:
        assert not FILE.search(" ".join((game.summary, *game.rules_text, *game.extra_help)))


def test_the_words_that_are_left_out_do_name_one() -> None:
    for name in sorted(FOR_ADMINS):
        tree = ast.parse((ROOT / "pontoon" / "text" / name).read_text("utf-8"))
        assert any(FILE.search(text) for text in literals(tree))
