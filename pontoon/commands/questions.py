"""Commands that only show something: help, rules, statistics and the list of games."""

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request
from pontoon.text import admin_commands as said_to_admins
from pontoon.text import help_pages


def games(ctx: CommandContext, request: Request) -> None:
    """List the games."""
    ctx.reply(request, help_pages.games(ctx.prefix))


def stats(ctx: CommandContext, request: Request) -> None:
    """Show the statistics, below the title of the game if the request names none."""
    named, words = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    heading = [] if named else [game.title]
    ctx.reply(request, *ctx.player_commands.stats(game.name, words, *heading))


def rules(ctx: CommandContext, request: Request) -> None:
    """Show the rules: in a channel a line, and all of them in private."""
    game = ctx.game_meant(request)
    if request.channel is not None:
        ctx.reply(request, help_pages.short_rules(game))
    ctx.answer(request.person.nick, *help_pages.long_rules(game, ctx.rules[game]))


def show_help(ctx: CommandContext, request: Request) -> None:
    """Show the help: in a channel a line, and all of it in private; there admins see orders."""
    game, nick = ctx.game_meant(request), request.person.nick
    pages = help_pages.long_help(game, ctx.prefix)
    if request.channel is not None:
        ctx.reply(request, ctx.short_help(game))
    elif ctx.admin_for(request.person) is not None:
        pages = [*pages, said_to_admins.orders(ctx.orders)]
    ctx.answer(nick, *pages)
