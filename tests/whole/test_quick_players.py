"""Players who answer at once, at the usual pace: how late the channel hears of it, and how much."""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from pontoon.irc.outgoing import JOINT, MAX_JOINED, Message, lines_of
from tests.real_servers.decklines import is_about_deck
from tests.real_servers.prompts import is_about_bank, is_prompt
from tests.real_servers.rounds import Answer, always, randomly
from tests.support.offline_bot import CHANNEL, Entry
from tests.support.whole_bot import WholeBot

pytestmark = pytest.mark.slow

NICKS = ("anna", "bob", "carol", "dave", "erin", "frank", "grace", "heidi", "ivan", "kevin")
MAX_PLAYERS = {"pontoon": 10, "british": 8, "shoot": 8, "cutwc": 10, "blackjack": 7}
ANSWERS = {
    "pontoon": always("5", "s", "t"),
    "british": always("5", "s", "t"),
    "shoot": always("5", "s", "n", "t"),
    "cutwc": always("1", "s", "t"),
    "blackjack": always("1", "s", "n"),
}
MAX_WAIT = 5.0
STEP_SECONDS = 0.1
ROUND_SECONDS = 240.0
ENDS = ("Chips:", "Drinks:", "Minutes:")
OPENING = re.compile(r"(?:Shed|British|Shoot|CUTwC) Pontoon: |Black Jack For Time: ")
OUTCOME = re.compile(r"You (?:win|lose|bust and|break|tie|drink)\b")
HAND = re.compile(r"\(t\)wist|\(h\)it")
MARK = re.compile("^[♠♢] ")
TURN = re.compile(r"(\w+) to (?:play|bet|bid|shoot)")


class Line(NamedTuple):
    """A line, or a part of one, and when it was said or went out."""

    second: float
    target: str
    text: str


class Evening:
    """A full table that plays GAME at the usual pace.

    Each player answers a prompt as ANSWER says, so many seconds later. ``said`` is what
    the bot had to say, ``sent`` the lines that went out.
    """

    def __init__(
        self, folder: Path, game: str, answer: Answer, answer_seconds: float = 0.3
    ) -> None:
        self._nicks = NICKS[: MAX_PLAYERS[game]]
        self._whole = WholeBot(
            folder, "", [Entry(nick) for nick in self._nicks], lines_per_second=1.0, burst=8
        )
        self._game, self._answer, self._answer_seconds = game, answer, answer_seconds
        self._clock = self._whole.rig.clock
        self._answers: list[Line] = []
        self._of_turn = set[str]()
        self.said: list[Line] = []
        self.sent: list[Line] = []
        self._overhear(self._whole.rig.client.outbox)
        self.pass_seconds(30)
        self.sent.clear()

    def play(self) -> None:
        """Play a round, until the balances are told."""
        begun = len(self.sent)
        self._hears(self._nicks[0], f"!{self._game} {' '.join(self._nicks)}", CHANNEL)
        deadline = self._clock.seconds() + ROUND_SECONDS
        while not any(each.text.startswith(ENDS) for each in self.sent[begun:]):
            assert self._clock.seconds() < deadline, self.sent
            self.pass_seconds(STEP_SECONDS)

    def shuffle(self) -> None:
        """Have the first player become an operator and put in a new deck."""
        self._whole.rig.receive(f":srv MODE {CHANNEL} +o {self._nicks[0]}")
        self._hears(self._nicks[0], f"!{self._game} shuffle", CHANNEL)

    def pass_seconds(self, seconds: float) -> None:
        for _ in range(round(seconds / STEP_SECONDS)):
            self._clock.advance(STEP_SECONDS)
            self._note(self._whole.rig.sent())
            due = [each for each in self._answers if each.second <= self._clock.seconds()]
            self._answers = [each for each in self._answers if each not in due]
            for _, nick, text in due:
                self._hears(nick, text, "Bot")

    def waits(self) -> Iterator[tuple[float, str]]:
        """Yield how long each thing waited that the channel was told of, in order.

        None is lost but whose turn it was, if that was over.
        """
        heard = deque(
            Line(second, target, part)
            for second, target, text in self.sent
            if target == CHANNEL
            for part in text.split(JOINT)
        )
        told = [
            Line(second, target, part)
            for second, target, text in self.said
            if target == CHANNEL
            for part in text.split(JOINT)
        ]
        for due in told:
            if heard[0].text == due.text:
                yield heard.popleft().second - due.second, due.text
            else:
                assert due.text in self._of_turn
        assert not heard

    def _overhear(self, outbox: Any) -> None:
        say = outbox.say

        def noted(message: Message, command: str = "") -> None:
            for line in lines_of(message, outbox.room_for(message.target, command)):
                self.said.append(Line(self._clock.seconds(), message.target, line))
            self._of_turn.update(message.of_turn)
            say(message, command)

        outbox.say = noted

    def _hears(self, nick: str, text: str, target: str) -> None:
        self._note(self._whole.hears(nick, text, target))

    def _note(self, lines: Sequence[str]) -> None:
        now = self._clock.seconds()
        for line in lines:
            if line.startswith("PING :"):
                self._whole.rig.receive(f":srv PONG srv :{line.removeprefix('PING :')}")
                continue
            address, _, text = line.partition(" :")
            target = address.split()[-1]
            text = text if target in self._nicks else MARK.sub("", text)
            self.sent.append(Line(now, target, text))
            if target in self._nicks and is_prompt(text):
                answer = "y" if is_about_bank(text) else self._answer(target, text)
                self._answers.append(Line(now + self._answer_seconds, target, answer))


