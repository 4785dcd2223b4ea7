"""The bot on one network, from start to stop: its connection and its tables."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace
from twisted.internet.defer import Deferred, succeed

from pontoon.irc.config import IrcConfig, read_channels
from pontoon.irc.session import WireLog
from pontoon.service.bot import Bot
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.connection import CannotListen, Connection
from pontoon.service.shared import SharedState
from pontoon.storage.sts_policies import StsPolicies
from pontoon.text import admin_commands as admin_texts
from pontoon.text import announcements


class NetworkService:
    """Runs the bot on the network IRC.

    The arguments are those of ``Connection``. CannotListen is raised if the network is the server
    inside the bot, and its port is not available.
    """

    def __init__(
        self,
        irc: IrcConfig,
        shared: SharedState,
        policies: StsPolicies,
        reactor: Any,
        log: Callable[[str], None],
        wire: WireLog | None,
    ) -> None:
        self.settings = NetworkSettings(irc)
        self._shared = shared
        self._policies = policies
        self._reactor = reactor
        self._log = log
        self._wire = wire
        self._leaving: Deferred[None] | None = None
        """Fires when the bot has left, for whatever reason."""
        self._is_stopping = False
        self._complaint = ""
        self._bot = Bot(shared, self.settings, reactor, log)
        self._connection: Connection | None = self._new_connection()
        """None while the bot cannot make the connection that config.ini wants."""

    def start(self) -> None:
        if self._connection is not None:
            self._connection.start()

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE for good; fires within seconds, when the bot has left.

        The database keeps running rounds for the next start.
        """
        self._is_stopping = True
        return self._leave(message)

    def close(self, message: str) -> Deferred[None]:
        """Stop all rounds, and then leave for good, as ``stop`` does."""
        self._bot.app.close()
        return self.stop(message)

    def look(self) -> None:
        """Resume paused rounds where possible, and reconnect if it is due."""
        self._bot.club.floor.look()
        if self.is_waiting and not self.is_playing and self._leaving is None:
            self._reconnect()

    @property
    def state(self) -> str:
        """The state of the connection, in a few words."""
        irc, bot = self.settings.wanted, self._bot
        if bot.client is None:
            return f"{irc.network}: not connected"
        channels = [channel for channel in irc.channels if bot.roster(channel) is not None]
        return f"{irc.network}: in {', '.join(channels) or 'no channel yet'}"

    def status(self) -> str:
        """Return the state of the connection, and the rounds that are being played."""
        return admin_texts.network(self.state, self._bot.club.floor.rounds())

    def set_channels(self, channels: Sequence[str]) -> bool:
        """Deal in CHANNELS only, until the next start or until config.ini names other ones.

        Return False if no channel of this network can have such a name; nothing has changed then.
        """
        wanted = self.settings.wanted
        try:
            is_good = read_channels(",".join(channels)) == tuple(channels)
        except ValueError:
            is_good = False
        if not is_good or (wanted.is_local and not all(each[0] == "#" for each in channels)):
            return False
        self.settings.wanted = replace(wanted, channels=tuple(channels))
        self.apply_settings()
        return True

    def faults(self) -> dict[str, str]:
        """Return the channels that the bot is not let into, and a sentence about each."""
        refusals = self._bot.refusals.items()
        return {
            channel: admin_texts.JOIN_FAULT.format(channel=channel, why=why)
            for channel, why in refusals
        }

    def tell_admins(self, line: str) -> bool:
        """Tell LINE to the admins in the channels; return False if there are none."""
        return self._bot.club.tell_admins(line)

    @property
    def is_playing(self) -> bool:
        return self._bot.club.floor.is_playing

    @property
    def is_waiting(self) -> bool:
        """Whether the bot has to reconnect for settings to apply."""
        return self.settings.needs_reconnect or self._connection is None

    def apply_settings(self) -> None:
        """Join and leave channels, and change tables and send rate, as the settings say now.

        If settings need a new connection, ``look`` makes it once no round is being played. So the
        admin who has reloaded config.ini still gets an answer.
        """
        if self._is_stopping:
            return
        if self._connection is not None:
            self._connection.apply_settings()
        self._bot.app.apply_settings()
        self._bot.set_channels(self._bot.club.floor.channels)

    def _reconnect(self) -> None:
        self._log("reconnecting with the new settings")
        self._leave(announcements.BACK_SOON).addCallback(lambda _: self._come_back())

    def _come_back(self) -> None:
        self._leaving = self._connection = None
        self._bot.when_entered = lambda: None
        if self._is_stopping:
            return
        self.settings.begin_connection()
        try:
            self._connection = self._new_connection()
        except CannotListen as why:
            if str(why) != self._complaint:
                self._log(f"cannot connect: {why}")
            self._complaint = str(why)
            return
        self._complaint = ""
        self.start()

    def _leave(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, unless the bot is leaving already; fires when it has left."""
        if self._leaving is None:
            connection = self._connection
            self._leaving = succeed(None) if connection is None else connection.stop(message)
        left: Deferred[None] = Deferred()
        self._leaving.addBoth(lambda _: left.callback(None))
        return left

    def _new_connection(self) -> Connection:
        bot, reactor, log, wire = self._bot, self._reactor, self._log, self._wire
        if not self.settings.irc.is_local:
            return Connection(self.settings, bot, reactor, log, wire, self._policies)
        # Imported here: a bot without a server of its own does not need it.
        from pontoon.service.local_network import LocalConnection

        players = self._shared.settlements.store
        return LocalConnection(self.settings, bot, reactor, log, wire, players)
