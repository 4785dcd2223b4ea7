"""A connection to the servers of a net, with nobody behind it but ears."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from pontoon.irc.client import Client
from pontoon.irc.timing import Backoff
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.config.settings import read
from pontoon.service.connection import Connection
from pontoon.storage.database import Database
from pontoon.storage.sqlite_file import SqliteFile
from pontoon.storage.sts_policies import StsPolicies
from tests.support.client_rig import Ears
from tests.support.memory_reactor import Net, Visit

TICK_SECONDS = 0.1


class Bystander(Ears):
    """Stands where the bot does, and hears what it would."""

    def __init__(self) -> None:
        super().__init__()
        self.client: Client | None = None
        self.reconnecting = Backoff()
        self.when_closed: Any = None

    def welcomed(self) -> None:
        """Note it, and count what has failed before as over."""
        self.heard.append(("welcomed",))
        self.reconnecting.calm()

    def closed(self, reason: str) -> None:
        """Note REASON, and pass it on as the bot does."""
        self.heard.append(("closed", reason))
        self.client = None
        self.when_closed()


class Line:
    """A connection with the settings IRC, over NET, by policies in FOLDER; ``log`` is what it says.

    Time is that of the net's clock, counted from 1970.
    """

    def __init__(self, folder: Path, net: Net, **irc: object) -> None:
        self.net = net
        self.log: list[str] = []
        config_ini = folder / "config.ini"
        keys = [f"{key} = {value}" for key, value in irc.items()]
        config_ini.write_text("\n".join(["[irc]", *keys, ""]), "utf-8")
        self.bot = Bystander()
        self.database = Database(SqliteFile(folder / "players.db"))
        self.policies = StsPolicies(self.database, self._now)
        config = read(config_ini, {}).irc
        bot: Any = self.bot
        settings = NetworkSettings(config)
        self.connection = Connection(settings, bot, net, self.log.append, None, self.policies)
        self.connection.start()
        net.advance(0)

    @property
    def visit(self) -> Visit:
        """The last connection, as the server sees it."""
        return self.net.visits[-1]

    def wait(self, seconds: float) -> None:
        """Let so many SECONDS pass, a tenth of one at a time: what is due then brings more."""
        end = self.net.seconds() + seconds
        while (left := end - self.net.seconds()) > TICK_SECONDS:
            self.net.advance(TICK_SECONDS)
        self.net.advance(max(left, 0))

    def stop(self) -> list[None]:
        """Stop; the list that is returned has something in it when that is done."""
        stopped: list[None] = []
        self.connection.stop("bye").addCallback(lambda _: stopped.append(None))
        return stopped

    def promises(self) -> list[tuple[Any, ...]]:
        """Return what the database has of servers that must be reached by TLS."""
        self.database.commit()
        return self.database.read("SELECT host, port, until FROM sts")

    def said(self, beginning: str) -> list[str]:
        """Return the lines of the log with that BEGINNING, without it."""
        return [line.removeprefix(beginning) for line in self.log if line.startswith(beginning)]

    def _now(self) -> datetime:
        return datetime.fromtimestamp(self.net.seconds(), UTC)
