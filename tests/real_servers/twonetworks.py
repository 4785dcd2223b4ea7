"""One bot on two networks, the east and the west, and people on both."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.real_servers.guest import Guest
from tests.real_servers.rawclient import Address
from tests.real_servers.runningbot import RunningBot, Settings
from tests.real_servers.servers import EASY, Server, running_ngircd
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY


def network(server: Address, **settings: object) -> dict[str, object]:
    """Return the settings of a network whose only server is SERVER."""
    place = {"server": server.host, "port": server.port, "channels": CHANNEL}
    return {**place, "lines_per_second": 0, **settings}


class TwoNetworks:
    """Two servers in FOLDER that know nothing of each other, until ``stack`` is closed."""

    def __init__(self, folder: Path, stack: ExitStack) -> None:
        self._folder = folder
        self._stack = stack
        self.east, self.west = (self._server(name) for name in ("east", "west"))

    def _server(self, name: str) -> Server:
        folder = self._folder / name
        folder.mkdir()
        return self._stack.enter_context(running_ngircd(EASY, folder))

    def revive_west(self) -> None:
        """Start the western server again, which was killed."""
        folder = self._folder / "west"
        port = self.west.port
        self.west = self._stack.enter_context(running_ngircd(EASY, folder, port=port))

    def settings(self, changed: Settings | None = None) -> Settings:
        """Return a config.ini with both networks, but for what is CHANGED: [irc], [irc:west]."""
        own: Settings = {"irc": network(self.east), "irc:west": network(self.west)}
        return {**own, **(changed or {})}

    def bot(self, settings: Settings) -> RunningBot:
        """Start a bot with such a config.ini."""
        folder = self._folder / "bot"
        folder.mkdir()
        bot = RunningBot(folder, settings, EVERYBODY)
        self._stack.callback(bot.end)
        return bot

    def guest(self, nick: str, where: Address, channel: str = CHANNEL) -> Guest:
        """Have somebody come into CHANNEL of one of the networks."""
        guest = Guest(where, nick, channel=channel, bot=BOT)
        self._stack.callback(guest.leave_server)
        return guest


@contextmanager
def open_two(folder: Path) -> Iterator[TwoNetworks]:
    """Have two networks, until all is over."""
    with ExitStack() as stack:
        yield TwoNetworks(folder, stack)
