"""Rounds that are begun and stopped in one channel do not hold up those of another."""

from pathlib import Path

import pytest

from tests.support.offline_bot import CHANNEL, Entry
from tests.support.whole_bot import WholeBot

DEN = "#den"
ACCOMPLICES = [f"imp{number}" for number in range(100)]
"""Each plays a round alone once and stops it: nobody is dealt to again soon after."""

ATTACK_SECONDS = 60
LONGEST_DELAY = 20


class Evening:
    """A bot at its usual pace in two channels; dave and kevin are in CHANNEL, all in the DEN.

    ``sent`` has each line, and the second when it went out.
    """

    def __init__(self, folder: Path) -> None:
        nicks = ["dave", "kevin", *ACCOMPLICES]
        self.whole = WholeBot(
            folder,
            "2C 5D 9C 8H 4S",
            [Entry(nick) for nick in nicks],
            [CHANNEL, DEN],
            lines_per_second=1.0,
            burst=8,
        )
        # A round of its own, so that the deck in CHANNEL is sealed and cut.
        self.whole.hears("dave", "!pontoon dave")
        self.whole.hears("dave", "!pontoon leave")
        self.whole.rig.clock.advance(30)
        self.whole.tables_clock.advance(120)  # until dave is dealt to again
        self.whole.rig.confirmed()
        self.second = 0
        self.sent: list[tuple[int, str]] = []

    def hears(self, nick: str, text: str, target: str = CHANNEL) -> None:
        """Have NICK say TEXT."""
        self._note(self.whole.hears(nick, text, target))

    def attack(self) -> None:
        """Have a round begun in the den in this second, or stopped in the next."""
        nick = ACCOMPLICES[self.second // 2 % len(ACCOMPLICES)]
        self.hears(nick, "!pontoon stop" if self.second % 2 else f"!pontoon {nick}", DEN)

    def pass_second(self) -> None:
        """Let a second pass."""
        self.whole.rig.clock.advance(1)
        self.second += 1
        self._note(self.whole.rig.confirmed())

    def delays_of(self, *texts: str) -> list[int]:
        """Return in how many seconds lines with each of TEXTS go out while the attack goes on."""
        begun, before = self.second, len(self.sent)
        for _ in range(LONGEST_DELAY):
            self.pass_second()
            self.attack()
        later = self.sent[before:]
        return [
            next((second - begun for second, line in later if text in line), LONGEST_DELAY)
            for text in texts
        ]

    def said_in_den(self) -> list[str]:
        """Return what has been sent about the den: to it, and to those who are dealt there."""
        targets = (DEN, *ACCOMPLICES)
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
    """They went out a minute late after a minute of it, and later after more."""
    evening.hears("dave", "!pontoon dave kevin")
    prompt, opening = evening.delays_of("PRIVMSG dave :Your card", f"{CHANNEL} :Shed Pontoon")
    assert prompt <= 2
    assert opening <= prompt
    evening.hears("dave", "5", "Bot")
    evening.hears("kevin", "5", "Bot")
    prompt, bet = evening.delays_of("5♦ 8♥ = 13", "kevin bets 5")
    assert prompt <= 2
    assert bet <= 5


def test_rounds_begun_and_stopped_elsewhere_delay_no_answer_for_long(evening: Evening) -> None:
    """They were delayed until nobody attacked any more."""
    evening.hears("dave", "!games")
    evening.hears("dave", "games", "Bot")
    assert max(evening.delays_of(f"{CHANNEL} :I deal", "PRIVMSG dave :I deal")) <= 15


def test_of_a_round_that_is_stopped_nothing_more_is_said_but_that_it_began(
    evening: Evening,
) -> None:
    """What is said of its deck is never dropped."""
    before = len(evening.said_in_den())
    assert evening.second % 2 == 0
    evening.attack()
    assert evening.whole.bot.router.floor.is_playing
    evening.pass_second()
    evening.attack()
    already = len(evening.said_in_den())
    for _ in range(60):
        evening.pass_second()
    later = evening.said_in_den()[already:]
    assert before < already
    begun_and_stopped = f"PRIVMSG {DEN} :Shed Pontoon: ", f"PRIVMSG {DEN} :The round is stopped"
    assert 1 <= len(later) <= 8
    assert all(line.startswith(begun_and_stopped) for line in later)
    assert later[-1].startswith(begun_and_stopped[1])


def test_what_was_won_before_a_round_that_is_stopped_is_told(tmp_path: Path) -> None:
    evening = Evening(tmp_path)
    for _ in range(3):
        evening.hears("dave", "!pontoon dave")
        while evening.whole.bot.router.floor.is_playing:
            evening.pass_second()  # until the question is there
            evening.hears("dave", "1", "Bot")
            evening.hears("dave", "s", "Bot")
            evening.hears("dave", "t", "Bot")
    evening.hears("dave", "!pontoon dave kevin")
    for nick in ("dave", "kevin"):
        evening.hears(nick, "!pontoon stop")
    for _ in range(60):
        evening.pass_second()
    lines = [line for _, line in evening.sent if line.startswith(f"PRIVMSG {CHANNEL}")]
    assert len([line for line in lines if " :Chips: dave " in line]) == 3
    assert lines[-1].startswith(f"PRIVMSG {CHANNEL} :The round is stopped and all stakes")
