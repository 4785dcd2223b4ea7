"""The commands that ask about people: WHO, WHOIS, WHOWAS, ISON, USERHOST."""

from collections.abc import Sequence

from pontoon.irc.server import replies
from pontoon.irc.server.lines import packed, room_in
from pontoon.irc.server.replies import HOST, SERVER
from pontoon.irc.server.state import Channel, ServerState, User

_MOST_HOSTS = 5
"""Nicks that one USERHOST may ask for (RFC 2812, 4.8)."""


def who(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Show the people in a channel, one person, or everybody who is not invisible."""
    name = params[0] if params else "*"
    if (channel := network.channel(name)) is not None:
        for member in channel.members:
            _describe(me, member, channel)
    elif name in ("*", "0"):
        for user in network.users:
            if user is me or not user.is_invisible or user.shares_channel_with(me):
                _describe(me, user, None)
    elif (found := network.find(name)) is not None:
        _describe(me, found, None)
    me.reply(replies.END_OF_WHO, name)


def whois(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Tell all about one person. Of two parameters the first one is a server."""
    nick = params[:2][-1].partition(",")[0] if params else ""
    if not nick:
        me.reply(replies.NO_NICK_GIVEN)
        return
    user = network.find(nick)
    if user is None:
        me.reply(replies.NO_SUCH_NICK, nick)
    else:
        _tell_all(network, me, user)
    me.reply(replies.END_OF_WHOIS, nick)


def whowas(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Reply that the server remembers nobody; irssi asks by itself when WHOIS finds nobody."""
    if params:
        me.reply(replies.WAS_NO_SUCH_NICK, params[0])
        me.reply(replies.END_OF_WHOWAS, params[0])
    else:
        me.reply(replies.NO_NICK_GIVEN)


def ison(network: ServerState, me: User, params: Sequence[str]) -> None:
    found = filter(None, map(network.find, " ".join(params).split()))
    me.reply(replies.ISON, " ".join(user.nick for user in found))


def userhost(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Tell the addresses of a few people, and which of them are away."""
    found = filter(None, map(network.find, params[:_MOST_HOSTS]))
    shown = [f"{user.nick}={'-' if user.away else '+'}{user.name}@{HOST}" for user in found]
    me.reply(replies.USERHOST, " ".join(shown))


def _describe(me: User, user: User, channel: Channel | None) -> None:
    flags = "G" if user.away else "H"
    where = "*"
    if channel is not None:
        flags += channel.rank(user)
        where = channel.name
    me.reply(replies.WHO, where, user.name, HOST, SERVER, user.nick, flags, f"0 {user.realname}")


def _tell_all(network: ServerState, me: User, user: User) -> None:
    me.reply(replies.WHOIS_USER, user.nick, user.name, HOST, "*", user.realname)
    ranked = (channel.rank(user) + channel.name for channel in user.channels)
    for some in packed(ranked, room_in(replies.WHOIS_CHANNELS.line(me.nick, user.nick, ""))):
        me.reply(replies.WHOIS_CHANNELS, user.nick, some)
    me.reply(replies.WHOIS_SERVER, user.nick, SERVER, "PontoonBot's own server")
    if user.away:
        me.reply(replies.AWAY, user.nick, user.away)
    idle = str(int(max(network.now() - user.spoke_at, 0)))
    me.reply(replies.WHOIS_IDLE, user.nick, idle, str(int(user.came_at)))
