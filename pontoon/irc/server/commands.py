"""The commands that the server inside the bot knows, and its numeric replies (RFC 2812)."""

import re
import secrets
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice

from pontoon import __version__
from pontoon.irc.isupport import ISupport, ModeChange
from pontoon.irc.line import parse, size_of
from pontoon.irc.outgoing import Message, Priority, do_nothing, lines_of
from pontoon.irc.server.state import (
    HOST,
    MOST_BYTES,
    RANKS,
    SERVER,
    Channel,
    ServerState,
    User,
    numeric,
    send_all,
)

# Names; a text is no longer than the line in which it came.
NICK_LENGTH = 30  # characters; config.ini allows a longer nick for the bot
USER_LENGTH = 10
CHANNEL_BYTES = 200  # as in config.ini

MOST_CHANNELS = 20  # that a person may be in; the bot may be in any number
MOST_TARGETS = 4  # of one message, or nicks in one KICK
MOST_MODES = 6  # changes in one MODE; further ones are ignored

_NICK = re.compile(r"[A-Za-z\[\]\\`_^{|}][A-Za-z0-9\[\]\\`_^{|}-]*")
_CHANNEL = re.compile("#[^\x00-\x20,\x7f-\x9f\ud800-\udfff]*")
"""No name contains control characters, or bytes that are not UTF-8."""

CHANNEL_FLAGS = "nt"
"""The modes of every channel: only members speak there, and only operators set the topic."""

SUPPORTED = (
    "CASEMAPPING=rfc1459",
    f"CHANLIMIT=#:{MOST_CHANNELS}",
    f"CHANMODES=,,,{CHANNEL_FLAGS}",
    f"CHANNELLEN={CHANNEL_BYTES}",
    "CHANTYPES=#",
    f"MODES={MOST_MODES}",
    "NETWORK=Pontoon",
    f"NICKLEN={NICK_LENGTH}",
    f"PREFIX=({''.join(RANKS)}){''.join(RANKS.values())}",
    f"TARGMAX=KICK:{MOST_TARGETS},NOTICE:{MOST_TARGETS},PRIVMSG:{MOST_TARGETS}",
)
"""The tokens of 005: no more than 13, which fill a line (RFC 2812, 2.3)."""

_PROGRAM = f"pontoonbot-{__version__}"
_ISUPPORT = ISupport().told(SUPPORTED)


def obey(network: ServerState, me: User, line: str) -> None:
    """Carry out LINE of a user, or reply why not."""
    message = parse(line)
    if message is None:
        return
    act, least = COMMANDS.get(message.command, (None, 0))
    if not me.is_registered and message.command not in _BEFORE_WELCOME:
        me.reply("451", "You have not registered")
    elif act is None:
        me.reply("421", message.command, "Unknown command")
    elif len(message.params) < least:
        me.reply("461", message.command, "Not enough parameters")
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
            me.reply("410", subcommand, "Invalid CAP command")


