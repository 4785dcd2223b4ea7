"""On a server that takes less than the bot is told to say, it is put out, and learns from that."""

import re
from pathlib import Path

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.rounds import always, play
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.venue import CHANNEL, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow, pytest.mark.timeout(120)]

HARSH = """
<connect name="harsh" allow="*" password="bot" timeout="30" pingfreq="120" recvq="8192"
    threshold="5" commandrate="2000" fakelag="no" localmax="1000" globalmax="1000">
"""
"""Whoever has this password may send five commands at once, and then two in a second."""

TOO_FAST = {"password": "bot", "lines_per_second": 4, "burst": 8}

MAX_LOST = 2
"""Connections that may be lost before the bot has found its pace."""

QUESTIONS = [f"help more {game}" for game in ("pontoon", "british", "shoot", "cutwc")]
"""Each is answered in several lines."""


def lost(bot: RunningBot) -> int:
    """Return how many connections BOT has lost."""
    return bot.log.count("connection closed: ")


def asks_much(asker: Guest, bot: RunningBot) -> None:
    """Have ASKER ask QUESTIONS, until all are answered or BOT is put out; let it come back."""
    before, answered = lost(bot), 0
    for question in QUESTIONS:
        asker.whisper(question)
    while answered < len(QUESTIONS) and lost(bot) == before:
        answered += sum("set nickname" in line for line in asker.arrived(0.2))
    bot.wait_for(f"in {CHANNEL}$", times=1 + lost(bot))


def test_it_is_put_out_twice_at_most_and_then_plays_in_peace(tmp_path: Path) -> None:
    with (
        running_inspircd(LENIENT, tmp_path, before=HARSH) as server,
        open_venue(server, tmp_path) as venue,
    ):
        bot = venue.bot(irc=TOO_FAST)
        dave, kevin, asker = venue.guests("dave", "kevin", "asker")
        for _ in range(MAX_LOST + 2):
            asks_much(asker, bot)
        assert 1 <= lost(bot) <= MAX_LOST
        assert len(re.findall("slower: .*Excess Flood", bot.log)) == lost(bot)
        played = play("!pontoon dave kevin", [dave, kevin], always("10", "s", "t"), 60)
        assert list(played.balances) == ["dave", "kevin"]
        assert lost(bot) <= MAX_LOST
