"""The bot at home: on the server inside it, open before it comes and closed after it left."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Any

from twisted.internet.defer import Deferred

from pontoon.games import GAMES
from pontoon.irc.config import IrcConfig, Server
from pontoon.irc.server.server import ADDRESS, LocalServer
from pontoon.service.bot import Bot
from pontoon.service.connection import CannotListen, Connection, Log, Wire
from pontoon.text import local_server


class LocalConnection:
    """Keeps BOT connected to a server of its own, which is open from the beginning.

    Once the bot is in all its channels, people are told on stdout how to come; PLAYERS returns the
    nicks that can play. The rest is as for a ``Connection``. Raises CannotListen.
    """

    def __init__(
        self,
        irc: IrcConfig,
        bot: Bot,
        reactor: Any,
        log: Log,
        wire: Wire | None,
        *,
        players: Callable[[], list[str]],
    ) -> None:
        self._irc = irc
        self._bot = bot
        self._players = players
        self._server = self._open_server(reactor, log)
        self._connection = Connection(self._as_bot(irc), bot, reactor, log, wire)
        self._has_invited = False
        bot.when_entered = self._invite_once

    def start(self) -> None:
        """Connect, and go on trying."""
        self._connection.start()

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, then send everybody home; fires when that is done."""
        left = self._connection.stop(message)
        return left.addBoth(lambda _: self._server.stop(local_server.SHUTTING_DOWN))

    def adopt(self, irc: IrcConfig) -> None:
        """Go by IRC in all that does not need another connection."""
        self._irc = irc
        self._server.greet(self._greeting())
        self._connection.adopt(self._as_bot(irc))

    @property
    def _command(self) -> str:
        return self._irc.prefix + GAMES[0].name

    def _greeting(self) -> list[str]:
        return local_server.greeting(self._irc.nickname, self._irc.channels, self._command)

    def _as_bot(self, irc: IrcConfig) -> IrcConfig:
        # The pace of lines is for servers that mind it.
        return replace(
            irc,
            server=(Server(ADDRESS),),
            password=self._server.token,
            lines_per_second=0.0,
        )

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
        if self._has_invited or client is None or len(client.rosters) < len(self._irc.channels):
            return
        self._has_invited = True
        place = ADDRESS, self._irc.port, self._irc.channels
        lines = local_server.invitation(client.nickname, *place, self._players(), self._command)
        with suppress(OSError):  # Nobody may be reading.
            print(*lines, sep="\n", flush=True)
