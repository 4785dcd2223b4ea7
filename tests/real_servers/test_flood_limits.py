"""A long round on servers that hold back, or put out, whoever says too much at once.

It is played once on each of them, on all at the same time: at a line a second it takes a minute.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from itertools import chain

import pytest

from tests.real_servers.evenings import check_nothing_private_was_said, check_shed
from tests.real_servers.rounds import always
from tests.real_servers.runningbot import dealing
from tests.real_servers.strictplaces import PLACES, Evening, Plan, check_connected, spend_evening
from tests.real_servers.told import CARD

pytestmark = [pytest.mark.real_server, pytest.mark.slow, pytest.mark.timeout(240)]

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


@pytest.fixture(scope="module")
def evenings(
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Mapping[str, Future[Evening]]]:
    """Begin the round in all places; a place whose server is missing skips whoever asks for it."""
    with ThreadPoolExecutor() as tables:
        yield {
            name: tables.submit(
                spend_evening,
                place,
                split_by_all(),
                tmp_path_factory.mktemp(name.replace(" ", "-")),
            )
            for name, place in PLACES.items()
        }


@pytest.fixture(params=PLACES)
def evening(request: pytest.FixtureRequest, evenings: Mapping[str, Future[Evening]]) -> Evening:
    """Return the evening in one of the places, once it is over."""
    return evenings[request.param].result()


def split_by_all() -> Plan:
    """Return the round of ten players who split whenever they can."""
    program = dealing(stack(CARDS.values()))
    return Plan("pontoon", list(CARDS), program, always("100", "p", "s", "t"))


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
    check_shed(evening.played, evening.before, evening.after)
    assert list(evening.played.balances) == list(CARDS)


def test_nobody_sees_cards_of_another(evening: Evening) -> None:
    """In private one's own, all of them, and what was twisted; in the channel that alone."""
    check_nothing_private_was_said(evening.played)
    twisted = set(re.findall(CARD, " ".join(evening.played.before_results)))
    for nick in CARDS:
        shown = set(re.findall(CARD, " ".join(evening.played.private[nick])))
        assert cards_of(nick) - twisted <= shown <= cards_of(nick) | twisted


def test_the_bot_stays_connected(evening: Evening) -> None:
    check_connected(evening)
