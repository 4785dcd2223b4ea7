"""However traffic is mutated: no fault, no lost connection, no chip and no memory that goes astray.

``PONTOON_FUZZ`` is how many lines are tried on each side; ``make fuzz`` tries a million. To have
messages tried that are new, add lines to ``server.txt`` and ``guests.txt``.
"""

import gc
import os
import random
import secrets
from collections.abc import Callable
from pathlib import Path

import pytest

from pontoon.irc.people import Person
from tests.fuzz.crowded import CrowdedServer
from tests.fuzz.fuzzed_bot import PEOPLE, FuzzedBot
from tests.fuzz.mutation import Mutator, lines_in
from tests.fuzz.soaked import SoakedBot
from tests.real_servers.floods import MEGABYTE, memory_of
from tests.support.local_server import BOT

LINES = int(os.environ.get("PONTOON_FUZZ", "10000"))

SEED = int(os.environ.get("PONTOON_FUZZ_SEED", "3"))
"""With this one the bot sends all of ``SENT`` in half of the lines. Most need 20,000 for that."""

AT_ONCE = 1000

AUDITED_EVERY = 20 * AT_ONCE

MAX_MORE_MEMORY = 60 * MEGABYTE
"""Each audit reads four ledgers of 4 MiB."""

MAX_MORE_OBJECTS = 10_000
"""Objects of Python's, of which there are some 75,000: by these a leak is seen sooner."""

MAX_CALLS = 50
"""Calls that may be due later: a few for each connection, channel and table."""

MAX_ON_DISK = 20 * MEGABYTE

SENT = {
    *("CAP", "AUTHENTICATE", "NICK", "USER", "PONG", "JOIN", "WHO", "WHOIS", "MODE", "MONITOR"),
    *("PRIVMSG", "NOTICE", "QUIT"),
}
"""What the bot sends when all its parts are reached."""

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def same_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have all decks of a run sealed with the same secrets each time."""
    chance = random.Random(SEED)
    monkeypatch.setattr(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex())
    monkeypatch.setattr(secrets, "token_bytes", lambda size=None: chance.randbytes(size or 32))


def mutator(name: str) -> Mutator:
    """Return what makes lines like those in the file NAME, the same ones each time.

    And the bot waits as long each time before it tries again.
    """
    random.seed(SEED)
    return Mutator(lines_in(HERE / name), random.Random(SEED))


def soak(fuzzed: FuzzedBot, lines: int, receive: Callable[[int], None]) -> None:
    """Have so many LINES received, a thousand at once, and look at what has become of FUZZED."""
    memory = objects = 0
    for done in range(AT_ONCE, lines + 1, AT_ONCE):
        receive(AT_ONCE)
        assert fuzzed.faults == []
        fuzzed.put_players_right()
        assert len(fuzzed.clock.calls) < MAX_CALLS
        memory = memory or memory_of(os.getpid()).now
        assert memory_of(os.getpid()).now < memory + MAX_MORE_MEMORY
        if done % AUDITED_EVERY == 0 or done == lines:
            assert fuzzed.chips_are_accounted_for()
            assert not fuzzed.deck_faults()
            gc.collect()
            objects = objects or len(gc.get_objects())
            assert len(gc.get_objects()) < objects + MAX_MORE_OBJECTS
            files = fuzzed.players_xml.parent.iterdir()
            assert sum(each.stat().st_size for each in files) < MAX_ON_DISK


def test_a_bot_stands_what_a_server_may_send(tmp_path: Path) -> None:
    soaked = SoakedBot(tmp_path, mutator("server.txt"))
    soak(soaked.fuzzed, LINES, soaked.receive)
    assert soaked.fuzzed.settled > LINES // 5000  # many a round is void
    assert soaked.sent >= SENT


def test_the_server_inside_it_stands_what_people_may_send(tmp_path: Path) -> None:
    crowded = CrowdedServer(tmp_path, mutator("guests.txt"))
    soak(crowded.fuzzed, LINES, crowded.receive)
    # The bot is kicked so often that it stays out for hours.
    assert crowded.fuzzed.settled > LINES // 20_000
    crowded.everybody_leaves()
    network = crowded.server.network
    assert [user.nick for user in network.nicks.values()] == [BOT]
    assert {member for each in network.channels.values() for member in each.members} == {
        crowded.bot.connection
    }


# That these can fail


def test_a_fault_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise LookupError("a fault for once")

    soaked = SoakedBot(tmp_path, mutator("server.txt"))
    monkeypatch.setattr(soaked.fuzzed.bot, "renamed", fail)
    with pytest.raises(AssertionError, match="a fault for once"):
        soak(soaked.fuzzed, 5 * AT_ONCE, soaked.receive)


def test_a_connection_that_is_given_up_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    soaked = SoakedBot(tmp_path, mutator("server.txt"))

    def give_up(_old: str, _person: Person) -> None:
        soaked.rig.transport.loseConnection()

    monkeypatch.setattr(soaked.fuzzed.bot, "renamed", give_up)
    with pytest.raises(AssertionError, match="the connection was given up"):
        soak(soaked.fuzzed, 5 * AT_ONCE, soaked.receive)


def test_a_secret_in_a_log_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pontoon.irc.redaction.Redactor.loggable", lambda _self, line: line)
    soaked = SoakedBot(tmp_path, mutator("server.txt"))
    with pytest.raises(AssertionError, match="a secret is told"):
        soak(soaked.fuzzed, 5 * AT_ONCE, soaked.receive)


def test_a_chip_out_of_nowhere_is_found(tmp_path: Path) -> None:
    soaked = SoakedBot(tmp_path, mutator("server.txt"))
    soaked.receive(3 * AT_ONCE)
    players = soaked.fuzzed.players_xml
    players.write_text(players.read_text("utf-8").replace("<chips>", "<chips>1", 1), "utf-8")
    assert not soaked.fuzzed.chips_are_accounted_for()


def test_the_same_seed_makes_the_same_lines() -> None:
    one, other = ([*mutator("server.txt").lines(500, lambda: "me")] for _ in range(2))
    assert one == other
    assert len({*one}) > 400
    assert any(nick.encode() in line for nick in PEOPLE for line in one)
