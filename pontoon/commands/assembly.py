"""Puts together what the commands of one network need."""

from collections.abc import Mapping
from typing import Any

from pontoon.commands.base import CommandContext, Game
from pontoon.commands.command_table import (
    COMMANDS,
    IN_SHORT_HELP,
    ORDERS,
    SUBCOMMANDS,
    CommandTable,
)
from pontoon.commands.names import ReservedNames
from pontoon.commands.personal_commands import MINUTES
from pontoon.commands.player_commands import PlayerCommands
from pontoon.commands.signup import SignUp
from pontoon.commands.time_commands import TimeCommands
from pontoon.tables.context import TableContext
from pontoon.tables.floor import Floor


def new_commands(
    context: TableContext,
    floor: Floor,
    names: ReservedNames,
    games: Mapping[Game, Any],
    time_commands: TimeCommands | None,
    starting_chips: int | None,
) -> CommandContext:
    """Return what the commands need of CONTEXT and FLOOR; the arguments are the router's."""
    return CommandContext(
        context=context,
        floor=floor,
        rules=games,
        player_commands=PlayerCommands(context, floor, names),
        signup=SignUp(context, floor, names, SUBCOMMANDS, starting_chips),
        time_commands=time_commands,
        admin_commands=None,
        orders=ORDERS,
        subcommands=IN_SHORT_HELP,
        games={game.name: game for game in games},
    )


def table_for(time_commands: TimeCommands | None) -> CommandTable:
    """Return the table of all commands, or of those that are not about minutes."""
    has_time = time_commands is not None
    return CommandTable(each for each in COMMANDS if has_time or each.handler not in MINUTES)
