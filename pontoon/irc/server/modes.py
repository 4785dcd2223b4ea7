"""MODE: operators and voice, the flags of a channel, and what keeps people out."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.masks import Mask, read_mask
from pontoon.irc.server import replies
from pontoon.irc.server.limits import (
    LARGEST_LIMIT,
    LINE_BYTES,
    MASK_BYTES,
    MOST_BANS,
    MOST_MODES,
)
from pontoon.irc.server.lines import encoded, is_key
from pontoon.irc.server.replies import BANS, CHANNEL_FLAGS, KEY, LIMIT, RANKS, USER_MODES
from pontoon.irc.server.state import Ban, Channel, ServerState, User


class ModeRequest(NamedTuple):
    """A mode given or taken, and its parameter; "" if it has none."""

    given: bool
    letter: str
    parameter: str = ""


def mode(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Show or change the modes of a channel, or one's own."""
    name, *change = params
    if not name.startswith("#"):
        _own_modes(network, me, name, change)
    elif (channel := network.channel(name)) is None:
        me.reply(replies.NO_SUCH_CHANNEL, name)
    elif not change:
        me.reply(replies.CHANNEL_MODE_IS, channel.name, *_modes_of(channel, me))
        me.reply(replies.CREATION_TIME, channel.name, str(int(channel.created_at)))
    elif change[0].lstrip("+") == BANS and len(change) == 1:
        _show_bans(me, channel)
    elif not channel.is_operator(me):
        missing = me not in channel.members
        me.reply(replies.NOT_ON_CHANNEL if missing else replies.NOT_OPERATOR, channel.name)
    else:
        _change(network, me, channel, change)


def _modes_of(channel: Channel, me: User) -> list[str]:
    """Return the modes of CHANNEL; the parameters only if ME is in it."""
    letters, parameters = sorted(channel.flags), []
    if channel.key:
        letters.append(KEY)
        parameters.append(channel.key)
    if channel.limit:
        letters.append(LIMIT)
        parameters.append(str(channel.limit))
    return [f"+{''.join(letters)}", *(parameters if me in channel.members else ())]


def _show_bans(me: User, channel: Channel) -> None:
    for ban in channel.bans.values():
        me.reply(replies.BAN, channel.name, str(ban.mask), ban.by, str(int(ban.at)))
    me.reply(replies.END_OF_BAN_LIST, channel.name)


def _own_modes(network: ServerState, me: User, nick: str, change: Sequence[str]) -> None:
    other = network.find(nick)
    if other is not me:
        me.reply(replies.USERS_DONT_MATCH if other is not None else replies.NO_SUCH_NICK, nick)
        return
    given = True
    before = me.is_invisible
    for letter in change[0] if change else "":
        if letter in "+-":
            given = letter == "+"
        elif letter in USER_MODES:
            me.is_invisible = given
        else:
            me.reply(replies.UNKNOWN_USER_MODE)
            break
    if me.is_invisible != before:
        me.link.send(f":{me.prefix} MODE {me.nick} :{'+' if me.is_invisible else '-'}i")
    if not change:
        me.reply(replies.USER_MODE_IS, "+i" if me.is_invisible else "+")


def _change(network: ServerState, me: User, channel: Channel, change: Sequence[str]) -> None:
    letters, *parameters = change
    made: list[ModeRequest] = []
    for each in islice(_read(letters, parameters), MOST_MODES):
        set_mode = _SETTERS.get(each.letter)
        if set_mode is None:
            me.reply(replies.UNKNOWN_MODE, each.letter)
        elif (done := set_mode(network, me, channel, each)) is not None:
            made.append(done)
    if made:
        _announce(me, channel, made)


def _read(letters: str, parameters: Sequence[str]) -> Iterator[ModeRequest]:
    remaining = iter(parameters)
    given = True
    for letter in letters:
        if letter in "+-":
            given = letter == "+"
        else:
            has_parameter = letter in (*RANKS, BANS, KEY) or (letter == LIMIT and given)
            yield ModeRequest(given, letter, next(remaining, "") if has_parameter else "")


def _set_flag(
    _network: ServerState, _me: User, channel: Channel, change: ModeRequest
) -> ModeRequest | None:
    if change.given == (change.letter in channel.flags):
        return None
    channel.flags ^= {change.letter}
    return change


