"""The commands of talking: PRIVMSG, NOTICE, TAGMSG, AWAY."""

from collections.abc import Sequence

from pontoon.irc.casemapping import rfc1459
from pontoon.irc.server import replies
from pontoon.irc.server.limits import MOST_TARGETS, REASON_BYTES
from pontoon.irc.server.lines import shortened
from pontoon.irc.server.replies import Reply
from pontoon.irc.server.state import Network, User


def say(network: Network, me: User, params: Sequence[str]) -> None:
    """Say something to people and channels, and learn why it did not arrive."""
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


def notice(network: Network, me: User, params: Sequence[str]) -> None:
    """Say something that nothing may answer by itself, the server neither (RFC 2812, 3.3.2)."""
    match params:
        case [targets, text, *_] if text:
            for name in _each_once(targets)[:MOST_TARGETS]:
                _deliver(network, me, "NOTICE", name, text)


def pass_over(_network: Network, _me: User, _params: Sequence[str]) -> None:
    """Do nothing: a message of tags alone says nothing to anybody here."""


def away(_network: Network, me: User, params: Sequence[str]) -> None:
    """Be away with a message, or back without one."""
    me.away = shortened(params[0], REASON_BYTES) if params else ""
    me.reply(replies.NOW_AWAY if me.away else replies.UNAWAY)


def _deliver(network: Network, me: User, command: str, name: str, text: str) -> Reply | None:
    """Send TEXT to the channel or person called NAME; return what keeps it from arriving."""
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
    """Return the names in NAMES, of those that are the same on this server only the first."""
    named: dict[str, str] = {}
    for name in filter(None, names.split(",")):
        named.setdefault(rfc1459(name), name)
    return list(named.values())
