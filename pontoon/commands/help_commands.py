"""Help: what a person can do next, where they are, and what all the commands are."""

from collections.abc import Sequence

from msgspec.structs import replace

from pontoon.commands.base import Answer, Command, CommandContext, Group, Request, Who
from pontoon.commands.syntax import Where
from pontoon.engine.moves import Unit
from pontoon.engine.notation import parse_move
from pontoon.games import Game
from pontoon.irc.people import Person
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.tables.croupier import Croupier
from pontoon.tables.croupiers import seat_meant
from pontoon.text import announcements, help_pages
from pontoon.text.names import called
from pontoon.text.player_commands import refill_first


def show_help(ctx: CommandContext, request: Request) -> Answer:
    """Say what the person can do next; what a command does; or, with ``more``, all that there is.

    With a game, it is the long help on that game.
    """
    words = [word for word in request.rest if word.lower() != "more"]
    wants_more = len(words) < len(request.rest)
    request = replace(request, words=(*request.words[:1], *words))
    named, topic = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    if topic:
        return _help_on(ctx, request, game, topic)
    person = request.person
    if request.channel is not None:
        ctx.reply(request, _help_for_channel(ctx, request, game))
    if named:
        ctx.answer(person.nick, *help_pages.long_help(game, ctx.prefix))
    elif wants_more:
        _show_all(ctx, request, game)
    elif (seat := request.seat or seat_meant(request.speaker)) is not None:
        seat[0].flow.explain(person, seat[1])
        ctx.answer(person.nick, help_pages.HELP_IN_ROUND_ENDS)
    else:
        step = next_step(ctx, request, game)
        ends = help_pages.SHORT_HELP_ENDS + help_pages.more_at(ctx.context.settings.url)
        for line in (step, help_pages.HOW_I_ASK, ends):
            ctx.answer(person.nick, line)  # each is short, and the first says what to type
    return None


def _help_on(
    ctx: CommandContext, request: Request, game: Game, topic: Sequence[str]
) -> Sequence[str]:
    """Return what the command that TOPIC names does, behind GAME or without it; one item each.

    What people say with the command may follow it in TOPIC.
    """
    said = " ".join(topic).lower()
    word = said.removeprefix(ctx.prefix) or said
    known = _known(ctx, request)
    words, verbs = word.split(), (*game.MOVES, *game.ANSWERS)
    if found := _about(known, words):
        return [_what_it_does(ctx, each, game) for each in found]
    if move := parse_move(words, verbs) or parse_move([*words, "1"], verbs):
        (any_move,) = (each for each in known if _topic(each) == _MOVE)
        return [help_pages.meaning_of(move.verb), _what_it_does(ctx, any_move, game)]
    beginnings = (words[:length] for length in range(len(words) - 1, 0, -1))
    if found := next(filter(None, (_about(known, each) for each in beginnings)), []):
        return [_what_it_does(ctx, each, game) for each in found]
    unknown = help_pages.NO_SUCH_COMMAND.format(called=called(word), prefix=ctx.prefix)
    return [unknown] if request.channel else [unknown, next_step(ctx, request, game)]


_MOVE = "move"


def _about(commands: Sequence[Command], words: Sequence[str]) -> list[Command]:
    """Return those of COMMANDS that WORDS name; none if WORDS say more than a command's name."""
    word = " ".join(words)
    found = [each for each in commands if f"{_topic(each)} ".startswith(f"{word} ")]
    return found or [each for each in commands if word in each.word.split()]


def _topic(command: Command) -> str:
    """Return the words by which people ask for help on COMMAND."""
    return command.word or (_MOVE if command.who is Who.SEATED else "start")


def _known(ctx: CommandContext, request: Request) -> Sequence[Command]:
    """Return the commands that the person may give: orders are for admins in private alone."""
    is_admin = request.channel is None and ctx.context.settings.is_admin(request.person)
    return [each for each in ctx.commands if is_admin or each.who is not Who.ADMIN]


def _what_it_does(ctx: CommandContext, command: Command, game: Game) -> str:
    """Say what COMMAND does, in each place where it can be said, with an example."""
    places = _places(command)
    ways = [_way(ctx, game, command.usage, where) for where in places]
    example = _way(ctx, game, command.example, places[0])
    if places[0] is Where.PRIVATE:
        bot = ctx.context.network.nickname
        example = help_pages.TO_BOT.format(bot=bot, example=command.example)
    return help_pages.WHAT_IT_DOES.format(
        ways=" or ".join(ways), does=command.help, example=example
    )


