"""Commands that need no table: games, rules, statistics, and what a person has."""

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request, after_two_words
from pontoon.games.time_account import TransferFault, TransferRefused
from pontoon.storage.players.player import Player
from pontoon.text import help_pages
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.command_help import games_dealt
from pontoon.text.player_commands import nobody_called
from pontoon.text.time_commands import cannot_move


def games(ctx: CommandContext, request: Request) -> None:
    ctx.reply(request, help_pages.games(ctx.prefix))


def stats(ctx: CommandContext, request: Request) -> None:
    """Show the statistics, below the title of the game if the request names none."""
    named, words = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    heading = [] if named else [game.title]
    shown = ctx.player_commands.stats(request.person, game.name, words, *heading)
    if words and not named and shown == [nobody_called(" ".join(words))]:
        shown = [f"{shown[0]} {games_dealt([*ctx.games])}"]
    ctx.reply(request, *shown)


def top(ctx: CommandContext, request: Request) -> None:
    """Show the ranking of a game."""
    if not ctx.names_no_game(request):
        ctx.reply(request, ctx.player_commands.top(ctx.game_meant(request)))


def rules(ctx: CommandContext, request: Request) -> None:
    """Show the rules: in a channel a line, and in private all of them."""
    if ctx.names_no_game(request):
        return
    game = ctx.game_meant(request)
    if request.channel is not None:
        ctx.reply(request, help_pages.short_rules(game))
    ctx.answer(request.person.nick, *help_pages.long_rules(game, ctx.context.settings.rules[game]))


def bank(ctx: CommandContext, request: Request) -> None:
    """Show the person's chips, or move some to the bank and back."""
    ctx.reply(request, *ctx.player_commands.bank(request.person, request.rest))


def refill(ctx: CommandContext, request: Request) -> None:
    """Give chips to the person if they are broke."""
    ctx.reply(request, ctx.player_commands.refill(request.person))


def set_nickname(ctx: CommandContext, request: Request) -> None:
    """Give the person the nickname that follows; it has the formatting codes that are inside."""
    nickname = after_two_words(request.text)
    if not request.typed.endswith(nickname):
        nickname = after_two_words(request.typed)
    ctx.reply(request, ctx.player_commands.set_nickname(request.person, nickname))


def set_speech(ctx: CommandContext, request: Request) -> None:
    """Show how the bot speaks to the person in private, or have it speak in another way."""
    ctx.reply(request, ctx.player_commands.set_speech(request.person, request.rest))


def claim(ctx: CommandContext, request: Request) -> None:
    """Bind the player who has the person's nick to their account."""
    ctx.reply(request, ctx.signup.claim(request.person))


def register(ctx: CommandContext, request: Request) -> None:
    ctx.reply(request, ctx.signup.register(request.person))


def minutes(ctx: CommandContext, request: Request) -> None:
    """Answer ``time``, ``done``, ``deposit`` and ``withdraw``, in a game played for time."""
    context, person = ctx.context, request.person
    known = context.settings.identities.player_of(person)
    context.presence.count([] if known is None else [known.nick])
    trouble = context.settlements.look()
    try:
        player = ctx.floor.recognise(person)
        told = player if isinstance(player, str) else _minutes_of(player, ctx, request, trouble)
    finally:
        context.presence.changed()
    ctx.reply(request, told)


def _minutes_of(player: Player, ctx: CommandContext, request: Request, trouble: str) -> str:
    """Return the answer to PLAYER; TROUBLE is what is wrong with players.xml, "" for nothing."""
    assert ctx.time_commands is not None
    in_play = ctx.context.seat_registry.coins_of(player.nick)
    match [request.words[0].lower(), *request.rest]:
        case [("deposit" | "withdraw") as way, number]:
            if why := ctx.floor.why_closed(request.person, player):
                return why
            return CANNOT_SAVE_CHIPS if trouble else ctx.time_commands.move(player, way, number)
        case ["deposit" | "withdraw", *_]:
            return cannot_move(player.name, TransferRefused(TransferFault.NOTHING, 0))
        case ["done"]:
            return ctx.time_commands.statement(player, in_play)
    return ctx.time_commands.time(player, in_play)
