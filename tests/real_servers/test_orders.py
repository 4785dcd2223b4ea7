"""Admins known by their accounts give a running bot orders; operators turn rounds off and on."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.text.reload import NOTHING_CHANGED
from tests.real_servers.atheme import Services, identify
from tests.real_servers.guest import Guest
from tests.real_servers.venue import CHANNEL, Venue, open_venue

pytestmark = pytest.mark.real_server


@pytest.fixture
def house(services: Services, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue where an admin and mallory have accounts."""
    for account in ("boss", "mallory"):
        services.register(account, "sesame")
    with open_venue(services.server, tmp_path) as opened:
        yield opened


def admin(house: Venue) -> Guest:
    """Have the admin come, logged in."""
    guest = house.guest("anna")
    identify(guest, "boss", "sesame")
    return guest


def answer(guest: Guest, text: str) -> str:
    """Return what GUEST is told in private for TEXT."""
    (found,) = (each for each in guest.answers(text) if each.target == guest.nick)
    return found.text


def test_an_admin_is_obeyed_and_nobody_else(house: Venue) -> None:
    bot = house.bot(admin={"accounts": "boss"})
    anna, mallory = admin(house), house.guest("mallory")
    identify(mallory, "mallory", "sesame")
    assert answer(anna, "add eve 500") == "eve is now a player with 500 chips."
    assert answer(anna, "chips eve -100") == "eve -100: 400 chips"
    assert answer(anna, "rename eve zoe") == "eve is now zoe."
    assert bot.entries()["zoe"].chips == 400
    for text in ("add mallory 500", "chips zoe +1", "remove zoe", f"stop {CHANNEL}", "quit"):
        assert answer(mallory, text) == answer(mallory, "fnord")
    assert answer(anna, "remove zoe") == "zoe is no longer a player; they had 400 chips."
    assert "zoe" not in bot.entries()


def test_an_admin_stops_rounds_and_has_the_bot_speak_reload_and_leave(house: Venue) -> None:
    bot = house.bot(admin={"accounts": "boss"})
    anna, dave = admin(house), house.guest("dave")
    dave.command("!pontoon dave")
    dave.told(r"\(1-\d+\)")
    dave.whisper("1")
    dave.sees("dave bets 1")
    assert "Shed Pontoon in #pontoon" in answer(anna, "status")
    assert answer(anna, f"stop {CHANNEL}") == f"The round in {CHANNEL} is stopped."
    assert bot.entries()["dave"].chips == 1000
    anna.whisper(f"say {CHANNEL} Good night")
    dave.sees("Good night")
    assert answer(anna, "reload") == NOTHING_CHANGED
    assert answer(anna, "quit").startswith("I am shutting down")
    assert bot.exit_status() == 0
