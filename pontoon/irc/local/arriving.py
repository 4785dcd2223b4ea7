"""The commands of coming and going: CAP, PASS, NICK, USER, QUIT, PING, MOTD, LUSERS."""

import secrets
import time
from collections.abc import Sequence

from pontoon import __version__
from pontoon.irc.local import replies
from pontoon.irc.local.limits import REALNAME_BYTES, REASON_BYTES
from pontoon.irc.local.lines import encoded, shortened
from pontoon.irc.local.names import is_nick, user_name
from pontoon.irc.local.network import Network, User, send_all


def cap(network: Network, me: User, params: Sequence[str]) -> None:
    """Negotiate capabilities, of which there are none (IRCv3); the welcome waits until the end."""
    subcommand, *asked = params
    nick = me.nick or "*"
    match subcommand.upper():
        case "LS" | "LIST" as listing:
            me.is_negotiating = not me.is_registered
            me.link.send(f":{replies.SERVER} CAP {nick} {listing} :")
        case "REQ":
            me.is_negotiating = not me.is_registered
            me.link.send(f":{replies.SERVER} CAP {nick} NAK :{' '.join(asked)}")
        case "END":
            me.is_negotiating = False
            _welcome_if_ready(network, me)
        case _:
            me.reply(replies.INVALID_CAP, subcommand)


def password(network: Network, me: User, params: Sequence[str]) -> None:
    """Know the house by its token; anybody else's password is not looked at."""
    if me.is_registered:
        me.reply(replies.ALREADY_REGISTERED)
    else:
        me.is_house = secrets.compare_digest(encoded(params[0]), network.token.encode())


def nick(network: Network, me: User, params: Sequence[str]) -> None:
    """Take a nick, or another one."""
    wanted = params[0] if params else ""
    if not wanted:
        me.reply(replies.NO_NICK_GIVEN)
    elif not me.is_house and not is_nick(wanted):
        me.reply(replies.ERRONEOUS_NICK, wanted)
    elif not network.is_free(wanted, me):
        me.reply(replies.NICK_IN_USE, wanted)
    elif wanted != me.nick:
        if me.is_registered:
            send_all([me, *network.around(me)], f":{me.prefix} NICK :{wanted}")
        network.name(me, wanted)
        _welcome_if_ready(network, me)


def user(network: Network, me: User, params: Sequence[str]) -> None:
    """Say who one is."""
    if me.name:
        me.reply(replies.ALREADY_REGISTERED)
        return
    me.name = user_name(params[0])
    me.realname = shortened(params[3], REALNAME_BYTES)
    _welcome_if_ready(network, me)


def leave_server(_network: Network, me: User, params: Sequence[str]) -> None:
    """Leave, with a word to those around."""
    message = shortened(params[0], REASON_BYTES) if params else ""
    me.link.close(f"Quit: {message}" if message else "Quit")


def ping(_network: Network, me: User, params: Sequence[str]) -> None:
    """Answer with what was sent."""
    if params and params[0]:
        me.link.send(f":{replies.SERVER} PONG {replies.SERVER} :{params[0]}")
    else:
        me.reply(replies.NO_ORIGIN)


def pong(_network: Network, _me: User, _params: Sequence[str]) -> None:
    """Show that one is there; that any line came is enough."""


def motd(network: Network, me: User, _params: Sequence[str]) -> None:
    """Show how to play."""
    me.reply(replies.MOTD_START)
    for line in network.motd:
        me.reply(replies.MOTD, f"- {line}")
    me.reply(replies.END_OF_MOTD)


def lusers(network: Network, me: User, _params: Sequence[str]) -> None:
    """Count people and channels."""
    users = len(network.users)
    me.reply(replies.LUSER_CLIENT, f"There are {users} users on 1 server")
    me.reply(replies.LUSER_CHANNELS, str(len(list(network.channels))))
    me.reply(replies.LUSER_ME, f"I have {users} clients and 0 servers")


def _welcome_if_ready(network: Network, me: User) -> None:
    if me.is_registered or me.is_negotiating or not (me.nick and me.name):
        return
    me.is_registered = True
    me.came_at = me.spoke_at = network.now()
    version = f"pontoonbot-{__version__}"
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(network.created_at))
    me.reply(replies.WELCOME, f"Welcome to the Pontoon IRC network {me.prefix}")
    me.reply(replies.YOUR_HOST, f"Your host is {replies.SERVER}, running version {version}")
    me.reply(replies.CREATED, f"This server was created {created}")
    modes = replies.USER_MODES, replies.CHANNEL_FLAGS + "".join(replies.RANKS)
    me.reply(replies.MY_INFO, replies.SERVER, version, *modes)
    me.reply(replies.ISUPPORT, *replies.SUPPORTED)
    lusers(network, me, ())
    motd(network, me, ())
