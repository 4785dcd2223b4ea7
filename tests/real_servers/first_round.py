"""Plays a round as somebody does who has just got the bot; Python alone is enough to run it.

``python3 -m tests.real_servers.first_round make run`` has that command start the bot in the current
folder, plays Shed Pontoon with a computer on the server inside the bot, and stops it by SIGTERM.
"""

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from signal import SIGKILL
from threading import Timer
from typing import NamedTuple

from tests.real_servers.guest import Guest
from tests.real_servers.rounds import Round, always, play

START_SECONDS = 300.0
"""How long the command may take: it may have to install the bot first."""

STOP_SECONDS = 30.0
ROUND_SECONDS = 60.0


class Place(NamedTuple):
    """Where the server inside the bot listens."""

    host: str
    port: int


def main(command: Sequence[str]) -> int:
    """Have COMMAND start the bot, and return the exit status: 1 if no round could be played."""
    players = Path("players.xml")
    before = players.read_bytes()
    bot = subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        start_new_session=True,
    )
    try:
        if (place := listening(bot)) is None:
            print(f"no round was played: {' '.join(command)} did not start the bot, see above")
            return 1
        played = round_at(place)
        bot.terminate()
        print(bot.communicate(timeout=STOP_SECONDS)[0], end="")
    finally:
        kill_all(bot)
    assert players.read_bytes() != before, "players.xml is as it was before the round"
    assert players.with_suffix(".db").exists(), "there is no players.db"
    print(f"a round was played: {played.channel[-1]}")
    return 0


def listening(bot: subprocess.Popen[str]) -> Place | None:
    """Print what BOT says until it can be played with, and return where; None if it ends."""
    assert bot.stdout is not None
    place = None
    overdue = Timer(START_SECONDS, kill_all, [bot])
    overdue.start()
    try:
        for line in bot.stdout:
            print(line, end="", flush=True)
            if (found := re.search(r"Connect to +(\S+), port (\d+)", line)) is not None:
                place = Place(found[1], int(found[2]))
            if "To stop, press Ctrl-C" in line:
                return place
    finally:
        overdue.cancel()
    return None


def round_at(place: Place) -> Round:
    """Play a round at PLACE, up to its balances."""
    with Guest(place, "dave", channel="#pontoon", bot="PontoonBot") as dave:
        played = play("!pontoon dave ann+", [dave], always("min", "s", "t"), ROUND_SECONDS)
    assert {"dave"} == set(played.balances), f"no balance, or others: {played.channel}"
    return played


def kill_all(bot: subprocess.Popen[str]) -> None:
    """End BOT and all that it has started, if any of that still runs."""
    with suppress(ProcessLookupError):
        os.killpg(bot.pid, SIGKILL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
