"""Two bots with one PostgreSQL database, of which one plays."""

import asyncio
import re
import time
from contextlib import ExitStack
from functools import partial
from signal import SIGQUIT
from typing import NamedTuple

from tests.real_servers.playersxml import Entry
from tests.real_servers.rawclient import TIMEOUT_SECONDS
from tests.real_servers.restless import Restless
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.venue import CHANNEL, Venue
from tests.support.gateway import Gateway
from tests.support.postgresql_server import PostgresqlServer

TAKEOVER = 5

CHIPS = 100_000
NICKS = ("dave", "kevin")

WAITS = "standby: the bot on .* plays"
"""What a bot says that stands by."""


class Ways(NamedTuple):
    """How a bot reaches the database and IRC."""

    database: Gateway
    irc: Gateway


class Pair:
    """Two bots at VENUE with one database of SERVER, each by WAYS of its own that can be cut."""

    def __init__(self, venue: Venue, server: PostgresqlServer, ways: ExitStack) -> None:
        name = server.new_database()
        self.server = server
        self.ways: dict[RunningBot, Ways] = {}
        self._joined: dict[RunningBot, int] = {}
        """How often each bot has come into the channel."""
        for players in (dict.fromkeys(NICKS, Entry(CHIPS)), None):
            own = Ways(
                Gateway(partial(asyncio.open_unix_connection, server.socket)),
                Gateway(partial(asyncio.open_connection, venue.server.host, venue.server.port)),
            )
            for way in own:
                ways.enter_context(way.running())
            url = f"postgresql://bot@127.0.0.1:{own.database.port}/{name}"
            bot = venue.arriving_bot(
                players,
                irc={"port": own.irc.port},
                players={"database": url, "takeover": TAKEOVER},
                table={"turn_timeout": 86400},
                blackjack={"minutes_per_day": 1440, "turns_per_day": 100_000},
            )
            self.ways[bot], self._joined[bot] = own, 0
            bot.wait_for(f"in {CHANNEL}$|{WAITS}")
        self.playing = self.next()

    @property
    def other(self) -> RunningBot:
        """The bot that does not play."""
        first, second = self.ways
        return second if self.playing is first else first

    def next(self) -> RunningBot:
        """Wait until a bot comes into the channel; return which."""
        until = time.monotonic() + 2 * TAKEOVER + TIMEOUT_SECONDS
        while True:
            for bot, before in self._joined.items():
                joined = len(re.findall(f"in {CHANNEL}$", bot.log, re.MULTILINE))
                if joined > before:
                    self._joined[bot] = joined
                    self.playing = bot
                    return bot
            assert time.monotonic() < until
            time.sleep(0.01)

    def wait_for_standby(self) -> None:
        """Wait until the other bot stands by."""
        until = time.monotonic() + 2 * TAKEOVER + TIMEOUT_SECONDS
        while not re.search(f"{WAITS}\\s*$", self.other.log):
            assert time.monotonic() < until, self.other.log
            time.sleep(0.01)

    # Bad days

    def killed(self, people: Restless) -> None:
        """Kill the bot that plays, and start it again: it stands by."""
        gone = self.playing
        gone.kill()
        people.the_bot_is_gone()
        self.next()
        gone.start_again()
        self.wait_for_standby()

    def cut_off(self, people: Restless) -> None:
        """Cut the bot that plays off from the database until the other one plays."""
        gone = self.playing
        self.ways[gone].database.cut()
        people.the_bot_is_gone()
        assert self.next() is not gone
        self.ways[gone].database.mend()

    def crashed(self, _people: Restless) -> None:
        """Have the server crash, and start it again: the same bot goes on by itself."""
        self.server.stop(SIGQUIT)
        self.server.start()
