"""What people do at a table: rounds, seats, places in the next rounds, and sealed decks."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.commands import admin_commands
from pontoon.commands.base import Answer, Command, CommandContext, CommandHandler, Who
from pontoon.commands.help_commands import next_step, say_in_channel, short_help
from pontoon.commands.player_commands import refill
from pontoon.commands.syntax import Request, is_plain
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.moves import TableRequest, Unit
from pontoon.engine.notation import looks_like_move, parse_request
from pontoon.engine.sealed_deck import CutFault, cut_words
from pontoon.games import Game
from pontoon.irc.people import Person
from pontoon.storage.channels import LEAST_WATCHED, MOST_WATCHED
from pontoon.storage.players.player import Player
from pontoon.tables.croupier import Croupier
from pontoon.tables.seats import SeatHolder
from pontoon.text import admin_commands as texts_for_admins
from pontoon.text import announcements, help_pages, rounds_over
from pontoon.text import decks as deck_texts
from pontoon.text.names import as_named, is_without_name
from pontoon.text.player_commands import NEEDS_NICKNAME

_AT_TABLE = frozenset({"hand", "leave", "stop", "?"})
"""What is said at a table besides moves."""

_BETWEEN_NICKS = re.compile("[,:;]")


def start(ctx: CommandContext, request: Request) -> None:
    ctx.croupier(request).starting.start(request.game, request.person, nicks_in(request))


def nicks_in(request: Request) -> Sequence[str]:
    """Return the nicks in REQUEST: commas, colons and semicolons behind them are blanks."""
    return _BETWEEN_NICKS.sub(" ", " ".join(request.words)).split()


def turn(ctx: CommandContext, request: Request) -> None:
    """Deal rounds in the channel again, or no more: ``on``, ``off``."""
    is_on = request.words[0].lower() == "on"
    ctx.croupier(request).switch_rounds(request.person, "on" if is_on else "off")


def why_not_dealt(ctx: CommandContext, request: Request, handler: CommandHandler) -> str | None:
    """Say why HANDLER is not called where rounds are turned off; None if it can be."""
    allowed = (turn, admin_commands.set_channel, leave_table, notify)
    if request.channel is None or handler in allowed:
        return None
    croupier = ctx.croupier(request)
    if not croupier.is_closed or croupier.ask is not None:
        return None
    return announcements.ARE_NOT_WANTED.format(
        channel=croupier.channel, command=ctx.prefix + croupier.game
    )


def bank_of_game(ctx: CommandContext, request: Request) -> Answer:
    """Tell the channel who has the bank of the game."""
    try:
        ctx.croupier(request).look_at_bank(request.game, request.person)
    except RequestRefused as refused:
        if refused.why is RequestFault.NOT_IN_THIS_GAME:
            return short_help(ctx, ctx.games[request.game])
        return announcements.cannot_be_done(refused)
    return None


def stop(ctx: CommandContext, request: Request) -> None:
    """Stop the round for all who play it together or, in a channel, for an admin.

    In private, first stop telling the person a round that is over.
    """
    person = request.person
    if request.channel is None:
        if ctx.floor.replays.stop(person.nick):
            ctx.answer(person.nick, rounds_over.STOPPED)
        elif (seat := _seat_meant(ctx, request)) is not None:
            seat[0].stop(person)
        return
    croupier = ctx.croupier(request)
    if ctx.context.settings.is_admin(person) and croupier.stopping.has_no_part(person):
        order = replace(request, words=("stop",), typed=f"stop {croupier.channel}")
        by_admin = next(each for each in ctx.commands if each.handler is admin_commands.stop)
        ctx.answer(person.nick, *admin_commands.obey(ctx, order, by_admin))
    else:
        croupier.stop(person)


def leave(ctx: CommandContext, request: Request) -> Answer:
    """Give up the seat in the channel or, in private, the one that the person has."""
    person = request.person
    if request.channel is not None:
        ctx.croupier(request).leave(person)
    elif (seat := ctx.floor.seat_meant(person)) is not None:
        seat[0].leave(person)
    elif request.game or ctx.floor.why_shut(person) is not None:
        _tell_no_seat(ctx, request)
    else:
        return say_in_channel(ctx, request)
    return None


def hand(ctx: CommandContext, request: Request) -> None:
    """Show the person their cards in private, wherever they ask: those of the channel, if any."""
    croupier, person = request.croupier, request.person
    if croupier is not None and (holder := croupier.seat_map.find(person)) is not None:
        croupier.flow.show_hand(person, holder)
    elif (seat := _seat_meant(ctx, request)) is not None:
        seat[0].flow.show_hand(person, seat[1])


def explain(ctx: CommandContext, request: Request) -> None:
    """Explain to the person what they are asked, and ask again."""
    if (seat := _seat_meant(ctx, request)) is not None:
        seat[0].flow.explain(request.person, seat[1])


def move(ctx: CommandContext, request: Request) -> None:
    """Make the move that the words say, at the seat in the channel or at the one that is meant."""
    croupier, person = request.croupier, request.person
    if croupier is None:
        if (seat := _seat_meant(ctx, request, request.move)) is not None:
            seat[0].move(person, seat[1], request.move)
    elif (holder := croupier.seat_map.find(person)) is not None:
        croupier.move(person, holder, request.move)
    elif croupier.seat_map.find_logged_out(person) and (why := croupier.absence.why_shut(person)):
        ctx.answer(person.nick, why)


def _seat_meant(
    ctx: CommandContext, request: Request, words: Sequence[str] = ()
) -> tuple[Croupier, SeatHolder] | None:
    """Return the seat that the person means, with its croupier; tell them if they have none."""
    if (seat := ctx.floor.seat_meant(request.person, words)) is None:
        _tell_no_seat(ctx, request)
    return seat


def _tell_no_seat(ctx: CommandContext, request: Request) -> None:
    """Tell the person, who has no seat now, why nothing can be done at one."""
    person = request.person
    why = ctx.floor.why_shut(person)
    if why is None:
        is_for_table = looks_like_move(request.move) or " ".join(request.move).lower() in _AT_TABLE
        croupier = ctx.floor.last_played(person) if is_for_table else None
        if croupier is None:
            named = (ctx.games.get(word.lower()) for word in request.words)
            game = next(filter(None, named), None) or ctx.game_meant(request)
            ctx.answer(person.nick, next_step(ctx, request, game), help_pages.WHAT_TO_SAY)
            return
        why = announcements.ROUND_IS_OVER.format(command=ctx.prefix + croupier.game)
    ctx.answer(person.nick, why)


def ask_table(ctx: CommandContext, request: Request) -> None:
    """Do what the words ask of the table in the channel, or of any; tell the person why not."""
    person, wanted = request.person, parse_request(request.words)
    assert wanted is not None
    player = ctx.floor.player_of(person)
    if request.channel is None:
        croupiers, shut = ctx.floor.croupiers, ctx.floor.why_shut(person)
    else:
        croupiers = [ctx.croupier(request)]
        shut = croupiers[0].absence.why_shut(person)
    if shut is not None:
        ctx.answer(person.nick, shut)
    elif player is None:  # also a person who has only taken the nick of a seated player
        ctx.answer(person.nick, announcements.NO_PART_IN_BANK)
    elif refused := _done_at_one_of(croupiers, person, player, wanted):
        ctx.answer(person.nick, announcements.cannot_be_done(refused))


def is_said_at_table(command: Command) -> bool:
    """Tell whether COMMAND is of use only to people who have a seat."""
    return command.who is Who.SEATED or command.handler in (ask_table, stop)


def _done_at_one_of(
    croupiers: Sequence[Croupier], person: Person, player: str, wanted: TableRequest
) -> RequestRefused | None:
    """Do what is WANTED by PERSON, who is PLAYER, at the first table that can; return why not."""
    refusals: list[RequestRefused] = []
    for croupier in croupiers:
        try:
            croupier.do(person, player, wanted)
        except RequestRefused as refused:
            refusals.append(refused)
        else:
            return None
    return min(refusals, key=_how_far_off)


def _how_far_off(refused: RequestRefused) -> int:
    """Order refusals: those that say least, as that a game has no bank, come last."""
    far = (
        *(RequestFault.NOTHING_OFFERED, RequestFault.NO_BANK_YET),
        *(RequestFault.NOT_THE_BANKER, RequestFault.NOT_IN_THIS_GAME),
    )
    return far.index(refused.why) + 1 if refused.why in far else 0


# A place at the table

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
        ctx.answer(
            person.nick, announcements.IS_IN_ALREADY.format(title=game.title, prefix=ctx.prefix)
        )
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


def leave_table(ctx: CommandContext, request: Request) -> None:
    """Have the person give up their place: the round that they play goes on with them."""
    croupier, person = ctx.croupier(request), request.person
    player = ctx.floor.player_of(person) or ""
    had_place = croupier.joining.leave(player, person)
    if croupier.seat_map.find(person) is not None:
        ctx.answer(
            person.nick, announcements.HOW_TO_RESIGN.format(command=ctx.prefix + croupier.game)
        )
    elif had_place:
        ctx.answer(person.nick, announcements.NO_LONGER_IN)
    else:
        ctx.answer(person.nick, announcements.NOT_IN)


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
            announcements.ONLY_JOINED_DEAL.format(
                title=ctx.games[joining.game].title, prefix=ctx.prefix
            ),
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
            announcements.HOW_TO_BE_TOLD.format(
                least=LEAST_WATCHED, most=MOST_WATCHED, prefix=ctx.prefix
            ),
        )
    else:
        is_watching = watchers.watch(player.nick, many)
        told = (
            announcements.WILL_TELL.format(many=many, channel=ctx.croupier(request).channel)
            if many
            else announcements.NO_MORE_NOTICES
        )
        ctx.answer(person.nick, told if is_watching else announcements.TOO_MANY_WATCHERS)
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
    return (announcements.OPTED_OUT if is_out else announcements.OPTED_IN).format(name=player.name)


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
        ctx.answer(person.nick, texts_for_admins.MAY_NOT_SET)
    elif croupier.ask is not None:
        ctx.answer(person.nick, deck_texts.AFTER_THIS_ROUND)
    else:
        croupier.decks.give_up(request.game, deck_texts.OPERATOR)
        ctx.context.log(f"{croupier.channel}: {person.nick} has {request.game} shuffled")
