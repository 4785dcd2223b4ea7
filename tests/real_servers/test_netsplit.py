"""A network falls in two in the middle of a round, with players on the far side, and is mended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.linked import Network, linked_network
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.venue import Venue, open_venue

pytestmark = pytest.mark.real_server


@pytest.fixture
def network(tmp_path: Path) -> Iterator[Network]:
    """Run two servers that are linked."""
    with linked_network(tmp_path) as servers:
        yield servers


@pytest.fixture
def near(network: Network, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on the near server."""
    folder = tmp_path / "near venue"
    folder.mkdir()
    with open_venue(network.near, folder) as opened:
        yield opened


@pytest.fixture
def far(network: Network, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue on the far server, with no bot of its own."""
    folder = tmp_path / "far venue"
    folder.mkdir()
    with open_venue(network.far, folder) as opened:
        yield opened


def dealt(near: Venue, far: Venue, grace: int) -> tuple[RunningBot, Guest, Guest, Guest]:
    """Have dave, near, begin a round with kevin and bob, who are far; all bet 5."""
    bot = near.bot(table={"turn_timeout": 86400, "grace": grace})
    dave = near.guest("dave")
    kevin, bob = far.guests("kevin", "bob")
    far.late += [kevin, bob]
    dave.expect(r"^:bob!\S+ JOIN")
    dave.command("!pontoon kevin bob dave")
    for guest in (kevin, bob, dave):
        guest.told(r"Bet \(1-")
        guest.whisper("5")
    return bot, dave, kevin, bob


def test_who_is_back_in_time_goes_on_with_their_cards(
    network: Network, near: Venue, far: Venue
) -> None:
    bot, dave, kevin, bob = dealt(near, far, grace=600)
    cards = kevin.told(r"(\S+ \S+) = \d+: ")[1]
    network.cut()
    dave.sees("kevin is gone")
    network.link()
    assert kevin.told(r"(\S+ \S+) = \d+: ")[1] == cards
    assert bot.chips() == {"dave": 1000, "kevin": 1000, "bob": 1000}
    for guest in (kevin, bob, dave):
        guest.whisper("leave")
    assert dave.sees("Chips: (.*)")[1] == "kevin 995, bob 995, dave 995"


def test_who_is_not_back_in_time_is_acted_for_and_loses_no_more_than_was_staked(
    network: Network, near: Venue, far: Venue
) -> None:
    bot, dave, kevin, _ = dealt(near, far, grace=1)
    kevin.told(r" = \d+: ")
    network.cut()
    dave.told(r" = \d+: ")
    dave.whisper("leave")
    dave.sees("Chips: ")
    assert all(chips >= 995 for chips in bot.chips().values())
    network.link()
    dave.expect(r"^:(?:bob|kevin)!\S+ JOIN")
    dave.expect(r"^:(?:bob|kevin)!\S+ JOIN")
    kevin.command("!pontoon kevin bob")
    assert kevin.told(r"Bet \(1-")
