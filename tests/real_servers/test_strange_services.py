"""A server with SASL as no services for tests have it: SCRAM."""

from base64 import b64decode
from pathlib import Path

import pytest

from pontoon.irc.sasl import chunks_of
from tests.real_servers.strangeservers import Visit, strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, open_venue
from tests.support.scram_server import ScramServer

pytestmark = pytest.mark.real_server

PASSWORD = "open,sesame=é"


def payload(visit: Visit) -> bytes:
    """Return what the bot sends next."""
    return b64decode(visit.expect(r"AUTHENTICATE (\S+)\r\n")[1])


def says(visit: Visit, raw: bytes) -> None:
    """Send RAW to the bot."""
    visit.send(*(f"AUTHENTICATE {chunk}" for chunk in chunks_of(raw)))


def test_scram_from_end_to_end(tmp_path: Path) -> None:
    """With as many iterations as the most demanding services have."""
    account = {"account": "dealer", "account_password": PASSWORD, "sasl_required": "yes"}
    with strange_server() as strange, open_venue(strange, tmp_path) as venue:
        bot = venue.arriving_bot(EVERYBODY, "--verbose", irc=account)
        visit = strange.accept()
        visit.expect(r"CAP LS 302\r\n")
        visit.send(":strange CAP * LS :sasl=SCRAM-SHA-256,PLAIN")
        visit.expect(r"CAP REQ :sasl\r\n")
        visit.send(":strange CAP * ACK :sasl")
        visit.expect(r"AUTHENTICATE SCRAM-SHA-256\r\n")
        visit.send("AUTHENTICATE +")
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
