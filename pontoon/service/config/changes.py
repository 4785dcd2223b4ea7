"""What changes with a config.ini that is read again while the bot runs, and what applies when."""

from collections.abc import Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from pontoon.irc.config import IrcConfig
from pontoon.service.config.irc_section import section_of
from pontoon.service.config.keys import keys_of
from pontoon.service.config.settings import OWN_SECTIONS, Config
from pontoon.text import admin_commands as said

LIVE_KEYS = frozenset(name for name, key in keys_of(IrcConfig).items() if key.is_live)
"""The keys of a network that apply without a new connection."""

KeysBySection = dict[str, tuple[str, ...]]


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


def sentences(
    before: Config, now: Config, wanted: Config, late: str, waiting: Sequence[str]
) -> Iterator[str]:
    """Say in which keys config.ini, as it holds NOW, differs from BEFORE. Values may be secret.

    What is WANTED besides needs a restart. LATE is the section whose rules do not apply yet.
    Networks in the sections WAITING reconnect once their rounds are over.
    """
    networks = {irc.network: irc for irc in now.networks}
    known = {irc.network: irc for irc in before.networks}
    at_once: KeysBySection = {}
    anew: KeysBySection = {}
    later: KeysBySection = {}
    for network, irc in networks.items():
        section, keys = section_of(irc.name), changed_keys(known.get(network, irc), irc)
        at_once[section] = tuple(key for key in keys if key in LIVE_KEYS)
        reconnecting = later if section in waiting else anew
        reconnecting[section] = tuple(key for key in keys if key not in LIVE_KEYS)
    rules = {name: changed_keys(before.games[name], now.games[name]) for name in now.games}
    rules.pop(late, None)
    if listed := said.listed(at_once | _own_keys(before, now)):
        yield said.AT_ONCE.format(keys=listed)
    if listed := said.listed(rules):
        yield said.NEXT_ROUND.format(keys=listed)
    if late:
        yield said.NO_COINS_IN_PLAY.format(section=late)
    if listed := said.listed(anew):
        yield said.RECONNECTS.format(keys=listed)
    if listed := said.listed(later):
        yield said.RECONNECTS_LATER.format(keys=listed)
    if opened := [network for network in networks if network not in known]:
        yield said.OPENED.format(networks=", ".join(opened))
    if closed := [network for network in known if network not in networks]:
        yield said.CLOSED.format(networks=", ".join(closed))
    if listed := said.listed(_own_keys(now, wanted)):
        yield said.RESTART.format(keys=listed)


def _own_keys(before: Config, after: Config) -> KeysBySection:
    sections = [name for name in after.__struct_fields__ if name in OWN_SECTIONS]
    return {name: changed_keys(getattr(before, name), getattr(after, name)) for name in sections}
