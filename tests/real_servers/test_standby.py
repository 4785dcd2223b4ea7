"""Two bots and a PostgreSQL database: whatever happens to either of them, the rounds go on."""

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from random import Random
from signal import SIGCONT, SIGHUP, SIGSTOP

import pytest

from tests.real_servers.guest import Guest, Said
from tests.real_servers.prompts import HAND_SHOWN, is_about_bank, is_prompt, read
from tests.real_servers.restless import Restless, play, play_rounds
from tests.real_servers.servicemanager import Manager
from tests.real_servers.standbypair import NICKS, WAITS, Pair
from tests.real_servers.test_torture import check_all, stop_for_good
from tests.real_servers.venue import BOT, Venue
from tests.support.postgresql_server import running_postgresql

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

DAYS = int(os.environ.get("PONTOON_KILLS", "4"))
"""How many bad days there are; ``make torture`` has more."""

MAX_SECONDS = 1.5
"""How long people play at the most until the next one."""


ROUNDS_WITHOUT_NEWS = 60
"""After so many rounds without a new kind of decision there is none."""

_GAME = re.compile(r"(?:Shed|British|Shoot|CUTwC) Pontoon: |Black Jack For Time: ")


class Watched(Restless):
    """People who, while they watch, answer nothing the first time they meet a kind of decision."""

    def __init__(self, guests: Sequence[Guest], random: Random) -> None:
        super().__init__(guests, random)
        self.kinds: set[tuple[str, ...]] = set()
        self.is_new = False
        """Whether one has just come."""
        self.watches = True
        self._game = ""

    def _follow(self, text: str) -> None:
        if (begins := _GAME.match(text)) is not None:
            self._game = begins[0]
        super()._follow(text)

    def _take_in(self, guest: Guest, said: Said) -> None:
        is_asked = said.target == guest.nick and is_prompt(said.text)
        kind = self._kind(said.text) if is_asked and self.watches else ()
        if kind and kind not in self.kinds:
            self.kinds.add(kind)
            self.is_new = True
            self._look_at_cards(guest.nick, said.text)
        else:
            super()._take_in(guest, said)

    def _kind(self, prompt: str) -> tuple[str, ...]:
        """Return the game, and what is asked there."""
        if is_about_bank(prompt):
            return self._game, "bank"
        question = read(prompt)
        return self._game, question.word, *sorted(question.offers)


@pytest.fixture
def pair(venue: Venue) -> Iterator[Pair]:
    with running_postgresql() as server, ExitStack() as ways:
        yield Pair(venue, server, ways)
        venue.close()


def test_nothing_is_lost_made_or_untold_whatever_happens_to_either(
    venue: Venue, pair: Pair
) -> None:
    """The bot that plays is killed, or cut off from the database, or that crashes."""
    random = Random(20261129)
    guests = venue.guests(*NICKS)
    people = Restless(guests, random)
    days = [pair.killed, pair.cut_off, pair.crashed]
    for number in range(DAYS):
        play([people], guests, random.uniform(0.0, MAX_SECONDS))
        days[number % len(days)](people)
    play_rounds([people], guests, people.rounds + 2, seconds=60)
    pair.other.stop()
    stop_for_good(pair.playing, people, guests[0])
    assert check_all(pair.playing, guests[0]) >= DAYS // 4


def test_nothing_is_lost_in_any_kind_of_decision(venue: Venue, pair: Pair) -> None:
    """Each is asked anew by the other bot, with the same cards."""
    guests = venue.guests(*NICKS)
    people = Watched(guests, Random(20261130))
    last_round = kills = 0
    while kills < DAYS and people.rounds - last_round < ROUNDS_WITHOUT_NEWS:
        play([people], guests, 0.1)
        if people.is_new:
            people.is_new = False
            last_round, kills = people.rounds, kills + 1
            pair.killed(people)
    people.watches = False
    play_rounds([people], guests, people.rounds + 2, seconds=60)
    pair.other.stop()
    stop_for_good(pair.playing, people, guests[0])
    check_all(pair.playing, guests[0])


def test_a_bot_that_was_stopped_knows_that_another_one_plays(manager: Manager, pair: Pair) -> None:
    """Its process goes on as if no time had passed. The other one gets its nick when it leaves.

    systemd hears of a standby, and of no end: it would kill what goes on after that.
    """
    first, second = pair.playing, pair.other
    first.send(SIGSTOP)
    assert pair.next() is second
    manager.forget()
    first.send(SIGCONT)
    manager.hears("READY=1\nWATCHDOG=1\nSTATUS=standby: the bot on .* plays")
    assert "STOPPING=1" not in manager.heard
    first.wait_for("another bot may play with my database: I leave, and stand by")
    second.wait_for("PontoonBot is free: taking it")
    pair.wait_for_standby()


def test_a_standby_reads_config_ini_again(pair: Pair) -> None:
    """It begins anew by that, unless there is a fault."""
    standby = pair.other
    config = standby.players_file.with_name("config.ini")
    good = config.read_text()
    config.write_text(f"{good}[nonsense]\n")
    standby.send(SIGHUP)
    standby.wait_for("config.ini has faults: nothing has changed")
    config.write_text(good)
    standby.send(SIGHUP)
    standby.wait_for(WAITS, 2)


def test_a_bot_whose_network_is_cut_finds_another_one_playing(venue: Venue, pair: Pair) -> None:
    """The server has a ghost of it meanwhile: people play on with one of another nick."""
    guests = venue.guests(*NICKS)
    dave = guests[0]
    dave.command(f"!pontoon {' '.join(NICKS)}")
    for each in guests:
        each.told(r"Bet \(1-")
        each.whisper("10")
    cards = dave.told(HAND_SHOWN.pattern)[1]
    gone = pair.playing
    for way in pair.ways[gone]:
        way.cut()
    assert pair.next() is not gone
    for each in guests:
        each.bot = f"{BOT}_"
    assert dave.told(HAND_SHOWN.pattern)[1] == cards
    for way in pair.ways[gone]:
        way.mend()
    dave.sees_bot("NICK")
    for each in guests:
        each.bot = BOT
    pair.wait_for_standby()
    people = Restless(guests, Random(20261128), ["pontoon"])
    for each in guests:
        each.whisper("hand")
    play_rounds([people], guests, 2, seconds=60)
    pair.other.stop()
    stop_for_good(pair.playing, people, dave)
    settled = check_all(pair.playing, dave)
    assert [said.text.startswith("Chips: ") for said in dave.all_said()].count(True) == settled
