"""What admins order in private, and what operators set for their channel."""

import re
from collections.abc import Collection, Sequence
from datetime import timedelta

from msgspec.structs import replace

from pontoon.commands.base import (
    Answer,
    Command,
    CommandContext,
    RefusedInPrivate,
    Request,
    answer_of,
    items_of,
)
from pontoon.commands.syntax import game_word, is_channel
from pontoon.engine.computers import is_computer
from pontoon.engine.errors import NotRecorded, Refused
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.people import Person
from pontoon.storage.channels import MAX_BANS, MAX_TURN_TIMEOUT, MIN_TURN_TIMEOUT, Ban
from pontoon.storage.players.change import faults_of
from pontoon.storage.players.entries import EntryFault
from pontoon.storage.players.nicknames import NicknameFault, is_like_computer
from pontoon.storage.players.player import PlayersFileError
from pontoon.tables.kitties import return_kitties
from pontoon.text import admin_commands as said
from pontoon.text.announcements import NOT_DONE
from pontoon.text.formatting import chips
from pontoon.text.names import why_no_nickname

_COUNT = re.compile("[0-9]{1,20}")
_CHANGE = re.compile("[+-][0-9]{1,20}")
_MINUTES = re.compile("[1-9][0-9]{0,5}")
_SECONDS = re.compile("[0-9]{1,4}")

_BANS_SHOWN = 20


async def obey(ctx: CommandContext, request: Request, command: Command) -> Sequence[str]:
    """Have COMMAND do what an admin orders by REQUEST; return the answer, which is logged too.

    Its handler returns None if the words make no sense. The ledger notes what has moved no chips.
    """
    context, person = ctx.context, request.person
    words = (request.words[0], *request.typed.split()[1:])  # no name loses codes in silence
    request = replace(request, words=words)
    is_of_players = command.handler in (add, give, remove, rename)
    try:
        # The result of a round that waits to be written names players as they are.
        trouble = context.settlements.look() if is_of_players else ""
        done: Answer = said.FILE_TROUBLE.format(trouble=trouble) if trouble else None
        done = done or await answer_of(command.handler(ctx, request))
    except Refused as refused:
        done = _why_refused(ctx, refused.reason, *words[1:2])
    except PlayersFileError as error:
        done = said.FILE_TROUBLE.format(trouble=error.faults[0])
    except NotRecorded as why:
        done = NOT_DONE.format(why=why)
    else:
        if done is not None and not is_of_players:
            _remark(ctx, f"order: {' '.join(words)}", person)
    usage = said.HOW_TO_SAY.format(usage=command.usage, help_line=command.help)
    answer = [usage] if done is None else items_of(done)
    logs_itself = done is not None and command.handler is reload
    outcome = "" if logs_itself or not answer else f": {' | '.join(answer)}"
    context.log(f"admin command of {signature(person)}: {' '.join(words)}{outcome}")
    return answer


def _remark(ctx: CommandContext, order: str, person: Person) -> None:
    """Write into the ledger that PERSON has given ORDER; no answer waits for that."""

    def not_written(error: Exception) -> None:
        ctx.context.log(f"an admin command is not in the ledger: {faults_of(error)[0]}")

    try:
        ctx.store.remark(order, signature(person)).then(do_nothing, not_written)
    except PlayersFileError as error:
        not_written(error)


def _why_refused(ctx: CommandContext, why: object, nick: str) -> str:
    player = ctx.store.find(nick)
    if why is EntryFault.TOO_FEW_CHIPS and player is not None:
        return said.TOO_FEW.format(nick=player.nick, chips=chips(player.chips))
    return said.REFUSALS[why]


def signature(person: Person) -> str:
    """Return who PERSON is, for the log and the ledger."""
    account = f" (account {person.account})" if person.account else ""
    return f"{person.nick}!{person.userhost or '?'}{account}"


# Players


