"""The commands about channels and messages (RFC 2812, 3.2 and 3.3)."""

from collections.abc import Sequence
from itertools import chain, repeat

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.server import replies
from pontoon.irc.server.limits import MOST_CHANNELS, MOST_TARGETS, REASON_BYTES, TOPIC_BYTES
from pontoon.irc.server.lines import is_channel, packed, room_in, shortened
from pontoon.irc.server.replies import Reply
from pontoon.irc.server.state import Channel, ServerState, User


def join(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Join channels, with keys if there are any; ``0`` leaves all (RFC 2812, 3.2.1)."""
    keys = params[1].split(",") if len(params) > 1 else []
    for name, key in zip(params[0].split(","), chain(keys, repeat("")), strict=False):
        if name == "0":
            for channel in list(me.channels):
                _part(network, me, channel, "")
        elif not is_channel(name):
            me.reply(replies.NO_SUCH_CHANNEL, name)
        elif (known := network.channel(name)) is not None and me in known.members:
            continue
        elif len(me.channels) >= MOST_CHANNELS and not me.is_bot:
            me.reply(replies.TOO_MANY_CHANNELS, name)
        elif known is not None and (shut := _why_shut(known, me, key)) is not None:
            me.reply(shut, known.name)
        else:
            _enter(network, me, name)


def part(network: ServerState, me: User, params: Sequence[str]) -> None:
    names, *reason = params
    for name in names.split(","):
        if (channel := _own_channel(network, me, name)) is not None:
            _part(network, me, channel, reason[0] if reason else "")


def topic(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, *text = params
    if not text:
        if (channel := _existing_channel(network, me, name)) is not None:
            _show_topic(me, channel)
    elif (channel := _own_channel(network, me, name)) is not None:
        if "t" in channel.flags and not channel.is_operator(me):
            me.reply(replies.NOT_OPERATOR, channel.name)
            return
        channel.topic = shortened(text[0], TOPIC_BYTES)
        channel.topic_by, channel.topic_at = me.prefix, network.now()
        channel.send(f":{me.prefix} TOPIC {channel.name} :{channel.topic}")


def names(network: ServerState, me: User, params: Sequence[str]) -> None:
    for name in params[0].split(",") if params else "*":
        if (channel := network.channel(name)) is not None:
            _show_names(me, channel)
        else:
            me.reply(replies.END_OF_NAMES, name)


def list_channels(network: ServerState, me: User, params: Sequence[str]) -> None:
    wanted = params[0].split(",") if params else [each.name for each in network.channels]
    me.reply(replies.LIST_START, "Channel")
    for channel in filter(None, map(network.channel, wanted)):
        me.reply(replies.LIST, channel.name, str(len(channel.members)), channel.topic)
    me.reply(replies.LIST_END)


def kick(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, nicks, *reason = params
    channel = _own_channel(network, me, name)
    if channel is None:
        return
    if not channel.is_operator(me):
        me.reply(replies.NOT_OPERATOR, channel.name)
        return
    why = shortened(reason[0], REASON_BYTES) if reason else me.nick
    for nick in nicks.split(",")[:MOST_TARGETS]:
        other = network.find(nick)
        if other is None:
            me.reply(replies.NO_SUCH_NICK, nick)
        elif other not in channel.members:
            me.reply(replies.NOT_IN_CHANNEL, other.nick, channel.name)
        else:
            channel.send(f":{me.prefix} KICK {channel.name} {other.nick} :{why}")
            network.leave(other, channel)


def invite(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Invite somebody to a channel; an invitation by an operator lets them join once."""
    nick, name, *_ = params
    channel = _own_channel(network, me, name)
    if channel is None:
        return
    other = network.find(nick)
    if other is None:
        me.reply(replies.NO_SUCH_NICK, nick)
    elif other in channel.members:
        me.reply(replies.ON_CHANNEL, other.nick, channel.name)
    elif "i" in channel.flags and not channel.is_operator(me):
        me.reply(replies.NOT_OPERATOR, channel.name)
    else:
        if channel.is_operator(me):
            channel.invited.add(other)
        me.reply(replies.INVITING, other.nick, channel.name)
        if other.away:
            me.reply(replies.AWAY, other.nick, other.away)
        other.link.send(f":{me.prefix} INVITE {other.nick} :{channel.name}")


def _why_shut(channel: Channel, me: User, key: str) -> Reply | None:
    """Return why ME cannot join CHANNEL with KEY, or None. Nothing keeps the bot out."""
    if me.is_bot or me in channel.invited:
        return None
    if "i" in channel.flags:
        return replies.NOT_INVITED
    if channel.is_banned(me):
        return replies.BANNED
    if channel.key not in ("", key):
        return replies.BAD_KEY
    return replies.FULL if 0 < channel.limit <= len(channel.members) else None


def _enter(network: ServerState, me: User, name: str) -> None:
    channel = network.enter(me, name)
    if me.is_bot and not channel.topic:
        channel.topic, channel.topic_by, channel.topic_at = network.topic, me.prefix, network.now()
    channel.send(f":{me.prefix} JOIN {channel.name}")
    if channel.is_operator(me):
        channel.send(f":{replies.SERVER} MODE {channel.name} +o {me.nick}")
    if channel.topic:
        _show_topic(me, channel)
    _show_names(me, channel)


def _part(network: ServerState, me: User, channel: Channel, reason: str) -> None:
    word = f" :{shortened(reason, REASON_BYTES)}" if reason else ""
    channel.send(f":{me.prefix} PART {channel.name}{word}")
    network.leave(me, channel)


def _existing_channel(network: ServerState, me: User, name: str) -> Channel | None:
    channel = network.channel(name)
    if channel is None:
        me.reply(replies.NO_SUCH_CHANNEL, name)
    return channel


def _own_channel(network: ServerState, me: User, name: str) -> Channel | None:
    channel = _existing_channel(network, me, name)
    if channel is not None and me not in channel.members:
        me.reply(replies.NOT_ON_CHANNEL, channel.name)
        return None
    return channel


def _show_topic(me: User, channel: Channel) -> None:
    if channel.topic:
        me.reply(replies.TOPIC, channel.name, channel.topic)
        set_at = str(int(channel.topic_at))
        me.reply(replies.TOPIC_WHO_TIME, channel.name, channel.topic_by, set_at)
    else:
        me.reply(replies.NO_TOPIC, channel.name)


def _show_names(me: User, channel: Channel) -> None:
    ranked = (channel.rank(member) + member.nick for member in channel.members)
    for some in packed(ranked, room_in(replies.NAMES.line(me.nick, "=", channel.name, ""))):
        me.reply(replies.NAMES, "=", channel.name, some)
    me.reply(replies.END_OF_NAMES, channel.name)


def say(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Send a message to people and channels; report those that it does not reach."""
    me.spoke_at = network.now()
    match params:
        case []:
            me.reply(replies.NO_RECIPIENT)
        case [_] | [_, "", *_]:
            me.reply(replies.NO_TEXT)
        case [targets, text, *_]:
            names = _each_once(targets)
            for name in names[:MOST_TARGETS]:
                if (refused := _deliver(network, me, "PRIVMSG", name, text)) is not None:
                    me.reply(refused, name)
                elif (other := network.find(name)) is not None and other.away:
                    me.reply(replies.AWAY, other.nick, other.away)
            if len(names) > MOST_TARGETS:
                me.reply(replies.TOO_MANY_TARGETS, names[MOST_TARGETS])


def notice(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Send a message that nothing answers, not even the server (RFC 2812, 3.3.2)."""
    match params:
        case [targets, text, *_] if text:
            for name in _each_once(targets)[:MOST_TARGETS]:
                _deliver(network, me, "NOTICE", name, text)


def away(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Set the user away with a message, or back without one."""
    me.away = shortened(params[0], REASON_BYTES) if params else ""
    me.reply(replies.NOW_AWAY if me.away else replies.UNAWAY)


def _deliver(network: ServerState, me: User, command: str, name: str, text: str) -> Reply | None:
    """Send TEXT to the channel or person NAME; return an error if it does not arrive."""
    if name.startswith("#"):
        channel = network.channel(name)
        if channel is None:
            return replies.NO_SUCH_CHANNEL
        if not channel.may_speak(me):
            return replies.CANNOT_SEND
        channel.send(f":{me.prefix} {command} {channel.name} :{text}", besides=me)
    else:
        other = network.find(name)
        if other is None:
            return replies.NO_SUCH_NICK
        other.link.send(f":{me.prefix} {command} {other.nick} :{text}")
    return None


def _each_once(names: str) -> list[str]:
    """Return NAMES as a list, each name once under the casemapping."""
    named: dict[str, str] = {}
    for name in filter(None, names.split(",")):
        named.setdefault(rfc1459(name), name)
    return list(named.values())
