"""The bot on the server inside it, which opens before the bot connects and closes after it left."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from msgspec.structs import replace
from twisted.internet.defer import Deferred

from pontoon.engine.computers import is_computer
from pontoon.games import GAMES
from pontoon.irc.config import IrcConfig, Server
from pontoon.irc.outgoing import do_nothing
from pontoon.irc.server.server import ADDRESS, LocalServer
from pontoon.irc.session import WireLog
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.connection import CannotListen, Connected, Connection
from pontoon.service.shared import SharedState
from pontoon.text import help_pages


class LocalConnection(Connection):
    """Opens the server inside the bot, and keeps BOT connected to it.

    Once the bot is in all its channels, it prints on stdout how people can connect, and which
    players of SHARED can play. CannotListen is raised if the port is not available.
    """

    def __init__(
        self,
        settings: NetworkSettings,
        bot: Connected,
        reactor: Any,
        log: Callable[[str], None],
        wire: WireLog | None,
        shared: SharedState,
    ) -> None:
        irc, self._shared = settings.irc, shared
        self._server = LocalServer(bot_nick=irc.nickname, port=irc.port, reactor=reactor, log=log)
        super().__init__(settings, bot, reactor, log, wire)
        self._greet()
        try:
            self._server.start()
        except OSError as error:
            why = f"the server inside the bot cannot use port {irc.port} on {ADDRESS}"
            raise CannotListen(f"{why}: {error.strerror}; choose another port") from None
        bot.when_entered = self._invite_once

    def stop(self, message: str) -> Deferred[None]:
        """Leave with MESSAGE, then disconnect everybody; fires when that is done."""
        left = super().stop(message)
        return left.addBoth(lambda _: self._server.stop(help_pages.SERVER_STOPS))

    def apply_settings(self) -> None:
        """Apply the settings that need no new connection."""
        self._greet()
        super().apply_settings()

    @property
    def _irc(self) -> IrcConfig:
        # The server knows the bot by its token, and does not limit its send rate.
        return replace(
            super()._irc,
            server=(Server(ADDRESS),),
            password=self._server.token,
            lines_per_second=0.0,
        )

    def _greet(self) -> None:
        """Have people who connect told what to type, and again where the bot deals."""
        irc, alone = self._irc, self._alone
        motd = help_pages.greeting(irc.nickname, irc.channels, irc.prefix, alone)
        self._server.greet(motd, help_pages.topic(irc.nickname, irc.prefix, alone))

    @property
    def _alone(self) -> list[str]:
        """What somebody alone can say first, if computers play here."""
        if self._shared.config.table.computer_players == 0:
            return []
        return [help_pages.for_one(self._irc.prefix + GAMES[0].name)]

    @property
    def _nicks(self) -> list[str]:
        """The nicks of the people who can play."""
        players = self._shared.settlements.store.players()
        return [each.nick for each in players if not is_computer(each.nick)]

    def _invite_once(self) -> None:
        client, irc = self._bot.client, self._irc
        if client is None or len(client.channels.rosters) < len(irc.channels):
            return
        self._bot.when_entered = do_nothing
        place = ADDRESS, irc.port, irc.channels
        nick, people = client.session.me.nick, self._nicks
        lines = help_pages.how_to_connect(nick, *place, people, irc.prefix, self._alone)
        with suppress(OSError):  # Nobody may be reading.
            print(*lines, sep="\n", flush=True)
