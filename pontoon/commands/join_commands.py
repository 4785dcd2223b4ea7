"""Commands about a place at the table, and about the sealed decks that are dealt from there."""

import re
from collections.abc import Sequence

from pontoon.commands.base import Answer, CommandContext
from pontoon.commands.player_commands import refill
from pontoon.commands.syntax import Request, is_plain
from pontoon.engine.moves import Unit
from pontoon.engine.sealed_deck import CutFault, cut_words
from pontoon.games import Game
from pontoon.storage.channels import LEAST_WATCHED, MOST_WATCHED
from pontoon.storage.players.player import Player
from pontoon.text import admin_commands, announcements
from pontoon.text import decks as deck_texts
from pontoon.text import joining as said
from pontoon.text.names import as_named, is_without_name
from pontoon.text.signup import NEEDS_NICKNAME

_NUMBER = re.compile("[0-9]{1,2}")


def join(ctx: CommandContext, request: Request) -> Answer:
    """Have the person join the table that is open in the channel, or open one."""
    ctx.check_game(request)
    croupier, person = ctx.croupier(request), request.person
    named, _ = ctx.game_named(request)
    game = named or ctx.games[croupier.joining.game]
    croupier.absence.resume()
    is_broken = ctx.context.settlements.look()
    if croupier.joining.has_joined(person) and game.name == croupier.joining.game:
        ctx.answer(person.nick, said.IS_IN_ALREADY.format(title=game.title, prefix=ctx.prefix))
    elif is_broken:
        return announcements.CANNOT_SAVE_CHIPS
    else:
        player = _player_joining(ctx, request, game)
        if player and (why_not := croupier.starting.join(player.nick, person, game.name)):
            ctx.answer(person.nick, why_not)
    return None


def _player_joining(ctx: CommandContext, request: Request, game: Game) -> Player | None:
    """Return the player that the person is, if they have what GAME needs; else say what is wrong.

    The broke are given chips first (RULES 0, The broke).
    """
    person, context = request.person, ctx.context
    nick = ctx.floor.player_of(person)  # by the seat, if they have one
    player = (nick and context.settlements.store.find(nick)) or ctx.floor.recognise(person)
    if isinstance(player, str):
        ctx.answer(person.nick, player)
        if context.settlements.store.find(person.nick) is None:
            ctx.reply(request, player)  # a newcomer may not see that there is another window
        return None
    if is_without_name(context.name_of(player.nick)):
        ctx.answer(person.nick, f"{NEEDS_NICKNAME}.")
        return None
    if game.unit is Unit.CHIPS and context.can_refill(player):
        ctx.answer(person.nick, refill(ctx, request))
        player = context.settlements.store.find(player.nick) or player
    return player


def leave(ctx: CommandContext, request: Request) -> None:
    """Have the person give up their place: the round that they play goes on with them."""
    croupier, person = ctx.croupier(request), request.person
    player = ctx.floor.player_of(person) or ""
    had_place = croupier.joining.leave(player, person)
    if croupier.seat_map.find(person) is not None:
        ctx.answer(person.nick, said.HOW_TO_RESIGN.format(command=ctx.prefix + croupier.game))
    elif had_place:
        ctx.answer(person.nick, said.NO_LONGER_IN)
    else:
        ctx.answer(person.nick, said.NOT_IN)


def deal(ctx: CommandContext, request: Request) -> Answer:
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
        return deck_texts.not_a_cut(person.nick, words)
    else:
        why_not = croupier.decks.why_not_cut(game)
        croupier.starting.start(game, person, last_cut=words)
        if why_not:
            ctx.answer(person.nick, why_not)
    return None


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


def consent(ctx: CommandContext, request: Request) -> Answer:
    """Have nobody name the person for a round, or let others do so again."""
    if ctx.context.settlements.look():
        return announcements.CANNOT_SAVE_CHIPS
    player, is_out = ctx.player(request), request.words[0].lower() == "optout"
    ctx.store.opt_out(player.nick, is_out=is_out)
    return (said.OPTED_OUT if is_out else said.OPTED_IN).format(name=player.name)


# Sealed decks


def cut(ctx: CommandContext, request: Request) -> Answer:
    """Cut the decks of the channel by the words that follow, as they were typed."""
    croupier, nick = ctx.croupier(request), request.person.nick
    if as_named(nick) != nick:
        return deck_texts.cannot_be_acknowledged(nick)
    found = croupier.decks.cut(nick, words_behind(request), croupier.joining.game)
    if isinstance(found, CutFault):
        return deck_texts.not_a_cut(nick, found)
    if not found:
        return deck_texts.nothing_to_cut(nick, croupier.decks.notes(), ctx.prefix)
    return None


def words_behind(request: Request) -> str:
    """Return what was typed behind the command word, byte by byte.

    Formatting codes around that word count as behind it, if anything is there: a log has them, and
    its reader must not have to guess what cuts.
    """
    command, _, rest = request.typed.strip(" ").partition(" ")
    if request.game:
        word, _, rest = rest.strip(" ").partition(" ")
        command += word
    return rest if is_plain(command) or not rest else request.typed


def fair(ctx: CommandContext, request: Request) -> Answer:
    """Say which deck is sealed, whose cuts count, and where to check; in the channel now and then.

    A seal that was lost is said again.
    """
    croupier = ctx.croupier(request)
    game, decks = request.game or croupier.game, croupier.decks
    decks.speak_again()
    line = deck_texts.fair(
        decks.note(game), ctx.games[game].title, ctx.prefix, ctx.context.settings.url
    )
    if decks.may_explain():
        return line
    ctx.answer(request.person.nick, line)
    return None


def shuffle(ctx: CommandContext, request: Request) -> None:
    """Put a new deck on the table of the game, for an operator without a seat, between rounds."""
    croupier, person = ctx.croupier(request), request.person
    if not croupier.roster.is_operator(person.nick):
        ctx.answer(person.nick, deck_texts.ONLY_OPERATORS_SHUFFLE)
    elif not croupier.stopping.has_no_part(person):
        ctx.answer(person.nick, admin_commands.MAY_NOT_SET)
    elif croupier.ask is not None:
        ctx.answer(person.nick, deck_texts.AFTER_THIS_ROUND)
    else:
        croupier.decks.give_up(request.game, deck_texts.OPERATOR)
        ctx.context.log(f"{croupier.channel}: {person.nick} has {request.game} shuffled")
