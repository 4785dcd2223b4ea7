"""Commands about rounds that are over: the last one here, and any one told again."""

from collections.abc import Callable, Collection
from functools import partial

from pontoon.commands.base import Answer, CommandContext
from pontoon.commands.syntax import Request
from pontoon.irc.people import Person
from pontoon.storage.history import ROUND_ID, UNREADABLE, last_round, round_called
from pontoon.storage.replay import Replay
from pontoon.storage.rounds import SettledRound
from pontoon.tables.context import TableContext
from pontoon.tables.narrator import transcript
from pontoon.text import rounds_over as said


def last(ctx: CommandContext, request: Request) -> Answer:
    """Say who won what in the last round in the channel; in private tell all of it."""
    ctx.check_game(request)
    game, _ = ctx.game_named(request)
    name, title = ("", "") if game is None else (game.name, game.title)
    none = said.no_round(title)
    if request.channel is not None:
        return _said_of_last(ctx, ctx.croupier(request).channel, name) or none
    if not ctx.floor.sees(request.person.nick):
        return said.COME_IN
    channel = ctx.floor.nearest(request.person).channel
    return _tell(ctx, request.person, partial(_last, ctx, channel, name), none)


def _said_of_last(ctx: CommandContext, channel: str, game: str) -> str | None:
    """Return a line on the last round in CHANNEL, of GAME unless that is ""; None if none was."""
    try:
        record = _last(ctx, channel, game)
        events = [] if record is None else Replay(record).events
    except UNREADABLE:
        return said.UNREADABLE
    if record is None:
        return None
    return said.last_round(record, events, ctx.context.settings.texts, ctx.context.now())


def replay(ctx: CommandContext, request: Request) -> Answer:
    match [word.lower() for word in request.rest]:
        case [word] if not ctx.floor.sees(request.person.nick):
            return said.COME_IN
        case [word] if ROUND_ID.fullmatch(word):
            none = said.NO_SUCH_ROUND.format(word=word)
            find = partial(round_called, ctx.context.database.read, word)
            return _tell(ctx, request.person, find, none)
        case [_]:
            return said.NO_SUCH_ROUND.format(word=request.rest[0])
    return said.HOW_TO_REPLAY


def _tell(
    ctx: CommandContext, person: Person, find: Callable[[], SettledRound | None], none: str
) -> Answer:
    """Tell PERSON the round that FIND returns, or return why not: NONE if there is none."""
    try:
        record = find()
        if record is None:
            return none
        seeing = _viewers(ctx.context, record, ctx.floor.player_of(person))
        lines = [*transcript(record, ctx.context.settings.texts, seeing)]
    except UNREADABLE:
        return said.UNREADABLE
    return None if ctx.floor.replays.begin(person.nick, lines) else said.TOO_MANY


def _last(ctx: CommandContext, channel: str, game: str) -> SettledRound | None:
    return last_round(ctx.context.database.read, ctx.context.known_as, channel, game)


def _viewers(context: TableContext, record: SettledRound, player: str | None) -> Collection[str]:
    """Return the players of RECORD whose own lines PLAYER may see; None is no player.

    Until a deck is opened these are their own: hidden cards go under a pack, and come again.
    """
    if record.deck is None or context.decks.has_closed(record.deck.number):
        return [name for name, _ in record.players]
    return [] if player is None else [player]
