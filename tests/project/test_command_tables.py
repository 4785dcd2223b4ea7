"""The documents have the commands as the program has them."""

from pathlib import Path

from pontoon.commands.command_table import COMMANDS
from tests.project.command_tables import (
    TABLES,
    admin_table,
    basic_table,
    players_table,
    tables_in,
    with_table,
    write,
)
from tests.support.repository import ROOT


def test_a_document_with_markers_has_the_table_between_them() -> None:
    for name in TABLES:
        path = ROOT / name
        written = tables_in(path.read_text("utf-8")) if path.exists() else []
        assert all(table == TABLES[name]() for table in written)


def test_each_command_is_in_one_of_the_full_tables() -> None:
    rows = f"{players_table()}{admin_table()}".splitlines()
    assert len(rows) == len(COMMANDS) + 4
    assert all(any(row.endswith(f" | {each.help} |") for row in rows) for each in COMMANDS)
    assert set(basic_table().splitlines()) < {*players_table().splitlines()}


def test_a_row_tells_how_a_command_is_said() -> None:
    assert (
        "| `!stats [GAME] [NICK]`, `!pontoon stats [NICK]` | `stats [GAME] [NICK]` | everybody "
        "| shows the best players, or one player |"
    ) in players_table().splitlines()


def test_the_writer_leaves_the_rest_of_a_document_as_it_is(tmp_path: Path) -> None:
    readme = tmp_path / "README.md"
    readme.write_text("one\n<!-- commands -->\nold\n<!-- /commands -->\ntwo\n", "utf-8")
    write(tmp_path)
    text = readme.read_text("utf-8")
    assert text == f"one\n<!-- commands -->\n{basic_table()}<!-- /commands -->\ntwo\n"
    assert with_table(text, "") != text