def _places(command: Command) -> list[Where]:
    """Return where COMMAND can be said, the shortest way first."""
    return [each for each in (Where.CHANNEL, Where.GAME, Where.PRIVATE) if each in command.where]


def _way(ctx: CommandContext, game: Game, usage: str, where: Where) -> str:
    match where:
        case Where.GAME:
            return f"{ctx.prefix}{game.name} {usage.replace(' [GAME]', '')}"
        case Where.CHANNEL:
            return ctx.prefix + usage
    return help_pages.IN_PRIVATE.format(usage=usage)


def say_in_channel(ctx: CommandContext, request: Request) -> Answer:
    """Tell the person, who has said it in private, that a command belongs in the channel."""
    word, person, croupiers = request.command.word, request.person, ctx.croupiers
    if word == "join":
        return how_to_play(ctx, request)
    command = next(
        each
        for each in ctx.commands
        if each.word == word and each.where & (Where.CHANNEL | Where.GAME)
    )
    way = _way(ctx, ctx.game_meant(request), command.usage, _places(command)[0])
    joined = [each for each in croupiers.all if each.lineup.has_joined(person)]
    theirs = (each for each in (*joined, request.croupier_meant) if _is_in(person, each))
    channel = next((each.channel for each in theirs), help_pages.ANY_CHANNEL)
    return help_pages.SAID_IN_CHANNEL.format(channel=channel, way=way, does=command.help)


def _is_in(person: Person, croupier: Croupier) -> bool:
    """Tell whether PERSON is in the channel of CROUPIER, and so may hear of it."""
    return croupier.roster.find(person.nick) is not None


def _help_for_channel(ctx: CommandContext, request: Request, game: Game) -> str:
    """Return a line on the round that is being played or, if there is none, on GAME."""
    croupier = ctx.croupier(request)
    if croupier.waiting.turn is None or (request.game and request.game != croupier.game):
        return short_help(ctx, game)
    return help_pages.HELP_IN_ROUND.format(
        title=croupier.table.game.title, whose_turn=croupier.waited_for(), prefix=ctx.prefix
    )


def short_help(ctx: CommandContext, game: Game) -> str:
    """Return the help on GAME for a channel; it names the subcommands that beginners need."""
    basic = (each.word for each in ctx.commands if each.basic and Where.GAME in each.where)
    words = [word for word in basic if word not in ("", "help")]
    told = help_pages.short_help(game, ctx.prefix, ", ".join(words))
    return told + help_pages.more_at(ctx.context.settings.url)


def _show_all(ctx: CommandContext, request: Request, game: Game) -> None:
    """List for the person in private all that they can say, a line for each group."""
    command = ctx.prefix + game.name
    known = _known(ctx, request)
    lines: list[str] = []
    for group in Group:
        by_place: dict[Where, list[str]] = {Where.GAME: [], Where.CHANNEL: [], Where.PRIVATE: []}
        for each in known:
            usages = by_place[_places(each)[0]]
            if each.group is group and each.usage not in (*by_place[Where.CHANNEL], *usages):
                usages.append(each.usage)
        heading = game.title if group is Group.ROUND else group
        if any(by_place.values()):
            lines.append(help_pages.listed(heading, command, ctx.prefix, *by_place.values()))
    *others, last = lines
    ends = f"{last}. {help_pages.MORE_OF_EACH}{help_pages.more_at(ctx.context.settings.url)}"
    for line in (*others, ends):
        ctx.answer(request.person.nick, line)


def how_to_play(ctx: CommandContext, request: Request) -> Answer:
    """Say how the person begins a round; somebody outside does not hear of a channel by it."""
    game, croupier = ctx.game_meant(request), request.croupier_meant
    if _is_in(request.person, croupier) or request.speaker.player is None:
        return next_step(ctx, request, game)
    return _come_in(ctx, croupier, game)


def games(ctx: CommandContext, _request: Request) -> Answer:
    return help_pages.games(ctx.prefix)


def rules(ctx: CommandContext, request: Request) -> None:
    """Show the rules: in a channel a line, and in private all of them."""
    ctx.check_game(request)
    game = ctx.game_meant(request)
    if request.channel is not None:
        ctx.reply(request, help_pages.SHORT_RULES.format(title=game.title, summary=game.summary))
    ctx.answer(request.person.nick, *help_pages.long_rules(game, ctx.context.settings.rules[game]))


