"""A round of each of the other games on an InspIRCd that limits how fast the bot may talk.

Two are played where the bot is held back, two where it would be put out. All are played at the same
time: at a line a second each takes the better part of a minute.
"""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tests.real_servers.evenings import (
    Entries,
    at_noon,
    check_blackjack,
    check_british,
    check_cutwc,
    check_shoot,
    gains,
)
from tests.real_servers.inspircd import IMPATIENT
from tests.real_servers.rounds import Round, scripted
from tests.real_servers.runningbot import dealing
from tests.real_servers.strictplaces import (
    INSPIRCDS,
    Evening,
    Plan,
    check_connected,
    spend_evening,
)
from tests.real_servers.venue import BOT

pytestmark = [pytest.mark.real_server, pytest.mark.slow, pytest.mark.timeout(240)]

PLAYERS = ("dave", "kevin", "bob", "anna")

CUTS = "AD KC KS QD"
"""The first one of them has the bank."""


class Script(NamedTuple):
    """How a round of a game is planned, what it comes to, and what checks it against the file.

    It is played at one PLACE of INSPIRCDS. ``kitties`` are kept in the file in the end, by their
    bankers.
    """

    place: str
    plan: Callable[[], Plan]
    gains: Mapping[str, int]
    check: Callable[[Round, Entries, Entries], None]
    kitties: Mapping[str, int] = MappingProxyType({})


def british() -> Plan:
    """Kevin splits, buys and twists; bob has a pontoon, anna busts, and dave draws to 19."""
    cards = "8D AH 10C 6S 8H KH 5C 10S KC 3S 5D 4D 9C 3H"
    answer = scripted(kevin="10, p, s, b 15, t, s", bob="20", anna="30, t", dave="t, s")
    return Plan("british", PLAYERS, dealing(cards, cuts=[CUTS]), answer)


def shoot() -> Plan:
    """All of the kitty is shot at; bob shoots again when kevin's bust has made room."""
    cards = "10D 4D 10C 6S 6H 5H 9C 10S KC 3C 8C 3H"
    answer = scripted(
        dave="kitty 60, t, s",
        kevin="10, 20, t",
        bob="20, n, t, o 25, t, s",
        anna="30, o 40, s",
    )
    return Plan("shoot", PLAYERS, dealing(cards, cuts=[CUTS]), answer)


def cutwc() -> Plan:
    """Dave splits, buys and twists; kevin has a pontoon, bob busts, and anna draws to 19."""
    cards = "8D AH 10C 6S 8H KH 5C 10S KC 3S 5D 4D 9C 3H"
    answer = scripted(dave="3, p, s, b, t, s", kevin="bid 2", bob="4, t", anna="t, s")
    return Plan("cutwc", PLAYERS, dealing(cards), answer)


def blackjack() -> Plan:
    """Two are insured for nothing; kevin doubles, bob has a natural, anna busts."""
    cards = "10D 5D AH 10C AC 9S 6H KH 5C 8C 10S 9D"
    answer = scripted(dave="10, y, s", kevin="4, n, d", bob="2, n", anna="10, y, h")
    settings = {"blackjack": {"time_zone": at_noon()}}
    return Plan("blackjack", PLAYERS, dealing(cards), answer, settings)


KITTY = 95
"""What is in the kitty of dave's bank when its round is over."""


def check_kitty_and_all(played: Round, before: Entries, after: Entries) -> None:
    """Fail unless all that was told fits together, the kitty too."""
    assert check_shoot(played, before, after, kitty=0) == KITTY
    assert f"dave has a kitty of {KITTY}" in played.after_results


SCRIPTS = {
    "british": Script(
        "patient inspircd",
        british,
        {"dave": -25, "kevin": 15, "bob": 40, "anna": -30},
        check_british,
    ),
    "shoot": Script(
        "impatient inspircd",
        shoot,
        {"dave": 20, "kevin": -30, "bob": 45, "anna": -70},
        check_kitty_and_all,
        kitties={"dave": KITTY},
    ),
    "cutwc": Script(
        "patient inspircd",
        cutwc,
        {"dave": -3, "kevin": 0, "bob": -4, "anna": -8},
        check_cutwc,
    ),
    "blackjack": Script(
        "impatient inspircd",
        blackjack,
        {"": 8, "dave": -5, "kevin": 8, "bob": 4, "anna": -15},
        check_blackjack,
    ),
}

Evenings = Mapping[str, Future[Evening]]


@pytest.fixture(scope="module")
def evenings(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Evenings]:
    """Begin all rounds; each has a server and a bot of its own."""
    with ThreadPoolExecutor(len(SCRIPTS)) as tables:
        yield {
            game: tables.submit(
                spend_evening,
                INSPIRCDS[script.place],
                script.plan(),
                tmp_path_factory.mktemp(game),
            )
            for game, script in SCRIPTS.items()
        }


@pytest.mark.parametrize("game", SCRIPTS)
def test_results_balances_and_players_file_agree(game: str, evenings: Evenings) -> None:
    """And the bot, which has more to say than a server takes at once, stays connected."""
    evening = evenings[game].result()
    script = SCRIPTS[game]
    script.check(evening.played, evening.before, evening.after)
    assert gains(evening.played) == script.gains
    assert evening.kitties == script.kitties
    check_connected(evening)
    said = [line for line in evening.heard if line.startswith(f":{BOT}!")]
    assert len(set(said)) > IMPATIENT.burst
