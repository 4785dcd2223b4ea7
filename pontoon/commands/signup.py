"""How people become players: they claim a player for a services account, or register."""

from pontoon.commands.base import Answer, CommandContext
from pontoon.commands.syntax import Request, Where
from pontoon.engine.errors import SeatFault
from pontoon.irc.people import Person
from pontoon.storage.players.entries import EntryFault, EntryRefused, NewPlayer, is_plain_host
from pontoon.storage.players.identity import Unidentified
from pontoon.storage.players.player import Player
from pontoon.text import signup as said
from pontoon.text.announcements import CANNOT_SAVE_CHIPS
from pontoon.text.formatting import chips


def claim(ctx: CommandContext, request: Request) -> Answer:
    """Bind the player with the person's nick to their account.

    The player must have no account yet: until then it belongs to anybody who has the nick.
    """
    person = request.person
    trouble = ctx.context.settlements.look()
    player = ctx.store.find(person.nick)
    if why := _why_no_claim(ctx, person, player):
        return why
    assert player is not None
    if trouble:
        return CANNOT_SAVE_CHIPS
    network = ctx.context.settings.identities.network
    try:
        player = ctx.store.bind(player.nick, network, person.account or "")
    except EntryRefused as refused:
        return _refusal(refused, player.nick)
    ctx.context.log(f"{player.nick} is claimed by {person.nick}, logged in to {person.account}")
    return said.CLAIMED.format(nick=player.nick)


def _why_no_claim(ctx: CommandContext, person: Person, player: Player | None) -> str | None:
    if not person.account:
        return said.LOG_IN_FIRST
    identities = ctx.context.settings.identities
    found, network = identities.recognise(person), identities.network
    if isinstance(found, Player) and network in found.accounts:
        is_this = player is not None and player.nick == found.nick
        return (said.YOURS_ALREADY if is_this else said.CLAIM_TAKEN).format(nick=found.nick)
    if player is None:
        return _not_they(ctx, person, Unidentified(person.nick, SeatFault.NO_ENTRY))
    if player.accounts:
        is_here = network in player.accounts
        return (said.HAS_ANOTHER if is_here else said.HAS_ONE_ELSEWHERE).format(nick=player.nick)
    if isinstance(found, Player) and found.nick != player.nick:
        return _not_they(ctx, person, Unidentified(player.nick, SeatFault.OTHER_ADDRESS))
    if isinstance(found, Unidentified) and found.why is not SeatFault.NO_ACCOUNT:
        return _not_they(ctx, person, found)
    return ctx.floor.why_seated(person, player.nick)


def _not_they(ctx: CommandContext, person: Person, stranger: Unidentified) -> str:
    is_open = ctx.context.settings.starting_chips is not None
    return said.not_they(stranger, said.REGISTER_HERE if is_open else ctx.floor.how_to_join(person))


def register(ctx: CommandContext, request: Request) -> Answer:
    """Make the person a player under their nick.

    Each account can register once, and so can each host from people who are not logged in. An
    account is needed where players, or people in the channels, have accounts.
    """
    person, starting_chips = request.person, ctx.context.settings.starting_chips
    trouble = ctx.context.settlements.look()
    if starting_chips is None:
        return said.REGISTRATION_IS_CLOSED.format(how_to_join=ctx.floor.how_to_join(person))
    if why := _why_not_register(ctx, person):
        return why
    if trouble:
        return CANNOT_SAVE_CHIPS
    try:
        player = ctx.store.register(_newcomer(ctx, person), starting_chips)
    except EntryRefused as refused:
        if refused.why is EntryFault.HOST_KNOWN:
            return said.HOST_KNOWN.format(whom_to_ask=ctx.floor.how_to_join(person))
        return _refusal(refused, person.nick)
    ctx.context.log(f"{player.nick} has registered: {player.chips:+}")
    return said.registered(player.nick, chips(player.chips))


def _why_not_register(ctx: CommandContext, person: Person) -> str | None:
    identities = ctx.context.settings.identities
    found = identities.recognise(person)
    if isinstance(found, Player):
        return said.REGISTERED_ALREADY.format(nick=found.nick)
    if not person.account and (
        identities.required == "account"
        or identities.has_accounts
        or any(each.account for each in ctx.floor.people())
    ):
        return said.LOG_IN_TO_REGISTER
    if not person.account and not is_plain_host(ctx.context.host_of(person)):
        return said.UNKNOWN_HOST
    word = person.nick.lower()
    is_word = any(each.word == word and Where.GAME in each.where for each in ctx.commands)
    if is_word or ctx.names.are_ours(person.nick):
        return said.BAD_NICK
    if ctx.names.owner_of(person.nick, "") is not None:
        return said.NICK_HAS_PLAYER.format(nick=person.nick)
    return ctx.floor.why_seated(person, person.nick)


def _newcomer(ctx: CommandContext, person: Person) -> NewPlayer:
    identities, host = ctx.context.settings.identities, ctx.context.host_of(person)
    if person.account:
        return NewPlayer(person.nick, host, identities.network, person.account)
    is_by_mask = identities.required == "mask"
    return NewPlayer(person.nick, host, mask=f"*!*@{person.host}" if is_by_mask else "")


def _refusal(refused: EntryRefused, nick: str) -> str:
    match refused.why:
        case EntryFault.BAD_ACCOUNT:
            return said.BAD_ACCOUNT
        case EntryFault.BAD_NICK:
            return said.BAD_NICK
        case EntryFault.FULL:
            return said.HOUSE_IS_FULL
        case EntryFault.ACCOUNT_TAKEN | EntryFault.HAS_ACCOUNT:
            return said.HAS_ANOTHER.format(nick=nick)
    return said.NICK_HAS_PLAYER.format(nick=nick)
