"""Every command that the server inside the bot knows, and what it needs."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from pontoon.irc.local import arriving, asking, gathering, modes, replies, talking
from pontoon.irc.local.network import Network, User
from pontoon.irc.wire import parse

Obey = Callable[[Network, User, Sequence[str]], None]
"""Does what somebody's command with these parameters says."""


@dataclass(frozen=True, slots=True)
class Command:
    """What a command does, and the least number of its parameters.

    Commands of the threshold may come before the welcome.
    """

    obey: Obey
    least: int = 0
    is_of_threshold: bool = False


COMMANDS: Mapping[str, Command] = {
    "CAP": Command(arriving.cap, 1, is_of_threshold=True),
    "PASS": Command(arriving.password, 1, is_of_threshold=True),
    "NICK": Command(arriving.nick, is_of_threshold=True),
    "USER": Command(arriving.user, 4, is_of_threshold=True),
    "QUIT": Command(arriving.leave_server, is_of_threshold=True),
    "PING": Command(arriving.ping, is_of_threshold=True),
    "PONG": Command(arriving.pong, is_of_threshold=True),
    "MOTD": Command(arriving.motd),
    "LUSERS": Command(arriving.lusers),
    "VERSION": Command(arriving.version),
    "TIME": Command(arriving.tell_time),
    "PRIVMSG": Command(talking.say),
    "NOTICE": Command(talking.notice),
    "TAGMSG": Command(talking.pass_over),
    "AWAY": Command(talking.away),
    "JOIN": Command(gathering.join, 1),
    "PART": Command(gathering.part, 1),
    "TOPIC": Command(gathering.topic, 1),
    "NAMES": Command(gathering.names),
    "LIST": Command(gathering.list_channels),
    "KICK": Command(gathering.kick, 2),
    "INVITE": Command(gathering.invite, 2),
    "MODE": Command(modes.mode, 1),
    "WHO": Command(asking.who),
    "WHOIS": Command(asking.whois),
    "WHOWAS": Command(asking.whowas),
    "ISON": Command(asking.ison, 1),
    "USERHOST": Command(asking.userhost, 1),
}


def obey(network: Network, me: User, line: str) -> None:
    """Do what LINE of a user says, or reply why not."""
    message = parse(line)
    if message is None:
        return
    command = COMMANDS.get(message.command)
    if not me.is_registered and (command is None or not command.is_of_threshold):
        me.reply(replies.NOT_REGISTERED)
    elif command is None:
        me.reply(replies.UNKNOWN_COMMAND, message.command)
    elif len(message.params) < command.least:
        me.reply(replies.NEED_MORE_PARAMS, message.command)
    else:
        command.obey(network, me, message.params)
