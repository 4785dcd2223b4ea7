"""The bot on one network: its connection, its ears and its club, from start to stop."""

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from twisted.internet.defer import Deferred, succeed

from pontoon.irc.config import IrcConfig
from pontoon.service.bot import Bot
from pontoon.service.config.changes import LIVE_KEYS, changed_keys
from pontoon.service.connection import CannotListen, Connection, Log, Wire
from pontoon.service.network_app import NetworkApp
from pontoon.service.shared import SharedState
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text import admin_commands as said_in_office
from pontoon.text import announcements

if TYPE_CHECKING:
    from pontoon.service.local_network import LocalConnection


class NetworkService:
    """The bot on the network IRC of SHARED, whose servers are heeded in what POLICIES have of them.

    REACTOR is Twisted's; WIRE, if given, is told each line.
    Raises CannotListen where this is a server inside the bot, and it cannot be.
    """

    def __init__(
        self,
        irc: IrcConfig,
        shared: SharedState,
        policies: StsPolicies,
        reactor: Any,
        log: Log,
        wire: Wire | None,
    ) -> None:
        self.irc = irc
        """What holds, or shall as soon as the bot connects anew."""
        self._shared = shared
        self._policies = policies
        self._reactor = reactor
        self._log = log
        self._wire = wire
        self._connected_by = irc
        """By which configuration the connection was made."""
        self._leaving: Deferred[None] | None = None
        """Fires when the bot has left, for whatever reason."""
        self._is_stopping = False
        self._complaint = ""
        self._bot = Bot(irc.channels, shared.nicks_on(irc.network), reactor, log)
        self._app = NetworkApp(shared, irc, self._bot, self._bot.speak, log)
        self._bot.club = self._app.club
        self._connection: Connection | LocalConnection | None = self._new_connection()
        """None while it is to be another, and cannot be."""

    def start(self) -> None:
        """Connect, and go on trying."""
        if self._connection is not None:
            self._connection.start()

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, and connect no more; fires when that is done, in seconds.

        Rounds that are being played go on from the journal when the program is started again.
        """
        self._is_stopping = True
        return self._left(message)

    def close(self, message: str) -> Deferred[None]:
        """Leave for good, as ``stop`` does: rounds that are being played are stopped before."""
        self._app.close()
        return self.stop(message)

    def look(self) -> None:
        """See whether play that pauses can go on, and whether it is time to connect anew."""
        self._app.club.floor.look()
        if self.is_waiting and not self.is_playing and self._leaving is None:
            self._connect_anew()

    @property
    def state(self) -> str:
        """How the bot is there, in a few words."""
        irc, bot = self.irc, self._bot
        if bot.client is None:
            return f"{irc.network}: not connected"
        channels = [channel for channel in irc.channels if bot.roster(channel) is not None]
        return f"{irc.network}: in {', '.join(channels) or 'no channel yet'}"

    def status(self) -> str:
        """Return how the bot is there, and what is being played."""
        return said_in_office.network(self.state, self._app.club.floor.rounds())

    # Other settings

    @property
    def is_playing(self) -> bool:
        """Whether a round is being played."""
        return self._app.club.floor.is_playing

    @property
    def is_waiting(self) -> bool:
        """Whether there are settings for which the bot has to connect anew."""
        is_other = not LIVE_KEYS.issuperset(changed_keys(self._connected_by, self.irc))
        return is_other or self._connection is None

    def adopt(self, irc: IrcConfig) -> None:
        """Go by IRC, the same network in another config.ini, and by what the shared wants.

        Where that needs another connection it is made at the next ``look`` that finds no round
        being played: whoever has asked for it is still answered.
        """
        if self._is_stopping:
            return
        self.irc = irc
        if self._connection is not None:
            live = {key: getattr(irc, key) for key in LIVE_KEYS}
            self._connection.adopt(replace(self._connected_by, **live))
        self._app.adopt(irc)
        self._bot.adopt(self._app.club.floor.channels)

    def _connect_anew(self) -> None:
        self._log("reconnecting because config.ini has changed")
        self._left(announcements.BACK_SOON).addCallback(lambda _: self._come_back())

    def _come_back(self) -> None:
        self._leaving = self._connection = None
        self._bot.when_entered = lambda: None
        if self._is_stopping:
            return
        self._connected_by = self.irc
        try:
            self._connection = self._new_connection()
        except CannotListen as why:
            if str(why) != self._complaint:
                self._log(f"cannot start: {why}")
            self._complaint = str(why)
            return
        self._complaint = ""
        self.start()

    def _left(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, unless that is under way; fires when it is done."""
        if self._leaving is None:
            connection = self._connection
            self._leaving = succeed(None) if connection is None else connection.stop(message)
        left: Deferred[None] = Deferred()
        self._leaving.addBoth(lambda _: left.callback(None))
        return left

    def _new_connection(self) -> "Connection | LocalConnection":
        irc, shared = self._connected_by, self._shared
        if not irc.is_local:
            return Connection(irc, self._bot, self._reactor, self._log, self._wire, self._policies)
        # A bot on a network has no use for all that a server consists of.
        from pontoon.service.local_network import LocalConnection

        def nicks() -> list[str]:
            return [each.nick for each in shared.settlements.store.players()]

        return LocalConnection(irc, self._bot, self._reactor, self._log, self._wire, players=nicks)
