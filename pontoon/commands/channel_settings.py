"""What the operators of a channel set for it alone: the command ``set``."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request
from pontoon.storage.channels import LEAST_TURN_TIMEOUT, MOST_TURN_TIMEOUT
from pontoon.text import admin_commands as said

_SECONDS = re.compile("[0-9]{1,4}")


def set_channel(ctx: CommandContext, request: Request) -> None:
    """Show what is set for the channel or, for an operator without a seat, change it.

    A change holds from the next round on, and over restarts.
    """
    if not request.rest:
        ctx.reply(request, said.SETTINGS_HERE, *_shown(ctx, request))
        return
    person, croupier = request.person, ctx.croupier(request)
    if refused := _why_not(ctx, request):
        ctx.answer(person.nick, refused)
        return
    key, words = request.rest[0].lower(), [word.lower() for word in request.rest[1:]]
    if key not in said.SETTING_USAGES:
        ctx.answer(person.nick, said.no_such_setting(ctx.prefix + request.game))
        return
    try:
        wanted = {key: _value(ctx, key, words)}
    except ValueError:
        ctx.answer(person.nick, _usage(ctx, request, key))
        return
    croupier.change_settings(replace(croupier.settings, **wanted))
    ctx.context.log(f"{croupier.channel}: {person.nick} sets {key} to {' '.join(words)}")
    ctx.reply(request, said.FROM_NEXT_ROUND, *_shown(ctx, request))


def _why_not(ctx: CommandContext, request: Request) -> str | None:
    """Say why the person cannot change what is set for the channel; None if they can."""
    person, croupier = request.person, ctx.croupier(request)
    if not ctx.context.settings.operators_may_set:
        return said.ONLY_ADMINS_SET
    if not croupier.roster.is_operator(person.nick):
        return said.ONLY_OPERATORS_SET
    return None if croupier.stopping.has_no_part(person) else said.MAY_NOT_SET


def _shown(ctx: CommandContext, request: Request) -> Sequence[str]:
    ours = ctx.context.settings
    return said.settings(ctx.croupier(request).settings, ours.limits.turn, banter=ours.banter)


def _usage(ctx: CommandContext, request: Request, key: str) -> str:
    return said.SETTING_USAGES[key].format(
        command=f"{ctx.prefix}{request.game} set",
        least=LEAST_TURN_TIMEOUT,
        most=MOST_TURN_TIMEOUT,
        games=" ".join(ctx.games),
    )


def _value(ctx: CommandContext, key: str, words: Sequence[str]) -> object:
    """Return the value that WORDS are for the setting KEY; ValueError if it cannot have that."""
    match key, words:
        case _, ["default"]:
            return None
        case "turn_timeout", [number] if _SECONDS.fullmatch(number):
            if LEAST_TURN_TIMEOUT <= int(number) <= MOST_TURN_TIMEOUT:
                return int(number)
        case "games", [_, *_]:  # they may be listed with commas and prefixes
            listed = " ".join(words).replace(",", " ").split()
            named = [word.removeprefix(ctx.prefix) for word in listed]
            if named and all(name in ctx.games for name in named):
                return tuple(game for game in ctx.games if game in named)
        case "banter", ["yes" | "on"]:
            return True
        case "banter", ["no" | "off"]:
            return False
    raise ValueError(words)
