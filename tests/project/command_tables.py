"""Writes the tables of commands into the documents: ``python -m tests.project.command_tables``."""

import re
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

from pontoon.commands.base import Command, Who
from pontoon.commands.command_table import COMMANDS
from pontoon.commands.syntax import Where
from tests.support.repository import ROOT

HEADINGS = ("in a channel", "in private", "for", "what it does")

USERS = {
    Who.ANYBODY: "everybody",
    Who.SEATED: "players in the round",
    Who.OPERATOR: "operators of the channel",
    Who.ADMIN: "admins",
}


def players_table() -> str:
    """Return the commands of players and operators as a table."""
    return table_of(each for each in COMMANDS if each.who is not Who.ADMIN)


def basic_table() -> str:
    """Return the commands that beginners need as a table."""
    return table_of(each for each in COMMANDS if each.basic)


def admin_table() -> str:
    return table_of(each for each in COMMANDS if each.who is Who.ADMIN)


def table_of(commands: Iterable[Command]) -> str:
    """Return COMMANDS as a Markdown table, in which ``pontoon`` stands for any game."""
    rows = [HEADINGS, ("---",) * len(HEADINGS), *map(_row, commands)]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(command: Command) -> tuple[str, ...]:
    in_channel: list[str] = []
    if Where.CHANNEL in command.where:
        in_channel.append(f"`!{command.usage}`")
    if Where.GAME in command.where:
        in_channel.append(f"`!pontoon {command.usage.replace(' [GAME]', '')}`")
    in_private = f"`{command.usage}`" if Where.PRIVATE in command.where else ""
    return ", ".join(in_channel), in_private, USERS[command.who], command.help


TABLES: Mapping[str, Callable[[], str]] = {
    "README.md": basic_table,
    "docs/playing.md": players_table,
    "docs/operating.md": admin_table,
}
"""The table that each document has between its markers."""

_MARKED = re.compile("(<!-- commands -->\n)(.*?)(<!-- /commands -->)", re.DOTALL)


def tables_in(text: str) -> list[str]:
    """Return what stands between the markers in TEXT."""
    return [match[2] for match in _MARKED.finditer(text)]


def with_table(text: str, table: str) -> str:
    """Return TEXT with TABLE between the markers."""
    return _MARKED.sub(lambda match: match[1] + table + match[3], text)


def write(root: Path = ROOT) -> None:
    """Write the tables into all documents that have markers for them."""
    for name, table in TABLES.items():
        path = root / name
        if path.exists():
            path.write_text(with_table(path.read_text("utf-8"), table()), "utf-8")


if __name__ == "__main__":
    write()
