"""Commands about rounds and seats: what people do at a table."""

import re
from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.commands import admin_commands
from pontoon.commands.base import Answer, Command, CommandContext, CommandHandler, Who
from pontoon.commands.help_commands import next_step, say_in_channel, short_help
from pontoon.commands.join_commands import leave as leave_table
from pontoon.commands.join_commands import notify
from pontoon.commands.syntax import Request
from pontoon.engine.errors import RequestFault, RequestRefused
from pontoon.engine.moves import TableRequest
from pontoon.engine.notation import looks_like_move, parse_request
from pontoon.irc.people import Person
from pontoon.tables.croupier import Croupier
from pontoon.tables.seats import SeatHolder
from pontoon.text import announcements, help_pages, rounds_over

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
