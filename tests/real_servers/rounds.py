"""Whole rounds, played by people who do nothing but answer what they are asked."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from select import select

from tests.real_servers.guest import Guest, Said
from tests.real_servers.referee import CARD, Result, read_result, total

ROUND_SECONDS = 20.0
"""How long a round may take."""

BET_ASKED = re.compile(rf"Your card: ({CARD})\. You have (\d+) chips?\. Bet \(([1-9]\d*)-(\d+)\)\?")
CARD_BOUGHT = re.compile(rf"You bought {CARD}: {CARD}( {CARD})+ = \d+ \(hand [1-5]\)")
MOVE_ASKED = re.compile(
    rf"Stake (\d+)(?: \(hand [1-5]\))?, chips (\d+)\. ({CARD}(?: {CARD}){{1,3}}) = (\d+): (.+)"
)
OFFERS = {
    "(s)tick": "s",
    "(t)wist": "t",
    "(b)uy": "b",
    "b(u)rn": "u",
    "s(p)lit": "p",
}
HAND_SHOWN = re.compile(rf"({CARD}(?: {CARD})*) = (\d+)")

Answer = Callable[[str], str]
"""Gives what is answered to a prompt."""


@dataclass
class Round:
    """A round as it was heard: all that was said in the channel, and to each nick in private."""

    channel: list[str] = field(default_factory=list)
    private: dict[str, list[str]] = field(default_factory=dict)

    @property
    def before_results(self) -> list[str]:
        """What the channel was told while the round was played."""
        return [each for each in self.channel[: self._first_result()] if read_result(each) is None]

    @property
    def results(self) -> list[Result]:
        """The result of each hand, in the order in which they were told."""
        return [result for each in self.channel if (result := read_result(each)) is not None]

    @property
    def balances(self) -> dict[str, int]:
        """What the players have now, by name, as the channel was told."""
        lines = [each.removeprefix("Chips: ") for each in self.channel if each.startswith("Chips:")]
        items = [item.rpartition(" ") for line in lines for item in line.split(", ")]
        return {name: int(chips) for name, _, chips in items}

    @property
    def is_over(self) -> bool:
        """Tell whether the chips of all who had a hand were told."""
        names = {result.name for result in self.results}
        return bool(names) and names <= self.balances.keys()

    def _first_result(self) -> int:
        told = (index for index, line in enumerate(self.channel) if read_result(line) is not None)
        return next(told, len(self.channel))


def play(
    command: str, guests: Sequence[Guest], answer: Answer, seconds: float = ROUND_SECONDS
) -> Round:
    """Have the first of GUESTS say COMMAND, and all ANSWER their prompts until chips are told.

    That may take so many SECONDS.
    All are in the same channel. Whoever plays must be among them.
    """
    played = Round(private={guest.nick: [] for guest in guests})
    guests[0].what_came()
    guests[0].command(command)
    deadline = time.monotonic() + seconds
    while not played.is_over:
        select(guests, [], [], 0.2)
        for guest in guests:
            for line in guest.arrived(0):
                if (said := guest.read(line)) is not None:
                    _hear(played, guest, said, answer, is_first=guest is guests[0])
        assert time.monotonic() < deadline, f"not over: {played}"
    for guest in guests:
        for said in guest.what_came():
            _hear(played, guest, said, answer, is_first=guest is guests[0])
    return played


def _hear(played: Round, guest: Guest, said: Said, answer: Answer, *, is_first: bool) -> None:
    if said.target == guest.nick:
        played.private[guest.nick].append(said.text)
        if is_prompt(said.text):
            guest.whisper(answer(said.text))
    elif is_first:
        assert not said.text.startswith("No round"), said.text
        played.channel.append(said.text)


def is_prompt(text: str) -> bool:
    """Tell whether somebody is asked something in TEXT."""
    return "(t)wist" in text or text.endswith(")?")


def randomly(random: Random, most: int = 50) -> Answer:
    """Answer as RANDOM wants, with bets of at most MOST chips unless the least is more."""

    def answer(prompt: str) -> str:
        if (bet := BET_ASKED.fullmatch(prompt)) is not None:
            least, greatest = int(bet[3]), int(bet[4])
            amount = random.randint(least, max(least, min(most, greatest)))
            return random.choice([str(amount), f"bet {amount}", "min"])
        return random.choice(letters(prompt))

    return answer


def always(bet: str, *moves: str) -> Answer:
    """Answer with BET, and later with the first of MOVES that is offered."""

    def answer(prompt: str) -> str:
        if BET_ASKED.fullmatch(prompt) is not None:
            return bet
        return next(move for move in moves if move in letters(prompt))

    return answer


def letters(prompt: str) -> list[str]:
    """Return the letters of the moves that PROMPT offers.

    It must be nothing else, but for a card bought that ended another hand and is shown first.
    """
    *bought, question = prompt.split(" | ")
    assert all(CARD_BOUGHT.fullmatch(each) for each in bought), prompt
    asked = MOVE_ASKED.fullmatch(question)
    assert asked is not None, f"neither asks for a bet nor for a move: {prompt}"
    assert int(asked[4]) == total(asked[3].split()), prompt
    offers = re.sub(r" for [1-9]\d*", "", asked[5]).split(" ")
    assert offers == [offer for offer in OFFERS if offer in offers], prompt
    return [OFFERS[offer] for offer in offers]
