"""A long round on servers that hold back, or put out, whoever says too much at once.

It is played once on each of them, on all at the same time: at a line a second it takes a minute.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.real_servers.inspircd import IMPATIENT, PATIENT, running_inspircd
from tests.real_servers.playersxml import Entry
from tests.real_servers.rounds import Round, always, play
from tests.real_servers.runningbot import dealing
from tests.real_servers.servers import Limits, Server, running_ngircd
from tests.real_servers.test_pace import USUAL_PACE
from tests.real_servers.test_whole_rounds import check_nothing_private_was_said, check_round
from tests.real_servers.told import CARD
from tests.real_servers.venue import BOT, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.timeout(240)]

ROUND_SECONDS = 160.0
"""How long the round may take; with nothing else to do a machine needs half of it."""


SIGNS = str.maketrans("CDHS", "♣♦♥♠")

CARDS = {
    "anna": "10C 10D AC 8H",
    "bob": "9C 9D 9H 10H 8S 7H",
    "carol": "8C 8D 10S KS",
    "david": "KD KH AD 9S",
    "erin": "AH AS 5C 5S",
    "frank": "7C 7D QS JH",
    "grace": "6C 6D JS KC",
    "heidi": "5D 5H KC KS KD KH",
    "ivan": "QC QD QH 6H 7S 6S",
    "judy": "JC JD 4C 3C 2C 5S",
}
"""What each player is dealt: a pair, and then what comes when they play.

All split, bob and ivan twice; heidi busts on both hands, and judy needs three cards for hers.
"""


class Place(NamedTuple):
    """What runs a server in a folder, and what the bot is called there."""

    running: Callable[[Path], AbstractContextManager[Server]]
    bot: str


PLACES = {
    "ngircd": Place(partial(running_ngircd, Limits(nick_length=9, penalty=-1)), BOT[:9]),
    "patient inspircd": Place(partial(running_inspircd, PATIENT), BOT),
    "impatient inspircd": Place(partial(running_inspircd, IMPATIENT), BOT),
}


@dataclass(frozen=True)
class Evening:
    """The round as it was heard, players.xml before and after it, and all there is to read."""

    played: Round
    before: Mapping[str, Entry]
    after: Mapping[str, Entry]
    bot_log: str
    heard: list[str]


@pytest.fixture(scope="module")
def evenings(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Mapping[str, Future[Evening]]]:
    """Begin the round in all places; a place whose server is missing skips whoever asks for it."""
    with ThreadPoolExecutor() as tables:
        yield {
            name: tables.submit(
                spend_evening, place, tmp_path_factory.mktemp(name.replace(" ", "-"))
            )
            for name, place in PLACES.items()
        }


@pytest.fixture(params=PLACES)
def evening(request: pytest.FixtureRequest, evenings: Mapping[str, Future[Evening]]) -> Evening:
    """Return the evening in one of the places, once it is over."""
    return evenings[request.param].result()


def spend_evening(place: Place, folder: Path) -> Evening:
    """Have ten players play a round at PLACE, in which all split whenever they can."""
    with place.running(folder) as server, open_venue(server, folder) as venue:
        players = dict.fromkeys(CARDS, 1000)
        bot = venue.bot(players, program=dealing(stack(CARDS.values())), irc=USUAL_PACE)
        guests = venue.crowd(*players, bot=place.bot)
        before = bot.entries()
        command = f"!pontoon {' '.join(players)}"
        played = play(command, guests, always("100", "p", "s", "t"), ROUND_SECONDS)
        heard = [line for guest in guests for line in guest.log]
        return Evening(played, before, bot.entries(), bot.log, heard)


def stack(deals: Iterable[str]) -> str:
    """Return the cards that must be on top for each player to be dealt theirs."""
    rows = [cards.split() for cards in deals]
    firsts, seconds = [row[0] for row in rows], [row[1] for row in rows]
    return " ".join([*firsts, *seconds, *chain(*(row[2:] for row in rows))])


def cards_of(nick: str) -> set[str]:
    """Return what NICK is dealt, as a channel sees it."""
    return set(CARDS[nick].translate(SIGNS).split())


def test_all_split_and_play_what_the_shoe_has_for_them(evening: Evening) -> None:
    for nick in CARDS:
        hands = [hand for hand in evening.played.results if hand.name == nick]
        numbers = [1, 2, 3] if nick in ("bob", "ivan") else [1, 2]
        assert [hand.number for hand in hands] == numbers
        assert {card for hand in hands for card in hand.cards} == cards_of(nick)


def test_results_balances_and_players_file_agree(evening: Evening) -> None:
    check_round(evening.played, evening.before, evening.after)
    assert list(evening.played.balances) == list(CARDS)


def test_nobody_sees_cards_of_another(evening: Evening) -> None:
    """In private there are only one's own, and all of them; in the channel what was twisted."""
    check_nothing_private_was_said(evening.played)
    twisted = set(re.findall(CARD, " ".join(evening.played.before_results)))
    for nick in CARDS:
        shown = set(re.findall(CARD, " ".join(evening.played.private[nick])))
        assert cards_of(nick) - twisted <= shown <= cards_of(nick)


def test_the_bot_stays_connected(evening: Evening) -> None:
    assert "connection closed" not in evening.bot_log
    assert evening.bot_log.count("registered as ") == 1
    assert not [line for line in evening.heard if re.match(rf":{BOT[:9]}\S* (QUIT|PART)\b", line)]
