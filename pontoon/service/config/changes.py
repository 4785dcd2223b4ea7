"""What differs between two versions of config.ini, and when it applies.

Only the keys are named, since values may be secret.
"""

from msgspec import Struct
from msgspec.structs import replace

from pontoon.irc.config import IrcConfig
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.settings import OWN_SECTIONS, Config

LIVE_KEYS = frozenset(
    {
        *("channels", "channel_keys", "prefix", "greet", "url", "notices"),
        *("lines_per_second", "burst", "ignore", "user_lines", "user_lines_per_second"),
    }
)
"""The keys of a network that apply without a new connection."""

ChangedKeys = dict[str, tuple[str, ...]]
"""Keys by section."""


class ConfigChanges(Struct, frozen=True):
    """The keys that differ, by section, and the networks that were added or removed."""

    at_once: ChangedKeys
    next_round: ChangedKeys
    """Keys of games: a running round keeps its rules."""
    anew: ChangedKeys
    """Keys that need a new connection, which the bot makes when no round is being played."""
    opened: tuple[IrcConfig, ...]
    closed: tuple[IrcConfig, ...]


def changes(before: Config, after: Config) -> ConfigChanges:
    """Return what differs in AFTER from BEFORE."""
    known = {irc.network: irc for irc in before.networks}
    wanted = {irc.network: irc for irc in after.networks}
    live, anew = {}, {}
    for was, irc in [(known[name], irc) for name, irc in wanted.items() if name in known]:
        section, keys = section_of(irc.name), changed_keys(was, irc)
        live[section] = tuple(key for key in keys if key in LIVE_KEYS)
        anew[section] = tuple(key for key in keys if key not in LIVE_KEYS)
    for name in [name for name in after.__struct_fields__ if name in OWN_SECTIONS]:
        live[name] = changed_keys(getattr(before, name), getattr(after, name))
    rules = {name: changed_keys(before.games[name], after.games[name]) for name in after.games}
    return ConfigChanges(
        _some(live),
        _some(rules),
        _some(anew),
        tuple(irc for network, irc in wanted.items() if network not in known),
        tuple(irc for network, irc in known.items() if network not in wanted),
    )


def changed_keys(before: Struct, after: Struct) -> tuple[str, ...]:
    """Return the keys in which BEFORE and AFTER, Structs of a section, differ."""
    names = after.__struct_fields__
    return tuple(name for name in names if getattr(before, name) != getattr(after, name))


def _some(keys: ChangedKeys) -> ChangedKeys:
    return {section: names for section, names in keys.items() if names}


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
