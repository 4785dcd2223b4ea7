"""Whole rounds, played by people who do nothing but answer what they are asked."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from select import select

from tests.real_servers import told
from tests.real_servers.guest import Guest, Said
from tests.real_servers.prompts import Amounts, is_about_bank, is_prompt, read
from tests.real_servers.told import BankerResult, Result, read_banker_result, read_result

ROUND_SECONDS = 20.0
"""How long a round may take."""

LIKELY_TO_PASS = 0.25
"""How often those who answer as chance wants do not want what they can have."""

Answer = Callable[[str, str], str]
"""Gives what somebody of such a nick answers to a prompt; several lines are said one by one."""


@dataclass
class Round:
    """A round as it was heard: all that was said in the channel, and to each nick in private."""

    channel: list[str] = field(default_factory=list)
    private: dict[str, list[str]] = field(default_factory=dict)

    @property
    def before_results(self) -> list[str]:
        """What the channel was told while the round was played."""
        is_result = [told.is_result(line) for line in self.channel]
        return self.channel[: is_result.index(True)] if any(is_result) else self.channel

    @property
    def after_results(self) -> list[str]:
        """What the channel was told of what follows from the results, and the balances."""
        behind = self.channel[len(self.before_results) :]
        return [line for line in behind if not told.is_result(line)]

    @property
    def results(self) -> list[Result]:
        """The result of each hand, in the order in which they were told."""
        return [result for each in self.channel if (result := read_result(each)) is not None]

    @property
    def banker(self) -> BankerResult:
        """The result of the hand that all others played against."""
        (banker,) = filter(None, map(read_banker_result, self.channel))
        return banker

    @property
    def hands(self) -> list[Result | BankerResult]:
        """All the hands, the one that all others played against among them."""
        return [self.banker, *self.results]

    @property
    def balances(self) -> dict[str, int]:
        """What the players have now, by name, as the channel was told."""
        return told.balances(self.channel)

    @property
    def is_over(self) -> bool:
        """Tell whether the balances of all who had a hand were told, or there are no results.

        Those of computers are told only where they have changed.
        """
        names = {each.name for each in self.results if not each.name.endswith("+")}
        return self.is_void or (bool(names) and names <= self.balances.keys())

    @property
    def is_void(self) -> bool:
        """Tell whether the round ended before it was played, or nobody has bet."""
        return any(re.search(r"(?:^|\| )no round: ", line) for line in self.channel)


def play(
    command: str, guests: Sequence[Guest], answer: Answer, seconds: float = ROUND_SECONDS
) -> Round:
    """Have the first of GUESTS say COMMAND, and all ANSWER their prompts until balances are told.

    Everybody who is asked wants the bank.

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
        heard = played.private[guest.nick]
        if is_prompt(said.text):
            _check_no_refusal(said.text, heard)
            answered = "y" if is_about_bank(said.text) else answer(guest.nick, said.text)
            for line in filter(None, answered.split("\n")):
                guest.say(*_meant_for(guest, line))
        heard.append(said.text)
    elif is_first:
        assert not said.text.startswith("No round"), said.text
        played.channel += told.apart(said.text)


def _meant_for(guest: Guest, line: str) -> tuple[str, str]:
    """Return where GUEST says LINE: a command in the channel, anything else to the bot."""
    return guest.channel if line.startswith("!") else guest.bot, line


def _check_no_refusal(prompt: str, heard: Sequence[str]) -> None:
    """Fail if PROMPT only repeats what was asked last, with the reason before it.

    But people who leave may find that they cannot.
    """
    asked = [line for line in heard if is_prompt(line)]
    if asked and "it is too late to leave the round" not in prompt:
        assert prompt == asked[-1] or not prompt.endswith(asked[-1]), prompt


def randomly(random: Random, most: int = 50) -> Answer:
    """Answer as RANDOM wants, with amounts of at most MOST unless the least is more."""

    def amount(amounts: Amounts) -> int:
        least, greatest = amounts
        return random.randint(least, max(least, min(most, greatest)))

    def answer(_nick: str, prompt: str) -> str:
        question = read(prompt)
        if question.amounts is not None:
            if question.offers and random.random() < LIKELY_TO_PASS:
                return "n"
            number = amount(question.amounts)
            return random.choice([str(number), f"{question.word} {number}".strip(), "min"])
        letter, amounts = random.choice(list(question.offers.items()))
        return (
            letter
            if amounts is None
            else random.choice([f"{letter} {amount(amounts)}", f"{letter} min"])
        )

    return answer


def always(bet: str, *moves: str) -> Answer:
    """Answer with the first of MOVES whose letter is offered, or else with BET."""

    def answer(_nick: str, prompt: str) -> str:
        question = read(prompt)
        offered = (move for move in moves if move.split()[0] in question.offers)
        return next(offered, bet)

    return answer


def scripted(**scripts: str) -> Answer:
    """Answer as SCRIPTS say: by nick, what is said to each prompt, with commas between.

    What is said in one breath has a plus between, as in ``accept + s``; ``...`` is silence.
    """
    left = {nick: script.replace("...", "").split(", ") for nick, script in scripts.items()}

    def answer(nick: str, prompt: str) -> str:
        assert left.get(nick), f"{nick} has nothing to answer to: {prompt}"
        return left[nick].pop(0).replace(" + ", "\n")

    return answer
