"""From what somebody says to the function that answers: read, charged, looked up, answered."""

from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from functools import partial
from typing import Any

from msgspec.structs import replace

from pontoon.commands import command_table, player_commands, syntax, table_commands
from pontoon.commands.admin_commands import obey
from pontoon.commands.base import (
    BotControl,
    Command,
    CommandContext,
    CommandRefused,
    RefusedInPrivate,
    Request,
    Who,
    answer_of,
    items_of,
)
from pontoon.commands.help_commands import say_in_channel
from pontoon.commands.syntax import Said
from pontoon.engine.computers import character_meant, is_computer
from pontoon.engine.errors import NotRecorded
from pontoon.engine.moves import Unit
from pontoon.engine.notation import looks_like_move
from pontoon.irc.outgoing import without_formatting
from pontoon.irc.people import Person
from pontoon.storage.future import Future
from pontoon.storage.players.player import PlayersFileError
from pontoon.storage.rows import DatabaseError
from pontoon.tables.context import TableContext
from pontoon.tables.croupier import Croupier
from pontoon.tables.croupiers import Croupiers, Speaker, seat_meant, seats_of
from pontoon.tables.seats import SeatHolder
from pontoon.text.announcements import CANNOT_SAVE_CHIPS, NOT_DONE, NOT_READ
from pontoon.text.player_commands import NOT_LOOKED_UP

_OF_SAID = Said.__struct_fields__


def known_commands(
    context: TableContext, croupiers: Croupiers, control: Callable[[], BotControl]
) -> CommandContext:
    """Return the commands that can be given on a network by the settings of CONTEXT.

    CONTROL returns what controls the whole bot, for admins.
    """
    rules = context.settings.rules
    known: Sequence[Command] = command_table.COMMANDS
    if not any(game.unit is Unit.COINS for game in rules):
        known = [each for each in known if each.handler is not player_commands.minutes]
    if not context.settings.greet:
        known = [*command_table.without_greetings(known)]
    table = command_table.CommandTable([*known, *command_table.said_elsewhere(known)])
    games = {game.name: game for game in rules}
    return CommandContext(context, croupiers, control, known, table.find, games)


def accept(
    ctx: CommandContext, person: Person, text: str, channel: str | None = None
) -> Request | None:
    """Return what PERSON requests by TEXT, in CHANNEL or in private; None if there is nothing.

    They have been charged for it, unless it is an order of an admin. It can be answered once it is
    known who they are.
    """
    if not ctx.croupiers.all:
        return None  # the bot deals no more, and leaves the network
    parsed = parse(ctx, person, text, channel)
    if parsed is None:
        if channel is not None:
            _talked(ctx, channel, person, text)
        return None
    said, command = parsed
    speaker = ctx.croupiers.speaker(said.person)
    if command.who is Who.ADMIN:
        return request_of(ctx, said, command, speaker)
    if not _is_heard(ctx, said, command, speaker):
        return None
    ctx.croupiers.spoke(speaker)
    request = request_of(ctx, said, command, speaker)
    if request.croupier is None or request.game or request.command.word:
        return _charged(ctx, request)
    if looks_like_move(request.words) and request.croupier.seat_map.may_include(request.person):
        return _charged(ctx, request)
    # It may be for another bot, whose commands have the same prefix.
    request.croupier.overheard(person, [ctx.prefix + request.text])
    return None


def parse(
    ctx: CommandContext, person: Person, text: str, channel: str | None = None
) -> tuple[Said, Command] | None:
    """Return what PERSON says by TEXT, and the command; None if TEXT is none in CHANNEL."""
    if channel is None:
        text = syntax.without_addressee(text, ctx.context.network.is_me)
        after_game = command_table.AFTER_GAME
        said = syntax.parse_in_private(person, text, ctx.prefix, ctx.games, after_game)
        said = _as_in_channel(ctx, said)
    elif (heard := _parse_in_channel(ctx, person, text, channel)) is not None:
        said = heard
    else:
        return None
    command = _command(ctx, said)
    if _asks_account(ctx, command, person) and not person.account:
        # They may have logged in since the server last told the bot about them.
        said = replace(said, person=Person(person.nick, person.userhost))
    return said, command


def _as_in_channel(ctx: CommandContext, said: Said) -> Said:
    """Return what is SAID in private as in a channel, if it is a game and people: a round."""
    game = syntax.game_word(said.words[0]) if said.words else ""
    if said.game or game not in ctx.games or not said.rest or not said.is_plain:
        return said
    nicks, network, find = map(syntax.as_nick, said.rest), ctx.context.network, ctx.store.find
    if not all(character_meant(each) or find(each) or network.find(each) for each in nicks):
        return said
    return replace(said, game=game, words=said.rest)


