"""A server whose certificate nobody has vouched for is not talked to, least of all in the clear."""

from pathlib import Path

import pytest

from tests.real_servers.certificates import self_signed
from tests.real_servers.servers import EASY, free_port, running_ngircd
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import EVERYBODY, open_venue

pytestmark = pytest.mark.real_server

HANDSHAKE = b"\x16\x03"
"""The beginning of every TLS connection: a handshake record (RFC 8446, 5.1)."""


def test_a_self_signed_certificate_is_refused_and_tried_again(tmp_path: Path) -> None:
    """The log has the reason; the server hears of no nick."""
    port = free_port()
    certificate = self_signed(tmp_path)
    files = f"CertFile = {certificate.file}\nKeyFile = {certificate.key}\n"
    more = f"[SSL]\n{files}Ports = {port}\n"
    with (
        running_ngircd(EASY, tmp_path, more=more) as server,
        open_venue(server, tmp_path) as venue,
    ):
        bot = venue.arriving_bot(EVERYBODY, "--verbose", irc={"port": port, "tls": True})
        assert f"{server.host}:{port} with TLS" in bot.wait_for("connecting to ")
        assert "certificate" in bot.wait_for("connection closed: ")
        bot.wait_for(r"trying again in \d s$")
        bot.stop()
        assert "registered" not in bot.log


def test_nothing_is_said_in_the_clear(tmp_path: Path) -> None:
    """A server without TLS at that port gets the beginning of a handshake, and no more."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(irc={"tls": True})
        visit = server.accept()
        visit.receive()
        visit.send(":strange 001 PontoonBot :Welcome")
        assert visit.received.startswith(HANDSHAKE)
        bot.wait_for("connection closed: ")
        with pytest.raises(ConnectionError):
            visit.expect("NICK")
        visit.close()
        again = server.accept()
        again.receive()
        assert again.received.startswith(HANDSHAKE)
        again.close()
        bot.stop()
