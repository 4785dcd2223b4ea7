"""The commands of registration (CAP, PASS, NICK, USER, QUIT), and those about the server."""

import secrets
import time
from collections.abc import Sequence

from pontoon import __version__
from pontoon.irc.server import replies
from pontoon.irc.server.limits import REALNAME_BYTES, REASON_BYTES
from pontoon.irc.server.lines import encoded, is_nick, shortened, user_name
from pontoon.irc.server.replies import SERVER
from pontoon.irc.server.state import ServerState, User, send_all

_PROGRAM = f"pontoonbot-{__version__}"


def cap(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Negotiate capabilities (IRCv3): there are none, but the welcome waits for CAP END."""
    subcommand, *asked = params
    nick = me.nick or "*"
    match subcommand.upper():
        case "LS":
            me.is_negotiating = not me.is_registered
            me.link.send(f":{SERVER} CAP {nick} LS :")
        case "LIST":
            me.link.send(f":{SERVER} CAP {nick} LIST :")
        case "REQ":
            me.is_negotiating = not me.is_registered
            me.link.send(f":{SERVER} CAP {nick} NAK :{' '.join(asked)}")
        case "END":
            me.is_negotiating = False
            _welcome_if_ready(network, me)
        case _:
            me.reply(replies.INVALID_CAP, subcommand)


def password(network: ServerState, me: User, params: Sequence[str]) -> None:
    """Recognise the bot by its token; the passwords of others do not matter."""
    if me.is_registered:
        me.reply(replies.ALREADY_REGISTERED)
    else:
        me.is_bot = secrets.compare_digest(encoded(params[0]), network.token.encode())


def nick(network: ServerState, me: User, params: Sequence[str]) -> None:
    wanted = params[0] if params else ""
    if not wanted:
        me.reply(replies.NO_NICK_GIVEN)
    elif not me.is_bot and not is_nick(wanted):
        me.reply(replies.ERRONEOUS_NICK, wanted)
    elif not network.is_free(wanted, me):
        me.reply(replies.NICK_IN_USE, wanted)
    elif wanted != me.nick:
        if me.is_registered:
            send_all([me, *network.around(me)], f":{me.prefix} NICK :{wanted}")
        network.name(me, wanted)
        _welcome_if_ready(network, me)


def user(network: ServerState, me: User, params: Sequence[str]) -> None:
    name, _, _, realname, *_ = params
    if me.name:
        me.reply(replies.ALREADY_REGISTERED)
    elif not realname:
        me.reply(replies.NEED_MORE_PARAMS, "USER")
    else:
        me.name = user_name(name)
        me.realname = shortened(realname, REALNAME_BYTES)
        _welcome_if_ready(network, me)


def leave_server(_network: ServerState, me: User, params: Sequence[str]) -> None:
    """Leave with a message to the people in the same channels."""
    message = shortened(params[0], REASON_BYTES) if params else ""
    me.link.close(f"Quit: {message}" if message else "Quit")


def ping(_network: ServerState, me: User, params: Sequence[str]) -> None:
    if params and params[0]:
        me.link.send(f":{SERVER} PONG {SERVER} :{params[0]}")
    else:
        me.reply(replies.NO_ORIGIN)


def motd(network: ServerState, me: User, _params: Sequence[str]) -> None:
    """Show the message of the day, which says how to play."""
    me.reply(replies.MOTD_START)
    for line in network.motd:
        me.reply(replies.MOTD, f"- {line}")
    me.reply(replies.END_OF_MOTD)


def lusers(network: ServerState, me: User, _params: Sequence[str]) -> None:
    """Tell how many people and channels there are."""
    users = len(network.users)
    me.reply(replies.LUSER_CLIENT, f"There are {users} users on 1 server")
    me.reply(replies.LUSER_CHANNELS, str(len(list(network.channels))))
    me.reply(replies.LUSER_ME, f"I have {users} clients and 0 servers")


def version(network: ServerState, me: User, params: Sequence[str]) -> None:
    if _names_this_server(network, me, params):
        me.reply(replies.VERSION, f"{_PROGRAM}.", SERVER, "PontoonBot's own server")
        _send_isupport(me)


def tell_time(network: ServerState, me: User, params: Sequence[str]) -> None:
    if _names_this_server(network, me, params):
        now = time.strftime("%A %d %B %Y, %H:%M:%S %z", time.localtime(network.now()))
        me.reply(replies.TIME, SERVER, now)


def _names_this_server(network: ServerState, me: User, params: Sequence[str]) -> bool:
    """Tell whether PARAMS name this server, by its own name or by a nick on it."""
    name = params[0] if params else SERVER
    if name in (SERVER, "*") or network.find(name) is not None:
        return True
    me.reply(replies.NO_SUCH_SERVER, name)
    return False


def _send_isupport(me: User) -> None:
    for start in range(0, len(replies.SUPPORTED), replies.MOST_TOKENS):
        me.reply(replies.ISUPPORT, *replies.SUPPORTED[start : start + replies.MOST_TOKENS])


def _welcome_if_ready(network: ServerState, me: User) -> None:
    if me.is_registered or me.is_negotiating or not (me.nick and me.name):
        return
    me.is_registered = True
    me.came_at = me.spoke_at = network.now()
    created = time.strftime("%Y-%m-%d %H:%M:%S", time.localtime(network.created_at))
    me.reply(replies.WELCOME, f"Welcome to the Pontoon IRC network {me.prefix}")
    me.reply(replies.YOUR_HOST, f"Your host is {SERVER}, running version {_PROGRAM}")
    me.reply(replies.CREATED, f"This server was created {created}")
    with_parameter = "".join([replies.BANS, replies.KEY, replies.LIMIT, *replies.RANKS])
    modes = replies.USER_MODES, replies.CHANNEL_FLAGS + with_parameter, with_parameter
    me.reply(replies.MY_INFO, SERVER, _PROGRAM, *modes)
    _send_isupport(me)
    lusers(network, me, ())
    motd(network, me, ())