def _parse_in_channel(ctx: CommandContext, person: Person, text: str, channel: str) -> Said | None:
    """Return what PERSON says by TEXT in CHANNEL: with the prefix, or behind the bot's nick."""
    prefix, games, codes = ctx.prefix, ctx.games, command_table.WITH_CODES
    behind = syntax.without_addressee(text, ctx.context.network.is_me)
    if behind == text:
        return syntax.parse_in_channel(person, channel, text, prefix, games, codes)
    command = prefix + syntax.without_prefix(behind, prefix)
    said = syntax.parse_in_channel(person, channel, command, prefix, games, codes)
    if said is not None and (said.game or _command(ctx, said).word or _may_move(ctx, said)):
        return said
    wants_help = ctx.context.settings.greet and syntax.is_plain(without_formatting(behind))
    return syntax.asks_for_help(person, channel) if wants_help else None


def _may_move(ctx: CommandContext, said: Said) -> bool:
    """Tell whether what is SAID in a channel may be a move of somebody with a seat there."""
    croupier = ctx.croupiers.find(said.channel or "")
    may_sit = croupier is not None and croupier.seat_map.may_include(said.person)
    return may_sit and looks_like_move(said.words)


def request_of(ctx: CommandContext, said: Said, command: Command, speaker: Speaker) -> Request:
    """Return what is SAID by SPEAKER as a request for COMMAND, with where they sit and are now.

    They may have their seat again since they were heard.
    """
    if said.channel is not None:
        here = ctx.croupiers.find(said.channel)
    else:
        here = ctx.croupiers.only_one_of(said.person) if command.in_only_channel else None
    return Request(
        **{key: getattr(said, key) for key in _OF_SAID},
        command=command,
        croupier=here,
        croupier_meant=ctx.croupiers.nearest(speaker) if here is None else here,
        speaker=speaker,
        seat=_seat(here, speaker),
    )


def _command(ctx: CommandContext, said: Said) -> Command:
    """Return the command that is SAID; only admins can give orders."""
    is_subcommand = bool(said.words) and said.words[0].lower() in command_table.AFTER_GAME
    if said.channel is None and said.game and not is_subcommand:
        start = next(each for each in ctx.commands if each.handler is table_commands.start)
        return replace(start, in_only_channel=True)
    found = ctx.find(said)
    if found[0].who is Who.ADMIN and not ctx.context.settings.is_admin(said.person):
        found = [each for each in found if each.who is not Who.ADMIN]
    return found[0]


def _talked(ctx: CommandContext, channel: str, person: Person, text: str) -> None:
    """Note that PERSON has said something in CHANNEL that is not a command."""
    croupier = ctx.croupiers.find(channel)
    if croupier is None:
        return
    player = ctx.context.settings.identities.player_of(person)
    if player is not None:
        croupier.action_clock.talked(player.nick)
    if croupier.ask is not None and not ctx.context.flood_guard.fits_mask(person):
        croupier.overheard(person, without_formatting(text).split())


def _is_heard(ctx: CommandContext, said: Said, command: Command, speaker: Speaker) -> bool:
    """Tell whether SPEAKER is in the channel where COMMAND is SAID, and is not ignored.

    People who are banned can finish the round in which they have a seat, and do nothing else.
    """
    person, context = speaker.person, ctx.context
    if said.channel is not None:
        croupier = ctx.croupiers.find(said.channel)
        if croupier is None or croupier.roster.find(person.nick) is None:
            return False
    if context.is_banned(person):
        at_table = (table_commands.ask_table, table_commands.leave)
        if command.who is not Who.SEATED and command.handler not in at_table:
            return False
        if not any(seats_of(speaker)):
            return False
    return not context.flood_guard.fits_mask(person)


def _charged(ctx: CommandContext, request: Request) -> Request | None:
    """Charge the person; drop the line if they have said too much."""
    words = () if request.game else request.move
    guard = ctx.context.flood_guard
    charge = guard.admit(request.person, words, request.places)
    is_unclear = request.is_unclear  # then the answer can only be how to talk to the bot
    if request.channel is None and not looks_like_move(request.move):
        is_unclear = not (request.command.word or request.speaker.croupiers)
    if charge is None or (is_unclear and not guard.explains_to(request.person)):
        return None
    return replace(request, charge=charge)


