"""The commands that the server inside the bot knows (RFC 2812)."""

import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import islice

from pontoon import __version__
from pontoon.irc.isupport import ISupport, ModeChange
from pontoon.irc.line import parse
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.server import limits, replies
from pontoon.irc.server.lines import encoded, is_channel, is_nick, packed
from pontoon.irc.server.replies import CHANNEL_FLAGS, HOST, RANKS, SERVER, SUPPORTED, Reply
from pontoon.irc.server.state import Channel, ServerState, User, send_all

_PROGRAM = f"pontoonbot-{__version__}"
_ISUPPORT = ISupport().told(SUPPORTED)


def obey(network: ServerState, me: User, line: str) -> None:
    """Carry out LINE of a user, or reply why not."""
    message = parse(line)
    if message is None:
        return
    act, least = COMMANDS.get(message.command, (None, 0))
    if not me.is_registered and message.command not in _BEFORE_WELCOME:
        me.reply(replies.NOT_REGISTERED)
    elif act is None:
        me.reply(replies.UNKNOWN_COMMAND, message.command)
    elif len(message.params) < least:
        me.reply(replies.NEED_MORE_PARAMS, message.command)
    else:
        act(network, me, message.params)


# Coming and going (RFC 2812, 3.1 and 3.7)


def _cap(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Negotiate capabilities (IRCv3): there are none, but the welcome waits for CAP END."""
    subcommand, wanted = params[0].upper(), params[1:]
    answer = f":{SERVER} CAP {me.nick or '*'}"
    if subcommand in ("LS", "REQ"):
        me.is_negotiating = not me.is_registered
    match subcommand:
        case "LS" | "LIST":
            me.link.send(f"{answer} {subcommand} :")
        case "REQ":
            me.link.send(f"{answer} NAK :{' '.join(wanted)}")
        case "END":
            me.is_negotiating = False
            _welcome_if_ready(network, me)
        case _:
            me.reply(replies.INVALID_CAP, subcommand)


def _pass(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Recognise the bot by its token; the passwords of others do not matter."""
    me.is_bot = secrets.compare_digest(encoded(params[0]), network.token.encode())


def _nick(network: ServerState, me: User, params: Sequence[str]) -> None:
    wanted = params[0]
    if not is_nick(wanted) and not (me.is_bot and wanted):
        me.reply(replies.ERRONEOUS_NICK, wanted)
    elif not network.is_free(wanted, me):
        me.reply(replies.NICK_IN_USE, wanted)
    elif wanted != me.nick:
        if me.is_registered:
            send_all([me, *network.around(me)], f":{me.prefix} NICK :{wanted}")
        network.name(me, wanted)
        _welcome_if_ready(network, me)


def _user(network: ServerState, me: User, params: Sequence[str]) -> None:
    if me.name:
        me.reply(replies.ALREADY_REGISTERED)
        return
    usable = [each for each in params[0] if each.isascii() and (each.isalnum() or each in "._-")]
    me.name = "".join(usable[: limits.USER_LENGTH]) or "user"
    me.realname = params[3]
    _welcome_if_ready(network, me)


def _welcome_if_ready(network: ServerState, me: User) -> None:
    if me.is_registered or me.is_negotiating or not (me.nick and me.name):
        return
    me.is_registered = True
    me.came_at = me.spoke_at = network.now()
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(network.created_at))
    me.reply(replies.WELCOME, f"Welcome to the Pontoon IRC network {me.prefix}")
    me.reply(replies.YOUR_HOST, f"Your host is {SERVER}, running version {_PROGRAM}")
    me.reply(replies.CREATED, f"This server was created {created}")
    ranks = "".join(RANKS)
    me.reply(replies.MY_INFO, SERVER, _PROGRAM, "i", CHANNEL_FLAGS + ranks, ranks)
    me.reply(replies.ISUPPORT, *SUPPORTED)
    _motd(network, me, ())


def _motd(network: ServerState, me: User, _params: Sequence[str]) -> None:
    me.reply(replies.MOTD_START)
    for line in network.motd:
        me.reply(replies.MOTD, f"- {line}")
    me.reply(replies.END_OF_MOTD)


