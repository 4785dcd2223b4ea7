"""Commands about a place at the table: join, leave, deal, and being told when others join."""

import re
from collections.abc import Sequence

from pontoon.commands.base import CommandContext
from pontoon.commands.deck_commands import words_behind
from pontoon.commands.syntax import Request
from pontoon.engine.moves import Unit
from pontoon.engine.sealed_deck import CutFault, cut_words
from pontoon.games import Game
from pontoon.storage.channels import LEAST_WATCHED, MOST_WATCHED
from pontoon.storage.players.player import Player
from pontoon.text import announcements
from pontoon.text import joining as said
from pontoon.text.fair import cutting
from pontoon.text.names import is_without_name
from pontoon.text.signup import NEEDS_NICKNAME

_NUMBER = re.compile("[0-9]{1,2}")


def join(ctx: CommandContext, request: Request) -> None:
    """Have the person join the table that is open in the channel, or open one."""
    if ctx.names_no_game(request):
        return
    croupier, person = ctx.croupier(request), request.person
    named, _ = ctx.game_named(request)
    game = named or ctx.games[croupier.joining.game]
    croupier.absence.resume()
    is_broken = ctx.context.settlements.look()
    if croupier.joining.has_joined(person) and game.name == croupier.joining.game:
        ctx.answer(person.nick, said.IS_IN_ALREADY.format(title=game.title, prefix=ctx.prefix))
    elif is_broken:
        ctx.reply(request, announcements.CANNOT_SAVE_CHIPS)
    else:
        player = _player_joining(ctx, request, game)
        if player and (why_not := croupier.starting.join(player.nick, person, game.name)):
            ctx.answer(person.nick, why_not)


def _player_joining(ctx: CommandContext, request: Request, game: Game) -> Player | None:
    """Return the player that the person is, if they have what GAME needs; else say what is wrong.

    The broke are given chips first (RULES 0, The broke).
    """
    person, context = request.person, ctx.context
    player = _player_of(ctx, request)
    if isinstance(player, str):
        ctx.answer(person.nick, player)
        if context.settlements.store.find(person.nick) is None:
            ctx.reply(request, player)  # a newcomer may not see that there is another window
        return None
    if is_without_name(context.name_of(player.nick)):
        ctx.answer(person.nick, f"{NEEDS_NICKNAME}.")
        return None
    if game.unit is Unit.CHIPS and context.can_refill(player):
        ctx.answer(person.nick, ctx.player_commands.refill(person))
        player = context.settlements.store.find(player.nick) or player
    return player


def _player_of(ctx: CommandContext, request: Request) -> Player | str:
    """Return the player that the person is, by their seat if they have one; or why not."""
    nick = ctx.floor.player_of(request.person)
    player = None if nick is None else ctx.context.settlements.store.find(nick)
    return player or ctx.floor.recognise(request.person)


def leave(ctx: CommandContext, request: Request) -> None:
    """Have the person give up their place: the round that they play goes on with them."""
    croupier, person = ctx.croupier(request), request.person
    player = ctx.floor.player_of(person) or ""
    had_place = croupier.joining.leave(player, person)
    if croupier.seat_map.find(person) is not None:
        ctx.answer(person.nick, said.how_to_resign(ctx.prefix + croupier.game))
    elif had_place:
        ctx.answer(person.nick, said.NO_LONGER_IN)
    else:
        ctx.answer(person.nick, said.NOT_IN)


def deal(ctx: CommandContext, request: Request) -> None:
    """Deal to those who have joined, for one of them; to the last players if nobody has.

    The words that follow are the last cut of a deck that the round begins.
    """
    croupier, person = ctx.croupier(request), request.person
    croupier.absence.resume()
    joining, typed = croupier.joining, words_behind(request)
    game = request.game or joining.game
    if joining.is_open and not joining.has_joined(person):
        ctx.answer(
            person.nick,
            said.ONLY_JOINED_DEAL.format(title=ctx.games[joining.game].title, prefix=ctx.prefix),
        )
    elif not typed:
        croupier.starting.start(game, person)
    elif isinstance(words := cut_words(typed), CutFault):
        ctx.reply(request, cutting.not_a_cut(person.nick, words))
    else:
        why_not = croupier.decks.why_not_cut(game)
        croupier.starting.start(game, person, last_cut=words)
        if why_not:
            ctx.answer(person.nick, why_not)


def notify(ctx: CommandContext, request: Request) -> None:
    """Tell the person once when so many have joined, or no more."""
    person, watchers = request.person, ctx.croupier(request).joining.watchers
    player = ctx.floor.recognise(person)
    if isinstance(player, str):
        ctx.answer(person.nick, player)
        return
    many = _number_watched(request.rest)
    if many is None:
        ctx.answer(
            person.nick,
            said.HOW_TO_BE_TOLD.format(least=LEAST_WATCHED, most=MOST_WATCHED, prefix=ctx.prefix),
        )
    else:
        is_watching = watchers.watch(player.nick, many)
        told = (
            said.WILL_TELL.format(many=many, channel=ctx.croupier(request).channel)
            if many
            else said.NO_MORE_NOTICES
        )
        ctx.answer(person.nick, told if is_watching else said.TOO_MANY_WATCHERS)
    watchers.look()  # so many may be in already, and people are answered first


def _number_watched(words: Sequence[str]) -> int | None:
    """Return the number in WORDS, 0 for ``off``; None if they are neither."""
    match [word.lower() for word in words]:
        case ["off"]:
            return 0
        case [number] if _NUMBER.fullmatch(number) and LEAST_WATCHED <= int(number) <= MOST_WATCHED:
            return int(number)
    return None


def opt_out(ctx: CommandContext, request: Request) -> None:
    """Have nobody name the person for a round, from now on."""
    _set_consent(ctx, request, is_out=True)


def opt_in(ctx: CommandContext, request: Request) -> None:
    """Let others name the person for a round again."""
    _set_consent(ctx, request, is_out=False)


def _set_consent(ctx: CommandContext, request: Request, *, is_out: bool) -> None:
    if ctx.context.settlements.look():
        ctx.reply(request, announcements.CANNOT_SAVE_CHIPS)
        return
    player = ctx.floor.recognise(request.person)
    if isinstance(player, str):
        ctx.reply(request, player)
        return
    ctx.context.settlements.store.opt_out(player.nick, is_out=is_out)
    told = said.OPTED_OUT if is_out else said.OPTED_IN
    ctx.reply(request, told.format(name=player.name))