def _set_rank(
    network: ServerState, me: User, channel: Channel, change: ModeRequest
) -> ModeRequest | None:
    """Return CHANGE with the nick as its user spells it."""
    other = network.find(change.parameter)
    if not change.parameter:
        me.reply(replies.NEED_MORE_PARAMS, "MODE")
    elif other is None:
        me.reply(replies.NO_SUCH_NICK, change.parameter)
    elif (modes := channel.members.get(other)) is None:
        me.reply(replies.NOT_IN_CHANNEL, other.nick, channel.name)
    elif change.given != (change.letter in modes):
        modes ^= {change.letter}
        return change._replace(parameter=other.nick)
    return None


def _set_key(
    _network: ServerState, me: User, channel: Channel, change: ModeRequest
) -> ModeRequest | None:
    """Return CHANGE. Any parameter takes the key away, and the channel does not see it."""
    if not change.given:
        had, channel.key = channel.key, ""
        return change._replace(parameter="*") if had else None
    if not change.parameter:
        me.reply(replies.NEED_MORE_PARAMS, "MODE")
    elif not is_key(change.parameter):
        me.reply(replies.INVALID_KEY, channel.name)
    elif channel.key != change.parameter:
        channel.key = change.parameter
        return change
    return None


def _set_limit(
    _network: ServerState, me: User, channel: Channel, change: ModeRequest
) -> ModeRequest | None:
    """Return CHANGE with the limit as a plain number."""
    if not change.given:
        had, channel.limit = channel.limit, 0
        return change if had else None
    limit = _number(change.parameter)
    if not change.parameter:
        me.reply(replies.NEED_MORE_PARAMS, "MODE")
    elif not 0 < limit <= LARGEST_LIMIT:
        me.reply(replies.INVALID_MODE_PARAM, channel.name, LIMIT, change.parameter)
    elif channel.limit != limit:
        channel.limit = limit
        return change._replace(parameter=str(limit))
    return None


def _set_ban(
    network: ServerState, me: User, channel: Channel, change: ModeRequest
) -> ModeRequest | None:
    """Return CHANGE with the full mask; show the bans if there is no mask."""
    if not change.parameter:
        _show_bans(me, channel)
        return None
    mask = _mask(change.parameter)
    if mask is None:
        me.reply(replies.INVALID_MODE_PARAM, channel.name, BANS, change.parameter)
        return None
    folded = rfc1459(str(mask))
    if change.given == (folded in channel.bans):
        return None
    if not change.given:
        del channel.bans[folded]
    elif len(channel.bans) < MOST_BANS:
        channel.bans[folded] = Ban(mask, me.nick, network.now())
    else:
        me.reply(replies.BAN_LIST_FULL, channel.name, str(mask))
        return None
    return change._replace(parameter=str(mask))


def _number(text: str) -> int:
    """Return TEXT as a number; 0 if it is none."""
    return int(text) if text.isascii() and text.isdigit() else 0


def _mask(text: str) -> Mask | None:
    """Return TEXT, which may leave out parts, as a mask; None if it is invalid."""
    if len(encoded(text)) > MASK_BYTES or text.startswith(":"):
        return None
    if "@" not in text:
        text += "@*" if "!" in text else "!*@*"
    elif "!" not in text:
        text = f"*!{text}"
    try:
        return read_mask(text)
    except ValueError:
        return None


_SETTERS: Mapping[str, Callable[[ServerState, User, Channel, ModeRequest], ModeRequest | None]] = {
    **dict.fromkeys(CHANNEL_FLAGS, _set_flag),
    **dict.fromkeys(RANKS, _set_rank),
    KEY: _set_key,
    LIMIT: _set_limit,
    BANS: _set_ban,
}
"""The function that makes a change of each mode; it returns None if nothing changes."""


def _announce(me: User, channel: Channel, made: Sequence[ModeRequest]) -> None:
    """Tell everybody in CHANNEL the changes MADE, in as many lines as they need."""
    line = f":{me.prefix} MODE {channel.name} {_written(made)}"
    if len(made) > 1 and len(encoded(line)) > LINE_BYTES - len("\r\n"):
        half = len(made) // 2
        _announce(me, channel, made[:half])
        _announce(me, channel, made[half:])
    else:
        channel.send(line)


def _written(changes: Sequence[ModeRequest]) -> str:
    """Return CHANGES in the form of MODE: ``+o-m dave``."""
    letters, sign = "", ""
    for change in changes:
        if sign != (sign := "+" if change.given else "-"):
            letters += sign
        letters += change.letter
    return " ".join([letters, *(change.parameter for change in changes if change.parameter)])
