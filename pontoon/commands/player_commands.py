"""What people ask for themselves: chips, statistics, names, minutes, and to become a player."""

import re
from datetime import timedelta
from heapq import nsmallest

from msgspec.structs import asdict, replace

from pontoon.commands.base import Answer, CommandContext, RefusedInPrivate, Request
from pontoon.commands.syntax import Where, as_nick
from pontoon.engine.computers import character_meant, computer_at
from pontoon.engine.errors import Refused, SeatFault
from pontoon.engine.moves import Unit
from pontoon.engine.notation import parse_amount
from pontoon.engine.result import MAX_NUMBER
from pontoon.games.time_account import Account, TimeAccounts, TransferFault
from pontoon.storage.players.entries import (
    EntryFault,
    NewPlayer,
    is_account,
    is_host,
    is_plain_host,
)
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.nicknames import NicknameFault, is_like_computer, nickname_fault
from pontoon.storage.players.player import SPEECH, Player, Refill, Tallies
from pontoon.text import player_commands as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.formatting import chips, count
from pontoon.text.help_pages import games_dealt
from pontoon.text.names import called, why_no_nickname

TOP = 10
"""How many players the statistics list, and the ranking at most."""

ADDED_TO_STAKE = 1000
"""What is added to the chips staked in the ranking, so that a few lucky rounds are not enough."""

_CHANGE = re.compile("[+-][0-9]{1,400}")
_TWO_WORDS = re.compile(r"\s*\S+\s+\S+")


# Chips


async def bank(ctx: CommandContext, request: Request) -> Answer:
    """Show the person's chips and bank, or move as many chips as they say: ``+100``, ``-100``."""
    request = ctx.reread(request)
    player = ctx.player(request)
    name = ctx.context.name_of(player.nick)
    if not request.rest:
        shown = said.BANK.format(name=name, in_hand=player.chips, banked=player.bank)
        if not ctx.context.can_refill(player):
            return shown
        terms = ctx.context.settings.players
        hours = count(terms.refill_hours, "hour")
        return f"{shown}. {said.OFFER_REFILL.format(chips=chips(terms.refill), hours=hours)}"
    change = "".join(request.rest)
    if not _CHANGE.fullmatch(change) or int(change) == 0:
        return said.BANKING_HELP.format(prefix=ctx.prefix)
    if why := ctx.croupiers.why_closed(request.speaker, player):
        return why
    if request.trouble:
        return CANNOT_SAVE_CHIPS
    moved = int(change)
    if moved > player.chips - 1:
        return said.deposit_too_great(name, player.chips)
    if -moved > player.bank:
        return said.WITHDRAWAL_TOO_GREAT.format(name=name, chips=chips(player.bank))
    if why := _why_no_room(name, player, moved):
        return why
    now = await ctx.store.move_to_bank(player.nick, moved)
    return said.banked(name, moved, now.chips, now.bank)


def _why_no_room(name: str, player: Player, moved: int) -> str | None:
    """Say why PLAYER, called NAME, cannot have that many MOVED to the bank, or from it; or None."""
    where, has = ("in the bank", player.bank) if moved > 0 else ("in hand", player.chips)
    room = MAX_NUMBER - has
    return None if abs(moved) <= room else said.no_room(name, where, room)


async def refill(ctx: CommandContext, request: Request) -> str:
    """Raise the chips of the person, who is broke (RULES 0, The broke)."""
    context, person, request = ctx.context, request.person, ctx.reread(request)
    terms = context.settings.players
    player = ctx.player(request)
    name, account = context.name_of(player.nick), person.account or ""
    if not terms.refill:
        return said.NO_REFILL_HERE
    why_closed = ctx.croupiers.why_closed(request.speaker, player)
    if why_closed or context.settlements.is_waiting_for(player.nick):
        return said.REFILL_AFTER_ROUND.format(name=name)
    if not context.can_refill(player):
        return said.not_broke(name, player.chips, player.bank)
    host = context.host_of(person)
    host = host if is_host(host) else ""
    if not (is_account(account) if account else host):
        return said.REFILLED_TO_NOBODY.format(name=player.name)
    asked = Refill(context.now(), host, context.settings.identities.network, account)
    wait = timedelta(hours=terms.refill_hours)
    try:
        await ctx.store.refill(player.nick, terms.refill, context.settings.least_stake, asked, wait)
    except Refused as refused:
        if refused.reason is EntryFault.REFILLED:
            return said.refilled_already(name, timedelta(seconds=refused.limit))
        return said.not_broke(name, player.chips, player.bank)
    context.log(f"{player.nick} is broke, and gets a refill: {terms.refill} chips")
    return said.refilled(name, terms.refill, terms.refill_hours)


