"""The orders of admins, as commands in private."""

from dataclasses import dataclass

from pontoon.commands.admin_commands import AdminCommands, Order
from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request
from pontoon.text import command_help as says


@dataclass(frozen=True, slots=True)
class GivenOrder:
    """Has an order obeyed."""

    order: Order

    def __call__(self, ctx: CommandContext, request: Request) -> None:
        """Do what an admin orders by REQUEST, and tell them what came of it."""
        assert ctx.admin_commands is not None
        answer = ctx.admin_commands.obey(request.person, request.words, self.order)
        ctx.answer(request.person.nick, *answer)


ADD = GivenOrder(Order(AdminCommands.add, says.ADD, is_of_players=True))
CHIPS = GivenOrder(Order(AdminCommands.give, says.CHIPS, is_of_players=True))
REMOVE = GivenOrder(Order(AdminCommands.remove, says.REMOVE, is_of_players=True))
RENAME = GivenOrder(Order(AdminCommands.rename, says.RENAME, is_of_players=True))
STOP_ROUND = GivenOrder(Order(AdminCommands.stop, says.STOP_ROUND))
SAY = GivenOrder(Order(AdminCommands.say, says.SAY))
RELOAD = GivenOrder(Order(AdminCommands.reload, says.RELOAD, is_logged=True))
STATUS = GivenOrder(Order(AdminCommands.status, says.STATUS))
QUIT = GivenOrder(Order(AdminCommands.quit, says.QUIT))