def _pass(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Recognise the bot by its token; the passwords of others do not matter."""
    token = params[0].encode(errors="surrogateescape")
    me.is_bot = secrets.compare_digest(token, network.token.encode())


def _nick(network: ServerState, me: User, params: Sequence[str]) -> None:
    wanted = params[0]
    is_nick = len(wanted) <= NICK_LENGTH and _NICK.fullmatch(wanted) is not None
    if not is_nick and not (me.is_bot and wanted):
        me.reply("432", wanted, "Erroneous nickname")
    elif not network.is_free(wanted, me):
        me.reply("433", wanted, "Nickname is already in use")
    elif wanted != me.nick:
        if me.is_registered:
            send_all([me, *network.around(me)], f":{me.prefix} NICK :{wanted}")
        network.name(me, wanted)
        _welcome_if_ready(network, me)


def _user(network: ServerState, me: User, params: Sequence[str]) -> None:
    if me.name:
        me.reply("462", "You may not reregister")
        return
    usable = [each for each in params[0] if each.isascii() and (each.isalnum() or each in "._-")]
    me.name = "".join(usable[:USER_LENGTH]) or "user"
    me.realname = params[3]
    _welcome_if_ready(network, me)


def _welcome_if_ready(network: ServerState, me: User) -> None:
    if me.is_registered or me.is_negotiating or not (me.nick and me.name):
        return
    me.is_registered = True
    me.came_at = me.spoke_at = network.now()
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(network.created_at))
    me.reply("001", f"Welcome to the Pontoon IRC network {me.prefix}")
    me.reply("002", f"Your host is {SERVER}, running version {_PROGRAM}")
    me.reply("003", f"This server was created {created}")
    ranks = "".join(RANKS)
    me.reply("004", SERVER, _PROGRAM, "i", CHANNEL_FLAGS + ranks, ranks)
    me.reply("005", *SUPPORTED, "are supported by this server")
    _motd(network, me, ())


def _motd(network: ServerState, me: User, _params: Sequence[str]) -> None:
    me.reply("375", f"- {SERVER} Message of the day -")
    for line in network.motd:
        me.reply("372", f"- {line}")
    me.reply("376", "End of /MOTD command")


def _ping(_network: ServerState, me: User, params: Sequence[str]) -> None:
    me.link.send(f":{SERVER} PONG {SERVER} :{params[0]}")


def _quit(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Leave with a message to the people in the same channels."""
    me.link.close(f"Quit: {params[0]}" if params and params[0] else "Quit")


# Channels (RFC 2812, 3.2)


def _join(network: ServerState, me: User, params: Sequence[str]) -> None:
    for name in params[0].split(","):
        channel = network.channel(name)
        if not _CHANNEL.fullmatch(name) or size_of(name) > CHANNEL_BYTES:
            me.reply("403", name, "No such channel")
        elif channel is not None and me in channel.members:
            continue
        elif len(me.channels) >= MOST_CHANNELS and not me.is_bot:
            me.reply("405", name, "You have joined too many channels")
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
            me.reply("403", name, "No such channel")
        elif known.topic:
            _show_topic(me, known)
        else:
            me.reply("331", known.name, "No topic is set")
    elif (channel := _ruled_channel(network, me, name)) is not None:
        channel.topic = text[0]
        channel.topic_by, channel.topic_at = me.prefix, network.now()
        channel.send(f":{me.prefix} TOPIC {channel.name} :{channel.topic}")


def _show_topic(me: User, channel: Channel) -> None:
    me.reply("332", channel.name, channel.topic)
    me.reply("333", channel.name, channel.topic_by, str(int(channel.topic_at)))


def _own_channel(network: ServerState, me: User, name: str) -> Channel | None:
    """Return the channel NAME if ME is in it; otherwise reply why not."""
    channel = network.channel(name)
    if channel is None:
        me.reply("403", name, "No such channel")
    elif me not in channel.members:
        me.reply("442", channel.name, "You're not on that channel")
    else:
        return channel
    return None


def _ruled_channel(network: ServerState, me: User, name: str) -> Channel | None:
    """Return the channel NAME if ME is its operator; otherwise reply why not."""
    channel = _own_channel(network, me, name)
    if channel is not None and not channel.is_operator(me):
        me.reply("482", channel.name, "You're not channel operator")
        return None
    return channel


def _names(network: ServerState, me: User, params: Sequence[str]) -> None:
    for name in params[0].split(",") if params else "*":
        if (channel := network.channel(name)) is not None:
            ranked = (channel.ranked(member, member.nick) for member in channel.members)
            _reply_with_words(me, ranked, "353", "=", channel.name)
        me.reply("366", name, "End of /NAMES list")


def _reply_with_words(me: User, words: Iterable[str], number: str, *params: str) -> None:
    """Send reply NUMBER with WORDS behind PARAMS, in as many lines as they need."""
    room = MOST_BYTES - size_of(numeric(number, me.nick, *params, ""))
    message = Message(me.nick, (" ".join(words),), Priority.CHATTER)
    for line in lines_of(message, room):
        me.reply(number, *params, line)


def _list(network: ServerState, me: User, params: Sequence[str]) -> None:
    me.reply("321", "Channel", "Users  Name")
    for name in params[0].split(",") if params else network.channels:
        if (channel := network.channel(name)) is not None:
            me.reply("322", channel.name, str(len(channel.members)), channel.topic)
    me.reply("323", "End of /LIST")


def _kick(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, nicks, *reason = params
    if (channel := _ruled_channel(network, me, name)) is None:
        return
    why = reason[0] if reason else me.nick
    for nick in nicks.split(",")[:MOST_TARGETS]:
        if (other := _member(network, me, channel, nick)) is not None:
            channel.send(f":{me.prefix} KICK {channel.name} {other.nick} :{why}")
            network.leave(other, channel)


def _member(network: ServerState, me: User, channel: Channel, nick: str) -> User | None:
    """Return the member of CHANNEL with NICK; otherwise reply to ME that there is none."""
    other = network.find(nick)
    if other is None:
        me.reply("401", nick, "No such nick/channel")
    elif other not in channel.members:
        me.reply("441", other.nick, channel.name, "They aren't on that channel")
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
        me.reply("403", name, "No such channel")
    elif not change:
        me.reply("324", channel.name, f"+{CHANNEL_FLAGS}")
        me.reply("329", channel.name, str(int(channel.created_at)))
    elif change in (["b"], ["+b"]):
        # There are no bans, but clients ask for them when they enter.
        me.reply("368", channel.name, "End of channel ban list")
    elif _ruled_channel(network, me, name) is not None:
        letters, *nicks = change
        for each in islice(_ISUPPORT.mode_changes(letters, nicks), MOST_MODES):
            _change_rank(network, me, channel, each)


def _own_modes(network: ServerState, me: User, nick: str, change: Sequence[str]) -> None:
    """Show or set one's own modes: everybody is invisible (+i), as many clients ask."""
    if network.find(nick) is not me:
        me.reply("502", nick, "Cannot change mode for other users")
    elif not change:
        me.reply("221", "+i")
    elif change[0] == "+i":
        me.link.send(f":{me.prefix} MODE {me.nick} :+i")
    else:
        me.reply("501", "Unknown MODE flag")


def _change_rank(network: ServerState, me: User, channel: Channel, change: ModeChange) -> None:
    if change.mode not in RANKS:
        me.reply("472", change.mode, "is unknown mode char to me")
    elif not change.parameter:
        me.reply("461", "MODE", "Not enough parameters")
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
        me.reply("412", "No text to send")
        return
    names = targets.split(",")
    for name in names[:MOST_TARGETS]:
        if (refused := _deliver(network, me, "PRIVMSG", name, text)) is not None:
            number, why = refused
            me.reply(number, name, why)
        elif (other := network.find(name)) is not None and other.away:
            me.reply("301", other.nick, other.away)
    if len(names) > MOST_TARGETS:
        me.reply("407", names[MOST_TARGETS], "Too many targets")


def _notice(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Send a message that nothing answers, not even the server."""
    match params:
        case [targets, text, *_] if text:
            for name in targets.split(",")[:MOST_TARGETS]:
                _deliver(network, me, "NOTICE", name, text)


def _deliver(
    network: ServerState, me: User, command: str, name: str, text: str
) -> tuple[str, str] | None:
    """Send TEXT to the channel or person NAME; return number and text of an error, if any."""
    if name.startswith("#"):
        channel = network.channel(name)
        if channel is None:
            return "403", "No such channel"
        if me not in channel.members:
            return "404", "Cannot send to channel"
        channel.send(f":{me.prefix} {command} {channel.name} :{text}", besides=me)
    elif (other := network.find(name)) is not None:
        other.link.send(f":{me.prefix} {command} {other.nick} :{text}")
    else:
        return "401", "No such nick/channel"
    return None


def _away(_network: ServerState, me: User, params: Sequence[str]) -> None:
    me.away = params[0] if params else ""
    if me.away:
        me.reply("306", "You have been marked as being away")
    else:
        me.reply("305", "You are no longer marked as being away")


# Who somebody is (RFC 2812, 3.6)


def _who(network: ServerState, me: User, params: Sequence[str]) -> None:
    name = params[0] if params else "*"
    if (channel := network.channel(name)) is not None:
        for member in channel.members:
            _describe(me, member, channel.name, channel.ranked(member, ""))
    elif (found := network.find(name)) is not None:
        _describe(me, found, "*", "")
    me.reply("315", name, "End of /WHO list")


def _describe(me: User, user: User, where: str, rank: str) -> None:
    flags = ("G" if user.away else "H") + rank
    me.reply("352", where, user.name, HOST, SERVER, user.nick, flags, f"0 {user.realname}")


def _whois(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Tell all about one person. Of two parameters the first one is a server."""
    nick = params[:2][-1]
    user = network.find(nick)
    if user is None:
        me.reply("401", nick, "No such nick/channel")
    else:
        me.reply("311", user.nick, user.name, HOST, "*", user.realname)
        ranked = (channel.ranked(user, channel.name) for channel in user.channels)
        _reply_with_words(me, ranked, "319", user.nick)
        me.reply("312", user.nick, SERVER, "PontoonBot's own server")
        if user.away:
            me.reply("301", user.nick, user.away)
        idle = str(int(max(network.now() - user.spoke_at, 0)))
        me.reply("317", user.nick, idle, str(int(user.came_at)), "seconds idle, signon time")
    me.reply("318", nick, "End of /WHOIS list")


def _whowas(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Reply that nobody is remembered; irssi asks by itself when WHOIS finds nobody."""
    me.reply("406", params[0], "There was no such nickname")
    me.reply("369", params[0], "End of WHOWAS")


def _ison(network: ServerState, me: User, params: Sequence[str]) -> None:
    found = filter(None, map(network.find, " ".join(params).split()))
    me.reply("303", " ".join(user.nick for user in found))


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