# Statistics


def top(ctx: CommandContext, request: Request) -> Answer:
    """Show the ranking of a game: by the result of ranked rounds for each chip staked."""
    ctx.check_game(request)
    game = ctx.game_meant(request)
    ctx.context.settlements.look()
    if game.unit is not Unit.CHIPS:
        return said.no_ranking(game.title)
    least = ctx.context.settings.players.rank_rounds
    ranked: list[tuple[float, str]] = []  # how much of what they staked they lost, and nicks
    for player in ctx.store.players():
        standing = player.stats_in(game.name).standing
        if standing.ranked_rounds >= least:
            lost = standing.ranked_lost - standing.ranked_won
            ranked.append((lost / (standing.ranked_staked + ADDED_TO_STAKE), player.nick))
    if not ranked:
        return said.nobody_ranked(game.title, least)
    best = [(ctx.context.name_of(nick), -lost) for lost, nick in sorted(ranked)[:TOP]]
    return said.ranking(game.title, best)


def stats(ctx: CommandContext, request: Request) -> Answer:
    """List the best players of a game, or show one; below its title if the request names none.

    Somebody who is no player and asks for themselves is told how to become one.
    """
    named, words = ctx.game_named(request)
    game = named or ctx.game_meant(request)
    heading = [] if named else [game.title]
    ctx.context.settlements.look()
    wallet = ctx.context.settings.wallets[game.name]
    if not words:

        def order(player: Player) -> tuple[float, int, int, str]:
            """Order players by win ratio, rounds won, and what they can stake at this time."""
            stats = player.stats_in(game.name)
            return -stats.won / stats.played, -stats.won, -wallet.stakes(player), player.nick

        players = nsmallest(TOP, ctx.store.who_played(game.name), key=order)
        listed = [
            f"{place}. {said.player_stats(each, game.name, wallet.holdings(each))}"
            for place, each in enumerate(players, 1)
        ]
        return [*heading, *(listed or [said.NOBODY_HAS_PLAYED])]
    name, fold = as_nick(" ".join(words)), ctx.context.network.fold
    player = _player_called(ctx, request, name)
    if player is None and fold(name) == fold(request.person.nick):
        stranger = Unidentified(request.person.nick, SeatFault.NO_ENTRY)
        return said.not_they(stranger, ctx.how_to_join(request))
    if player is None:
        unknown = said.NO_SUCH_PLAYER.format(called=called(name))
        return unknown if named else f"{unknown} {games_dealt([*ctx.games])}"
    shown = said.player_stats(player, game.name, wallet.holdings(player))
    shown += said.achievements(player.stats_in(game.name).standing, game.name)
    return [*heading, shown]


def _player_called(ctx: CommandContext, request: Request, name: str) -> Player | None:
    """Return the player called NAME; a computer is that of the channel where REQUEST is made."""
    if character := character_meant(name):
        channel = request.croupier_meant.tables.key
        return ctx.store.find(computer_at(character, channel, ctx.context.known_as))
    return next(iter(ctx.store.called_like(name)), None)


# What a person is called, and how they are spoken to


async def set_nickname(ctx: CommandContext, request: Request) -> Answer:
    """Give the person the nickname that follows, or none; it has the codes that are inside."""
    nickname = _TWO_WORDS.sub("", request.text, count=1)
    if not request.typed.endswith(nickname):
        nickname = _TWO_WORDS.sub("", request.typed, count=1)
    request = ctx.reread(request)
    player = ctx.player(request)
    nickname = re.sub(" +", " ", nickname).strip(" ")
    if nickname and (why := _why_not_called(ctx, nickname, player)):
        return why
    await ctx.store.set_nickname(player.nick, nickname)
    return said.NICKNAME_SET.format(name=nickname or player.nick)


def _why_not_called(ctx: CommandContext, nickname: str, player: Player) -> str | None:
    """Say why PLAYER cannot have NICKNAME; None if they can."""
    for other in ctx.store.called_like(nickname):
        if other.nick != player.nick:
            return why_no_nickname(NicknameFault.TAKEN, nickname, other.nick)
    if fault := nickname_fault(nickname):
        return why_no_nickname(fault, nickname)
    nick = ctx.croupiers.other_called(nickname, player.nick)
    return why_no_nickname(NicknameFault.IS_NICK, nickname, nick) if nick else None


