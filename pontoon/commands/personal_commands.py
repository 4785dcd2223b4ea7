"""Commands that need no table: games, rules, statistics, and what a person has."""

from collections.abc import Callable

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request, after_two_words
from pontoon.games.time_account import CoinsInPlay, TransferFault, TransferRefused
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.text import help_pages
from pontoon.text import time_commands as said_of_time
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.signup import not_they


def games(ctx: CommandContext, request: Request) -> None:
    ctx.reply(request, help_pages.games(ctx.prefix))


def stats(ctx: CommandContext, request: Request) -> None:
    """Show the statistics, below the title of the game if the request names none."""
    named, words = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    heading = [] if named else [game.title]
    ctx.reply(request, *ctx.player_commands.stats(request.person, game.name, words, *heading))


def top(ctx: CommandContext, request: Request) -> None:
    """Show the ranking of a game."""
    ctx.reply(request, ctx.player_commands.top(ctx.game_meant(request)))


def rules(ctx: CommandContext, request: Request) -> None:
    """Show the rules: in a channel a line, and in private all of them."""
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
    """Give the person the nickname that follows, as it was typed."""
    nickname = after_two_words(request.text)
    ctx.reply(request, ctx.player_commands.set_nickname(request.person, nickname))


def claim(ctx: CommandContext, request: Request) -> None:
    """Bind the player who has the person's nick to their account."""
    ctx.reply(request, ctx.signup.claim(request.person))


def register(ctx: CommandContext, request: Request) -> None:
    people = (each for croupier in ctx.floor.croupiers for each in croupier.roster)
    ctx.reply(request, ctx.signup.register(request.person, people))


def time(ctx: CommandContext, request: Request) -> None:
    _answer_player(ctx, request, _time)


def done(ctx: CommandContext, request: Request) -> None:
    """Show how the person's day has gone or, with more words, their minutes."""
    _answer_player(ctx, request, _time if request.rest else _statement)


def move_minutes(ctx: CommandContext, request: Request) -> None:
    """Deposit minutes of the person in the time bank, or withdraw them."""
    _answer_player(ctx, request, _move_minutes)


def _answer_player(
    ctx: CommandContext,
    request: Request,
    answer: Callable[[CommandContext, Request, Player, str], str],
) -> None:
    """Count minutes, and reply with the ANSWER for the player that the person is.

    ANSWER also gets what is wrong with players.xml, if anything is.
    """
    context, person = ctx.context, request.person
    known = context.settings.identities.player_of(person)
    context.presence.count([] if known is None else [known.nick])
    trouble = context.settlements.look()
    player = context.settings.identities.recognise(person)
    try:
        if isinstance(player, Unidentified):
            told = not_they(player, ctx.floor.how_to_join(person))
        else:
            told = answer(ctx, request, player, trouble)
    finally:
        context.presence.changed()
    ctx.reply(request, told)


def _time(ctx: CommandContext, _request: Request, player: Player, _trouble: str) -> str:
    assert ctx.time_commands is not None
    return ctx.time_commands.time(player, _in_play(ctx, player))


def _statement(ctx: CommandContext, _request: Request, player: Player, _trouble: str) -> str:
    assert ctx.time_commands is not None
    return ctx.time_commands.statement(player, _in_play(ctx, player))


def _in_play(ctx: CommandContext, player: Player) -> CoinsInPlay | None:
    return ctx.context.seat_registry.coins_of(player.nick)


def _move_minutes(ctx: CommandContext, request: Request, player: Player, trouble: str) -> str:
    assert ctx.time_commands is not None
    match request.words:
        case [way, number]:
            if why := ctx.floor.why_closed(request.person, player):
                return why
            if trouble:
                return CANNOT_SAVE_CHIPS
            return ctx.time_commands.move(player, way.lower(), number)
    return said_of_time.cannot_move(TransferRefused(TransferFault.NOTHING, 0))


MINUTES = (time, done, move_minutes)
"""The commands of a game that is played for time."""
