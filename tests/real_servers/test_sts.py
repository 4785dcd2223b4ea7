"""Strict Transport Security with the whole bot: who wants TLS gets it, today and later."""

from pathlib import Path

import pytest

from pontoon.storage.place import connected
from tests.real_servers.servers import HOST
from tests.real_servers.strangeservers import StrangeServer, Visit, strange_server
from tests.real_servers.venue import BOT, CHANNEL, open_venue
from tests.support.certificates import issued

pytestmark = pytest.mark.real_server


def greeted(server: StrangeServer, value: str) -> Visit:
    """Wait for the bot, and tell it what SERVER can do, VALUE being what it says of TLS."""
    visit = server.accept()
    visit.expect(r"CAP LS 302\r\n")
    visit.send(f":strange CAP * LS :sts={value}")
    return visit


def test_a_server_that_wants_tls_gets_it_and_once_it_has_promised_it_nothing_else(
    tmp_path: Path,
) -> None:
    """A bot of ``tls = no`` is sent to TLS, and goes on with it after a restart."""
    server = issued(HOST)
    with (
        strange_server() as plain,
        strange_server(server.written(tmp_path, "server")) as secure,
        open_venue(plain, tmp_path) as venue,
    ):
        trust = {"tls": False, "tls_fingerprints": server.fingerprint}
        bot = venue.arriving_bot(None, "--verbose", irc=trust)
        visit = greeted(plain, f"port={secure.port},duration=1000")
        with pytest.raises(ConnectionError):
            visit.expect("JOIN")
        assert visit.received.startswith(b"CAP LS 302\r\n")
        visit.close()
        visit = greeted(secure, "duration=1000,preload")
        visit.let_in(BOT, CHANNEL)
        bot.wait_for(f"in {CHANNEL}$")
        bot.stop()
        visit.close()
        with connected(bot.players_file) as database:
            promises = database.execute("SELECT host, port FROM sts").fetchall()
        assert promises == [(HOST, secure.port)]

        bot.start_again()
        visit = greeted(secure, "")
        visit.close()
        bot.wait_for("trying again in")
        bot.stop()
        assert not plain.is_waited_for
