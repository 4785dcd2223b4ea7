"""A server whose certificate nobody has vouched for is not talked to, least of all in the clear."""

from pathlib import Path

import pytest

from tests.real_servers.servers import EASY, HOST, free_port, running_ngircd
from tests.real_servers.strangeservers import strange_server
from tests.real_servers.venue import BOT, CHANNEL, EVERYBODY, open_venue
from tests.support.certificates import issued

pytestmark = pytest.mark.real_server

HANDSHAKE = b"\x16\x03"
"""The beginning of every TLS connection: a handshake record (RFC 8446, 5.1)."""


def test_a_self_signed_certificate_is_refused_until_config_ini_vouches_for_it(
    tmp_path: Path,
) -> None:
    """The log has the reason, and what to do; meanwhile the server hears of no nick."""
    server = issued(HOST)
    certificate, key = server.written(tmp_path, "server")
    port = free_port()
    more = f"[SSL]\nCertFile = {certificate}\nKeyFile = {key}\nPorts = {port}\n"
    with (
        running_ngircd(EASY, tmp_path, more=more) as running,
        open_venue(running, tmp_path) as venue,
    ):
        irc: dict[str, object] = {"port": port, "tls": True}
        bot = venue.arriving_bot(EVERYBODY, "--verbose", irc=irc)
        assert f"{HOST}:{port} with TLS" in bot.wait_for("connecting to ")
        why = bot.wait_for("cannot connect: TLS: ")
        assert f"the certificate of {HOST} was refused: self-signed certificate; " in why
        assert f"put tls_fingerprints = {server.fingerprint} into config.ini" in why
        bot.wait_for(r"trying again in \d s$")
        assert "registered" not in bot.log
        bot.reload(venue.settings(irc={**irc, "tls_fingerprints": server.fingerprint}))
        bot.wait_for(f"in {CHANNEL}$")
        dave = venue.guest("dave")
        dave.say(CHANNEL, "!games")
        dave.expect(rf"^:{BOT}!.* PRIVMSG {CHANNEL} :.*Shed Pontoon")
        bot.stop()


def test_nothing_is_said_in_the_clear(tmp_path: Path) -> None:
    """A server without TLS at that port gets the beginning of a handshake, and no more."""
    with strange_server() as server, open_venue(server, tmp_path) as venue:
        bot = venue.arriving_bot(irc={"tls": True})
        visit = server.accept()
        visit.receive()
        visit.send(":strange 001 PontoonBot :Welcome")
        assert visit.received.startswith(HANDSHAKE)
        bot.wait_for("cannot connect: TLS: ")
        with pytest.raises(ConnectionError):
            visit.expect("NICK")
        visit.close()
        again = server.accept()
        again.receive()
        assert again.received.startswith(HANDSHAKE)
        again.close()
        bot.stop()
