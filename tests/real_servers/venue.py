"""A server with the people and the bots on it, for one test, and what must hold in each."""

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

from tests.real_servers import deckreferee
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Players
from tests.real_servers.rawclient import Address
from tests.real_servers.runningbot import AS_SHIPPED, RunningBot, Settings

CHANNEL = "#pontoon"
BOT = "PontoonBot"

MAX_LINE_BYTES = 512
"""Bytes of a line with its prefix and CR LF (RFC 2812, 2.3)."""

EVERYBODY = {"dave": 1000, "kevin": 1000, "bob": 1000}


class Venue:
    """SERVER, with a folder in FOLDER for each bot that is started."""

    def __init__(self, server: Address, folder: Path) -> None:
        self.server = server
        self._folder = folder
        self._guests: list[Guest] = []
        self.late: list[Guest] = []
        """Those who came when a deck was sealed already."""
        self._bots: list[tuple[RunningBot, str]] = []

    def guest(self, nick: str, *, user: str = "", channel: str = CHANNEL, bot: str = BOT) -> Guest:
        """Have somebody come into CHANNEL to play with BOT; the first one there is its operator."""
        guest = Guest(self.server, nick, user=user, channel=channel, bot=bot)
        self._guests.append(guest)
        if any(each.has_sealed for each, _ in self._bots):
            self.late.append(guest)
        return guest

    def guests(self, *nicks: str) -> list[Guest]:
        """Have several people come into the usual channel, in this order."""
        return [self.guest(nick) for nick in nicks]

    def crowd(self, *nicks: str, bot: str = BOT) -> list[Guest]:
        """Have several people come into the usual channel all at once, to play with BOT."""
        with ThreadPoolExecutor(len(nicks)) as doors:
            return list(doors.map(lambda nick: self.guest(nick, bot=bot), nicks))

    def bot(
        self,
        players: Players | str | None = EVERYBODY,
        /,
        *options: str,
        channels: tuple[str, ...] = (CHANNEL,),
        program: Sequence[str] = AS_SHIPPED,
        **settings: Mapping[str, object],
    ) -> RunningBot:
        """Start a bot and wait until it is in CHANNELS."""
        bot = self.arriving_bot(players, *options, channels=channels, program=program, **settings)
        for channel in channels:
            bot.wait_for(f"in {channel}$")
        return bot

    def arriving_bot(
        self,
        players: Players | str | None = EVERYBODY,
        /,
        *options: str,
        channels: tuple[str, ...] = (CHANNEL,),
        program: Sequence[str] = AS_SHIPPED,
        **settings: Mapping[str, object],
    ) -> RunningBot:
        """Start a bot by PROGRAM with PLAYERS, command line OPTIONS and SETTINGS, by section."""
        folder = self._folder / f"bot{len(self._bots)}"
        folder.mkdir()
        written = self.settings(channels=channels, **settings)
        bot = RunningBot(folder, written, players, *options, program=program)
        self._bots.append((bot, str(written["irc"].get("password", ""))))
        return bot

    def settings(
        self, *, channels: tuple[str, ...] = (CHANNEL,), **settings: Mapping[str, object]
    ) -> Settings:
        """Return a config.ini of this server and CHANNELS with SETTINGS, by section.

        Where these say nothing else, a bot says as many lines as it likes, and so do people.
        """
        irc = {
            "server": self.server.host,
            "port": self.server.port,
            "channels": ", ".join(channels),
            "lines_per_second": 0,
            "user_lines_per_second": 0,
        }
        return {**settings, "irc": {**irc, **settings.get("irc", {})}}

    def close(self) -> None:
        """Stop all bots, send everybody home, and look at what all of them have received."""
        with ExitStack() as ending:
            for guest in self._guests:
                ending.callback(guest.leave_server)
            for bot, password in self._bots:
                ending.callback(bot.end, *([password] if password else []))
        for guest in self._guests:
            assert max(len(line) + len(b"\r\n") for line in guest.raw) <= MAX_LINE_BYTES
            self._check_decks(guest)

    def _check_decks(self, guest: Guest) -> None:
        """Fail unless what GUEST has heard of sealed decks was in order."""
        visits = guest.visits(is_bot_another=len(self._bots) > 1)
        for number, heard in enumerate(visits):
            # Where no bot was started, one has come from elsewhere, with what it had said there.
            is_late = number > 0 or guest in self.late or not self._bots
            deckreferee.check(heard, guest.channel, is_late=is_late)


@contextmanager
def open_venue(server: Address, folder: Path) -> Iterator[Venue]:
    """Open a venue on SERVER, and close it in good order."""
    venue = Venue(server, folder)
    try:
        yield venue
    finally:
        venue.close()
