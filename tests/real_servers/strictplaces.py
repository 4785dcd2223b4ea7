"""Servers that hold back, or put out, whoever says too much at once, and rounds played on them."""

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from tests.real_servers import playersxml
from tests.real_servers.inspircd import IMPATIENT, PATIENT, running_inspircd
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import Answer, Round, play
from tests.real_servers.servers import Limits, Server, running_ngircd
from tests.real_servers.test_pace import USUAL_PACE
from tests.real_servers.venue import BOT, open_venue

ROUND_SECONDS = 160.0
"""How long a round may take; with nothing else to do a machine needs half of it."""


class Place(NamedTuple):
    """What runs a server in a folder, and what the bot is called there."""

    running: Callable[[Path], AbstractContextManager[Server]]
    bot: str


INSPIRCDS = {
    "patient inspircd": Place(partial(running_inspircd, PATIENT), BOT),
    "impatient inspircd": Place(partial(running_inspircd, IMPATIENT), BOT),
}

PLACES = {
    "ngircd": Place(partial(running_ngircd, Limits(nick_length=9, penalty=-1)), BOT[:9]),
    **INSPIRCDS,
}


@dataclass(frozen=True)
class Plan:
    """A round: who plays it, each with 1000 chips, of which game, from which cards, and how.

    PROGRAM starts the bot, with SETTINGS besides those about its pace.
    """

    game: str
    nicks: Sequence[str]
    program: Sequence[str]
    answer: Answer
    settings: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Evening:
    """A round as it was heard, players.xml before and after it, and all there is to read.

    ``kitties`` are those kept in the file in the end, by their bankers.
    """

    played: Round
    before: Mapping[str, Entry]
    after: Mapping[str, Entry]
    kitties: Mapping[str, int]
    bot_log: str
    heard: list[str]


def spend_evening(place: Place, plan: Plan, folder: Path) -> Evening:
    """Play the round of PLAN at PLACE, by a bot that is as fast as it is without being told."""
    with place.running(folder) as server, open_venue(server, folder) as venue:
        players = dict.fromkeys(plan.nicks, 1000)
        bot = venue.bot(players, program=plan.program, irc=USUAL_PACE, **plan.settings)
        guests = venue.crowd(*plan.nicks, bot=place.bot)
        before = bot.entries()
        command = f"!{plan.game} {' '.join(plan.nicks)}"
        played = play(command, guests, plan.answer, ROUND_SECONDS)
        heard = [line for guest in guests for line in guest.log]
        kitties = playersxml.kitties(bot.players_file)
        return Evening(played, before, bot.entries(), kitties, bot.log, heard)


def check_connected(evening: Evening) -> None:
    """Fail unless the bot was there all the EVENING."""
    assert "connection closed" not in evening.bot_log
    assert evening.bot_log.count("registered as ") == 1
    assert not [line for line in evening.heard if re.match(rf":{BOT[:9]}\S* (QUIT|PART)\b", line)]
