"""What people do at a table: rounds, seats, places in the next rounds, decks, and what is over."""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from functools import partial

from msgspec.structs import replace

from pontoon.commands import admin_commands as admins
from pontoon.commands.base import (
    Answer,
    CommandContext,
    CommandHandler,
    CommandRefused,
    RefusedInPrivate,
    Request,
    items_of,
)
from pontoon.commands.help_commands import next_step, say_in_channel
from pontoon.commands.player_commands import refill, register
from pontoon.commands.syntax import as_nick, game_word, is_plain
from pontoon.engine.cards import SUITS, Card
from pontoon.engine.computers import character_meant, is_computer
from pontoon.engine.errors import Refused, RequestFault
from pontoon.engine.events import Event
from pontoon.engine.moves import Accept, Unit
from pontoon.engine.notation import looks_like_move, parse_request
from pontoon.engine.sealed_deck import Cut, CutFault, DeckName, cut_words
from pontoon.games import Game
from pontoon.games.moving_bank import MovingBankRound
from pontoon.storage.channels import MAX_WATCHED, MIN_WATCHED
from pontoon.storage.history import (
    ROUND_ID,
    UNREADABLE,
    end_of,
    last_round,
    last_round_of,
    round_called,
    rounds_before,
)
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import needs_nickname
from pontoon.storage.players.player import Player
from pontoon.storage.replay import OtherRules, Replay
from pontoon.storage.rounds import SettledRound
from pontoon.storage.rows import Read
from pontoon.tables.croupier import Croupier
from pontoon.tables.croupiers import channels_that_ask, seat_meant, why_shut
from pontoon.tables.hints import odds_of
from pontoon.tables.narrator import transcript
from pontoon.tables.seats import SeatHolder
from pontoon.text import announcements, help_pages, hints, rounds_over
from pontoon.text import decks as deck_texts
from pontoon.text.admin_commands import MAY_NOT_SET
from pontoon.text.formatting import ago
from pontoon.text.player_commands import NEEDS_NICKNAME

_AT_TABLE = frozenset({"hand", "hint", "leave", "resign", "?"})
"""What is said at a table besides moves."""

_NUMBER = re.compile("[0-9]{1,2}")
_DECK = re.compile("[0-9]{1,9}")
"""The number of a deck: a channel can have thousands."""
_LEAST_TELLING = (
    *(RequestFault.NOTHING_OFFERED, RequestFault.NO_BANK_YET),
    *(RequestFault.NOT_THE_BANKER, RequestFault.NOT_IN_THIS_GAME),
)
"""The reasons that come behind all others, in this order, if several tables refuse a request."""

_CARD = re.compile(r"(10|[2-9AJQK])[CDHS♣♦♥♠]?")
"""A card by its rank; a suit makes no difference."""

USUAL_PLAYERS = 2
"""For so many players odds are told where nobody has played yet."""

_BETWEEN_NICKS = re.compile("[,:;]")


def start(ctx: CommandContext, request: Request) -> None:
    """Deal a round to the nicks in REQUEST, or without any to those whose turn it is."""
    _characters(request)
    nicks = with_asker(request.person.nick, nicks_in(request))
    player = request.speaker.player or ""
    ctx.croupier(request).ask_for(request.game, request.person, player, nicks)


def with_asker(asker: str, nicks: Sequence[str]) -> Sequence[str]:
    """Return the NICKS to deal to: who names only computers plays with them (RULES 0)."""
    names_only_computers = bool(nicks) and all(map(is_computer, nicks))
    return [asker, *nicks] if names_only_computers else nicks


def nicks_in(request: Request) -> Sequence[str]:
    """Return the nicks in REQUEST: commas, colons and semicolons behind them are blanks."""
    words = _BETWEEN_NICKS.sub(" ", " ".join(request.words)).split()
    return [*filter(None, map(as_nick, words))]


def turn(ctx: CommandContext, request: Request) -> None:
    """Deal rounds in the channel again, or no more: ``on``, ``off``."""
    is_on = request.words[0].lower() == "on"
    ctx.croupier(request).switch_rounds(request.person, "on" if is_on else "off")


