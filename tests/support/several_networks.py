"""A bot on several networks without connections, whose config.ini changes while it runs."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from twisted.internet.defer import Deferred
from twisted.internet.task import Clock

from pontoon.irc.config import IrcConfig
from pontoon.service import logs, network
from pontoon.service.config.changes import NetworkSettings
from pontoon.service.config.settings import Config, LogConfig
from pontoon.service.connection import CannotListen
from pontoon.service.logs import CannotLog
from pontoon.service.network import Network
from pontoon.service.service import BotService
from pontoon.service.startup import configuration
from pontoon.storage.players.store import PlayerStore
from tests.support.client_rig import Rig
from tests.support.offline_bot import CHANNEL, Entry
from tests.support.work_at_once import OddsAtOnce, WorkAtOnce

Sections = Mapping[str, Mapping[str, str]]

EAST = {"irc": {"server": "127.0.0.1"}}
BOTH = {**EAST, "irc:west": {"server": "127.0.0.2"}}


class Line:
    """A connection that does nothing but note what is wanted of it."""

    taken: tuple[str, ...] = ()
    """The hosts of servers that cannot be had."""

    def __init__(
        self, settings: NetworkSettings, bot: Network, _reactor: object, *_: object
    ) -> None:
        self.irc = settings.irc
        if self.irc.server[0].host in self.taken:
            raise CannotListen(f"{self.irc.server[0].host} cannot be had")
        self.settings = settings
        self.bot = bot
        self.is_started = False
        self.farewell = ""
        self.left: Deferred[None] = Deferred()
        self.applied: list[IrcConfig] = []

    def start(self) -> None:
        """Note it."""
        self.is_started = True

    def stop(self, message: str) -> Deferred[None]:
        """Note it; a test says when that is done."""
        assert not self.farewell
        self.farewell = message
        return self.left

    def apply_settings(self) -> None:
        """Note them."""
        self.applied.append(self.settings.irc)

    def is_left(self) -> None:
        """Let the bot have left."""
        assert self.farewell
        self.left.callback(None)


class Evening:
    """A bot by a config.ini of SECTIONS in FOLDER; ``lines`` has each connection ever made."""

    def __init__(self, folder: Path, sections: Sections, monkeypatch: pytest.MonkeyPatch) -> None:
        self.lines: list[Line] = []
        self.logged: list[str] = []
        self.log_writer = FakeLogWriter()
        self._folder = folder
        players = "".join(map(str, [Entry("dave"), Entry("kevin"), Entry("dave^")]))
        (folder / "players.xml").write_text(f"<players>{players}</players>")

        def connect(*given: Any) -> Line:
            self.lines.append(Line(*given))
            return self.lines[-1]

        monkeypatch.setattr(network, "Connection", connect)
        monkeypatch.setattr(logs, "info", self._log)
        self.write(sections)
        config = self.reread()
        self.store = PlayerStore(config.players.file)
        self.store.recover()
        self.store.refresh()
        self.clock = Clock()
        writer: Any = self.log_writer
        self.service = BotService(
            *(config, self.store, self.reread, writer, self.clock),
            *(OddsAtOnce(), WorkAtOnce(), WorkAtOnce()),
            verbose=False,
        )
        self.service.connect()

    def _log(self, event: str, network: str = "") -> None:
        self.logged.append(f"[{network}] {event}" if network else event)

    def write(self, sections: Sections) -> None:
        """Let config.ini have SECTIONS."""
        text = [
            f"[{name}]\n" + "".join(f"{key} = {value}\n" for key, value in keys.items())
            for name, keys in sections.items()
        ]
        (self._folder / "config.ini").write_text("".join(text))

    def reread(self) -> Config:
        """Read config.ini."""
        return configuration(self._folder / "config.ini", {})

    def reload(self, sections: Sections) -> list[str]:
        """Let config.ini have SECTIONS, and have it read again."""
        self.write(sections)
        return self.service.reload()

    def last(self, host: str) -> Line:
        """Return the connection that was last made to HOST."""
        return [line for line in self.lines if line.irc.server[0].host == host][-1]

    def enters(self, host: str) -> Rig:
        """Let the bot be in the channel of the network at HOST, with dave and kevin."""
        bot = self.last(host).bot
        rig = Rig(listener=bot, log=bot._log_line)
        rig.turn_ends = lambda: self.clock.advance(0)
        bot.client = rig.client
        rig.register()
        rig.join(CHANNEL, names=f"{rig.client.session.me.nick} @dave kevin")
        rig.confirmed()
        return rig


class FakeLogWriter:
    """A log that can go anywhere but to a file that is called so."""

    def __init__(self) -> None:
        self.configs: list[LogConfig] = []

    def open(self, config: LogConfig) -> None:
        """Note CONFIG."""
        if config.file is not None and config.file.name == "nowhere":
            raise CannotLog("it cannot be")
        self.configs.append(config)


def says(rig: Rig, nick: str, text: str, target: str = CHANNEL) -> list[str]:
    """Have NICK say TEXT; return the lines that the bot sends then."""
    rig.sent()
    rig.receive(f":{nick}!{nick}@home PRIVMSG {target} :{text}")
    return rig.confirmed()
