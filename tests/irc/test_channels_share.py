"""Rounds that are begun and stopped in one channel do not hold up those of another."""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.clubhouse import CHANNEL, Entry
from tests.irc.whole import WholeBot

DEN = "#den"
CROWD = [f"v{number}" for number in range(10)]
ACCOMPLICES = [f"imp{number}" for number in range(30)]
"""Each begins a round once and stops it, so that no rule about one person ends it."""

ATTACK_SECONDS = 60


class Evening:
    """A bot at its usual pace in two channels; dave and kevin are in CHANNEL, all in the DEN.

    ``sent`` has each line, and the second when it went out.
    """

    def __init__(self, folder: Path) -> None:
        nicks = ["dave", "kevin", *CROWD, *ACCOMPLICES]
        self.whole = WholeBot(
            folder,
            "5D 9C 8H 4S",
            [Entry(nick) for nick in nicks],
            [CHANNEL, DEN],
            lines_per_second=1.0,
            burst=8,
        )
        self.whole.rig.clock.advance(30)
        self.whole.rig.sent()
        self.second = 0
        self.sent: list[tuple[int, str]] = []

    def hears(self, nick: str, text: str, target: str = CHANNEL) -> None:
        """Have NICK say TEXT."""
        self._note(self.whole.hears(nick, text, target))

    def attack(self) -> None:
        """Have a round begun in the den in this second, or stopped in the next."""
        nick = ACCOMPLICES[self.second // 2 % len(ACCOMPLICES)]
        names = " ".join(CROWD)
        self.hears(nick, "!pontoon stop" if self.second % 2 else f"!pontoon {names}", DEN)

    def pass_second(self) -> None:
        """Let a second pass."""
        self.whole.rig.clock.advance(1)
        self.second += 1
        self._note(self.whole.rig.sent())

    def wait_for(self, text: str, act: Callable[[], None] = lambda: None) -> int:
        """Return in how many seconds a line with TEXT in it goes out, ACT being done in each."""
        begun, before = self.second, len(self.sent)
        while not any(text in line for _, line in self.sent[before:]):
            assert self.second < begun + 600
            self.pass_second()
            act()
        return self.second - begun

    def said_in_den(self) -> list[str]:
        """Return what has been sent about the den: to it, and to those who are dealt there."""
        targets = (DEN, *CROWD)
        return [line for _, line in self.sent if line.split()[1] in targets]

    def _note(self, lines: list[str]) -> None:
        self.sent += [(self.second, line) for line in lines]


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    """Return an evening in which rounds in the den have been begun and stopped for a while."""
    evening = Evening(tmp_path)
    while evening.second < ATTACK_SECONDS:
        evening.attack()
        evening.pass_second()
    return evening


def test_rounds_begun_and_stopped_elsewhere_delay_no_round(evening: Evening) -> None:
    """They went out 32 seconds late after half a minute of it, and 104 after more."""
    evening.hears("dave", "!pontoon dave kevin")
    assert evening.wait_for("PRIVMSG dave :Your card", evening.attack) <= 1
    assert evening.wait_for(f"PRIVMSG {CHANNEL} :Shed Pontoon", evening.attack) <= 3
    evening.hears("dave", "5", "Bot")
    assert evening.wait_for("PRIVMSG kevin :Your card: 9♣. You", evening.attack) <= 2
    evening.hears("kevin", "5", "Bot")
    assert evening.wait_for("kevin bets", evening.attack) <= 5


def test_rounds_begun_and_stopped_elsewhere_delay_no_answer_for_long(evening: Evening) -> None:
    """They were delayed until nobody attacked any more."""
    evening.hears("dave", "!games")
    assert evening.wait_for(f"PRIVMSG {CHANNEL} :I deal", evening.attack) <= 10
    evening.hears("dave", "games", "Bot")
    assert evening.wait_for("PRIVMSG dave :I deal", evening.attack) <= 10


def test_of_a_round_that_is_stopped_nothing_more_is_said_but_that(evening: Evening) -> None:
    before = len(evening.said_in_den())
    assert evening.second % 2 == 0
    evening.attack()
    assert evening.whole.bot.club.hall.is_playing
    evening.pass_second()
    evening.attack()
    already = len(evening.said_in_den())
    for _ in range(60):
        evening.pass_second()
    later = evening.said_in_den()[already:]
    assert before < already
    assert 1 <= len(later) <= 2
    assert all(line.startswith(f"PRIVMSG {DEN} :The round is stopped") for line in later)


def test_what_was_won_before_a_round_that_is_stopped_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    for _ in range(3):
        evening.hears("dave", "!pontoon dave")
        evening.hears("dave", "1", "Bot")
        while evening.whole.bot.club.hall.is_playing:
            evening.hears("dave", "s", "Bot")
            evening.hears("dave", "t", "Bot")
    evening.hears("dave", "!pontoon dave kevin")
    evening.hears("dave", "!pontoon stop")
    for _ in range(60):
        evening.pass_second()
    lines = [line for _, line in evening.sent if line.startswith(f"PRIVMSG {CHANNEL}")]
    assert len([line for line in lines if " :Chips: dave " in line]) == 3
    assert lines[-1] == f"PRIVMSG {CHANNEL} :The round is stopped, and every stake goes back."
