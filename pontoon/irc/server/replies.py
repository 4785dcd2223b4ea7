"""The numeric replies of RFC 2812, and the texts of those that always have the same."""

from typing import NamedTuple

from pontoon.irc.server import limits

SERVER = "pontoon.localhost"
"""The name of the server."""

HOST = "localhost"
"""The host of everybody."""

CHANNEL_FLAGS = "nt"
"""The modes of every channel: only members speak there, and only operators set the topic."""
RANKS = {"o": "@", "v": "+"}
"""The symbols that NAMES shows for the modes of members, highest first."""

SUPPORTED = (
    "CASEMAPPING=rfc1459",
    f"CHANLIMIT=#:{limits.MOST_CHANNELS}",
    f"CHANMODES=,,,{CHANNEL_FLAGS}",
    f"CHANNELLEN={limits.CHANNEL_BYTES}",
    "CHANTYPES=#",
    f"MODES={limits.MOST_MODES}",
    "NETWORK=Pontoon",
    f"NICKLEN={limits.NICK_LENGTH}",
    f"PREFIX=({''.join(RANKS)}){''.join(RANKS.values())}",
    f"TARGMAX=KICK:{limits.MOST_TARGETS},NOTICE:{limits.MOST_TARGETS},PRIVMSG:{limits.MOST_TARGETS}",
)
"""The tokens of RPL_ISUPPORT: no more than 13, which fill a line (RFC 2812, 2.3)."""


class Reply(NamedTuple):
    """A numeric reply. If ``text`` is empty, the caller gives the last parameter too."""

    number: str
    text: str = ""

    def line(self, nick: str, *params: str) -> str:
        """Return the reply to NICK as a line, without CR LF."""
        *middle, last = (*params, self.text) if self.text else params
        words = [f":{SERVER}", self.number, nick, *map(_one_word, middle)]
        return f"{' '.join(words)} :{last}"


def _one_word(param: str) -> str:
    """Return PARAM, or a star if it would not read as exactly one parameter."""
    return "*" if not param or " " in param or param.startswith(":") else param


WELCOME = Reply("001")
YOUR_HOST = Reply("002")
CREATED = Reply("003")
MY_INFO = Reply("004")
ISUPPORT = Reply("005", "are supported by this server")
USER_MODE_IS = Reply("221")
AWAY = Reply("301")
ISON = Reply("303")
UNAWAY = Reply("305", "You are no longer marked as being away")
NOW_AWAY = Reply("306", "You have been marked as being away")
WHOIS_USER = Reply("311")
WHOIS_SERVER = Reply("312")
END_OF_WHO = Reply("315", "End of /WHO list")
WHOIS_IDLE = Reply("317", "seconds idle, signon time")
END_OF_WHOIS = Reply("318", "End of /WHOIS list")
WHOIS_CHANNELS = Reply("319")
LIST_START = Reply("321", "Users  Name")
LIST = Reply("322")
LIST_END = Reply("323", "End of /LIST")
CHANNEL_MODE_IS = Reply("324")
CREATION_TIME = Reply("329")
NO_TOPIC = Reply("331", "No topic is set")
TOPIC = Reply("332")
TOPIC_WHO_TIME = Reply("333")
WHO = Reply("352")
NAMES = Reply("353")
END_OF_NAMES = Reply("366", "End of /NAMES list")
END_OF_BAN_LIST = Reply("368", "End of channel ban list")
END_OF_WHOWAS = Reply("369", "End of WHOWAS")
MOTD = Reply("372")
MOTD_START = Reply("375", f"- {SERVER} Message of the day -")
END_OF_MOTD = Reply("376", "End of /MOTD command")

NO_SUCH_NICK = Reply("401", "No such nick/channel")
NO_SUCH_CHANNEL = Reply("403", "No such channel")
CANNOT_SEND = Reply("404", "Cannot send to channel")
TOO_MANY_CHANNELS = Reply("405", "You have joined too many channels")
WAS_NO_SUCH_NICK = Reply("406", "There was no such nickname")
TOO_MANY_TARGETS = Reply("407", "Too many targets")
INVALID_CAP = Reply("410", "Invalid CAP command")
NO_TEXT = Reply("412", "No text to send")
INPUT_TOO_LONG = Reply("417", "Input line was too long")
UNKNOWN_COMMAND = Reply("421", "Unknown command")
ERRONEOUS_NICK = Reply("432", "Erroneous nickname")
NICK_IN_USE = Reply("433", "Nickname is already in use")
NOT_IN_CHANNEL = Reply("441", "They aren't on that channel")
NOT_ON_CHANNEL = Reply("442", "You're not on that channel")
NOT_REGISTERED = Reply("451", "You have not registered")
NEED_MORE_PARAMS = Reply("461", "Not enough parameters")
ALREADY_REGISTERED = Reply("462", "You may not reregister")
UNKNOWN_MODE = Reply("472", "is unknown mode char to me")
NOT_OPERATOR = Reply("482", "You're not channel operator")
UNKNOWN_USER_MODE = Reply("501", "Unknown MODE flag")
USERS_DONT_MATCH = Reply("502", "Cannot change mode for other users")
