"""How late people hear of a game whose players answer at once, on servers with flood limits.

A table is full, and everybody answers within half a second. The bot talks at its usual pace, eight
lines at once and then one a second. A second round begins as soon as the first is over, when the
bot has no lines left at once. A line is late by the time from when the bot had it to say, which it
notes itself (``overheard``), to when a player receives it.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from select import select
from typing import NamedTuple

from benchmarks.report import Row
from tests.real_servers.decklines import is_about_deck
from tests.real_servers.guest import Guest
from tests.real_servers.prompts import is_about_bank, is_prompt
from tests.real_servers.rounds import Answer, always
from tests.real_servers.strictplaces import PLACES, Place
from tests.real_servers.test_pace import USUAL_PACE
from tests.real_servers.venue import CHANNEL, open_venue

NICKS = ("anna", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "kevin")
ROUNDS = 2
ANSWER_SECONDS = (0.2, 0.5)
"""How long the first and the last of the players think; the others in between."""

ROUND_SECONDS = 240.0
REACH = "≤ 5.0 s in the channel"
SERVERS = ("ngircd", "patient inspircd")
ENDS = ("Chips:", "Drinks:", "Minutes:")


class Table(NamedTuple):
    """A game, how many may play it, and how everybody answers."""

    seats: int
    answer: Answer


TABLES: Mapping[str, Table] = {
    "pontoon": Table(10, always("5", "s", "t")),
    "british": Table(8, always("5", "s", "t")),
    "shoot": Table(8, always("5", "s", "n", "t")),
    "cutwc": Table(10, always("1", "s", "t")),
    "blackjack": Table(7, always("1", "s", "n")),
}


class Noted(NamedTuple):
    """Something that the bot said, or had to say, and when."""

    second: float
    target: str
    text: str


@dataclass(slots=True)
class Heard:
    """What the bot had to say, and what came, in ROUNDS rounds."""

    due: Sequence[Noted] = ()
    came: list[Noted] = field(default_factory=list)

    def figures(self) -> str:
        """Return the lines of a round, and how late the slowest ones came."""
        channel = [each for each in self.came if each.target == CHANNEL]
        private = len(self.came) - len(channel)
        slowest, prompt = max(self._late_in_channel(channel)), max(self._late_prompts())
        lines = f"{len(channel) / ROUNDS:g} + {private / ROUNDS:g} lines"
        return f"{slowest:.1f} s in the channel, {prompt:.1f} s a prompt; {lines}"

    def _late_in_channel(self, channel: Sequence[Noted]) -> Iterator[float]:
        """Yield how late each thing was that the channel was told of the game.

        All came in order, with the lines about the deck, which follow what is said before them.
        What was over by the time that a line left, such as whose turn it was, is left out of it.
        """
        due = _apart([each for each in self.due if each.target == CHANNEL])
        for came in _apart(channel):
            had = next((each for each in due if each.text == came.text), None)
            assert had is not None, came
            if not is_about_deck(came.text):
                yield came.second - had.second

    def _late_prompts(self) -> Iterator[float]:
        """Yield for each prompt that came how late it was."""
        for came in self.came:
            if came.target != CHANNEL and is_prompt(came.text):
                same = (each.second for each in self.due if each[1:] == came[1:])
                yield came.second - max(second for second in same if second <= came.second)


def _apart(lines: Sequence[Noted]) -> Iterator[Noted]:
    for second, target, text in lines:
        for item in text.split(" | "):
            yield Noted(second, target, item)


def rows(folder: Path) -> Iterator[Row]:
    """Play each game on each server, all at once, and yield their rows."""
    plans = [(server, game) for server in SERVERS for game in TABLES]
    with (
        redirect_stdout(StringIO()),  # a bot that is stopped prints its log, for tests that fail
        ThreadPoolExecutor(len(plans)) as tables,
    ):
        homes = [folder / f"{server} {game}" for server, game in plans]
        heard = list(tables.map(_heard, *zip(*plans, strict=True), homes))
    for (server, game), each in zip(plans, heard, strict=True):
        figure = f"{TABLES[game].seats} quick players, {game}, {server}"
        yield Row(figure, each.figures(), reach=REACH)


def _heard(server: str, game: str, home: Path) -> Heard:
    """Play the rounds of GAME on a bot and a SERVER of their own, in the folder HOME."""
    home.mkdir()
    nicks = NICKS[: TABLES[game].seats]
    notes = home / "notes"
    place: Place = PLACES[server]
    with place.running(home) as running, open_venue(running, home) as venue:
        program = ("-m", "benchmarks.overheard", str(notes))
        venue.bot(dict.fromkeys(nicks, 1000), program=program, irc=USUAL_PACE)
        guests = venue.crowd(*nicks, bot=place.bot)
        time.sleep(USUAL_PACE["burst"])  # until it may say so many lines at once
        heard, begun = Heard(), time.monotonic()
        for _ in range(ROUNDS):
            _play(heard, guests, game)
        said = map(_read, notes.read_text().splitlines())
        heard.due = [each for each in said if each.second >= begun]  # nobody heard the first seal
        return heard


def _read(line: str) -> Noted:
    second, target, text = line.split(" ", 2)
    return Noted(float(second), target, text)


def _play(heard: Heard, guests: Sequence[Guest], game: str) -> None:
    """Have GUESTS play a round of GAME until its balances are told."""
    guests[0].command(f"!{game} {' '.join(guest.nick for guest in guests)}")
    least, most = ANSWER_SECONDS
    think = {
        guest.nick: least + (most - least) * number / len(guests)
        for number, guest in enumerate(guests)
    }
    answers: list[tuple[float, Guest, str]] = []
    begun, deadline = len(heard.came), time.monotonic() + ROUND_SECONDS
    while not any(each.text.startswith(ENDS) for each in heard.came[begun:]):
        assert time.monotonic() < deadline, heard
        select(guests, [], [], 0.02)
        for guest in guests:
            for said in filter(None, map(guest.read_all, guest.arrived(0))):
                now = time.monotonic()
                if said.target == guest.nick or guest is guests[0]:
                    heard.came.append(Noted(now, *said))
                if said.target == guest.nick and is_prompt(said.text):
                    wants_bank = is_about_bank(said.text)
                    answer = "y" if wants_bank else TABLES[game].answer(guest.nick, said.text)
                    answers.append((now + think[guest.nick], guest, answer))
        for due in [each for each in answers if each[0] <= time.monotonic()]:
            answers.remove(due)
            due[1].whisper(due[2])
