"""A server whose certificate nobody has vouched for is not talked to, least of all in the clear."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.real_servers.inspircd import LENIENT, running_inspircd
from tests.real_servers.servers import EASY, HOST, free_port, running_ngircd
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, Venue, open_venue
from tests.support.certificates import Issued, authority, issued

pytestmark = pytest.mark.real_server

HANDSHAKE = b"\x16\x03"
"""The beginning of every TLS connection: a handshake record (RFC 8446, 5.1)."""


@contextmanager
def venue_with_tls(server: Issued, folder: Path) -> Iterator[tuple[Venue, int]]:
    """Open a venue on an ngircd that has a port for TLS besides, with the certificate of SERVER."""
    certificate, key = server.written(folder, "server")
    port = free_port()
    files = f"CertFile = {certificate}\nKeyFile = {key}\n"
    more = f"[SSL]\n{files}Ports = {port}\n"
    with running_ngircd(EASY, folder, more=more) as running, open_venue(running, folder) as venue:
        yield venue, port


def test_a_self_signed_certificate_is_refused_and_tried_again(tmp_path: Path) -> None:
    """The log has the reason, and what to do; the server hears of no nick."""
    server = issued(HOST)
    with venue_with_tls(server, tmp_path) as (venue, port):
        bot = venue.arriving_bot(EVERYBODY, "--verbose", irc={"port": port, "tls": True})
        assert f"{HOST}:{port} with TLS" in bot.wait_for("connecting to ")
        why = bot.wait_for("connection closed: ")
        assert f"the certificate of {HOST} was refused: it is self-signed; " in why
        assert f"put tls_fingerprints = {server.fingerprint} into config.ini" in why
        bot.wait_for(r"trying again in \d s$")
        bot.stop()
        assert "registered" not in bot.log


@pytest.mark.parametrize("by", ["fingerprint", "authority"])
def test_a_certificate_that_config_ini_vouches_for_lets_people_play(
    tmp_path: Path, by: str
) -> None:
    ours = authority()
    (tmp_path / "ca.pem").write_bytes(ours.certificate_pem)
    server = issued(HOST, by=ours)
    trust: dict[str, object] = (
        {"tls_ca_file": tmp_path / "ca.pem"}
        if by == "authority"
        else {"tls_fingerprints": server.fingerprint}
    )
    with venue_with_tls(server, tmp_path) as (venue, port):
        bot = venue.bot(irc={"port": port, "tls": True, **trust})
        dave = venue.guest("dave")
        dave.say(CHANNEL, "!games")
        dave.expect(rf"^:{BOT}!.* PRIVMSG {CHANNEL} :.*Shed Pontoon")
        bot.stop()


def test_another_fingerprint_is_refused_and_nobody_is_spoken_to(tmp_path: Path) -> None:
    with venue_with_tls(issued(HOST), tmp_path) as (venue, port):
        trust = {"port": port, "tls": True, "tls_fingerprints": issued(HOST).fingerprint}
        bot = venue.arriving_bot(irc=trust)
        why = bot.wait_for("connection closed: ")
        assert "it has none of the fingerprints in tls_fingerprints" in why
        bot.stop()
        assert "registered" not in bot.log


def test_the_server_sees_the_certificate_of_the_bot(tmp_path: Path) -> None:
    """WHOIS tells everybody its fingerprint, by which services know an account."""
    server, mine = issued(HOST), issued(subject=BOT)
    certificate, key = server.written(tmp_path, "server")
    own_certificate, own_key = mine.written(tmp_path)
    port = free_port()
    more = (
        f'<bind address="{HOST}" port="{port}" type="clients" sslprofile="tls">'
        '<module name="ssl_gnutls"><module name="sslinfo">'
        f'<sslprofile name="tls" provider="gnutls" certfile="{certificate}" keyfile="{key}"'
        ' hash="sha256" requestclientcert="yes">'
    )
    with (
        running_inspircd(LENIENT, tmp_path, more=more) as running,
        open_venue(running, tmp_path) as venue,
    ):
        irc = {"tls_certificate": own_certificate, "tls_key": own_key}
        trust = {"tls": True, "tls_fingerprints": server.fingerprint}
        bot = venue.bot(irc={"port": port, **trust, **irc})
        dave = venue.guest("dave")
        dave.send(f"WHOIS {BOT}")
        dave.expect(rf"^:\S+ 276 dave {BOT} :.*fingerprint {mine.fingerprint}$")
        bot.stop()


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