def check_rounds_are_on(ctx: CommandContext, request: Request, handler: CommandHandler) -> None:
    """Refuse to call HANDLER where rounds are turned off, but for what concerns no round."""
    of_no_round = (turn, admins.set_channel, leave, notify, register)
    croupier = request.croupier
    if croupier is None or handler in of_no_round:
        return
    if croupier.tables.kept.is_closed and croupier.ask is None:
        command = ctx.prefix + croupier.game
        why = announcements.ARE_NOT_WANTED.format(channel=croupier.channel, command=command)
        raise RefusedInPrivate(why)


def banker(ctx: CommandContext, request: Request) -> Answer:
    """Show the banker of the game that is named or, without a name, of the last one with a bank."""
    ctx.check_game(request)
    croupier, (named, _) = ctx.croupier(request), ctx.game_named(request)
    try:
        game = named or ctx.games[_game_with_bank(croupier)]
        told = croupier.look_at_bank(game.name, request.person)
    except Refused as refused:
        return announcements.cannot_be_done(refused)
    return told if named or game.name == croupier.game else [game.title, *told]


def _game_with_bank(croupier: Croupier) -> str:
    """Return the game that CROUPIER has dealt last or, if it has no bank, one with a banker."""
    has_bank = issubclass(croupier.tables.by_game[croupier.game].game, MovingBankRound)
    with_banker = (
        name for name, table in croupier.tables.by_game.items() if table.banker is not None
    )
    return croupier.game if has_bank else next(with_banker, croupier.game)


async def stop(ctx: CommandContext, request: Request) -> None:
    """Stop the round for an admin without a seat in it; in private stop telling one that is over.

    Players cannot: they are told the words that are meant here.
    """
    person = request.person
    if request.channel is None:
        if ctx.croupiers.replays.stop(person.nick):
            raise RefusedInPrivate(rounds_over.STOPPED)
    elif ctx.context.settings.is_admin(person) and ctx.croupier(request).has_no_part(person):
        channel = ctx.croupier(request).channel
        order = replace(request, words=("stop",), typed=f"stop {channel}")
        by_admin = next(each for each in ctx.commands if each.handler is admins.stop)
        ctx.answer(person.nick, *await admins.obey(ctx, order, by_admin))
        return
    raise RefusedInPrivate(announcements.MAY_NOT_STOP.format(prefix=ctx.prefix))


def meant_here(ctx: CommandContext, request: Request) -> None:
    """Answer a word that other bots know with the word that is meant here."""
    game = request.game or ctx.croupier(request).lineup.game
    is_start = request.words[0].lower() == "start"
    told = announcements.HOW_TO_START if is_start else announcements.HOW_TO_QUIT
    raise RefusedInPrivate(told.format(prefix=ctx.prefix, command=ctx.prefix + game))


def leave(ctx: CommandContext, request: Request) -> Answer:
    """Give up the place of the person in the next rounds and, until they have bet, their seat.

    If they name computers, these give up their places, and the person does not.
    """
    characters = _characters(request)
    if not characters and any(map(is_computer, request.rest)):
        raise CommandRefused(announcements.NO_SUCH_COMPUTER)
    if (croupier := _croupier_left(ctx, request)) is None:
        return say_in_channel(ctx, request)
    if not characters:
        croupier.leave(request.person, request.speaker.player or "")
        return None
    if not croupier.lineup.has_joined(request.person):
        raise RefusedInPrivate(announcements.ONLY_JOINED_DISMISS.format(prefix=ctx.prefix))
    ctx.answer(request.person.nick, *map(croupier.starting.dismiss_computer, characters))
    return None


def resign(ctx: CommandContext, request: Request) -> Answer:
    """Give up the seat of the person, and what they have staked."""
    if (croupier := _croupier_left(ctx, request)) is None:
        return say_in_channel(ctx, request)
    croupier.resign(request.person)
    return None


def _croupier_left(ctx: CommandContext, request: Request) -> Croupier | None:
    """Return where the person leaves: here or, in private, where they have their only place.

    Return None if they have none, or several. CommandRefused if they must come back first.
    """
    if request.channel is not None:
        return ctx.croupier(request)
    if why := why_shut(request.speaker):
        raise RefusedInPrivate(why)
    places = ctx.croupiers.about(request.person) or ctx.croupiers.around(request.person)
    return places[0] if len(places) == 1 else None


def hand(ctx: CommandContext, request: Request) -> None:
    """Show the person their cards in private, wherever they ask: those of the channel, if any."""
    croupier, holder = _seat_here_or_meant(ctx, request)
    croupier.flow.show_hand(request.person, holder)


