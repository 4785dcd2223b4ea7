"""A long evening in many channels: nothing grows that should not."""

import os
from pathlib import Path
from random import Random

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.restless import Restless, play_rounds
from tests.real_servers.venue import Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

ROUNDS = int(os.environ.get("PONTOON_ROUNDS", "200"))
"""How many rounds are played; ``make soak`` has more of them played."""

CHANNELS = tuple(f"#table{number}" for number in range(20))
NAMES = ("dave", "kevin")
CHIPS = 1_000_000

WARM_UP_ROUNDS = 200
MAX_MORE_MEMORY = min(5_000 * ROUNDS, 3_500_000)
"""In bytes, from the end of the warm-up on: what grows for a while must come to an end."""

MAX_MORE_FILES = 2
"""One or two are open for a moment whenever something is written."""

MAX_SECONDS_A_ROUND = 0.3


def bytes_in(folder: Path) -> int:
    """Return how much is in the files of FOLDER, but for the log."""
    return sum(each.stat().st_size for each in folder.iterdir() if each.suffix != ".log")


def test_memory_and_files_do_not_grow(venue: Venue) -> None:
    seats = [[f"{name}{number}" for name in NAMES] for number in range(len(CHANNELS))]
    everybody = {nick: Entry(CHIPS) for nicks in seats for nick in nicks}
    hours = {"minutes_per_day": 1440, "turns_per_day": 100_000}
    bot = venue.bot(everybody, channels=CHANNELS, table={"turn_timeout": 60}, blackjack=hours)
    guests: list[Guest] = []
    tables: list[Restless] = []
    for number, (channel, nicks) in enumerate(zip(CHANNELS, seats, strict=True)):
        seated = [venue.guest(nick, channel=channel) for nick in nicks]
        guests += seated
        tables.append(Restless(seated, Random(number)))
    play_rounds(tables, guests, WARM_UP_ROUNDS, MAX_SECONDS_A_ROUND * WARM_UP_ROUNDS)
    memory, open_files = bot.memory, bot.open_files
    play_rounds(tables, guests, ROUNDS, MAX_SECONDS_A_ROUND * ROUNDS)
    assert bot.memory - memory < MAX_MORE_MEMORY
    assert bot.open_files <= open_files + MAX_MORE_FILES
    assert bytes_in(bot.players_file.parent) < 30_000_000
    bot.stop()
    audited = bot.audit()
    assert audited.returncode == 0, audited.stdout + audited.stderr