async def set_speech(ctx: CommandContext, request: Request) -> Answer:
    """Show how the bot speaks to the person in private, or set it, as in ``cards ascii``."""
    request = ctx.reread(request)
    player = ctx.player(request)
    if request.rest:
        name, *value = map(str.lower, request.rest)
        if len(value) != 1 or value[0] not in SPEECH.get(name, ()):
            return said.how_to_set(SPEECH)
        speech = replace(player.speech, **{name: value[0]})
        player = await ctx.store.set_speech(player.nick, speech)
    usual, own = asdict(ctx.context.settings.speech), asdict(player.speech)
    return said.how_i_speak({name: own[name] or usual[name] for name in own}, SPEECH)


# Minutes


async def minutes(ctx: CommandContext, request: Request) -> Answer:
    """Answer ``time``, ``done``, ``deposit`` and ``withdraw``, in a game played for time."""
    context, known = ctx.context, request.speaker.identity
    context.voice_meter.count([known.nick] if isinstance(known, Player) else [])
    request = ctx.reread(request)
    try:
        player = ctx.player(request)
        match [request.words[0].lower(), *request.rest]:
            case ["deposit" | "withdraw" as way, number]:
                if why := ctx.croupiers.why_closed(request.speaker, player):
                    return why
                if request.trouble:
                    return CANNOT_SAVE_CHIPS
                return await _move_minutes(ctx, player, way, number)
            case ["deposit" | "withdraw", *_]:
                nothing = Refused(TransferFault.NOTHING)
                return said.cannot_move(player.name, nothing)
        return _minutes_of(ctx, player, request)
    finally:
        context.voice_meter.changed()


def _time_accounts(ctx: CommandContext) -> tuple[str, TimeAccounts]:
    """Return the name of the game that is played for time, and its accounts."""
    rules = ctx.context.settings.rules
    game = next(game for game in rules if game.unit is Unit.COINS)
    return game.name, TimeAccounts(rules[game])


def _minutes_of(ctx: CommandContext, player: Player, request: Request) -> str:
    """Return the minutes of PLAYER, or for ``done`` how their day has gone.

    Coins that they have staked in a running round have left the pot.
    """
    game, accounts = _time_accounts(ctx)
    now, name = ctx.context.now(), ctx.context.name_of(player.nick)
    in_play = ctx.context.seat_registry.coins_of(player.nick)
    account = accounts.shown(Account.of(player.stats_in(game).tallies), now, in_play)
    if request.words[0].lower() == "done" and not request.rest:
        return said.statement(name, accounts.statement(account))
    return said.time_sheet(name, accounts.time_sheet(account, now))


async def _move_minutes(ctx: CommandContext, player: Player, way: str, number: str) -> str:
    """Move a NUMBER of minutes of PLAYER to the time bank, or back: ``deposit``, ``withdraw``."""
    game, accounts = _time_accounts(ctx)
    amount, now = parse_amount(number), ctx.context.now()
    minutes = amount if isinstance(amount, int) else 0

    def moved(tallies: Tallies) -> Tallies:
        account = accounts.as_of(Account.of(tallies), now)
        if way == "deposit":
            return accounts.deposit(account, minutes).tallies
        return accounts.withdraw(account, minutes, now).tallies

    try:
        after = await ctx.store.tally(game, player.nick, moved)
    except Refused as refused:
        return said.cannot_move(player.name, refused)
    sheet = accounts.time_sheet(Account.of(after.stats_in(game).tallies), now)
    name = ctx.context.name_of(after.nick)
    return said.deposited(name, minutes if way == "deposit" else -minutes, sheet)


# Becoming a player


async def claim(ctx: CommandContext, request: Request) -> Answer:
    """Bind the player with the person's nick to their account.

    The player must have no account yet: until then it belongs to anybody who has the nick.
    """
    person, request = request.person, ctx.reread(request)
    player = ctx.store.find(person.nick)
    if why := _why_no_claim(ctx, request, player):
        return why
    assert player is not None
    network = ctx.context.settings.identities.network
    try:
        player = await ctx.store.bind(player.nick, network, person.account or "")
    except Refused as refused:
        return said.REFUSALS.get(refused.reason, said.NICK_HAS_PLAYER).format(nick=player.nick)
    ctx.context.log(f"{player.nick} is claimed by {person.nick}, logged in to {person.account}")
    return said.CLAIMED.format(nick=player.nick)


