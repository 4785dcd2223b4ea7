"""What config.ini says about a network while the bot runs, and which of it applies when."""

from msgspec import Struct
from msgspec.structs import replace

from pontoon.irc.config import IrcConfig

LIVE_KEYS = frozenset(
    {
        *("channels", "channel_keys", "prefix", "greet", "url", "notices"),
        *("lines_per_second", "burst", "ignore", "user_lines", "user_lines_per_second"),
    }
)
"""The keys of a network that apply without a new connection."""


def changed_keys(before: Struct, after: Struct) -> tuple[str, ...]:
    """Return the keys in which BEFORE and AFTER, Structs of a section, differ."""
    names = after.__struct_fields__
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


class NetworkSettings:
    """What config.ini says about one network, to be read whenever it is used.

    ``wanted`` is what config.ini says now; a reload replaces it. Only ``LIVE_KEYS`` apply to a
    connection that is already made: ``irc`` is what applies to that.
    """

    def __init__(self, irc: IrcConfig) -> None:
        self.wanted = irc
        self._connected = irc
        self._listed = irc.channels
        """The channels in config.ini, unlike those that admins have chosen since."""

    def adopt(self, irc: IrcConfig) -> None:
        """Want what config.ini, read again, says in IRC.

        While it names the same channels, those that admins have chosen stay.
        """
        if irc.channels == self._listed:
            irc = replace(irc, channels=self.wanted.channels)
        else:
            self._listed = irc.channels
        self.wanted = irc

    @property
    def irc(self) -> IrcConfig:
        """What applies to the connection now."""
        live = {key: getattr(self.wanted, key) for key in LIVE_KEYS}
        return replace(self._connected, **live)

    @property
    def needs_reconnect(self) -> bool:
        """Whether a key has changed that applies only to the next connection."""
        return not LIVE_KEYS.issuperset(changed_keys(self._connected, self.wanted))

    def begin_connection(self) -> None:
        """Apply everything that is wanted, to the connection that is about to be made."""
        self._connected = self.wanted