def show_commands(ctx: CommandContext, request: Request) -> Answer:
    """List the commands: in a channel those for it, in private all; each at its first place."""
    words: dict[Where, list[str]] = {Where.GAME: [], Where.CHANNEL: [], Where.PRIVATE: []}
    for each in ctx.commands:
        if each.word and each.who is not Who.ADMIN:
            words[next(where for where in words if where in each.where)].append(each.word)
    command = ctx.prefix + ctx.game_meant(request).name
    listed = help_pages.commands(command, ctx.prefix, words[Where.GAME], words[Where.CHANNEL])
    if request.channel is not None:
        return listed
    privately = ", ".join(words[Where.PRIVATE])
    return [listed, help_pages.COMMANDS_IN_PRIVATE.format(words=privately)]


def next_step(ctx: CommandContext, request: Request, game: Game) -> str:
    """Return what the person can do next to play GAME."""
    request = ctx.reread(request)  # they may have been made a player just now
    person, speaker, context = request.person, request.speaker, ctx.context
    player = ctx.store.find(ctx.croupiers.joined_as(speaker) or "") or speaker.identity
    if isinstance(player, Unidentified):
        return ctx.why_not_they(request, player)
    croupier = request.croupier_meant
    if croupier.roster.is_secret and not _is_in(person, croupier):
        return _come_in(ctx, croupier, game)
    holder = croupier.seat_map.find(person)
    if croupier.waiting.turn is None:
        return _way_to_begin(ctx, person, player, croupier, game)
    texts, waiting = context.settings.texts, croupier.waiting
    if holder is None or croupier.table.seat_of(holder.player) is None:
        title, join = croupier.table.game.title, _how_to_join(ctx, croupier, game)
        if croupier.lineup.has_joined(person):
            return help_pages.IN_FOR_THE_NEXT.format(
                channel=croupier.channel, title=title, whose_turn=croupier.waited_for()
            )
        return help_pages.WAIT_FOR_ROUND.format(
            channel=croupier.channel, title=title, whose_turn=croupier.waited_for(), join=join
        )
    if waiting.ask_of(holder.player) is not None:
        return help_pages.YOU_ARE_ASKED.format(channel=croupier.channel)
    return help_pages.YOU_ARE_SEATED.format(
        channel=croupier.channel, whose_turn=texts.whose_turn_it_is(waiting)
    )


def _come_in(ctx: CommandContext, croupier: Croupier, game: Game) -> str:
    """Tell somebody outside how to play GAME, without naming the channel of CROUPIER."""
    join = _how_to_join(ctx, croupier, game)
    return help_pages.COME_IN_FIRST.format(title=game.title, join=join)


def _way_to_begin(
    ctx: CommandContext, person: Person, player: Player, croupier: Croupier, game: Game
) -> str:
    """Return how PERSON, who is PLAYER, begins a round of GAME where CROUPIER deals."""
    title, channel, command = game.title, croupier.channel, ctx.prefix + game.name
    if croupier.tables.kept.is_closed:
        return announcements.ARE_NOT_WANTED.format(channel=channel, command=command)
    join = _how_to_join(ctx, croupier, game)
    if not _is_in(person, croupier):
        return help_pages.ENTER_FIRST.format(title=title, channel=channel, join=join)
    if game.unit is Unit.CHIPS and ctx.context.can_refill(player):
        terms = ctx.context.settings.players
        return refill_first(terms.refill, terms.refill_hours)
    lineup = croupier.lineup
    if lineup.is_open:
        of_table = ctx.games[lineup.game].title
        if lineup.has_joined(person):
            return help_pages.WAIT_FOR_OTHERS.format(
                title=of_table, channel=channel, prefix=ctx.prefix
            )
        return help_pages.JOIN_THE_OTHERS.format(title=of_table, channel=channel, prefix=ctx.prefix)
    if player.nick in croupier.tables.by_game[game.name].rotated_players():
        return help_pages.HOW_TO_BEGIN_AGAIN.format(
            title=title, channel=channel, command=command, join=join
        )
    begin = help_pages.HOW_TO_BEGIN.format(
        title=title, channel=channel, join=join, prefix=ctx.prefix
    )
    has_computers = ctx.context.settings.table.computer_players > 0
    return f"{begin} {help_pages.for_one(command)}" if has_computers else begin


def _how_to_join(ctx: CommandContext, croupier: Croupier, game: Game) -> str:
    join = f"{ctx.prefix}join"
    return join if croupier.lineup.game == game.name else f"{join} {game.name}"
