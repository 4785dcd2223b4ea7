"""What the operators of a channel set for it alone: the command ``set``."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request
from pontoon.engine.errors import NotRecorded
from pontoon.storage.journal_records import LEAST_TURN_TIMEOUT, MOST_TURN_TIMEOUT
from pontoon.text import admin_commands as said
from pontoon.text import announcements

_SECONDS = re.compile("[0-9]{1,4}")
_DEFAULT = "default"


class _BadSetting(Exception):
    """A setting cannot have the value that somebody has typed."""


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
    if key not in _READERS:
        ctx.answer(person.nick, said.no_such_setting(ctx.prefix + request.game))
        return
    try:
        wanted = None if words == [_DEFAULT] else _READERS[key](ctx, words)
        croupier.change_settings(replace(croupier.settings, **{key: wanted}))
    except _BadSetting:
        ctx.answer(person.nick, _usage(ctx, request, key))
    except NotRecorded as why:
        ctx.answer(person.nick, announcements.not_done(str(why)))
    else:
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
    games = " ".join(ctx.games)
    return said.SETTING_USAGES[key].format(
        command=f"{ctx.prefix}{request.game} set",
        least=LEAST_TURN_TIMEOUT,
        most=MOST_TURN_TIMEOUT,
        games=games,
    )


def _turn_timeout(_ctx: CommandContext, words: Sequence[str]) -> int:
    match words:
        case [number] if _SECONDS.fullmatch(number):
            if LEAST_TURN_TIMEOUT <= int(number) <= MOST_TURN_TIMEOUT:
                return int(number)
    raise _BadSetting


def _games(ctx: CommandContext, words: Sequence[str]) -> tuple[str, ...]:
    """Return the games that WORDS name, which may be listed with commas and prefixes."""
    named = [word.removeprefix(ctx.prefix) for word in " ".join(words).replace(",", " ").split()]
    if not named or not all(name in ctx.games for name in named):
        raise _BadSetting
    return tuple(game for game in ctx.games if game in named)


def _banter(_ctx: CommandContext, words: Sequence[str]) -> bool:
    match words:
        case ["yes" | "on"]:
            return True
        case ["no" | "off"]:
            return False
    raise _BadSetting


_READERS: Mapping[str, Callable[[CommandContext, Sequence[str]], Any]] = {
    "turn_timeout": _turn_timeout,
    "games": _games,
    "banter": _banter,
}
"""What reads the value of each setting."""
