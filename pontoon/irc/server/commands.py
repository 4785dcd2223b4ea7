"""All commands that the server inside the bot knows."""

from collections.abc import Callable, Mapping, Sequence

from msgspec import Struct

from pontoon.irc.line import parse
from pontoon.irc.server import channels, modes, queries, registration, replies
from pontoon.irc.server.state import ServerState, User


class ServerCommand(Struct, frozen=True):
    """A command: its function, the least number of parameters, and whether it may come early."""

    obey: Callable[[ServerState, User, Sequence[str]], None]
    least: int = 0
    before_registration: bool = False


def _ignore(_network: ServerState, _me: User, _params: Sequence[str]) -> None:
    """Do nothing: any line is a sign of life, and tags alone say nothing here."""


COMMANDS: Mapping[str, ServerCommand] = {
    "CAP": ServerCommand(registration.cap, 1, before_registration=True),
    "PASS": ServerCommand(registration.password, 1, before_registration=True),
    "NICK": ServerCommand(registration.nick, before_registration=True),
    "USER": ServerCommand(registration.user, 4, before_registration=True),
    "QUIT": ServerCommand(registration.leave_server, before_registration=True),
    "PING": ServerCommand(registration.ping, before_registration=True),
    "PONG": ServerCommand(_ignore, before_registration=True),
    "MOTD": ServerCommand(registration.motd),
    "LUSERS": ServerCommand(registration.lusers),
    "VERSION": ServerCommand(registration.version),
    "TIME": ServerCommand(registration.tell_time),
    "PRIVMSG": ServerCommand(channels.say),
    "NOTICE": ServerCommand(channels.notice),
    "TAGMSG": ServerCommand(_ignore),
    "AWAY": ServerCommand(channels.away),
    "JOIN": ServerCommand(channels.join, 1),
    "PART": ServerCommand(channels.part, 1),
    "TOPIC": ServerCommand(channels.topic, 1),
    "NAMES": ServerCommand(channels.names),
    "LIST": ServerCommand(channels.list_channels),
    "KICK": ServerCommand(channels.kick, 2),
    "INVITE": ServerCommand(channels.invite, 2),
    "MODE": ServerCommand(modes.mode, 1),
    "WHO": ServerCommand(queries.who),
    "WHOIS": ServerCommand(queries.whois),
    "WHOWAS": ServerCommand(queries.whowas),
    "ISON": ServerCommand(queries.ison, 1),
    "USERHOST": ServerCommand(queries.userhost, 1),
}


def obey(network: ServerState, me: User, line: str) -> None:
    """Carry out LINE of a user, or reply why not."""
    message = parse(line)
    if message is None:
        return
    command = COMMANDS.get(message.command)
    if not me.is_registered and (command is None or not command.before_registration):
        me.reply(replies.NOT_REGISTERED)
    elif command is None:
        me.reply(replies.UNKNOWN_COMMAND, message.command)
    elif len(message.params) < command.least:
        me.reply(replies.NEED_MORE_PARAMS, message.command)
    else:
        command.obey(network, me, message.params)
