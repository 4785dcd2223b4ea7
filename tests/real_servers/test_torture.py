"""The bot is killed, and its disk fails, time and again: no chip is made or lost."""

import os
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from signal import SIGINT
from subprocess import PIPE

import pytest

from pontoon.storage.decks import all_decks
from pontoon.storage.place import reading
from tests.real_servers.guest import Guest
from tests.real_servers.playersxml import Entry
from tests.real_servers.rawclient import TIMEOUT_SECONDS
from tests.real_servers.restless import Restless, play, play_rounds
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.servers import installed
from tests.real_servers.venue import CHANNEL, Venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

KILLS = int(os.environ.get("PONTOON_KILLS", "4"))
"""How often the bot is killed, or its disk fails; ``make torture`` has it done more often."""

MAX_TOLD_AGAIN = max(4, KILLS // 10)
"""A kill between the telling of balances and the note of that has them told once more.

Of a few kills each may fall there.
"""

MAX_SECONDS = 1.5
"""How long it is let live at most."""

CHIPS = 100_000
NICKS = ("dave", "kevin", "bob", "anna")


def check_rounds(bot: RunningBot) -> int:
    """Fail unless BOT, which has stopped, has paid each settled round once; return how many.

    Each is told, and played again from its acts it leads to the same. What is knocked down in an
    auction is paid apart, once, whatever becomes of the round.
    """
    with reading(bot.place) as read:
        settled = [name for (name,) in read("SELECT id FROM rounds WHERE ended IS NOT NULL")]
        paid = [name for (name,) in read("SELECT round FROM changes WHERE round IS NOT NULL")]
        assert [*read("SELECT round FROM due")] == []
    assert len({*paid}) == len(paid)
    assert sorted(name for name in paid if not name.endswith(" auction")) == sorted(settled)
    checked = bot.check_history()
    assert checked.returncode == 0, checked.stdout + checked.stderr
    return len(settled)


def check_decks(bot: RunningBot, log: Sequence[str]) -> None:
    """Fail unless each deck of BOT, which has stopped, was opened once or is in play with its cuts.

    That is so in the database, and in the LOG of somebody who was there all the time.
    """
    verified = bot.verify()
    assert verified.returncode == 0, verified.stdout + verified.stderr
    with reading(bot.place) as read:
        decks = {each.terms.number: each for each in all_decks(read)}
        told = {number for (number,) in read("SELECT number FROM decks WHERE is_told")}
    in_play = [each for each in decks.values() if not each.why]
    assert len({each.terms.game for each in in_play}) == len(in_play)
    heard = [line.partition("> ")[2] for line in log]
    for number, deck in decks.items():
        assert any(re.search(rf"eck {number}(?: of #\S+)? sealed: ", line) for line in heard)
        is_opened = re.compile(rf"Deck {number} of .* opened(?:, given up .*?)?: .*")
        assert any(map(is_opened.fullmatch, heard)) or number not in told
        said = re.findall(rf' cuts deck {number} \(\d+\): "(.*?)"', " | ".join(heard))
        words = dict.fromkeys(said)  # some were said again
        assert [*words] == [*deck.words[: len(words)]]


def stop_for_good(bot: RunningBot, people: Restless, witness: Guest) -> None:
    """Stop BOT, and once more when it has told WITNESS a round that was settled as it stopped."""
    bot.stop()
    people.the_bot_is_gone()
    bot.start_again()
    witness.sees_bot("JOIN")
    until = time.monotonic() + TIMEOUT_SECONDS
    while True:
        witness.what_came()
        with reading(bot.place) as read:
            if not [*read("SELECT round FROM due")]:
                break
        assert time.monotonic() < until
    bot.stop()
    witness.sees_bot("QUIT")  # and all that it has said before that


def check_all(bot: RunningBot, witness: Guest) -> int:
    """Fail unless all is in order that BOT has left, and WITNESS has heard; return the rounds."""
    audited = bot.audit()
    assert audited.returncode == 0, audited.stdout + audited.stderr
    check_decks(bot, witness.channel_log())
    return check_rounds(bot)


def test_nothing_is_lost_made_or_untold_however_often_the_bot_is_killed(venue: Venue) -> None:
    random = Random(20261120)
    guests = venue.guests(*NICKS)
    table = {"turn_timeout": 86400}
    hours = {"minutes_per_day": 1440, "turns_per_day": 100_000}
    bot = venue.bot(dict.fromkeys(NICKS, Entry(CHIPS)), table=table, blackjack=hours)
    people = Restless(guests, random)
    for number in range(1, KILLS + 1):
        play([people], guests, random.uniform(0.0, MAX_SECONDS))
        bot.kill()
        people.the_bot_is_gone()
        bot.start_again()
        bot.wait_for(f"in {CHANNEL}$", number + 1)
    play_rounds([people], guests, people.rounds + 2, seconds=30)
    stop_for_good(bot, people, guests[0])
    settled = check_all(bot, guests[0])
    assert settled >= KILLS // 4
    balances = re.compile(rf" PRIVMSG {CHANNEL} :♠ (Chips|Drinks|Minutes): ")
    told = sum(balances.search(line) is not None for line in guests[0].log)
    assert settled <= told <= settled + MAX_TOLD_AGAIN
    assert people.shown_again >= KILLS // 4 - 1  # of a few kills all may fall between rounds


@contextmanager
def failing_calls(bot: RunningBot, random: Random) -> Iterator[None]:
    """Have some of the calls fail by which BOT writes to its disk, in one of the usual ways."""
    calls = "pwrite64,fdatasync,fsync,ftruncate,rename"
    failing = f"{random.choice(calls.split(','))}:error={random.choice(['EIO', 'ENOSPC'])}"
    inject = f"inject={failing}:when={random.randint(1, 6)}+{random.randint(1, 4)}"
    command = [installed("strace"), "-f", "-o", "/dev/null", "-p", str(bot.process_id)]
    traced = subprocess.Popen([*command, "-e", f"trace={calls}", "-e", inject], stderr=PIPE)
    assert traced.stderr is not None
    assert b"attached" in traced.stderr.readline()
    yield
    traced.send_signal(SIGINT)
    traced.communicate()


def test_nothing_is_lost_or_made_however_often_the_disk_fails(venue: Venue) -> None:
    """Play pauses, and goes on by itself when the disk does what it should again."""
    random = Random(20261125)
    guests = venue.guests(*NICKS)
    hours = {"minutes_per_day": 1440, "turns_per_day": 100_000}
    players = dict.fromkeys(NICKS, Entry(CHIPS))
    bot = venue.bot(players, table={"turn_timeout": 86400}, blackjack=hours)
    people = Restless(guests, random)
    faults = 0
    while faults < KILLS or not re.search("play pauses: | cannot be written: ", bot.log):
        with failing_calls(bot, random):
            play([people], guests, random.uniform(0.5, MAX_SECONDS))
        play_rounds([people], guests, people.rounds + 1, seconds=60)
        faults += 1
    stop_for_good(bot, people, guests[0])
    assert check_all(bot, guests[0]) >= KILLS // 2
