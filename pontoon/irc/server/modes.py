"""MODE: operators and voice, the flags of a channel, its key, limit and bans."""

from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from msgspec import Struct
from msgspec.structs import replace

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.isupport import ISupport, ModeChange
from pontoon.irc.masks import Mask, read_mask
from pontoon.irc.server import limits, replies
from pontoon.irc.server.lines import encoded, is_key
from pontoon.irc.server.replies import BANS, CHANNEL_FLAGS, KEY, LIMIT, RANKS, SUPPORTED, USER_MODES
from pontoon.irc.server.state import Ban, Channel, ServerState, User

_ISUPPORT = ISupport().told(SUPPORTED)


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
    changer = _ModeChanger(network, me, channel)
    made: list[ModeChange] = []
    for each in islice(_ISUPPORT.mode_changes(letters, parameters), limits.MOST_MODES):
        set_mode = _SETTERS.get(each.mode)
        if set_mode is None:
            me.reply(replies.UNKNOWN_MODE, each.mode)
        elif _lacks_parameter(each):
            me.reply(replies.NEED_MORE_PARAMS, "MODE")
        elif (done := set_mode(changer, each, each.parameter or "")) is not None:
            made.append(done)
    if made:
        _announce(me, channel, made)


def _lacks_parameter(change: ModeChange) -> bool:
    needs_one = change.mode in RANKS or (change.given and change.mode in (KEY, LIMIT))
    return needs_one and not change.parameter


class _ModeChanger(Struct, frozen=True):
    """Changes modes of CHANNEL for ME. Each method returns the change; None if nothing changes."""

    network: ServerState
    me: User
    channel: Channel

    def set_flag(self, change: ModeChange, _parameter: str) -> ModeChange | None:
        if change.given == (change.mode in self.channel.flags):
            return None
        self.channel.flags ^= {change.mode}
        return change

    def set_rank(self, change: ModeChange, parameter: str) -> ModeChange | None:
        """Return CHANGE with the nick as its user spells it."""
        other = self.network.find(parameter)
        if other is None:
            self.me.reply(replies.NO_SUCH_NICK, parameter)
        elif (modes := self.channel.members.get(other)) is None:
            self.me.reply(replies.NOT_IN_CHANNEL, other.nick, self.channel.name)
        elif change.given != (change.mode in modes):
            modes ^= {change.mode}
            return replace(change, parameter=other.nick)
        return None

    def set_key(self, change: ModeChange, parameter: str) -> ModeChange | None:
        """Return CHANGE. Any parameter removes the key, and the channel does not see it."""
        if not change.given:
            had, self.channel.key = self.channel.key, ""
            return replace(change, parameter="*") if had else None
        if not is_key(parameter):
            self.me.reply(replies.INVALID_KEY, self.channel.name)
        elif self.channel.key != parameter:
            self.channel.key = parameter
            return change
        return None

    def set_limit(self, change: ModeChange, parameter: str) -> ModeChange | None:
        """Return CHANGE with the limit as a plain number."""
        limit = int(parameter) if parameter.isascii() and parameter.isdigit() else 0
        if change.given and not 0 < limit <= limits.LARGEST_LIMIT:
            self.me.reply(replies.INVALID_MODE_PARAM, self.channel.name, LIMIT, parameter)
        elif self.channel.limit != limit:
            self.channel.limit = limit
            return replace(change, parameter=str(limit)) if change.given else change
        return None

    def set_ban(self, change: ModeChange, parameter: str) -> ModeChange | None:
        """Return CHANGE with the full mask; show the bans if there is no mask."""
        bans = self.channel.bans
        if not parameter:
            _show_bans(self.me, self.channel)
            return None
        mask = _mask(parameter)
        if mask is None:
            self.me.reply(replies.INVALID_MODE_PARAM, self.channel.name, BANS, parameter)
            return None
        folded = rfc1459(str(mask))
        if change.given == (folded in bans):
            return None
        if not change.given:
            del bans[folded]
        elif len(bans) < limits.MOST_BANS:
            bans[folded] = Ban(mask, self.me.nick, self.network.now())
        else:
            self.me.reply(replies.BAN_LIST_FULL, self.channel.name, str(mask))
            return None
        return replace(change, parameter=str(mask))


_SETTERS: Mapping[str, Callable[[_ModeChanger, ModeChange, str], ModeChange | None]] = {
    **dict.fromkeys(CHANNEL_FLAGS, _ModeChanger.set_flag),
    **dict.fromkeys(RANKS, _ModeChanger.set_rank),
    KEY: _ModeChanger.set_key,
    LIMIT: _ModeChanger.set_limit,
    BANS: _ModeChanger.set_ban,
}


def _mask(text: str) -> Mask | None:
    """Return the mask TEXT, with the parts that it leaves out; None if it is invalid."""
    if len(encoded(text)) > limits.MASK_BYTES or text.startswith(":"):
        return None
    if "@" not in text:
        text += "@*" if "!" in text else "!*@*"
    elif "!" not in text:
        text = f"*!{text}"
    try:
        return read_mask(text)
    except ValueError:
        return None


def _announce(me: User, channel: Channel, made: Sequence[ModeChange]) -> None:
    """Tell everybody in CHANNEL the changes MADE, in as many lines as they need."""
    line = f":{me.prefix} MODE {channel.name} {_written(made)}"
    if len(made) > 1 and len(encoded(line)) > limits.LINE_BYTES - len("\r\n"):
        half = len(made) // 2
        _announce(me, channel, made[:half])
        _announce(me, channel, made[half:])
    else:
        channel.send(line)


def _written(changes: Sequence[ModeChange]) -> str:
    """Return CHANGES in the form of MODE: ``+o-m dave``."""
    letters, sign = "", ""
    for change in changes:
        if sign != (sign := "+" if change.given else "-"):
            letters += sign
        letters += change.mode
    return " ".join([letters, *(change.parameter for change in changes if change.parameter)])
