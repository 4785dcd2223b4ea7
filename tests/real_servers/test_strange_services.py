"""Servers with SASL as no services for tests have it: SCRAM, and what lies or never answers."""

from base64 import b64decode
from collections.abc import Iterator
from pathlib import Path

import pytest

from pontoon.irc.sasl.sasl import chunks_of
from tests.real_servers.runningbot import RunningBot
from tests.real_servers.strangeservers import StrangeServer, Visit, strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, Venue, open_venue
from tests.support.scram_server import ScramServer

pytestmark = pytest.mark.real_server

PASSWORD = "open,sesame=é"

SOON_SECONDS = 3.0
"""Within what a bot that is not kept busy answers, on a busy machine."""


@pytest.fixture
def strange() -> Iterator[StrangeServer]:
    """Listen as a server that does what a test wants."""
    with strange_server() as server:
        yield server


@pytest.fixture
def place(strange: StrangeServer, tmp_path: Path) -> Iterator[Venue]:
    """Open a venue there."""
    with open_venue(strange, tmp_path) as venue:
        yield venue


def coming_to(place: Venue, strange: StrangeServer, **irc: object) -> tuple[RunningBot, Visit]:
    """Start a bot with an account; return it, and its visit when it wants to log in."""
    account = {"account": "dealer", "account_password": PASSWORD}
    bot = place.arriving_bot(EVERYBODY, "--verbose", irc={**account, **irc})
    visit = strange.accept()
    visit.expect(r"CAP LS 302\r\n")
    visit.send(":strange CAP * LS :sasl=SCRAM-SHA-256,PLAIN")
    visit.expect(r"CAP REQ :sasl\r\n")
    visit.send(":strange CAP * ACK :sasl")
    visit.expect(r"AUTHENTICATE SCRAM-SHA-256\r\n")
    visit.send("AUTHENTICATE +")
    return bot, visit


def payload(visit: Visit) -> bytes:
    """Return what the bot sends next."""
    return b64decode(visit.expect(r"AUTHENTICATE (\S+)\r\n")[1])


def says(visit: Visit, raw: bytes) -> None:
    """Send RAW to the bot."""
    visit.send(*(f"AUTHENTICATE {chunk}" for chunk in chunks_of(raw)))


def test_scram_from_end_to_end(place: Venue, strange: StrangeServer) -> None:
    """With as many iterations as the most demanding services have."""
    bot, visit = coming_to(place, strange, sasl_required="yes")
    server = ScramServer(PASSWORD, iterations=64_000, nonce="strange")
    says(visit, server.first(payload(visit)))
    says(visit, server.final(payload(visit)))
    visit.expect(r"AUTHENTICATE \+\r\n")
    visit.send(
        f":strange 900 {BOT} {BOT}!b@h dealer :You are now logged in as dealer",
        f":strange 903 {BOT} :SASL authentication successful",
    )
    visit.expect(r"CAP END\r\n")
    visit.send(f":strange 001 {BOT} :Welcome", f":strange 422 {BOT} :No message of the day")
    visit.expect(rf"JOIN {CHANNEL}\r\n")
    bot.wait_for("logged in to services as dealer")
    bot.stop()
    assert PASSWORD not in bot.log


@pytest.mark.parametrize("iterations", ["999999999", "1"])
def test_a_server_that_wants_too_much_or_too_little_work_is_told_no_password(
    place: Venue, strange: StrangeServer, iterations: str
) -> None:
    bot, visit = coming_to(place, strange)
    nonce = payload(visit).decode().partition("r=")[2]
    says(visit, f"r={nonce}x,s=MDEyMzQ1Njc4OWFi,i={iterations}".encode())
    visit.expect(r"AUTHENTICATE \*\r\n", SOON_SECONDS)
    visit.send(f":strange 904 {BOT} :SASL authentication failed")
    visit.expect(r"CAP END\r\n", SOON_SECONDS)
    assert b"AUTHENTICATE PLAIN" not in visit.received
    bot.wait_for("gets no password any more")
    bot.stop()
