"""The settings of one network, some of which apply only to the next connection."""

from dataclasses import replace
from typing import Protocol

from pontoon.irc.config import IrcConfig
from pontoon.service.config.changes import LIVE_KEYS, changed_keys


class ConnectionSettings(Protocol):
    """The settings of a connection, to be read whenever they are used."""

    @property
    def irc(self) -> IrcConfig:
        """What applies to the connection now."""


class NetworkSettings:
    """What config.ini says about one network, to be read whenever it is used.

    ``wanted`` is what config.ini says now; a reload replaces it. Only ``LIVE_KEYS`` apply to a
    connection that is already made: ``irc`` is what applies to that.
    """

    def __init__(self, irc: IrcConfig) -> None:
        self.wanted = irc
        self._connected = irc

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