def hint(ctx: CommandContext, request: Request) -> None:
    """Tell the person in private, wherever they ask, what their moves are worth."""
    croupier, holder = _seat_here_or_meant(ctx, request)
    croupier.hint(request.person, holder)


def explain(ctx: CommandContext, request: Request) -> None:
    """Explain to the person what they are asked, and ask again."""
    croupier, holder = _seat_here_or_meant(ctx, request)
    croupier.flow.explain(request.person, holder)


def move(ctx: CommandContext, request: Request) -> None:
    """Make the move that the words say, at the seat in the channel or at the one that is meant."""
    here, person = request.croupier, request.person
    if here is None and len(channels := channels_that_ask(request.speaker)) > 1:
        command = ctx.prefix + " ".join(request.move)
        where = help_pages.SAY_IN_WHICH.format(channels=" and ".join(channels), command=command)
        raise RefusedInPrivate(where)
    if request.seat is not None:
        croupier, holder = request.seat
        croupier.move(person, holder, request.move)
    elif here is None:
        raise _no_seat(ctx, request)
    elif here.seat_map.find_logged_out(person) and (why := here.absence.why_shut(person)):
        raise RefusedInPrivate(why)


def _seat_here_or_meant(ctx: CommandContext, request: Request) -> tuple[Croupier, SeatHolder]:
    """Return the seat of the person in the channel, if any, or else the one that is meant."""
    seat = request.seat or seat_meant(request.speaker)
    if seat is None:
        raise _no_seat(ctx, request)
    return seat


def _no_seat(ctx: CommandContext, request: Request) -> CommandRefused:
    """Say why the person, who has no seat now, can do nothing at one."""
    speaker = request.speaker
    if why := why_shut(speaker):
        return RefusedInPrivate(why)
    others = (each.absence.why_not_theirs(speaker.person) for each in speaker.croupiers)
    if why := next(filter(None, others), None):
        return RefusedInPrivate(why, help_pages.WHAT_TO_SAY)
    is_for_table = looks_like_move(request.move) or " ".join(request.move).lower() in _AT_TABLE
    if is_for_table and (croupier := ctx.croupiers.last_played(speaker.player)):
        if croupier.waiting.turn is not None:
            return RefusedInPrivate(announcements.HAS_LEFT)
        command = ctx.prefix + croupier.game
        return RefusedInPrivate(announcements.ROUND_IS_OVER.format(command=command))
    named = (ctx.games.get(game_word(word)) for word in request.words)
    game = next(filter(None, named), None) or ctx.game_meant(request)
    return RefusedInPrivate(next_step(ctx, request, game), help_pages.WHAT_TO_SAY)


def ask_table(ctx: CommandContext, request: Request) -> None:
    """Do what the words ask of the table in the channel, or of the first that can do it."""
    sell_to, buyer, rest = request.words[:3], request.words[3:4], request.words[4:]
    person, wanted = request.person, parse_request([*sell_to, *map(as_nick, buyer), *rest])
    assert wanted is not None
    player = request.speaker.player
    if request.channel is None:
        croupiers, shut = ctx.croupiers.around(person), why_shut(request.speaker)
    else:
        croupiers = [ctx.croupier(request)]
        shut = croupiers[0].absence.why_shut(person)
    if shut is not None:
        raise RefusedInPrivate(shut)
    if (
        player is None or not croupiers
    ):  # also a person who has only taken the nick of a seated player
        raise RefusedInPrivate(announcements.NO_PART_IN_BANK)
    if isinstance(wanted, Accept):
        croupier, accepted = _offer_meant(ctx, request, croupiers, player, wanted)
        croupiers, wanted = [croupier], accepted
    refusals: list[Refused] = []
    for croupier in croupiers:
        try:
            croupier.do(person, player, wanted)
        except Refused as refused:
            refusals.append(refused)
        else:
            return
    order = (None, *_LEAST_TELLING)
    first = min(refusals, key=lambda each: order.index(each.reason) if each.reason in order else 0)
    raise RefusedInPrivate(announcements.cannot_be_done(first))


