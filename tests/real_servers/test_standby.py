"""Two bots and a PostgreSQL database: whatever happens to either of them, the rounds go on."""

import os
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random
from signal import SIGCONT, SIGQUIT, SIGSTOP

import pytest

from tests.real_servers.playersxml import Entry
from tests.real_servers.rawclient import TIMEOUT_SECONDS
from tests.real_servers.restless import Restless, play, play_rounds
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.test_torture import check_all, stop_for_good
from tests.real_servers.venue import CHANNEL, Venue
from tests.support.gateway import Gateway
from tests.support.postgresql_server import PostgresqlServer, running_postgresql

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

KILLS = int(os.environ.get("PONTOON_KILLS", "4"))
"""How many bad days there are; ``make torture`` has more."""

MAX_SECONDS = 1.5
"""How long people play at the most until the next one."""

TAKEOVER = 5

CHIPS = 100_000
NICKS = ("dave", "kevin")


_WAITS = "standby: the bot on .* plays"
"""What a bot says that stands by."""


class Pair:
    """Two bots at VENUE with one database of SERVER, each by a way of its own that can be cut."""

    def __init__(self, venue: Venue, server: PostgresqlServer, ways: ExitStack) -> None:
        name = server.new_database()
        self.server = server
        self.ways: dict[RunningBot, Gateway] = {}
        self._joined: dict[RunningBot, int] = {}
        """How often each bot has come into the channel."""
        for players in (dict.fromkeys(NICKS, Entry(CHIPS)), None):
            way = ways.enter_context(Gateway(server.socket).running())
            url = f"postgresql://bot@127.0.0.1:{way.port}/{name}"
            bot = venue.arriving_bot(
                players,
                players={"database": url, "takeover": TAKEOVER},
                table={"turn_timeout": 86400},
                blackjack={"minutes_per_day": 1440, "turns_per_day": 100_000},
            )
            self.ways[bot], self._joined[bot] = way, 0
            bot.wait_for(f"in {CHANNEL}$|{_WAITS}")
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

    # Bad days

    def killed(self, people: Restless) -> None:
        """Kill the bot that plays, and start it again: it stands by."""
        gone = self.playing
        waited = len(re.findall(_WAITS, gone.log))
        gone.kill()
        people.the_bot_is_gone()
        self.next()
        gone.start_again()
        gone.wait_for(_WAITS, waited + 1)

    def cut_off(self, people: Restless) -> None:
        """Cut the bot that plays off from the database until the other one plays."""
        gone = self.playing
        self.ways[gone].cut()
        people.the_bot_is_gone()
        assert self.next() is not gone
        self.ways[gone].mend()

    def crashed(self, _people: Restless) -> None:
        """Have the server crash, and start it again: the same bot goes on by itself."""
        self.server.stop(SIGQUIT)
        self.server.start()

    def stopped(self, people: Restless) -> None:
        """Stop the process that plays until the other one plays: then it must know."""
        gone = self.playing
        gone.send(SIGSTOP)
        while self.next() is gone:
            pass
        gone.send(SIGCONT)
        people.the_bot_is_gone()


@contextmanager
def pair_at(venue: Venue) -> Iterator[Pair]:
    with running_postgresql() as server, ExitStack() as ways:
        yield Pair(venue, server, ways)
        venue.close()


def test_nothing_is_lost_made_or_untold_whatever_happens_to_either(venue: Venue) -> None:
    random = Random(20261129)
    guests = venue.guests(*NICKS)
    with pair_at(venue) as pair:
        people = Restless(guests, random)
        days = [pair.killed, pair.cut_off, pair.crashed]
        for number in range(KILLS):
            play([people], guests, random.uniform(0.0, MAX_SECONDS))
            days[number % len(days)](people)
        play_rounds([people], guests, people.rounds + 2, seconds=60)
        last, other = pair.playing, pair.other
        other.stop()
        stop_for_good(last, people, guests[0])
        assert check_all(last, guests[0]) >= KILLS // 4
