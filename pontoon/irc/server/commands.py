"""All commands that the server inside the bot knows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pontoon.irc.line import parse
from pontoon.irc.server import channels, modes, queries, registration, replies
from pontoon.irc.server.state import ServerState, User

Obey = Callable[[ServerState, User, Sequence[str]], None]
"""Carries out a command of a user with these parameters."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its function, the least number of parameters, and whether it may come early."""

    obey: Obey
    least: int = 0
    before_registration: bool = False


COMMANDS: Mapping[str, Command] = {
    "CAP": Command(registration.cap, 1, before_registration=True),
    "PASS": Command(registration.password, 1, before_registration=True),
    "NICK": Command(registration.nick, before_registration=True),
    "USER": Command(registration.user, 4, before_registration=True),
    "QUIT": Command(registration.leave_server, before_registration=True),
    "PING": Command(registration.ping, before_registration=True),
    "PONG": Command(registration.pong, before_registration=True),
    "MOTD": Command(registration.motd),
    "LUSERS": Command(registration.lusers),
    "VERSION": Command(registration.version),
    "TIME": Command(registration.tell_time),
    "PRIVMSG": Command(channels.say),
    "NOTICE": Command(channels.notice),
    "TAGMSG": Command(channels.ignore),
    "AWAY": Command(channels.away),
    "JOIN": Command(channels.join, 1),
    "PART": Command(channels.part, 1),
    "TOPIC": Command(channels.topic, 1),
    "NAMES": Command(channels.names),
    "LIST": Command(channels.list_channels),
    "KICK": Command(channels.kick, 2),
    "INVITE": Command(channels.invite, 2),
    "MODE": Command(modes.mode, 1),
    "WHO": Command(queries.who),
    "WHOIS": Command(queries.whois),
    "WHOWAS": Command(queries.whowas),
    "ISON": Command(queries.ison, 1),
    "USERHOST": Command(queries.userhost, 1),
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
