"""Runs the script of the page that checks decks, ``contrib/check.html``."""

import json
import subprocess
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from tests.real_servers.servers import installed
from tests.support.repository import ROOT

PAGE = ROOT / "contrib" / "check.html"
RUNNER = ROOT / "tests" / "fair" / "check_page.mjs"


class Verdict(NamedTuple):
    """What the page says of one deck."""

    number: int
    verdict: str
    text: str
    bot: str


class Report(NamedTuple):
    """What the page says of some logs."""

    decks: list[Verdict]
    notes: list[str]
    bots: list[dict[str, Any]]

    @property
    def verdicts(self) -> dict[int, str]:
        return {deck.number: deck.verdict for deck in self.decks}

    def of(self, number: int) -> Verdict:
        return next(deck for deck in self.decks if deck.number == number)


def run(jobs: Iterable[tuple[str, object]]) -> list[Any]:
    """Return what the code of each job returns behind the script, as it is ``given`` the rest."""
    content = json.dumps([{"code": code, "given": given} for code, given in jobs])
    done = subprocess.run(
        [installed("node"), str(RUNNER), str(PAGE)],
        input=content.encode(),
        capture_output=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    results: list[Any] = json.loads(done.stdout)
    return results


def checked(cases: Iterable[Sequence[str]], same: Sequence[Sequence[str]] = ()) -> list[Report]:
    """Return what the page says of each of CASES, the texts of some logs."""
    jobs = [
        (
            "return check(given.texts, given.options)",
            {"texts": [{"name": "", "text": text} for text in texts], "options": {"same": same}},
        )
        for texts in cases
    ]
    return [_report(result) for result in run(jobs)]


def check(*texts: str, same: Sequence[Sequence[str]] = ()) -> Report:
    return checked([texts], same)[0]


def _report(result: dict[str, Any]) -> Report:
    decks = [
        Verdict(deck["number"], deck["verdict"], " ".join(deck["sentences"]), bot["name"])
        for bot in result["bots"]
        for deck in bot["decks"]
    ]
    return Report(decks, result["notes"], result["bots"])
