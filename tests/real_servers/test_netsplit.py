"""A network falls in two in the middle of a round, with players on the far side, and is mended."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.real_servers.guest import Guest
from tests.real_servers.linked import Network, linked_network
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


def test_who_is_back_in_time_goes_on_and_who_is_not_is_acted_for(
    network: Network, near: Venue, far: Venue
) -> None:
    """The cards are the same. Whoever is out for too long loses no more than was staked."""
    table = {"turn_timeout": 86400, "grace": 600}
    bot = near.bot(table=table)
    dave = near.guest("dave")
    kevin, bob = far.guests("kevin", "bob")
    far.late += [kevin, bob]
    dave.expect(r"^:bob!\S+ JOIN")
    all_bet(dave, kevin, bob)
    cards = kevin.told(r"(\S+ \S+) = \d+(?:, a pontoon)?: ")[1]
    network.cut()
    dave.sees("kevin is gone")
    network.link()
    assert kevin.told(r"(\S+ \S+) = \d+(?:, a pontoon)?: ")[1] == cards
    assert bot.chips() == {"dave": 1000, "kevin": 1000, "bob": 1000}
    for guest in (kevin, bob, dave):
        guest.whisper("resign")
    assert dave.sees("Chips: (.*)")[1] == "kevin 995, bob 995, dave 995"

    bot.reload(near.settings(table={**table, "grace": 1}))
    bot.wait_for("In effect .*grace$")
    all_bet(dave, kevin, bob)
    kevin.told(r" = \d+(?:, a pontoon)?: ")
    network.cut()
    dave.told(r" = \d+(?:, a pontoon)?: ")
    dave.whisper("resign")
    dave.sees("Chips: ")
    assert all(chips >= 990 for chips in bot.chips().values())
    network.link()
    dave.expect(r"^:(?:bob|kevin)!\S+ JOIN")
    dave.expect(r"^:(?:bob|kevin)!\S+ JOIN")
    kevin.command("!pontoon kevin bob")
    assert kevin.told(r"Bet \(1-")


def all_bet(dave: Guest, kevin: Guest, bob: Guest) -> None:
    """Have dave begin a round for all, who bet 5."""
    dave.command("!pontoon kevin bob dave")
    for guest in (kevin, bob, dave):
        guest.told(r"Bet \(1-")
        guest.whisper("5")