async def add(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [nick, number] if _COUNT.fullmatch(number):
            if why := _why_not_called(ctx, nick, ""):
                return why
            added = await ctx.store.add(nick, int(number), by=signature(request.person))
            return said.ADDED.format(nick=added.nick, chips=chips(added.chips))
    return None


async def give(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [nick, number] if _CHANGE.fullmatch(number) and int(number):
            now = await ctx.store.give(nick, int(number), by=signature(request.person))
            name, has = now.nick, chips(now.chips)
            return said.GIVEN.format(nick=name, change=int(number), chips=has)
    return None


async def remove(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [nick]:
            if why := _why_engaged(ctx, nick):
                return why
            was = await ctx.store.remove(nick, by=signature(request.person))
            had = chips(was.chips + was.bank)
            return said.REMOVED.format(nick=was.nick, chips=had)
    return None


async def rename(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [old, new]:
            player = ctx.store.find(old)
            nick = old if player is None else player.nick
            if is_computer(old):
                return why_no_nickname(NicknameFault.OF_COMPUTERS, old)
            if why := _why_engaged(ctx, old) or _why_not_called(ctx, new, nick):
                return why
            await ctx.store.rename(old, new, by=signature(request.person))
            return said.RENAMED.format(old=nick, new=new)
    return None


def _why_engaged(ctx: CommandContext, nick: str) -> str | None:
    """Say why the player NICK cannot be changed during a round; None if they can."""
    player = ctx.store.find(nick)
    if player is None or not (where := ctx.croupiers.where_engaged(player.nick, player.nick)):
        return None
    return said.IS_PLAYING.format(nick=player.nick, where=where)


def _why_not_called(ctx: CommandContext, name: str, but: str) -> str | None:
    """Say why only the player BUT, if anybody, can be called NAME; None if others can too."""
    if is_like_computer(name):
        return why_no_nickname(NicknameFault.OF_COMPUTERS, name)
    if ctx.context.is_bot(name):
        return said.IS_OWN_NICK
    others = (each.nick for each in ctx.store.called_like(name) if each.nick != but)
    return next((said.IS_TAKEN.format(nick=nick) for nick in others), None)


# Bans


def ban(ctx: CommandContext, request: Request) -> Answer:
    """Ignore somebody, for minutes or until ``unban``, over restarts too; or list the bans."""
    context = ctx.context
    match request.rest:
        case []:
            return _bans(ctx)
        case [nick]:
            until = None
        case [nick, minutes] if _MINUTES.fullmatch(minutes):
            until = context.now() + timedelta(minutes=int(minutes))
        case _:
            return None
    person = _find(ctx, nick)
    if person is None:
        return said.NOT_SEEN.format(nick=nick)
    if context.settings.is_admin(person):
        return said.IS_AN_ADMIN.format(nick=person.nick)
    user, _, host = person.userhost.rpartition("@")
    if not host and not person.account:
        return said.CANNOT_BAN.format(nick=person.nick)
    if len(context.channels.bans(context.known_as)) >= MAX_BANS:
        return said.TOO_MANY_BANS
    others = [each for each in _people(ctx) if each.nick != person.nick]
    if all(each.host.lower() != host.lower() for each in others):
        user = ""  # they are alone there
    others = [each for each in others if not context.is_banned(each)]
    ban = Ban(context.known_as, person.nick, user, host, person.account or "", until)
    context.channels.ban(ban)
    _apply_bans(ctx)
    return said.banned(ban, [each.nick for each in others if context.is_banned(each)])


def unban(ctx: CommandContext, request: Request) -> Answer:
    """End the ban of somebody, by the nick that they had then; or list the bans."""
    match request.rest:
        case []:
            return _bans(ctx)
        case [nick]:
            ended = ctx.context.channels.unban(ctx.context.known_as, nick)
            _apply_bans(ctx)
            if ended is None:
                return said.IS_NOT_BANNED.format(nick=nick)
            return said.UNBANNED.format(nick=ended.nick)
    return None


def _bans(ctx: CommandContext) -> Answer:
    found = ctx.context.channels.bans(ctx.context.known_as)
    return said.bans(found, _BANS_SHOWN) if found else said.NO_BANS


def _apply_bans(ctx: CommandContext) -> None:
    context = ctx.context
    context.flood_guard.ban(context.channels.bans(context.known_as), context.now())


def _people(ctx: CommandContext) -> Collection[Person]:
    """Return the people in all channels, but for the bot, with their accounts if known."""
    found: dict[str, Person] = {}
    for person in ctx.croupiers.people():
        if person.account is not None or person.nick not in found:
            found[person.nick] = person
    return [each for each in found.values() if not ctx.context.network.is_me(each.nick)]


def _find(ctx: CommandContext, nick: str) -> Person | None:
    """Return the person in the channels who has NICK; None if nobody has it."""
    fold = ctx.context.network.fold
    return next((each for each in _people(ctx) if fold(each.nick) == fold(nick)), None)


# Rounds and channels


def stop(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [channel] if is_channel(channel):
            return ctx.croupiers.stop_round(channel, request.person)
    return None


def say(ctx: CommandContext, request: Request) -> Answer:
    match request.rest:
        case [channel, _, *_] if is_channel(channel):
            return ctx.croupiers.say_in(channel, " ".join(request.rest[1:]))
    return None


def join(ctx: CommandContext, request: Request) -> Answer:
    """Deal in another channel, until the next start."""
    match request.rest:
        case [channel] if is_channel(channel):
            if ctx.croupiers.find(channel) is not None:
                return said.DEALS_THERE.format(channel=channel)
            wanted = (*ctx.croupiers.channels, channel)
            is_joining = ctx.control().set_channels(ctx.context.known_as, wanted)
            return said.JOINING.format(channel=channel) if is_joining else said.NO_CHANNEL_NAME
    return None


async def part(ctx: CommandContext, request: Request) -> Answer:
    """Leave a channel where no round is being played, until the next start."""
    match request.rest:
        case [channel] if is_channel(channel):
            croupier, channels = ctx.croupiers.find(channel), ctx.croupiers.channels
        case _:
            return None
    if croupier is None:
        return said.NOT_THERE.format(channel=channel)
    if croupier.ask is not None:
        return said.IS_PLAYED_THERE.format(channel=croupier.channel)
    if len(channels) == 1:
        return said.ONLY_CHANNEL
    kitties = return_kitties(croupier.tables, ctx.context.settings.wallets)
    if kitties is None:
        return said.CHIPS_WAIT_THERE.format(channel=croupier.channel)
    for kitty in kitties:
        await kitty
    others = [each for each in ctx.croupiers.channels if each != croupier.channel]
    ctx.control().set_channels(ctx.context.known_as, others)
    return said.PARTED.format(channel=croupier.channel)


# The whole bot


def audit(ctx: CommandContext, request: Request) -> Answer:
    """Begin an audit; the admin is told its result unless somebody else has the nick by then."""
    if request.rest:
        return None
    person = request.person

    def told(lines: Sequence[str]) -> None:
        ctx.context.log(f"audit for {signature(person)}: {' | '.join(lines)}")
        seen = _find(ctx, person.nick)
        if seen in (None, person) or ctx.context.settings.is_admin(seen):
            ctx.answer(person.nick, *lines)

    ctx.control().audit(told)
    return ()


def tell_admins(ctx: CommandContext, line: str) -> bool:
    """Tell LINE to all admins in the channels, in private; return False if there are none."""
    admins = [each for each in _people(ctx) if ctx.context.settings.is_admin(each)]
    for admin in admins:
        ctx.answer(admin.nick, line)
    return bool(admins)


def reload(ctx: CommandContext, request: Request) -> Answer:
    return None if request.rest else ctx.control().reload()


def status(ctx: CommandContext, request: Request) -> Answer:
    return None if request.rest else ctx.control().status()


async def rescue(ctx: CommandContext, request: Request) -> Answer:
    return None if request.rest else await ctx.control().rescue()


def quit_bot(ctx: CommandContext, request: Request) -> Answer:
    if request.rest:
        return None
    ctx.control().quit()
    return said.QUITTING


# Settings of a channel


def set_channel(ctx: CommandContext, request: Request) -> Answer:
    """Show what is set for the channel or, for an operator without a seat, change it.

    A change holds from the next round on, and over restarts.
    """
    if not request.rest:
        return said.SETTINGS_HERE, *_shown(ctx, request)
    person, croupier = request.person, ctx.croupier(request)
    if not ctx.context.settings.table.operators_may_set:
        raise RefusedInPrivate(said.ONLY_ADMINS_SET)
    if not croupier.roster.is_operator(person.nick):
        raise RefusedInPrivate(said.ONLY_OPERATORS_SET)
    if not croupier.has_no_part(person):
        raise RefusedInPrivate(said.MAY_NOT_SET)
    key, *words = map(str.lower, request.rest)
    command = ctx.prefix + request.game
    if key not in said.SETTING_USAGES:
        raise RefusedInPrivate(said.NO_SUCH_SETTING.format(command=command))
    try:
        wanted = {key: _value(ctx, key, words)}
    except ValueError:
        usage = said.SETTING_USAGES[key].format(
            command=f"{command} set",
            least=MIN_TURN_TIMEOUT,
            most=MAX_TURN_TIMEOUT,
            games=" ".join(ctx.games),
        )
        raise RefusedInPrivate(usage) from None
    croupier.change_settings(replace(croupier.tables.next_settings, **wanted))
    ctx.context.log(f"{croupier.channel}: {person.nick} sets {key} to {' '.join(words)}")
    return said.FROM_NEXT_ROUND, *_shown(ctx, request)


def _shown(ctx: CommandContext, request: Request) -> Sequence[str]:
    here, ours = ctx.croupier(request).tables.next_settings, ctx.context.settings.table
    return said.settings(here, ours.turn_timeout, banter=ours.banter)


def _value(ctx: CommandContext, key: str, words: Sequence[str]) -> object:
    """Return the value that WORDS are for the setting KEY; ValueError if it cannot have that."""
    match key, words:
        case _, ["default"]:
            return None
        case "turn_timeout", [number] if _SECONDS.fullmatch(number):
            if MIN_TURN_TIMEOUT <= int(number) <= MAX_TURN_TIMEOUT:
                return int(number)
        case "games", [_, *_]:  # they may be listed with commas and prefixes
            listed = " ".join(words).replace(",", " ").split()
            named = [game_word(word.removeprefix(ctx.prefix)) for word in listed]
            if named and all(name in ctx.games for name in named):
                return tuple(game for game in ctx.games if game in named)
        case "banter", ["yes" | "on"]:
            return True
        case "banter", ["no" | "off"]:
            return False
    raise ValueError(words)