def _offer_meant(
    ctx: CommandContext,
    request: Request,
    croupiers: Sequence[Croupier],
    player: str,
    wanted: Accept,
) -> tuple[Croupier, Accept]:
    """Return the croupier with the bank that PLAYER has WANTED to accept, and of which game it is.

    They must say its price, and the game where two are offered. If they do not, they are told what
    to say for each (RULES 0, An offer is accepted by its price).
    """
    game = game_word(wanted.game)
    found = [
        (croupier, offered, offer)
        for croupier in croupiers
        for offered, offer in croupier.offers_to(player)
        if game in ("", offered)
    ]
    match found:
        case []:
            nothing = Refused(RequestFault.NOTHING_OFFERED)
            raise RefusedInPrivate(announcements.cannot_be_done(nothing))
        case [(croupier, offered, offer)] if wanted.price == offer.price:
            return croupier, Accept(wanted.price, offered)
    told = []
    for croupier, offered, offer in found:
        words = f"accept {offer.price}"
        if request.channel is not None or len(found) > 1:
            is_one = len([*croupier.offers_to(player)]) == 1
            words = words if is_one else f"accept {offered} {offer.price}"
            words = f"{ctx.prefix}{words} in {croupier.channel}"
        name, title = ctx.context.name_of(offer.player), ctx.games[offered].title
        told.append(
            announcements.HOW_TO_ACCEPT.format(
                name=name, title=title, price=offer.price, words=words
            )
        )
    raise RefusedInPrivate(*told)


# A place at the table


async def join(ctx: CommandContext, request: Request) -> Answer:
    """Have the person join the table that is open in the channel, or open one.

    The computers that they name join too.
    """
    characters = _characters(request)
    people = tuple([each for each in nicks_in(request) if not is_computer(each)])
    request = replace(request, words=people)
    ctx.check_game(request)
    croupier, person = ctx.croupier(request), request.person
    named, _ = ctx.game_named(request)
    game = named or ctx.games[croupier.lineup.game]
    croupier.absence.resume()
    request = ctx.reread(request)
    has_joined = croupier.lineup.has_joined(person) and game.name == croupier.lineup.game
    if has_joined and not characters:
        is_in = announcements.IS_IN_ALREADY.format(title=game.title, prefix=ctx.prefix)
        raise RefusedInPrivate(is_in)
    if request.trouble:
        return announcements.CANNOT_SAVE_CHIPS
    if not has_joined:
        player = await _player_joining(ctx, request, game)
        if croupier.roster.find(person.nick) is None:
            return None  # they have left before they were a player
        if why_not := croupier.starting.join(player.nick, person, game.name):
            raise RefusedInPrivate(why_not)
    reasons = [croupier.starting.join_computer(each, game.name) for each in characters]
    croupier.lineup.tell_who_is_in()
    if not has_joined:
        croupier.decks.tell_seal(person.nick, game.name)
    if whys_not := [*filter(None, reasons)]:
        raise RefusedInPrivate(*whys_not)
    return None


def _characters(request: Request) -> list[str]:
    """Return the computers that REQUEST names; CommandRefused if one of them is none."""
    meant = {each: character_meant(each) for each in nicks_in(request) if is_computer(each)}
    if "" in meant.values():
        raise CommandRefused(announcements.NO_SUCH_COMPUTER)
    return [*dict.fromkeys(filter(None, meant.values()))]


async def _player_joining(ctx: CommandContext, request: Request, game: Game) -> Player:
    """Return the player that the person is; CommandRefused if they lack something that GAME needs.

    The broke are given chips first (RULES 0, The broke).
    """
    person, context, store = request.person, ctx.context, ctx.store
    by_seat = store.find(request.speaker.player or "")
    player = by_seat or request.speaker.identity
    if isinstance(player, Unidentified):
        player = await _newcomer(ctx, request, player)
    if context.lacks_name(player.nick):
        raise RefusedInPrivate(f"{NEEDS_NICKNAME}.")
    if game.unit is Unit.CHIPS and context.can_refill(player):
        ctx.answer(person.nick, await refill(ctx, request))
        player = store.find(player.nick) or player  # they have other chips now
    return player


