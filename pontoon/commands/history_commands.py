"""Commands about rounds that are over: the last one here, and any one told again."""

from collections.abc import Callable, Collection

from pontoon.commands.base import CommandContext
from pontoon.commands.syntax import Request
from pontoon.irc.people import Person
from pontoon.storage.history import ROUND_ID, UNREADABLE, last_round, round_called
from pontoon.storage.replay import Replay
from pontoon.storage.rounds import SettledRound
from pontoon.tables.context import TableContext
from pontoon.tables.narrator import transcript
from pontoon.text import rounds_over as said


def last(ctx: CommandContext, request: Request) -> None:
    """Say who won what in the last round in the channel; in private tell all of it."""
    if ctx.names_no_game(request):
        return
    game, _ = ctx.game_named(request)
    name, title = ("", "") if game is None else (game.name, game.title)
    none = said.no_round(title)
    if request.channel is not None:
        _say_last(ctx, request, name, none)
    elif ctx.floor.sees(request.person.nick):
        channel = ctx.floor.nearest(request.person).channel
        _tell(ctx, request.person, lambda: _last(ctx, channel, name), none)
    else:
        ctx.reply(request, said.COME_IN)


def _say_last(ctx: CommandContext, request: Request, game: str, none: str) -> None:
    """Say the last round of GAME, or of any if that is ""; say NONE if there is none."""
    channel = ctx.croupier(request).channel
    try:
        record = _last(ctx, channel, game)
        events = [] if record is None else Replay(record).events
    except UNREADABLE:
        ctx.reply(request, said.UNREADABLE)
        return
    if record is None:
        ctx.reply(request, none)
    else:
        words, now = ctx.context.settings.texts, ctx.context.now()
        ctx.reply(request, said.last_round(record, events, words, now))


def replay(ctx: CommandContext, request: Request) -> None:
    """Tell a round again, by its id."""
    match [word.lower() for word in request.rest]:
        case [word] if not ctx.floor.sees(request.person.nick):
            ctx.reply(request, said.COME_IN)
        case [word] if ROUND_ID.fullmatch(word):
            none = said.NO_SUCH_ROUND.format(word=word)
            _tell(ctx, request.person, lambda: round_called(ctx.context.database.read, word), none)
        case [_]:
            ctx.reply(request, said.NO_SUCH_ROUND.format(word=request.rest[0]))
        case _:
            ctx.reply(request, said.HOW_TO_REPLAY)


def _tell(
    ctx: CommandContext, person: Person, find: Callable[[], SettledRound | None], none: str
) -> None:
    """Tell PERSON the round that FIND returns, or NONE."""
    try:
        record = find()
        if record is None:
            ctx.answer(person.nick, none)
            return
        seeing = _viewers(ctx.context, record, ctx.floor.player_of(person))
        lines = [*transcript(record, ctx.context.settings.texts, seeing)]
    except UNREADABLE:
        ctx.answer(person.nick, said.UNREADABLE)
        return
    if not ctx.floor.replays.begin(person.nick, lines):
        ctx.answer(person.nick, said.TOO_MANY)


def _last(ctx: CommandContext, channel: str, game: str) -> SettledRound | None:
    """Return the last settled round in CHANNEL, of GAME unless that is ""."""
    return last_round(ctx.context.database.read, ctx.context.known_as, channel, game)


def _viewers(context: TableContext, record: SettledRound, player: str | None) -> Collection[str]:
    """Return the players of RECORD whose own lines PLAYER may see; None is no player.

    Until a deck is opened these are their own: hidden cards go under a pack, and come again.
    """
    if record.deck is None or context.decks.has_closed(record.deck.number):
        return [name for name, _ in record.players]
    return [] if player is None else [player]
