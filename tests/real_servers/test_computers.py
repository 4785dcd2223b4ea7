"""Computer players for a long time: with somebody who sleeps, and with a bot that is killed."""

import os
from random import Random

import pytest

from tests.real_servers.playersxml import Entry
from tests.real_servers.restless import Restless, Sleeper, play, play_rounds
from tests.real_servers.test_torture import check_all, stop_for_good
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

ROUNDS = int(os.environ.get("PONTOON_COMPUTER_ROUNDS", "20"))
"""How many rounds they play with people who sleep; ``make torture`` has more of them played."""
KILLS = int(os.environ.get("PONTOON_COMPUTER_KILLS", "3"))
"""How often the bot is killed while they play; ``make torture`` has it done more often."""

COMPUTERS = ("ann+", "bob+", "cat+")
CHANNELS = tuple(f"#table{number}" for number in range(20))
CHIPS = 100_000
MAX_SECONDS = 1.5
"""How long the bot is let live at most."""
SCALED = ("-m", "tests.real_servers.scaledbot")
TABLE = {"turn_timeout": 10, "computer_players": 3}
HOURS = {"minutes_per_day": 1440, "turns_per_day": 100_000}


def test_with_somebody_who_sleeps_all_rounds_end_and_no_chip_is_lost_or_made(venue: Venue) -> None:
    sleepers = [
        venue.guest(f"dave{number}", channel=channel) for number, channel in enumerate(CHANNELS)
    ]
    players = {each.nick: Entry(CHIPS) for each in sleepers}
    bot = venue.bot(players, channels=CHANNELS, program=SCALED, table=TABLE, blackjack=HOURS)
    tables = [
        Sleeper([each], Random(number), computers=COMPUTERS) for number, each in enumerate(sleepers)
    ]
    play_rounds(tables, sleepers, ROUNDS, 60 + 3 * ROUNDS)
    bot.stop()
    audited = bot.audit()
    assert audited.returncode == 0, audited.stdout + audited.stderr
    checked = bot.check_history()
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_they_play_on_however_often_the_bot_is_killed(venue: Venue) -> None:
    random = Random(20261126)
    dave = venue.guest("dave")
    table = {**TABLE, "turn_timeout": 86400}
    bot = venue.bot({"dave": Entry(CHIPS)}, program=SCALED, table=table, blackjack=HOURS)
    people = Restless([dave], random, computers=COMPUTERS)
    for number in range(1, KILLS + 1):
        play([people], [dave], random.uniform(0.0, MAX_SECONDS))
        bot.kill()
        people.the_bot_is_gone()
        bot.start_again()
        bot.wait_for(f"in {CHANNEL}$", number + 1)
    play_rounds([people], [dave], people.rounds + 2, seconds=30)
    stop_for_good(bot, people, dave)
    assert check_all(bot, dave) >= max(1, KILLS // 4)
