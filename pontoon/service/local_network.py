"""The bot on the server inside it, which opens before the bot connects and closes after it left."""

from contextlib import suppress
from dataclasses import replace
from typing import Any

from twisted.internet.defer import Deferred

from pontoon.games import GAMES
from pontoon.irc.config import IrcConfig, Server
from pontoon.irc.server.server import ADDRESS, LocalServer
from pontoon.service.bot import Bot
from pontoon.service.config.network_settings import ConnectionSettings
from pontoon.service.connection import CannotListen, Connection, Log, Wire
from pontoon.storage.players.store import PlayerStore
from pontoon.text import help_pages


class LocalConnection:
    """Opens the server inside the bot, and keeps BOT connected to it.

    Once the bot is in all its channels, it prints on stdout how people can connect, and who of
    PLAYERS can play. The other arguments are those of ``Connection``. CannotListen is raised if the
    port is not available.
    """

    def __init__(
        self,
        settings: ConnectionSettings,
        bot: Bot,
        reactor: Any,
        log: Log,
        wire: Wire | None,
        players: PlayerStore,
    ) -> None:
        self._settings = settings
        self._bot = bot
        self._players = players
        self._server = self._open_server(reactor, log)
        own_settings = _OwnSettings(settings, self._server.token)
        self._connection = Connection(own_settings, bot, reactor, log, wire)
        self._has_invited = False
        bot.when_entered = self._invite_once

    def start(self) -> None:
        """Connect, and reconnect whenever the connection is lost."""
        self._connection.start()

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, then disconnect everybody; fires when that is done."""
        left = self._connection.stop(message)
        return left.addBoth(lambda _: self._server.stop(help_pages.SERVER_STOPS))

    def apply_settings(self) -> None:
        """Apply the settings that need no new connection."""
        self._server.greet(self._greeting())
        self._connection.apply_settings()

    @property
    def _irc(self) -> IrcConfig:
        return self._settings.irc

    @property
    def _command(self) -> str:
        return self._irc.prefix + GAMES[0].name

    def _greeting(self) -> list[str]:
        return help_pages.greeting(self._irc.nickname, self._irc.channels, self._command)

    def _open_server(self, reactor: Any, log: Log) -> LocalServer:
        irc = self._irc
        server = LocalServer(
            bot_nick=irc.nickname, port=irc.port, motd=self._greeting(), reactor=reactor, log=log
        )
        try:
            server.start()
        except OSError as error:
            why = f"the server inside the bot cannot use port {irc.port} on {ADDRESS}"
            raise CannotListen(f"{why}: {error.strerror}; choose another port") from None
        return server

    def _invite_once(self) -> None:
        client = self._bot.client
        if self._has_invited or client is None:
            return
        if len(client.channels.rosters) < len(self._irc.channels):
            return
        self._has_invited = True
        place = ADDRESS, self._irc.port, self._irc.channels
        nicks = [player.nick for player in self._players.players()]
        lines = help_pages.how_to_connect(client.nickname, *place, nicks, self._command)
        with suppress(OSError):  # Nobody may be reading.
            print(*lines, sep="\n", flush=True)


class _OwnSettings:
    """The SETTINGS of the bot's own connection to the server, which knows it by TOKEN."""

    def __init__(self, settings: ConnectionSettings, token: str) -> None:
        self._settings = settings
        self._token = token

    @property
    def irc(self) -> IrcConfig:
        # No send rate: the server inside the bot does not limit it.
        return replace(
            self._settings.irc,
            server=(Server(ADDRESS),),
            password=self._token,
            lines_per_second=0.0,
        )