async def _newcomer(ctx: CommandContext, request: Request, stranger: Unidentified) -> Player:
    """Make the person, a STRANGER, a player where people may register; CommandRefused if not."""
    if ctx.store.find(request.person.nick) is not None:
        raise RefusedInPrivate(ctx.why_not_they(request, stranger))
    if ctx.context.settings.starting_chips is not None:
        ctx.reply(request, *items_of(await register(ctx, request)))
        player = ctx.reread(request).speaker.identity
        assert isinstance(player, Player)
        return player
    why = ctx.why_not_they(request, stranger)
    if request.channel is not None:
        ctx.answer(request.person.nick, why)
    raise CommandRefused(why)  # a newcomer may not see that there is another window


def deal(ctx: CommandContext, request: Request) -> Answer:
    """Deal to those who have joined, for one of them.

    The words that follow are the last cut of a deck that the round begins: the channel must hear
    them.
    """
    if request.channel is None and request.rest:
        return say_in_channel(ctx, request)
    croupier, person = ctx.croupier(request), request.person
    croupier.absence.resume()
    lineup, typed = croupier.lineup, words_behind(request)
    game, player = lineup.game, request.speaker.player or ""
    if not lineup.has_joined(person):
        title = ctx.games[lineup.game].title
        why_not = announcements.ONLY_JOINED_DEAL.format(title=title, prefix=ctx.prefix)
        raise RefusedInPrivate(why_not)
    if not typed:
        croupier.ask_for(game, person, player)
    elif isinstance(words := cut_words(typed), CutFault):
        return deck_texts.not_a_cut(person.nick, words)
    else:
        not_cut = croupier.decks.why_not_cut(game)
        last_cut = None if not_cut else Cut(_cutter(request), words)
        croupier.ask_for(game, person, player, last_cut=last_cut)
        if not_cut:
            ctx.answer(person.nick, deck_texts.not_your_cut(not_cut))
    return None


def notify(ctx: CommandContext, request: Request) -> None:
    """Tell the person once when this many have joined, or no more."""
    croupier, person = ctx.croupier(request), request.person
    watchers, player = croupier.lineup.watchers, request.speaker.identity
    if isinstance(player, Unidentified):
        raise RefusedInPrivate(ctx.why_not_they(request, player))
    match [word.lower() for word in request.rest]:
        case ["off"]:
            many, told = 0, announcements.NO_MORE_NOTICES
        case [number] if _NUMBER.fullmatch(number) and MIN_WATCHED <= int(number) <= MAX_WATCHED:
            many = int(number)
            told = announcements.WILL_TELL.format(many=many, channel=croupier.channel)
        case _:
            how = announcements.HOW_TO_BE_TOLD.format(
                least=MIN_WATCHED, most=MAX_WATCHED, prefix=ctx.prefix
            )
            raise RefusedInPrivate(how)
    if not watchers.watch(player.nick, many):
        told = announcements.TOO_MANY_WATCHERS
    ctx.answer(person.nick, told)
    watchers.look()  # enough may be in already, and people are answered first


async def consent(ctx: CommandContext, request: Request) -> Answer:
    """Have nobody name the person for a round, or let others do so again."""
    request = ctx.reread(request)
    if request.trouble:
        return announcements.CANNOT_SAVE_CHIPS
    player, is_out = ctx.player(request), request.words[0].lower() == "optout"
    await ctx.store.opt_out(player.nick, is_out=is_out)
    told = announcements.OPTED_OUT if is_out else announcements.OPTED_IN
    return told.format(name=player.name)


# Sealed decks


def cut(ctx: CommandContext, request: Request) -> Answer:
    """Cut the deck of the game that is played, or was last, by the words as they were typed.

    Why they do not cut the channel hears once a minute.
    """
    croupier, person, cutter = ctx.croupier(request), request.person, _cutter(request)
    decks, game = croupier.decks, croupier.lineup.game
    if ctx.context.lacks_name(cutter):
        return deck_texts.NEEDS_NAME_TO_CUT.format(nick=person.nick)
    fault = decks.cut(cutter, person, words_behind(request), game)
    if fault is not None and decks.may_explain("cut"):
        return deck_texts.not_a_cut(person.nick, fault)
    if fault is not None:
        ctx.answer(person.nick, deck_texts.not_your_cut(fault))
    return None


def _cutter(request: Request) -> str:
    """Return the nick of the person or, if lines cannot show it, the player that they are."""
    nick = request.person.nick
    return (request.speaker.player or nick) if needs_nickname(nick) else nick