@pytest.mark.parametrize("game", MAX_PLAYERS)
@pytest.mark.parametrize("seed", [None, 1, 2, 3])
def test_the_channel_hears_within_five_seconds(game: str, seed: int | None, tmp_path: Path) -> None:
    """Also in the second round, which begins when the burst is used up."""
    answer = ANSWERS[game] if seed is None else randomly(Random(seed))
    evening = Evening(tmp_path, game, answer, answer_seconds=0.1 + 0.2 * (seed or 0))
    for _ in range(2):
        evening.play()
        evening.pass_seconds(2)
    slowest, what = max(evening.waits())
    assert slowest <= MAX_WAIT, what
    assert max(len(each.text) for each in evening.sent if JOINT in each.text) <= MAX_JOINED


@pytest.mark.parametrize("game", MAX_PLAYERS)
def test_a_new_deck_holds_up_no_line_of_the_game(game: str, tmp_path: Path) -> None:
    """It is opened, and the next one sealed, before the second round begins."""
    evening = Evening(tmp_path, game, ANSWERS[game])
    evening.play()
    evening.shuffle()
    evening.play()
    evening.pass_seconds(2)
    told = [each.text for each in evening.said if is_about_deck(each.text)]
    assert [" opened" in text and " sealed: " in text for text in told[-1:]] == [True]
    slowest, what = max(wait for wait in evening.waits() if not is_about_deck(wait[1]))
    assert slowest <= MAX_WAIT, what


@pytest.fixture(params=MAX_PLAYERS, scope="module")
def rounds(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> list[list[Line]]:
    """Return what was sent in each of three rounds of a game that followed each other at once."""
    evening = Evening(tmp_path_factory.mktemp("bot"), request.param, ANSWERS[request.param])
    rounds = []
    for _ in range(3):
        begun = len(evening.sent)
        evening.play()
        rounds.append(evening.sent[begun:])
    return rounds


def test_the_opening_of_a_round_goes_before_its_first_prompt(rounds: list[list[Line]]) -> None:
    """It went four or five seconds later, after the first prompts."""
    for sent in rounds:
        assert OPENING.match(next(line.text for line in sent if not is_about_deck(line.text)))


def test_what_is_told_in_private_of_a_round_is_told_before_the_next_ones_cards(
    rounds: list[list[Line]],
) -> None:
    """A bust banker heard of it in the middle of the next round, and of the result never."""
    for before, sent in pairwise(rounds):
        asked = next(place for place, line in enumerate(sent) if is_prompt(line.text))
        results = [place for place, line in enumerate(sent) if OUTCOME.match(line.text)]
        played = {line.target for line in before if is_prompt(line.text)}
        assert sorted(sent[place].target for place in results) == sorted(played)
        assert max(results) < asked
        playing = set[str]()
        for line in sent:
            playing |= {line.target} if HAND.search(line.text) else set()
            assert line.target in playing or not line.text.startswith("You bust on")


def test_a_line_that_was_joined_leaves_out_whose_turn_it_was(rounds: list[list[Line]]) -> None:
    """It was as in: ben to bet | ben bets 8 | cy to bet."""
    for line in (line for sent in rounds for line in sent if line.target == CHANNEL):
        items = line.text.split(JOINT)
        for place, found in enumerate(map(TURN.fullmatch, items)):
            later = items[place + 1 :] if found else []
            assert all(each.startswith(found[1]) for each in later if found), line
            assert not any(TURN.fullmatch(each) or " bets " in each for each in later), line
