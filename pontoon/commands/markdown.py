"""The commands as tables for the documents."""

from collections.abc import Iterable

from pontoon.commands.base import Command, Who
from pontoon.commands.command_table import COMMANDS
from pontoon.commands.syntax import Where
from pontoon.text import command_help as says


def players_table() -> str:
    """Return the commands of players and operators as a table."""
    return commands_table(each for each in COMMANDS if each.who is not Who.ADMIN)


def basic_table() -> str:
    """Return the commands that beginners need as a table."""
    return commands_table(each for each in COMMANDS if each.basic)


def orders_table() -> str:
    """Return the orders of admins as a table."""
    return commands_table(each for each in COMMANDS if each.who is Who.ADMIN)


def commands_table(commands: Iterable[Command], prefix: str = "!", game: str = "pontoon") -> str:
    """Return COMMANDS as a Markdown table; GAME stands for the word of any game."""
    rows = [says.HEADINGS, ("---",) * len(says.HEADINGS)]
    rows += [_row(each, prefix, game) for each in commands]
    return "".join(f"| {' | '.join(row)} |\n" for row in rows)


def _row(command: Command, prefix: str, game: str) -> tuple[str, ...]:
    in_channel = ""
    if Where.GAME in command.where:
        in_channel = f"`{prefix}{game} {command.usage.replace(' [GAME]', '')}`"
    if Where.CHANNEL in command.where:
        in_channel = f"`{prefix}{command.usage}`"
    in_private = f"`{command.usage}`" if Where.PRIVATE in command.where else ""
    return in_channel, in_private, says.WHO[command.who.name], command.help
