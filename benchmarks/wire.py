"""What a plain round costs on the wire: the lines that the bot says, and their bytes.

A plain round is one of three players in which nobody buys, burns or splits. Each bets, and then
either sticks at once or twists once and sticks; the cards are always the same. Everybody answers
the moment that they are asked, so that at the usual pace as many lines as possible have to wait.
Rounds of ten who do so show how late the channel and the players hear (``haste``).
"""

import time
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from select import select

from benchmarks import haste
from benchmarks.report import Report, Row
from tests.real_servers.decklines import is_about_deck
from tests.real_servers.guest import Guest
from tests.real_servers.prompts import is_prompt
from tests.real_servers.runningbot import dealing
from tests.real_servers.servers import EASY, running_ngircd
from tests.real_servers.venue import open_venue

PLAYERS = ("dave", "kevin", "bob")
REACH = "≤ 8 + 9 lines"
ROUND_SECONDS = 60.0

BURST = 8
NO_LIMIT = {"lines_per_second": 0}
USUAL_PACE = {"lines_per_second": 1, "burst": BURST}

Answer = Callable[[str], str]
"""Gives what is answered to a prompt."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A round: what it is called, the cards on top of the shoe, and the answer to each prompt."""

    name: str
    cards: str
    answer: Answer


@dataclass(slots=True)
class Heard:
    """What the bot said: the bytes of each line, by what it is about, and how it looks."""

    channel: list[int] = field(default_factory=list)
    private: list[int] = field(default_factory=list)
    deck: list[int] = field(default_factory=list)
    """Of the lines by which the deck is checked, in its first round."""
    listing: list[str] = field(default_factory=list)
    is_over: bool = False

    def cost(self) -> str:
        """Return the lines in the channel and in private, and the bytes of them all."""
        size = sum(self.channel) + sum(self.private)
        return f"{len(self.channel)} + {len(self.private)} lines, {size:,} bytes"

    def cost_of_deck(self) -> str:
        """Return the lines about the deck, and their bytes."""
        return f"its deck: {len(self.deck)} lines, {sum(self.deck):,} bytes"


def _stick(prompt: str) -> str:
    return "50" if "Bet" in prompt else "s"


def _twist_once(prompt: str) -> str:
    hand, _, _ = prompt.partition(" = ")
    has_two_cards = len(hand.rpartition(". ")[2].split()) == 2
    return "t" if has_two_cards and "Bet" not in prompt else _stick(prompt)


PLANS = (
    Plan("all stick", "10D QH KC 9C 8S 7H", _stick),
    Plan("each twists once", "5D 9H 10C 6C 4S 2H 8S 7D 6D", _twist_once),
)
PACES = {"no limit": NO_LIMIT, "usual pace": USUAL_PACE}


def measure(folder: Path) -> Report:
    """Play each round at each pace, and count; then have ten players hurry."""
    rows: list[Row] = []
    listings: list[str] = []
    for pace, settings in PACES.items():
        for plan in PLANS:
            home = folder / f"{pace} {plan.name}"
            home.mkdir()
            heard = _play(plan, settings, home)
            figure = f"round of 3, {plan.name}, {pace}"
            rows.append(Row(figure, heard.cost(), heard.cost_of_deck(), reach=REACH))
            listings.append("\n".join([f"{figure}:", *heard.listing]))
    rows += haste.rows(folder)
    return Report(rows, "\n\n".join(listings))


def _play(plan: Plan, settings: dict[str, int], folder: Path) -> Heard:
    """Play the round on a bot of its own, started in FOLDER with SETTINGS."""
    with (
        redirect_stdout(StringIO()),  # A bot that is stopped prints its log, for tests that fail.
        running_ngircd(EASY, folder) as server,
        open_venue(server, folder) as venue,
    ):
        venue.bot(program=dealing(plan.cards), irc=settings)
        guests = venue.guests(*PLAYERS)
        if settings["lines_per_second"]:
            time.sleep(BURST / settings["lines_per_second"])  # Until it may say so many at once.
        return _listen(guests, plan.answer)


def _listen(guests: Sequence[Guest], answer: Answer) -> Heard:
    """Have GUESTS play until chips are told; return what they heard."""
    heard = Heard()
    guests[0].command(f"!pontoon {' '.join(PLAYERS)}")
    deadline = time.monotonic() + ROUND_SECONDS
    while not heard.is_over:
        assert time.monotonic() < deadline, heard
        select(guests, [], [], 1.0)
        for guest in guests:
            _hear(heard, guest, guest.arrived(0), answer, is_first=guest is guests[0])
    for guest in guests:
        _hear(heard, guest, guest.catch_up(), answer, is_first=guest is guests[0])
    return heard


def _hear(
    heard: Heard, guest: Guest, lines: Sequence[str], answer: Answer, *, is_first: bool
) -> None:
    """Note what the bot says to GUEST in LINES, and answer it; only the first hears the channel."""
    for line in lines:
        said = guest.read_all(line)
        size = len(line.encode()) + len(b"\r\n")
        if said is None:
            continue
        if said.target == guest.nick:
            heard.private.append(size)
            heard.listing.append(f"{f'→ {guest.nick}':>12}  {said.text}")
            if is_prompt(said.text):
                guest.whisper(answer(said.text))
        elif is_first:
            (heard.deck if is_about_deck(said.text) else heard.channel).append(size)
            heard.listing.append(f"{f'<{guest.bot}>':<12}  {line.partition(' :')[2]}")
            heard.is_over |= said.text.startswith("Chips:")
