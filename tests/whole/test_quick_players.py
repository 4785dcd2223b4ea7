"""Players who answer at once, at the usual pace: what the channel hears, and how late."""

from pathlib import Path
from typing import NamedTuple

import pytest

from tests.real_servers.prompts import is_about_bank, is_prompt
from tests.real_servers.rounds import Answer, always
from tests.support.offline_bot import CHANNEL, Entry
from tests.support.whole_bot import WholeBot

NICKS = ("anna", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "kevin")
ANSWER_SECONDS = 0.3
STEP_SECONDS = 0.1
ROUND_SECONDS = 240.0


class Line(NamedTuple):
    """A line that went out: when, to whom, and how long the first and last of it had waited."""

    second: float
    target: str
    text: str


class Evening:
    """NICKS play GAME in a channel at the usual pace, and answer prompts as ANSWER says.

    ``said`` is what the bot had to say in the channel and when, ``sent`` the lines that went out.
    """

    def __init__(self, folder: Path, game: str, nicks: tuple[str, ...], answer: Answer) -> None:
        entries = [Entry(nick) for nick in nicks]
        self.whole = WholeBot(folder, "", entries, lines_per_second=1.0, burst=8)
        self.sent: list[Line] = []
        self.said: list[Line] = []
        self._answers: list[tuple[float, str, str]] = []
        self._answer = answer
        self._nicks, self._game = nicks, game
        outbox = self.whole.rig.client.outbox
        say = outbox.say

        def noted(target, line, *args, **kwargs):
            self.said.append(Line(self._clock.seconds(), target, line))
            say(target, line, *args, **kwargs)

        outbox.say = noted
        self._clock = self.whole.rig.clock
        self.pass_seconds(30)
        self.sent.clear()

    def play(self) -> None:
        before = sum(line.text.split(":")[0] in ("Chips", "Drinks", "Minutes") for line in self.sent)
        self._hears(self._nicks[0], f"!{self._game} {' '.join(self._nicks)}", CHANNEL)
        deadline = self._clock.seconds() + ROUND_SECONDS
        while sum(line.text.split(":")[0] in ("Chips", "Drinks", "Minutes") for line in self.sent) == before:
            assert self._clock.seconds() < deadline, self.sent
            self.pass_seconds(STEP_SECONDS)

    def pass_seconds(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_SECONDS)):
            self._clock.advance(STEP_SECONDS)
            self._note(self.whole.rig.sent())
            now = self._clock.seconds()
            due = [each for each in self._answers if each[0] <= now]
            self._answers = [each for each in self._answers if each[0] > now]
            for _, nick, text in due:
                self._hears(nick, text, "Bot")

    def _hears(self, nick: str, text: str, target: str) -> None:
        self._note(self.whole.hears(nick, text, target))

    def _note(self, lines: list[str]) -> None:
        now = self._clock.seconds()
        for line in lines:
            address, _, text = line.partition(" :")
            target = address.split()[-1]
            self.sent.append(Line(now, target, text))
            if target in self._nicks and is_prompt(text):
                answered = "y" if is_about_bank(text) else self._answer(target, text)
                self._answers.append((now + ANSWER_SECONDS, target, answered))
