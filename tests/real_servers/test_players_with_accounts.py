"""Players whose accounts services vouch for: claims, impostors, and who comes back to a seat."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.real_servers.atheme import Services, identify, order, running_services
from tests.real_servers.guest import Guest
from tests.real_servers.runningbot import AS_SHIPPED, RunningBot, dealing
from tests.real_servers.venue import CHANNEL, Venue, open_venue

pytestmark = [pytest.mark.real_server, pytest.mark.slow]

CARDS = dealing("5D 9C KH 9H 2S")
NOT_LOGGED_IN = "dave has an account, and you are not logged in to it"
LOCKED = f"Your seat in {CHANNEL} belongs to a services account"

PLAYER_COMMANDS = ("bank", "bank +5", "bank -5", "time", "deposit 5", "withdraw 5", "done")
"""All that touches what a player has, and can be said in the channel too."""


@pytest.fixture
def venue(services: Services, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue where davy and mallory have accounts; the password is sesame."""
    for account in ("davy", "mallory"):
        services.register(account, "sesame")
    with open_venue(services.server, tmp_path) as opened:
        yield opened


@pytest.fixture
def old_venue(tmp_path: Path) -> Iterator[Venue]:
    """Open one on a server that tells of accounts only when it is asked by WHO and WHOIS."""
    with running_services(tmp_path, without=("ircv3", "ircv3_accounttag")) as services:
        for account in ("davy", "mallory"):
            services.register(account, "sesame")
        with open_venue(services.server, tmp_path) as opened:
            yield opened


def claimed(venue: Venue, program: Sequence[str] = CARDS) -> tuple[RunningBot, Guest]:
    """Have a bot, and dave, who has claimed his player; he is called davey now."""
    dave = venue.guest("dave")
    bot = venue.bot(program=program)
    dave.whisper("claim")
    dave.told("You are not logged in to services")
    identify(dave, "davy", "sesame")
    dave.whisper("claim")
    dave.told("dave is yours")
    assert "<account>davy</account>" in bot.players_file.read_text()
    dave.call_myself("davey")
    return bot, dave


def impostor(venue: Venue) -> Guest:
    """Have mallory come, who is logged in to an account of that name, under the nick dave."""
    mallory = venue.guest("mallory")
    identify(mallory, "mallory", "sesame")
    mallory.call_myself("dave")
    return mallory


def tried_everything(mallory: Guest) -> None:
    """Have somebody try all that touches what dave has."""
    for text in PLAYER_COMMANDS:
        for answers in (mallory.answers(text), mallory.answers_in_channel(f"!{text}")):
            (answer,) = answers
            assert answer.text.startswith(NOT_LOGGED_IN)
    (answer,) = mallory.answers("set nickname The Boss")
    assert answer.text.startswith(NOT_LOGGED_IN)
    (answer,) = mallory.answers("claim")
    assert "belongs to another account" in answer.text


def test_whoever_takes_the_nick_gets_nothing_and_the_owner_plays_under_any(venue: Venue) -> None:
    bot, dave = claimed(venue)
    kevin, mallory = venue.guest("kevin"), impostor(venue)
    before = bot.entries()
    tried_everything(mallory)
    mallory.command("!pontoon dave kevin")
    assert "5♦" in dave.told(r"\(1-100\)").string
    kevin.told(r"Your card: .*\(1-100\)")
    for text in ("50", "hand", "leave"):
        assert "5♦" not in "".join(each.text for each in mallory.answers(text))
    dave.whisper("50")
    kevin.whisper("50")
    dave.told("5♦ K♥ = 15")
    mallory.command("!twist")
    mallory.whisper("t")
    dave.whisper("t")
    dave.sees("dave twists 2♠")
    dave.whisper("s")
    dave.sees("kevin to play")
    kevin.whisper("s")
    dave.sees("Chips: dave 950, kevin 1000")
    assert bot.entries()["dave"].bank == before["dave"].bank
    dave.command("!pontoon stats dave")
    dave.leave_server()
    mallory.command("!pontoon dave kevin")
    mallory.sees(r"No round: dave is not logged in to dave's account")


def test_a_seat_is_its_owners_wherever_they_come_from(venue: Venue) -> None:
    """They are known by the account when they come back, log in again, and after a restart."""
    bot, dave = claimed(venue, AS_SHIPPED)
    kevin = venue.guest("kevin")
    dave.command("!pontoon dave kevin")
    card = dave.told(r"Your card: (\S+)\. .*\(1-100\)")[1]
    kevin.told(r"\(1-100\)")
    dave.close()
    kevin.sees("dave is gone")
    mallory = impostor(venue)
    mallory.call_myself("davey")
    assert card not in "".join(each.text for each in mallory.answers("hand"))
    again = venue.guest("elsewhere", user="other")
    identify(again, "davy", "sesame")
    again.told(rf"Your card: {card}\. Bet \(1-100\)\? You have 1000 chips")

    order(again, "LOGOUT")
    again.expect(r"^:\S+ 901 ")
    again.whisper("hand")
    again.told(LOCKED)
    kevin.sees(r"dave is no longer logged in: \d+ s to log in")
    again.whisper("hand")
    again.told(LOCKED)
    identify(again, "davy", "sesame")
    again.told(rf"Your card: {card}\. .*\(1-100\)")

    bot.kill()
    again.call_myself("david")
    mallory.call_myself("elsewhere")
    bot.start_again()
    again.told(rf"Your card: {card}\. .*\(1-100\)")
    assert card not in "".join(each.text for each in mallory.answers("hand"))
    again.whisper("50")
    again.told("You bet 50")


def test_a_silent_server_is_asked_before_anything_is_refused(old_venue: Venue) -> None:
    bot, dave = claimed(old_venue)
    mallory = impostor(old_venue)
    tried_everything(mallory)
    (answer,) = dave.answers("bank +5")
    assert answer.text == "dave deposits 5: chips 995, bank 5"
    assert bot.entries()["dave"].bank == 5
