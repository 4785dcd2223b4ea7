"""Twenty thousand lines that no server should send, and some that one might."""

import random
import re
from pathlib import Path

import pytest

from tests.support.client_rig import Rig, joined, say
from tests.support.whole_bot import WholeBot
from tests.whole.test_any_steps import CARD, RESULT, is_open

pytestmark = pytest.mark.slow

SEED = 1459
LINES = 10_000

GOOD = [
    b":srv 001 Bot :Welcome",
    b":srv 005 Bot CASEMAPPING=ascii PREFIX=(qaohv)~&@%+ CHANMODES=b,k,l,imn :are supported",
    b":srv 352 Bot #pontoon d dave.example srv dave H@ :0 Dave",
    b":srv 353 Bot = #pontoon :Bot @dave +kevin",
    b":srv 366 Bot #pontoon :End of /NAMES list.",
    b":srv 376 Bot :End of MOTD",
    b":srv 396 Bot cloak.example :is now your displayed host",
    b":srv 302 Bot :Bot=+bot@bot.example",
    b":srv 401 Bot dave :No such nick",
    b":srv 433 Bot Bot_ :Nickname is already in use",
    b":srv 473 Bot #pontoon :Cannot join channel (+i)",
    b"@time=2024-01-01T00:00:00Z;a=\\:\\s :dave!d@dave.example PRIVMSG #pontoon :!pontoon dave",
    b":dave!d@dave.example PRIVMSG Bot :50",
    b":dave!d@dave.example NOTICE Bot :\x01VERSION x\x01",
    b":dave!d@dave.example MODE #pontoon +ov-b kevin dave *!*@*",
    b":Bot!bot@bot.example JOIN #pontoon",
    b":bob!b@bob.example JOIN #pontoon * :Bob",
    b":bob!b@bob.example NICK bobby",
    b":dave!d@dave.example KICK #pontoon kevin :out",
    b":Bot!bot@bot.example PART #pontoon",
    b":kevin!k@kevin.example QUIT",
    b"PING :srv",
]


def mutated(line: bytes, chance: random.Random) -> bytes:
    """Return LINE with bytes changed, cut, doubled or put in where the protocol is sore."""
    raw = bytearray(line)
    for _ in range(chance.randrange(4)):
        at = chance.randrange(len(raw) + 1)
        match chance.randrange(5):
            case 0:
                raw[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del raw[at : at + chance.randrange(1, 30)]
            case 2:
                raw[at:at] = chance.choice([b" ", b" :", b":", b"!", b"@", b"=", b"+", b"\xe2\x99"])
            case 3:
                raw[at:at] = raw[: chance.randrange(1, 40)]
            case 4:
                raw = raw[:at]
    return bytes(raw)


def is_public(said: str) -> bool:
    """Tell whether all the cards in SAID are in a hand's result, or were twisted."""
    return all(
        RESULT.fullmatch(item) or is_open(item) or not re.search(CARD, item)
        for item in said.split(" | ")
    )


def fuzzed(rig: Rig) -> None:
    chance = random.Random(SEED)
    for _ in range(LINES):
        line = mutated(chance.choice(GOOD), chance) + chance.choice([b"\r\n", b"\n", b"\r\n\r\n"])
        cut = chance.randrange(len(line))
        rig.client.dataReceived(line[:cut])
        rig.client.dataReceived(line[cut:])
        if chance.random() < 0.01:
            rig.client.channels.join(["#pontoon"])
            say(rig.client.outbox, rig.client.session.me.nick, "♠" * 300)


def test_no_line_raises_or_drops_the_connection() -> None:
    rig = joined()
    fuzzed(rig)
    assert not [line for line in rig.logged if line.startswith("fault")]
    assert not rig.transport.disconnecting
    rig.sent()
    rig.receive("PING :still here")
    assert rig.sent()[-1:] == ["PONG :still here"]


def test_whatever_comes_in_what_goes_out_and_into_the_logs_is_sound() -> None:
    rig = joined()
    fuzzed(rig)
    for line in rig.transport.value().split(b"\r\n"):
        assert len(line) <= 510
        assert not set(line) & set(b"\r\n\0")
        line.decode("utf-8")
    assert all(line.isprintable() for line in rig.logged)
    assert all(line.isprintable() for _, line in rig.wired)


def test_the_whole_bot_stands_it_and_shows_no_card_to_all(tmp_path: Path) -> None:
    """A round is under way whenever it can be; what players may have done by themselves is told."""
    whole = WholeBot(tmp_path)
    chance = random.Random(SEED)
    for _ in range(LINES // 20):
        whole.come_in()
        whole.hears("dave", "!pontoon dave kevin")
        sent = whole.looks_at_hand("dave")
        for _ in range(20):
            whole.rig.client.dataReceived(mutated(chance.choice(GOOD), chance) + b"\r\n")
        for line in (*sent, *whole.rig.sent()):
            assert not line.startswith("PRIVMSG #") or is_public(line.partition(" :")[2])
    assert not [line for line in whole.logged if "fault" in line]
    assert not whole.rig.transport.disconnecting


def test_the_fuzz_reaches_every_callback() -> None:
    """So that the other tests here do not pass because everything was dropped."""
    rig = Rig(capabilities=["server-time"]).register().join()
    fuzzed(rig)
    told = {str(event[0]) for event in rig.ears.heard}
    assert told == {
        *("welcomed", "casemapping_is", "channel_entered", "channel_described"),
        *("channel_left", "channel_refused"),
        *("spoken", "told", "arrived", "departed", "parted", "renamed", "undeliverable"),
        "rank_changed",
    }