def _ping(_network: ServerState, me: User, params: Sequence[str]) -> None:
    me.link.send(f":{SERVER} PONG {SERVER} :{params[0]}")


def _quit(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Leave with a message to the people in the same channels."""
    me.link.close(f"Quit: {params[0]}" if params and params[0] else "Quit")


# Channels (RFC 2812, 3.2)


def _join(network: ServerState, me: User, params: Sequence[str]) -> None:
    for name in params[0].split(","):
        channel = network.channel(name)
        if not is_channel(name):
            me.reply(replies.NO_SUCH_CHANNEL, name)
        elif channel is not None and me in channel.members:
            continue
        elif len(me.channels) >= limits.MOST_CHANNELS and not me.is_bot:
            me.reply(replies.TOO_MANY_CHANNELS, name)
        else:
            _enter(network, me, name)


def _enter(network: ServerState, me: User, name: str) -> None:
    channel = network.enter(me, name)
    if me.is_bot and not channel.topic:
        channel.topic, channel.topic_by, channel.topic_at = network.topic, me.prefix, network.now()
    channel.send(f":{me.prefix} JOIN {channel.name}")
    if channel.is_operator(me):
        channel.send(f":{SERVER} MODE {channel.name} +o {me.nick}")
    if channel.topic:
        _show_topic(me, channel)
    _names(network, me, [channel.name])


def _part(network: ServerState, me: User, params: Sequence[str]) -> None:
    names, *reason = params
    word = f" :{reason[0]}" if reason and reason[0] else ""
    for name in names.split(","):
        if (channel := _own_channel(network, me, name)) is not None:
            channel.send(f":{me.prefix} PART {channel.name}{word}")
            network.leave(me, channel)


def _topic(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, *text = params
    if not text:
        if (known := network.channel(name)) is None:
            me.reply(replies.NO_SUCH_CHANNEL, name)
        elif known.topic:
            _show_topic(me, known)
        else:
            me.reply(replies.NO_TOPIC, known.name)
    elif (channel := _ruled_channel(network, me, name)) is not None:
        channel.topic = text[0]
        channel.topic_by, channel.topic_at = me.prefix, network.now()
        channel.send(f":{me.prefix} TOPIC {channel.name} :{channel.topic}")


def _show_topic(me: User, channel: Channel) -> None:
    me.reply(replies.TOPIC, channel.name, channel.topic)
    me.reply(replies.TOPIC_WHO_TIME, channel.name, channel.topic_by, str(int(channel.topic_at)))


def _own_channel(network: ServerState, me: User, name: str) -> Channel | None:
    """Return the channel NAME if ME is in it; otherwise reply why not."""
    channel = network.channel(name)
    if channel is None:
        me.reply(replies.NO_SUCH_CHANNEL, name)
    elif me not in channel.members:
        me.reply(replies.NOT_ON_CHANNEL, channel.name)
    else:
        return channel
    return None


def _ruled_channel(network: ServerState, me: User, name: str) -> Channel | None:
    """Return the channel NAME if ME is its operator; otherwise reply why not."""
    channel = _own_channel(network, me, name)
    if channel is not None and not channel.is_operator(me):
        me.reply(replies.NOT_OPERATOR, channel.name)
        return None
    return channel


def _names(network: ServerState, me: User, params: Sequence[str]) -> None:
    for name in params[0].split(",") if params else "*":
        if (channel := network.channel(name)) is not None:
            ranked = (channel.ranked(member, member.nick) for member in channel.members)
            for some in packed(ranked, replies.NAMES.line(me.nick, "=", channel.name, "")):
                me.reply(replies.NAMES, "=", channel.name, some)
        me.reply(replies.END_OF_NAMES, name)


def _list(network: ServerState, me: User, params: Sequence[str]) -> None:
    me.reply(replies.LIST_START, "Channel")
    for name in params[0].split(",") if params else network.channels:
        if (channel := network.channel(name)) is not None:
            me.reply(replies.LIST, channel.name, str(len(channel.members)), channel.topic)
    me.reply(replies.LIST_END)


def _kick(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, nicks, *reason = params
    if (channel := _ruled_channel(network, me, name)) is None:
        return
    why = reason[0] if reason else me.nick
    for nick in nicks.split(",")[: limits.MOST_TARGETS]:
        if (other := _member(network, me, channel, nick)) is not None:
            channel.send(f":{me.prefix} KICK {channel.name} {other.nick} :{why}")
            network.leave(other, channel)


def _member(network: ServerState, me: User, channel: Channel, nick: str) -> User | None:
    """Return the member of CHANNEL with NICK; otherwise reply to ME that there is none."""
    other = network.find(nick)
    if other is None:
        me.reply(replies.NO_SUCH_NICK, nick)
    elif other not in channel.members:
        me.reply(replies.NOT_IN_CHANNEL, other.nick, channel.name)
    else:
        return other
    return None


# Modes (RFC 2812, 3.1.5 and 3.2.3)


def _mode(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Show or change the modes of a channel, or one's own."""
    name, *change = params
    channel = network.channel(name)
    if not name.startswith("#"):
        _own_modes(network, me, name, change)
    elif channel is None:
        me.reply(replies.NO_SUCH_CHANNEL, name)
    elif not change:
        me.reply(replies.CHANNEL_MODE_IS, channel.name, f"+{CHANNEL_FLAGS}")
        me.reply(replies.CREATION_TIME, channel.name, str(int(channel.created_at)))
    elif change in (["b"], ["+b"]):
        # There are no bans, but clients ask for them when they enter.
        me.reply(replies.END_OF_BAN_LIST, channel.name)
    elif _ruled_channel(network, me, name) is not None:
        letters, *nicks = change
        for each in islice(_ISUPPORT.mode_changes(letters, nicks), limits.MOST_MODES):
            _change_rank(network, me, channel, each)


def _own_modes(network: ServerState, me: User, nick: str, change: Sequence[str]) -> None:
    """Show or set one's own modes: everybody is invisible (+i), as many clients ask."""
    if network.find(nick) is not me:
        me.reply(replies.USERS_DONT_MATCH, nick)
    elif not change:
        me.reply(replies.USER_MODE_IS, "+i")
    elif change[0] == "+i":
        me.link.send(f":{me.prefix} MODE {me.nick} :+i")
    else:
        me.reply(replies.UNKNOWN_USER_MODE)


def _change_rank(network: ServerState, me: User, channel: Channel, change: ModeChange) -> None:
    if change.mode not in RANKS:
        me.reply(replies.UNKNOWN_MODE, change.mode)
    elif not change.parameter:
        me.reply(replies.NEED_MORE_PARAMS, "MODE")
    elif (other := _member(network, me, channel, change.parameter)) is not None:
        ranks = channel.members[other]
        if change.given != (change.mode in ranks):
            ranks ^= {change.mode}
            sign = "+" if change.given else "-"
            channel.send(f":{me.prefix} MODE {channel.name} {sign}{change.mode} {other.nick}")


# Messages (RFC 2812, 3.3)


def _privmsg(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Send a message to people and channels; report those that it does not reach."""
    me.spoke_at = network.now()
    targets, text, *_ = params
    if not text:
        me.reply(replies.NO_TEXT)
        return
    names = targets.split(",")
    for name in names[: limits.MOST_TARGETS]:
        if (refused := _deliver(network, me, "PRIVMSG", name, text)) is not None:
            me.reply(refused, name)
        elif (other := network.find(name)) is not None and other.away:
            me.reply(replies.AWAY, other.nick, other.away)
    if len(names) > limits.MOST_TARGETS:
        me.reply(replies.TOO_MANY_TARGETS, names[limits.MOST_TARGETS])


def _notice(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Send a message that nothing answers, not even the server."""
    match params:
        case [targets, text, *_] if text:
            for name in targets.split(",")[: limits.MOST_TARGETS]:
                _deliver(network, me, "NOTICE", name, text)


def _deliver(network: ServerState, me: User, command: str, name: str, text: str) -> Reply | None:
    """Send TEXT to the channel or person NAME; return an error if it does not arrive."""
    if name.startswith("#"):
        channel = network.channel(name)
        if channel is None:
            return replies.NO_SUCH_CHANNEL
        if me not in channel.members:
            return replies.CANNOT_SEND
        channel.send(f":{me.prefix} {command} {channel.name} :{text}", besides=me)
    elif (other := network.find(name)) is not None:
        other.link.send(f":{me.prefix} {command} {other.nick} :{text}")
    else:
        return replies.NO_SUCH_NICK
    return None


def _away(_network: ServerState, me: User, params: Sequence[str]) -> None:
    me.away = params[0] if params else ""
    me.reply(replies.NOW_AWAY if me.away else replies.UNAWAY)


# Who somebody is (RFC 2812, 3.6)


def _who(network: ServerState, me: User, params: Sequence[str]) -> None:
    name = params[0] if params else "*"
    if (channel := network.channel(name)) is not None:
        for member in channel.members:
            _describe(me, member, channel.name, channel.ranked(member, ""))
    elif (found := network.find(name)) is not None:
        _describe(me, found, "*", "")
    me.reply(replies.END_OF_WHO, name)


def _describe(me: User, user: User, where: str, rank: str) -> None:
    flags = ("G" if user.away else "H") + rank
    me.reply(replies.WHO, where, user.name, HOST, SERVER, user.nick, flags, f"0 {user.realname}")


def _whois(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Tell all about one person. Of two parameters the first one is a server."""
    nick = params[:2][-1]
    user = network.find(nick)
    if user is None:
        me.reply(replies.NO_SUCH_NICK, nick)
    else:
        me.reply(replies.WHOIS_USER, user.nick, user.name, HOST, "*", user.realname)
        ranked = (channel.ranked(user, channel.name) for channel in user.channels)
        for some in packed(ranked, replies.WHOIS_CHANNELS.line(me.nick, user.nick, "")):
            me.reply(replies.WHOIS_CHANNELS, user.nick, some)
        me.reply(replies.WHOIS_SERVER, user.nick, SERVER, "PontoonBot's own server")
        if user.away:
            me.reply(replies.AWAY, user.nick, user.away)
        idle = str(int(max(network.now() - user.spoke_at, 0)))
        me.reply(replies.WHOIS_IDLE, user.nick, idle, str(int(user.came_at)))
    me.reply(replies.END_OF_WHOIS, nick)


def _whowas(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Reply that nobody is remembered; irssi asks by itself when WHOIS finds nobody."""
    me.reply(replies.WAS_NO_SUCH_NICK, params[0])
    me.reply(replies.END_OF_WHOWAS, params[0])


def _ison(network: ServerState, me: User, params: Sequence[str]) -> None:
    found = filter(None, map(network.find, " ".join(params).split()))
    me.reply(replies.ISON, " ".join(user.nick for user in found))


COMMANDS: Mapping[str, tuple[Callable[[ServerState, User, Sequence[str]], None], int]] = {
    "CAP": (_cap, 1),
    "PASS": (_pass, 1),
    "NICK": (_nick, 1),
    "USER": (_user, 4),
    "QUIT": (_quit, 0),
    "PING": (_ping, 1),
    "PONG": (do_nothing, 0),
    "MOTD": (_motd, 0),
    "JOIN": (_join, 1),
    "PART": (_part, 1),
    "TOPIC": (_topic, 1),
    "NAMES": (_names, 0),
    "LIST": (_list, 0),
    "KICK": (_kick, 2),
    "MODE": (_mode, 1),
    "PRIVMSG": (_privmsg, 2),
    "NOTICE": (_notice, 0),
    "AWAY": (_away, 0),
    "WHO": (_who, 0),
    "WHOIS": (_whois, 1),
    "WHOWAS": (_whowas, 1),
    "ISON": (_ison, 1),
}
"""What carries out each command, and the least number of its parameters."""

_BEFORE_WELCOME = frozenset({"CAP", "PASS", "NICK", "USER", "QUIT", "PING", "PONG"})
