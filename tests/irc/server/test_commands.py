"""Lines in, lines out: what ``checks.txt`` has people send to the server inside the bot."""

import re
from collections import defaultdict
from pathlib import Path

import pytest

from pontoon import __version__
from tests.support.local_server import Inside, Visitor

CHECKS = dict(
    check.split("\n", 1)
    for check in Path(__file__).with_name("checks.txt").read_text("utf-8").split("\n## ")[1:]
)

_STEP = re.compile(r"(\S+) +(>>|>|<) (.*)")


class Play:
    """What people say and hear in one check."""

    def __init__(self) -> None:
        self.inside = Inside()
        self.inside.server.greet(["Say !join ♠"], "Say !join")
        self.people: dict[str, Visitor] = {}
        self.expected: dict[str, list[str]] = defaultdict(list)

    def find(self, name: str) -> Visitor:
        """Return whoever has NAME in the check; they come now if they are not there."""
        if name not in self.people:
            come = {"stranger": self.inside.stranger, "bot": self.inside.bot}
            self.people[name] = come[name]() if name in come else self.inside.person(name)
        return self.people[name]

    def compare(self) -> None:
        """Check that everybody has heard what they should, and nothing else."""
        program = f"pontoonbot-{__version__}"
        heard = {name: each.heard() for name, each in self.people.items()}
        expected, self.expected = self.expected, defaultdict(list)
        assert {name: lines for name, lines in heard.items() if lines} == {
            name: [line.replace("VERSION", program) for line in lines]
            for name, lines in expected.items()
        }

    def forget(self) -> None:
        """Have nobody mind what they have heard."""
        for each in self.people.values():
            each.heard()


@pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
def test_everybody_hears_what_they_should_and_nothing_else(check: str) -> None:
    play = Play()
    for step in check.strip("\n").splitlines():
        matched = _STEP.fullmatch(step)
        assert matched is not None, step
        name, kind, line = matched.groups()
        if kind == "<":
            play.expected[name].append(line)
            continue
        play.compare()
        play.find(name).connection.dataReceived(line.encode() + b"\r\n")
        if kind == ">>":
            play.forget()
    play.compare()