def words_behind(request: Request) -> str:
    """Return what was typed behind the command word, byte by byte.

    Formatting codes around that word count as behind it, if anything is there: who cuts learns that
    words must not have any.
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
    croupier.decks.speak_again()
    line = _fair(ctx, croupier, request.game or croupier.game)
    if croupier.decks.may_explain("fair"):
        return line
    ctx.answer(request.person.nick, line)
    return None


def _fair(ctx: CommandContext, croupier: Croupier, game: str) -> str:
    title, url = ctx.games[game].title, ctx.context.settings.url
    return deck_texts.fair(croupier.decks.deck(game), title, ctx.prefix, url)


async def said_of_deck(ctx: CommandContext, request: Request) -> Answer:
    """Tell the person, in private, all that the channel has heard of a deck, by its number."""
    nick, croupier = request.person.nick, ctx.croupiers.only_one_of(request.person)
    match request.rest:
        case []:
            if croupier is None:
                return say_in_channel(ctx, request)
            return _fair(ctx, croupier, croupier.game)
        case [number] if _DECK.fullmatch(number):
            if croupier is None:
                if not ctx.croupiers.around(request.person):
                    return deck_texts.IN_NO_CHANNEL
                return deck_texts.WHICH_CHANNEL.format(number=number)
        case [channel, number] if _DECK.fullmatch(number):
            croupier = ctx.croupiers.find(channel)
            if croupier is None or croupier.roster.find(nick) is None:
                return deck_texts.NOT_IN_CHANNEL.format(channel=channel)
        case _:
            return deck_texts.WHAT_FAIR_TAKES
    deck = await ctx.context.decks.said(ctx.context.known_as, croupier.channel, int(number))
    if deck is None:
        return deck_texts.NO_SUCH_DECK.format(number=number, channel=croupier.channel)
    lines = deck_texts.all_said(deck, ctx.prefix, ctx.context.name_of_nick)
    return None if ctx.croupiers.replays.begin(nick, lines) else rounds_over.TOO_MANY


def shuffle(ctx: CommandContext, request: Request) -> None:
    """Put a new deck on the table of the game, for an operator without a seat, between rounds."""
    croupier, person = ctx.croupier(request), request.person
    if not croupier.roster.is_operator(person.nick):
        raise RefusedInPrivate(deck_texts.ONLY_OPERATORS_SHUFFLE)
    if not croupier.has_no_part(person):
        raise RefusedInPrivate(MAY_NOT_SET)
    if croupier.ask is not None:
        raise RefusedInPrivate(deck_texts.AFTER_THIS_ROUND)
    croupier.decks.give_up(request.game, deck_texts.OPERATOR)
    ctx.context.log(f"{croupier.channel}: {person.nick} has {request.game} shuffled")


# Rounds that are over


async def last(ctx: CommandContext, request: Request) -> Answer:
    """Say who won what in the last round in the channel; in private tell all of it."""
    ctx.check_game(request)
    game, _ = ctx.game_named(request)
    name, title = ("", "") if game is None else (game.name, game.title)
    if request.channel is None and ctx.context.network.find(request.person.nick) is None:
        return rounds_over.COME_IN
    context, where = ctx.context, (ctx.context.known_as, request.croupier_meant.channel, name)
    try:
        if request.channel is None:
            record = await context.database.look_up(last_round, *where)
            return _tell_again(ctx, request, record) if record else rounds_over.no_round(title)
        found = await context.database.look_up(_last_replayed, *where)
    except UNREADABLE as error:
        return _unreadable(error)
    if found is None:
        return rounds_over.no_round(title)
    record, events, ended = found
    since = ago(ended, context.now())
    return rounds_over.last_round(record, events, context.settings.texts, since)


def _last_replayed(
    read: Read, network: str, channel: str, game: str
) -> tuple[SettledRound, list[Event], datetime] | None:
    """Return the round as ``last_round`` does, with what happened in it and when it ended."""
    record = last_round(read, network, channel, game)
    if record is None:
        return None
    events: list[Event] = []
    with suppress(OtherRules):  # the result stands, by whatever rules it was played
        events = Replay(record).events
    return record, events, end_of(read, record.id)


def _unreadable(error: Exception) -> str:
    """Say why a round cannot be told again, after that ERROR."""
    if isinstance(error, OtherRules):
        return rounds_over.NOT_AS_RECORDED.format(why=error)
    return rounds_over.UNREADABLE


async def replay(ctx: CommandContext, request: Request) -> Answer:
    """Tell the person, in private, the round of an id."""
    if len(request.rest) != 1:
        return rounds_over.HOW_TO_REPLAY
    if ctx.context.network.find(request.person.nick) is None:
        return rounds_over.COME_IN
    (typed,) = request.rest
    word = typed.lower()
    if not ROUND_ID.fullmatch(word):
        return rounds_over.NO_SUCH_ROUND.format(word=typed)
    try:
        record = await ctx.context.database.look_up(round_called, word)
        if record is not None:
            return _tell_again(ctx, request, record)
    except UNREADABLE as error:
        return _unreadable(error)
    return rounds_over.NO_SUCH_ROUND.format(word=word)


async def review(ctx: CommandContext, request: Request) -> Answer:
    """Tell the person, in private, what they decided in a round of theirs, and what it cost."""
    person = request.person
    if len(request.rest) > 1:
        return hints.HOW_TO_REVIEW
    if ctx.context.network.find(person.nick) is None:
        return rounds_over.COME_IN
    player = ctx.player(request).nick
    word = request.rest[0] if request.rest else ""
    try:
        record, before = await ctx.context.database.look_up(_to_review, word.lower(), player)
    except UNREADABLE:
        return rounds_over.UNREADABLE
    if record is None:
        return rounds_over.NO_SUCH_ROUND.format(word=word) if word else hints.NO_ROUND_OF_YOURS
    if player not in record.seats:
        return hints.NOT_YOURS
    begins = ctx.croupiers.reviews.begin(person, player, record, before)
    return None if begins else hints.REVIEW_RUNS


def _to_review(
    read: Read, word: str, player: str
) -> tuple[SettledRound | None, Sequence[SettledRound]]:
    """Return the round whose id is WORD, or the last one of PLAYER, and those of its deck before.

    None if there is no such round. UNREADABLE.
    """
    if not word:
        record = last_round_of(read, player)
    else:
        record = round_called(read, word) if ROUND_ID.fullmatch(word) else None
    if record is None:
        return None, ()
    return record, rounds_before(read, record.id, record.where, record.deck)


def odds(ctx: CommandContext, request: Request) -> Answer:
    """Tell the person, in private, what two cards are worth doing with."""
    named, words = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    has_dealer = game.unit is Unit.COINS
    found = [_CARD.fullmatch(word.upper()) for word in words]
    hand = [Card(each[1], suit) for each, suit in zip(found, SUITS, strict=False) if each]
    if len(hand) != len(words) or len(hand) != (3 if has_dealer else 2):
        return hints.HOW_TO_ASK_ODDS
    table = request.croupier_meant.tables.by_game[game.name]
    least, most = game.seats_for(table.rules)
    players = 1 if has_dealer else len(table.players) or USUAL_PLAYERS
    answer = partial(ctx.answer, request.person.nick)
    ctx.context.odds.work_out(
        partial(
            odds_of,
            game,
            table.rules,
            min(max(players, least), most),
            tuple(hand[:2]),
            next(iter(hand[2:]), None),
        ),
        answer,
        partial(answer, hints.NOT_WORKED_OUT),
    )
    return None


def _tell_again(ctx: CommandContext, request: Request, record: SettledRound) -> str | None:
    """Tell the person the round of RECORD; return why not. UNREADABLE.

    Until a deck is opened they see their own cards: hidden ones go under a pack, and come again.
    Nothing is told if somebody else has their nick by now.
    """
    if not ctx.context.is_still_there(request.person):
        return None
    if _is_opened(ctx, record):
        seeing = [name for name, _ in record.players]
    else:
        player = request.speaker.player
        seeing = [] if player is None else [player]
    lines = [*transcript(record, ctx.context.settings.texts, seeing)]
    return None if ctx.croupiers.replays.begin(request.person.nick, lines) else rounds_over.TOO_MANY


def _is_opened(ctx: CommandContext, record: SettledRound) -> bool:
    """Tell whether everybody may know all cards of the deck of RECORD."""
    place, where = record.deck, record.where
    if place is None:
        return True
    if not place.bank:
        return ctx.context.old_decks.is_opened(place.number)
    name = DeckName(place.bank, where.network, where.channel, place.number)
    return ctx.context.decks.is_opened(name)