def _why_no_claim(ctx: CommandContext, request: Request, player: Player | None) -> str | None:
    person, found = request.person, request.speaker.identity
    if not person.account:
        return said.LOG_IN_FIRST
    network = ctx.context.settings.identities.network
    if isinstance(found, Player) and network in found.accounts:
        is_this = player is not None and player.nick == found.nick
        return (said.YOURS_ALREADY if is_this else said.CLAIM_TAKEN).format(nick=found.nick)
    if player is None:
        return _not_they(ctx, request, Unidentified(person.nick, SeatFault.NO_ENTRY))
    if player.accounts:
        is_here = network in player.accounts
        return (said.HAS_ANOTHER if is_here else said.HAS_ONE_ELSEWHERE).format(nick=player.nick)
    if isinstance(found, Player) and found.nick != player.nick:
        return _not_they(ctx, request, Unidentified(player.nick, SeatFault.OTHER_ADDRESS))
    if isinstance(found, Unidentified) and found.why is not SeatFault.NO_ACCOUNT:
        return _not_they(ctx, request, found)
    return ctx.croupiers.why_seated(request.speaker, player.nick)


def _not_they(ctx: CommandContext, request: Request, stranger: Unidentified) -> str:
    return said.not_they(stranger, ctx.how_to_join(request))


async def register(ctx: CommandContext, request: Request) -> Answer:
    """Make the person a player under their nick; what is said to a channel names them.

    Each account can register once, and people who are not logged in a few times a day from each
    host. An account is needed where players, or people in the channels, have accounts.
    """
    request = ctx.reread(request)
    if request.channel is not None:
        found = request.speaker.identity
        if isinstance(found, Player):
            return said.REGISTERED_ALREADY.format(nick=found.nick)
        if ctx.context.settings.starting_chips is None:
            return ctx.why_not_they(request, found)
    done = await _registered(ctx, request)
    if not isinstance(done, Player):
        raise RefusedInPrivate(done)
    what_helps = said.HELP_HERE if request.channel is None else f"{ctx.prefix}help"
    return said.registered(done.nick, chips(done.chips), what_helps)


async def _registered(ctx: CommandContext, request: Request) -> Player | str:
    """Return the player that the person has become; say why, if they cannot register."""
    person, starting_chips = request.person, ctx.context.settings.starting_chips
    if starting_chips is None:
        return said.REGISTRATION_IS_CLOSED.format(how_to_join=ctx.how_to_join(request))
    if why := _why_not_register(ctx, request):
        return why
    identities, host = ctx.context.settings.identities, ctx.context.host_of(person)
    network = identities.network if person.account else ""
    is_by_mask = not person.account and identities.required == "mask"
    mask = f"*!*@{person.host}" if is_by_mask else ""
    newcomer = NewPlayer(person.nick, host, ctx.context.now(), network, person.account or "", mask)
    try:
        player = await ctx.store.register(newcomer, starting_chips)
    except Refused as refused:
        if refused.reason is EntryFault.TOO_MANY_TODAY:
            return said.TOO_MANY_TODAY.format(whom_to_ask=ctx.how_to_join(request))
        return said.REFUSALS.get(refused.reason, said.NICK_HAS_PLAYER).format(nick=person.nick)
    ctx.context.log(f"{player.nick} has registered: {player.chips:+}")
    return player


def _why_not_register(ctx: CommandContext, request: Request) -> str | None:
    person, found = request.person, request.speaker.identity
    identities = ctx.context.settings.identities
    if isinstance(found, Player):
        return said.REGISTERED_ALREADY.format(nick=found.nick)
    if not person.account and (
        identities.required == "account"
        or identities.has_accounts
        or any(each.account for each in ctx.croupiers.people())
    ):
        return said.LOG_IN_TO_REGISTER
    if not person.account and not is_plain_host(ctx.context.host_of(person)):
        return said.UNKNOWN_HOST
    if is_like_computer(person.nick):
        return why_no_nickname(NicknameFault.OF_COMPUTERS, person.nick)
    word = person.nick.lower()
    is_word = any(each.word == word and Where.GAME in each.where for each in ctx.commands)
    if is_word or ctx.context.is_bot(person.nick):
        return said.BAD_NICK
    if ctx.store.called_like(person.nick):
        return said.NICK_HAS_PLAYER.format(nick=person.nick)
    return ctx.croupiers.why_seated(request.speaker, person.nick)