def _seat(here: Croupier | None, speaker: Speaker) -> tuple[Croupier, SeatHolder] | None:
    """Return the seat of SPEAKER with the croupier who is HERE or, in private, the one meant."""
    if here is None:
        return seat_meant(speaker)
    holder = here.seat_map.find(speaker.person)
    return None if holder is None else (here, holder)


def named(request: Request) -> Sequence[str]:
    """Return the nicks of all people to whom REQUEST deals a round, named in it or not."""
    handler, croupier = request.command.handler, request.croupier
    if croupier is None or handler not in (table_commands.start, table_commands.deal):
        return ()
    typed = table_commands.nicks_in(request) if handler is table_commands.start else ()
    joined = [each.person.nick for each in croupier.lineup.seat_map]
    game = request.game or croupier.lineup.game
    dealt = typed or joined or croupier.tables.by_game[game].rotated_players()
    return [each for each in dealt if not is_computer(each)]


def needs_account(ctx: CommandContext, request: Request | None = None) -> bool:
    """Tell whether the accounts of people matter, for REQUEST or in general."""
    asks_account = request is not None and _asks_account(ctx, request.command, request.person)
    return asks_account or ctx.context.settings.identities.needs_accounts


def _asks_account(ctx: CommandContext, command: Command, person: Person) -> bool:
    """Tell whether it always matters for COMMAND to which account PERSON is logged in.

    Who joins may become a player by that.
    """
    settings = ctx.context.settings
    registers = command.handler is table_commands.join and settings.starting_chips is not None
    return command.asks_account or (registers and ctx.store.find(person.nick) is None)


def answer(ctx: CommandContext, request: Request) -> None:
    """Answer REQUEST: it waits for no account any longer."""
    if request.channel is not None and request.croupier is None:
        return  # the bot has given up the channel
    charge, person = request.charge, request.person
    if charge is not None:
        charge.before(request.places)
    is_order = request.command.who is Who.ADMIN
    if person.account is None and needs_account(ctx, request) and not is_order:
        ctx.answer(person.nick, NOT_LOOKED_UP)
    else:
        steps = _handle(ctx, request)
        _go_on(steps, partial(steps.send, None))
    if charge is not None:
        charge.after()


def _go_on(steps: Coroutine[Future[Any], Any, None], first: Callable[[], Future[Any]]) -> None:
    """Take the FIRST of STEPS, and the others when what each awaits is known."""
    with suppress(StopIteration):
        first().then(
            lambda outcome: _go_on(steps, partial(steps.send, outcome)),
            lambda error: _go_on(steps, partial(steps.throw, error)),
        )


def answer_as(ctx: CommandContext, request: Request, known: Person) -> None:
    """Answer REQUEST, which has waited: KNOWN is the person as far as they are known now.

    They may be somebody who is ignored.
    """
    if not ctx.croupiers.all:
        return  # the bot deals no more, and leaves the network
    before, said = request.person, replace(request, person=known)
    command, speaker = _command(ctx, said), ctx.croupiers.speaker(known)
    if command.who is not Who.ADMIN and not _is_heard(ctx, said, command, speaker):
        return
    if known.account is not None and known.account != before.account:
        ctx.croupiers.spoke(speaker)
    answer(ctx, replace(request_of(ctx, said, command, speaker), charge=request.charge))


async def _handle(ctx: CommandContext, request: Request) -> None:
    try:
        table_commands.check_rounds_are_on(ctx, request, request.command.handler)
        if not request.command.in_trouble:
            ctx.context.database.require()
        if request.command.who is Who.ADMIN:
            told = await obey(ctx, request, request.command)
        elif request.command.in_only_channel and request.croupier is None:
            told = items_of(say_in_channel(ctx, request))
        else:
            told = items_of(await answer_of(request.command.handler(ctx, request)))
        if told:
            reply = ctx.reply_now if request.command.in_trouble else ctx.reply
            reply(request, *told)
    except RefusedInPrivate as refused:
        ctx.answer(request.person.nick, *refused.args)
    except CommandRefused as refused:
        ctx.reply(request, *refused.args)
    except NotRecorded as why:
        ctx.reply_now(request, NOT_DONE.format(why=why))
        ctx.croupiers.halt(why)
    except PlayersFileError as error:
        ctx.context.settlements.report(error.faults)
        ctx.reply(request, CANNOT_SAVE_CHIPS)
    except DatabaseError as error:
        ctx.context.log(str(error))
        ctx.reply(request, NOT_READ)
